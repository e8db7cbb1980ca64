//! The rows of the chain, in the same store as the records: if the engine loses rows, the chain has a gap.

use crate::ahead::ReadAhead;
use crate::engine::{Durable, Rows, RowsEngine, RowsSnapshot};
use crate::system::System;
use std::path::Path;
use turnstone_storage::encoding::{META, decode};
use turnstone_storage::{
    Commit, HotRecords, KEPT_COMMITS, KeyRange, RESTORE, Records, Snapshot, StorageError, check_chain, read_hot,
};

/// The newest commit.
const HEAD: [u8; 2] = [META, 0];
/// The commit that was restored from a backup: the chain begins there. Absent in a store that began empty.
const BASE: [u8; 2] = [META, 1];
/// The newest commits, each at its number modulo [`KEPT_COMMITS`].
const CHAIN: [u8; 2] = [META, 2];
/// The fingerprints of the server keys that the records were written with. Absent until the first start that records
/// them.
const KEYS: [u8; 2] = [META, 3];
const FORM: u8 = 1;

/// The rows of a data directory, records and chain.
#[derive(Clone)]
pub struct Store<R> {
    rows: R,
}

impl<R: Rows> Store<R> {
    /// Open or create the store. Its content is not checked yet.
    pub(crate) fn open<S: System>(
        system: &S,
        engine: &impl RowsEngine<S, Rows = R>,
        path: &Path,
    ) -> Result<Self, StorageError> {
        Ok(Self { rows: engine.open(system, path)? })
    }

    /// The engine's rows.
    pub const fn rows(&self) -> &R {
        &self.rows
    }

    /// The last commit, if the chain up to it has no gap and contains the commit of the high-water mark.
    pub(crate) fn verified_head(&self, watermark: Commit) -> Result<Commit, StorageError> {
        let remedy = |error: StorageError| StorageError::Damaged(format!("{error}. {RESTORE}"));
        let snapshot = self.snapshot().map_err(remedy)?;
        let head = snapshot.head;
        if head.n < watermark.n {
            return Err(StorageError::Shortened { found: head.n, known: watermark.n });
        }
        let chain = snapshot.chain().map_err(remedy)?;
        check_chain(&chain, head).map_err(remedy)?;
        if watermark.n > 0 && !chain.contains(&watermark) {
            return Err(StorageError::OtherHistory { n: watermark.n, found: head.n });
        }
        Ok(head)
    }

    /// Write rows and their commit, all or nothing.
    pub fn commit<'a>(
        &self,
        rows: impl Iterator<Item = (&'a Vec<u8>, &'a Option<Vec<u8>>)>,
        commit: Commit,
        durable: Durable,
    ) -> Result<(), StorageError> {
        let value = [&[FORM], commit.to_bytes().as_slice()].concat();
        let key = chain_key(commit.n);
        let chain: [(&[u8], Option<&[u8]>); 2] = [(&HEAD, Some(&value)), (&key, Some(&value))];
        let rows = rows.map(|(key, value)| (key.as_slice(), value.as_deref()));
        self.rows.write(&mut rows.chain(chain), durable)
    }

    /// Write rows that belong to no commit yet: those of a backup before its last row.
    pub(crate) fn put(&self, rows: &[(&[u8], &[u8])]) -> Result<(), StorageError> {
        self.rows.write(&mut rows.iter().map(|(key, value)| (*key, Some(*value))), Durable::Written)
    }

    /// Begin the chain with a restored commit. This is written before its rows, so that an engine that loses the rows
    /// leaves a gap in the chain.
    pub(crate) fn begin_at(&self, commit: Commit) -> Result<(), StorageError> {
        if commit == Commit::default() {
            return Ok(());
        }
        self.put(&[(&BASE, &[&[FORM], commit.n.to_be_bytes().as_slice()].concat())])
    }

    /// All rows of the commit are written: make it the head, and everything durable.
    pub(crate) fn found(&self, commit: Commit) -> Result<(), StorageError> {
        if commit == Commit::default() {
            return self.persist();
        }
        self.commit(std::iter::empty(), commit, Durable::All)
    }

    /// Make everything written so far durable.
    pub(crate) fn persist(&self) -> Result<(), StorageError> {
        self.rows.sync()
    }

    /// The fingerprints of the server keys, by their ids; empty if they were never recorded.
    pub(crate) fn server_keys(&self) -> Result<Vec<(u32, [u8; 32])>, StorageError> {
        let Some(row) = self.rows.get(&KEYS)? else { return Ok(Vec::new()) };
        let (keys, rest) = row.strip_prefix(&[FORM]).unwrap_or(&[0]).as_chunks::<{ 4 + 32 }>();
        if !rest.is_empty() {
            return Err(StorageError::Damaged("the fingerprints of the server keys are unreadable".to_owned()));
        }
        let key = |bytes: &[u8; 36]| {
            let (id, print) = bytes.split_first_chunk()?;
            Some((u32::from_be_bytes(*id), print.try_into().ok()?))
        };
        Ok(keys.iter().filter_map(key).collect())
    }

    /// Record the fingerprints of the server keys, durably.
    pub(crate) fn note_server_keys(&self, keys: &[(u32, [u8; 32])]) -> Result<(), StorageError> {
        let mut row = vec![FORM];
        keys.iter().for_each(|(id, print)| row.extend([id.to_be_bytes().as_slice(), print].concat()));
        self.rows.write(&mut std::iter::once((KEYS.as_slice(), Some(row.as_slice()))), Durable::All)
    }

    /// The newest commit.
    pub(crate) fn head(&self) -> Result<Commit, StorageError> {
        head(self.rows.get(&HEAD)?)
    }

    pub(crate) fn snapshot(&self) -> Result<StoreSnapshot<R::Snapshot>, StorageError> {
        let rows = self.rows.snapshot();
        let head = head(rows.get(&HEAD)?)?;
        Ok(StoreSnapshot { head, rows })
    }
}

