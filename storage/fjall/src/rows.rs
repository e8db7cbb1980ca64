//! The rows on fjall, in one keyspace: a second, idle one would pin the journals.

use crate::failure;
use crate::maintenance::{self, Maintenance};
use crate::tables;
use fjall::{Database, Keyspace, KeyspaceCreateOptions, PersistMode, Readable, UserValue};
use std::fs::File;
use std::panic::catch_unwind;
use std::path::Path;
use std::sync::Arc;
use turnstone_directory::{Durable, Found, Maintained, Os, RawRows, Rows, RowsEngine, RowsSnapshot};
use turnstone_fjall_journal::{FjallJournal, check_version};
use turnstone_storage::{KeyRange, StorageError};

const KEYSPACE: &str = "records";
/// The minimum of fjall: opening replays the whole journal in memory.
const JOURNAL_BYTES: u64 = 64 << 20;
/// The memtable is flushed at this size; rows that are not flushed are replayed at the start.
const MEMTABLE_BYTES: u64 = 16 << 20;
/// Open tables at a time. The default of fjall, 900, exceeds the limit of open files on some systems.
const OPEN_TABLES: usize = 256;

/// The engine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fjall;

#[derive(Clone)]
pub struct FjallRows {
    db: Database,
    rows: Keyspace,
}

/// Its rows at one moment.
#[derive(Clone)]
pub struct FjallSnapshot {
    snapshot: fjall::Snapshot,
    rows: Keyspace,
}

impl RowsEngine<Os> for Fjall {
    type Rows = FjallRows;
    type Journal = FjallJournal;

    fn check_format(&self, system: &Os, path: &Path) -> Result<(), StorageError> {
        check_version(system, path)
    }

    fn open(&self, _: &Os, path: &Path) -> Result<FjallRows, StorageError> {
        let open = || {
            maintenance::turn_off_compaction(path, KEYSPACE)?;
            let builder = Database::builder(path).max_journaling_size(JOURNAL_BYTES).worker_threads(2);
            let db = builder.max_cached_files(Some(OPEN_TABLES)).open()?;
            let options = || {
                KeyspaceCreateOptions::default()
                    .max_memtable_size(MEMTABLE_BYTES)
                    .compaction_strategy(maintenance::compact_nothing())
            };
            let rows = db.keyspace(KEYSPACE, options)?;
            // fjall does not sync the name of a new keyspace.
            File::open(path.join("keyspaces"))?.sync_all()?;
            Ok(FjallRows { db, rows })
        };
        // fjall panics on some damage of a journal. Nothing of the attempt remains.
        let opened = catch_unwind(open).unwrap_or(Err(fjall::Error::Unrecoverable));
        opened.map_err(|error| failure::engine("open", path, &error))
    }

    fn read_tables(&self, _: &Os, path: &Path, found: &mut Found) -> Result<(), StorageError> {
        tables::read(path, found)
    }
}

impl Rows for FjallRows {
    type Snapshot = FjallSnapshot;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StorageError> {
        let row = self.rows.get(key).map_err(engine("read"))?;
        Ok(row.map(|row| row.to_vec()))
    }

    fn write<'a>(
        &self,
        changes: &mut dyn Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
        durable: Durable,
    ) -> Result<(), StorageError> {
        let mode = match durable {
            Durable::Written => PersistMode::Buffer,
            Durable::Data => PersistMode::SyncData,
            Durable::All => PersistMode::SyncAll,
        };
        let mut batch = self.db.batch().durability(Some(mode));
        for (key, value) in changes {
            match value {
                Some(value) => batch.insert(&self.rows, key, value),
                None => batch.remove(&self.rows, key),
            }
        }
        batch.commit().map_err(engine("write"))
    }

    fn sync(&self) -> Result<(), StorageError> {
        self.db.persist(PersistMode::SyncAll).map_err(engine("sync"))
    }

    fn snapshot(&self) -> FjallSnapshot {
        FjallSnapshot { snapshot: self.db.snapshot(), rows: self.rows.clone() }
    }

    fn maintain(&self) -> Result<Maintained, StorageError> {
        let maintenance = Maintenance::start(self.db.clone(), self.rows.clone())?;
        let at_rest = Arc::new(maintenance.at_rest());
        Ok((Box::new(maintenance), at_rest))
    }
}

#[cfg(test)]
impl FjallRows {
    /// Move all rows from the journal into a table.
    pub(crate) fn flush(&self) {
        self.rows.rotate_memtable_and_wait().unwrap();
    }

    pub(crate) fn has_compaction_off(&self) -> bool {
        use lsm_tree::compaction::CompactionStrategy;
        self.rows.config.compaction_strategy.get_config() == maintenance::compact_nothing().get_config()
    }
}

impl RowsSnapshot for FjallSnapshot {
    type Bytes<'a> = UserValue;

    fn get(&self, key: &[u8]) -> Result<Option<UserValue>, StorageError> {
        self.snapshot.get(&self.rows, key).map_err(engine("read"))
    }

    fn range(&self, range: KeyRange) -> RawRows<'_, UserValue> {
        let rows = self.snapshot.range(&self.rows, range.start..range.end);
        Box::new(rows.map(|row| row.into_inner().map_err(engine("read"))))
    }

    fn for_another_thread(&self) -> Option<Self> {
        Some(self.clone())
    }
}

fn engine(what: &'static str) -> impl FnOnce(fjall::Error) -> StorageError {
    move |error| failure::engine(what, Path::new("the store"), &error)
}
