//! How parameters are parsed: text from a query string, numbers from JSON. A parameter without a value is left out: the
//! word `null` and the `null` of JSON are not numbers.

use crate::cursor::Cursor;
use crate::request::ReplaySide;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error, Visitor};
use std::fmt;
use turnstone_games::Seat;

/// A whole number from 0 to 2^53, which every JSON reader represents exactly.
pub(crate) fn whole<'de, D: Deserializer<'de>, T: From<u64>>(from: D) -> Result<Option<T>, D::Error> {
    whole_of(&given(from)?).map(|number| Some(number.into()))
}

/// A whole number from 0 to 2^53, for a field that has its own maximum: a larger number counts as the largest.
pub(crate) fn number_below<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    whole_of(&given(from)?).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// A whole number of at least 0, for a field that has its own maximum.
pub(crate) fn up_to<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    up_to_of(&given(from)?).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// A number of rows, for a list that has at most 100 of them.
pub(crate) fn at_most_100<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    whole_of(&given(from)?).map(|number| number.min(100) as usize)
}

/// A seat's number, or -1 for a spectator.
pub(crate) fn seat_or_spectator<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ReplaySide>, D::Error> {
    let no_seat = || D::Error::custom("no, expected a seat, or -1 for a spectator");
    Ok(Some(match given(from)?.as_str() {
        "-1" => ReplaySide::Spectator,
        // No table has that many seats.
        seat if digits(seat) => ReplaySide::Seat(Seat(u8::try_from(whole_of::<D::Error>(seat)?).unwrap_or(u8::MAX))),
        _ => return Err(no_seat()),
    }))
}

/// Seconds, possibly with decimals, as milliseconds.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    milliseconds(&given(from)?).ok_or_else(|| D::Error::custom("no, expected a number of seconds"))
}

/// The id of an event of a stream.
pub(crate) fn event_id<'de, D: Deserializer<'de>, C: Cursor>(from: D) -> Result<Option<C>, D::Error> {
    let text = String::deserialize(from)?;
    C::parse(&text).map(Some).ok_or_else(|| D::Error::custom("no, expected the id of an event of this stream"))
}

pub(crate) fn word<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    let word = String::deserialize(from)?;
    T::deserialize(StrDeserializer::new(&word)).map(Some)
}

pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    String::deserialize(from).map(Some)
}

fn whole_of<E: Error>(text: &str) -> Result<u64, E> {
    let number = up_to_of(text)?;
    if number > 1 << 53 {
        return Err(E::custom("no, expected a whole number of at most 9007199254740992"));
    }
    Ok(number)
}

fn up_to_of<E: Error>(text: &str) -> Result<u64, E> {
    if !digits(text) {
        return Err(E::custom("no, expected a whole number of at least 0"));
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn milliseconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if !digits(whole) || !digits(decimals) {
        return None;
    }
    let padded = format!("{decimals:0<3}");
    let (thousandths, rest) = padded.split_at(3);
    // A value that exceeds a limit by less than a millisecond is also over it.
    let more = u64::from(rest.bytes().any(|digit| digit != b'0'));
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths.parse::<u64>().ok()? + more)
}

/// A number as the text that was given, or as JSON would have it.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    from.deserialize_any(Given)
}

struct Given;

impl Visitor<'_> for Given {
    type Value = String;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E>(self, text: String) -> Result<String, E> {
        Ok(text)
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use crate::input::{OperationInput, fields_of, read};
    use crate::invalid::Invalid;
    use crate::request::{Ledger, ReadTable};
    use serde_json::{Value, json};

    fn reported<T: OperationInput>(name: &str, value: Value, show: fn(T) -> Option<u64>) -> String {
        let object = [(name.to_owned(), value)].into_iter().collect();
        match read(&fields_of(&object)) {
            Ok(input) => format!("{:?}", show(input)),
            Err(Invalid::Field { name, what, .. }) => format!("{name}: {what}"),
            Err(other) => format!("{other:?}"),
        }
    }

    fn table(name: &str, value: impl Into<Value>) -> String {
        reported(name, value.into(), |ReadTable { wait_ms, msgs_since, .. }| msgs_since.or(Some(wait_ms)))
    }

    fn ledger(name: &str, value: impl Into<Value>) -> String {
        reported(name, value.into(), |Ledger { since, limit }| since.or(Some(limit as u64)))
    }

    #[test]
    fn a_number_is_accepted_as_text_in_a_query() {
        for (name, text, number) in [
            ("wait", "1.5", json!(1.5)),
            ("wait", "50", json!(50.0)),
            ("wait", "51", json!(51)),
            ("wait", "-1", json!(-1)),
            ("wait", "0.0001", json!(0.0001)),
            ("msgs_since", "9007199254740992", json!(1_u64 << 53)),
            ("msgs_since", "9007199254740993", json!((1_u64 << 53) + 1)),
        ] {
            assert_eq!(table(name, text), table(name, number), "{name} {text}");
        }
        for (name, text, number) in
            [("limit", "7", json!(7)), ("limit", "7.5", json!(7.5)), ("limit", "18446744073709551615", json!(u64::MAX))]
        {
            assert_eq!(ledger(name, text), ledger(name, number), "{name} {text}");
        }
        assert_eq!(table("wait", 1.5), "Some(1500)");
        for null in [Value::Null, "null".into()] {
            assert!(table("wait", null.clone()).starts_with("wait: must be a"), "{null}");
            assert!(table("msgs_since", null.clone()).starts_with("msgs_since: must be a"), "{null}");
            assert!(ledger("since", null.clone()).starts_with("since: must be a"), "{null}");
            assert!(ledger("limit", null.clone()).starts_with("limit: must be a"), "{null}");
        }
        assert_eq!(ledger("limit", 201), "limit: greater than 200");
        assert_eq!(ledger("limit", -1), "limit: must be a whole number of at least 0");
        assert_eq!(ledger("limit", json!([])), "limit: must be a number");
        assert_eq!(ledger("since", 1e300), "since: must be a whole number of at most 9007199254740992");
    }
}
