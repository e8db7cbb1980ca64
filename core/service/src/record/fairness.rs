//! Days with their secrets and lists, and the signed statements about them.

use crate::credentials::ServerKeys;
use crate::games::{Deal, Seed};
use crate::ids::{DuelId, TableId};
use crate::time::Day;
use serde::{Deserialize, Serialize};
use std::fmt;
use turnstone_fairness::{day_name, split_day_name};

/// Entries in a page of a list. It is a power of two, so that the root of a page is a node of the whole tree.
pub const PAGE: u32 = 256;
/// Roots of pages in one row.
pub const ROOTS_IN_ROW: usize = 1024;

/// A UTC day in an era. Running numbers and lists belong to day names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct DayName {
    pub day: Day,
    /// The number of the era; 0 before the first one.
    pub era: u64,
}

impl DayName {
    /// The name of a day in era 0.
    pub const fn of(day: Day) -> Self {
        Self { day, era: 0 }
    }

    /// Parses a day name; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (day, era) = split_day_name(text)?;
        Some(Self { day: Day::parse(day)?, era })
    }
}

impl fmt::Display for DayName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&day_name(&self.day.to_string(), self.era))
    }
}

/// How a secret is stored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum SecretForm {
    /// As it is: earlier versions wrote it.
    #[default]
    Clear,
    /// Not at all: it is computed from the server's keys. The stored bytes are zeros, or for a day the commitment to it.
    Computed,
    /// Sealed with the server's key that has this id.
    Sealed(u32),
}

/// A UTC day in an era.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairDayRow {
    /// Its secret, from which the seeds of its tables are computed, in the form that `form` says; or the commitment to it,
    /// by which the secret is found again if the statement is lost.
    pub secret: [u8; 32],
    /// Running numbers that were given to tables.
    pub numbers: u32,
    /// The number of the statement that closed it, once it is closed.
    pub closed_by: Option<u32>,
    /// How the secret is stored.
    pub form: SecretForm,
}

/// An archived table in the list of its day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairEntryRow {
    pub table: TableId,
    /// Whether the list names its id.
    pub is_public: bool,
    /// Whose seed it has.
    pub seed_of: FairSeedRow,
    /// The commitment to its seed; `None` if nothing was dealt.
    pub seed_commit: Option<[u8; 32]>,
    /// How it ended.
    pub ending: FairEndingRow,
}

/// Whose seed a table has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FairSeedRow {
    Own,
    /// That of its day's challenge.
    Daily,
    /// That of the table with this number on this day of era 0: the first leg of a pair.
    Of(Day, u32),
    /// The same for a day of a later era.
    OfEra(DayName, u32),
}

impl FairSeedRow {
    /// The seed of the table with this number.
    pub const fn of(name: DayName, number: u32) -> Self {
        if name.era == 0 { Self::Of(name.day, number) } else { Self::OfEra(name, number) }
    }
}

/// The seed of a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum SeedRow {
    /// Nothing was dealt yet: it depends on those who join.
    #[default]
    Undealt,
    /// As it is: the table is over and the seed is revealed, or an earlier version wrote it.
    Clear([u8; 32]),
    /// Not stored: it is computed from the secret of its day. This is the commitment to it.
    Committed([u8; 32]),
    /// An earlier version drew it. It is sealed with a key of the server.
    Sealed {
        /// The commitment to it.
        commit: [u8; 32],
        /// The id of the key.
        key: u32,
        /// The sealed bytes.
        seed: [u8; 32],
    },
}

impl SeedRow {
    /// Whether nothing was dealt yet.
    pub const fn is_undealt(&self) -> bool {
        matches!(self, Self::Undealt)
    }

    /// The commitment to the seed, once there is one.
    pub fn commit(&self) -> Option<[u8; 32]> {
        match self {
            Self::Undealt => None,
            Self::Clear(seed) => Some(Seed::from_bytes(*seed).commitment()),
            Self::Committed(commit) | Self::Sealed { commit, .. } => Some(*commit),
        }
    }

