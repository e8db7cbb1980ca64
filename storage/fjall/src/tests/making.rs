//! First starts that end before they are through: the next one makes a directory that serves, whatever is there.

use super::damage::copy;
use crate::{FJALL, FjallDirectory};
use std::fs;
use std::path::{Path, PathBuf};
use turnstone_directory::StorageEngine;
use turnstone_storage::{Durability, Storage, StorageError};
use turnstone_storage_conformance::samples::*;

/// How much of a file a start had written.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    Nothing,
    Empty,
    Half,
    Whole,
}

const PARTS: [Part; 4] = [Part::Nothing, Part::Empty, Part::Half, Part::Whole];

fn open(path: &Path) -> Result<FjallDirectory, StorageError> {
    FjallDirectory::open(path, Durability::Sync)
}

/// A directory after a first start, and the files of its store.
fn made() -> (tempfile::TempDir, Vec<PathBuf>) {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    drop(open(&data).unwrap());
    let mut files = Vec::new();
    super::damage::files(&data.join("store"), &mut files);
    let inside = files.iter().map(|file| file.strip_prefix(&data).unwrap().to_owned()).collect();
    (home, inside)
}

fn cut(file: &Path, part: Part) {
    match part {
        Part::Nothing => fs::remove_file(file).unwrap(),
        Part::Empty => fs::OpenOptions::new().write(true).open(file).unwrap().set_len(0).unwrap(),
        Part::Half => {
            let file = fs::OpenOptions::new().write(true).open(file).unwrap();
            file.set_len(file.metadata().unwrap().len() / 2).unwrap();
        }
        Part::Whole => {}
    }
}

/// The next start finds nothing that was ever committed, and what it serves is there after another.
fn starts_and_keeps(data: &Path, state: &str) {
    assert!(!FJALL.exists(data).unwrap(), "{state}: nothing for `invite` or `check` to open");
    let mut storage = open(data).unwrap_or_else(|error| panic!("{state}: {error}"));
    assert!(storage.is_new(), "{state}");
    let head = append_next(&mut storage, &put([member(1, None)])).unwrap();
    storage.stop().unwrap();
    drop(storage);
    assert!(FJALL.exists(data).unwrap() && !data.join("making").exists(), "{state}");
    let storage = open(data).unwrap_or_else(|error| panic!("{state}, served once: {error}"));
    assert_eq!((storage.head(), storage.is_new()), (head, false), "{state}");
}

#[test]
fn an_interrupted_first_start_is_repeated() {
    let (home, _) = made();
    let whole = home.path().join("data");
    for mark in PARTS {
        for keys in [Part::Nothing, Part::Empty, Part::Whole] {
            for store in [Part::Nothing, Part::Empty, Part::Whole] {
                let data = home.path().join("cut");
                copy(&whole, &data);
                fs::write(data.join("making"), "").unwrap();
                cut(&data.join("mark"), mark);
                cut(&data.join("server.keys"), keys);
                if store != Part::Whole {
                    fs::remove_dir_all(data.join("store")).unwrap();
                }
                if store == Part::Empty {
                    fs::create_dir(data.join("store")).unwrap();
                }
                starts_and_keeps(&data, &format!("mark {mark:?}, keys {keys:?}, store {store:?}"));
                fs::remove_dir_all(&data).unwrap();
            }
        }
    }
}

#[test]
fn an_incomplete_store_is_created_again() {
    let (home, files) = made();
    assert!(files.len() > 5, "{files:?}");
    for file in &files {
        for part in [Part::Nothing, Part::Empty, Part::Half] {
            let data = home.path().join("cut");
            copy(&home.path().join("data"), &data);
            fs::write(data.join("making"), "").unwrap();
            cut(&data.join(file), part);
            starts_and_keeps(&data, &format!("{}: {part:?}", file.display()));
            fs::remove_dir_all(&data).unwrap();
        }
    }
}

#[test]
fn an_early_interruption_leaves_no_trace() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    starts_and_keeps(&data, "no directory");
    for empty in ["lock", "mark", "making"] {
        let data = home.path().join(empty);
        fs::create_dir(&data).unwrap();
        fs::write(data.join(empty), "").unwrap();
        starts_and_keeps(&data, empty);
    }
}

#[test]
fn placed_keys_survive_an_interrupted_first_start() {
    let (home, _) = made();
    let data = home.path().join("data");
    let keys = fs::read(data.join("server.keys")).unwrap();
    fs::write(data.join("making"), "").unwrap();
    fs::remove_file(data.join("mark")).unwrap();
    drop(open(&data).unwrap());
    assert_eq!(fs::read(data.join("server.keys")).unwrap(), keys);
}

#[test]
fn commits_are_never_removed() {
    let (home, _) = made();
    let data = home.path().join("data");
    let mut storage = open(&data).unwrap();
    let head = append_next(&mut storage, &put([member(1, None)])).unwrap();
    storage.stop().unwrap();
    drop(storage);
    fs::write(data.join("making"), "").unwrap();
    assert_eq!(open(&data).unwrap().head(), head);
    assert!(!data.join("making").exists());
}
