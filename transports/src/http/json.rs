//! JSON bodies, read strictly: no key twice, at most 32 levels, integers that are integers. Unknown fields are ignored.

use super::problem::{Place, Problem};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Levels of nesting.
const LEVELS: usize = 32;
/// The largest integer that every JSON reader keeps exact.
const LARGEST: u64 = 1 << 53;

/// Read a body into its shape and check the shape's own rules.
pub(crate) fn read<T: DeserializeOwned + garde::Validate<Context = ()>>(body: &[u8]) -> Result<T, Problem> {
    check(body)?;
    let shape: T = serde_json::from_slice(body).map_err(|_| explain::<T>(body))?;
    shape.validate().map_err(|report| Place::Body.broken_rule(&report, camel_case))?;
    Ok(shape)
}

/// The rules that hold for every body, whatever its shape.
fn check(body: &[u8]) -> Result<(), Problem> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let outcome = Strict { levels: LEVELS }.deserialize(&mut reader).and_then(|()| reader.end());
    outcome.map_err(|error| match error.classify() {
        serde_json::error::Category::Data => Problem::body(error.to_string().split(" at line ").next().unwrap_or("")),
        serde_json::error::Category::Io | serde_json::error::Category::Syntax | serde_json::error::Category::Eof => {
            Problem::body("is not valid JSON")
        }
    })?;
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => Ok(()),
        _ => Err(Problem::body("must be a JSON object")),
    }
}

/// Read again, this time keeping the path, to say where it went wrong.
fn explain<T: DeserializeOwned>(body: &[u8]) -> Problem {
    let mut reader = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize::<_, T>(&mut reader).err().map_or_else(
        || Problem::body("is not valid"),
        |error| Place::Body.serde_error(&error.path().to_string(), &error.inner().to_string()),
    )
}

/// The spelling of bodies: `client_ref` is `clientRef`.
fn camel_case(field: &str) -> String {
    let mut spelled = String::with_capacity(field.len());
    let mut upper = false;
    for letter in field.chars() {
        if letter == '_' {
            upper = true;
        } else {
            spelled.push(if upper { letter.to_ascii_uppercase() } else { letter });
            upper = false;
        }
    }
    spelled
}

/// Walks a JSON value and keeps nothing.
struct Strict {
    levels: usize,
}

impl Strict {
    fn deeper<E: Error>(&self) -> Result<Self, E> {
        let levels = self.levels.checked_sub(1).ok_or_else(|| E::custom("is nested more than 32 levels deep"))?;
        Ok(Self { levels })
    }
}

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let levels = self.deeper()?.levels;
        while items.next_element_seed(Self { levels })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let levels = self.deeper()?.levels;
        let mut names = Vec::new();
        while let Some(Name(name)) = entries.next_key()? {
            names.push(name);
            entries.next_value_seed(Self { levels })?;
        }
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(A::Error::custom("has a key twice in one object"));
        }
        Ok(())
    }
}

/// An optional integer: 10 and 10.0, but not "10", 10.5 or anything over 2^53. Null is absent.
pub(crate) fn integer<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<Option<T>, D::Error> {
    from.deserialize_any(Integer(PhantomData))
}

struct Integer<T>(PhantomData<T>);

impl<T: TryFrom<i64>> Integer<T> {
    fn of<E: Error>(number: i64) -> Result<Option<T>, E> {
        if number.unsigned_abs() > LARGEST {
            return Err(E::custom("out of range, expected an integer of at most 9007199254740992"));
        }
        let number = T::try_from(number);
        number.map(Some).map_err(|_| E::custom("out of range, expected an integer in range"))
    }
}

impl<T: TryFrom<i64>> Visitor<'_> for Integer<T> {
    type Value = Option<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an integer")
    }

    fn visit_unit<E>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Option<T>, E> {
        Self::of(i64::try_from(number).unwrap_or(i64::MAX))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Option<T>, E> {
        Self::of(number)
    }

    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and at most 2^53")]
    fn visit_f64<E: Error>(self, number: f64) -> Result<Option<T>, E> {
        if number.fract() != 0.0 || number.abs() > LARGEST as f64 {
            return Err(E::invalid_type(de::Unexpected::Float(number), &self));
        }
        Self::of(number as i64)
    }
}

