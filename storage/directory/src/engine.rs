//! What keeps the rows below a data directory. It may lose what was not synced and open what is damaged without a word;
//! what it says it read must be what was once written under that key.

use crate::salvage::Found;
use crate::system::System;
use std::path::Path;
use std::sync::Arc;
use turnstone_storage::{DamagedFile, Failure, Health, KeyRange};

/// An engine on an operating system. It keeps what was written last in journals of the form that `journal.rs` reads.
pub trait RowsEngine<S: System>: Clone + Send + Sync + 'static {
    /// Its open rows.
    type Rows: Rows;

    /// Open or make the rows of the directory at `path`, which is there.
    fn open(&self, system: &S, path: &Path) -> Result<Self::Rows, Failure>;

    /// Read the tables of the directory at `path` past whatever does not read.
    fn read_tables(&self, system: &S, path: &Path, found: &mut Found) -> Result<(), Failure>;
}

/// When a write counts as done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durable {
    /// When the operating system has it.
    Written,
    /// When it is on the disk, with all that is needed to read it back.
    Data,
    /// When it is on the disk with all that the system notes of it.
    All,
}

/// Rows by key. Clones are the same rows.
pub trait Rows: Clone + Send + Sync + 'static {
    /// The rows of one moment.
    type Snapshot: RowsSnapshot;
    /// Keeps what lies at rest until it is dropped.
    type Keeper: Send;

    /// The row of a key.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure>;

    /// Put (`Some`) and remove (`None`) rows, all or nothing.
    fn write<'a>(
        &self,
        changes: &mut dyn Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
        durable: Durable,
    ) -> Result<(), Failure>;

    /// Make durable what was written so far.
    fn sync(&self) -> Result<(), Failure>;

    /// The rows as they are now.
    fn snapshot(&self) -> Self::Snapshot;

    /// Keep what lies at rest.
    fn keep(&self) -> Result<(Self::Keeper, Arc<dyn AtRest>), Failure>;
}

/// A key and its value, or why they do not read, by ascending key.
pub type RawRows<'a, B> = Box<dyn DoubleEndedIterator<Item = Result<(B, B), Failure>> + 'a>;

/// The rows of one moment.
pub trait RowsSnapshot: Send + 'static {
    /// A key or a value.
    type Bytes<'a>: AsRef<[u8]>
    where
        Self: 'a;

    /// The row of a key.
    fn get(&self, key: &[u8]) -> Result<Option<Self::Bytes<'_>>, Failure>;

    /// The rows of a range that is not empty.
    fn range(&self, range: KeyRange) -> RawRows<'_, Self::Bytes<'_>>;

    /// The same rows for a thread that reads ahead; `None` where all is to happen on one thread.
    fn for_another_thread(&self) -> Option<Self>
    where
        Self: Sized;
}

/// What is known of what lies at rest, for any thread.
pub trait AtRest: Send + Sync {
    /// How it is.
    fn health(&self) -> Health;

    /// Read all now. Returns what is damaged.
    fn verify(&self) -> Vec<DamagedFile>;
}
