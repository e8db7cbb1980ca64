//! The storage of the core of a node that leads. That of one that follows is its data directory's.

use crate::appender::Appender;
use crate::standing::NodeStanding;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use turnstone_engine::Commits;
use turnstone_etcd::{Append, CommitEntry, Keys, LogKey, MAX_ENTRY_BYTES};
use turnstone_link::ReplicaStorage;
use turnstone_storage::{AppendError, Appending, Commit, GroupCommit, GroupFullError, State, Storage, StorageError};

/// The core of a node, over any storage of its data directory.
pub type NodeCore = Commits<Box<dyn Storage>>;

/// The storage of the core of a node that leads: a group commit is appended to the log, and then applied here.
pub struct LoggedStorage {
    storage: ReplicaStorage,
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
        storage: ReplicaStorage,
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
