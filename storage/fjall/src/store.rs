//! The store on fjall: one keyspace for all (an idle second one would pin the journals), with the rows of the chain
//! beside the records. What the engine loses, the chain shows.

use crate::failure;
use crate::rest::{self, Keeper};
use fjall::{Database, Keyspace, KeyspaceCreateOptions, PersistMode, Readable};
use std::panic::catch_unwind;
use std::path::Path;
use turnstone_storage::encoding::{META, decode};
use turnstone_storage::{Commit, Failure, KEPT_COMMITS, KeyRange, RESTORE, Records, Snapshot, check_chain};

const KEYSPACE: &str = "records";
/// The newest commit.
const HEAD: [u8; 2] = [META, 0];
/// The commit that a backup brought back: the chain is kept from there. Absent in a store that grew from nothing.
const BASE: [u8; 2] = [META, 1];
/// The newest commits, each in the place of its number modulo [`KEPT_COMMITS`].
const CHAIN: [u8; 2] = [META, 2];
/// The fingerprints of the server keys with which the records were written. Absent until the first start that notes it.
const KEYS: [u8; 2] = [META, 3];
const FORM: u8 = 1;

/// The least that fjall allows: opening replays the whole journal in memory.
const JOURNAL_BYTES: u64 = 64 << 20;
/// Flushed when it has grown so large; what is not flushed is replayed at start.
const MEMTABLE_BYTES: u64 = 16 << 20;
/// Tables that stay open at a time. The engine would keep 900, for which not every system has the files.
const OPEN_TABLES: usize = 256;

#[derive(Clone)]
pub(crate) struct Store {
    db: Database,
    rows: Keyspace,
}

impl Store {
    /// Open or make the store, and nothing more: what it holds is not yet judged.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let open = || {
            rest::settle(path, KEYSPACE)?;
            let builder = Database::builder(path).max_journaling_size(JOURNAL_BYTES).worker_threads(2);
            let db = builder.max_cached_files(Some(OPEN_TABLES)).open()?;
            let options = || {
                KeyspaceCreateOptions::default()
                    .max_memtable_size(MEMTABLE_BYTES)
                    .compaction_strategy(rest::merge_nothing())
            };
            let rows = db.keyspace(KEYSPACE, options)?;
            Ok(Self { db, rows })
        };
        // Some damages of a journal make fjall panic. Nothing is left of what it had begun.
        let opened = catch_unwind(open).unwrap_or(Err(fjall::Error::Unrecoverable));
        opened.map_err(|error| failure::engine("open", path, &error))
    }

    /// The last commit, if the chain up to it has no hole and holds the commit of the high-water mark.
    pub(crate) fn judge(&self, mark: Commit) -> Result<Commit, Failure> {
        let remedy = |error: Failure| Failure::Damaged(format!("{error}. {RESTORE}"));
        let snapshot = self.snapshot().map_err(remedy)?;
        let head = snapshot.head;
        if head.n < mark.n {
            return Err(Failure::Shortened { found: head.n, known: mark.n });
        }
        let chain = snapshot.chain().map_err(remedy)?;
        check_chain(&chain, head).map_err(remedy)?;
        if mark.n > 0 && !chain.contains(&mark) {
            return Err(Failure::OtherHistory { n: mark.n, found: head.n });
        }
        Ok(head)
    }

    /// Write rows and their commit, all or nothing.
    pub(crate) fn commit<'a>(
        &self,
        rows: impl Iterator<Item = (&'a Vec<u8>, &'a Option<Vec<u8>>)>,
        commit: Commit,
        mode: PersistMode,
    ) -> Result<(), Failure> {
        let mut batch = self.db.batch().durability(Some(mode));
        for (key, value) in rows {
            match value {
                Some(value) => batch.insert(&self.rows, key.as_slice(), value.as_slice()),
                None => batch.remove(&self.rows, key.as_slice()),
            }
        }
        let value = [&[FORM], commit.to_bytes().as_slice()].concat();
        batch.insert(&self.rows, HEAD, value.as_slice());
        batch.insert(&self.rows, chain_key(commit.n), value);
        batch.commit().map_err(engine("write"))
    }

    /// Write rows that belong to no commit yet: what a backup brings back before its last row.
    pub(crate) fn put(&self, rows: &[(&[u8], &[u8])]) -> Result<(), Failure> {
        let mut batch = self.db.batch().durability(Some(PersistMode::Buffer));
        for (key, value) in rows {
            batch.insert(&self.rows, *key, *value);
        }
        batch.commit().map_err(engine("write"))
    }

    /// Let the chain begin with a commit that a backup brought back, and make all durable.
    pub(crate) fn found(&self, commit: Commit) -> Result<(), Failure> {
        if commit == Commit::default() {
            return self.persist();
        }
        let base = Some([&[FORM], commit.n.to_be_bytes().as_slice()].concat());
        self.commit(std::iter::once((&BASE.to_vec(), &base)), commit, PersistMode::SyncAll)
    }

    /// Make durable what was written so far.
    pub(crate) fn persist(&self) -> Result<(), Failure> {
        self.db.persist(PersistMode::SyncAll).map_err(engine("sync"))
    }

    /// Keep what lies at rest, until the keeper is dropped.
    pub(crate) fn keep(&self) -> Result<Keeper, Failure> {
        Keeper::start(self.db.clone(), self.rows.clone())
    }

    /// Move all rows from the journal into a table.
    #[cfg(test)]
    pub(crate) fn flush(&self) {
        self.rows.rotate_memtable_and_wait().unwrap();
    }

    #[cfg(test)]
    pub(crate) fn merges_nothing_by_itself(&self) -> bool {
        use lsm_tree::compaction::CompactionStrategy;
        self.rows.config.compaction_strategy.get_config() == rest::merge_nothing().get_config()
    }

    /// The fingerprints of the server keys, by their ids; none if they were never noted.
    pub(crate) fn server_keys(&self) -> Result<Vec<(u32, [u8; 32])>, Failure> {
        let Some(row) = self.rows.get(KEYS).map_err(engine("read"))? else { return Ok(Vec::new()) };
        let (keys, rest) = row.strip_prefix(&[FORM]).unwrap_or(&[0]).as_chunks::<{ 4 + 32 }>();
        if !rest.is_empty() {
            return Err(Failure::Damaged("the fingerprints of the server keys do not read".to_owned()));
        }
        let key = |bytes: &[u8; 36]| {
            let (id, print) = bytes.split_first_chunk()?;
            Some((u32::from_be_bytes(*id), print.try_into().ok()?))
        };
        Ok(keys.iter().filter_map(key).collect())
    }

    /// Note the fingerprints of the server keys, for good.
    pub(crate) fn note_server_keys(&self, keys: &[(u32, [u8; 32])]) -> Result<(), Failure> {
        let mut row = vec![FORM];
        keys.iter().for_each(|(id, print)| row.extend([id.to_be_bytes().as_slice(), print].concat()));
        let mut batch = self.db.batch().durability(Some(PersistMode::SyncAll));
        batch.insert(&self.rows, KEYS, row);
        batch.commit().map_err(engine("write"))
    }

    /// The newest commit.
    pub(crate) fn head(&self) -> Result<Commit, Failure> {
        head(self.rows.get(HEAD))
    }

    pub(crate) fn snapshot(&self) -> Result<StoreSnapshot, Failure> {
        let snapshot = self.db.snapshot();
        let head = head(snapshot.get(&self.rows, HEAD))?;
        Ok(StoreSnapshot { head, snapshot, rows: self.rows.clone() })
    }
}

