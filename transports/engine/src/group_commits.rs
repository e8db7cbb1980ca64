//! Group commits: apply the waiting commands, merge their writes, commit them once, release the replies. While an append is
//! under way, further commands are applied, and their writes are merged for the next one.

use crate::inbox::Handle;
use std::collections::VecDeque;
use std::time::Instant;
use turnstone_fairness::{SigningKey, receipts};
use turnstone_service::calls::{Call, CallId};
use turnstone_service::effects::{
    AcceptedMove, Batch, BatchId, Command, Effects, Query, QueryId, Reply, Stamp, UnreadableRowsError, WakeReason,
};
use turnstone_service::record::DamageError;
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_service::timers::{Deadline, Timer};
use turnstone_storage::{AppendError, Appending, Commit, GroupCommit, MAX_GROUP_BYTES, Storage, StorageError};

/// The bounds of a group commit.
#[derive(Clone, Copy, Debug)]
pub struct GroupBounds {
    /// Commands, without deadlines that are due.
    pub commands: usize,
    /// Bytes of its commit. The writes of one command alone may be as large as a commit can be.
    pub bytes: usize,
}

impl Default for GroupBounds {
    fn default() -> Self {
        Self { commands: 512, bytes: MAX_GROUP_BYTES }
    }
}

/// The interface to the core. The simulator wraps the core with checks of each step.
pub trait StateMachine {
    fn apply(&mut self, stamp: Stamp, command: Command) -> Effects;

    /// Apply a batch of the core that leads.
    fn absorb(&mut self, at: Millis, batch: &Batch) -> Result<Effects, DamageError>;

    /// Lead from now on.
    fn lead(&mut self);

    /// When the next [`Command::Tick`] is needed, and for which timer.
    fn next_deadline(&self) -> Option<Deadline>;

    /// The core itself, read-only.
    fn core(&self) -> &Service;
}

impl StateMachine for Service {
    fn apply(&mut self, stamp: Stamp, command: Command) -> Effects {
        self.apply(stamp, command)
    }

    fn absorb(&mut self, at: Millis, batch: &Batch) -> Result<Effects, DamageError> {
        self.absorb(at, batch)
    }

    fn lead(&mut self) {
        self.lead();
    }

    fn next_deadline(&self) -> Option<Deadline> {
        self.next_deadline()
    }

    fn core(&self) -> &Service {
        self
    }
}

/// The core with its storage, and the commands that wait for the next group commit.
pub struct GroupCommits<S, M = Service> {
    service: M,
    storage: S,
    /// Signs the receipts of accepted moves.
    key: SigningKey,
    /// The latest commit of the core's state.
    head: Commit,
    /// The last batch that a command produced.
    batch: BatchId,
    waiting: VecDeque<Command>,
    /// What is not released yet, in order. Commands are added to the last one.
    rounds: VecDeque<Round>,
    /// Whether the first round is being appended.
    is_under_way: bool,
    /// Queries that storage has not answered.
    queries: Vec<(QueryId, Query)>,
    bounds: GroupBounds,
    /// Whether another core makes the commits.
    follows: bool,
    meter: Option<Meter>,
}

/// Measures commits, on a monotonic clock.
pub(crate) struct Meter {
    pub(crate) instant: Box<dyn Fn() -> Instant + Send>,
    /// Records the metrics.
    pub(crate) handle: Handle,
}

impl<S: Storage, M: StateMachine> GroupCommits<S, M> {
    /// A core that has been opened from this storage.
    pub fn new(service: M, storage: S) -> Self {
        let (head, batch, bounds) = (storage.head(), BatchId::default(), GroupBounds::default());
        let key = service.core().signing_key();
        Self {
            service,
            storage,
            key,
            head,
            batch,
            waiting: VecDeque::new(),
            rounds: VecDeque::new(),
            is_under_way: false,
            queries: Vec::new(),
            bounds,
            follows: false,
            meter: None,
        }
    }

    /// A core that follows and has been opened from this storage. It absorbs commits until it leads.
    pub fn following(service: M, storage: S) -> Self {
        Self { follows: true, ..Self::new(service, storage) }
    }

    /// Whether another core makes the commits.
    pub const fn follows(&self) -> bool {
        self.follows
    }

    /// The latest commit of the core's state.
    pub const fn head(&self) -> Commit {
        self.head
    }

