//! Ids: a prefix and a UUIDv7 in 32 hex characters, made by the core from a command's time and entropy.

use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        id!($(#[$doc])* $name, $prefix, plain, concat!("^", $prefix, "[0-9a-f]{32}$"));
    };
    ($(#[$doc:meta])* $name:ident, $prefix:literal, $text:ident, $pattern:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u128);

        impl $name {
            /// The prefix of the text form.
            pub const PREFIX: &'static str = $prefix;
            /// The time of creation is above this bit.
            pub const MADE_AT: u32 = 80;

            /// A new id: the time in its upper bits, `random` in the lower ones.
            pub fn new(at: Millis, random: [u8; 10]) -> Self {
                Self(uuid::Builder::from_unix_timestamp_millis(at.0, &random).into_uuid().as_u128())
            }

            /// The time of creation.
            pub const fn made_at(self) -> Millis {
                Millis((self.0 >> Self::MADE_AT) as u64)
            }

            /// Parses the text form; `None` for any other text.
            pub fn parse(text: &str) -> Option<Self> {
                $text::read(text, $prefix).map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $text::write(out, $prefix, self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, out)
            }
        }

        /// Text in human-readable formats (JSON), a number in storage.
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
                schemars::json_schema!({ "type": "string", "pattern": $pattern })
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
    /// A table. A leg of a duel is also a table, and its id derives from the duel's.
    TableId,
    "t_",
    table,
    "^(t_[0-9a-f]{32}|duel_[0-9a-f]{32}(_l[1-5])?)$"
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
id!(
    /// An agent.
    AgentId,
    "ag_",
    agent,
    "^(ag_[0-9a-f]{32}|agent:house)$"
);
id!(
    /// A version of an agent: it changes when the agent's play changes.
    AgentVersionId,
    "agv_"
);
id!(
    /// A duel between two agents.
    DuelId,
    "duel_"
);

id!(
    /// A ticket of the queue.
    TicketId,
    "tk_"
);

impl AgentId {
    /// The house's agent.
    pub const HOUSE: Self = Self(0);
}

/// The position of the version in a UUID: 7 in every id that is created.
const VERSION_AT: u32 = 76;
const MADE: u128 = 7;
/// The version in the id of a leg: this value for the only leg, this value plus the number for one of several.
const LEG: u128 = 8;

const fn version_of(id: u128) -> u128 {
    id >> VERSION_AT & 0xf
}

const fn with_version(id: u128, version: u128) -> u128 {
    id & !(0xf << VERSION_AT) | version << VERSION_AT
}

impl TableId {
    /// The table of a duel's leg, counted from 1; 0 for the only one.
    pub const fn of_leg(duel: DuelId, leg: u8) -> Self {
        Self(with_version(duel.0, LEG + leg as u128))
    }

    /// The duel of this leg and the leg's number, as in [`Self::of_leg`].
    pub fn leg(self) -> Option<(DuelId, u8)> {
        let leg = version_of(self.0).checked_sub(LEG).filter(|leg| *leg <= 5)?;
        Some((DuelId(with_version(self.0, MADE)), leg as u8))
    }
}

/// A prefix and the hex characters.
mod plain {
    use std::fmt;
    use uuid::Uuid;
    use uuid::fmt::Simple;

    pub(super) fn read(text: &str, prefix: &str) -> Option<u128> {
        let hex = text.strip_prefix(prefix)?;
        let canonical = hex.len() == 32 && !hex.bytes().any(|byte| byte.is_ascii_uppercase());
        Uuid::try_parse(hex).ok().filter(|_| canonical).map(|uuid| uuid.as_u128())
    }

    pub(super) fn write(out: &mut fmt::Formatter<'_>, prefix: &str, id: u128) -> fmt::Result {
        // Several times as fast as to format a number, and each move writes the id of its table.
        let mut digits = [0; Simple::LENGTH];
        out.write_str(prefix)?;
        out.write_str(Uuid::from_u128(id).simple().encode_lower(&mut digits))
    }
}

/// A duel's id for its only leg, with the leg's number appended for one of several; any other table has its own id.
mod table {
    use super::{DuelId, MADE, TableId, plain, version_of};
    use std::fmt;

    pub(super) fn read(text: &str, prefix: &str) -> Option<u128> {
        if let Some(id) = plain::read(text, prefix) {
            return Some(id).filter(|id| TableId(*id).leg().is_none());
        }
        let (duel, leg) = match text.split_once("_l") {
            Some((duel, leg)) => (duel, ["1", "2", "3", "4", "5"].iter().position(|known| *known == leg)? as u8 + 1),
            None => (text, 0),
        };
        let duel = DuelId::parse(duel).filter(|duel| version_of(duel.0) == MADE)?;
        Some(TableId::of_leg(duel, leg).0)
    }

    pub(super) fn write(out: &mut fmt::Formatter<'_>, prefix: &str, id: u128) -> fmt::Result {
        match TableId(id).leg() {
            Some((duel, 0)) => write!(out, "{duel}"),
            Some((duel, leg)) => write!(out, "{duel}_l{leg}"),
            None => plain::write(out, prefix, id),
        }
    }
}

/// The house's agent has a name; all others have ids.
mod agent {
    use super::{AgentId, plain};
    use std::fmt;

    const HOUSE: &str = "agent:house";

    pub(super) fn read(text: &str, prefix: &str) -> Option<u128> {
        if text == HOUSE {
            Some(AgentId::HOUSE.0)
        } else {
            plain::read(text, prefix).filter(|id| *id != AgentId::HOUSE.0)
        }
    }

    pub(super) fn write(out: &mut fmt::Formatter<'_>, prefix: &str, id: u128) -> fmt::Result {
        if AgentId(id) == AgentId::HOUSE { out.write_str(HOUSE) } else { plain::write(out, prefix, id) }
    }
}

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
    fn a_leg_is_named_by_its_duel() {
        let duel = DuelId::new(Millis(1_700_000_000_000), [9; 10]);
        for leg in 0..=5 {
            let table = TableId::of_leg(duel, leg);
            let text = if leg == 0 { duel.to_string() } else { format!("{duel}_l{leg}") };
            assert_eq!((table.to_string(), TableId::parse(&text)), (text, Some(table)));
            assert_eq!(table.leg(), Some((duel, leg)));
            assert_eq!(TableId::parse(&format!("t_{:032x}", table.0)), None, "it has no second name");
        }
        assert_eq!(TableId::new(Millis(5), [255; 10]).leg(), None);
        for wrong in ["_l0", "_l6", "_l01", "_l", "_l1_l1"] {
            assert_eq!(TableId::parse(&format!("{duel}{wrong}")), None, "{wrong}");
        }
    }

    #[test]
    fn the_house_has_an_agent_with_a_name() {
        assert_eq!(AgentId::parse("agent:house"), Some(AgentId::HOUSE));
        assert_eq!(AgentId::HOUSE.to_string(), "agent:house");
        assert_eq!(AgentId::parse(&format!("ag_{:032x}", 0)), None);
    }

    #[test]
    fn later_ids_sort_after_earlier_ones() {
        assert!(TableId::new(Millis(1), [255; 10]) < TableId::new(Millis(2), [0; 10]));
    }
}
