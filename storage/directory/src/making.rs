//! A first start creates several files and can be interrupted between any two. A marker file exists until all are
//! created; nothing is committed before it is removed. A start that finds it begins again: the other files were never
//! used.

use crate::files::{Files, is_there, sync_directory, unless_absent};
use crate::system::{Open, System};
use crate::watermark::{self, Watermark};
use std::path::Path;
use turnstone_storage::StorageError;
use turnstone_storage::personal_keys;

const FILE: &str = "making";

/// Whether a first start was interrupted here. If anything was ever committed, the marker is wrong: it came with a copy
/// that was made while the server started. Then nothing is removed.
pub(crate) fn is_under_way(system: &impl System, directory: &Path) -> Result<bool, StorageError> {
    let exists = |name: &str| {
        let file = directory.join(name);
        is_there(system, &file).map_err(StorageError::io(format!("look for {}", file.display())))
    };
    if !exists(FILE)? || exists(personal_keys::FILE)? {
        return Ok(false);
    }
    let marked = Watermark::open(Files::in_directory(system, directory), system.boot_id());
    Ok(!marked.is_ok_and(|(_, commit)| commit.is_some_and(|commit| commit.n > 0)))
}

/// Write the marker, and remove the watermark and the store of an interrupted start. Server keys stay: they are
/// complete if they exist, and the operator may have put them there.
pub(crate) fn begin(system: &impl System, directory: &Path, store: &Path) -> Result<(), StorageError> {
    let file = directory.join(FILE);
    let made = system.open(&file, Open::Make);
    made.map_err(StorageError::io(format!("make {}", file.display())))?;
    sync_directory(system, directory)?;
    let watermark = directory.join(watermark::FILE);
    unless_absent(system.remove_file(&watermark))
        .map_err(StorageError::io(format!("remove {}", watermark.display())))?;
    unless_absent(system.remove_tree(store)).map_err(StorageError::io(format!("remove {}", store.display())))?;
    sync_directory(system, directory)
}

/// All files are created and durable: remove the marker.
pub(crate) fn end(system: &impl System, directory: &Path) -> Result<(), StorageError> {
    let file = directory.join(FILE);
    sync_directory(system, directory)?;
    unless_absent(system.remove_file(&file)).map_err(StorageError::io(format!("remove {}", file.display())))?;
    sync_directory(system, directory)
}
