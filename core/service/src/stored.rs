//! How two types of the API are stored: with all their fields. Their JSON leaves out empty fields, which postcard could
//! not read back because it has no field names.

use crate::games::{MatchResult, OutcomeEntry, Seat};
use serde::{Deserialize, Serialize};

/// A setup in storage: the fields of all games, then the bytes that the game's own version reads.
pub(crate) mod setup {
    use crate::games::{Brought, DailyWord, Deal, Options, SeedOf, Setup};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// A [`Deal`] in storage.
    #[derive(Serialize, Deserialize)]
    struct StoredDeal {
        day: String,
        number: u32,
        seed_of: StoredSeedOf,
        brought: Vec<Option<[u8; 32]>>,
    }

    #[derive(Serialize, Deserialize)]
    enum StoredSeedOf {
        Own,
        Daily,
        Table(String, u32),
    }

    impl From<&Deal> for StoredDeal {
        fn from(deal: &Deal) -> Self {
            Self {
                day: deal.day.clone(),
                number: deal.number,
                seed_of: match &deal.seed_of {
                    None => StoredSeedOf::Own,
                    Some(SeedOf::Daily(DailyWord::Daily)) => StoredSeedOf::Daily,
                    Some(SeedOf::Table { day, number }) => StoredSeedOf::Table(day.clone(), *number),
                },
                brought: deal.brought.iter().map(|brought| brought.map(|brought| brought.0)).collect(),
            }
        }
    }

    impl From<StoredDeal> for Deal {
        fn from(StoredDeal { day, number, seed_of, brought }: StoredDeal) -> Self {
            let seed_of = match seed_of {
                StoredSeedOf::Own => None,
                StoredSeedOf::Daily => Some(SeedOf::Daily(DailyWord::Daily)),
                StoredSeedOf::Table(day, number) => Some(SeedOf::Table { day, number }),
            };
            Self { day, number, seed_of, brought: brought.into_iter().map(|hash| hash.map(Brought)).collect() }
        }
    }

    type Stored = (Option<String>, usize, i64, Vec<u8>, Option<StoredDeal>);

    pub(crate) fn serialize<S: Serializer>(setup: &Setup, to: S) -> Result<S::Ok, S::Error> {
        let deal = setup.deal.as_deref().map(StoredDeal::from);
        (&setup.kind, setup.seats, setup.stake, setup.options.to_bytes(), deal).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Setup, D::Error> {
        let (kind, seats, stake, options, deal) = Stored::deserialize(from)?;
        let options = Options::from_bytes(&options).ok_or_else(|| D::Error::custom("a setup's options do not read"))?;
        Ok(Setup { kind, seats, stake, deal: deal.map(|deal| Box::new(deal.into())), options })
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
