//! A first start makes several files, one after the other, and can end between any two. A file says that it is under
//! way; nothing is committed before that file is gone. A start that finds it begins anew: what stands beside it was
//! never used.

use crate::files::{Files, is_there, sync_directory, unless_absent};
use crate::mark::{self, Mark};
use crate::system::{Open, System};
use std::path::Path;
use turnstone_storage::Failure;
use turnstone_storage::personal_keys;

const FILE: &str = "making";

/// Whether a first start was begun here and came to no end. Where anything was ever committed the file stands wrongly,
/// brought by a copy that was made while the server started: nothing is taken away then.
pub(crate) fn is_under_way(system: &impl System, directory: &Path) -> Result<bool, Failure> {
    let exists = |name: &str| {
        let file = directory.join(name);
        is_there(system, &file).map_err(Failure::io(format!("look for {}", file.display())))
    };
    if !exists(FILE)? || exists(personal_keys::FILE)? {
        return Ok(false);
    }
    let marked = Mark::open(Files::in_directory(system, directory), system.boot_id());
    Ok(!marked.is_ok_and(|(_, commit)| commit.is_some_and(|commit| commit.n > 0)))
}

/// Note that a first start is under way, and take away what an earlier one left of the mark and of the store. Server
/// keys stay: they are whole or not there, and the operator may have brought them.
pub(crate) fn begin(system: &impl System, directory: &Path, store: &Path) -> Result<(), Failure> {
    let file = directory.join(FILE);
    let made = system.open(&file, Open::Make);
    made.map_err(Failure::io(format!("make {}", file.display())))?;
    sync_directory(system, directory)?;
    let mark = directory.join(mark::FILE);
    unless_absent(system.remove_file(&mark)).map_err(Failure::io(format!("remove {}", mark.display())))?;
    unless_absent(system.remove_tree(store)).map_err(Failure::io(format!("remove {}", store.display())))?;
    sync_directory(system, directory)
}

/// All is made, for good.
pub(crate) fn end(system: &impl System, directory: &Path) -> Result<(), Failure> {
    let file = directory.join(FILE);
    sync_directory(system, directory)?;
    unless_absent(system.remove_file(&file)).map_err(Failure::io(format!("remove {}", file.display())))?;
    sync_directory(system, directory)
}
