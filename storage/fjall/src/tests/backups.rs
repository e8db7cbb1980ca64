use crate::{FJALL, FjallDirectory};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use turnstone_directory::{Os, StorageEngine, backup, receive, send};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Change, Record};
use turnstone_storage::{Durability, Memory, MemoryDisk, Storage, StorageError, check, load};
use turnstone_storage_conformance::samples::*;

fn open(path: &Path) -> FjallDirectory {
    FjallDirectory::open(path, Durability::Sync).unwrap()
}

fn filled(path: &Path) -> FjallDirectory {
    let mut storage = open(path);
    let slots = [SlotChange::Fill(0, key(1)), SlotChange::Fill(5, key(5))];
    append_next(&mut storage, &changes(every_record().into_iter().map(Change::Put), slots)).unwrap();
    storage
}

pub(super) fn all(storage: &dyn Storage) -> Vec<Record> {
    storage.state().snapshot().unwrap().records().collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_backup_of_a_running_server_restores_everything() {
    let home = tempfile::tempdir().unwrap();
    let (data, file, other) = (home.path().join("data"), home.path().join("backup"), home.path().join("other"));
    let mut storage = filled(&data);
    let commit = backup(&Os, &*storage.state(), Some(&data), &file).unwrap();
    assert_eq!(commit, storage.head());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    append_next(&mut storage, &put([member(7, None)])).unwrap();

    assert_eq!(FJALL.restore(&file, &other).unwrap(), commit);
    let mut restored = open(&other);
    assert_eq!((restored.head(), restored.term(), restored.is_new()), (commit, commit.term + 1, false));
    assert_eq!(all(&restored), every_record());
    assert_eq!(restored.state().personal_keys().unwrap(), BTreeMap::from([(0, key(1))]));
    load(&mut restored, |_, records| records.count()).unwrap();
    let next = append_next(&mut restored, &put([member(8, None)])).unwrap();
    assert_eq!((next.n, next.term), (commit.n + 1, commit.term + 1));
    drop(restored);
    let restored = open(&other);
    assert_eq!(restored.state().snapshot().unwrap().chain().unwrap(), [commit, next]);
    check(&*restored.state(), |_| {}).unwrap();
    let again = home.path().join("again");
    backup(&Os, &*restored.state(), None, &again).unwrap();
}

#[test]
fn a_sent_backup_is_identical_and_an_incomplete_one_is_rejected() {
    let home = tempfile::tempdir().unwrap();
    let (data, file, saved) = (home.path().join("data"), home.path().join("backup"), home.path().join("saved"));
    let storage = filled(&data);
    let mut sent = Vec::new();
    send(&Os, &*storage.state(), Some(&data), &mut sent).unwrap();
    backup(&Os, &*storage.state(), Some(&data), &file).unwrap();
    assert_eq!(sent, fs::read(&file).unwrap());
    for length in [0, 1, sent.len() / 2, sent.len() - 1] {
        assert!(matches!(receive(&Os, &mut &sent[..length], &saved), Err(StorageError::Backup(_))), "{length} bytes");
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 2, "the data and the first backup");
    assert_eq!(receive(&Os, &mut sent.as_slice(), &saved).unwrap(), storage.head());
}

#[test]
fn server_keys_are_included_only_on_request() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let storage = filled(&data);
    let key = fs::read_to_string(data.join("server.keys")).unwrap();
    for (name, with) in [("with", Some(data.as_path())), ("without", None)] {
        let (file, other) = (home.path().join(name), home.path().join(format!("{name}.data")));
        backup(&Os, &*storage.state(), with, &file).unwrap();
        FJALL.restore(&file, &other).unwrap();
        drop(open(&other));
        let restored = fs::read_to_string(other.join("server.keys")).unwrap();
        assert_eq!(restored == key, with.is_some(), "{name}");
    }
}

#[test]
fn backs_up_an_empty_store_and_one_in_memory() {
    let home = tempfile::tempdir().unwrap();
    let (file, other) = (home.path().join("backup"), home.path().join("other"));
    let mut storage = Memory::open(MemoryDisk::default()).unwrap();
    backup(&Os, &*storage.state(), None, &file).unwrap();
    FJALL.restore(&file, &other).unwrap();
    assert_eq!(open(&other).head().n, 0);
    fs::remove_file(&file).unwrap();
    fs::remove_dir_all(&other).unwrap();
    for n in 1..=9 {
        append_next(&mut storage, &put((0..2000).map(|id| ledger(n, id)))).unwrap();
    }
    let commit = backup(&Os, &*storage.state(), None, &file).unwrap();
    FJALL.restore(&file, &other).unwrap();
    let restored = open(&other);
    // The next start begins an era.
    let rows = [all(&storage), vec![Record::Restored(())]].concat();
    assert_eq!((restored.head(), rows.len()), (commit, 18_001));
    assert_eq!(all(&restored), rows);
}

