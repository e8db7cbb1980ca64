//! The loop that owns the core, without threads: commands become rounds, rounds commits, and replies leave when their
//! round is durable. The power may fail at any moment of it.

use super::bugs::Bug;
use super::deed::Moment;
use super::disk::FaultyDisk;
use super::model::{Verdict, Violation, must};
use crate::rng::{Rng, mix};
use std::collections::VecDeque;
use turnstone_core::config::Config;
use turnstone_core::credentials::ServerKeys;
use turnstone_core::effects::{Batch, BatchId, Command, Effects, Query, QueryId, Reply, Stamp};
use turnstone_core::personal::Vault;
use turnstone_core::record::Record;
use turnstone_core::request::RequestId;
use turnstone_core::secret::Key;
use turnstone_core::service::Service;
use turnstone_core::time::Millis;
use turnstone_storage::{AppendError, Memory, Round, Storage, load};

/// The core, its storage and a follower that only absorbs.
pub(crate) struct Driver {
    config: Config,
    keys: ServerKeys,
    disk: FaultyDisk,
    pub(crate) storage: Memory<FaultyDisk>,
    pub(crate) service: Service,
    follower: Service,
    /// Batches that the follower has not taken over, by the commit they went into.
    behind: VecDeque<(u64, Vec<Batch>)>,
    /// The last commit of which a reply may have left.
    released: u64,
    pub(crate) bug: Option<Bug>,
}

/// A round that was applied and not yet written.
#[derive(Default)]
pub(crate) struct Applied {
    round: Round,
    batches: Vec<Batch>,
    pub(crate) replies: Vec<(RequestId, Reply)>,
    pub(crate) queries: Vec<(QueryId, Query)>,
}

/// What became of a round.
pub(crate) enum Written {
    /// It is durable up to this batch; the replies may leave.
    Durable(Option<BatchId>),
    /// The process is gone.
    Died,
}

impl Applied {
    /// Whether this batch has to go into a round of its own, because this one is full.
    pub(crate) fn add(&mut self, effects: &mut Effects) -> bool {
        let batch = std::mem::take(&mut effects.batch);
        if batch.changes.is_empty() && batch.slots.is_empty() {
            return true;
        }
        if self.round.add(&batch).is_err() {
            effects.batch = batch;
            return false;
        }
        self.batches.push(batch);
        true
    }
}

impl Driver {
    /// A service on an empty disk.
    pub(crate) fn new(mut config: Config, bug: Option<Bug>) -> Result<Self, Violation> {
        if bug == Some(Bug::TooManyPlaces) {
            config.limits.long_polls_total *= 2;
        }
        let keys = ServerKeys::new(vec![(1, Key([7; 32]))]);
        let disk = if bug == Some(Bug::DroppedFsync) { FaultyDisk::lying() } else { FaultyDisk::default() };
        let mut storage = Memory::open(disk.clone()).map_err(|error| broken(&error))?;
        let service = open(&mut storage, &config, &keys)?;
        let follower = open(&mut storage, &config, &keys)?;
        Ok(Self { config, keys, disk, storage, service, follower, behind: VecDeque::new(), released: 0, bug })
    }

    pub(crate) const fn keys(&self) -> &ServerKeys {
        &self.keys
    }

    /// One step of the core.
    pub(crate) fn apply(&mut self, stamp: Stamp, mut command: Command, parked: impl Fn(RequestId) -> bool) -> Effects {
        if let Some(bug) = self.bug {
            bug.spoil_command(&mut command);
        }
        let mut effects = self.service.apply(stamp, command);
        if let Some(bug) = self.bug {
            bug.spoil_effects(&mut effects, parked);
        }
        effects
    }

    /// Whether the core wants a tick at `now`.
    pub(crate) fn is_due(&self, now: Millis) -> bool {
        let due = self.service.next_deadline().is_some_and(|deadline| deadline.at <= now);
        due && self.bug != Some(Bug::TimerDropped)
    }

    /// The commit after which the replies of a round may leave.
    fn commit_of(&self, applied: &Applied) -> u64 {
        self.storage.head().n + u64::from(!applied.batches.is_empty())
    }

