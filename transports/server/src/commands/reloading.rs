//! Reloading of the configuration on a hangup signal.

use crate::config::{Config, ConfigError, Configured, Flags, is_reloaded};
use tokio::sync::watch::Sender;
use turnstone_service::config::Limits;

/// The configuration of a running server.
pub(super) struct Reloading {
    flags: Flags,
    /// At its start.
    started: Configured,
    /// Of the last reload, if there was one.
    reloaded: Option<Configured>,
}

impl Reloading {
    pub(super) const fn new(flags: Flags, started: Configured) -> Self {
        Self { flags, started, reloaded: None }
    }

    /// The configuration at the start, with the secrets that are in files.
    pub(super) fn config(&self) -> Result<Config, ConfigError> {
        let config = self.started.config.clone().with_secrets()?;
        // A folder that cannot be read is found before anything is changed. One with packages of another version only, as after
        // an upgrade of the program, must not keep the server from starting.
        let packages = config.packages()?;
        if let Some(folder) = config.server.clients.as_ref().filter(|_| packages.names().next().is_none()) {
            let (folder, version) = (folder.display(), env!("CARGO_PKG_VERSION"));
            tracing::warn!(%folder, version, "server.clients has no package of this version: none is handed out");
        }
        Ok(config)
    }

    /// Reload the configuration. One that cannot be used changes nothing.
    pub(super) fn reload(&mut self, limits: &Sender<Limits>) {
        let read = Configured::load(&self.flags).and_then(|read| {
            read.config.clone().with_secrets()?;
            Ok(read)
        });
        let new = match read {
            Ok(new) => new,
            Err(error) => {
                tracing::error!(%error, "the reloaded configuration cannot be used: nothing changes");
                return;
            }
        };
        let mut changed = self.reloaded.as_ref().unwrap_or(&self.started).differences(&new);
        changed.retain(|key| is_reloaded(key));
        let mut waiting = self.started.differences(&new);
        waiting.retain(|key| !is_reloaded(key));
        crate::logs::follow(&new.config.server.log_level);
        limits.send_replace(new.config.core().limits);
        tracing::info!(changed = changed.join(", "), "the configuration was reloaded");
        if !waiting.is_empty() {
            tracing::warn!(keys = waiting.join(", "), "these changes wait for a restart");
        }
        self.reloaded = Some(new);
    }
}
