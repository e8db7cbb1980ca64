//! What was expected and what was told, as a difference.

use crate::prelude::*;

/// Characters that are shown before the place where two texts part, of their beginning, and after it.
const AROUND: usize = 40;
const AFTER: usize = 160;

/// Two lines, `- expected` and `+ told`, cut to their beginning and to where they part.
pub(crate) fn difference(expected: &str, reported: &str) -> String {
    let same = expected.chars().zip(reported.chars()).take_while(|(a, b)| a == b).count();
    format!("- {}\n+ {}", around(expected, same), around(reported, same))
}

/// Fields that are named in one difference at most.
const NAMED: usize = 12;

/// The facts that an answer gets wrong, expected (`-`) and as answered (`+`); empty if there are none, as for
/// facts that it does not have. Null stands for no facts.
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
