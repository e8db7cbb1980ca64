//! The difference between an expected and an actual text.

use serde_json::Value;

/// Characters that are shown of the beginning and around the first difference.
const AROUND: usize = 40;
const AFTER: usize = 160;

/// Two lines, `- expected` and `+ actual`, shortened to their beginning and the first difference.
pub(crate) fn difference(expected: &str, reported: &str) -> String {
    let same = expected.chars().zip(reported.chars()).take_while(|(a, b)| a == b).count();
    format!("- {}\n+ {}", around(expected, same), around(reported, same))
}

/// Maximum number of fields in a difference.
const NAMED: usize = 12;

/// The facts that an answer reports wrongly, expected (`-`) and actual (`+`). Facts that the answer does not have are
/// ignored. Null means no facts.
pub(crate) fn fields(facts: &Value, reported: &Value) -> String {
    let mut lines = Vec::new();
    if !facts.is_null() {
        walk(String::new(), facts, reported, &mut lines);
    }
    lines.truncate(NAMED);
    lines.join("\n")
}

fn walk(path: String, facts: &Value, reported: &Value, lines: &mut Vec<String>) {
    match (facts, reported) {
        (Value::Object(facts), Value::Object(reported)) => {
            for (name, fact) in facts {
                if let Some(reported) = reported.get(name) {
                    walk(format!("{path}.{name}"), fact, reported, lines);
                }
            }
        }
        (Value::Array(facts), Value::Array(reported)) if facts.len() == reported.len() => {
            for (at, (fact, reported)) in facts.iter().zip(reported).enumerate() {
                walk(format!("{path}[{at}]"), fact, reported, lines);
            }
        }
        (fact, reported) if fact == reported => {}
        (fact, reported) => lines.push(format!("{path}:\n{}", difference(&fact.to_string(), &reported.to_string()))),
    }
}

fn around(text: &str, at: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    let from = at.saturating_sub(AROUND);
    let until = (at + AFTER).min(all.len());
    let part = |from: usize, until: usize| all[from.min(until)..until].iter().collect::<String>();
    let head = if from <= 2 * AROUND { part(0, from) } else { part(0, 2 * AROUND) + " … " };
    let tail = if until < all.len() { " …" } else { "" };
    format!("{head}{}{tail}", part(from, until))
}
