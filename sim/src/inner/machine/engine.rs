//! An engine of rows, in place of the one that ships: a journal, tables that it becomes, and a list of the tables. It
//! keeps what an engine promises and no more. It opens a damaged journal without a word and drops what is behind the
//! damage; of a damaged table it refuses the rows that may have been there; a failed write ends it.

mod opening;
mod snapshot;

use super::system::Machine;
use super::tables::{self, Change};
use crate::prelude::*;
use snapshot::SimSnapshot;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turnstone_directory::{AtRest, Durable, Maintained, Open, Rows, RowsSnapshot, System, SystemFile};
use turnstone_storage::{DamagedFile, Failure, Health};
use xxhash_rust::xxh3::xxh3_64;

const LIST: &str = "tables";
const NEW_LIST: &str = "tables.new";
/// Tables are merged when there are this many.
const TABLES: usize = 4;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimEngine {
    /// The journal becomes a table when it has grown so large.
    pub(crate) journal_bytes: u64,
}

type Row = Vec<u8>;
type RowMap = Arc<BTreeMap<Row, Row>>;

/// Its rows.
#[derive(Clone)]
pub(crate) struct SimRows(Arc<Mutex<OpenRows>>);

struct OpenRows {
    system: Machine,
    path: PathBuf,
    journal_bytes: u64,
    rows: RowMap,
    /// From the first to the last key of each block that does not read.
    gaps: Arc<Vec<(Row, Row)>>,
    /// Keys that were written since the newest table.
    fresh: BTreeSet<Row>,
    /// Keys that were removed and stand in a table.
    removed: BTreeSet<Row>,
    list: List,
    journal: <Machine as System>::File,
    journal_end: u64,
    number: u64,
    broken: bool,
}

/// The tables, and the last write that is in them.
#[derive(Clone, Default)]
struct List {
    flushed: u64,
    next: u64,
    tables: Vec<u64>,
}

impl List {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = [self.flushed.to_le_bytes(), self.next.to_le_bytes()].concat();
        self.tables.iter().for_each(|table| bytes.extend_from_slice(&table.to_le_bytes()));
        let check = xxh3_64(&bytes);
        bytes.extend_from_slice(&check.to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (bytes, check) = bytes.split_last_chunk::<8>()?;
        let (numbers, rest) = bytes.as_chunks::<8>();
        if u64::from_le_bytes(*check) != xxh3_64(bytes) || !rest.is_empty() {
            return None;
        }
        let mut numbers = numbers.iter().map(|number| u64::from_le_bytes(*number));
        Some(Self { flushed: numbers.next()?, next: numbers.next()?, tables: numbers.collect() })
    }
}

fn journal_path(path: &Path, number: u64) -> PathBuf {
    path.join(format!("{number}.jnl"))
}

fn table_path(path: &Path, number: u64) -> PathBuf {
    path.join(format!("{number}.table"))
}

fn number_of(path: &Path, ending: &str) -> Option<u64> {
    path.file_name()?.to_str()?.strip_suffix(ending)?.parse().ok()
}

fn apply(rows: &mut BTreeMap<Row, Row>, removed: &mut BTreeSet<Row>, key: Row, value: Option<Row>) {
    match value {
        Some(value) => {
            removed.remove(&key);
            rows.insert(key, value);
        }
        None => {
            rows.remove(&key);
            removed.insert(key);
        }
    }
}

impl SimRows {
    fn open(&self) -> MutexGuard<'_, OpenRows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All rows as they are in memory, the chain's too.
    pub(crate) fn all(&self) -> RowMap {
        self.open().rows.clone()
    }
}

