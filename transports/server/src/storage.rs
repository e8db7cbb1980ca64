//! What keeps the records: the engine is chosen here, by `storage.engine`, and nothing else in the program knows which
//! one it is. Whatever it is, it stands over a data directory, which the operator's commands make, mend and bring back.

use crate::config::{Config, StorageEngine};
use std::path::Path;
use turnstone_fjall::{DirectoryOptions, FjallDirectory, TornTail};
use turnstone_service::credentials::ServerKeys;
use turnstone_storage::{Failure, Storage};

pub use turnstone_fjall::{
    SERVER_KEYS, Salvaged, add_server_key, backup, next_server_key, receive_backup, restore, salvage, send_backup,
};

/// Storage that is open.
pub struct Opened {
    /// The writer.
    pub storage: Box<dyn Storage>,
    /// The root secrets.
    pub keys: ServerKeys,
    /// Whether nothing was ever written here before.
    pub is_new: bool,
    /// Whether there was no file of server keys: `keys` were drawn just now.
    pub has_drawn_keys: bool,
    /// What was dropped of a batch whose effects were never visible.
    pub torn_tail: Option<TornTail>,
}

/// Open the storage over a data directory, with the engine that the configuration names; on a first start, make it.
pub fn open(config: &Config, data: &Path, accept_new_keys: bool) -> Result<Opened, Failure> {
    open_as(config, data, DirectoryOptions { accept_new_keys, ..config.durability().into() })
}

/// Open the storage over a data directory for a check: server keys are neither made nor noted.
pub fn open_to_check(config: &Config, data: &Path) -> Result<Opened, Failure> {
    open_as(config, data, DirectoryOptions { only_check: true, ..config.durability().into() })
}

fn open_as(config: &Config, data: &Path, options: DirectoryOptions) -> Result<Opened, Failure> {
    match config.storage.engine {
        StorageEngine::Fjall => {
            let directory = FjallDirectory::open(data, options)?;
            Ok(Opened {
                keys: directory.server_keys(),
                is_new: directory.is_new(),
                has_drawn_keys: directory.has_drawn_keys(),
                torn_tail: directory.torn_tail().cloned(),
                storage: Box::new(directory),
            })
        }
    }
}

/// Whether a data directory was ever made here, be it whole or not.
pub fn exists(data: &Path) -> Result<bool, Failure> {
    FjallDirectory::exists(data)
}
