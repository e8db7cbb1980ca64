//! Ids: a prefix and a UUIDv7 in 32 hex characters, made by the core from a command's time and entropy.

use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u128);

        impl $name {
            /// What the text form begins with.
            pub const PREFIX: &'static str = $prefix;

            /// A new id: the time in its upper bits, `random` in the lower ones.
            pub fn new(at: Millis, random: [u8; 10]) -> Self {
                Self(uuid::Builder::from_unix_timestamp_millis(at.0, &random).into_uuid().as_u128())
            }

            /// The id that a text names; `None` for any other text.
            pub fn parse(text: &str) -> Option<Self> {
                let hex = text.strip_prefix($prefix)?;
                let canonical = hex.len() == 32 && !hex.bytes().any(|byte| byte.is_ascii_uppercase());
                Uuid::try_parse(hex).ok().filter(|_| canonical).map(|uuid| Self(uuid.as_u128()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}{:032x}", $prefix, self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, out)
            }
        }

        /// Text where people read it (JSON), a number in storage.
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                if out.is_human_readable() { out.collect_str(self) } else { self.0.serialize(out) }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                if !from.is_human_readable() {
                    return u128::deserialize(from).map(Self);
                }
                let text = String::deserialize(from)?;
                Self::parse(&text).ok_or_else(|| serde::de::Error::custom(concat!("not an id of the form ", $prefix, "...")))
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": concat!("^", $prefix, "[0-9a-f]{32}$") })
            }
        }
    };
}

id!(
    /// A member's account.
    AccountId,
    "acc_"
);
id!(
    /// A table.
    TableId,
    "t_"
);
id!(
    /// A party.
    PartyId,
    "pty_"
);
id!(
    /// A seat grant.
    GrantId,
    "grant_"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_from_its_text_and_from_no_other() {
        let id = TableId::new(Millis(1_700_000_000_000), [9; 10]);
        let text = id.to_string();
        assert_eq!(TableId::parse(&text), Some(id));
        assert_eq!(TableId::parse(&text.to_uppercase()), None);
        assert_eq!(AccountId::parse(&text), None);
        assert_eq!(TableId::parse(&text[..20]), None);
    }

    #[test]
    fn later_ids_sort_after_earlier_ones() {
        assert!(TableId::new(Millis(1), [255; 10]) < TableId::new(Millis(2), [0; 10]));
    }
}
