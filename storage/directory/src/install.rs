//! Replaces the content of a data directory by that of a backup. The backup is restored into a directory beside the
//! present content, which it replaces only when it is complete: a process that is killed at any moment leaves the one or
//! the other.

use crate::backup::fill;
use crate::directory::{LOCK, lock_directory, store_path};
use crate::engine::RowsEngine;
use crate::files::{is_there, make_directory, sync_directory, unless_absent};
use crate::system::{Open, System};
use std::path::Path;
use turnstone_storage::personal_keys;
use turnstone_storage::{Commit, StorageError};

/// The restored content.
const INCOMING: &str = "incoming";
/// Exists while the restored content is complete and being moved.
const COMPLETE: &str = "incoming.complete";

/// Replace the content of a data directory, which must not be open, by that of a backup with server keys. If this is
/// interrupted, [`finish_install`] comes before the directory is opened.
pub fn install<S: System>(
    system: &S,
    engine: &impl RowsEngine<S>,
    file: &Path,
    directory: &Path,
) -> Result<Commit, StorageError> {
    make_directory(system, directory)?;
    let _lock = lock_directory(system, directory)?;
    let incoming = directory.join(INCOMING);
    unless_absent(system.remove_tree(&incoming)).map_err(StorageError::io(format!("remove {}", incoming.display())))?;
    let commit = fill(system, engine, file, &incoming, &[])?;
    // Each file of the former content is replaced, also where the backup has no such file.
    make(system, &incoming.join(personal_keys::FILE))?;
    sync_directory(system, &incoming)?;
    make(system, &directory.join(COMPLETE))?;
    sync_directory(system, directory)?;
    move_in(system, directory)?;
    Ok(commit)
}

/// Continue an interrupted [`install`], if its content was complete.
pub fn finish_install(system: &impl System, directory: &Path) -> Result<(), StorageError> {
    let complete = directory.join(COMPLETE);
    if !is_there(system, &complete).map_err(StorageError::io(format!("look for {}", complete.display())))? {
        return Ok(());
    }
    let _lock = lock_directory(system, directory)?;
    move_in(system, directory)
}

fn make(system: &impl System, file: &Path) -> Result<(), StorageError> {
    system.open(file, Open::Make).map(drop).map_err(StorageError::io(format!("make {}", file.display())))
}

/// Move the entries of the restored content, each in the place of the former one. What has been moved is not in the
/// restored content any more, so that this can be repeated.
fn move_in(system: &impl System, directory: &Path) -> Result<(), StorageError> {
    let incoming = directory.join(INCOMING);
    let what = || format!("move {} into {}", incoming.display(), directory.display());
    for entry in unless_absent(system.list(&incoming)).map_err(StorageError::io(what()))?.unwrap_or_default() {
        let Some(name) = entry.file_name() else { continue };
        if name == LOCK {
            continue;
        }
        let place = directory.join(name);
        unless_absent(if place == store_path(directory) {
            system.remove_tree(&place)
        } else {
            system.remove_file(&place)
        })
        .and_then(|_| system.rename(&entry, &place))
        .map_err(StorageError::io(what()))?;
    }
    sync_directory(system, directory)?;
    unless_absent(system.remove_tree(&incoming)).map_err(StorageError::io(what()))?;
    unless_absent(system.remove_file(&directory.join(COMPLETE))).map_err(StorageError::io(what()))?;
    sync_directory(system, directory)
}
