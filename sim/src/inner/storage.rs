//! Storage as the loop writes it in the simulator: every append and read becomes an event, and some go wrong.

use super::bugs::Bug;
use super::disk::FaultyDisk;
use super::events::{EventLog, LoopEvent};
use super::step::CrashPoint;
use crate::rng::{Rng, mix};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use turnstone_service::effects::Query;
use turnstone_service::record::Record;
use turnstone_service::secret::Key;
use turnstone_storage::{AppendError, Commit, Failure, Memory, Round, Snapshot, State, Storage};

/// The adapter of the tests, with faults.
pub(crate) struct FaultyStorage {
    inner: Memory<FaultyDisk>,
    disk: FaultyDisk,
    log: EventLog,
    /// How many reads of cold rows are still to fail.
    bad_reads: Arc<AtomicU32>,
    bug: Option<Bug>,
    /// When in the next append the process dies, and the luck of it.
    fault: Option<(CrashPoint, u64)>,
    died: bool,
    /// Planted: a round of which storage said that it is written, and that is not.
    held: Option<(Commit, Round)>,
}

impl FaultyStorage {
    pub(crate) fn open(
        disk: FaultyDisk,
        log: EventLog,
        bad_reads: Arc<AtomicU32>,
        bug: Option<Bug>,
    ) -> Result<Self, Failure> {
        let inner = Memory::open(disk.clone())?;
        Ok(Self { inner, disk, log, bad_reads, bug, fault: None, died: false, held: None })
    }

    /// Let the process die at this moment of the next append.
    pub(crate) const fn plan(&mut self, fault: Option<(CrashPoint, u64)>) {
        self.fault = fault;
    }

    /// Whether a planned fault came true.
    pub(crate) const fn has_died(&self) -> bool {
        self.died
    }

    fn die(&mut self) -> AppendError {
        self.died = true;
        AppendError::Broken("the process died".to_owned())
    }

    fn write(&mut self, expected: Commit, round: &Round) -> Result<Commit, AppendError> {
        if self.bug != Some(Bug::ReplyBeforeCommit) {
            return self.inner.append(expected, round);
        }
        if let Some((expected, round)) = self.held.take() {
            self.inner.append(expected, &round)?;
        }
        let commit = round.commit_after(expected, self.inner.term());
        self.held = Some((expected, round.clone()));
        Ok(commit)
    }
}

impl Storage for FaultyStorage {
    fn head(&self) -> Commit {
        let promised = self.held.as_ref().map(|(expected, round)| round.commit_after(*expected, self.term()));
        promised.unwrap_or_else(|| self.inner.head())
    }

    fn term(&self) -> u64 {
        self.inner.term()
    }

    fn append(&mut self, expected: Commit, round: &Round) -> Result<Commit, AppendError> {
        let commit = round.commit_after(expected, self.term()).n;
        self.log.push(LoopEvent::Append { commit, round: round.clone() });
        let fault = self.fault.take();
        if let Some((CrashPoint::Applied, _)) = fault {
            return Err(self.die());
        }
        if let Some((CrashPoint::Writing, luck)) = fault {
            self.disk.fail_after(Rng::new(mix(&[luck, 1])).below(4) as u32);
        }
        let written = self.write(expected, round);
        if matches!(fault, Some((CrashPoint::Writing | CrashPoint::Synced, _))) {
            return Err(self.die());
        }
        if let Ok(commit) = &written {
            self.log.push(LoopEvent::Stored(round.last(), *commit));
        }
        written
    }

    fn apply(&mut self, expected: Commit, commit: Commit, round: &Round) -> Result<(), AppendError> {
        self.inner.apply(expected, commit, round)
    }

    fn state(&self) -> Arc<dyn State> {
        let (log, bad_reads) = (self.log.clone(), self.bad_reads.clone());
        Arc::new(FaultyState { inner: self.inner.state(), log, bad_reads })
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), Failure> {
        self.inner.keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), Failure> {
        self.inner.stop()
    }
}

/// What is stored, of which some reads fail.
struct FaultyState {
    inner: Arc<dyn State>,
    log: EventLog,
    bad_reads: Arc<AtomicU32>,
}

impl State for FaultyState {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, Failure> {
        self.inner.snapshot()
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, Key>, Failure> {
        self.inner.personal_keys()
    }

    fn query(&self, query: &Query) -> Result<Vec<Record>, Failure> {
        let left = self.bad_reads.load(Ordering::Relaxed);
        let failed = left > 0;
        self.bad_reads.store(left.saturating_sub(1), Ordering::Relaxed);
        self.log.push(LoopEvent::Read { failed });
        if failed { Err(Failure::Damaged("the disk has a bad block".to_owned())) } else { self.inner.query(query) }
    }
}
