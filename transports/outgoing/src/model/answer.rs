//! Interprets a model's answer. Models wrap the requested number in reasoning, fences, objects and text. An answer with
//! only one interpretation is accepted; everything else is an error that the second question names.

use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;

/// An answer's text, without its reasoning.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct AnswerText(pub(crate) String);

/// Why an answer is not a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerError {
    /// It has no number.
    NoNumber,
    /// Its numbers are out of range.
    OutOfRange { actions: usize },
    /// It has several numbers.
    Several,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber => out.write_str("Your answer has no number in it."),
            Self::OutOfRange { actions } => {
                write!(out, "No legal action has the number that you gave: they go from 1 to {actions}.")
            }
            Self::Several => out.write_str("Your answer has several numbers in it."),
        }
    }
}

/// The parsed body of a response.
pub(crate) struct ReadAnswer {
    /// Empty if the body is not JSON, or has no text.
    pub(crate) said: AnswerText,
    /// The tokens of the question, if the response reports them.
    pub(crate) prompt_tokens: u64,
    /// The tokens of the answer, if the response reports them.
    pub(crate) completion_tokens: u64,
}

/// The text of a response's body, and the tokens that it reports.
pub(crate) fn parse(body: &[u8]) -> ReadAnswer {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let content = body.pointer("/choices/0/message/content").unwrap_or(&Value::Null);
    let tokens = |name: &str| body.pointer(name).and_then(Value::as_u64).unwrap_or_default();
    ReadAnswer {
        said: AnswerText(without_reasoning(&text(content))),
        prompt_tokens: tokens("/usage/prompt_tokens"),
        completion_tokens: tokens("/usage/completion_tokens"),
    }
}

/// A content is a text, or a list of parts that have one.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(parts) => parts.iter().map(part).collect(),
        Value::Null | Value::Bool(_) | Value::Object(_) => String::new(),
    }
}

fn part(part: &Value) -> &str {
    let is_text = part.get("type").is_none_or(|kind| kind == "text" || kind == "output_text");
    part.as_str().or_else(|| part.get("text").filter(|_| is_text)?.as_str()).unwrap_or_default()
}

/// The text after the last end of reasoning, and before reasoning without an end.
fn without_reasoning(text: &str) -> String {
    const MARKS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];
    let behind = |text: &str, end: &str| text.rfind(end).map_or(0, |at| at + end.len());
    let from = MARKS.iter().map(|(_, end)| behind(text, end)).max().unwrap_or_default();
    let text = &text[from..];
    let until = MARKS.iter().filter_map(|(begin, _)| text.find(begin)).min().unwrap_or(text.len());
    text[..until].trim().to_owned()
}

/// The index in the list that an answer chooses: its number, from 1, minus one.
pub(crate) fn choice(said: &AnswerText, actions: usize) -> Result<u16, AnswerError> {
    let text = said.0.as_str();
    let mut fault = AnswerError::NoNumber;
    // An answer with reasoning has the result at the end, or in a block.
    for part in [block(text), last_line(text), Some(text)].into_iter().flatten() {
        let numbers = numbers(part);
        let mut legal = numbers.iter().filter(|number| (1..=actions as u64).contains(number));
        match (legal.next(), legal.next()) {
            (Some(number), None) => return u16::try_from(number - 1).map_err(|_| AnswerError::OutOfRange { actions }),
            (Some(_), Some(_)) => fault = AnswerError::Several,
            (None, _) if numbers.is_empty() => {}
            (None, _) => fault = AnswerError::OutOfRange { actions },
        }
    }
    Err(fault)
}

/// The content of the last fenced block.
fn block(text: &str) -> Option<&str> {
    let (before, _) = text.rsplit_once("```")?;
    let (_, block) = before.rsplit_once("```")?;
    // The first line may name a language.
    Some(block.split_once('\n').map_or(block, |(first, rest)| if first.contains(['{', '[']) { block } else { rest }))
}

fn last_line(text: &str) -> Option<&str> {
    text.lines().rev().map(str::trim).find(|line| !line.is_empty())
}

/// The different whole numbers of a text: those of an object's fields if it is an object with numbers, otherwise all
/// separate ones.
fn numbers(text: &str) -> BTreeSet<u64> {
    let object: Map<String, Value> = serde_json::from_str(text.trim()).unwrap_or_default();
    let fields: BTreeSet<u64> = object.values().filter_map(whole).collect();
    if fields.is_empty() { standing_alone(text) } else { fields }
}