    /// Apply a commit after `expected` to the storage and then to the core, and return the replies that it makes due. After
    /// a failure this value must not be used again.
    pub fn absorb(&mut self, at: Millis, entry: &AbsorbedCommit) -> Result<Released, LoopError> {
        let AbsorbedCommit { expected, commit, group } = entry;
        if !self.follows || *expected != self.head {
            return Err(AppendError::Fenced.into());
        }
        self.storage.apply(*expected, *commit, group)?;
        self.head = *commit;
        let batch = group.batch().map_err(LoopError::Unreadable)?;
        let effects = self.service.absorb(at, &batch)?;
        log_woken(&effects.woken);
        self.queries.extend(effects.queries);
        Ok(Released { replies: effects.replies, calls: effects.calls, commands: 0 })
    }

    /// Lead from now on, over a storage of the same data that appends.
    pub fn lead(&mut self, storage: S) -> Result<(), LoopError> {
        if !self.follows || storage.head() != self.head {
            return Err(AppendError::Fenced.into());
        }
        (self.storage, self.follows) = (storage, false);
        self.wake_when_known();
        self.service.lead();
        Ok(())
    }

    /// The same with other bounds, for the simulator to narrow.
    #[must_use]
    pub fn bounded(self, bounds: GroupBounds) -> Self {
        Self { bounds, ..self }
    }

    /// Record metrics from now on, and have the loop woken when the outcome of an append is known.
    pub(crate) fn measure(&mut self, meter: Meter) {
        self.meter = Some(meter);
        self.wake_when_known();
    }

    fn wake_when_known(&mut self) {
        if let Some(handle) = self.meter.as_ref().map(|meter| meter.handle.clone()) {
            self.storage.when_known(Box::new(move || handle.wake()));
        }
    }

    /// Queue a command for the next group commit.
    pub fn push(&mut self, command: Command) {
        self.waiting.push_back(command);
    }

