//! JSON bodies, parsed strictly: no duplicate keys, at most 32 levels. Unknown fields are ignored.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use turnstone_api::invalid::Invalid;

/// Levels of nesting.
const LEVELS: usize = 32;

/// The fields of a body.
pub(crate) fn read(body: &[u8]) -> Result<Map<String, Value>, Invalid> {
    check(body)?;
    serde_json::from_slice(body).map_err(|_| Invalid::body("is not valid JSON"))
}

/// The rules for all bodies of routes, independent of the shape.
pub(crate) fn check(body: &[u8]) -> Result<(), Invalid> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(Invalid::body("is empty, and must be a JSON object"));
    }
    check_any(body).map_err(|what| Invalid::body(&what))?;
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => Ok(()),
        _ => Err(Invalid::body("must be a JSON object")),
    }
}

/// The rules for every JSON value; an error is the rest of a sentence about the body.
pub(crate) fn check_any(body: &[u8]) -> Result<(), String> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let outcome = Strict { levels: LEVELS }.deserialize(&mut reader).and_then(|()| reader.end());
    outcome.map_err(|error| match error.classify() {
        serde_json::error::Category::Data => error.to_string().split(" at line ").next().unwrap_or("").to_owned(),
        serde_json::error::Category::Io | serde_json::error::Category::Syntax | serde_json::error::Category::Eof => {
            "is not valid JSON".to_owned()
        }
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_api::input;
    use turnstone_api::request::RotateRecovery;

    fn rotation(body: &[u8]) -> Result<RotateRecovery, Invalid> {
        input::read(&input::fields_of(&read(body)?))
    }

    fn reported(body: &str) -> String {
        match rotation(body.as_bytes()) {
            Ok(_) => "none".into(),
            Err(Invalid::Field { name, what, .. }) => format!("{name}: {what}"),
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn rejects_other_json_than_objects() {
        for bad in [
            "",
            "{",
            "[]",
            "[1,2]",
            "\"a\"",
            r#"{"recoveryCode":NaN}"#,
            r#"{"recoveryCode":"a"} x"#,
            r#"{"recoveryCode":"\ud800"}"#,
        ] {
            assert!(reported(bad).starts_with(": the body "), "{bad} gave {}", reported(bad));
        }
        assert!(read(b"{\"recoveryCode\":\"\xff\"}").is_err());
        assert!(read(b"{\"recoveryCode\":\"a\",\"other\":\"\xff\"}").is_err());
    }

    #[test]
    fn rejects_duplicate_keys_and_ignores_unknown_fields() {
        let twice = ": the body has a key twice in one object";
        assert_eq!(reported(r#"{"recoveryCode":"a","recoveryCode":"b"}"#), twice);
        assert_eq!(reported(r#"{"recoveryCode":"a","x":[{"y":1,"\u0079":2}]}"#), twice);
        assert_eq!(reported(r#"{"recoveryCode":"a","x":[{"y":1},{"y":2}]}"#), "none");
    }

    #[test]
    fn nesting_ends_at_32_levels() {
        let nested = |levels: usize| {
            let inner = levels - 1;
            format!(r#"{{"recoveryCode":"a","x":{}{}}}"#, "[".repeat(inner), "]".repeat(inner))
        };
        assert_eq!(reported(&nested(32)), "none");
        assert_eq!(reported(&nested(33)), ": the body is nested more than 32 levels deep");
        assert!(reported(&nested(5000)).starts_with(": the body "));
    }

    #[test]
    fn the_field_is_named() {
        assert_eq!(reported(r#"{"recoveryCode":7}"#), "recoveryCode: must be a string");
        assert_eq!(reported(r#"{"recoveryCode":""}"#), "recoveryCode: length is lower than 1");
    }
}
