//! What a data directory needs of the operating system: files and directories, of which only what was synced surely
//! survives. The file itself keeps its bytes by [`SystemFile::sync`]; that it is there, by this name, is kept by
//! [`System::sync_directory`].

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The operating system.
pub trait System: Clone + Send + Sync + 'static {
    /// An open file.
    type File: SystemFile;

    /// Whether there are threads for what is done in the background. Without, it is done when somebody asks for it.
    const HAS_THREADS: bool = true;

    /// Open a file, readable by its owner alone if it is made.
    fn open(&self, path: &Path, how: Open) -> io::Result<Self::File>;

    /// Make a directory for its owner alone, and those above it, where they are not there.
    fn make_directory(&self, path: &Path) -> io::Result<()>;

    /// What is in a directory, in any order.
    fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>>;

    /// What has this name, be it a link that leads nowhere.
    fn has_name(&self, path: &Path) -> io::Result<bool>;

    /// Look at a file or directory.
    fn look(&self, path: &Path) -> io::Result<Look>;

    /// Set its mode.
    fn set_mode(&self, path: &Path, mode: u32) -> io::Result<()>;

    /// Give a file another name in its directory; what had that name is gone, in one.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// The same, unless something has that name ([`io::ErrorKind::AlreadyExists`]). Where a file system cannot do both in
    /// one: [`io::ErrorKind::Unsupported`].
    fn rename_to_new(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Remove a file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Remove a directory with all that is in it.
    fn remove_tree(&self, path: &Path) -> io::Result<()>;

    /// What was made, renamed or removed in the directory is so for good.
    fn sync_directory(&self, path: &Path) -> io::Result<()>;

    /// This run of the system, by a name that no other run has; nothing where the system does not say.
    fn boot_id(&self) -> Option<String>;

    /// Cryptographically secure random bytes.
    fn random(&self) -> io::Result<[u8; 32]>;

    /// All of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path, Open::Read)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// To be read.
    Read,
    /// To be read and written, where it is there.
    Change,
    /// To be read and written; made if it is not there.
    Make,
    /// To be written from nothing; made if it is not there.
    Empty,
    /// To be written; refused if anything has the name.
    New,
}

/// A file or directory as it is seen from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Who may do what with it.
    pub mode: u32,
    /// Its bytes.
    pub length: u64,
    /// What no other one has, whatever their names.
    pub identity: (u64, u64),
}

/// An open file.
pub trait SystemFile: Read + Write + Send + 'static {
    /// Write all at an offset.
    fn write_all_at(&self, bytes: &[u8], at: u64) -> io::Result<()>;

    /// Cut it off, or let zeros follow.
    fn set_length(&self, length: u64) -> io::Result<()>;

    /// Make all durable that was written before.
    fn sync(&self) -> io::Result<()>;

    /// Take its lock, which lasts as long as the file is open. False if another process has it.
    fn try_lock(&self) -> io::Result<bool>;
}