    /// Whether no command waits, and everything is durable.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.is_durable()
    }

    /// Whether everything that the core has is durable. If not, an append is under way.
    pub fn is_durable(&self) -> bool {
        self.rounds.is_empty()
    }

    /// How many commands wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether the next [`GroupCommits::run`] applies commands. If not, it needs the outcome of an append first.
    pub(crate) fn has_room(&self) -> bool {
        let next = self.rounds.get(1);
        let is_full = self.rounds.len() > 2 || next.is_some_and(|next| next.commands >= self.bounds.commands);
        // A query waits until everything is durable: with further commands, it could wait for ever.
        !self.is_under_way || self.queries.is_empty() && !is_full
    }

    /// When the core must be woken next.
    pub fn next_deadline(&self) -> Option<Deadline> {
        self.service.next_deadline()
    }

    /// The core, read-only.
    pub const fn service(&self) -> &M {
        &self.service
    }

    /// The storage, for backups and the last close.
    pub const fn storage(&mut self) -> &mut S {
        &mut self.storage
    }

    /// Apply waiting commands, commit them, and return the replies and calls that may leave now: those of durable rounds.
    /// After a failure nothing may leave, and this value must not be used again: only opening the storage again shows what
    /// is durable. Each command gets a stamp that depends on the last batch before it.
    pub fn run(&mut self, mut stamp: impl FnMut(BatchId) -> Stamp) -> Result<Released, LoopError> {
        let mut released = Released::default();
        if self.is_under_way {
            if let Appending::Durable(commit) = self.storage.outcome()? {
                self.finish(commit, &mut released);
            }
            self.append(0, &mut released)?;
            self.read();
        }
        let now = stamp(self.batch).at;
        // All deadlines that are due, in as many steps as necessary: no move is accepted after its deadline.
        while self.has_room() && self.is_due(now) {
            self.apply(Stamp { at: now, ..stamp(self.batch) }, Command::Tick, &mut released)?;
            if self.only_decides() {
                break;
            }
        }
        for _ in 0..self.bounds.commands {
            if !self.has_room() {
                break;
            }
            let Some(command) = self.waiting.pop_front() else { break };
            self.apply(stamp(self.batch), command, &mut released)?;
        }
        self.append(0, &mut released)?;
        self.read();
        if !self.storage.may_answer() {
            return Err(AppendError::Fenced.into());
        }
        Ok(released)
    }

    /// Whether nothing is due but further decisions of agents. They wait for the next group commit, so that commands are
    /// applied in between.
    fn only_decides(&self) -> bool {
        let now = self.service.core().now();
        self.service.next_deadline().is_some_and(|due| due.timer == Timer::AgentsDecide && due.at >= now)
    }

    fn is_due(&self, now: Millis) -> bool {
        self.service.next_deadline().is_some_and(|deadline| deadline.at <= now)
    }

    /// Apply one command. Its writes join the last round that is not being appended; if they do not fit, they begin another
    /// one.
    fn apply(&mut self, stamp: Stamp, command: Command, released: &mut Released) -> Result<(), LoopError> {
        let Effects { batch, woken, replies, mut queries, calls } = self.service.apply(stamp, command);
        log_woken(&woken);
        if self.follows && !(batch.changes.is_empty() && batch.slots.is_empty()) {
            return Err(LoopError::Followed);
        }
        self.batch = batch.id;
        let open = self.rounds.len() > usize::from(self.is_under_way);
        let fits = open && self.rounds.back_mut().is_some_and(|round| round.group.add(&batch).is_ok());
        if !fits {
            let mut round = Round::of(self.bounds.bytes);
            round.group.add(&batch).map_err(AppendError::Full)?;
            self.rounds.push_back(round);
            self.append(1, released)?;
        }
        self.queries.append(&mut queries);
        let round = self.rounds.back_mut().expect("it has just got the command's writes");
        round.commands += 1;
        round.replies.extend(replies);
        round.calls.extend(calls);
        Ok(())
    }

    /// Append all rounds but the last `kept`, as far as storage reports the outcomes at once.
    fn append(&mut self, kept: usize, released: &mut Released) -> Result<(), LoopError> {
        while !self.is_under_way && self.rounds.len() > kept {
            let round = &mut self.rounds[0];
            if round.group.is_empty() {
                self.finish(self.head, released);
                continue;
            }
            round.began = self.meter.as_ref().map(|meter| (meter.instant)());
            match self.storage.begin(self.head, &round.group)? {
                Appending::Durable(commit) => self.finish(commit, released),
                Appending::UnderWay => self.is_under_way = true,
            }
        }
        Ok(())
    }

    /// The first round is durable, and this is the latest commit.
    fn finish(&mut self, commit: Commit, released: &mut Released) {
        self.is_under_way = false;
        self.head = commit;
        let Some(Round { group, mut replies, calls, commands, began }) = self.rounds.pop_front() else { return };
        if !group.is_empty() {
            if let (Some(meter), Some(began)) = (&self.meter, began) {
                let took = (meter.instant)().saturating_duration_since(began);
                meter.handle.metrics().committed(took, group.bytes());
            }
            self.waiting.push_front(Command::Durable(group.last()));
        }
        self.acknowledge(&mut replies);
        released.replies.append(&mut replies);
        released.calls.extend(calls);
        released.commands += commands;
    }

    /// Answer the queries, once storage has everything that the core has.
    fn read(&mut self) {
        if !self.is_durable() {
            return;
        }
        for (query, what) in self.queries.drain(..) {
            let rows = self.storage.state().query(&what).map_err(|failure| {
                if let Some(meter) = &self.meter {
                    meter.handle.metrics().unreadable.inc();
                }
                tracing::error!(query = ?what, %failure, "stored rows cannot be read: the requests for them are \
                    rejected");
                UnreadableRowsError
            });
            self.waiting.push_back(Command::Found { query, rows });
        }
    }

    /// Give the accepted moves of a group commit, which are durable now, their receipts. They share one signature.
    fn acknowledge(&self, replies: &mut [(RequestId, Reply)]) {
        let moves = replies.iter_mut().filter_map(|(_, reply)| reply.as_mut().ok()?.accepted.as_deref_mut());
        let moves: Vec<&mut AcceptedMove> = moves.collect();
        let receipts = receipts(moves.iter().map(|accepted| &accepted.fact), &self.key);
        for (accepted, receipt) in moves.into_iter().zip(receipts) {
            accepted.receipt = Some(receipt);
        }
    }
}

/// Log what woke long-polls and streams that had news. Their callers and targets are not logged.
fn log_woken(woken: &[(RequestId, WakeReason)]) {
    for (request, why) in woken {
        tracing::debug!(request = request.0, ?why, "a long-poll or stream was woken");
    }
}

/// The effects of commands that are committed together.
struct Round {
    group: GroupCommit,
    replies: Vec<(RequestId, Reply)>,
    calls: Vec<(CallId, Call)>,
    commands: usize,
    /// When its append began.
    began: Option<Instant>,
}

impl Round {
    const fn of(bytes: usize) -> Self {
        Self { group: GroupCommit::of(bytes), replies: Vec::new(), calls: Vec::new(), commands: 0, began: None }
    }
}