/// One of an enumeration's words, or null for none. Serde alone would also take `{"word": null}`.
pub(crate) fn word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let word: Option<String> = Option::deserialize(from)?;
    word.map(|word| T::deserialize(StrDeserializer::new(&word))).transpose()
}

/// One of an enumeration's words, which must be there.
pub(crate) fn required_word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    let word = String::deserialize(from)?;
    T::deserialize(StrDeserializer::new(&word))
}

/// A field of a patch: absent stays `None`, null is `Some(None)`.
#[expect(clippy::option_option, reason = "absent, cleared and set are three things")]
pub(crate) fn patch<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// A text without the space around it.
pub(crate) fn trimmed<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| text.trim().to_owned())
}

/// The same, or null for none.
pub(crate) fn trimmed_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(from)?;
    Ok(text.map(|text| text.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, garde::Validate)]
    #[serde(rename_all = "camelCase")]
    #[garde(allow_unvalidated)]
    struct Shape {
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(max = 1_000_000))]
        max_stake: Option<i64>,
        #[garde(length(chars, max = 3))]
        name: String,
        #[serde(default, deserialize_with = "word")]
        #[expect(dead_code, reason = "only read")]
        pace: Option<turnstone_core::request::Pace>,
    }

    fn problem(body: &str) -> String {
        match read::<Shape>(body.as_bytes()) {
            Ok(_) => "none".into(),
            Err(Problem::Field { name, what, .. }) => format!("{name}: {what}"),
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn an_integer_field_takes_integers_only() {
        for good in ["10", "10.0", "1e1", "-3", "null"] {
            assert_eq!(problem(&format!(r#"{{"name":"a","maxStake":{good}}}"#)), "none", "{good}");
        }
        for bad in ["\"10\"", "10.5", "true", "[10]", "9007199254740993", "1e300", "1000001"] {
            let told = problem(&format!(r#"{{"name":"a","maxStake":{bad}}}"#));
            assert!(told.starts_with("maxStake: "), "{bad} gave {told}");
        }
    }

    #[test]
    fn what_is_no_json_object_is_refused() {
        for bad in ["", "{", "[]", "[1,2]", "\"a\"", r#"{"name":NaN}"#, r#"{"name":"a"} x"#, r#"{"name":"\ud800"}"#] {
            assert!(problem(bad).starts_with(": the body "), "{bad} gave {}", problem(bad));
        }
        assert!(read::<Shape>(b"{\"name\":\"\xff\"}").is_err());
        assert!(read::<Shape>(b"{\"name\":\"a\",\"other\":\"\xff\"}").is_err());
    }

    #[test]
    fn a_key_twice_is_refused_at_every_level_and_unknown_fields_are_ignored() {
        assert_eq!(problem(r#"{"name":"a","name":"b"}"#), ": the body has a key twice in one object");
        assert_eq!(problem(r#"{"name":"a","x":[{"y":1,"\u0079":2}]}"#), ": the body has a key twice in one object");
        assert_eq!(problem(r#"{"name":"a","x":[{"y":1},{"y":2}]}"#), "none");
    }

    #[test]
    fn nesting_ends_at_32_levels() {
        let nested = |levels: usize| {
            let inner = levels - 1;
            format!(r#"{{"name":"a","x":{}{}}}"#, "[".repeat(inner), "]".repeat(inner))
        };
        assert_eq!(problem(&nested(32)), "none");
        assert_eq!(problem(&nested(33)), ": the body is nested more than 32 levels deep");
        assert!(problem(&nested(5000)).starts_with(": the body "));
    }

    #[test]
    fn the_field_is_named_and_what_was_sent_is_not_repeated() {
        assert_eq!(problem("{}"), "name: is missing");
        assert_eq!(problem(r#"{"name":7}"#), "name: must be a string");
        assert_eq!(problem(r#"{"name":"äöüß"}"#), "name: length is greater than 3");
        assert_eq!(problem(r#"{"name":"äöü"}"#), "none");
        assert_eq!(problem(r#"{"name":"a","pace":"slow"}"#), "pace: must be `live` or `daily`");
        assert_eq!(problem(r#"{"name":"a","pace":{"live":null}}"#), "pace: must be a string");
    }
}