#[test]
fn never_overwrites_files() {
    let home = tempfile::tempdir().unwrap();
    let (data, file) = (home.path().join("data"), home.path().join("backup"));
    let storage = filled(&data);
    backup(&Os, &*storage.state(), None, &file).unwrap();
    assert!(matches!(backup(&Os, &*storage.state(), None, &file), Err(StorageError::NotEmpty(_))));
    assert!(matches!(FJALL.restore(&file, &data), Err(StorageError::NotEmpty(_))));
    let left: Vec<_> = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_damaged_backup_restores_nothing() {
    let home = tempfile::tempdir().unwrap();
    let (data, file, other) = (home.path().join("data"), home.path().join("backup"), home.path().join("other"));
    backup(&Os, &*filled(&data).state(), None, &file).unwrap();
    let whole = fs::read(&file).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&file, &bytes).unwrap();
        assert!(FJALL.restore(&file, &other).is_err(), "byte {at}");
        fs::write(&file, &whole[..at]).unwrap();
        assert!(FJALL.restore(&file, &other).is_err(), "cut at {at}");
        assert!(!other.exists());
    }
    for more in [&b"\0"[..], b"\n", &whole] {
        fs::write(&file, [&whole, more].concat()).unwrap();
        let reported = FJALL.restore(&file, &other).expect_err("bytes after the end are refused").to_string();
        assert!(reported.contains("continues after its end") && reported.contains("take another backup"), "{reported}");
        assert!(!other.exists());
    }
    fs::write(&file, &whole).unwrap();
    FJALL.restore(&file, &other).unwrap();
}

/// For any wrong byte, the error names the file and the remedy, and no internals of the encoding.
#[test]
fn an_error_names_the_damaged_backup_and_the_remedy() {
    let home = tempfile::tempdir().unwrap();
    let (data, file, other) = (home.path().join("data"), home.path().join("backup"), home.path().join("other"));
    backup(&Os, &*filled(&data).state(), Some(&data), &file).unwrap();
    let whole = fs::read(&file).unwrap();
    for at in (0..whole.len()).step_by(5) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x81;
        fs::write(&file, &bytes).unwrap();
        let reported = FJALL.restore(&file, &other).unwrap_err().to_string();
        let named = reported.contains(file.to_str().unwrap()) && reported.contains("take another backup");
        assert!(named && !reported.to_lowercase().contains("varint"), "byte {at}: {reported}");
    }
}

#[test]
fn a_failed_backup_leaves_no_file_and_follows_no_link() {
    let home = tempfile::tempdir().unwrap();
    let (data, file, partial) =
        (home.path().join("data"), home.path().join("backup"), home.path().join("backup.partial"));
    let mut storage = filled(&data);
    let names = || {
        let mut names: Vec<_> = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    // A link that somebody laid where the backup is written: what it leads to stays as it is.
    let precious = home.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    std::os::unix::fs::symlink(&precious, &partial).unwrap();
    backup(&Os, &*storage.state(), None, &file).unwrap();
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert!(fs::symlink_metadata(&file).unwrap().is_file());
    assert_eq!(names(), ["backup", "data", "precious"]);
    fs::remove_file(&file).unwrap();
    // A file that others can read already, or one that an earlier backup left, is not written into.
    fs::write(&partial, "").unwrap();
    fs::set_permissions(&partial, fs::Permissions::from_mode(0o666)).unwrap();
    backup(&Os, &*storage.state(), None, &file).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    fs::remove_file(&file).unwrap();
    // The name itself may be a link that leads nowhere: it is taken.
    std::os::unix::fs::symlink(home.path().join("nowhere"), &file).unwrap();
    assert!(matches!(backup(&Os, &*storage.state(), None, &file), Err(StorageError::NotEmpty(_))));
    fs::remove_file(&file).unwrap();
    // A member's key is gone: no backup can be whole.
    append_next(&mut storage, &put([member(9, Some(9))])).unwrap();
    assert!(backup(&Os, &*storage.state(), None, &file).is_err());
    assert_eq!(names(), ["data", "precious"]);
}

#[test]
fn an_interrupted_restore_is_not_served() {
    let home = tempfile::tempdir().unwrap();
    let (data, file, other) = (home.path().join("data"), home.path().join("backup"), home.path().join("other"));
    backup(&Os, &*filled(&data).state(), None, &file).unwrap();
    FJALL.restore(&file, &other).unwrap();
    fs::remove_file(other.join("mark")).unwrap();
    let error = FjallDirectory::open(&other, Durability::Sync).err().unwrap();
    assert!(error.to_string().contains("turnstone restore"), "{error}");
}

/// Every backup is whole, with the keys that its rows need and no others, whatever goes on meanwhile.
#[test]
fn backs_up_while_members_join_and_are_erased() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = open(&home.path().join("data"));
    let state = storage.state();
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Round n: member n joins, member n - 1 is erased.
            for n in (1..=250_u8).take_while(|_| !ended.load(Ordering::Relaxed)) {
                let comes = [Change::Put(member(n, Some(u32::from(n)))), Change::Put(member(n - 1, None))];
                let slots = [SlotChange::Fill(u32::from(n), key(n)), SlotChange::Destroy(u32::from(n - 1))];
                append_next(&mut storage, &changes(comes, slots)).unwrap();
            }
        });
        while state.snapshot().unwrap().head().n == 0 {
            std::thread::yield_now();
        }
        for round in 0..6 {
            let (file, other) = (home.path().join(format!("{round}")), home.path().join(format!("{round}.data")));
            let commit = backup(&Os, &*state, None, &file).unwrap();
            FJALL.restore(&file, &other).unwrap();
            let mut restored = open(&other);
            let slot = u32::try_from(commit.n).unwrap();
            assert_eq!(restored.state().personal_keys().unwrap(), BTreeMap::from([(slot, key(slot as u8))]));
            assert_eq!(load(&mut restored, |_, records| records.count() as u64).unwrap(), commit.n + 2);
        }
        ended.store(true, Ordering::Relaxed);
    });
}
