//! The parameters of a match besides its seed: the `config` of a replay bundle.

use super::{Deal, Kind, Level};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the level in a setup.
const LEVEL: &str = "level";

/// The parameters of a match besides its seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Setup<O = Options> {
    /// The table kind; null for a duel's or self-check's table.
    pub kind: Option<String>,
    /// The number of seats.
    pub seats: usize,
    /// The stake in chips.
    pub stake: i64,
    /// What the seed was computed from. `None` at tables of earlier versions and outside a server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<Box<Deal>>,
    /// The game's own part: further members of the same JSON object.
    #[serde(flatten)]
    pub options: O,
}

/// A game's options in a form that can be stored without knowing them: members of a JSON object. One member belongs to no
/// game: `level`, if the house plays below its best.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(Map<String, Value>);

/// The options of a game without options.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct NoOptions {}

impl<O: Default> Setup<O> {
    /// A setup with the three members that every game has.
    pub fn new(kind: Option<&Kind>, seats: usize, stake: i64) -> Self {
        Self { kind: kind.map(|kind| kind.kind.to_owned()), seats, stake, deal: None, options: O::default() }
    }
}

impl<O: Serialize> Setup<O> {
    /// The same setup without the game's type.
    pub(crate) fn erased(self) -> Setup {
        let options = match serde_json::to_value(&self.options) {
            Ok(Value::Object(options)) => Options(options),
            Ok(_) | Err(_) => unreachable!("options are a struct of plain data"),
        };
        Setup { kind: self.kind, seats: self.seats, stake: self.stake, deal: self.deal, options }
    }
}

impl Setup {
    /// The same setup with the house at this level.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        if level < Level::FULL {
            self.options.0.insert(LEVEL.to_owned(), level.number().into());
        }
        self
    }

    /// The level of the house; [`Level::FULL`] for chips.
    pub fn level(&self) -> Level {
        self.options.0.get(LEVEL).and_then(Value::as_u64).and_then(Level::new).unwrap_or(Level::FULL)
    }

    /// The same setup with the game's own type; `None` if its options are invalid for that game.
    pub(crate) fn typed<O: DeserializeOwned>(&self) -> Option<Setup<O>> {
        let options = O::deserialize(Value::Object(self.options.0.clone())).ok()?;
        Some(Setup { kind: self.kind.clone(), seats: self.seats, stake: self.stake, deal: None, options })
    }
}

impl Options {
    /// The stored form: the text of the JSON object, and nothing if it has no members.
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.0.is_empty() { Vec::new() } else { serde_json::to_vec(&self.0).expect("a JSON object has a text") }
    }

    /// Parses the stored form; `None` if it is invalid.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() { Some(Self::default()) } else { serde_json::from_slice(bytes).ok() }
    }
}
