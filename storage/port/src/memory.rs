//! The engine for tests and the simulator: a log of commits on a [`Disk`], its state in memory. An incomplete commit
//! that a crash left is cut off at the next start; it was never acknowledged.

use crate::chain::{Commit, KEPT_COMMITS};
use crate::disk::{Disk, MemoryDisk};
use crate::encoding::decode;
use crate::error::{AppendError, StorageError};
use crate::group::{GroupCommit, raw_changes};
use crate::personal_keys::PersonalKeys;
use crate::port::{Records, Snapshot, State, Storage};
use crate::query::KeyRange;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turnstone_service::secret::SecretKey;

const LOG: &str = "log";
const LENGTH: usize = 4;

/// Storage on a disk in memory.
pub struct Memory<D = MemoryDisk> {
    disk: D,
    log_end: u64,
    term: u64,
    broken: bool,
    state: Arc<MemoryState<D>>,
}

struct MemoryState<D> {
    rows: Mutex<MemoryRows>,
    keys: Mutex<PersonalKeys<D>>,
}

/// Shared with the snapshots; copied on a write if a snapshot exists.
#[derive(Clone, Default)]
struct MemoryRows {
    head: Commit,
    chain: Arc<VecDeque<Commit>>,
    rows: Arc<BTreeMap<Vec<u8>, Vec<u8>>>,
}

impl MemoryRows {
    fn apply(&mut self, commit: Commit, group: &[u8]) -> Option<()> {
        let rows = Arc::make_mut(&mut self.rows);
        for (key, value) in raw_changes(group)? {
            match value {
                Some(value) => rows.insert(key.to_vec(), value.to_vec()),
                None => rows.remove(key),
            };
        }
        let chain = Arc::make_mut(&mut self.chain);
        chain.push_back(commit);
        if chain.len() as u64 > KEPT_COMMITS {
            chain.pop_front();
        }
        self.head = commit;
        Some(())
    }
}

impl<D: Disk + Clone> Memory<D> {
    /// Read the log and go on with the next term.
    pub fn open(mut disk: D) -> Result<Self, StorageError> {
        let log = disk.read(LOG).map_err(StorageError::io("read the log"))?.unwrap_or_default();
        let mut rows = MemoryRows::default();
        let mut rest = log.as_slice();
        while let Some((commit, group, after)) = entry(rest, rows.head) {
            rows.apply(commit, group).ok_or_else(|| StorageError::Damaged(format!("commit {}", commit.n)))?;
            rest = after;
        }
        let log_end = (log.len() - rest.len()) as u64;
        if !rest.is_empty() {
            disk.truncate(LOG, log_end).map_err(StorageError::io("cut the log"))?;
        }
        // A process that died between its write and its sync left commits that are read here and not durable yet.
        // Responses from now on depend on them.
        disk.sync(LOG).map_err(StorageError::io("sync the log"))?;
        disk.sync(crate::personal_keys::FILE).map_err(StorageError::io("sync the personal keys"))?;
        let term = rows.head.term + 1;
        let keys = Mutex::new(PersonalKeys::new(disk.clone()));
        let state = Arc::new(MemoryState { rows: Mutex::new(rows), keys });
        Ok(Self { disk, log_end, term, broken: false, state })
    }

    fn append_entry(&mut self, commit: Commit, group: &[u8]) -> std::io::Result<()> {
        let length = u32::try_from(group.len()).expect("a round is at most 1 MiB");
        let entry = [&length.to_be_bytes(), commit.to_bytes().as_slice(), group].concat();
        self.disk.write(LOG, self.log_end, &entry)?;
        self.disk.sync(LOG)?;
        self.log_end += entry.len() as u64;
        Ok(())
    }

    fn try_apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        let broken = |failure: StorageError| AppendError::Broken(failure.to_string());
        // The log only grows: if it has the expected length, no other handle has written to it.
        let stored = self.disk.length(LOG).map_err(StorageError::io("look at the log")).map_err(broken)?;
        if self.head() != expected || stored != self.log_end {
            return Err(AppendError::Fenced);
        }
        lock(&self.state.keys).fill(group.slots()).map_err(broken)?;
        if commit != expected {
            let bytes = group.encode();
            self.append_entry(commit, &bytes)
                .map_err(|error| AppendError::Unknown(StorageError::io("write the log")(error)))?;
            lock(&self.state.rows).apply(commit, &bytes).expect("the encoding was just made");
        }
        lock(&self.state.keys).destroy(group.slots()).map_err(AppendError::Unknown)
    }
}

/// The entry that follows `head`, and what comes after it. Anything else is what a crash left.
fn entry(log: &[u8], head: Commit) -> Option<(Commit, &[u8], &[u8])> {
    let (length, rest) = log.split_first_chunk::<LENGTH>()?;
    let (commit, rest) = rest.split_at_checked(Commit::BYTES)?;
    let (group, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    let commit = Commit::from_bytes(commit)?;
    (commit == head.next(commit.term, group) && commit.term >= head.term).then_some((commit, group, rest))
}

impl<D: Disk + Clone> Storage for Memory<D> {
    fn head(&self) -> Commit {
        lock(&self.state.rows).head
    }

    fn term(&self) -> u64 {
        self.term
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        if self.broken {
            return Err(AppendError::Broken("an earlier write failed".to_owned()));
        }
        self.try_apply(expected, commit, group).inspect_err(|_| self.broken = true)
    }

    fn state(&self) -> Arc<dyn State> {
        self.state.clone()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        lock(&self.state.keys).keep(used)
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        Ok(())
    }
}

impl<D: Disk> State for MemoryState<D> {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        Ok(Box::new(lock(&self.rows).clone()))
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        lock(&self.keys).read()
    }
}

impl Snapshot for MemoryRows {
    fn head(&self) -> Commit {
        self.head
    }

    fn chain(&self) -> Result<Vec<Commit>, StorageError> {
        Ok(self.chain.iter().copied().collect())
    }

    fn scan(&self, range: KeyRange) -> Records<'_> {
        if range.start >= range.end {
            return Box::new(std::iter::empty());
        }
        Box::new(self.rows.range(range.start..range.end).map(|(key, value)| decode(key, value)))
    }
}

/// A thread that panicked while it held the rows ends the process. The rows are consistent: they change in one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