/// A commit of the log, for a core that follows.
#[derive(Clone, Debug)]
pub struct AbsorbedCommit {
    /// The commit before it.
    pub expected: Commit,
    pub commit: Commit,
    /// Its changes.
    pub group: GroupCommit,
}

/// The output of group commits: everything it was derived from is durable.
#[derive(Default, Debug)]
pub struct Released {
    pub replies: Vec<(RequestId, Reply)>,
    /// Outbound calls, to be made now; each result returns as [`Command::Returned`].
    pub calls: Vec<(CallId, Call)>,
    /// The number of commands.
    pub commands: usize,
}

/// Storage failed. All waiting requests are answered with 503, and the process ends.
#[derive(Debug, thiserror::Error)]
pub enum LoopError {
    #[error("a write failed: {0}")]
    Write(#[from] AppendError),
    /// A core that follows has made a change: a bug. It left nowhere.
    #[error("a core that follows has made a change")]
    Followed,
    /// A commit that the core cannot absorb.
    #[error("a commit was not absorbed: {0}")]
    Absorb(#[from] DamageError),
    /// A commit that cannot be read.
    #[error("a commit cannot be read: {0}")]
    Unreadable(StorageError),
    /// The last write, at a clean stop.
    #[error("the stop failed: {0}")]
    Stop(#[from] StorageError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_service::config::Config;
    use turnstone_service::credentials::ServerKeys;
    use turnstone_service::effects::Order;
    use turnstone_service::secret::SecretKey;
    use turnstone_storage::{Memory, MemoryDisk, load};

    fn open(disk: &MemoryDisk) -> (Service, Memory) {
        let mut storage = Memory::open(disk.clone()).unwrap();
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let service = load(&mut storage, |vault, records| Service::follow(Config::default(), keys, vault, records));
        (service.unwrap().unwrap(), storage)
    }

    fn rounds(disk: &MemoryDisk) -> GroupCommits<Memory> {
        let (mut service, storage) = open(disk);
        service.lead();
        GroupCommits::new(service, storage)
    }

    #[test]
    fn a_core_that_follows_has_what_its_storage_has_and_leads_over_another_one() {
        let (disk, at) = (MemoryDisk::default(), Millis(1_800_000_000_000));
        let stamp = |_| Stamp { at, entropy: [7; 32] };
        let order = || Order::Invite { uses: 1, expires_in_s: None, test: false };
        let invite = || Command::Operate { id: RequestId(1), order: order() };
        // The commit of another core.
        let (mut leader, _) = open(&MemoryDisk::default());
        leader.lead();
        let mut group = GroupCommit::default();
        group.add(&leader.apply(stamp(BatchId(0)), invite()).batch).unwrap();
        let (service, storage) = open(&disk);
        let mut rounds = GroupCommits::following(service, storage);
        let expected = rounds.head();
        let entry = AbsorbedCommit { expected, commit: group.commit_after(expected, 9), group };
        rounds.absorb(at, &entry).unwrap();
        assert_eq!((rounds.head(), rounds.storage().head()), (entry.commit, entry.commit));
        assert!(rounds.service().first_difference(&leader).is_none());
        rounds.push(invite());
        assert!(rounds.run(stamp).unwrap().replies[0].1.is_err(), "it makes no change");
        assert_eq!(rounds.head(), entry.commit);
        rounds.lead(Memory::open(disk.clone()).unwrap()).unwrap();
        rounds.push(invite());
        assert!(rounds.run(stamp).unwrap().replies[0].1.is_ok());
        assert_eq!(rounds.head().n, entry.commit.n + 1);
        assert!(rounds.absorb(at, &entry).is_err(), "it leads");
    }

    #[test]
    fn a_foreign_write_to_the_storage_ends_the_loop_without_a_reply() {
        let disk = MemoryDisk::default();
        let (mut first, mut second) = (rounds(&disk), rounds(&disk));
        let order = Order::Invite { uses: 1, expires_in_s: None, test: false };
        let invite = || Command::Operate { id: RequestId(1), order: order.clone() };
        let stamp = |_| Stamp { at: Millis(1_800_000_000_000), entropy: [7; 32] };
        first.push(invite());
        second.push(invite());
        assert_eq!(first.run(stamp).unwrap().replies.len(), 1);
        assert!(matches!(second.run(stamp), Err(LoopError::Write(AppendError::Fenced))));
    }
}
