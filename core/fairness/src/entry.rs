//! An entry of the list of a day: one table.

use crate::tree::{Hash, leaf};
use sha2::{Digest, Sha256};
use std::fmt;
use turnstone_games::{Deal, SeedOf};

/// One table in the list of its day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its running number on that day, from 1.
    pub number: u32,
    /// The sha256 of its id, which is a secret of those who know the table.
    pub table: Hash,
    /// Whose seed it has: `own`, `daily`, or the day and the number of another table.
    pub seed_of: String,
    /// The sha256 of its seed's hex text; `None` if nothing was dealt.
    pub seed_commit: Option<Hash>,
    /// How it ended.
    pub ending: Ending,
}

/// How a table ended, as its list says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With an outcome: the digest of its bundle.
    Settled(Hash),
    /// Before it began.
    Cancelled,
    /// During play, by the operator or because the model failed.
    Voided,
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settled(digest) => out.write_str(&hex::encode(digest)),
            Self::Cancelled => out.write_str("cancelled"),
            Self::Voided => out.write_str("voided"),
        }
    }
}

/// The hash under which a list has a table.
pub fn table_hash(id: &str) -> Hash {
    Sha256::digest(id).into()
}

/// The word of a list for whose seed a table has.
pub fn seed_of(deal: &Deal) -> String {
    match &deal.seed_of {
        None => "own".to_owned(),
        Some(SeedOf::Daily(_)) => "daily".to_owned(),
        Some(SeedOf::Table { day, number }) => format!("{day} {number}"),
    }
}

impl Entry {
    /// The hash of this entry as a leaf.
    pub fn leaf(&self) -> Hash {
        let commit = self.seed_commit.map_or_else(|| "-".to_owned(), hex::encode);
        let Self { number, table, seed_of, ending, .. } = self;
        leaf(format!("turnstone table 1\n{number}\n{}\n{seed_of}\n{commit}\n{ending}\n", hex::encode(table)).as_bytes())
    }
}
