//! The storage engine that `storage.engine` names. `serve` and every command reach storage through it alone.

use crate::config::{Config, EngineName};
use std::sync::Arc;
use turnstone_directory::StorageEngine;
use turnstone_fjall::FJALL;

/// The engine that the configuration names.
pub fn engine(config: &Config) -> Arc<dyn StorageEngine> {
    match config.storage.engine {
        EngineName::Fjall => Arc::new(FJALL),
    }
}
