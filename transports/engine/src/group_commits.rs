//! One group commit: apply the waiting commands, merge their writes, commit them once, release the replies.

use crate::inbox::Handle;
use std::collections::VecDeque;
use std::time::Instant;
use turnstone_fairness::{SigningKey, receipts};
use turnstone_service::calls::{Call, CallId};
use turnstone_service::effects::{AcceptedMove, BatchId, Command, Effects, Query, QueryId, Reply, Stamp, Unreadable};
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_service::timers::Deadline;
use turnstone_storage::{AppendError, Commit, Failure, GroupCommit, MAX_GROUP_BYTES, Storage};

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
    /// Apply one command.
    fn apply(&mut self, stamp: Stamp, command: Command) -> Effects;

    /// When the next [`Command::Tick`] is needed, and for which timer.
    fn next_deadline(&self) -> Option<Deadline>;

    /// The core itself, read-only.
    fn core(&self) -> &Service;
}

impl StateMachine for Service {
    fn apply(&mut self, stamp: Stamp, command: Command) -> Effects {
        self.apply(stamp, command)
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
    bounds: GroupBounds,
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
        Self { service, head, batch, storage, key, waiting: VecDeque::new(), bounds, meter: None }
    }

    /// The same with other bounds, for the simulator to narrow.
    #[must_use]
    pub fn bounded(self, bounds: GroupBounds) -> Self {
        Self { bounds, ..self }
    }

    /// Record metrics from now on.
    pub(crate) fn measure(&mut self, meter: Meter) {
        self.meter = Some(meter);
    }

    /// Queue a command for the next group commit.
    pub fn push(&mut self, command: Command) {
        self.waiting.push_back(command);
    }

    /// Whether commands are waiting.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
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

    /// Run one group commit and return the replies and calls that may leave now. After a failure nothing may leave, and
    /// this value must not be used again: only opening the storage again shows what is durable. Each command gets a
    /// stamp that depends on the last batch before it.
    pub fn run(&mut self, mut stamp: impl FnMut(BatchId) -> Stamp) -> Result<Released, Broken> {
        let mut made = Made { round: GroupCommit::of(self.bounds.bytes), ..Made::default() };
        let now = stamp(self.batch).at;
        // All deadlines that are due, in as many steps as necessary: no move is accepted after its deadline.
        while self.is_due(now) {
            self.apply(Stamp { at: now, ..stamp(self.batch) }, Command::Tick, &mut made)?;
        }
        for _ in 0..self.bounds.commands {
            let Some(command) = self.waiting.pop_front() else { break };
            self.apply(stamp(self.batch), command, &mut made)?;
        }
        self.append(&mut made.round)?;
        self.acknowledge(&mut made.replies);
        for (query, what) in made.queries {
            let rows = self.storage.state().query(&what).map_err(|failure| {
                if let Some(meter) = &self.meter {
                    meter.handle.metrics().unreadable.inc();
                }
                tracing::error!(query = ?what, %failure, "stored rows cannot be read: the requests for them are \
                    rejected");
                Unreadable
            });
            self.waiting.push_back(Command::Found { query, rows });
        }
        Ok(Released { replies: made.replies, calls: made.calls, commands: made.commands })
    }

    fn is_due(&self, now: Millis) -> bool {
        self.service.next_deadline().is_some_and(|deadline| deadline.at <= now)
    }

    /// Apply one command. Its writes join the group commit; if they do not fit, the group so far is committed first.
    fn apply(&mut self, stamp: Stamp, command: Command, made: &mut Made) -> Result<(), Broken> {
        let Effects { batch, mut replies, mut queries, mut calls } = self.service.apply(stamp, command);
        self.batch = batch.id;
        if made.round.add(&batch).is_err() {
            self.append(&mut made.round)?;
            made.round.add(&batch).map_err(AppendError::Full)?;
        }
        made.commands += 1;
        made.replies.append(&mut replies);
        made.queries.append(&mut queries);
        made.calls.append(&mut calls);
        Ok(())
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

    fn append(&mut self, round: &mut GroupCommit) -> Result<(), Broken> {
        let round = std::mem::replace(round, GroupCommit::of(self.bounds.bytes));
        if !round.is_empty() {
            let began = self.meter.as_ref().map(|meter| (meter.instant)());
            self.head = self.storage.append(self.head, &round)?;
            if let (Some(meter), Some(began)) = (&self.meter, began) {
                let took = (meter.instant)().saturating_duration_since(began);
                meter.handle.metrics().committed(took, round.bytes());
            }
            self.waiting.push_front(Command::Durable(round.last()));
        }
        Ok(())
    }
}

/// The effects of the commands of a group commit.
#[derive(Default)]
struct Made {
    round: GroupCommit,
    replies: Vec<(RequestId, Reply)>,
    queries: Vec<(QueryId, Query)>,
    calls: Vec<(CallId, Call)>,
    commands: usize,
}

/// The output of a group commit: everything it was derived from is durable.
#[derive(Default, Debug)]
pub struct Released {
    /// Replies.
    pub replies: Vec<(RequestId, Reply)>,
    /// Outbound calls, to be made now; each result returns as [`Command::Returned`].
    pub calls: Vec<(CallId, Call)>,
    /// The number of commands, without deadlines that were due.
    pub commands: usize,
}

/// Storage failed. All waiting requests are answered with 503, and the process ends.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// A write.
    #[error("a write failed: {0}")]
    Write(#[from] AppendError),
    /// The last write, at a clean stop.
    #[error("the stop failed: {0}")]
    Stop(#[from] Failure),
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_service::config::Config;
    use turnstone_service::credentials::ServerKeys;
    use turnstone_service::effects::Order;
    use turnstone_service::secret::SecretKey;
    use turnstone_storage::{Memory, MemoryDisk, load};

    fn rounds(disk: &MemoryDisk) -> GroupCommits<Memory> {
        let mut storage = Memory::open(disk.clone()).unwrap();
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let service = load(&mut storage, |vault, records| Service::open(Config::default(), keys, vault, records));
        GroupCommits::new(service.unwrap().unwrap(), storage)
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
        assert!(matches!(second.run(stamp), Err(Broken::Write(AppendError::Fenced))));
    }
}
