//! The invalid fields of a request, by the OpenAPI document and by the rules that it states only in prose.

use super::{Field, Fields, LARGEST, fields_of, is_listed};
use serde_json::Value;
use turnstone_api::cursor::{Cursor, MemberCursor};
use turnstone_api::invalid::Place;

/// Texts that are trimmed before they are checked.
pub(super) const TRIMMED: [&str; 6] = ["handle", "confirmHandle", "body", "name", "prompt", "invited"];
/// Texts that need not be a single line because they have rules of their own.
const OWN_RULES: [&str; 3] = ["endpoint", "p256dh", "auth"];
/// Operations whose repeated response has a credential. Their idempotency keys must not be from an example.
const SECRET_KEYS: [&str; 4] = ["join", "practice", "guest_seat", "claim_seat_grant"];
/// Operations with the name of a guest.
const GUEST_NAMES: [&str; 2] = ["practice", "guest_seat"];
/// Some UUIDs that examples have shown.
pub(super) const PUBLISHED: [&str; 2] =
    ["0D6CF4C2-5D7C-4B7E-9A42-1F1F0C8AD001", "00000000-0000-0000-0000-000000000000"];
/// Limits of the login widget: the number of values, and the characters of each.
const WIDGET: (usize, usize) = (32, 4_096);

/// All fields that break a rule: the place and the name of each.
pub(super) fn faults(operation: &str, sent: &Fields) -> Vec<(Option<Place>, String)> {
    let mut found = Vec::new();
    for Field { name, place, required, schema } in fields_of(operation) {
        let mut bad = Vec::new();
        let is_bad = match (sent.get(name), place) {
            (id, None) => !is_name(schema, id),
            (None, Some(_)) => *required,
            (Some(value), Some(Place::Parameter)) => {
                !is_parameter(schema, name, value) || name == "after" && !is_event_id(operation, value)
            }
            (Some(value), Some(Place::Body)) => {
                look(schema, name, value, &mut bad);
                let is_guest = name == "name" && GUEST_NAMES.contains(&operation);
                let is_odd = is_guest && value.as_str().is_some_and(|text| !is_guest_name(text.trim()));
                is_odd
                    || name == "clientRef"
                        && SECRET_KEYS.contains(&operation)
                        && value.as_str().is_some_and(|key| PUBLISHED.contains(&key))
            }
        };
        bad.extend(is_bad.then(|| name.clone()));
        found.extend(bad.into_iter().map(|name| (*place, name)));
    }
    if operation == "link_messenger" {
        let is_there = |name: &str| sent.get(name).is_some_and(|value| !value.is_null());
        if is_there("initData") == is_there("messengerAuth") {
            found.push((Some(Place::Body), "messengerAuth".into()));
        }
    }
    found
}

/// Whether a text is the id of an event of an operation's stream, as the service writes it.
fn is_event_id(operation: &str, value: &Value) -> bool {
    let Some(text) = value.as_str() else { return false };
    if operation == "stream_me" {
        // Its form is that of the service alone.
        return MemberCursor::parse(text).is_some();
    }
    let is_number = |text: &str| text.parse::<u64>().is_ok_and(|number| number.to_string() == text);
    let is_digest = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let parts: Vec<&str> = text.split('.').collect();
    match parts[..] {
        [messages, rest] if operation == "stream_party" => {
            let table_ids = serde_json::json!({ "pattern": "^(t_" });
            // A digest of zeros is left out.
            let (table, erased) = rest.split_once('~').unwrap_or((rest, "00000001"));
            let is_erased = is_digest(erased, 8) && erased != "00000000";
            is_number(messages) && (table == "-" || is_name(&table_ids, Some(&table.into()))) && is_erased
        }
        [events, messages, row] if operation == "stream_table" => {
            is_number(events) && (messages == "-" || is_number(messages)) && is_digest(row, 16)
        }
        _ => false,
    }
}

/// Whether a text is an id of the form that a schema requires. Any text can be a handle.
fn is_name(schema: &Value, id: Option<&Value>) -> bool {
    if schema["format"] == "date" {
        return id.and_then(Value::as_str).is_some_and(is_date);
    }
    if schema["type"] == "integer" {
        let is_number = |text: &str| text.parse().is_ok_and(|number: u64| number > 0 && number.to_string() == text);
        return id.and_then(Value::as_str).is_some_and(is_number);
    }
    let Some(pattern) = schema["pattern"].as_str() else { return true };
    let Some(id) = id.and_then(Value::as_str) else { return false };
    let is_hex = |hex: &str| hex.len() == 32 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    // The version digit. Versions 8 to 13 are legs of duels.
    let version = |hex: &str| hex.chars().nth(12).and_then(|digit| digit.to_digit(16)).unwrap_or_default();
    if !pattern.starts_with("^(t_") {
        let prefix = pattern.trim_start_matches('^').split('[').next().unwrap_or_default();
        return id.strip_prefix(prefix).is_some_and(is_hex);
    }
    let (duel, leg) = id.split_once("_l").unwrap_or((id, "1"));
    match (id.strip_prefix("t_"), duel.strip_prefix("duel_")) {
        (Some(hex), _) => is_hex(hex) && !(8..14).contains(&version(hex)),
        (None, Some(hex)) => is_hex(hex) && version(hex) == 7 && matches!(leg, "1" | "2" | "3" | "4" | "5"),
        (None, None) => false,
    }
}

