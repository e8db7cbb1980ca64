//! How fields of JSON objects are parsed: integers, enumerations, trimmed texts.

use crate::secret::Secret;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, Deserializer, Error, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use unicode_normalization::UnicodeNormalization;

/// The largest integer that every JSON reader represents exactly.
const MAX_INTEGER: u64 = 1 << 53;

/// An optional integer: 10 and 10.0, but not "10", 10.5 or anything over 2^53. Null is absent.
pub(crate) fn integer<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<Option<T>, D::Error> {
    from.deserialize_any(Integer(PhantomData))
}

/// The same, or null for the default.
pub(crate) fn integer_or<'de, const DEFAULT: u16, D: Deserializer<'de>, T: TryFrom<i64> + From<u16>>(
    from: D,
) -> Result<T, D::Error> {
    integer(from).map(|sent| sent.unwrap_or_else(number::<DEFAULT, T>))
}

/// The default of a field: this number.
pub(crate) fn number<const DEFAULT: u16, T: From<u16>>() -> T {
    DEFAULT.into()
}

struct Integer<T>(PhantomData<T>);

impl<T: TryFrom<i64>> Integer<T> {
    fn of<E: Error>(number: i64) -> Result<Option<T>, E> {
        if number.unsigned_abs() > MAX_INTEGER {
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
        if number.fract() != 0.0 || number.abs() > MAX_INTEGER as f64 {
            return Err(E::invalid_type(de::Unexpected::Float(number), &self));
        }
        Self::of(number as i64)
    }
}

/// An optional number from 0 to 1, in percent, rounded half up. Null is absent.
pub(crate) fn percent<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    from.deserialize_any(Percent)
}

struct Percent;

impl Visitor<'_> for Percent {
    type Value = Option<u8>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number from 0 to 1")
    }

    fn visit_unit<E>(self) -> Result<Option<u8>, E> {
        Ok(None)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Option<u8>, E> {
        self.visit_f64(number as f64)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Option<u8>, E> {
        self.visit_f64(number as f64)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be from 0 to 1")]
    fn visit_f64<E: Error>(self, number: f64) -> Result<Option<u8>, E> {
        if !(0.0..=1.0).contains(&number) {
            return Err(E::custom("out of range, expected a number from 0 to 1"));
        }
        Ok(Some((number * 100.0 + 0.5).floor() as u8))
    }
}

/// One of an enumeration's words, or null for none. Serde alone would also accept `{"word": null}`.
pub(crate) fn word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let word: Option<String> = Option::deserialize(from)?;
    word.map(|word| T::deserialize(StrDeserializer::new(&word))).transpose()
}

/// One of an enumeration's words, required.
pub(crate) fn required_word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    let word = String::deserialize(from)?;
    T::deserialize(StrDeserializer::new(&word))
}

/// The same, or null for the default word.
pub(crate) fn word_or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    from: D,
) -> Result<T, D::Error> {
    word(from).map(Option::unwrap_or_default)
}

/// A value, or null for the default one.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// True or false, or null for true.
pub(crate) fn yes_or_no<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Option::deserialize(from).map(|sent| sent.unwrap_or_else(yes))
}

/// The default of a field: true.
pub(crate) const fn yes() -> bool {
    true
}

/// The fields of an object. Serde alone would also accept an array of their values.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_map(Object(PhantomData))
}

struct Object<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

/// A field of a patch: absent stays `None`, null is `Some(None)`.
#[expect(clippy::option_option, reason = "absent, cleared and set are three things")]
pub(crate) fn patch<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// A text, trimmed.
pub(crate) fn trimmed<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| text.trim().to_owned())
}

/// The same, or null for none.
pub(crate) fn trimmed_or_none<'de, D: Deserializer<'de>, T: From<String>>(from: D) -> Result<Option<T>, D::Error> {
    let text: Option<String> = Option::deserialize(from)?;
    Ok(text.map(|text| text.trim().to_owned().into()))
}

/// A guest's name, trimmed and in the normal form in which equal texts have equal characters, or null for none.
pub(crate) fn guest_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let name: Option<String> = Option::deserialize(from)?;
    Ok(name.map(|name| name.trim().nfc().collect()))
}

/// A secret; an empty one is none, like null.
pub(crate) fn not_empty<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
    let secret: Option<Secret> = Option::deserialize(from)?;
    Ok(secret.filter(|secret| !secret.reveal().is_empty()))
}

#[cfg(test)]
mod tests {
    use crate::input::{OperationInput, fields_of, read};
    use crate::invalid::Invalid;
    use crate::operation::operator::Mute;
    use crate::request::{CreateTable, PushSubscribe, RecoveryCode};

    fn reported<T: OperationInput>(object: &str) -> String {
        match read::<T>(&fields_of(&serde_json::from_str(object).unwrap())) {
            Ok(_) => "none".into(),
            Err(Invalid::Field { name, what, .. }) => format!("{name}: {what}"),
            Err(other) => format!("{other:?}"),
        }
    }

    fn table(field: &str, value: &str) -> String {
        reported::<CreateTable>(&format!(r#"{{"kind":"blackjack","{field}":{value}}}"#))
    }

    #[test]
    fn an_integer_field_accepts_integers_only() {
        for good in ["10", "10.0", "1e1", "null"] {
            assert_eq!(table("stake", good), "none", "{good}");
        }
        for bad in ["\"10\"", "10.5", "true", "[10]", "-3", "9007199254740993", "1e300", "1000001"] {
            let reported = table("stake", bad);
            assert!(reported.starts_with("stake: "), "{bad} gave {reported}");
        }
    }

    #[test]
    fn an_error_names_the_field_and_does_not_repeat_the_input() {
        let token = |handle: &str| reported::<RecoveryCode>(&format!(r#"{{"recoveryCode":"{:016}"{handle}}}"#, 0));
        assert_eq!(token(""), "handle: is missing");
        assert_eq!(token(r#","handle":7"#), "handle: must be a string");
        assert_eq!(token(r#","handle":" äö ""#), "handle: length is lower than 3");
        assert_eq!(token(r#","handle":"äöü""#), "none");
        assert_eq!(table("pace", r#""slow""#), "pace: must be `live` or `daily`");
        assert_eq!(table("pace", r#"{"live":null}"#), "pace: must be a string");
        assert_eq!(table("clientRef", r#""short""#), "clientRef: length is lower than 8");
        let mute = |time: &str| reported::<Mute>(&format!(r#"{{"member":"ada","forS":{time}}}"#));
        for bad in ["-1", "1.5", "\"1\""] {
            assert_eq!(mute(bad), "forS: must be a whole number of at least 0", "{bad}");
        }
    }

    #[test]
    fn rejects_an_array_as_an_object() {
        let reported = |subscription: &str| reported::<PushSubscribe>(&format!(r#"{{"subscription":{subscription}}}"#));
        let keys = r#"{"p256dh":"0123456789abcdef","auth":"01234567"}"#;
        assert_eq!(reported(&format!(r#"{{"endpoint":"https://a.example/","keys":{keys}}}"#)), "none");
        assert_eq!(reported(&format!(r#"["https://a.example/",{keys}]"#)), "subscription: must be an object");
        let pair = r#"{"endpoint":"https://a.example/","keys":["0123456789abcdef","01234567"]}"#;
        assert_eq!(reported(pair), "subscription.keys: must be an object");
        assert_eq!(reported(r#"{"keys":7}"#), "subscription.keys: must be an object");
    }
}