fn whole(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Runs of digits that are not part of a word, of a decimal fraction, or of a negative number.
fn standing_alone(text: &str) -> BTreeSet<u64> {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    let mut found = BTreeSet::new();
    let mut rest = text;
    let mut before = None;
    while let Some(start) = rest.find(|char: char| char.is_ascii_digit()) {
        before = rest[..start].chars().next_back().or(before);
        let digits = &rest[start..];
        let end = digits.find(|char: char| !char.is_ascii_digit()).unwrap_or(digits.len());
        let (number, after) = digits.split_at(end);
        let mut following = after.chars();
        let (next, then) = (following.next(), following.next());
        let has_fraction = matches!(next, Some('.' | ',')) && then.is_some_and(|char| char.is_ascii_digit());
        let is_fraction = matches!(before, Some('.' | ',')) && rest[..start].len() == 1;
        let is_word = before.is_some_and(is_part) || next.is_some_and(is_part);
        if !(has_fraction || is_fraction || is_word || before == Some('-')) {
            // A number too large for this type is out of any range.
            found.insert(number.parse().unwrap_or(u64::MAX));
        }
        before = number.chars().next_back();
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn chosen(content: &Value, actions: usize) -> Result<u16, AnswerError> {
        let body = json!({ "choices": [{ "message": { "role": "assistant", "content": content } }] });
        choice(&parse(body.to_string().as_bytes()).said, actions)
    }

    #[test]
    fn finds_the_number_in_a_wrapped_answer() {
        let third = [
            json!("3"),
            json!(" 3\n"),
            json!(3),
            json!("3."),
            json!("**3**"),
            json!("\"3\""),
            json!("#3"),
            json!("(3)"),
            json!("Action 3"),
            json!("I choose action 3."),
            json!("3. Raise to 400"),
            json!("\\boxed{3}"),
            json!("{\"action\": 3}"),
            json!("{\"action\": \"3\", \"confidence\": 0.9}"),
            json!("{\"why\": \"2 loses to 4\", \"answer\": 3}"),
            json!("{\"choice\": {\"number\": 3}}"),
            json!("{\"action\": \"Action 3\"}"),
            json!("[3]"),
            json!("<answer>3</answer>"),
            json!("```\n3\n```"),
            json!("```json\n{\"number\": 3}\n```"),
            json!("```json {\"number\": 3} ```"),
            json!("Of 1 and 2 neither is good.\n\n```\n3\n```\nThat is all: neither 1 nor 2."),
            json!("1 is bad, 2 is worse.\n\nAnswer: 3\n"),
            json!("<think>1 or 2? Perhaps 2.</think>3"),
            json!("<think>1</think> no: <think>2</think>\n\n3"),
            json!("1 or 2? Perhaps 2.\n</think>\n\n3"),
            json!("<thinking>2</thinking>3"),
            json!("3\n<think>or 2"),
            json!([{ "type": "text", "text": "3" }]),
            json!([{ "type": "reasoning", "text": "2" }, { "type": "text", "text": "3" }]),
            json!(["Action ", "3"]),
            json!("3 (not B2, not 2.5, not -2, not 1,5)"),
        ];
        for content in third {
            assert_eq!(chosen(&content, 5), Ok(2), "{content}");
        }
    }

    #[test]
    fn rejects_ambiguous_answers_with_the_reason() {
        let range = AnswerError::OutOfRange { actions: 5 };
        let faults = [
            (json!(null), AnswerError::NoNumber),
            (json!(""), AnswerError::NoNumber),
            (json!(" \n"), AnswerError::NoNumber),
            (json!([]), AnswerError::NoNumber),
            (json!({}), AnswerError::NoNumber),
            (json!(true), AnswerError::NoNumber),
            (json!([null, 5, { "text": 3 }]), AnswerError::NoNumber),
            (json!("three"), AnswerError::NoNumber),
            (json!("{\"action\": null}"), AnswerError::NoNumber),
            (json!("<think>3"), AnswerError::NoNumber),
            (json!("<think>3</think>"), AnswerError::NoNumber),
            (json!("B2"), AnswerError::NoNumber),
            (json!("2.5"), AnswerError::NoNumber),
            (json!("-2"), AnswerError::NoNumber),
            (json!("0"), range),
            (json!("6"), range),
            (json!(6), range),
            (json!("99999999999999999999999999"), range),
            (json!("{\"action\": 6}"), range),
            (json!("2 or 3"), AnswerError::Several),
            (json!("{\"first\": 2, \"second\": 3}"), AnswerError::Several),
        ];
        for (content, fault) in faults {
            assert_eq!(chosen(&content, 5), Err(fault), "{content}");
        }
        assert_eq!(range.to_string(), "No legal action has the number that you gave: they go from 1 to 5.");
    }

    #[test]
    fn body_without_text_has_no_choice() {
        let bodies: [&[u8]; 9] = [
            b"",
            b"3",
            b"[]",
            b"{}",
            br#"{"choices":[]}"#,
            br#"{"choices":[{}]}"#,
            br#"{"choices":{"0":1}}"#,
            b"<html>3</html>",
            b"\xff3",
        ];
        for body in bodies {
            assert_eq!(choice(&parse(body).said, 5), Err(AnswerError::NoNumber), "{body:?}");
        }
    }

    #[test]
    fn reads_usage_where_the_answer_reports_it() {
        let tokens = |body: &[u8]| (parse(body).prompt_tokens, parse(body).completion_tokens);
        assert_eq!(tokens(br#"{"usage":{"prompt_tokens":812,"completion_tokens":3}}"#), (812, 3));
        for none in [&b"{}"[..], br#"{"usage":null}"#, br#"{"usage":{"prompt_tokens":"812","completion_tokens":-3}}"#] {
            assert_eq!(tokens(none), (0, 0));
        }
    }

    proptest! {
        #[test]
        fn whatever_comes_back_is_a_place_in_the_list_or_a_fault(body: Vec<u8>, actions in 0_usize..70_000) {
            if let Ok(place) = choice(&parse(&body).said, actions) {
                prop_assert!(usize::from(place) < actions);
            }
        }

        #[test]
        fn and_so_it_is_with_answers_that_nearly_make_sense(
            text in "([0-9]{1,6}|[-., \n{}\":a-zé`]|```|</?think>|\"[a-z]\": ?[0-9]){0,40}",
            actions in 0_usize..70_000,
        ) {
            if let Ok(place) = chosen(&json!(text), actions) {
                prop_assert!(usize::from(place) < actions);
                prop_assert!(text.contains(&(u32::from(place) + 1).to_string()), "{:?} does not say {}", text, place);
            }
        }
    }
}
