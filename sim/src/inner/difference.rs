//! What was expected and what was told, as a difference.

use serde_json::Value;
use std::collections::BTreeSet;

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

/// The fields in which two answers differ, a line with `- expected` and `+ told` for each; empty if they are the same. Fields
/// that are left out are named by their path, with `[]` for any row: what is there is not compared, whether it is there is.
pub(crate) fn fields(expected: &Value, told: &Value, left_out: &[&str]) -> String {
    let mut lines = Vec::new();
    walk(String::new(), expected, told, left_out, &mut lines);
    let more = lines.len().saturating_sub(NAMED);
    lines.truncate(NAMED);
    if more > 0 {
        lines.push(format!("and {more} fields more"));
    }
    lines.join("\n")
}

fn walk(path: String, expected: &Value, told: &Value, left_out: &[&str], lines: &mut Vec<String>) {
    match (expected, told) {
        (Value::Object(wanted), Value::Object(given)) => {
            for name in wanted.keys().chain(given.keys()).collect::<BTreeSet<_>>() {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match (wanted.get(name), given.get(name)) {
                    (Some(wanted), Some(given)) => walk(path, wanted, given, left_out, lines),
                    (wanted, given) => lines.push(line(&path, wanted, given)),
                }
            }
        }
        (Value::Array(wanted), Value::Array(given)) if wanted.len() == given.len() => {
            for (at, (wanted, given)) in wanted.iter().zip(given).enumerate() {
                walk(format!("{path}[{at}]"), wanted, given, left_out, lines);
            }
        }
        (wanted, given) if wanted == given || left_out.contains(&without_places(&path).as_str()) => {}
        (wanted, given) => lines.push(line(&path, Some(wanted), Some(given))),
    }
}

/// A path with `[]` for any row.
fn without_places(path: &str) -> String {
    path.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect::<Vec<_>>().join("[]")
}

fn line(path: &str, expected: Option<&Value>, told: Option<&Value>) -> String {
    let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    format!("{path}:\n{}", difference(&text(expected), &text(told)))
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
    fn answers_that_differ_are_told_field_by_field() {
        let one = json!({ "id": 1, "code": "x", "rows": [{ "name": "ada", "net": 3 }, { "name": "bob", "net": 0 }] });
        let mut other = one.clone();
        assert_eq!(fields(&one, &other, &[]), "");
        other["rows"][1]["net"] = json!(4);
        other["code"] = json!("y");
        assert_eq!(fields(&one, &other, &[]), "code:\n- \"x\"\n+ \"y\"\nrows[1].net:\n- 0\n+ 4");
        assert_eq!(fields(&one, &other, &["code", "rows[].net"]), "");
        other["rows"][0] = json!({ "name": "ada" });
        assert_eq!(fields(&one, &other, &["code", "rows[].net"]), "rows[0].net:\n- 3\n+ nothing");
        assert!(fields(&one, &json!({ "id": 1, "code": "x", "rows": [] }), &[]).starts_with("rows:\n- [{"));
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
