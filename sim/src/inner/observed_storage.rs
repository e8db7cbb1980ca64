//! The storage of a loop, as the judge sees it: what is passed to it, when it is durable, and what is read.

use crate::inner::events::{EventLog, LoopEvent};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use turnstone_service::effects::{BatchId, Query};
use turnstone_service::record::Record;
use turnstone_service::secret::SecretKey;
use turnstone_storage::{AppendError, Appending, Commit, GroupCommit, Snapshot, State, Storage, StorageError};

/// Storage whose appends and reads become events.
pub(crate) struct ObservedStorage<S> {
    pub(crate) inner: S,
    log: EventLog,
    /// The last batch of the append that is under way.
    under_way: Option<BatchId>,
}

impl<S: Storage> ObservedStorage<S> {
    pub(crate) const fn new(inner: S, log: EventLog) -> Self {
        Self { inner, log, under_way: None }
    }

    fn known(&mut self, appending: Appending) -> Appending {
        if let Appending::Durable(commit) = appending
            && let Some(batch) = self.under_way.take()
        {
            self.log.push(LoopEvent::Stored(batch, commit));
        }
        appending
    }
}

impl<S: Storage> Storage for ObservedStorage<S> {
    fn head(&self) -> Commit {
        self.inner.head()
    }

    fn term(&self) -> u64 {
        self.inner.term()
    }

    fn append(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        self.inner.append(expected, group)
    }

    fn begin(&mut self, expected: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        let commit = if group.changes().is_empty() { expected.n } else { expected.n + 1 };
        self.log.push(LoopEvent::Append { commit, group: Arc::new(group.clone()) });
        self.under_way = Some(group.last());
        let begun = self.inner.begin(expected, group)?;
        Ok(self.known(begun))
    }

    fn outcome(&mut self) -> Result<Appending, AppendError> {
        let outcome = self.inner.outcome()?;
        Ok(self.known(outcome))
    }

    fn when_known(&mut self, wake: Box<dyn Fn() + Send + Sync>) {
        self.inner.when_known(wake);
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        self.inner.apply(expected, commit, group)
    }

    fn may_answer(&self) -> bool {
        self.inner.may_answer()
    }

    fn state(&self) -> Arc<dyn State> {
        Arc::new(ObservedState { inner: self.inner.state(), log: self.log.clone() })
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.inner.keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        self.inner.stop()
    }
}

/// A state whose queries become events.
struct ObservedState {
    inner: Arc<dyn State>,
    log: EventLog,
}

impl State for ObservedState {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        self.inner.snapshot()
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        self.inner.personal_keys()
    }

    fn query(&self, query: &Query) -> Result<Vec<Record>, StorageError> {
        let found = self.inner.query(query);
        self.log.push(LoopEvent::Read { failed: found.is_err() });
        found
    }
}
