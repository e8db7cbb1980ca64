//! The public JSON of statements, lists and proofs.

use crate::statement::{Signed, hash};
use crate::tree::Hash;
use serde::{Deserialize, Deserializer};

/// A statement. Its number is in its text, too.
#[derive(Deserialize)]
pub(super) struct ShownStatement {
    text: String,
    #[serde(deserialize_with = "hex32")]
    key: Hash,
    #[serde(deserialize_with = "hex64")]
    signature: [u8; 64],
}

impl From<ShownStatement> for Signed {
    fn from(shown: ShownStatement) -> Self {
        Self { text: shown.text, key: shown.key, signature: shown.signature }
    }
}

/// A page of the statements.
#[derive(Deserialize)]
pub(super) struct ShownStatements {
    pub(super) statements: Vec<ShownStatement>,
}

/// A page of the list of a day.
#[derive(Deserialize)]
pub(super) struct ShownDay {
    pub(super) day: String,
    pub(super) closed: bool,
    /// None while the day is open.
    pub(super) tables: Option<u32>,
    /// The tables that still run, while the day is open.
    pub(super) running: Option<u32>,
    #[serde(default)]
    pub(super) entries: Vec<ShownEntry>,
}

/// A table in a list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShownEntry {
    pub(super) number: u32,
    #[serde(deserialize_with = "hex32")]
    pub(super) table: Hash,
    pub(super) table_id: Option<String>,
    pub(super) seed_of: String,
    #[serde(default, deserialize_with = "optional_hex32")]
    pub(super) seed_commit: Option<Hash>,
    pub(super) ending: String,
}

/// The member `fair` of a bundle.
#[derive(Deserialize)]
pub(super) struct Fair {
    pub(super) statement: ShownStatement,
    pub(super) proof: Vec<Hex32>,
}

/// 32 bytes in lowercase hex.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Hex32(#[serde(deserialize_with = "hex32")] pub(super) Hash);

fn invalid<E: serde::de::Error>() -> E {
    E::custom("not lowercase hex of the right length")
}

fn hex32<'de, D: Deserializer<'de>>(from: D) -> Result<Hash, D::Error> {
    hash(&String::deserialize(from)?).ok_or_else(invalid)
}

fn optional_hex32<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Hash>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.map(|text| hash(&text).ok_or_else(invalid)).transpose()
}

fn hex64<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 64], D::Error> {
    let text = String::deserialize(from)?;
    let halves = text.split_at_checked(64).and_then(|(left, right)| Some((hash(left)?, hash(right)?)));
    let (left, right) = halves.ok_or_else(invalid)?;
    let mut both = [0; 64];
    both[..32].copy_from_slice(&left);
    both[32..].copy_from_slice(&right);
    Ok(both)
}
