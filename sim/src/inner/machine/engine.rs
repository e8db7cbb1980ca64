//! A row engine in place of the shipped one: a journal, tables, and a list of the tables. It keeps the guarantees of
//! such an engine and no more. It silently opens a damaged journal without the rows after the damage. It rejects reads
//! of the rows that a damaged block may contain. A failed write ends it.

use super::tables::{self, Block, Change, Key, List};
use crate::inner::machine::Machine;
use crate::inner::prelude::*;
use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use turnstone_directory::{
    AtRest, Durable, Found, Gap, JournalFormat, Maintained, Open, RawRows, Rows, RowsEngine, RowsSnapshot, System,
    SystemFile,
};
use turnstone_fjall_journal::FjallJournal;
use turnstone_storage::{DamagedFile, Health, KeyRange, RESTORE};
use xxhash_rust::xxh3::xxh3_64;

const LIST: &str = "tables";
const NEW_LIST: &str = "tables.new";
/// Number of tables that are merged into one.
const TABLES: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SimEngine {
    /// The size at which the journal becomes a table.
    pub(crate) journal_bytes: u64,
}

type RowMap = BTreeMap<Key, Vec<u8>>;

#[derive(Clone)]
pub(crate) struct SimRows(Arc<Mutex<OpenRows>>);

struct OpenRows {
    system: Machine,
    path: PathBuf,
    journal_bytes: u64,
    read: ReadRows,
    list: List,
    journal: <Machine as System>::File,
    journal_end: u64,
    broken: bool,
}

/// The content of the files.
#[derive(Default)]
struct ReadRows {
    now: SimSnapshot,
    /// Removed keys that are still in a table.
    removed: BTreeSet<Key>,
    /// Keys that were written since the newest table.
    fresh: BTreeSet<Key>,
    /// The number of the last write.
    number: u64,
}

/// The rows at one time, some of which are unreadable.
#[derive(Clone, Default)]
pub(crate) struct SimSnapshot {
    rows: Arc<RowMap>,
    /// The first and last key of each unreadable block.
    gaps: Arc<Vec<(Key, Key)>>,
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

/// The list of the tables; `None` if it is missing or unreadable.
fn list_of(system: &Machine, path: &Path) -> Option<List> {
    List::decode(&system.read(&path.join(LIST)).ok()?)
}

fn rejected(file: &Path) -> StorageError {
    StorageError::Engine { what: "open", why: format!("{} does not read. {RESTORE}", file.display()) }
}

fn broken(what: &'static str, error: &io::Error) -> StorageError {
    StorageError::Io { what: format!("{what} the store"), source: io::Error::new(error.kind(), error.to_string()) }
}

impl ReadRows {
    fn apply(&mut self, changes: impl Iterator<Item = Change>, is_fresh: bool) {
        let rows = Arc::make_mut(&mut self.now.rows);
        for (key, value) in changes {
            if is_fresh {
                self.fresh.insert(key.clone());
            }
            match value {
                Some(value) => {
                    self.removed.remove(&key);
                    rows.insert(key, value);
                }
                None => {
                    rows.remove(&key);
                    self.removed.insert(key);
                }
            }
        }
    }

    /// Read the tables, oldest first.
    fn read_tables(&mut self, system: &Machine, path: &Path, list: &List) -> Result<(), StorageError> {
        self.number = list.flushed;
        for (table, blocks) in &list.tables {
            let file = table_path(path, *table);
            let bytes = system.read(&file).map_err(StorageError::io(format!("read {}", file.display())))?;
            for block in blocks {
                if let Some(rows) = block.read(&bytes) {
                    self.apply(rows.changes.into_iter(), false);
                } else {
                    // Rows of older tables may be outdated there.
                    Arc::make_mut(&mut self.now.rows).retain(|key, _| !(&block.first..=&block.last).contains(&key));
                    Arc::make_mut(&mut self.now.gaps).push((block.first.clone(), block.last.clone()));
                }
            }
        }
        Ok(())
    }

    /// Read the journals after the tables. Returns the end of the last one.
    fn read_journals(&mut self, system: &Machine, path: &Path, journals: &[u64]) -> Result<usize, StorageError> {
        let mut end = 0;
        for journal in journals {
            let file = journal_path(path, *journal);
            let bytes = system.read(&file).map_err(StorageError::io(format!("read {}", file.display())))?;
            end = 0;
            while let Some(batch) = FjallJournal::batch(&bytes[end..]) {
                end += batch.length;
                if batch.number > self.number {
                    self.number = batch.number;
                    let changes = batch.rows.into_iter();
                    self.apply(changes.map(|(key, value)| (key.to_vec(), value.map(Cow::into_owned))), true);
                }
            }
            // Some damaged ends are dropped silently, others are rejected.
            let rest = &bytes[end..];
            if rest.iter().any(|byte| *byte != 0) && xxh3_64(rest).is_multiple_of(2) {
                return Err(rejected(&file));
            }
        }
        Ok(end)
    }
}

impl RowsEngine<Machine> for SimEngine {
    type Rows = SimRows;
    type Journal = FjallJournal;

