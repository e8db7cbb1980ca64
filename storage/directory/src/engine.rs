//! The rows below a data directory. An engine may lose what was not synced, and open damaged files without an error.
//! A row that it returns must have been written under that key.

use crate::salvage::Found;
use crate::system::System;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use turnstone_storage::{DamagedFile, Health, KeyRange, StorageError};

/// An engine on an operating system.
pub trait RowsEngine<S: System>: Clone + Send + Sync + 'static {
    /// Its open rows.
    type Rows: Rows;
    /// How its journals are read without it; `()` if it has none.
    type Journal: JournalFormat;

    /// Fail if the directory at `path` has journals of a format that [`Self::Journal`] does not read. Called before
    /// they are read, and before anything is changed there.
    fn check_format(&self, _system: &S, _path: &Path) -> Result<(), StorageError> {
        Ok(())
    }

    /// Open the rows of the directory at `path`, or create both.
    fn open(&self, system: &S, path: &Path) -> Result<Self::Rows, StorageError>;

    /// Read the tables of the directory at `path`, past damage.
    fn read_tables(&self, system: &S, path: &Path, found: &mut Found) -> Result<(), StorageError>;
}

/// The format of an engine's journals: files of batches, each with a checksum and a number that rises.
pub trait JournalFormat {
    /// The journals in the directory at `path`, in the order in which they were written.
    fn files(system: &impl System, path: &Path) -> Result<Vec<PathBuf>, StorageError>;

    /// The batch that the bytes begin with, if it is complete.
    fn batch(bytes: &[u8]) -> Option<JournalBatch<'_>>;

    /// Where the next batch may begin, in bytes that begin with none.
    fn resume(bytes: &[u8]) -> Option<usize>;
}

/// A complete batch of a journal.
pub struct JournalBatch<'a> {
    /// Its bytes.
    pub length: usize,
    /// The engine's number of the write.
    pub number: u64,
    /// Its rows, in the order in which they were written.
    pub rows: Vec<JournalRow<'a>>,
}

/// A key, and its value unless it was removed.
pub type JournalRow<'a> = (&'a [u8], Option<Cow<'a, [u8]>>);

/// No journals.
impl JournalFormat for () {
    fn files(_: &impl System, _: &Path) -> Result<Vec<PathBuf>, StorageError> {
        Ok(Vec::new())
    }

    fn batch(_: &[u8]) -> Option<JournalBatch<'_>> {
        None
    }

    fn resume(_: &[u8]) -> Option<usize> {
        None
    }
}

/// Background maintenance, until it is dropped, and its findings.
pub type Maintained = (Box<dyn Send>, Arc<dyn AtRest>);

/// When a write returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durable {
    /// When it is written to the operating system.
    Written,
    /// When its data is on the disk (fdatasync).
    Data,
    /// When its data and metadata are on the disk (fsync).
    All,
}

/// Rows by key. Clones are the same rows.
pub trait Rows: Clone + Send + Sync + 'static {
    /// The rows at one moment.
    type Snapshot: RowsSnapshot;

    /// The row of a key.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StorageError>;

    /// Put (`Some`) and remove (`None`) rows, all or nothing.
    fn write<'a>(
        &self,
        changes: &mut dyn Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
        durable: Durable,
    ) -> Result<(), StorageError>;

    /// Make everything written so far durable.
    fn sync(&self) -> Result<(), StorageError>;

    /// The current rows.
    fn snapshot(&self) -> Self::Snapshot;

    /// Begin the background maintenance of the files (compaction, scrubbing). It ends when the first value is dropped.
    fn maintain(&self) -> Result<Maintained, StorageError> {
        Ok((Box::new(()), Arc::new(())))
    }
}

/// A key and its value, or the error of reading them, by ascending key.
pub type RawRows<'a, B> = Box<dyn DoubleEndedIterator<Item = Result<(B, B), StorageError>> + 'a>;

/// The rows at one moment.
pub trait RowsSnapshot: Send + 'static {
    /// A key or a value.
    type Bytes<'a>: AsRef<[u8]>
    where
        Self: 'a;

    /// The row of a key.
    fn get(&self, key: &[u8]) -> Result<Option<Self::Bytes<'_>>, StorageError>;

    /// The rows of a range that is not empty.
    fn range(&self, range: KeyRange) -> RawRows<'_, Self::Bytes<'_>>;

    /// The same rows for a thread that reads ahead; `None` if everything must happen on one thread.
    fn for_another_thread(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// The state of the files at rest, for any thread.
pub trait AtRest: Send + Sync {
    /// What maintenance has found so far.
    fn health(&self) -> Health {
        Health::default()
    }

    /// Read all files now. Returns the damaged ones.
    fn verify(&self) -> Vec<DamagedFile> {
        Vec::new()
    }
}

/// Nothing is known.
impl AtRest for () {}
