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

/// The facts that an answer tells otherwise, a line with `- expected` and `+ told` for each; empty if there are none.
/// Facts that are not told are none of them, unless `all` are to be.
pub(crate) fn fields(facts: &Value, reported: &Value, all: bool) -> String {
    let mut lines = Vec::new();
    walk(String::new(), facts, reported, all, &mut lines);
    let more = lines.len().saturating_sub(NAMED);
    lines.truncate(NAMED);
    if more > 0 {
        lines.push(format!("and {more} fields more"));
    }
    lines.join("\n")
}

fn walk(path: String, facts: &Value, reported: &Value, all: bool, lines: &mut Vec<String>) {
    match (facts, reported) {
        (Value::Object(facts), Value::Object(reported)) => {
            for (name, fact) in facts {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match reported.get(name) {
                    Some(reported) => walk(path, fact, reported, all, lines),
                    None if all && !fact.is_null() => lines.push(line(&path, Some(fact), None)),
                    None => {}
                }
            }
        }
        (Value::Array(facts), Value::Array(reported)) if facts.len() == reported.len() => {
            for (at, (fact, reported)) in facts.iter().zip(reported).enumerate() {
                walk(format!("{path}[{at}]"), fact, reported, all, lines);
            }
        }
        (fact, reported) if fact == reported => {}
        (fact, reported) => lines.push(line(&path, Some(fact), Some(reported))),
    }
}

fn line(path: &str, expected: Option<&Value>, reported: Option<&Value>) -> String {
    let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    format!("{path}:\n{}", difference(&text(expected), &text(reported)))
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

#[cfg(test)]
mod tests {
    use super::{difference, fields};
    use serde_json::json;

    #[test]
    fn answers_that_differ_are_reported_field_by_field() {
        let facts = json!({ "id": 1, "code": "x", "rows": [{ "name": "ada", "net": 3 }, { "name": "bob", "net": 0 }] });
        let mut reported = facts.clone();
        assert_eq!(fields(&facts, &reported, true), "");
        reported["rows"][1]["net"] = json!(4);
        reported["other"] = json!("y");
        assert_eq!(fields(&facts, &reported, true), "rows[1].net:\n- 0\n+ 4");
        reported["rows"][1] = json!({ "name": "bob" });
        assert_eq!(fields(&facts, &reported, false), "");
        assert_eq!(fields(&facts, &reported, true), "rows[1].net:\n- 0\n+ nothing");
        assert!(fields(&facts, &json!({ "id": 1, "rows": [] }), false).starts_with("rows:\n- [{"));
    }

    #[test]
    fn a_difference_shows_what_it_is_about_and_where_it_is() {
        let (one, other) = (format!("(acc_1, {}7)", "x".repeat(500)), format!("(acc_1, {}8)", "x".repeat(500)));
        let shown = difference(&one, &other);
        assert!(shown.starts_with("- (acc_1, xxx") && shown.contains(" … "), "{shown}");
        assert!(shown.lines().next().unwrap().ends_with("x7)") && shown.ends_with("x8)"), "{shown}");
        assert_eq!(difference("ada has 3", "ada has 4"), "- ada has 3\n+ ada has 4");
        assert_eq!(difference("-", "more"), "- -\n+ more");
    }
}
