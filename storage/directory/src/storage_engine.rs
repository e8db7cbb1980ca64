//! A storage engine as the program uses it: `serve` and every command reach storage through [`StorageEngine`] alone. A
//! [`RowsEngine`] is one, with the files of a data directory around its rows.

use crate::backup::restore;
use crate::directory::{Directory, DirectoryOptions, exists};
use crate::engine::RowsEngine;
use crate::files::is_there;
use crate::install::{finish_install, install};
use crate::os::Os;
use crate::salvage::{Salvaged, salvage};
use crate::server_keys;
use crate::torn_tail::TornTail;
use std::path::Path;
use turnstone_service::credentials::ServerKeys;
use turnstone_storage::{Commit, Storage, StorageError};

/// Storage that is open.
pub struct Opened {
    /// The writer.
    pub storage: Box<dyn Storage>,
    /// The root secrets.
    pub keys: ServerKeys,
    /// Whether nothing was ever written here before.
    pub is_new: bool,
    /// Whether there was no file of server keys, so that `keys` are new.
    pub has_drawn_keys: bool,
    /// Unacknowledged commits that were cut off the journal.
    pub torn_tail: Option<TornTail>,
    /// Whether acknowledged commits may be missing: the last end was unclean, and they were not synced.
    pub is_unclean: bool,
}

/// What the program needs of an engine.
pub trait StorageEngine: Send + Sync {
    /// Open the storage of a data directory; on a first start, create it.
    fn open(&self, data: &Path, options: DirectoryOptions) -> Result<Opened, StorageError>;

    /// Whether there is a data directory, complete or not. One whose first start was interrupted does not count.
    fn exists(&self, data: &Path) -> Result<bool, StorageError>;

    /// Create a data directory from a backup, in a directory that is empty or does not exist.
    fn restore(&self, file: &Path, data: &Path) -> Result<Commit, StorageError>;

    /// Replace the content of a data directory by that of a backup with server keys. If this is interrupted,
    /// [`StorageEngine::finish_install`] completes or discards it.
    fn install(&self, file: &Path, data: &Path) -> Result<Commit, StorageError>;

    /// Complete an interrupted [`StorageEngine::install`], if its backup was read completely. This comes before the data
    /// directory is opened.
    fn finish_install(&self, data: &Path) -> Result<(), StorageError> {
        finish_install(&Os, data)
    }

    /// Copy every readable record of a damaged data directory to a new one.
    fn salvage(&self, from: &Path, to: &Path) -> Result<Salvaged, StorageError>;

    /// Whether the data directory has a file of server keys.
    fn has_server_keys(&self, data: &Path) -> Result<bool, StorageError> {
        let file = data.join(server_keys::FILE);
        is_there(&Os, &file).map_err(StorageError::io(format!("look for {}", file.display())))
    }

    /// The text of the file of server keys; `None` if there is none. It is a secret.
    fn server_keys_text(&self, data: &Path) -> Result<Option<String>, StorageError> {
        server_keys::read(&Os, data)
    }

    /// Replace the file of server keys. It is read at the next opening.
    fn replace_server_keys(&self, data: &Path, text: &str) -> Result<(), StorageError> {
        server_keys::parse(text).ok_or_else(|| StorageError::KeysUnreadable(data.join(server_keys::FILE)))?;
        server_keys::write(&Os, data, text)
    }

    /// The id of the server key that would be added next.
    fn next_server_key(&self, data: &Path) -> Result<u32, StorageError> {
        server_keys::next(&Os, data)
    }

    /// Add a server key: it signs from the next start on, and what older keys signed stays valid. Others may know the
    /// older keys if they are compromised: then the next start states new secrets.
    fn add_server_key(&self, data: &Path, id: u32, compromised: bool) -> Result<(), StorageError> {
        server_keys::add(&Os, data, id, compromised)
    }
}

impl<E: RowsEngine<Os>> StorageEngine for E {
    fn open(&self, data: &Path, options: DirectoryOptions) -> Result<Opened, StorageError> {
        let directory = Directory::open_on(&Os, self, data, options)?;
        Ok(Opened {
            keys: directory.server_keys(),
            is_new: directory.is_new(),
            has_drawn_keys: directory.has_drawn_keys(),
            torn_tail: directory.torn_tail().cloned(),
            is_unclean: directory.is_unclean(),
            storage: Box::new(directory),
        })
    }

    fn exists(&self, data: &Path) -> Result<bool, StorageError> {
        exists(&Os, data)
    }

    fn restore(&self, file: &Path, data: &Path) -> Result<Commit, StorageError> {
        restore(&Os, self, file, data)
    }

    fn install(&self, file: &Path, data: &Path) -> Result<Commit, StorageError> {
        install(&Os, self, file, data)
    }

    fn salvage(&self, from: &Path, to: &Path) -> Result<Salvaged, StorageError> {
        salvage(&Os, self, from, to)
    }
}
