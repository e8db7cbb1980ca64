//! A storage engine as the program uses it: `serve` and every command reach storage through [`StorageEngine`] alone. A
//! [`RowsEngine`] on an operating system is one, with the files of a data directory around its rows.

use crate::backup::{receive, restore, send};
use crate::directory::{Directory, DirectoryOptions, exists};
use crate::engine::RowsEngine;
use crate::files::{is_there, make_directory, sync_directory, unless_absent};
use crate::install::{finish_install, install};
use crate::salvage::{Salvaged, salvage};
use crate::server_keys;
use crate::system::{Open, System, SystemFile};
use crate::torn_tail::TornTail;
use std::io::{Read, Write};
use std::path::Path;
use turnstone_service::credentials::ServerKeys;
use turnstone_storage::{Commit, State, Storage, StorageError};

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
    fn finish_install(&self, data: &Path) -> Result<(), StorageError>;

    /// Write a backup of a state with the server keys of the data directory.
    fn send(&self, state: &dyn State, data: &Path, out: &mut dyn Write) -> Result<(), StorageError>;

    /// Save a backup that another machine sends in a new file: complete and verified, or not at all. It replaces a file of that
    /// name.
    fn receive(&self, from: &mut dyn Read, file: &Path) -> Result<Commit, StorageError>;

    /// Copy every readable record of a damaged data directory to a new one.
    fn salvage(&self, from: &Path, to: &Path) -> Result<Salvaged, StorageError>;

    /// Whether the data directory has a file of server keys.
    fn has_server_keys(&self, data: &Path) -> Result<bool, StorageError>;

    /// The text of the file of server keys; `None` if there is none. It is a secret.
    fn server_keys_text(&self, data: &Path) -> Result<Option<String>, StorageError>;

    /// Replace the file of server keys. It is read at the next opening.
    fn replace_server_keys(&self, data: &Path, text: &str) -> Result<(), StorageError>;

    /// The id of the server key that would be added next.
    fn next_server_key(&self, data: &Path) -> Result<u32, StorageError>;

    /// Add a server key: it signs from the next start on, and what older keys signed stays valid. Others may know the
    /// older keys if they are compromised: then the next start states new secrets.
    fn add_server_key(&self, data: &Path, id: u32, compromised: bool) -> Result<(), StorageError>;

    /// The content of a small file; `None` if there is none.
    fn read_file(&self, file: &Path) -> Result<Option<Vec<u8>>, StorageError>;

    /// Write a small file in a data directory, completely or not at all. With `is_durable`, the directory is created if there is
    /// none, and the file survives a power failure from now on.
    fn replace_file(&self, data: &Path, name: &str, bytes: &[u8], is_durable: bool) -> Result<(), StorageError>;

    /// Remove a file, if it is there.
    fn remove_file(&self, file: &Path) -> Result<(), StorageError>;
}

/// An engine on an operating system.
#[derive(Clone, Debug)]
pub struct OnSystem<S, E> {
    pub system: S,
    pub engine: E,
}

impl<S: System, E: RowsEngine<S>> StorageEngine for OnSystem<S, E> {
    fn open(&self, data: &Path, options: DirectoryOptions) -> Result<Opened, StorageError> {
        let directory = Directory::open_on(&self.system, &self.engine, data, options)?;
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
        exists(&self.system, data)
    }

    fn restore(&self, file: &Path, data: &Path) -> Result<Commit, StorageError> {
        restore(&self.system, &self.engine, file, data)
    }

    fn install(&self, file: &Path, data: &Path) -> Result<Commit, StorageError> {
        install(&self.system, &self.engine, file, data)
    }

    fn finish_install(&self, data: &Path) -> Result<(), StorageError> {
        finish_install(&self.system, data)
    }

    fn send(&self, state: &dyn State, data: &Path, mut out: &mut dyn Write) -> Result<(), StorageError> {
        send(&self.system, state, Some(data), &mut out)
    }

    fn receive(&self, mut from: &mut dyn Read, file: &Path) -> Result<Commit, StorageError> {
        self.remove_file(file)?;
        receive(&self.system, &mut from, file)
    }

    fn salvage(&self, from: &Path, to: &Path) -> Result<Salvaged, StorageError> {
        salvage(&self.system, &self.engine, from, to)
    }

    fn has_server_keys(&self, data: &Path) -> Result<bool, StorageError> {
        let file = data.join(server_keys::FILE);
        is_there(&self.system, &file).map_err(StorageError::io(format!("look for {}", file.display())))
    }

    fn server_keys_text(&self, data: &Path) -> Result<Option<String>, StorageError> {
        server_keys::read(&self.system, data)
    }

    fn replace_server_keys(&self, data: &Path, text: &str) -> Result<(), StorageError> {
        server_keys::parse(text).ok_or_else(|| StorageError::KeysUnreadable(data.join(server_keys::FILE)))?;
        server_keys::write(&self.system, data, text)
    }

    fn next_server_key(&self, data: &Path) -> Result<u32, StorageError> {
        server_keys::next(&self.system, data)
    }

    fn add_server_key(&self, data: &Path, id: u32, compromised: bool) -> Result<(), StorageError> {
        server_keys::add(&self.system, data, id, compromised)
    }

    fn read_file(&self, file: &Path) -> Result<Option<Vec<u8>>, StorageError> {
        unless_absent(self.system.read(file)).map_err(StorageError::io(format!("read {}", file.display())))
    }

    fn replace_file(&self, data: &Path, name: &str, bytes: &[u8], is_durable: bool) -> Result<(), StorageError> {
        if is_durable {
            make_directory(&self.system, data)?;
        }
        let (file, new) = (data.join(name), data.join(format!("{name}.new")));
        let write = || {
            let mut out = self.system.open(&new, Open::Empty)?;
            out.write_all(bytes)?;
            if is_durable {
                out.sync()?;
            }
            self.system.rename(&new, &file)
        };
        write().map_err(StorageError::io(format!("write {}", file.display())))?;
        if is_durable { sync_directory(&self.system, data) } else { Ok(()) }
    }

    fn remove_file(&self, file: &Path) -> Result<(), StorageError> {
        let removed = unless_absent(self.system.remove_file(file));
        removed.map(drop).map_err(StorageError::io(format!("remove {}", file.display())))
    }
}
