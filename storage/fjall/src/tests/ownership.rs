//! Whose the data directory is: its keys, who may read it, and where it is.

use crate::{FJALL, FjallDirectory};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use turnstone_directory::{DirectoryOptions, Os, StorageEngine, backup};
use turnstone_storage::{Durability, Storage, StorageError};
use turnstone_storage_conformance::samples::*;

const NEW_KEYS: DirectoryOptions =
    DirectoryOptions { durability: Durability::Sync, accept_new_keys: true, only_check: false, least_term: 0 };
const CHECK: DirectoryOptions =
    DirectoryOptions { durability: Durability::Sync, accept_new_keys: false, only_check: true, least_term: 0 };

fn open(path: &Path) -> Result<FjallDirectory, StorageError> {
    FjallDirectory::open(path, Durability::Sync)
}

/// A directory with a commit.
fn used(path: &Path) -> FjallDirectory {
    let mut storage = open(path).unwrap();
    append_next(&mut storage, &put([member(1, None)])).unwrap();
    storage.stop().unwrap();
    storage
}

fn write_private(file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    set_mode(file, 0o600);
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn missing_server_keys_are_not_replaced_silently() {
    let home = tempfile::tempdir().unwrap();
    drop(used(home.path()));
    let file = home.path().join("server.keys");
    let known = fs::read_to_string(&file).unwrap();
    for gone in [|file: &Path| fs::remove_file(file).unwrap(), |file: &Path| fs::write(file, "").unwrap()] {
        gone(&file);
        let reported = open(home.path()).err().unwrap();
        assert!(matches!(reported, StorageError::KeysMissing(_)), "{reported}");
        let reported = reported.to_string();
        for part in ["server.keys is missing", "--accept-new-keys", "all tokens", "Restore the file"] {
            assert!(reported.contains(part), "{reported}");
        }
        write_private(&file, &known);
        drop(open(home.path()).unwrap());
    }
    // The operator goes on without them, once; from then on the new ones are those that must be there.
    fs::remove_file(&file).unwrap();
    let storage = FjallDirectory::open(home.path(), NEW_KEYS).unwrap();
    assert_eq!(storage.head().n, 1);
    drop(storage);
    assert_ne!(fs::read_to_string(&file).unwrap(), known);
    drop(open(home.path()).unwrap());
    write_private(&file, &known);
    assert!(matches!(open(home.path()), Err(StorageError::KeysChanged(_))));
}

#[test]
fn rejects_other_server_keys_and_accepts_added_ones() {
    let home = tempfile::tempdir().unwrap();
    drop(used(home.path()));
    let file = home.path().join("server.keys");
    let known = fs::read_to_string(&file).unwrap();
    let (one, two) = ("11".repeat(32), "22".repeat(32));
    let added = format!("{known}2 {one}\n");
    write_private(&file, &added);
    drop(open(home.path()).unwrap());
    let others = [
        ("another", format!("1 {one}\n")),
        ("another id", known.replacen("1 ", "3 ", 1)),
        ("one before it", format!("0 {two}\n{added}")),
        ("the added one is another", format!("{known}2 {two}\n")),
        ("the added one is gone", known),
    ];
    for (what, text) in others {
        write_private(&file, &text);
        let reported = open(home.path()).err().unwrap_or_else(|| panic!("{what} is accepted"));
        assert!(matches!(reported, StorageError::KeysChanged(_)), "{what}: {reported}");
        let reported = reported.to_string();
        assert!(
            reported.contains("server.keys is not the file") && reported.contains("--accept-new-keys"),
            "{reported}"
        );
        assert!(!reported.contains("1111"), "no key is told: {reported}");
    }
    write_private(&file, &added);
    drop(open(home.path()).unwrap());
}

#[test]
fn the_fingerprint_is_in_the_store_and_the_key_is_not() {
    let home = tempfile::tempdir().unwrap();
    let storage = used(home.path());
    let text = fs::read_to_string(home.path().join("server.keys")).unwrap();
    let hex = text.trim().split_once(' ').unwrap().1;
    let key: Vec<u8> = (0..64).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
    let print = storage.server_keys().fingerprints()[0].1;
    drop(storage);
    let mut files = Vec::new();
    super::damage::files(&home.path().join("store"), &mut files);
    let has =
        |wanted: &[u8]| files.iter().any(|file| fs::read(file).unwrap().windows(32).any(|window| window == wanted));
    assert!(has(&print) && !has(&key));
}

#[test]
fn a_backup_without_keys_is_restored_with_the_former_ones_or_new_ones() {
    let home = tempfile::tempdir().unwrap();
    let (data, file) = (home.path().join("data"), home.path().join("backup"));
    backup(&Os, &*used(&data).state(), None, &file).unwrap();
    let (kept, new) = (home.path().join("kept"), home.path().join("new"));
    FJALL.restore(&file, &kept).unwrap();
    let known = fs::read_to_string(data.join("server.keys")).unwrap();
    write_private(&kept.join("server.keys"), &known);
    drop(open(&kept).unwrap());
    assert_eq!(fs::read_to_string(kept.join("server.keys")).unwrap(), known);
    FJALL.restore(&file, &new).unwrap();
    // A check neither makes keys nor takes those that it finds for the ones that belong here.
    assert!(FjallDirectory::open(&new, CHECK).unwrap().has_drawn_keys());
    assert!(!new.join("server.keys").exists());
    write_private(&new.join("server.keys"), &known.replace(&known[2..4], "00"));
    assert!(!FjallDirectory::open(&new, CHECK).unwrap().has_drawn_keys());
    fs::remove_file(new.join("server.keys")).unwrap();
    assert!(open(&new).unwrap().has_drawn_keys());
    // Whichever they are, they count from the first start on.
    for restored in [kept, new] {
        fs::remove_file(restored.join("server.keys")).unwrap();
        assert!(matches!(open(&restored), Err(StorageError::KeysMissing(_))));
        let checked = FjallDirectory::open(&restored, CHECK);
        assert!(matches!(checked, Err(StorageError::KeysMissing(_))), "a check says so, too");
    }
}

#[test]
fn removes_permissions_of_others_from_an_existing_directory() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path();
    set_mode(data, 0o755);
    drop(used(data));
    assert_eq!((mode(data), mode(&data.join("store"))), (0o700, 0o700));
    for (name, open_to_all) in [("", 0o777), ("store", 0o755), ("mark", 0o644), ("lock", 0o666)] {
        set_mode(&data.join(name), open_to_all);
    }
    drop(open(data).unwrap());
    for (name, private) in [("", 0o700), ("store", 0o700), ("mark", 0o600), ("lock", 0o600)] {
        assert_eq!(mode(&data.join(name)), private, "{name:?}");
    }
}