    /// The seed of a table with this deal, as far as the server's keys give it.
    pub fn open(&self, table: TableId, deal: Option<&Deal>, keys: &ServerKeys) -> Option<[u8; 32]> {
        match self {
            Self::Undealt => None,
            Self::Clear(seed) => Some(*seed),
            Self::Sealed { commit, key, seed } => {
                let seed = keys.unseal(*key, &table_label(table), *seed)?;
                (Seed::from_bytes(seed).commitment() == *commit).then_some(seed)
            }
            Self::Committed(commit) => {
                let deal = deal?;
                let name = DayName::parse(deal.seed_day())?;
                keys.day_secrets(name.day).find_map(|(_, secret)| Self::seed_with(deal, &secret, commit))
            }
        }
    }

    /// The seed of a deal with a secret, if this is the commitment to it.
    pub(crate) fn seed_with(deal: &Deal, secret: &[u8; 32], commit: &[u8; 32]) -> Option<[u8; 32]> {
        let seed = deal.seed(secret);
        (seed.commitment() == *commit).then_some(*seed.as_bytes())
    }

    /// A seed that is still a secret: computed again from the keys, or sealed if they do not give it.
    pub(crate) fn hide(table: TableId, deal: Option<&Deal>, seed: [u8; 32], keys: &ServerKeys) -> Self {
        let computed = Self::Committed(Seed::from_bytes(seed).commitment());
        if computed.open(table, deal, keys).is_some() {
            return computed;
        }
        let (key, sealed) = keys.seal(&table_label(table), seed);
        Self::Sealed { commit: Seed::from_bytes(seed).commitment(), key, seed: sealed }
    }
}

impl SecretForm {
    /// The stored bytes; `None` if they are not stored or their key is lost.
    pub(crate) fn open(self, bytes: [u8; 32], label: &[u8], keys: &ServerKeys) -> Option<[u8; 32]> {
        match self {
            Self::Clear => Some(bytes),
            Self::Computed => None,
            Self::Sealed(key) => keys.unseal(key, label, bytes),
        }
    }
}

impl FairDayRow {
    /// The secret that an earlier version stored.
    pub fn stored_secret(&self, day: Day, keys: &ServerKeys) -> Option<[u8; 32]> {
        self.form.open(self.secret, &day_label(day), keys)
    }

    /// The stored commitment to the secret; `None` in the form of earlier versions.
    pub(crate) fn commitment(&self) -> Option<[u8; 32]> {
        (self.form == SecretForm::Computed && self.secret != [0; 32]).then_some(self.secret)
    }
}

fn table_label(id: TableId) -> [u8; 21] {
    label(b"table", id.0)
}

/// What is sealed for the secret of a day.
pub(crate) fn day_label(day: Day) -> [u8; 21] {
    label(b"day  ", day.0.into())
}

/// What is sealed for the seed of a challenge.
pub(crate) fn daily_label(day: Day) -> [u8; 21] {
    label(b"daily", day.0.into())
}

/// What is sealed for the seed of a pair of a duel.
pub(crate) fn duel_label(duel: DuelId) -> [u8; 21] {
    label(b"duel ", duel.0)
}

fn label(kind: &[u8; 5], of: u128) -> [u8; 21] {
    let mut label = [0; 21];
    label[..5].copy_from_slice(kind);
    label[5..].copy_from_slice(&of.to_be_bytes());
    label
}

/// How a table ended, as its list says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FairEndingRow {
    /// With an outcome; the digest of its bundle.
    Settled([u8; 32]),
    /// Before it began.
    Cancelled,
    /// During play.
    Voided,
}

/// A signed statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StatementRow {
    pub text: String,
    /// The public key that signed it.
    pub key: [u8; 32],
    /// The signature, 64 bytes.
    pub signature: Vec<u8>,
}