    fn open(&self, system: &Machine, path: &Path) -> Result<SimRows, StorageError> {
        let io = || StorageError::io(format!("open {}", path.display()));
        system.make_directory(path).map_err(io())?;
        let files = system.list(path).map_err(io())?;
        let list = match system.read(&path.join(LIST)) {
            Ok(bytes) => List::decode(&bytes).ok_or_else(|| rejected(&path.join(LIST)))?,
            Err(error) if error.kind() == ErrorKind::NotFound => List::default(),
            Err(error) => return Err(io()(error)),
        };
        let mut read = ReadRows::default();
        read.read_tables(system, path, &list)?;
        // Remains of a merge.
        for file in &files {
            if number_of(file, ".table").is_some_and(|table| !list.tables.contains_key(&table)) {
                system.remove_file(file).map_err(io())?;
            }
        }
        let mut journals: Vec<u64> = files.iter().filter_map(|file| number_of(file, ".jnl")).collect();
        journals.sort_unstable();
        let journal_end = read.read_journals(system, path, &journals)? as u64;
        let journal_number = journals.last().copied().unwrap_or(list.next);
        let journal = system.open(&journal_path(path, journal_number), Open::Make).map_err(io())?;
        // Bytes after the last whole batch were never committed.
        journal.set_length(journal_end).map_err(io())?;
        journal.sync().map_err(io())?;
        for directory in [Some(path), path.parent()].into_iter().flatten() {
            system.sync_directory(directory).map_err(io())?;
        }
        let list = List { next: list.next.max(journal_number + 1), ..list };
        let (system, path, journal_bytes) = (system.clone(), path.to_owned(), self.journal_bytes);
        let open = OpenRows { system, path, journal_bytes, read, list, journal, journal_end, broken: false };
        Ok(SimRows(Arc::new(Mutex::new(open))))
    }

    fn read_tables(&self, system: &Machine, path: &Path, found: &mut Found) -> Result<(), StorageError> {
        let list = list_of(system, path);
        let mut files: BTreeMap<PathBuf, Option<&[Block]>> = BTreeMap::new();
        match (&list, system.list(path)) {
            (Some(list), _) => {
                files.extend(list.tables.iter().map(|(table, blocks)| (table_path(path, *table), Some(&blocks[..]))));
            }
            (None, Ok(all)) => {
                let tables = all.into_iter().filter(|file| number_of(file, ".table").is_some());
                files.extend(tables.map(|file| (file, None)));
            }
            (None, Err(error)) if error.kind() == ErrorKind::NotFound => {}
            (None, Err(error)) => return Err(StorageError::io(format!("read {}", path.display()))(error)),
        }
        for (file, blocks) in files {
            let bytes = system.read(&file).unwrap_or_default();
            let read = match blocks {
                Some(blocks) => blocks.iter().map(|block| block.read(&bytes)).collect(),
                None => tables::scan(&bytes),
            };
            let (mut after, mut is_gap) = (Vec::new(), bytes.is_empty());
            for rows in read {
                let Some(rows) = rows else {
                    is_gap = true;
                    continue;
                };
                let key = |row: Option<&Change>| row.map(|(key, _)| key.clone());
                let after = std::mem::replace(&mut after, key(rows.changes.last()).unwrap_or_default());
                if std::mem::take(&mut is_gap) {
                    found.miss_rows(Gap { file: file.clone(), after, before: key(rows.changes.first()) });
                }
                rows.changes.into_iter().for_each(|(key, value)| found.take(key, rows.number, value));
            }
            if is_gap {
                found.miss_rows(Gap { file, after, before: None });
            }
        }
        Ok(())
    }
}

impl SimRows {
    fn open(&self) -> MutexGuard<'_, OpenRows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All rows in memory, including the chain's.
    pub(crate) fn all(&self) -> Arc<RowMap> {
        self.open().read.now.rows.clone()
    }
}

impl OpenRows {
    fn write(&mut self, changes: &[(&[u8], Option<&[u8]>)], durable: Durable) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other("an earlier write failed"));
        }
        self.broken = true;
        let batch = turnstone_fjall_journal::encode(self.read.number + 1, changes);
        self.journal.write_all_at(&batch, self.journal_end)?;
        if durable != Durable::Written {
            self.journal.sync()?;
        }
        self.read.number += 1;
        self.journal_end += batch.len() as u64;
        self.read.apply(changes.iter().map(|(key, value)| (key.to_vec(), value.map(<[u8]>::to_vec))), true);
        if self.journal_end > self.journal_bytes {
            self.flush()?;
        }
        self.broken = false;
        Ok(())
    }

    /// The journal becomes a table, and many tables are merged.
    fn flush(&mut self) -> io::Result<()> {
        self.journal.sync()?;
        let ReadRows { now: SimSnapshot { rows, gaps }, removed, fresh, number } = &mut self.read;
        let merges = self.list.tables.len() >= TABLES && gaps.is_empty();
        let keys: BTreeSet<&Key> = if merges { rows.keys().chain(&*removed).collect() } else { fresh.iter().collect() };
        let changes = keys.into_iter().map(|key| (key.clone(), rows.get(key).cloned())).collect();
        let (bytes, blocks) = tables::encode(*number, changes);
        let (table, journal) = (self.list.next, self.list.next + 1);
        self.system.write_whole(&table_path(&self.path, table), &bytes)?;
        let mut list = List { flushed: *number, next: journal + 1, tables: self.list.tables.clone() };
        let merged = if merges { std::mem::take(&mut list.tables) } else { BTreeMap::new() };
        list.tables.insert(table, blocks);
        let next = self.system.open(&journal_path(&self.path, journal), Open::Make)?;
        self.system.write_whole(&self.path.join(NEW_LIST), &list.encode())?;
        self.system.sync_directory(&self.path)?;
        self.system.rename(&self.path.join(NEW_LIST), &self.path.join(LIST))?;
        self.system.sync_directory(&self.path)?;
        for file in self.system.list(&self.path)? {
            if number_of(&file, ".jnl").is_some_and(|number| number < journal) {
                self.system.remove_file(&file)?;
            }
        }
        merged.keys().try_for_each(|table| self.system.remove_file(&table_path(&self.path, *table)))?;
        (self.list, self.journal, self.journal_end) = (list, next, 0);
        fresh.clear();
        Ok(())
    }
}

