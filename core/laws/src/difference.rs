//! The first place where two JSON values differ.

use serde_json::Value;

/// Where and how `shown` is not what `law` says. A field without a value may be null or absent.
pub(crate) fn between(law: &Value, shown: &Value) -> Option<String> {
    at("", law, shown)
}

fn at(path: &str, law: &Value, shown: &Value) -> Option<String> {
    match (law, shown) {
        (Value::Object(expected), Value::Object(seen)) => {
            let absent = &Value::Null;
            let more =
                seen.iter().filter(|(key, _)| !expected.contains_key(*key)).map(|(key, value)| (key, absent, value));
            let own = expected.iter().map(|(key, value)| (key, value, seen.get(key).unwrap_or(absent)));
            own.chain(more).find_map(|(key, law, shown)| at(&format!("{path}/{key}"), law, shown))
        }
        (Value::Array(expected), Value::Array(seen)) if expected.len() == seen.len() => expected
            .iter()
            .zip(seen)
            .enumerate()
            .find_map(|(place, (law, shown))| at(&format!("{path}/{place}"), law, shown)),
        _ if law == shown => None,
        _ => Some(format!("{} is {shown} where the law says {law}", if path.is_empty() { "it" } else { path })),
    }
}