#[test]
fn rejects_keys_that_others_may_read() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = used(home.path());
    append_next(
        &mut storage,
        &changes(
            [turnstone_service::record::Change::Put(member(2, Some(0)))],
            [turnstone_service::effects::SlotChange::Fill(0, key(1))],
        ),
    )
    .unwrap();
    drop(storage);
    for name in ["server.keys", "personal.keys"] {
        let file = home.path().join(name);
        for bad in [0o644, 0o640, 0o604, 0o620] {
            set_mode(&file, bad);
            let reported = open(home.path()).err().unwrap_or_else(|| panic!("{name} with mode {bad:o} is accepted"));
            assert!(matches!(reported, StorageError::Readable { .. }), "{reported}");
            let reported = reported.to_string();
            assert!(
                reported.contains(name) && reported.contains(&format!("{bad:03o}")) && reported.contains("chmod 600"),
                "{reported}"
            );
        }
        set_mode(&file, 0o600);
    }
    drop(open(home.path()).unwrap());
}

#[test]
fn notices_a_removed_or_replaced_directory() {
    let home = tempfile::tempdir().unwrap();
    let (data, away) = (home.path().join("data"), home.path().join("away"));
    let storage = used(&data);
    let state = storage.state();
    state.still_in_place().unwrap();
    let gone = |what: &str| {
        let reported = state.still_in_place().err().unwrap_or_else(|| panic!("{what}: not noticed"));
        assert!(matches!(reported, StorageError::Gone(_)), "{what}: {reported}");
    };
    fs::rename(&data, &away).unwrap();
    gone("moved away");
    drop(used(&data));
    gone("another one in its place");
    fs::remove_dir_all(&data).unwrap();
    fs::write(&data, "").unwrap();
    gone("a file in its place");
    fs::remove_file(&data).unwrap();
    fs::rename(&away, &data).unwrap();
    state.still_in_place().unwrap();
    for name in ["lock", "store"] {
        fs::rename(data.join(name), home.path().join("kept")).unwrap();
        gone(name);
        fs::rename(home.path().join("kept"), data.join(name)).unwrap();
    }
    state.still_in_place().unwrap();
}
