//! What was expected and what was told, as a difference.

use crate::prelude::*;

/// Characters that are shown before the place where two texts part, of their beginning, and after it.
const AROUND: usize = 40;
const AFTER: usize = 160;

/// Two lines, `- expected` and `+ told`, cut to their beginning and to where they part.
pub(crate) fn difference(expected: &str, told: &str) -> String {
    let same = expected.chars().zip(told.chars()).take_while(|(a, b)| a == b).count();
    format!("- {}\n+ {}", around(expected, same), around(told, same))
}

/// Fields that are named in one difference at most.
const NAMED: usize = 12;

/// The facts that an answer gets wrong, expected (`-`) and as answered (`+`); empty if there are none, as for
/// facts that it does not have. Null stands for no facts.
pub(crate) fn fields(facts: &Value, told: &Value) -> String {
    let mut lines = Vec::new();
    if !facts.is_null() {
        walk(String::new(), facts, told, &mut lines);
    }
    lines.truncate(NAMED);
    lines.join("\n")
}

fn walk(path: String, facts: &Value, told: &Value, lines: &mut Vec<String>) {
    match (facts, told) {
        (Value::Object(facts), Value::Object(told)) => {
            for (name, fact) in facts {
                if let Some(told) = told.get(name) {
                    walk(format!("{path}.{name}"), fact, told, lines);
                }
            }
        }
        (Value::Array(facts), Value::Array(told)) if facts.len() == told.len() => {
            for (at, (fact, told)) in facts.iter().zip(told).enumerate() {
                walk(format!("{path}[{at}]"), fact, told, lines);
            }
        }
        (fact, told) if fact == told => {}
        (fact, told) => lines.push(format!("{path}:\n{}", difference(&fact.to_string(), &told.to_string()))),
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
