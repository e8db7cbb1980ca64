//! Steps of a story as text, one a line.

use super::step::StoryStep;
use serde_json::{Map, Value};

impl StoryStep {
    /// The line: `17 +250 ada act table=9 pick=2 ...`.
    pub fn to_line(&self) -> String {
        let what = words(&serde_json::to_value(&self.op).expect("steps are plain data"));
        format!("{} +{} {} {what}", self.n, self.after_ms, self.who)
    }

    /// The step of a line.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let mut parts = line.splitn(4, ' ');
        let mut next = || parts.next().ok_or_else(|| format!("a line has four parts: `{line}`"));
        let n = next()?.parse().map_err(|_| format!("a line begins with its number: `{line}`"))?;
        let after = next()?.strip_prefix('+').and_then(|ms| ms.parse().ok());
        let after_ms = after.ok_or_else(|| format!("after the number comes +milliseconds: `{line}`"))?;
        let who = next()?.to_owned();
        let op = serde_json::from_value(from_words(next()?)).map_err(|error| format!("{error}: `{line}`"))?;
        Ok(Self { n, after_ms, who, op })
    }
}

/// An externally tagged enum as words: `act table=9 pick=2`.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::Object(tagged) => tagged.iter().map(|(name, fields)| format!("{name}{}", fields_of(fields))).collect(),
        Value::String(name) => name.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}

fn fields_of(fields: &Value) -> String {
    let Value::Object(fields) = fields else { return String::new() };
    fields
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| format!(" {name}={}", word(value)))
        .collect()
}

fn word(value: &Value) -> String {
    match value.as_str() {
        Some(text) if is_plain(text) => text.to_owned(),
        Some(_) | None => value.to_string(),
    }
}

/// Whether a text stands for itself: nothing in it that would end it or make it something else.
fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '/';
    !text.is_empty() && text.chars().all(plain) && serde_json::from_str::<Value>(text).is_err()
}

pub(crate) fn from_words(line: &str) -> Value {
    let Some((name, rest)) = line.split_once(' ') else { return Value::String(line.to_owned()) };
    let mut fields = Map::new();
    let mut rest = rest;
    while let Some((field, after)) = rest.split_once('=') {
        let (value, left) = value_of(after);
        fields.insert(field.trim().to_owned(), value);
        rest = left;
    }
    Value::Object(Map::from_iter([(name.to_owned(), Value::Object(fields))]))
}

/// The value that a text begins with, and the rest.
fn value_of(text: &str) -> (Value, &str) {
    if text.starts_with('"') {
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        if let Some(Ok(value)) = stream.next() {
            return (value, text[stream.byte_offset()..].trim_start());
        }
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_owned())), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inner::step::{CrashPoint, Op};

    #[test]
    fn a_step_reads_back_from_its_line() {
        let steps = [
            Op::Round,
            Op::Crash { at: CrashPoint::Writing, luck: u64::MAX, kill: false },
            Op::Clock { ms: -5 },
            Op::Say { table: 3, text: "two words = \"quoted\"".into() },
            Op::EditProfile { bio: Some("12".into()), avatar: None, show: Some(true) },
            Op::Join { invite: 1, handle: "ada".into() },
        ];
        for (n, op) in (0..).zip(steps) {
            let step = StoryStep { n, after_ms: 250, who: "ada/old".into(), op };
            assert_eq!(StoryStep::from_line(&step.to_line()), Ok(step));
        }
    }
}
