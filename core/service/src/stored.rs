//! How two types of the API are stored: with all their fields. Their JSON leaves out what is empty, which postcard,
//! having no field names, could not read back.

use crate::games::{MatchResult, OutcomeEntry, Seat, Setup};
use serde::{Deserialize, Serialize};

/// [`Setup`] in storage.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Setup")]
pub(crate) struct StoredSetup {
    kind: Option<String>,
    seats: usize,
    stake: i64,
    hands: Option<usize>,
    small_blind: Option<i64>,
    big_blind: Option<i64>,
    stacks: Option<Vec<i64>>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OutcomeEntry")]
struct StoredEntry {
    seat: Seat,
    result: MatchResult,
    score: i64,
    rank: Option<u8>,
    winning_pieces: Option<Vec<u8>>,
}

/// A list of [`OutcomeEntry`] in storage.
pub(crate) mod outcome {
    use super::{OutcomeEntry, StoredEntry};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize)]
    struct Borrowed<'a>(#[serde(with = "StoredEntry")] &'a OutcomeEntry);

    #[derive(Deserialize)]
    struct Owned(#[serde(with = "StoredEntry")] OutcomeEntry);

    pub(crate) fn serialize<S: Serializer>(entries: &[OutcomeEntry], to: S) -> Result<S::Ok, S::Error> {
        entries.iter().map(Borrowed).collect::<Vec<_>>().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<OutcomeEntry>, D::Error> {
        Ok(Vec::<Owned>::deserialize(from)?.into_iter().map(|entry| entry.0).collect())
    }
}
