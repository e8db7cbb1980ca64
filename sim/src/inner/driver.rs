//! The shipped loop on simulated storage and a simulated clock, with a follower that absorbs every batch. The power may
//! fail at any point of a group commit.

use super::beside::ReadingBeside;
use super::bugs::spoiled_config;
use super::fault_stages::count_fault;
use super::observed::ObservedService;
use super::observed_storage::ObservedStorage;
use super::reader::Reader;
use super::standby::SimStandby;
use super::starts::{
    OPENS, follow, names_the_fix, open, provide_keys, reported, restore_former_store, same, start_that_fails,
};
use super::storage::FaultyStorage;
use crate::inner::bugs::Bug;
use crate::inner::events::EventLog;
use crate::inner::machine::{Fault, Machine, SimDirectory, SimEngine};
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::CrashPoint;
use crate::inner::truth::Truth;
use std::sync::atomic::{AtomicU32, Ordering};
use turnstone_engine::{GroupCommits, LoopError};
use turnstone_link::next_generation;
use turnstone_service::config::Begins;

type ObservedCommits = GroupCommits<ObservedStorage<FaultyStorage>, ObservedService>;

/// The loop, its storage and its follower.
pub(crate) struct Driver {
    seed: u64,
    pub(super) config: Config,
    pub(super) keys: ServerKeys,
    bounds: GroupBounds,
    /// Settings and keys of the next start, if they change.
    next: Option<(WorldSettings, Config, ServerKeys)>,
    /// When a commit counts as durable.
    durability: Durability,
    pub(super) machine: Machine,
    pub(super) engine: SimEngine,
    /// The path of the data directory.
    pub(super) path: PathBuf,
    pub(crate) log: EventLog,
    bad_reads: Arc<AtomicU32>,
    pub(super) commits: ObservedCommits,
    pub(super) follower: Service,
    /// Group commits that the follower has not absorbed, with the commit in which the loop tried to write them.
    pub(super) behind: VecDeque<(u64, Arc<GroupCommit>)>,
    /// The last commit for which replies may have been released.
    released: u64,
    /// Raised by a promotion of the standby.
    least_term: u64,
    /// Fault: a command that is pushed after the next one.
    overtaken: Option<Command>,
    /// Commands since the last group commit.
    pushed: u32,
    /// Counters of storage faults.
    pub(super) counts: Counts,
    /// A reading of the whole store that is under way.
    pub(super) beside: Option<ReadingBeside>,
}

impl Driver {
    /// A service on an empty disk.
    pub(crate) fn new(seed: u64, settings: &WorldSettings) -> Result<Self, Violation> {
        let (config, bounds) = (spoiled_config(settings), settings.group_bounds());
        let durability = settings.durability();
        let machine = Machine::new();
        let mut rng = Rng::new(mix(&[seed, 0xd15c]));
        let engine = SimEngine { journal_bytes: rng.one(&[4 << 10, 8 << 10, 32 << 10, 32 << 10, 128 << 10]) };
        let path = PathBuf::from("/data");
        let mut counts = Counts::default();
        if settings.former {
            restore_former_store(&machine, &engine, &path)?;
        } else {
            provide_keys(&machine, &path, &settings.keys_text())?;
        }
        if !settings.former && rng.percent(40) {
            for _ in 0..rng.between(1, 3) {
                start_that_fails(&machine, &engine, &path, "a first start", &mut rng, &mut counts)?;
            }
        }
        let (log, bad_reads) = (EventLog::default(), Arc::default());
        let mut storage = FaultyStorage::open(&machine, &engine, &path, durability.into(), Arc::clone(&bad_reads))
            .map_err(reported(OPENS))?
            .slow_for(seed);
        let is_new = storage.directory().is_new();
        must!(is_new != settings.former, "a first start creates a data directory", "{:?}", storage.head())?;
        let keys = storage.directory().server_keys();
        storage.truth = Truth::of(storage.directory()).map_err(reported(OPENS))?;
        let released = storage.head().n;
        if mix(&[seed, 0x57d]).is_multiple_of(6) && Bug::active().is_none() {
            storage.standby = Some(SimStandby::of(seed, engine, &machine, storage.directory(), &path)?);
        }
        let same_keys = keys.fingerprints() == settings.keys().fingerprints();
        must(same_keys, "a first start uses the provided server keys", String::new)?;
        let service = open(&mut storage, &config, &keys)?;
        let follower = follow(&mut storage, &config, &keys)?;
        let reader = Reader::open(seed, &mut storage, &config, &keys)?;
        let observed = ObservedService::new(service, log.clone(), Some(seed)).followed_by(reader);
        let commits = GroupCommits::new(observed, ObservedStorage::new(storage, log.clone())).bounded(bounds);
        machine.slow_down(settings.sync_ms);
        Ok(Self {
            seed,
            config,
            keys,
            bounds,
            next: None,
            durability,
            machine,
            engine,
            path,
            counts,
            beside: None,
            log,
            bad_reads,
            commits,
            follower,
            behind: VecDeque::new(),
            released,
            least_term: 0,
            overtaken: None,
            pushed: 0,
        })
    }

