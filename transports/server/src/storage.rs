//! The storage engine that `storage.engine` names. `serve` and every command reach storage through it alone.

use crate::config::{Config, EngineName};
use turnstone_directory::StorageEngine;
use turnstone_fjall::Fjall;

/// The engine that the configuration names.
pub fn engine(config: &Config) -> &'static dyn StorageEngine {
    match config.storage.engine {
        EngineName::Fjall => &Fjall,
    }
}
