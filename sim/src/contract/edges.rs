//! Values at the edges of a field: minimum, maximum, one beyond, blank, decimal, another type, missing.

use super::faults::PUBLISHED;
use super::{Field, Fields, LARGEST, fields_of};
use crate::rng::Rng;
use serde_json::{Value, json};
use turnstone_api::invalid::Place;

/// Texts that some field must reject.
const TEXTS: [&str; 17] = [
    "",
    " ",
    "\t\n",
    "  padded  ",
    "two\nlines",
    "a bell\u{7}",
    "turned\u{202e}",
    "an arabic mark\u{61c}",
    "a mark\u{200e}",
    "another mark\u{200f}",
    "\u{2066}isolated\u{2069}",
    "two\u{2028}lines",
    "\u{3164}",
    "\u{2800}\u{ad}",
    "\u{200b}",
    "\u{3000}",
    "null",
];
/// Ids of events of streams, and texts that are almost one.
const EVENTS: [&str; 8] = [
    "0.-.0000000000000007",
    "00.-.0000000000000007",
    "+1.-.0000000000000007",
    "1.01.0000000000000007",
    "1.-.7",
    "1.-.000000000000000A",
    "1.-",
    "01.-",
];
const NUMBERS: [&str; 8] = ["", "1.0", "1e1", "+1", "-1", "0x1", " 1", "00"];
const UUIDS: [&str; 6] = [
    "3f0c5a52-1c0e-4b57-8d5e-6a1f2f9be001",
    "3F0C5A52-1C0E-4B57-8D5E-6A1F2F9BE001",
    PUBLISHED[0],
    PUBLISHED[1],
    "0d6cf4c25d7c4b7e9a421f1f0c8ad001",
    "0d6cf4c2-5d7c-4b7e-9a42-1f1f0c8ad00g",
];
const URIS: [&str; 8] = [
    "https://pictures.example/b.png",
    "http://pictures.example/b.png",
    "https://ada@pictures.example/b.png",
    "https://localhost/b.png",
    "https://printer.local/b.png",
    "https://10.1.2.3/b.png",
    "https://pictures.example/b c.png",
    "pictures.example",
];
const IDS: [&str; 6] = [
    "",
    "x",
    "t_018bcfe568007b3ab7e1a04c4d1f2a9",
    "t_018BCFE568007B3AB7E1A04C4D1F2A90",
    "duel_018bcfe568007b3ab7e1a04c4d1f2a90_l6",
    "t_018bcfe568008b3ab7e1a04c4d1f2a90",
];
/// The most wide letters of a text. Each is twelve bytes of an address.
const MOST_WIDE: u64 = 4_096;

/// The request with one field at an edge of its range, or with an unknown field.
pub(crate) fn edge(operation: &str, mut fields: Fields, rng: &mut Rng) -> Option<Fields> {
    let field = rng.pick(fields_of(operation))?;
    if rng.percent(4) {
        fields.insert("unknown".into(), json!({ "to": ["all", null] }));
        return Some(fields);
    }
    if rng.percent(8) {
        fields.remove(&field.name);
        return Some(fields);
    }
    let value = value(field, fields.get(&field.name), rng);
    fields.insert(field.name.clone(), value);
    Some(fields)
}

fn value(field: &Field, now: Option<&Value>, rng: &mut Rng) -> Value {
    if field.place.is_none() {
        return if field.schema["pattern"].is_string() { rng.one(&IDS).into() } else { text(&field.schema, rng) };
    }
    if field.name == "after" && rng.percent(70) {
        return rng.one(&EVENTS).into();
    }
    if field.name == "messengerAuth" {
        return auth(rng);
    }
    let value = of_schema(&field.schema, now, rng);
    // Parameters are sent as text.
    let is_text = field.place == Some(Place::Parameter) && !value.is_string() && rng.percent(50);
    if is_text { value.to_string().into() } else { value }
}

fn of_schema(schema: &Value, now: Option<&Value>, rng: &mut Rng) -> Value {
    if rng.percent(15) {
        let others = [json!(null), json!(7), json!("7"), json!(true), json!([]), json!([1]), json!({})];
        return rng.pick(&others).cloned().unwrap_or_default();
    }
    let choices = schema["anyOf"].as_array().and_then(|all| all.iter().find(|one| one["type"] != "null"));
    let schema = choices.unwrap_or(schema);
    let kind = schema["type"].get(0).unwrap_or(&schema["type"]).as_str();
    match (kind, &schema["properties"]) {
        (Some("object"), Value::Object(properties)) => {
            let mut fields = now.and_then(Value::as_object).cloned().unwrap_or_default();
            let all: Vec<(&String, &Value)> = properties.iter().collect();
            if let Some((name, schema)) = rng.pick(&all) {
                let value = of_schema(schema, fields.get(*name), rng);
                if rng.percent(10) {
                    fields.remove(*name)
                } else {
                    fields.insert((*name).clone(), value)
                };
            }
            Value::Object(fields)
        }
        (Some("object"), _) => json!({ "type": "never" }),
        (Some("boolean"), _) => rng.percent(50).into(),
        (Some("integer" | "number"), _) => number(schema, rng),
        _ => text(schema, rng),
    }
}

fn number(schema: &Value, rng: &mut Rng) -> Value {
    let bounds = [&schema["minimum"], &schema["maximum"]].into_iter().filter_map(Value::as_i64);
    let bounds: Vec<i64> = bounds.flat_map(|bound| [bound, bound - 1, bound, bound + 1]).collect();
    match rng.below(10) {
        0 => json!(10.0),
        1 => json!(1.5),
        2 => rng.one(&[LARGEST, LARGEST + 1, u64::MAX]).into(),
        3 => rng.one(&NUMBERS).into(),
        4 => rng.one(&[json!(0.007), json!(0.5), json!(50.0001), json!(1e300)].each_ref()).clone(),
        _ => rng.pick(&bounds).copied().unwrap_or(-1).into(),
    }
}

/// A text. A long one is a symbol.
fn text(schema: &Value, rng: &mut Rng) -> Value {
    if let Some(words) = schema["enum"].as_array().filter(|_| rng.percent(70)) {
        let word = rng.pick(words).and_then(Value::as_str).unwrap_or_default();
        return rng.one(&[word, word, "other", &word.to_uppercase(), &format!(" {word}")]).into();
    }
    match schema["format"].as_str() {
        Some("uuid") if rng.percent(60) => return rng.one(&UUIDS).into(),
        Some("uri") if rng.percent(60) => return rng.one(&URIS).into(),
        Some(_) | None => {}
    }
    let bounds = [&schema["minLength"], &schema["maxLength"]].into_iter().filter_map(Value::as_u64);
    let bounds: Vec<u64> = bounds.flat_map(|bound| [bound, bound.saturating_sub(1), bound, bound + 1]).collect();
    match rng.pick(&bounds).filter(|_| rng.percent(70)) {
        Some(length) => {
            let letters = rng.one(&["text", "wide"]);
            // More wide letters do not fit the first line of a request.
            let letters = if *length > MOST_WIDE { "text" } else { letters };
            format!("${letters}:{length}").into()
        }
        None => rng.one(&TEXTS).into(),
    }
}

/// A value of the login widget that has too many fields or other types.
fn auth(rng: &mut Rng) -> Value {
    match rng.below(4) {
        0 => (0..33).map(|n| (format!("field{n}"), Value::from("x"))).collect::<Fields>().into(),
        1 => json!({ "id": "$text:4097" }),
        2 => json!({ "id": 7 }),
        _ => Value::Null,
    }
}
