//! The storage of the loop: the shipped data directory on a machine that fails. Some appends and reads fail, and what was
//! written is recorded apart from it.

use super::standby::SimStandby;
use crate::inner::bugs::Bug;
use crate::inner::machine::{Fault, Machine, SimDirectory, SimEngine};
use crate::inner::prelude::*;
use crate::inner::step::CrashPoint;
use crate::inner::truth::Truth;
use std::sync::atomic::{AtomicU32, Ordering};
use turnstone_storage::{AppendError, Appending, Snapshot, State};

/// The data directory with faults.
pub(crate) struct FaultyStorage {
    /// `None` after the end of the process.
    inner: Option<SimDirectory>,
    machine: Machine,
    bad_reads: Arc<AtomicU32>,
    /// The point of the next append at which the process dies, and its luck.
    pub(super) fault: Option<(CrashPoint, u64)>,
    /// Whether the process ended by a planned failure.
    pub(crate) died: bool,
    /// The planned failure that occurred, and the error of the storage.
    pub(crate) fired: Option<(Fault, String)>,
    pub(crate) truth: Truth,
    /// The standby that every append waits for.
    pub(super) standby: Option<SimStandby>,
    /// Draws how long the outcome of an append takes; `None` if it is always known at once.
    slow: Option<Rng>,
    /// The append that is under way, and after how many questions its outcome is known.
    under_way: Option<(Commit, GroupCommit, u64)>,
    /// Fault: a group commit that storage reported as written without writing it.
    held: Option<(Commit, GroupCommit)>,
}

impl FaultyStorage {
    pub(crate) fn open(
        machine: &Machine,
        engine: &SimEngine,
        path: &Path,
        opening: DirectoryOptions,
        bad_reads: Arc<AtomicU32>,
    ) -> Result<Self, StorageError> {
        let inner = Some(SimDirectory::open_on(machine, engine, path, opening)?);
        let (machine, truth) = (machine.clone(), Truth::default());
        let (fault, fired, standby, held) = (None, None, None, None);
        let (slow, under_way) = (None, None);
        Ok(Self { inner, machine, bad_reads, fault, died: false, fired, truth, standby, slow, under_way, held })
    }

    /// In the runs of some seeds, the outcomes of appends are known later.
    pub(crate) fn slow_for(self, seed: u64) -> Self {
        let rng = Rng::new(mix(&[seed, 0x510e, self.directory().head().n]));
        Self { slow: mix(&[seed, 0x510e]).is_multiple_of(4).then_some(rng), ..self }
    }

    /// The process has ended.
    pub(crate) fn close(&mut self) {
        self.inner = None;
    }

    pub(crate) fn directory(&self) -> &SimDirectory {
        self.inner.as_ref().expect("a process that is gone gets no requests")
    }

    fn die(&mut self) -> AppendError {
        self.died = true;
        AppendError::Broken("the process died".to_owned())
    }

    fn directory_mut(&mut self) -> &mut SimDirectory {
        self.inner.as_mut().expect("a process that is gone gets no requests")
    }

    fn write(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        if !Bug::ReplyBeforeCommit.is_active() {
            return self.directory_mut().append(expected, group);
        }
        if let Some((expected, group)) = self.held.take() {
            self.directory_mut().append(expected, &group)?;
        }
        let commit = group.commit_after(expected, self.term());
        self.held = Some((expected, group.clone()));
        Ok(commit)
    }

    /// Plan the failure of the machine for this append.
    fn plan_calls(&self, at: CrashPoint, luck: u64) {
        let mut rng = Rng::new(mix(&[luck, 1]));
        match at {
            CrashPoint::Writing => self.machine.plan(Fault::Death, rng.below(6) as u32, luck),
            CrashPoint::WriteFails => self.machine.plan(Fault::BadWrite, rng.below(4) as u32, luck),
            CrashPoint::NoRoom => self.machine.plan(Fault::NoSpace, rng.below(2) as u32, luck),
            CrashPoint::Applied | CrashPoint::Synced | CrashPoint::Replied => {}
        }
    }

    /// Write a group commit, with the planned fault.
    fn carry_out(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        let n = if group.changes().is_empty() { expected.n } else { expected.n + 1 };
        let shared = Arc::new(group.clone());
        let fault = self.fault.take();
        if let Some((CrashPoint::Applied, _)) = fault {
            return Err(self.die());
        }
        if let Some((at, luck)) = fault {
            self.plan_calls(at, luck);
        }
        self.truth.unsure = Some((expected, self.term(), shared));
        let mut written = self.write(expected, group);
        if let (Ok(commit), Some(standby)) = (&written, &mut self.standby)
            && let Err(error) = standby.take(expected, *commit, group)
        {
            return Err(AppendError::Unknown(StorageError::Damaged(error)));
        }
        // The watermark follows some commits behind.
        if written.is_ok() && mix(&[n, 0x3a7c]).is_multiple_of(4) {
            self.directory_mut().catch_up();
        }
        if let Some((CrashPoint::Writing | CrashPoint::Synced, _)) = fault {
            self.fired = self.machine.fired().map(|fault| (fault, String::new()));
            return Err(self.die());
        }
        if let Some((CrashPoint::WriteFails | CrashPoint::NoRoom, _)) = fault {
            // A watermark that could not be moved is reported by the next append.
            if written.is_ok() && self.machine.fired().is_some() {
                written = self.directory_mut().apply(expected, expected, &GroupCommit::default()).and(written);
            }
            if let Err(error) = &written {
                self.died = true;
                self.fired = self.machine.fired().map(|fault| (fault, error.to_string()));
            } else if self.machine.fired().is_none() {
                self.machine.calm();
            }
        }
        if let Ok(commit) = &written {
            self.truth.written(*commit);
        }
        written
    }
}

impl Storage for FaultyStorage {
    fn head(&self) -> Commit {
        let promised = self.held.as_ref().map(|(expected, group)| group.commit_after(*expected, self.term()));
        promised.unwrap_or_else(|| self.directory().head())
    }

    fn term(&self) -> u64 {
        self.directory().term()
    }

    fn append(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        self.carry_out(expected, group)
    }

    fn begin(&mut self, expected: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        self.under_way = Some((expected, group.clone(), self.slow.as_mut().map_or(0, |rng| rng.below(4))));
        self.outcome()
    }

    fn outcome(&mut self) -> Result<Appending, AppendError> {
        let Some((expected, group, later)) = self.under_way.take() else {
            return Ok(Appending::Durable(self.head()));
        };
        if later == 0 || self.fault.is_some() {
            return self.carry_out(expected, &group).map(Appending::Durable);
        }
        self.under_way = Some((expected, group, later - 1));
        Ok(Appending::UnderWay)
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        self.directory_mut().apply(expected, commit, group)
    }

    fn state(&self) -> Arc<dyn State> {
        Arc::new(FaultyState { inner: self.directory().state(), bad_reads: self.bad_reads.clone() })
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.directory_mut().keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        self.directory_mut().stop()
    }
}

/// The stored state, with failing reads.
struct FaultyState {
    inner: Arc<dyn State>,
    bad_reads: Arc<AtomicU32>,
}

impl State for FaultyState {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        self.inner.snapshot()
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        self.inner.personal_keys()
    }

    fn query(&self, query: &Query) -> Result<Vec<Record>, StorageError> {
        let left = self.bad_reads.load(Ordering::Relaxed);
        let failed = left > 0;
        self.bad_reads.store(left.saturating_sub(1), Ordering::Relaxed);
        if failed { Err(StorageError::Damaged("the disk has a bad block".to_owned())) } else { self.inner.query(query) }
    }
}
