//! The first difference between two JSON values.

use serde_json::Value;

/// Where and how `shown` differs from `law`. A field without a value may be null or absent.
pub(crate) fn between(law: &Value, shown: &Value) -> Option<String> {
    let (path, difference) = at(law, shown)?;
    let path: String = path.iter().rev().map(|part| format!("/{part}")).collect();
    Some(format!("{} is {difference}", if path.is_empty() { "it" } else { &path }))
}

/// The path to the difference, its last part first, and its text. It is built only if there is a difference.
fn at(law: &Value, shown: &Value) -> Option<(Vec<String>, String)> {
    match (law, shown) {
        (Value::Object(expected), Value::Object(seen)) => {
            let absent = &Value::Null;
            let more =
                seen.iter().filter(|(key, _)| !expected.contains_key(*key)).map(|(key, value)| (key, absent, value));
            let own = expected.iter().map(|(key, value)| (key, value, seen.get(key).unwrap_or(absent)));
            own.chain(more).find_map(|(key, law, shown)| within(at(law, shown), key))
        }
        (Value::Array(expected), Value::Array(seen)) if expected.len() == seen.len() => {
            expected.iter().zip(seen).enumerate().find_map(|(place, (law, shown))| within(at(law, shown), place))
        }
        _ if law == shown => None,
        _ => Some((Vec::new(), format!("{shown} where the law says {law}"))),
    }
}

fn within(found: Option<(Vec<String>, String)>, part: impl ToString) -> Option<(Vec<String>, String)> {
    let (mut path, difference) = found?;
    path.push(part.to_string());
    Some((path, difference))
}
