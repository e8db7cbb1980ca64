//! What a data directory needs of the operating system. Only what was synced is certain to survive: the bytes of a file
//! by [`SystemFile::sync`], its name by [`System::sync_directory`].

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The operating system.
pub trait System: Clone + Send + Sync + 'static {
    /// An open file.
    type File: SystemFile;

    /// Whether there are threads for background work. Without them it is done on request.
    const HAS_THREADS: bool = true;

    /// Open a file. A new one is readable by its owner alone.
    fn open(&self, path: &Path, how: Open) -> io::Result<Self::File>;

    /// Create a directory for its owner alone, and its parents, if they do not exist.
    fn make_directory(&self, path: &Path) -> io::Result<()>;

    /// The entries of a directory, in any order.
    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>>;

    /// Whether anything has this name, including a dangling link.
    fn has_name(&self, path: &Path) -> io::Result<bool>;

    /// The metadata of a file or directory.
    fn look(&self, path: &Path) -> io::Result<Look>;

    fn set_mode(&self, path: &Path, mode: u32) -> io::Result<()>;

    /// Rename a file or directory within the file system, atomically, replacing a file of that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// The same, unless the name is taken ([`io::ErrorKind::AlreadyExists`]). If the file system cannot do both
    /// atomically: [`io::ErrorKind::Unsupported`].
    fn rename_to_new(&self, from: &Path, to: &Path) -> io::Result<()>;

    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Remove a directory with its contents.
    fn remove_tree(&self, path: &Path) -> io::Result<()>;

    /// Make earlier creations, renames and removals in the directory durable.
    fn sync_directory(&self, path: &Path) -> io::Result<()>;

    /// A unique name of this run of the system; `None` if the system has none.
    fn boot_id(&self) -> Option<String>;

    /// Cryptographically secure random bytes.
    fn random(&self) -> io::Result<[u8; 32]>;

    /// The whole content of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path, Open::Read)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    Read,
    /// For reading and writing an existing file.
    Change,
    /// For reading and writing; created if it does not exist.
    Make,
    /// For writing, truncated; created if it does not exist.
    Empty,
    /// For writing a new file; fails if the name is taken.
    New,
}

/// The metadata of a file or directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Its permissions.
    pub mode: u32,
    /// Its length in bytes.
    pub length: u64,
    /// Unique for each file or directory, independent of its name.
    pub identity: (u64, u64),
}

/// An open file.
pub trait SystemFile: Read + Write + Send + 'static {
    /// Write all bytes at an offset.
    fn write_all_at(&self, bytes: &[u8], at: u64) -> io::Result<()>;

    /// Truncate it, or extend it with zeros.
    fn set_length(&self, length: u64) -> io::Result<()>;

    /// Make all earlier writes durable.
    fn sync(&self) -> io::Result<()>;

    /// Take its lock, which is held as long as the file is open. False if another process has it.
    fn try_lock(&self) -> io::Result<bool>;
}