    /// Set the settings of the next start.
    pub(crate) fn configure(&mut self, settings: &WorldSettings) {
        self.next = Some((settings.clone(), spoiled_config(settings), settings.keys()));
    }

    /// The core between two group commits.
    pub(crate) const fn service(&self) -> &Service {
        &self.commits.service().service
    }

    pub(crate) fn is_due(&self, now: Millis) -> bool {
        self.commits.next_deadline().is_some_and(|deadline| deadline.at <= now)
    }

    /// Queue a command for the next group commit.
    pub(crate) fn push(&mut self, command: Command) {
        self.pushed += 1;
        if Bug::QueueReordered.is_active() && self.overtaken.is_none() && !self.commits.is_idle() {
            self.overtaken = Some(command);
            return;
        }
        self.commits.push(command);
        self.overtaken.take().into_iter().for_each(|late| self.commits.push(late));
    }

    /// Make the next reads of cold rows fail.
    pub(crate) fn fail_reads(&self, next: u32) {
        self.bad_reads.store(next, Ordering::Relaxed);
    }

    /// Whether the next read of cold rows will fail.
    pub(crate) fn reads_fail(&self) -> bool {
        self.bad_reads.load(Ordering::Relaxed) > 0
    }

    /// Run one group commit, with a power failure in it if `fault` says so. Returns what is released; `None` if the
    /// process died.
    pub(crate) fn run(
        &mut self,
        mut stamp: impl FnMut() -> Stamp,
        fault: Option<(CrashPoint, u64)>,
    ) -> Result<Option<Released>, Violation> {
        self.overtaken.take().into_iter().for_each(|late| self.commits.push(late));
        self.storage().fault = fault;
        let mut ran = self.commits.run(|_| stamp());
        let bound_ignored =
            Bug::BoundIgnored.is_active() && std::mem::take(&mut self.pushed) as usize > self.bounds.commands;
        while bound_ignored && !self.commits.is_idle() {
            let Ok(released) = &mut ran else { break };
            match self.commits.run(|_| stamp()) {
                Ok(mut more) => {
                    released.replies.append(&mut more.replies);
                    released.calls.append(&mut more.calls);
                }
                Err(error) => ran = Err(error),
            }
        }
        match ran {
            Ok(released) => {
                self.storage().fault = None;
                // Before the next start repairs the file.
                if std::mem::take(&mut self.storage().truth.newly_destroyed) {
                    let (machine, path) = (self.machine.clone(), self.path.clone());
                    self.truth().expect_keys(&machine, &path)?;
                }
                self.released = self.storage().head().n;
                // Without changes the process dies before the replies are released.
                let leave = matches!(fault, None | Some((CrashPoint::Replied, _)));
                Ok(leave.then_some(released))
            }
            Err(LoopError::Write(_) | LoopError::Stop(_)) if self.storage().died => {
                self.ended_by_itself()?;
                Ok(None)
            }
            Err(error) => Err(Violation { rule: "a group commit can be written", seen: error.to_string() }),
        }
    }