pub(crate) struct StoreSnapshot<R> {
    head: Commit,
    rows: R,
}

impl<R: RowsSnapshot> StoreSnapshot<R> {
    /// The commit from which the chain is kept.
    fn base(&self) -> Result<u64, StorageError> {
        let Some(row) = self.rows.get(&BASE)? else { return Ok(1) };
        let n = row.as_ref().strip_prefix(&[FORM]).and_then(|n| n.try_into().ok());
        n.map(u64::from_be_bytes).ok_or_else(|| StorageError::Damaged("the chain's base is unreadable".to_owned()))
    }
}

impl<R: RowsSnapshot> Snapshot for StoreSnapshot<R> {
    fn head(&self) -> Commit {
        self.head
    }

    fn chain(&self) -> Result<Vec<Commit>, StorageError> {
        let rows = self.rows.range(KeyRange::prefix(CHAIN.to_vec()));
        let mut chain = rows.map(|row| row.and_then(|(_, row)| commit(row.as_ref()))).collect::<Result<Vec<_>, _>>()?;
        chain.sort_unstable_by_key(|commit| commit.n);
        let last = chain.last().map_or(0, |commit| commit.n);
        let expected = (last + 1).saturating_sub(self.base()?).min(KEPT_COMMITS);
        if chain.len() as u64 == expected {
            Ok(chain)
        } else {
            Err(StorageError::Damaged(format!("{} of the last {expected} commits are left in the chain", chain.len())))
        }
    }

    fn scan(&self, range: KeyRange) -> Records<'_> {
        if range.start >= range.end {
            return Box::new(std::iter::empty());
        }
        Box::new(self.rows.range(range).map(|row| {
            let (key, value) = row?;
            decode(key.as_ref(), value.as_ref())
        }))
    }

    fn hot(&self) -> HotRecords<'_> {
        match self.rows.for_another_thread() {
            Some(rows) => Box::new(ReadAhead::start(Self { head: self.head, rows })),
            None => read_hot(self),
        }
    }
}

/// The commit in a row of the journal, if it is the row of the head.
pub(crate) fn commit_of_row(key: &[u8], value: &[u8]) -> Option<Commit> {
    if key == HEAD { commit(value).ok() } else { None }
}

fn chain_key(n: u64) -> Vec<u8> {
    [CHAIN.as_slice(), &((n % KEPT_COMMITS) as u16).to_be_bytes()].concat()
}

/// The commit in the row of the head; without one nothing was ever committed.
fn head(row: Option<impl AsRef<[u8]>>) -> Result<Commit, StorageError> {
    row.map_or_else(|| Ok(Commit::default()), |row| commit(row.as_ref()))
}

fn commit(row: &[u8]) -> Result<Commit, StorageError> {
    row.strip_prefix(&[FORM])
        .and_then(Commit::from_bytes)
        .ok_or_else(|| StorageError::Damaged("a commit of the chain is unreadable".to_owned()))
}
