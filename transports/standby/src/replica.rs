//! The standby's copy: a data directory that is written by another server's commits.

use std::path::{Path, PathBuf};
use turnstone_directory::{DirectoryOptions, Opened, StorageEngine};
use turnstone_link::{ApplyError, apply_next, destroy_unused_keys};
use turnstone_service::effects::SlotChange;
use turnstone_storage::{Commit, Durability, StorageError};

/// The copy. Its data directory is locked while it is open.
pub(crate) struct Replica {
    engine: &'static dyn StorageEngine,
    data: PathBuf,
    durability: Durability,
    /// `None` while a snapshot is installed.
    opened: Option<Opened>,
}

impl Replica {
    pub(crate) fn open(
        engine: &'static dyn StorageEngine,
        data: &Path,
        durability: Durability,
    ) -> Result<Self, StorageError> {
        let mut replica = Self { engine, data: data.to_owned(), durability, opened: None };
        replica.reopen()?;
        Ok(replica)
    }

    /// The primary's server keys count, whatever the records were written with.
    fn reopen(&mut self) -> Result<(), StorageError> {
        self.engine.finish_install(&self.data)?;
        let options = DirectoryOptions { accept_new_keys: true, ..self.durability.into() };
        let mut opened = self.engine.open(&self.data, options)?;
        destroy_unused_keys(opened.storage.as_mut())?;
        self.opened = Some(opened);
        Ok(())
    }

    fn opened(&mut self) -> &mut Opened {
        self.opened.as_mut().expect("it is open except during an installation")
    }

    pub(crate) fn head(&mut self) -> Commit {
        self.opened().storage.head()
    }

    /// Write a group commit, synced.
    pub(crate) fn apply(&mut self, commit: Commit, encoding: &[u8], slots: Vec<SlotChange>) -> Result<(), ApplyError> {
        apply_next(self.opened().storage.as_mut(), commit, encoding, slots)
    }

    /// Replace everything by a snapshot.
    pub(crate) async fn install(&mut self, file: PathBuf) -> Result<Commit, StorageError> {
        self.close()?;
        let (engine, data) = (self.engine, self.data.clone());
        let install = move || {
            let commit = engine.install(&file, &data)?;
            std::fs::remove_file(&file).map_err(StorageError::io(format!("remove {}", file.display())))?;
            Ok(commit)
        };
        let installed = tokio::task::spawn_blocking(install).await;
        let commit = installed.unwrap_or_else(|panic| Err(StorageError::Damaged(format!("a snapshot: {panic}"))))?;
        self.reopen()?;
        Ok(commit)
    }

    /// Take over the primary's server keys.
    pub(crate) fn take_server_keys(&mut self, text: &str) -> Result<(), StorageError> {
        if self.engine.server_keys_text(&self.data)?.as_deref() == Some(text) {
            return Ok(());
        }
        self.close()?;
        self.engine.replace_server_keys(&self.data, text)?;
        self.reopen()
    }

    /// Close the data directory.
    pub(crate) fn close(&mut self) -> Result<(), StorageError> {
        self.opened.take().map_or(Ok(()), |mut opened| opened.storage.stop())
    }
}
