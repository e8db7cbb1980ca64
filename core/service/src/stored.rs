//! How two types of the API are stored: with all their fields. Their JSON leaves out empty fields, which postcard could
//! not read back because it has no field names.

use crate::games::{MatchResult, OutcomeEntry, Seat};
use serde::{Deserialize, Serialize};

/// A setup in storage: the fields of all games, then the bytes that the game's own version reads.
pub(crate) mod setup {
    use crate::games::{Options, Setup};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(setup: &Setup, to: S) -> Result<S::Ok, S::Error> {
        (&setup.kind, setup.seats, setup.stake, setup.options.to_bytes()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Setup, D::Error> {
        let (kind, seats, stake, options) = <(Option<String>, usize, i64, Vec<u8>)>::deserialize(from)?;
        let options = Options::from_bytes(&options).ok_or_else(|| D::Error::custom("a setup's options do not read"))?;
        Ok(Setup { kind, seats, stake, deal: None, options })
    }
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