impl OpenRows {
    fn write(&mut self, changes: &[(&[u8], Option<&[u8]>)], durable: Durable) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other("an earlier write failed"));
        }
        self.broken = true;
        let batch = turnstone_fjall_journal::encode(self.number + 1, changes);
        self.journal.write_all_at(&batch, self.journal_end)?;
        if durable != Durable::Written {
            self.journal.sync()?;
        }
        self.number += 1;
        self.journal_end += batch.len() as u64;
        let rows = Arc::make_mut(&mut self.rows);
        for (key, value) in changes {
            self.fresh.insert(key.to_vec());
            apply(rows, &mut self.removed, key.to_vec(), value.map(<[u8]>::to_vec));
        }
        if self.journal_end > self.journal_bytes {
            self.flush()?;
        }
        self.broken = false;
        Ok(())
    }

    /// The journal becomes a table, and many tables become one.
    fn flush(&mut self) -> io::Result<()> {
        self.journal.sync()?;
        let merges = self.list.tables.len() >= TABLES && self.gaps.is_empty();
        let rows: Vec<Change> = if merges {
            let keys: BTreeSet<&Row> = self.rows.keys().chain(&self.removed).collect();
            keys.into_iter().map(|key| (key.clone(), self.rows.get(key).cloned())).collect()
        } else {
            self.fresh.iter().map(|key| (key.clone(), self.rows.get(key).cloned())).collect()
        };
        let (table, journal) = (self.list.next, self.list.next + 1);
        let file = self.system.open(&table_path(&self.path, table), Open::Make)?;
        file.set_length(0)?;
        file.write_all_at(&tables::encode(self.number, rows), 0)?;
        file.sync()?;
        let mut tables = if merges { Vec::new() } else { self.list.tables.clone() };
        tables.push(table);
        let next = self.system.open(&journal_path(&self.path, journal), Open::Make)?;
        let list = List { flushed: self.number, next: journal + 1, tables };
        let former = std::mem::replace(&mut self.list, list);
        let new = self.path.join(NEW_LIST);
        let file = self.system.open(&new, Open::Make)?;
        file.set_length(0)?;
        file.write_all_at(&self.list.encode(), 0)?;
        file.sync()?;
        self.system.sync_directory(&self.path)?;
        self.system.rename(&new, &self.path.join(LIST))?;
        self.system.sync_directory(&self.path)?;
        for file in self.system.list(&self.path)? {
            if number_of(&file, ".jnl").is_some_and(|number| number < journal) {
                self.system.remove_file(&file)?;
            }
        }
        if merges {
            former.tables.iter().try_for_each(|table| self.system.remove_file(&table_path(&self.path, *table)))?;
        }
        (self.journal, self.journal_end) = (next, 0);
        self.fresh.clear();
        Ok(())
    }

    /// What is damaged among the tables.
    fn verify(&self) -> Vec<DamagedFile> {
        let mut found = Vec::new();
        let mut tell = |file: PathBuf, what: &str| found.push(DamagedFile { file, what: what.to_owned() });
        let list = self.path.join(LIST);
        if !self.list.tables.is_empty() && self.system.read(&list).ok().and_then(|it| List::decode(&it)).is_none() {
            tell(list, "the list of the tables");
        }
        for table in &self.list.tables {
            let file = table_path(&self.path, *table);
            match self.system.read(&file).ok().and_then(|bytes| tables::decode(&bytes)) {
                Some(blocks) if blocks.iter().all(|block| block.rows.is_some()) => {}
                Some(_) => tell(file, "a block of its rows"),
                None => tell(file, "the list of its blocks"),
            }
        }
        found
    }
}

fn broken(what: &'static str, error: &io::Error) -> Failure {
    Failure::Io { what: format!("{what} the store"), source: io::Error::new(error.kind(), error.to_string()) }
}

impl Rows for SimRows {
    type Snapshot = SimSnapshot;

    fn get(&self, key: &[u8]) -> Result<Option<Row>, Failure> {
        self.snapshot().get(key).map(|row| row.map(<[u8]>::to_vec))
    }

    fn write<'a>(
        &self,
        changes: &mut dyn Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
        durable: Durable,
    ) -> Result<(), Failure> {
        let changes: Vec<_> = changes.collect();
        self.open().write(&changes, durable).map_err(|error| broken("write", &error))
    }

    fn sync(&self) -> Result<(), Failure> {
        let mut open = self.open();
        open.journal.sync().map_err(|error| {
            open.broken = true;
            broken("sync", &error)
        })
    }

    fn snapshot(&self) -> SimSnapshot {
        let open = self.open();
        SimSnapshot { rows: open.rows.clone(), gaps: open.gaps.clone() }
    }

    fn maintain(&self) -> Result<Maintained, Failure> {
        Ok((Box::new(()), Arc::new(self.clone())))
    }
}

impl AtRest for SimRows {
    fn health(&self) -> Health {
        Health { damaged_files: self.verify().len() as u64, ..Health::default() }
    }

    fn verify(&self) -> Vec<DamagedFile> {
        self.open().verify()
    }
}