pub(crate) struct StoreSnapshot {
    head: Commit,
    snapshot: fjall::Snapshot,
    rows: Keyspace,
}

impl StoreSnapshot {
    /// The commit from which the chain is kept.
    fn base(&self) -> Result<u64, Failure> {
        let Some(row) = self.snapshot.get(&self.rows, BASE).map_err(engine("read"))? else { return Ok(1) };
        let n = row.strip_prefix(&[FORM]).and_then(|n| n.try_into().ok());
        n.map(u64::from_be_bytes).ok_or_else(|| Failure::Damaged("the chain's base does not read".to_owned()))
    }
}

impl Snapshot for StoreSnapshot {
    fn head(&self) -> Commit {
        self.head
    }

    fn chain(&self) -> Result<Vec<Commit>, Failure> {
        let rows = self.snapshot.prefix(&self.rows, CHAIN);
        let read = |row: fjall::Guard| row.value().map_err(engine("read")).and_then(|row| commit(&row));
        let mut chain = rows.map(read).collect::<Result<Vec<_>, _>>()?;
        chain.sort_unstable_by_key(|commit| commit.n);
        let last = chain.last().map_or(0, |commit| commit.n);
        let expected = (last + 1).saturating_sub(self.base()?).min(KEPT_COMMITS);
        if chain.len() as u64 == expected {
            Ok(chain)
        } else {
            Err(Failure::Damaged(format!("{} of the last {expected} commits are left in the chain", chain.len())))
        }
    }

    fn scan(&self, range: KeyRange) -> Records<'_> {
        if range.start >= range.end {
            return Box::new(std::iter::empty());
        }
        Box::new(self.snapshot.range(&self.rows, range.start..range.end).map(|row| {
            let (key, value) = row.into_inner().map_err(engine("read"))?;
            decode(&key, &value)
        }))
    }
}

/// The commit that a row of the journal is, if it is the head.
pub(crate) fn commit_of_row(key: &[u8], value: &[u8]) -> Option<Commit> {
    if key == HEAD { commit(value).ok() } else { None }
}

fn chain_key(n: u64) -> Vec<u8> {
    [CHAIN.as_slice(), &((n % KEPT_COMMITS) as u16).to_be_bytes()].concat()
}

/// What the row of the head says; without one nothing was ever committed.
fn head(row: fjall::Result<Option<fjall::UserValue>>) -> Result<Commit, Failure> {
    row.map_err(engine("read"))?.map_or_else(|| Ok(Commit::default()), |row| commit(&row))
}

fn commit(row: &[u8]) -> Result<Commit, Failure> {
    row.strip_prefix(&[FORM])
        .and_then(Commit::from_bytes)
        .ok_or_else(|| Failure::Damaged("a commit of the chain does not read".to_owned()))
}

fn engine(what: &'static str) -> impl FnOnce(fjall::Error) -> Failure {
    move |error| failure::engine(what, Path::new("the store"), &error)
}
