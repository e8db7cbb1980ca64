//! Storage whose appends and reads become events for the judge.

use super::disk::FaultyDisk;
use crate::inner::{EventLog, LoopEvent};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use turnstone_service::effects::Query;
use turnstone_service::record::Record;
use turnstone_service::secret::SecretKey;
use turnstone_storage::{AppendError, Commit, Failure, GroupCommit, Memory, Snapshot, State, Storage};

/// Storage on the disk of a run.
pub(super) struct ObservedStorage {
    inner: Memory<FaultyDisk>,
    log: EventLog,
}

impl ObservedStorage {
    pub(super) fn open(disk: FaultyDisk, log: EventLog) -> Result<Self, Failure> {
        Ok(Self { inner: Memory::open(disk)?, log })
    }

    /// Everything that is stored.
    pub(super) fn records(&self) -> Result<Vec<Record>, Failure> {
        let snapshot = self.inner.state().snapshot()?;
        snapshot.records().collect()
    }
}

impl Storage for ObservedStorage {
    fn head(&self) -> Commit {
        self.inner.head()
    }

    fn term(&self) -> u64 {
        self.inner.term()
    }

    fn append(&mut self, expected: Commit, round: &GroupCommit) -> Result<Commit, AppendError> {
        let n = if round.changes().is_empty() { expected.n } else { expected.n + 1 };
        self.log.push(LoopEvent::Append { commit: n, round: Arc::new(round.clone()) });
        let commit = self.inner.append(expected, round)?;
        self.log.push(LoopEvent::Stored(round.last(), commit));
        Ok(commit)
    }

    fn apply(&mut self, expected: Commit, commit: Commit, round: &GroupCommit) -> Result<(), AppendError> {
        self.inner.apply(expected, commit, round)
    }

    fn state(&self) -> Arc<dyn State> {
        Arc::new(ObservedState { inner: self.inner.state(), log: self.log.clone() })
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), Failure> {
        self.inner.keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), Failure> {
        self.inner.stop()
    }
}

struct ObservedState {
    inner: Arc<dyn State>,
    log: EventLog,
}

impl State for ObservedState {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, Failure> {
        self.inner.snapshot()
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, Failure> {
        self.inner.personal_keys()
    }

    fn query(&self, query: &Query) -> Result<Vec<Record>, Failure> {
        self.log.push(LoopEvent::Read { failed: false });
        self.inner.query(query)
    }
}
