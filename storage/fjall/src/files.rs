//! Real files as a [`Disk`], readable by their owner alone. Handles stay open: a sync through another handle might not
//! hear of a write that failed on this one.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use turnstone_storage::{Disk, Failure};

pub(crate) struct Files {
    directory: PathBuf,
    open: BTreeMap<String, File>,
}

impl Files {
    pub(crate) const fn in_directory(directory: PathBuf) -> Self {
        Self { directory, open: BTreeMap::new() }
    }

    fn file(&mut self, name: &str) -> io::Result<&File> {
        if !self.open.contains_key(name) {
            let path = self.directory.join(name);
            let is_new = !path.try_exists()?;
            let file = private().read(true).write(true).create(true).truncate(false).open(path)?;
            if is_new {
                File::open(&self.directory)?.sync_all()?;
            }
            self.open.insert(name.to_owned(), file);
        }
        Ok(&self.open[name])
    }
}

impl Disk for Files {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        match File::open(self.directory.join(file)) {
            Ok(mut file) => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.file(file)?.write_all_at(bytes, at)
    }

    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()> {
        self.file(file)?.set_len(length)
    }

    fn sync(&mut self, file: &str) -> io::Result<()> {
        self.file(file)?.sync_all()
    }
}

/// Options for files that hold secrets.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// The directory, made if it is not there, for its owner alone.
pub(crate) fn make_directory(path: &Path) -> Result<(), Failure> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .map_err(Failure::io(format!("make {}", path.display())))?;
    sync_directory(parent(path))
}

/// The directory that a path is in.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// What was made, renamed or removed in the directory is so for good.
pub(crate) fn sync_directory(path: &Path) -> Result<(), Failure> {
    File::open(path).and_then(|directory| directory.sync_all()).map_err(Failure::io(format!("sync {}", path.display())))
}

/// Whether nothing is there.
pub(crate) fn is_empty(path: &Path) -> Result<bool, Failure> {
    match path.read_dir() {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(Failure::io(format!("read {}", path.display()))(error)),
    }
}
