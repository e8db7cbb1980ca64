//! What earlier versions wrote is read by this one. `golden/storage/<version>/` holds a backup with a sample of every
//! record, a data directory with the same, and each row in hex.

use super::damage::copy;
use super::samples::*;
use crate::encoding::{META, encode};
use crate::{Directory, Durability, Memory, MemoryDisk, Storage, backup, check, load, restore};
use std::fs;
use std::path::{Path, PathBuf};
use turnstone_core::effects::SlotChange;
use turnstone_core::record::{Change, Record};

fn folder(version: u8) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/storage").join(version.to_string())
}

/// One line a record: its key and value as they are stored.
fn rows(records: &[Record]) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let row = |record| {
        let (key, value) = encode(record);
        assert_ne!(key[0], META);
        format!("{} {}\n", hex(&key), hex(&value))
    };
    records.iter().map(row).collect()
}

#[test]
fn a_backup_of_version_1_is_read() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let commit = restore(&folder(1).join("backup"), &data).unwrap();
    assert_eq!(commit.n, 1);
    expect_first_records(&data, 1);
}

#[test]
fn a_data_directory_of_version_1_is_read() {
    let home = tempfile::tempdir().unwrap();
    copy(&folder(1).join("data"), home.path());
    expect_first_records(home.path(), 2);
}

fn expect_first_records(data: &Path, commits: u64) {
    let mut storage = Directory::open(data, Durability::Sync).unwrap();
    assert_eq!(storage.head().n, commits);
    let records = storage.state().snapshot().unwrap().records().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(records, first_records());
    assert_eq!(storage.state().personal_keys().unwrap().into_iter().collect::<Vec<_>>(), [(0, key(1))]);
    // What is known of a chat without reading it follows from its messages, which are not loaded.
    let loaded: Vec<Record> = load(&mut storage, |_, records| records.collect()).unwrap();
    assert!(loaded.contains(&party_chat()));
    assert!(!loaded.iter().any(|record| matches!(record, Record::PartyMessage(..))));
    check(&*storage.state(), |_| {}).unwrap();
}

/// A change of the encoding needs a new version of it, and a new folder beside the old ones; `UPDATE_GOLDEN=1` writes
/// the folder of a version that has none yet.
#[test]
fn version_1_is_still_what_is_written() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        write_the_golden_folder();
    }
    let wanted = fs::read_to_string(folder(1).join("rows.txt")).unwrap();
    assert_eq!(rows(&first_records()), wanted, "the encoding of rows has changed");
}

/// A kind that came later has its line here; it stays as it is, too.
#[test]
fn kinds_that_came_later_are_still_what_is_written() {
    let wanted = fs::read_to_string(folder(1).join("later-kinds.txt")).unwrap();
    assert_eq!(rows(&later_records()), wanted, "the encoding of rows has changed");
}

fn write_the_golden_folder() {
    let folder = folder(1);
    assert!(!folder.exists(), "what a version wrote is never written again");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("rows.txt"), rows(&first_records())).unwrap();
    let mut storage = Memory::open(MemoryDisk::default()).unwrap();
    let changed = first_records().into_iter().map(Change::Put);
    storage.append(&changes(changed, [SlotChange::Fill(0, key(1))])).unwrap();
    backup(&*storage.state(), None, &folder.join("backup")).unwrap();
    let data = folder.join("data");
    restore(&folder.join("backup"), &data).unwrap();
    flush(&data);
    let mut storage = Directory::open(&data, Durability::Sync).unwrap();
    storage.append(&put(first_records())).unwrap();
    storage.stop().unwrap();
    drop(storage);
    // Opening cuts the journal, which is made large, to what is in it.
    drop(Directory::open(&data, Durability::Sync).unwrap());
}

/// Move all rows from the engine's journal into its tables.
fn flush(data: &Path) {
    let db = fjall::Database::builder(data.join("store")).open().unwrap();
    db.keyspace("records", fjall::KeyspaceCreateOptions::default).unwrap().rotate_memtable_and_wait().unwrap();
}