    /// Write the last commit of a clean stop.
    pub(crate) fn stop(&mut self) -> CheckResult {
        self.storage().stop().map_err(reported("a store can be stopped"))?;
        // A start would overwrite remains of a key.
        let (machine, path) = (self.machine.clone(), self.path.clone());
        self.truth().expect_keys(&machine, &path)
    }

    /// Start again from the disk. `power` seeds the loss of unsynced writes; `None` if only the process died. Checks
    /// that every commit with released replies exists, and that the reopened core equals the follower. Returns whether
    /// the follower continues as the leader.
    pub(crate) fn restart(&mut self, power: Option<u64>) -> Result<bool, Violation> {
        self.beside = None;
        self.storage().close();
        let mut truth = std::mem::take(&mut self.storage().truth);
        let mut standby = self.storage().standby.take();
        self.overtaken = None;
        if let Some(standby) = &mut standby
            && standby.is_promoted(&self.path)
        {
            self.least_term = next_generation(truth.head.term.max(self.least_term));
            self.machine.take_disk(standby.leave());
            self.counts.hit("premise: a standby was promoted");
        }
        // The disk may still be full.
        if let Some(luck) = power {
            self.machine.calm();
            self.machine.lose_power(luck);
            let mut rng = Rng::new(mix(&[luck, 2]));
            start_that_fails(&self.machine, &self.engine, &self.path, "a start", &mut rng, &mut self.counts)?;
        } else {
            self.machine.next_process();
        }
        self.machine.calm();
        let mut storage = self.open_storage(self.durability.into())?;
        let is_unclean = storage.directory().is_unclean();
        let (term, head) = (storage.term(), truth.head);
        must!(term > head.term.max(self.least_term), "a start has a later term", "term {term} after {head:?}")?;
        if let Some(standby) = &mut standby {
            standby.connect(&self.machine, storage.directory(), &self.path)?;
            self.counts.merge(&std::mem::take(&mut standby.counts));
        }
        storage.standby = standby;
        let mut service = follow(&mut storage, &self.config, &self.keys)?;
        let (head, released) = (storage.head().n, self.released);
        let said = || format!("the store ends at commit {head}, replies left up to commit {released}");
        must(head >= released, "acknowledged commits survive a crash", said)?;
        truth.reopened(storage.head())?;
        truth.expect_in(storage.directory())?;
        truth.expect_keys(&self.machine, &self.path)?;
        let keys = storage.directory().server_keys();
        let seen = || format!("{} keys", keys.fingerprints().len());
        must(keys.fingerprints() == self.keys.fingerprints(), "the server keys are unchanged", seen)?;
        storage.truth = truth;
        while self.behind.back().is_some_and(|(commit, _)| *commit > head) {
            self.behind.pop_back();
        }
        // Replies may now report the term of a reopened store, so it counts as released.
        self.released = head;
        self.catch_up()?;
        same(&service, &self.follower, "a reopened core equals one that absorbed every batch")?;
        if let Some((settings, config, keys)) = self.next.take() {
            self.durability = settings.durability();
            storage = self.start_with_keys(storage, &keys, &settings.keys_text())?;
            // A start with other settings begins from storage.
            (self.config, self.keys) = (config, keys);
            service = follow(&mut storage, &self.config, &self.keys)?;
            self.follower = follow(&mut storage, &self.config, &self.keys)?;
            same(&service, &self.follower, "a reopened core equals one that absorbed every batch")?;
        }
        if is_unclean {
            // The server cannot know that nothing was lost.
            let begins = Begins { restored: true, ..Begins::default() };
            service = follow(&mut storage, &Config { begins, ..self.config.clone() }, &self.keys)?;
            self.counts.hit("premise: an era followed an unclean end with buffered writes");
        }
        // One of the two cores continues, the other follows.
        let promoted = !is_unclean && mix(&[self.seed, head, 0x1ead]).is_multiple_of(3);
        if promoted {
            std::mem::swap(&mut service, &mut self.follower);
        }
        service.lead();
        let reader = Reader::open(self.seed, &mut storage, &self.config, &self.keys)?;
        let observed = ObservedService::new(service, self.log.clone(), Some(self.seed)).followed_by(reader);
        self.commits =
            GroupCommits::new(observed, ObservedStorage::new(storage, self.log.clone())).bounded(self.bounds);
        Ok(promoted)
    }

