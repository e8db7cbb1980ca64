//! The storage of a node: the data directory, which the process keeps open in every role, and the storage of the core while
//! the node leads.

use crate::appender::Appender;
use crate::standing::NodeStanding;
use crate::surroundings::NodeDirectory;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use turnstone_directory::Opened;
use turnstone_engine::Commits;
use turnstone_etcd::{Append, CommitEntry, Keys, LogKey, MAX_ENTRY_BYTES};
use turnstone_link::destroy_unused_keys;
use turnstone_service::credentials::ServerKeys;
use turnstone_storage::{AppendError, Appending, Commit, GroupCommit, GroupFullError, State, Storage, StorageError};

/// The data directory of a node. Clones lead to the same one.
#[derive(Clone)]
pub struct SharedStorage {
    directory: Arc<dyn NodeDirectory>,
    /// `None` while a snapshot is installed.
    opened: Arc<Mutex<Option<Opened>>>,
}

impl SharedStorage {
    /// Open the data directory, and complete an installation that was interrupted.
    pub(crate) fn open(directory: Arc<dyn NodeDirectory>) -> Result<Self, StorageError> {
        let shared = Self { directory, opened: Arc::default() };
        shared.reopen()?;
        Ok(shared)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reopen(&self) -> Result<(), StorageError> {
        let mut opened = self.directory.open()?;
        // The keys that a commit destroyed just before a crash.
        destroy_unused_keys(opened.storage.as_mut())?;
        *self.lock() = Some(opened);
        Ok(())
    }

    fn with<T>(&self, what: impl FnOnce(&mut Opened) -> T) -> Option<T> {
        self.lock().as_mut().map(what)
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

    /// Replace everything by a snapshot in a file, which is removed.
    pub(crate) fn install(&self, file: &Path) -> Result<Commit, StorageError> {
        self.close()?;
        let commit = self.directory.install(file)?;
        self.reopen()?;
        Ok(commit)
    }

    /// Close the data directory.
    pub fn close(&self) -> Result<(), StorageError> {
        let opened = self.lock().take();
        opened.map_or(Ok(()), |mut opened| opened.storage.stop())
    }
}

/// The core of a node, over any storage of its data directory.
pub type NodeCore = Commits<Box<dyn Storage>>;

/// The storage of the core of a node that follows: it applies commits and appends none. The data directory is open as long as
/// there is a core.
impl Storage for SharedStorage {
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

/// The storage of the core of a node that leads: a group commit is appended to the log, and then applied here.
pub struct LoggedStorage {
    storage: SharedStorage,
    state: Arc<dyn State>,
    standing: Arc<NodeStanding>,
    keys: Keys,
    log_key: LogKey,
    term: u64,
    appender: Appender,
    under_way: Option<PendingAppend>,
}

/// What is applied once the log has it.
struct PendingAppend {
    expected: Commit,
    commit: Commit,
    group: GroupCommit,
    /// The size of the entry.
    bytes: usize,
    began: Duration,
}

impl LoggedStorage {
    /// The storage of a node that has begun this term.
    pub(crate) fn new(
        storage: SharedStorage,
        standing: Arc<NodeStanding>,
        (keys, log_key): (Keys, LogKey),
        appender: Appender,
        term: u64,
    ) -> Result<Self, StorageError> {
        let state = storage.state().ok_or_else(|| StorageError::Damaged("the data directory is closed".to_owned()))?;
        Ok(Self { storage, state, standing, keys, log_key, term, appender, under_way: None })
    }

    /// The log has the append that was under way.
    fn appended(&mut self) -> Result<Commit, AppendError> {
        let Some(append) = self.under_way.take() else { return Ok(self.head()) };
        let PendingAppend { expected, commit, group, bytes, began } = append;
        self.standing.metrics.appended(self.standing.now().saturating_sub(began));
        self.apply(expected, commit, &group)?;
        self.standing.set_applied(commit, bytes);
        Ok(commit)
    }
}

impl Storage for LoggedStorage {
    fn head(&self) -> Commit {
        self.storage.head()
    }

    fn term(&self) -> u64 {
        self.term
    }

    fn append(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        if let Appending::Durable(commit) = self.begin(expected, group)? {
            return Ok(commit);
        }
        self.appender.wait()?;
        self.appended()
    }

    fn begin(&mut self, expected: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        let Some((_, created)) = self.standing.leads() else { return Err(AppendError::Fenced) };
        let began = self.standing.now();
        let entry = CommitEntry::after(expected, self.term, group);
        let sealed = sealed(&self.log_key, expected, &entry)?;
        let (bytes, commit) = (sealed.len(), entry.commit);
        self.appender.send(Append::new(&self.keys, created, expected, commit, sealed))?;
        self.under_way = Some(PendingAppend { expected, commit, group: group.clone(), bytes, began });
        Ok(Appending::UnderWay)
    }

    fn outcome(&mut self) -> Result<Appending, AppendError> {
        if self.under_way.is_none() {
            return Ok(Appending::Durable(self.head()));
        }
        let Some(outcome) = self.appender.outcome() else { return Ok(Appending::UnderWay) };
        outcome?;
        self.appended().map(Appending::Durable)
    }

    fn when_known(&mut self, wake: Box<dyn Fn() + Send + Sync>) {
        self.appender.when_known(wake);
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        self.storage.apply(expected, commit, group)
    }

    /// A process that was paused for longer than its lease has missed what the next leader wrote.
    fn may_answer(&self) -> bool {
        self.standing.is_leading()
    }

    fn state(&self) -> Arc<dyn State> {
        self.state.clone()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.storage.keep_personal_keys(used)
    }

    /// The data directory stays open: the node follows from now on.
    fn stop(&mut self) -> Result<(), StorageError> {
        Ok(())
    }
}

/// Seal an entry. One that etcd would reject is an error.
pub(crate) fn sealed(key: &LogKey, before: Commit, entry: &CommitEntry) -> Result<Vec<u8>, AppendError> {
    let mut nonce = [0; 24];
    let drawn = getrandom::fill(&mut nonce).map_err(|error| AppendError::Broken(error.to_string()));
    drawn?;
    let sealed = key.seal(before, entry, nonce);
    if sealed.len() > MAX_ENTRY_BYTES { Err(GroupFullError { bytes: sealed.len() }.into()) } else { Ok(sealed) }
}