    /// Write a round; the power may fail meanwhile.
    pub(crate) fn write(&mut self, applied: &mut Applied, fails: Option<(Moment, u64)>) -> Result<Written, Violation> {
        let commit = self.commit_of(applied);
        if self.bug == Some(Bug::ReplyBeforeCommit) {
            self.released = self.released.max(commit);
        }
        if let Some((Moment::Applied, _)) = fails {
            return Ok(Written::Died);
        }
        if let Some((Moment::Writing, luck)) = fails {
            self.disk.fail_after(Rng::new(mix(&[luck, 1])).below(4) as u32);
        }
        let batches = std::mem::take(&mut applied.batches);
        let last = batches.last().map(|batch| batch.id);
        if !batches.is_empty() {
            self.behind.push_back((commit, batches));
        }
        match self.storage.append(self.storage.head(), &applied.round) {
            Ok(head) => must(head.n == commit, "a commit has the next number", || format!("{} not {commit}", head.n))?,
            Err(AppendError::Unknown(_) | AppendError::Broken(_)) if fails.is_some() => return Ok(Written::Died),
            Err(error) => must(false, "a round can be written", || error.to_string())?,
        }
        if matches!(fails, Some((Moment::Writing | Moment::Synced, _))) {
            return Ok(Written::Died);
        }
        self.released = self.released.max(commit);
        Ok(Written::Durable(last))
    }

    /// The rows of a cold query.
    pub(crate) fn find(&self, query: &Query) -> Result<Vec<Record>, Violation> {
        self.storage.state().query(query).map_err(|error| broken(&error))
    }

    /// Start again from what the disk kept. `power` is the luck of what was not synced; `None` if only the process
    /// died. Checks that nothing of which a reply left is gone, and that the reopened core equals the follower.
    pub(crate) fn restart(&mut self, power: Option<u64>) -> Verdict {
        self.disk.mend();
        if let Some(luck) = power {
            self.disk.lose_power(luck);
            // The power may fail again while the log is being repaired.
            self.disk.fail_after(Rng::new(mix(&[luck, 2])).below(6) as u32);
            drop(Memory::open(self.disk.clone()));
            self.disk.mend();
            self.disk.lose_power(mix(&[luck, 3]));
        }
        self.storage = Memory::open(self.disk.clone()).map_err(|error| broken(&error))?;
        self.service = open(&mut self.storage, &self.config, &self.keys)?;
        let head = self.storage.head().n;
        let released = self.released;
        must(head >= released, "what was acknowledged is there after a crash", || {
            format!("the store ends at commit {head}, replies left up to commit {released}")
        })?;
        while self.behind.back().is_some_and(|(commit, _)| *commit > head) {
            self.behind.pop_back();
        }
        // The term of a reopened store counts as released: it may be told from now on.
        self.released = head;
        self.compare("a reopened core equals one that absorbed every batch")
    }

    /// Let the follower catch up and compare it.
    pub(crate) fn compare(&mut self, rule: &'static str) -> Verdict {
        for (commit, batches) in std::mem::take(&mut self.behind) {
            for batch in batches {
                let taken = self.follower.absorb(&batch);
                must(taken.is_ok(), "a follower takes every batch", || format!("commit {commit}: {taken:?}"))?;
            }
        }
        must(self.service.digest() == self.follower.digest(), rule, || "the digests differ".to_owned())
    }

    /// Open a third core from storage and compare it.
    pub(crate) fn compare_with_storage(&mut self) -> Verdict {
        let reopened = open(&mut self.storage, &self.config, &self.keys)?;
        let same = reopened.digest() == self.service.digest();
        must(same, "a core opened from storage equals the one that wrote it", || "the digests differ".to_owned())
    }

    /// All records of the store.
    pub(crate) fn records(&self) -> Result<Vec<Record>, Violation> {
        let snapshot = self.storage.state().snapshot().map_err(|error| broken(&error))?;
        snapshot.records().collect::<Result<_, _>>().map_err(|error| broken(&error))
    }
}

fn open(storage: &mut Memory<FaultyDisk>, config: &Config, keys: &ServerKeys) -> Result<Service, Violation> {
    let fold = |vault: Vault, records: &mut dyn Iterator<Item = Record>| {
        Service::open(config.clone(), keys.clone(), vault, records)
    };
    load(storage, fold)
        .map_err(|error| broken(&error))?
        .map_err(|damage| Violation { rule: "a store that was written opens", seen: damage.to_string() })
}

fn broken(error: &turnstone_storage::Failure) -> Violation {
    Violation { rule: "a store that was written opens", seen: error.to_string() }
}
