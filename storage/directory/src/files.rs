//! Files of a data directory as a [`Disk`], readable by their owner alone. Handles stay open: a sync through another
//! handle might not report a write that failed on this one.

use crate::system::{Open, System, SystemFile};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use turnstone_storage::{Disk, StorageError};

/// Bytes that are read at a time.
const PART_BYTES: usize = 256 << 10;

pub(crate) struct Files<S: System> {
    system: S,
    directory: PathBuf,
    open: BTreeMap<String, S::File>,
}

impl<S: System> Files<S> {
    pub(crate) fn in_directory(system: &S, directory: &Path) -> Self {
        Self { system: system.clone(), directory: directory.to_owned(), open: BTreeMap::new() }
    }

    fn file(&mut self, name: &str) -> io::Result<&S::File> {
        if !self.open.contains_key(name) {
            let path = self.directory.join(name);
            let is_new = unless_absent(self.system.look(&path))?.is_none();
            let file = self.system.open(&path, Open::Make)?;
            if is_new {
                self.system.sync_directory(&self.directory)?;
            }
            self.open.insert(name.to_owned(), file);
        }
        Ok(&self.open[name])
    }
}

impl<S: System> Disk for Files<S> {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        unless_absent(self.system.read(&self.directory.join(file)))
    }

    fn read_parts(&self, file: &str, take: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        let Some(mut open) = unless_absent(self.system.open(&self.directory.join(file), Open::Read))? else {
            return Ok(());
        };
        let mut part = vec![0; PART_BYTES];
        loop {
            match open.read(&mut part)? {
                0 => return Ok(()),
                count => take(&part[..count]),
            }
        }
    }

    fn length(&self, file: &str) -> io::Result<u64> {
        Ok(unless_absent(self.system.look(&self.directory.join(file)))?.map_or(0, |found| found.length))
    }

    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.file(file)?.write_all_at(bytes, at)
    }

    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()> {
        self.file(file)?.set_length(length)
    }

    fn sync(&mut self, file: &str) -> io::Result<()> {
        self.file(file)?.sync()
    }
}

/// The result; `None` if the file does not exist.
pub(crate) fn unless_absent<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a file or directory exists.
pub(crate) fn is_there(system: &impl System, path: &Path) -> io::Result<bool> {
    unless_absent(system.look(path)).map(|found| found.is_some())
}

/// Create the directory if it does not exist, for its owner alone.
pub(crate) fn make_directory(system: &impl System, path: &Path) -> Result<(), StorageError> {
    system.make_directory(path).map_err(StorageError::io(format!("make {}", path.display())))?;
    sync_directory(system, parent(path))
}

/// The directory that a path is in.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// Make earlier creations, renames and removals in the directory durable.
pub(crate) fn sync_directory(system: &impl System, path: &Path) -> Result<(), StorageError> {
    system.sync_directory(path).map_err(StorageError::io(format!("sync {}", path.display())))
}

/// Whether a directory is empty or does not exist.
pub(crate) fn is_empty(system: &impl System, path: &Path) -> Result<bool, StorageError> {
    let found = unless_absent(system.list(path)).map_err(StorageError::io(format!("read {}", path.display())))?;
    Ok(found.is_none_or(|entries| entries.is_empty()))
}
