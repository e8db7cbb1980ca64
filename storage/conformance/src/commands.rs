//! What the commands of the program do with an engine: open, back up, restore, salvage, add a server key.

use crate::samples::{append_next, party_message, put};
use std::path::Path;
use turnstone_directory::{DirectoryOptions, Os, StorageEngine, backup};
use turnstone_service::record::{AuditRow, AuditedAct, Record};
use turnstone_service::time::Millis;
use turnstone_storage::{Commit, Durability, StorageError, check};

/// Run every command on data directories in `home`, which is an empty directory. Panics where the engine falls short.
pub fn run_commands(engine: &dyn StorageEngine, home: &Path) {
    let (data, file, restored, salvaged) = (home.join("data"), home.join("file"), home.join("r"), home.join("s"));
    assert!(!engine.exists(&data).unwrap());
    let first = DirectoryOptions::from(Durability::Sync);
    let mut opened = engine.open(&data, first).unwrap();
    assert!(opened.is_new && opened.has_drawn_keys && opened.torn_tail.is_none());
    let head = append_next(opened.storage.as_mut(), &put(acts())).unwrap();
    assert!(matches!(engine.open(&data, first), Err(StorageError::InUse(_))));
    assert_eq!(backup(&Os, opened.storage.state().as_ref(), Some(&data), &file).unwrap(), head);
    opened.storage.stop().unwrap();
    drop(opened);
    assert!(engine.exists(&data).unwrap() && engine.has_server_keys(&data).unwrap());
    holds_the_acts(engine, &data, head);

    assert_eq!(engine.restore(&file, &restored).unwrap(), head);
    assert!(matches!(engine.restore(&file, &data), Err(StorageError::NotEmpty(_))));
    holds_the_acts(engine, &restored, head);

    let replaced = home.join("i");
    let mut opened = engine.open(&replaced, first).unwrap();
    append_next(opened.storage.as_mut(), &put([party_message(1, 1)])).unwrap();
    drop(opened);
    assert_eq!(engine.install(&file, &replaced).unwrap(), head);
    engine.finish_install(&replaced).unwrap();
    holds_the_acts(engine, &replaced, head);
    assert_eq!(engine.server_keys_text(&replaced).unwrap(), engine.server_keys_text(&data).unwrap());

    let found = engine.salvage(&data, &salvaged).unwrap();
    assert_eq!((found.commit, found.records, found.missing.as_slice()), (head.n, acts().len(), [].as_slice()));
    holds_the_acts(engine, &salvaged, head);

    let key = engine.next_server_key(&data).unwrap();
    engine.add_server_key(&data, key, false).unwrap();
    let opened = engine.open(&data, first).unwrap();
    assert_eq!(opened.keys.fingerprints().iter().map(|(id, _)| *id).collect::<Vec<_>>(), [1, key]);
}

/// Records that a salvage takes as they are.
fn acts() -> Vec<Record> {
    let row = || AuditRow { at: Millis(1), by: "mia".into(), act: AuditedAct::KeyRotated(2), reason: None };
    vec![Record::Audit(1, row()), Record::Audit(2, row()), Record::AuditHead(2)]
}

fn holds_the_acts(engine: &dyn StorageEngine, data: &Path, head: Commit) {
    let only_check = DirectoryOptions { only_check: true, ..Durability::Sync.into() };
    let mut opened = engine.open(data, only_check).unwrap();
    let mut records = Vec::new();
    assert_eq!(check(opened.storage.state().as_ref(), |record| records.push(record)).unwrap(), head);
    // A restored or salvaged directory says so.
    records.retain(|record| *record != Record::Restored(()));
    records.sort_by_key(Record::key);
    let mut expected = acts();
    expected.sort_by_key(Record::key);
    assert_eq!(records, expected);
    opened.storage.stop().unwrap();
}