/// Whether a text is a date from 1970 on, such as 2026-11-21.
fn is_date(text: &str) -> bool {
    let digits = text.bytes().enumerate().all(|(at, byte)| (at == 4 || at == 7) == (byte == b'-') && byte != b'+');
    let parts: Vec<u32> = text.split('-').filter_map(|part| part.parse().ok()).collect();
    let [year, month, day] = parts[..] else { return false };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    text.len() == 10 && digits && year >= 1970 && (1..=days).contains(&day)
}

/// Whether a parameter is valid. A number counts as its text in a query.
fn is_parameter(schema: &Value, name: &str, value: &Value) -> bool {
    let text = match value {
        Value::Number(number) => {
            number.as_f64().filter(|_| number.is_f64()).map_or_else(|| number.to_string(), |number| number.to_string())
        }
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return false,
    };
    if schema["type"] == "string" {
        return value.is_string() && is_text(schema, name, &text);
    }
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if schema["type"] == "number" {
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, "0"));
        return is_digits(whole) && is_digits(decimals) && text.parse().is_ok_and(|number| is_within(schema, number));
    }
    let is_whole = is_digits(&text) || text == "-1" && schema["minimum"] == -1;
    is_whole && text.parse().is_ok_and(|number| is_whole_within(schema, number))
}

fn is_within(schema: &Value, number: f64) -> bool {
    schema["minimum"].as_f64().is_none_or(|least| number >= least)
        && schema["maximum"].as_f64().is_none_or(|most| number <= most)
}

fn is_whole_within(schema: &Value, number: i128) -> bool {
    number.abs() <= LARGEST.into() && is_within(schema, number as f64)
}

/// Collect the paths at which a value of a body breaks its schema.
fn look(schema: &Value, path: &str, value: &Value, bad: &mut Vec<String>) {
    let choices = schema["anyOf"].as_array().map_or(&[][..], Vec::as_slice);
    let is_nullable = |schema: &Value| schema["type"] == "null" || is_listed(&schema["type"], "null");
    if value.is_null() && (is_nullable(schema) || choices.iter().any(is_nullable)) {
        return;
    }
    let schema = choices.iter().find(|choice| !is_nullable(choice)).unwrap_or(schema);
    let is = |kind: &str| schema["type"] == kind || is_listed(&schema["type"], kind);
    let name = path.rsplit('.').next().unwrap_or_default();
    let holds = match value {
        Value::String(text) => is("string") && is_text(schema, name, text),
        Value::Bool(_) => is("boolean"),
        Value::Number(number) => {
            let float = number.as_f64().unwrap_or(f64::INFINITY);
            let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
            let whole = whole.or_else(|| (float.fract() == 0.0 && float.abs() < 1e18).then_some(float as i128));
            is("number") && is_within(schema, float)
                || is("integer") && whole.is_some_and(|whole| is_whole_within(schema, whole))
        }
        Value::Object(fields) => {
            for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
                let path = format!("{path}.{name}");
                if let Some(value) = fields.get(name) {
                    look(schema, &path, value, bad);
                } else {
                    bad.push(path);
                }
            }
            if name == "messengerAuth" {
                let fits = |value: &Value| value.as_str().is_some_and(|text| text.chars().count() <= WIDGET.1);
                // A value that is not text is reported by its own path.
                bad.extend(
                    fields.iter().filter(|(_, value)| !value.is_string()).map(|(name, _)| format!("{path}.{name}")),
                );
                is("object") && fields.len() <= WIDGET.0 && fields.values().all(fits)
            } else {
                is("object")
            }
        }
        Value::Null | Value::Array(_) => false,
    };
    if !holds {
        bad.push(path.to_owned());
    }
}

fn is_text(schema: &Value, name: &str, text: &str) -> bool {
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().any(|word| word == text);
    }
    if schema["format"] == "uuid" {
        return is_uuid(text);
    }
    let text = if TRIMMED.contains(&name) { text.trim() } else { text };
    let (length, bound) = (text.chars().count() as u64, |name: &str| schema[name].as_u64());
    let fits =
        bound("minLength").is_none_or(|least| length >= least) && bound("maxLength").is_none_or(|most| length <= most);
    let own = match name {
        "prompt" => !text.contains(|letter: char| letter.is_control() && !"\n\r\t".contains(letter)),
        "avatarUrl" => is_picture(text),
        "endpoint" => is_uri(text),
        _ => OWN_RULES.contains(&name) || is_line(text),
    };
    fits && own
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_hex = |part: &&str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]) && parts.iter().all(is_hex)
}

/// A line has no line break, no change of direction, and at least one visible character unless it is empty.
fn is_line(text: &str) -> bool {
    let turns = |letter: char| matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let hides = |letter: char| {
        let ignorable = matches!(letter, '\u{ad}' | '\u{115f}'..='\u{1160}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}');
        letter.is_whitespace() || ignorable
    };
    let shows = text.is_empty() || !text.chars().all(hides);
    shows && !text.chars().any(|letter| letter.is_control() || turns(letter))
}

/// Whether a guest can have a name, as far as the generated texts need: letters, digits, single spaces, `-` and `'`.
fn is_guest_name(text: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() && letter != '\u{3164}' || " -'".contains(letter);
    (1..=20).contains(&text.chars().count()) && text.chars().all(is_of_name) && !text.contains("  ")
}

/// Whether a text is a URI, as far as the generated texts need.
fn is_uri(text: &str) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A picture has a public host and no password.
fn is_picture(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").filter(|_| is_uri(text)) else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let last = authority.rsplit_once('.').map_or("", |(_, last)| last);
    let is_own =
        matches!(last, "" | "localhost" | "local" | "internal") || last.bytes().all(|byte| byte.is_ascii_digit());
    !authority.contains('@') && !is_own
}
