//! How a table's seed follows from the secret of a day and from what the players brought. `transports/FAIRNESS.md`
//! describes the texts.

use super::Seed;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// What a seed was computed from, besides the secret of its day: the member `deal` of a bundle's `config`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Deal {
    /// The UTC day on which the table was created: year-month-day.
    pub day: String,
    /// Its running number on that day, from 1.
    pub number: u32,
    /// Whose seed it shares. `None`: it has a seed of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_of: Option<SeedOf>,
    /// What each seat brought, by seat. Empty for the daily challenge; for a shared seed, by the seats of the first table.
    pub brought: Vec<Option<Brought>>,
}

/// The owner of a seed that several tables share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SeedOf {
    /// The first leg of a pair.
    Table {
        /// The day of its number.
        day: String,
        /// Its running number.
        number: u32,
    },
    /// The daily challenge.
    Daily(DailyWord),
}

/// The word `daily`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DailyWord {
    /// The only value.
    Daily,
}

/// The sha256 of what a seat brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Brought(pub [u8; 32]);

impl Brought {
    /// The hash of a reference and a seed of a client; `None` if there is neither.
    pub fn of(client_ref: Option<&str>, client_seed: Option<&str>) -> Option<Self> {
        let (reference, seed) = (client_ref.unwrap_or_default(), client_seed.unwrap_or_default());
        let is_nothing = client_ref.is_none() && client_seed.is_none();
        (!is_nothing).then(|| Self(Sha256::digest(format!("{reference}\n{seed}")).into()))
    }
}

impl From<Brought> for String {
    fn from(brought: Brought) -> Self {
        hex::encode(brought.0)
    }
}

impl TryFrom<String> for Brought {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Seed::from_hex(&text).map(|hash| Self(*hash.as_bytes())).ok_or("is not 64 lowercase hex characters")
    }
}

impl Deal {
    /// The seed that this deal has with the secret of the day on which its seed was computed.
    pub fn seed(&self, secret: &[u8; 32]) -> Seed {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
        mac.update(self.message().as_bytes());
        Seed::from_bytes(mac.finalize().into_bytes().into())
    }

    /// The day whose secret made the seed.
    pub fn seed_day(&self) -> &str {
        match &self.seed_of {
            Some(SeedOf::Table { day, .. }) => day,
            Some(SeedOf::Daily(_)) | None => &self.day,
        }
    }

    /// The text from which the seed is computed.
    fn message(&self) -> String {
        let (day, number) = match &self.seed_of {
            Some(SeedOf::Daily(_)) => return format!("turnstone daily 1\n{}\n", self.day),
            Some(SeedOf::Table { day, number }) => (day, *number),
            None => (&self.day, self.number),
        };
        let mut text = format!("turnstone deal 1\n{day}\n{number}\n");
        for brought in &self.brought {
            match brought {
                Some(Brought(hash)) => writeln!(text, "{}", hex::encode(hash)),
                None => writeln!(text, "-"),
            }
            .expect("a text takes all that is written");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal() -> Deal {
        let brought = vec![Brought::of(Some("ref"), Some("seed")), None];
        Deal { day: "2026-11-25".to_owned(), number: 17, seed_of: None, brought }
    }

    #[test]
    fn a_seed_is_computed_as_its_page_says() {
        let theirs = hex::encode(Sha256::digest("ref\nseed"));
        assert_eq!(deal().message(), format!("turnstone deal 1\n2026-11-25\n17\n{theirs}\n-\n"));
        // printf 'turnstone deal 1\n…' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…
        assert_eq!(deal().seed(&[7; 32]).to_hex(), "a3d9368e416a03233537581cd8f67074770e2a6857b58a80b7745c23e8fa2869");
    }

    #[test]
    fn a_second_leg_has_the_seed_of_the_first_and_its_own_number() {
        let first = SeedOf::Table { day: "2026-11-25".to_owned(), number: 17 };
        let second = Deal { day: "2026-11-26".to_owned(), number: 1, seed_of: Some(first), ..deal() };
        assert_eq!(second.seed(&[7; 32]).to_hex(), deal().seed(&[7; 32]).to_hex());
        assert_eq!(second.seed_day(), "2026-11-25");
    }

    #[test]
    fn a_deal_reads_back_from_the_json_of_a_config() {
        let table = Some(SeedOf::Table { day: "2026-11-25".to_owned(), number: 3 });
        for seed_of in [None, table, Some(SeedOf::Daily(DailyWord::Daily))] {
            let deal = Deal { seed_of, ..deal() };
            let json = serde_json::to_value(&deal).unwrap();
            assert_eq!(serde_json::from_value::<Deal>(json).unwrap(), deal);
        }
    }

    #[test]
    fn a_seat_that_sends_neither_brings_nothing() {
        assert_eq!(Brought::of(None, None), None);
        assert_eq!(Brought::of(Some(""), None), Brought::of(None, Some("")));
        assert_ne!(Brought::of(Some("a"), None), Brought::of(None, Some("a")));
    }
}
