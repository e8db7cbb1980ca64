//! Days with their secrets and lists, and the signed statements about them.

use crate::ids::TableId;
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// Entries in a page of a list. It is a power of two, so that the root of a page is a node of the whole tree.
pub const PAGE: u32 = 256;
/// Roots of pages in one row.
pub const ROOTS_IN_ROW: usize = 1024;

/// A UTC day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairDayRow {
    /// Its secret, from which the seeds of its tables are computed.
    pub secret: [u8; 32],
    /// Running numbers that were given to tables.
    pub numbers: u32,
    /// The number of the statement that closed it, once it is closed.
    pub closed_by: Option<u32>,
}

/// An archived table in the list of its day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairEntryRow {
    /// The table.
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
    /// Its own.
    Own,
    /// That of its day's challenge.
    Daily,
    /// That of the table with this number on this day: the first leg of a pair.
    Of(Day, u32),
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
    /// Its text.
    pub text: String,
    /// The public key that signed it.
    pub key: [u8; 32],
    /// The signature, 64 bytes.
    pub signature: Vec<u8>,
}
