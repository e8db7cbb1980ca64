//! What earlier versions wrote is read by this one. `golden/storage/<version>/` holds a backup with a sample of every
//! record and a data directory with the same.

use super::damage::copy;
use crate::{FJALL, FjallDirectory};
use std::fs;
use std::path::{Path, PathBuf};
use turnstone_directory::{Os, StorageEngine, backup};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Change, Record};
use turnstone_storage::{Durability, Memory, MemoryDisk, Storage, check, load};
use turnstone_storage_conformance::samples::*;

fn folder(version: u8) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/storage").join(version.to_string())
}

type Samples = fn() -> Vec<Record>;

/// What the folder of each version holds.
const VERSIONS: [(u8, Samples); 5] =
    [(1, first_records), (2, second_records), (3, third_records), (4, fourth_records), (5, fifth_records)];
/// The version that is written.
const NEWEST: u8 = 5;

#[test]
fn backups_of_all_versions_are_read() {
    for (version, records) in VERSIONS {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        let commit = FJALL.restore(&folder(version).join("backup"), &data).unwrap();
        assert_eq!(commit.n, 1);
        let mut records = records();
        if !records.contains(&Record::Restored(())) {
            records.push(Record::Restored(()));
        }
        expect(&records, &data, 1);
    }
}

#[test]
fn data_directories_of_all_versions_are_read() {
    for (version, records) in VERSIONS {
        let home = tempfile::tempdir().unwrap();
        copy(&folder(version).join("data"), home.path());
        expect(&records(), home.path(), 2);
    }
}

fn expect(wanted: &[Record], data: &Path, commits: u64) {
    let mut storage = FjallDirectory::open(data, Durability::Sync).unwrap();
    assert_eq!(storage.head().n, commits);
    let records = storage.state().snapshot().unwrap().records().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(records, wanted);
    assert_eq!(storage.state().personal_keys().unwrap().into_iter().collect::<Vec<_>>(), [(0, key(1))]);
    // What is known of a chat without reading it follows from its messages, which are not loaded.
    let loaded: Vec<Record> = load(&mut storage, |_, records| records.collect()).unwrap();
    assert!(loaded.contains(&party_chat()));
    assert!(!loaded.iter().any(|record| matches!(record, Record::PartyMessage(..))));
    check(&*storage.state(), |_| {}).unwrap();
}

/// A new version of the encoding gets a folder beside the old ones; `INSTA_UPDATE=always` writes the backup and the
/// data directory of a version that has none yet, as it does its rows in the tests of the port.
#[test]
fn the_newest_version_has_its_folder() {
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        write_the_golden_folder();
    }
    assert!(folder(NEWEST).join("data").is_dir() && folder(NEWEST).join("backup").is_file());
}

fn write_the_golden_folder() {
    let folder = folder(NEWEST);
    if folder.join("data").exists() {
        return;
    }
    fs::create_dir_all(&folder).unwrap();
    let mut storage = Memory::open(MemoryDisk::default()).unwrap();
    let changed = fifth_records().into_iter().map(Change::Put);
    append_next(&mut storage, &changes(changed, [SlotChange::Fill(0, key(1))])).unwrap();
    backup(&Os, &*storage.state(), None, &folder.join("backup")).unwrap();
    let data = folder.join("data");
    FJALL.restore(&folder.join("backup"), &data).unwrap();
    flush(&data);
    let mut storage = FjallDirectory::open(&data, Durability::Sync).unwrap();
    append_next(&mut storage, &put(fifth_records())).unwrap();
    storage.stop().unwrap();
    drop(storage);
    // Opening cuts the journal, which is made large, to what is in it.
    drop(FjallDirectory::open(&data, Durability::Sync).unwrap());
}

/// Move all rows from the engine's journal into its tables.
fn flush(data: &Path) {
    let db = fjall::Database::builder(data.join("store")).open().unwrap();
    db.keyspace("records", fjall::KeyspaceCreateOptions::default).unwrap().rotate_memtable_and_wait().unwrap();
}
