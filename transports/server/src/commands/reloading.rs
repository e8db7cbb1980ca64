//! What a hangup does: the configuration is read again, and what can change while a server runs does.

use tokio::sync::watch::Sender;
use turnstone_server::config::{Config, Configured, Flags, Unusable, is_reloaded};
use turnstone_service::config::Limits;

/// The configuration of a server that runs.
pub(super) struct Reloading {
    flags: Flags,
    /// What it was started with.
    started: Configured,
    /// What it was told last, if that was since.
    told: Option<Configured>,
}

impl Reloading {
    pub(super) const fn new(flags: Flags, started: Configured) -> Self {
        Self { flags, started, told: None }
    }

    /// What it is started with, with the secrets that are in files.
    pub(super) fn config(&self) -> Result<Config, Unusable> {
        self.started.config.clone().with_secrets()
    }

    /// Read the configuration again. One that cannot be used changes nothing.
    pub(super) fn reload(&mut self, limits: &Sender<Limits>) {
        let read = Configured::load(&self.flags).and_then(|read| {
            read.config.clone().with_secrets()?;
            Ok(read)
        });
        let new = match read {
            Ok(new) => new,
            Err(error) => {
                tracing::error!(%error, "the configuration was read again and cannot be used: all stays as it is");
                return;
            }
        };
        let mut changed = self.told.as_ref().unwrap_or(&self.started).differences(&new);
        changed.retain(|key| is_reloaded(key));
        let mut waiting = self.started.differences(&new);
        waiting.retain(|key| !is_reloaded(key));
        turnstone_server::logs::follow(&new.config.server.log_level);
        limits.send_replace(new.config.core().limits);
        tracing::info!(changed = changed.join(", "), "the configuration was read again");
        if !waiting.is_empty() {
            tracing::warn!(keys = waiting.join(", "), "these changes wait for a restart");
        }
        self.told = Some(new);
    }
}