    fn open_storage(&self, opening: DirectoryOptions) -> Result<FaultyStorage, Violation> {
        let opening = DirectoryOptions { least_term: self.least_term, ..opening };
        let opened = FaultyStorage::open(&self.machine, &self.engine, &self.path, opening, Arc::clone(&self.bad_reads));
        Ok(opened.map_err(reported(OPENS))?.slow_for(self.seed))
    }

    /// Start once more with other server keys. A missing key has to be accepted explicitly.
    fn start_with_keys(
        &self,
        mut storage: FaultyStorage,
        keys: &ServerKeys,
        text: &str,
    ) -> Result<FaultyStorage, Violation> {
        let truth = std::mem::take(&mut storage.truth);
        let mut standby = storage.standby.take();
        storage.close();
        provide_keys(&self.machine, &self.path, text)?;
        let accept = !keys.fingerprints().starts_with(&self.keys.fingerprints());
        if accept {
            let rejected = SimDirectory::open_on(&self.machine, &self.engine, &self.path, self.durability).map(drop);
            let said = || format!("{rejected:?}");
            must(matches!(rejected, Err(StorageError::KeysChanged(_))), "a missing server key is detected", said)?;
        }
        let mut storage = self.open_storage(DirectoryOptions { accept_new_keys: accept, ..self.durability.into() })?;
        let same_keys = storage.directory().server_keys().fingerprints() == keys.fingerprints();
        must(same_keys, "a start uses the provided server keys", String::new)?;
        if let Some(standby) = &mut standby {
            standby.connect(&self.machine, storage.directory(), &self.path)?;
        }
        (storage.truth, storage.standby) = (truth, standby);
        Ok(storage)
    }

    /// The loop ended because of a storage error. Checks the text of the error.
    fn ended_by_itself(&mut self) -> CheckResult {
        let Some((fault, said)) = self.storage().fired.take() else { return Ok(()) };
        count_fault(&mut self.counts, "a group commit", fault);
        must(fault != Fault::NoSpace || names_the_fix(&said), "the error of a full disk says what to do", || said)
    }

    /// The rows that were written, recorded apart from the storage.
    pub(super) fn truth(&mut self) -> &Truth {
        &self.storage().truth
    }

    pub(super) const fn storage(&mut self) -> &mut FaultyStorage {
        &mut self.commits.storage().inner
    }

    /// Let the follower catch up and compare it with the leader.
    pub(crate) fn compare(&mut self, rule: &'static str) -> CheckResult {
        self.catch_up()?;
        same(&self.follower, self.service(), rule)
    }

    pub(super) fn catch_up(&mut self) -> CheckResult {
        for (commit, group) in std::mem::take(&mut self.behind) {
            let batch = group.batch().map_err(reported("a group commit can be read"))?;
            let taken = self.follower.absorb(Millis::default(), &batch);
            must!(taken.is_ok(), "a follower absorbs every batch", "commit {commit}: {taken:?}")?;
        }
        Ok(())
    }

    /// Compare a core that is opened from storage with the leader.
    pub(crate) fn compare_with_storage(&mut self) -> CheckResult {
        same(&self.reopen()?, self.service(), "a core opened from storage equals the one that wrote it")
    }

    /// Open another core from storage.
    pub(super) fn reopen(&mut self) -> Result<Service, Violation> {
        open(&mut self.commits.storage().inner, &self.config, &self.keys)
    }

    /// Open another core that follows from storage.
    pub(super) fn reopen_follower(&mut self) -> Result<Service, Violation> {
        follow(&mut self.commits.storage().inner, &self.config, &self.keys)
    }

    pub(crate) fn records(&mut self) -> Result<Vec<Record>, Violation> {
        let snapshot = self.storage().state().snapshot().map_err(reported(OPENS))?;
        snapshot.records().collect::<Result<_, _>>().map_err(reported(OPENS))
    }
}
