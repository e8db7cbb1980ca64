//! Values that differ from run to run get names: ids become `t_1`, tokens `token_1`, times `@+2m`. A story may write
//! the names where a request needs the real value.

use crate::json::Json;
use std::collections::BTreeMap;

/// The start time of stories.
pub(crate) const START: u64 = 1_899_568_800_000;

/// Two points on the curve P-256 (RFC 8291, appendix A).
const POINTS: [&str; 2] = [
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
];

/// Names in the order in which the values were first seen.
#[derive(Default)]
pub(crate) struct Labels {
    of: BTreeMap<String, String>,
    real: BTreeMap<String, String>,
    counts: BTreeMap<String, u32>,
}

/// Prefixes of ids, before 32 hex characters.
const IDS: [&str; 8] = ["tk_", "grant_", "duel_", "pty_", "acc_", "agv_", "ag_", "t_"];

impl Labels {
    /// The name of a value of a kind.
    pub(crate) fn label(&mut self, kind: &str, real: &str) -> String {
        if let Some(label) = self.of.get(real) {
            return label.clone();
        }
        let count = self.counts.entry(kind.to_owned()).or_default();
        *count += 1;
        let label = format!("{kind}_{count}");
        self.of.insert(real.to_owned(), label.clone());
        self.real.insert(label.clone(), real.to_owned());
        label
    }

    /// The value of a name.
    pub(crate) fn real(&self, label: &str) -> Option<&str> {
        self.real.get(label).map(String::as_str)
    }

    /// A story's text with the real values in it: names, `@+2m`, `uuid-1`.
    pub(crate) fn resolve(&self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-@+".contains(c);
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            out.push_str(before);
            out.push_str(&self.resolve_word(word));
            rest = after;
        }
        out + rest
    }

    fn resolve_word(&self, word: &str) -> String {
        if let Some(real) = self.real(word) {
            return real.to_owned();
        }
        if let Some(point) = word.strip_prefix("point-").and_then(|number| number.parse::<usize>().ok()) {
            return POINTS[point - 1].to_owned();
        }
        // A leg is named by its duel.
        if let Some((duel, leg)) = word.split_once("_l")
            && let Some(real) = self.real(duel)
        {
            return format!("{real}_l{leg}");
        }
        if let Some(number) = word.strip_prefix("uuid-").and_then(|number| number.parse::<u32>().ok()) {
            return format!("00000000-0000-4000-8000-{number:012}");
        }
        if let Some(moment) = word.strip_prefix('@').and_then(moment) {
            return moment.to_string();
        }
        word.to_owned()
    }

    /// A value as a story shows it.
    pub(crate) fn redact(&mut self, json: Json) -> Json {
        self.redact_field("", json)
    }

    fn redact_field(&mut self, key: &str, json: Json) -> Json {
        match json {
            Json::Plain(word) => Json::Plain(word.parse().ok().and_then(show_moment).unwrap_or(word)),
            Json::Text(text) => Json::Text(match kind_of(key, &text) {
                Some(kind) => self.label(kind, &text),
                None => self.redact_text(&text),
            }),
            Json::List(items) => Json::List(items.into_iter().map(|item| self.redact_field(key, item)).collect()),
            Json::Object(fields) => {
                let is_referral = fields.iter().any(|(key, _)| key == "usesLeft");
                let field = |(key, value): (String, Json)| {
                    let kind = if is_referral && key == "code" { "inviteCode" } else { &key };
                    let value = self.redact_field(kind, value);
                    (key, value)
                };
                Json::Object(fields.into_iter().map(field).collect())
            }
        }
    }

    /// A text with names for its ids and hashes.
    pub(crate) fn redact_text(&mut self, text: &str) -> String {
        let mut out = text.to_owned();
        for (prefix, kind, length) in
            IDS.iter().map(|id| (*id, id.trim_end_matches('_'), 32)).chain([("gone-", "gone", 8)])
        {
            let mut from = 0;
            while let Some(found) = out[from..].find(prefix) {
                let start = from + found;
                let digits: String = out[start + prefix.len()..].chars().take(length).collect();
                from = start + prefix.len();
                if digits.len() == length && digits.chars().all(|c| c.is_ascii_hexdigit()) {
                    let real = format!("{prefix}{digits}");
                    let label = self.label(kind, &real);
                    out = out.replacen(&real, &label, 1);
                }
            }
        }
        if out.contains("epoch milliseconds") {
            out = out
                .split(' ')
                .map(|word| word.parse().ok().and_then(show_moment).unwrap_or(word.into()))
                .collect::<Vec<_>>()
                .join(" ");
        }
        out
    }
}

/// Secrets and digests are known by their keys.
fn kind_of(key: &str, text: &str) -> Option<&'static str> {
    Some(match key {
        "token" | "accessToken" | "seatToken" => "token",
        "recoveryCode" => "recovery",
        "claimToken" => "claim",
        "inviteCode" => "invite",
        "seed" if text.len() == 64 => "seed",
        "seedCommit" | "seedHash" => "commit",
        "digest" => "digest",
        "state" if text.len() == 43 => "state",
        _ => return None,
    })
}

/// A time near the story's as the difference from its start.
fn show_moment(number: u64) -> Option<String> {
    const YEAR_MS: u64 = 366 * 86_400_000;
    let near = (START - YEAR_MS..START + 2 * YEAR_MS).contains(&number);
    near.then(|| {
        if number < START {
            format!("@-{}", show_span(START - number))
        } else {
            format!("@+{}", show_span(number - START))
        }
    })
}

/// `1d2h3m4s5ms`, without its zeros.
pub(crate) fn show_span(ms: u64) -> String {
    let mut rest = ms;
    let mut out = String::new();
    for (unit, length) in UNITS {
        if rest >= length {
            out += &format!("{}{unit}", rest / length);
            rest %= length;
        }
    }
    if out.is_empty() { "0".into() } else { out }
}

const UNITS: [(&str, u64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// Milliseconds of `48h` or `1m30s`.
pub(crate) fn span(text: &str) -> Option<u64> {
    let mut ms = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..digits].parse().ok()?;
        let unit_end = rest[digits..].find(|c: char| c.is_ascii_digit()).map_or(rest.len(), |at| digits + at);
        let unit = &rest[digits..unit_end];
        let length = if unit.is_empty() && number == 0 { 1 } else { UNITS.iter().find(|(name, _)| *name == unit)?.1 };
        ms += number * length;
        rest = &rest[unit_end..];
    }
    (!text.is_empty()).then_some(ms)
}

fn moment(text: &str) -> Option<u64> {
    match text.split_at_checked(1)? {
        ("+", after) => Some(START + span(after)?),
        ("-", before) => Some(START - span(before)?),
        _ => None,
    }
}
