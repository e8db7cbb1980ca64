use crate::{FJALL, FjallDirectory};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use turnstone_directory::Durable;
use turnstone_directory::StorageEngine;
use turnstone_service::effects::SlotChange;
use turnstone_service::record::Change;
use turnstone_storage::{AppendError, Durability, Storage, StorageError, check};
use turnstone_storage_conformance::samples::*;

fn open(path: &Path) -> Result<FjallDirectory, StorageError> {
    FjallDirectory::open(path, Durability::Sync)
}

#[test]
fn a_first_start_creates_the_directory_and_its_keys() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("deep").join("data");
    assert!(!FJALL.exists(&data).unwrap());
    let mut storage = open(&data).unwrap();
    assert!(storage.is_new());
    append_next(&mut storage, &changes([Change::Put(member(1, Some(0)))], [SlotChange::Fill(0, key(1))])).unwrap();
    for (file, mode) in
        [("", 0o700), ("lock", 0o600), ("server.keys", 0o600), ("personal.keys", 0o600), ("mark", 0o600)]
    {
        assert_eq!(fs::metadata(data.join(file)).unwrap().permissions().mode() & 0o777, mode, "{file}");
    }
    let claims = turnstone_service::credentials::Claims::Account {
        account: account(1),
        epoch: 0,
        issued_at: turnstone_service::time::Millis(0),
        expires_at: turnstone_service::time::Millis(1),
    };
    let token = storage.server_keys().token(&claims);
    drop(storage);
    let storage = open(&data).unwrap();
    assert!(!storage.is_new() && FJALL.exists(&data).unwrap());
    assert_eq!(storage.server_keys().read_token(token.reveal()), Some(claims));
}

#[test]
fn a_directory_is_locked_by_one_process() {
    let home = tempfile::tempdir().unwrap();
    let storage = open(home.path()).unwrap();
    assert!(matches!(open(home.path()), Err(StorageError::InUse(_))));
    drop(storage);
    open(home.path()).unwrap();
}

#[test]
fn a_writer_is_fenced_by_the_stored_head() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = open(home.path()).unwrap();
    let head = append_next(&mut storage, &put([member(1, None)])).unwrap();
    let theirs = put([member(2, None)]);
    let taken = theirs.commit_after(head, head.term + 1);
    storage.store().commit(theirs.changes().iter(), taken, Durable::Data).unwrap();
    assert!(matches!(storage.append(head, &put([member(3, None)])), Err(AppendError::Fenced)));
    drop(storage);
    let storage = open(home.path()).unwrap();
    assert_eq!((storage.head(), storage.term()), (taken, taken.term + 1));
    check(&*storage.state(), |_| {}).unwrap();
}

#[test]
fn server_keys_can_be_placed_and_rotated_and_must_be_readable() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("server.keys");
    let (old, new) = ("11".repeat(32), "22".repeat(32));
    fs::write(&file, format!("1 {old}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let storage = open(home.path()).unwrap();
    let code = storage.server_keys().referral_code(account(1), &[0; 16]);
    drop(storage);
    fs::write(&file, format!("1 {old}\n2 {new}\n\n")).unwrap();
    let storage = open(home.path()).unwrap();
    assert!(storage.server_keys().referral_code(account(1), &[0; 16]) == code);
    drop(storage);
    for bad in
        [String::new(), old.clone(), format!("2 {old}\n1 {new}"), format!("1 {old}0"), format!("1 zz{}", &old[2..])]
    {
        fs::write(&file, &bad).unwrap();
        let error = open(home.path()).err().unwrap().to_string();
        assert!(error.contains("server.keys") && !error.contains("1111"), "{error}");
    }
}

#[test]
fn a_destroyed_key_is_in_no_file() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = open(home.path()).unwrap();
    append_next(&mut storage, &changes([Change::Put(member(1, Some(0)))], [SlotChange::Fill(0, key(0xAB))])).unwrap();
    let has_key = |file: &Path| fs::read(file).unwrap().windows(32).any(|window| window == [0xAB; 32]);
    assert!(has_key(&home.path().join("personal.keys")));
    append_next(&mut storage, &changes([Change::Put(member(1, None))], [SlotChange::Destroy(0)])).unwrap();
    storage.stop().unwrap();
    drop(storage);
    let mut seen = 0;
    let mut folders = vec![home.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                seen += 1;
                // The journal is made large and sparse; what was written stands at its beginning.
                assert!(!has_key(&path), "{}", path.display());
            }
        }
    }
    assert!(seen > 5);
}

/// The number that the mark says: the larger of its two places.
fn marked(path: &Path) -> u64 {
    let bytes = fs::read(path.join("mark")).unwrap();
    let place = |at: usize| bytes.get(at..at + 8).map_or(0, |n| u64::from_be_bytes(n.try_into().unwrap()));
    place(0).max(place(4096))
}

#[test]
fn the_watermark_follows_in_the_background_and_at_a_clean_stop() {
    for durability in [Durability::Sync, Durability::Buffered] {
        let home = tempfile::tempdir().unwrap();
        let mut storage = FjallDirectory::open(home.path(), durability).unwrap();
        for n in 1..=50 {
            append_next(&mut storage, &put([member(n, None)])).unwrap();
        }
        let start = Instant::now();
        while marked(home.path()) < 50 {
            // Ten times what is promised: the machine may be busy.
            assert!(start.elapsed() < Duration::from_secs(1), "the mark stays at {}", marked(home.path()));
            std::thread::sleep(Duration::from_millis(5));
        }
        append_next(&mut storage, &put([member(51, None)])).unwrap();
        storage.stop().unwrap();
        assert_eq!(marked(home.path()), 51);
    }
}

#[test]
fn a_failed_write_breaks_the_handle() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = open(home.path()).unwrap();
    let head = append_next(&mut storage, &put([member(1, None)])).unwrap();
    // In the way of the file of personal keys, which the next round is the first to need.
    fs::create_dir(home.path().join("personal.keys")).unwrap();
    let joins = changes([Change::Put(member(2, Some(0)))], [SlotChange::Fill(0, key(2))]);
    assert!(matches!(append_next(&mut storage, &joins), Err(AppendError::Broken(_))));
    assert!(matches!(append_next(&mut storage, &put([member(3, None)])), Err(AppendError::Broken(_))));
    assert_eq!(storage.head(), head);
    drop(storage);
    fs::remove_dir(home.path().join("personal.keys")).unwrap();
    assert_eq!(open(home.path()).unwrap().head(), head);
}

#[test]
fn the_chain_is_kept_for_its_newest_commits() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = FjallDirectory::open(home.path(), Durability::Buffered).unwrap();
    for id in 1..=65_600 {
        append_next(&mut storage, &put([ledger(1, id % 7)])).unwrap();
    }
    storage.stop().unwrap();
    drop(storage);
    let storage = open(home.path()).unwrap();
    let chain = storage.state().snapshot().unwrap().chain().unwrap();
    assert_eq!((chain[0].n, chain.len(), *chain.last().unwrap()), (65, 65_536, storage.head()));
    assert_eq!(check(&*storage.state(), |_| {}).unwrap().n, 65_600);
}