impl Rows for SimRows {
    type Snapshot = SimSnapshot;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StorageError> {
        self.snapshot().get(key).map(|row| row.map(<[u8]>::to_vec))
    }

    fn write<'a>(
        &self,
        changes: &mut dyn Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
        durable: Durable,
    ) -> Result<(), StorageError> {
        let changes: Vec<_> = changes.collect();
        self.open().write(&changes, durable).map_err(|error| broken("write", &error))
    }

    fn sync(&self) -> Result<(), StorageError> {
        let mut open = self.open();
        open.journal.sync().map_err(|error| {
            open.broken = true;
            broken("sync", &error)
        })
    }

    fn snapshot(&self) -> SimSnapshot {
        self.open().read.now.clone()
    }

    fn maintain(&self) -> Result<Maintained, StorageError> {
        Ok((Box::new(()), Arc::new(self.clone())))
    }
}

impl AtRest for SimRows {
    fn health(&self) -> Health {
        Health { damaged_files: self.verify().len() as u64, ..Health::default() }
    }

    fn verify(&self) -> Vec<DamagedFile> {
        let OpenRows { system, path, list, .. } = &*self.open();
        let mut found = Vec::new();
        if !list.tables.is_empty() && list_of(system, path).is_none() {
            found.push(DamagedFile { file: path.join(LIST), what: "the list of the tables".to_owned() });
        }
        for (table, blocks) in &list.tables {
            let file = table_path(path, *table);
            let bytes = system.read(&file).unwrap_or_default();
            if blocks.iter().any(|block| block.read(&bytes).is_none()) {
                found.push(DamagedFile { file, what: "a block of its rows".to_owned() });
            }
        }
        found
    }
}

impl RowsSnapshot for SimSnapshot {
    type Bytes<'a> = &'a [u8];

    fn get(&self, key: &[u8]) -> Result<Option<&[u8]>, StorageError> {
        let found = self.rows.get(key).map(Vec::as_slice);
        let lost = || self.gaps.iter().any(|(first, last)| (first.as_slice()..=last.as_slice()).contains(&key));
        if found.is_none() && lost() { Err(damaged()) } else { Ok(found) }
    }

    fn range(&self, range: KeyRange) -> RawRows<'_, &[u8]> {
        let lost = self.gaps.iter().filter(|(first, last)| *first < range.end && *last >= range.start);
        let lost: BTreeSet<&Key> = lost.map(|(first, _)| first).collect();
        let rows = self.rows.range(range.start.clone()..range.end.clone());
        if lost.is_empty() {
            return Box::new(rows.map(|(key, value)| Ok((key.as_slice(), value.as_slice()))));
        }
        // A damage has no value and sorts before the row of its key.
        let mut found: Vec<(&Key, Option<&Vec<u8>>)> = rows.map(|(key, value)| (key, Some(value))).collect();
        found.extend(lost.into_iter().map(|key| (key, None)));
        found.sort_unstable();
        let row = |(key, value): (_, Option<_>)| value.map(|value: &Vec<u8>| (key, value.as_slice()));
        Box::new(found.into_iter().map(move |(key, value)| row((key.as_slice(), value)).ok_or_else(damaged)))
    }
}

fn damaged() -> StorageError {
    StorageError::Engine { what: "read", why: "a block of a table is damaged".to_owned() }
}
