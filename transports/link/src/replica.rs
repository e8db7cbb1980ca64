//! The data directory of a machine that has the commits of another one, and its storage. The process keeps it open in every
//! role.

use crate::apply::destroy_unused_keys;
use crate::role::{DirectoryRole, Seen};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turnstone_directory::{DirectoryOptions, Opened, StorageEngine};
use turnstone_service::credentials::ServerKeys;
use turnstone_storage::{AppendError, Commit, GroupCommit, State, Storage, StorageError};

/// The snapshot while it is received.
const SNAPSHOT: &str = "incoming.backup";

/// A data directory, open or not.
pub struct ReplicaDirectory {
    engine: Arc<dyn StorageEngine>,
    path: PathBuf,
    options: DirectoryOptions,
}

impl ReplicaDirectory {
    /// The one of an engine at this path, which is opened with these options.
    pub fn new(engine: Arc<dyn StorageEngine>, path: &Path, options: impl Into<DirectoryOptions>) -> Self {
        Self { engine, path: path.to_owned(), options: options.into() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is one, complete or not.
    pub fn exists(&self) -> Result<bool, StorageError> {
        self.engine.exists(&self.path)
    }

    /// Its role; `None` for an ordinary server's, or if there is no directory.
    pub fn role(&self) -> Result<Option<DirectoryRole>, StorageError> {
        DirectoryRole::read(self.engine.as_ref(), &self.path)
    }

    /// Make this its role, durably. Without a directory, one is created.
    pub fn set_role(&self, role: &DirectoryRole) -> Result<(), StorageError> {
        role.write(self.engine.as_ref(), &self.path)
    }

    /// What a standby last saw of its primary; `None` if nothing is readable.
    pub fn seen(&self) -> Option<Seen> {
        Seen::read(self.engine.as_ref(), &self.path)
    }

    /// Replace what was seen. It is not synced.
    pub fn set_seen(&self, seen: Seen) -> Result<(), StorageError> {
        seen.write(self.engine.as_ref(), &self.path)
    }

    /// Open it, after an installation that was interrupted has been completed. Keys that a commit destroyed just before a crash
    /// are destroyed now.
    pub fn open(&self) -> Result<Opened, StorageError> {
        self.engine.finish_install(&self.path)?;
        let mut opened = self.engine.open(&self.path, self.options)?;
        destroy_unused_keys(opened.storage.as_mut())?;
        Ok(opened)
    }

    /// The text of the server keys; `None` if there are none. It is a secret.
    pub fn server_keys_text(&self) -> Result<Option<String>, StorageError> {
        self.engine.server_keys_text(&self.path)
    }

    /// Write a snapshot of its state, with its server keys.
    pub(crate) fn send(&self, state: &dyn State, out: &mut dyn Write) -> Result<(), StorageError> {
        self.engine.send(state, &self.path, out)
    }

    /// Save a snapshot of another machine, which [`ReplicaStorage::install`] takes.
    pub(crate) fn receive(&self, from: &mut dyn Read) -> Result<Commit, StorageError> {
        self.engine.receive(from, &self.path.join(SNAPSHOT))
    }
}

/// The storage of a data directory. Clones lead to the same one. As the storage of a core that follows, it applies commits and
/// appends none.
#[derive(Clone)]
pub struct ReplicaStorage {
    directory: Arc<ReplicaDirectory>,
    /// `None` while a snapshot is installed.
    opened: Arc<Mutex<Option<Opened>>>,
}

impl ReplicaStorage {
    /// Open the data directory.
    pub fn open(directory: Arc<ReplicaDirectory>) -> Result<Self, StorageError> {
        let storage = Self { directory, opened: Arc::default() };
        storage.reopen()?;
        Ok(storage)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reopen(&self) -> Result<(), StorageError> {
        *self.lock() = Some(self.directory.open()?);
        Ok(())
    }

    fn with<T>(&self, what: impl FnOnce(&mut Opened) -> T) -> Option<T> {
        self.lock().as_mut().map(what)
    }

    /// The data directory.
    pub const fn directory(&self) -> &Arc<ReplicaDirectory> {
        &self.directory
    }

    /// The last commit; the one before the first while a snapshot is installed.
    pub fn head(&self) -> Commit {
        self.with(|opened| opened.storage.head()).unwrap_or_default()
    }

    /// The reading side; `None` while a snapshot is installed.
    pub fn state(&self) -> Option<Arc<dyn State>> {
        self.with(|opened| opened.storage.state())
    }

    /// The root secrets.
    pub fn server_keys(&self) -> Option<ServerKeys> {
        self.with(|opened| opened.keys.clone())
    }

    /// Replace everything by the snapshot that was received.
    pub fn install(&self) -> Result<Commit, StorageError> {
        self.close()?;
        let ReplicaDirectory { engine, path, .. } = self.directory.as_ref();
        let file = path.join(SNAPSHOT);
        let commit = engine.install(&file, path)?;
        engine.remove_file(&file)?;
        self.reopen()?;
        Ok(commit)
    }

    /// Take over the server keys of another machine.
    pub fn take_server_keys(&self, text: &str) -> Result<(), StorageError> {
        let ReplicaDirectory { engine, path, .. } = self.directory.as_ref();
        if engine.server_keys_text(path)?.as_deref() == Some(text) {
            return Ok(());
        }
        self.close()?;
        engine.replace_server_keys(path, text)?;
        self.reopen()
    }

    /// Close the data directory.
    pub fn close(&self) -> Result<(), StorageError> {
        let opened = self.lock().take();
        opened.map_or(Ok(()), |mut opened| opened.storage.stop())
    }
}

impl Storage for ReplicaStorage {
    fn head(&self) -> Commit {
        self.head()
    }

    fn term(&self) -> u64 {
        self.head().term
    }

    fn append(&mut self, _: Commit, _: &GroupCommit) -> Result<Commit, AppendError> {
        Err(AppendError::Fenced)
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        let applied = self.with(|opened| opened.storage.apply(expected, commit, group));
        applied.unwrap_or_else(|| Err(AppendError::Broken("the data directory is closed".to_owned())))
    }

    fn state(&self) -> Arc<dyn State> {
        self.state().expect("it is open as long as there is a core")
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.with(|opened| opened.storage.keep_personal_keys(used)).unwrap_or(Ok(()))
    }

    /// The data directory stays open.
    fn stop(&mut self) -> Result<(), StorageError> {
        Ok(())
    }
}
