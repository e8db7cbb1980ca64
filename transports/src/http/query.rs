//! Query strings, read as strictly as bodies: a known name comes once and its value parses.

use super::problem::{Place, Problem};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error};

/// Read a query into its shape and check the shape's own rules. Unknown names are ignored.
pub(crate) fn read<T: DeserializeOwned + garde::Validate<Context = ()>>(query: &str) -> Result<T, Problem> {
    percent_decode_str(query).decode_utf8().map_err(|_| Problem::parameter("query", "must be UTF-8"))?;
    let pairs = || MapDeserializer::<_, serde::de::value::Error>::new(form_urlencoded::parse(query.as_bytes()));
    // Only what is refused is read again for the name of the field: following it costs more than reading.
    let shape = T::deserialize(pairs()).or_else(|_| serde_path_to_error::deserialize(pairs()));
    let shape =
        shape.map_err(|error| Place::Parameter.serde_error(&error.path().to_string(), &error.inner().to_string()))?;
    shape.validate().map_err(|report| Place::Parameter.broken_rule(&report, str::to_owned))?;
    Ok(shape)
}

/// A whole number of at least 0 and at most 2^53, which every JSON reader keeps exact.
pub(crate) fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let number = up_to(from)?;
    if number.is_some_and(|number| number > 1 << 53) {
        return Err(D::Error::custom("no, expected a whole number of at most 9007199254740992"));
    }
    Ok(number)
}

/// A whole number of at least 0, for a field that has a rule for the largest.
pub(crate) fn up_to<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    if !digits(&text) {
        return Err(D::Error::custom("no, expected a whole number of at least 0"));
    }
    Ok(Some(text.parse().unwrap_or(u64::MAX)))
}

/// The same; the word `null` is none.
pub(crate) fn whole_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    if text == "null" { Ok(None) } else { whole(serde::de::value::StringDeserializer::new(text)) }
}

/// Seconds, perhaps with decimals, as milliseconds.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    milliseconds(&text).map(Some).ok_or_else(|| D::Error::custom("no, expected a number of seconds"))
}

/// A text.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    String::deserialize(from).map(Some)
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
    // What is over a limit by less than a millisecond is over it, too.
    let more = u64::from(rest.bytes().any(|digit| digit != b'0'));
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths.parse::<u64>().ok()? + more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, garde::Validate, PartialEq, Debug)]
    #[garde(allow_unvalidated)]
    struct Shape {
        #[serde(default, deserialize_with = "seconds")]
        #[garde(range(max = 50_000))]
        wait: Option<u64>,
        #[serde(default, deserialize_with = "whole")]
        msgs_since: Option<u64>,
        #[serde(default, deserialize_with = "up_to")]
        #[garde(range(max = 50))]
        limit: Option<u64>,
        #[serde(default, deserialize_with = "whole_or_null")]
        since: Option<u64>,
        #[serde(default, deserialize_with = "text")]
        game: Option<String>,
    }

    fn told(query: &str) -> String {
        match read::<Shape>(query) {
            Ok(shape) => format!("{:?} {:?} {:?} {:?}", shape.wait, shape.msgs_since, shape.since, shape.game),
            Err(Problem::Field { name, what, .. }) => format!("{name}: {what}"),
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn values_are_read_by_their_kind() {
        assert_eq!(told("wait=1.5&msgs_since=7&since=null&game=a+b"), r#"Some(1500) Some(7) None Some("a b")"#);
        assert_eq!(told("other=1&other=2"), "None None None None");
        assert_eq!(told("wait=50.0000"), "Some(50000) None None None");
        assert_eq!(told("wait=0.0001"), "Some(1) None None None");
        assert_eq!(told("since=9007199254740992"), "None None Some(9007199254740992) None");
    }

    #[test]
    fn what_does_not_parse_is_out_of_range_or_comes_twice_is_refused_by_name() {
        for bad in
            ["wait=51", "wait=50.001", "wait=50.0001", "wait=", "wait=-1", "wait=1e1", "wait=inf", "wait=1&wait=1"]
        {
            assert!(told(bad).starts_with("wait: "), "{bad} gave {}", told(bad));
        }
        for bad in ["msgs_since=1.0", "msgs_since=%2B1", "msgs_since=x", "msgs_since=9007199254740993"] {
            assert!(told(bad).starts_with("msgs_since: "), "{bad} gave {}", told(bad));
        }
        for bad in ["msgs_since=9007199254740993", "since=99999999999999999999999"] {
            assert!(told(bad).ends_with("since: must be a whole number of at most 9007199254740992"), "{}", told(bad));
        }
        assert_eq!(told("limit=99999999999999999999999"), "limit: greater than 50");
        for bad in ["game=%ff", "other=%c3", "%80=1"] {
            assert_eq!(told(bad), "query: must be UTF-8");
        }
    }
}
