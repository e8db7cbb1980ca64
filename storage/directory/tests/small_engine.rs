//! A whole row engine, as small as possible: all rows in memory, and one file that each write replaces. The data
//! directory adds the rest, so every command of the program works on it.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tempfile::tempdir;
use turnstone_directory::{
    Directory, Durable, Found, OnSystem, Open, Os, RawRows, Rows, RowsEngine, RowsSnapshot, System, SystemFile,
};
use turnstone_storage::{Durability, GroupCommit, KeyRange, StorageError, push_change, raw_changes};
use turnstone_storage_conformance::{run, run_commands};

#[derive(Clone, Copy, Default)]
struct SmallEngine;

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

#[derive(Clone)]
struct SmallRows(PathBuf, Arc<Mutex<Arc<Map>>>);

struct SmallSnapshot(Arc<Map>);

fn read(path: &Path) -> Result<Map, StorageError> {
    let bytes = match Os.read(&path.join("rows")) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Map::new()),
        other => other.map_err(StorageError::io("read the rows"))?,
    };
    let rows = raw_changes(&bytes).ok_or_else(|| StorageError::Damaged("the rows do not read".to_owned()))?;
    Ok(rows.into_iter().filter_map(|(key, value)| Some((key.to_vec(), value?.to_vec()))).collect())
}

impl RowsEngine<Os> for SmallEngine {
    type Rows = SmallRows;
    type Journal = ();

    fn open(&self, _: &Os, path: &Path) -> Result<SmallRows, StorageError> {
        Os.make_directory(path).map_err(StorageError::io("make the directory of the rows"))?;
        Ok(SmallRows(path.to_owned(), Arc::new(Mutex::new(Arc::new(read(path)?)))))
    }

    fn read_tables(&self, _: &Os, path: &Path, found: &mut Found) -> Result<(), StorageError> {
        read(path)?.into_iter().for_each(|(key, value)| found.take(key, 0, Some(value)));
        Ok(())
    }
}

impl Rows for SmallRows {
    type Snapshot = SmallSnapshot;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(self.snapshot().0.get(key).cloned())
    }

    fn write<'a>(
        &self,
        changes: &mut dyn Iterator<Item = (&'a [u8], Option<&'a [u8]>)>,
        _: Durable,
    ) -> Result<(), StorageError> {
        let mut rows = self.1.lock().unwrap();
        changes.for_each(|(key, value)| match value {
            Some(value) => drop(Arc::make_mut(&mut rows).insert(key.to_vec(), value.to_vec())),
            None => drop(Arc::make_mut(&mut rows).remove(key)),
        });
        let mut bytes = GroupCommit::default().encode();
        rows.iter().for_each(|(key, value)| push_change(&mut bytes, key, Some(value)));
        let replace = || {
            let mut file = Os.open(&self.0.join("new"), Open::Empty)?;
            file.write_all(&bytes)?;
            file.sync()?;
            Os.rename(&self.0.join("new"), &self.0.join("rows"))?;
            Os.sync_directory(&self.0)
        };
        replace().map_err(StorageError::io("write the rows"))
    }

    fn sync(&self) -> Result<(), StorageError> {
        Ok(())
    }

    fn snapshot(&self) -> SmallSnapshot {
        SmallSnapshot(self.1.lock().unwrap().clone())
    }
}

impl RowsSnapshot for SmallSnapshot {
    type Bytes<'a> = &'a [u8];

    fn get(&self, key: &[u8]) -> Result<Option<&[u8]>, StorageError> {
        Ok(self.0.get(key).map(Vec::as_slice))
    }

    fn range(&self, range: KeyRange) -> RawRows<'_, &[u8]> {
        Box::new(self.0.range(range.start..range.end).map(|(key, value)| Ok((key.as_slice(), value.as_slice()))))
    }
}

#[test]
fn a_small_engine_under_a_data_directory_is_an_engine() {
    type SmallDirectory = Directory<Os, SmallEngine>;
    let open = |home: &tempfile::TempDir| SmallDirectory::open(home.path(), Durability::Sync);
    run(|| tempdir().unwrap(), |home| Ok(Box::new(open(home)?)));
}

#[test]
fn every_command_works_on_a_small_engine() {
    run_commands(&OnSystem { system: Os, engine: SmallEngine }, tempdir().unwrap().path());
}
