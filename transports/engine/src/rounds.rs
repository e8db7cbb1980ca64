//! One round: apply what waits, merge the writes, commit them once, let the replies go.

use crate::inbox::Handle;
use std::collections::VecDeque;
use std::time::Instant;
use turnstone_service::calls::{Call, CallId};
use turnstone_service::effects::{BatchId, Command, Effects, Query, QueryId, Reply, Stamp, Unreadable};
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_service::timers::Deadline;
use turnstone_storage::{AppendError, Commit, Failure, MAX_ROUND_BYTES, Round, Storage};

/// How much a round takes in.
#[derive(Clone, Copy, Debug)]
pub struct RoundBounds {
    /// Commands, what was due aside.
    pub commands: usize,
    /// Bytes of its commit. What one command alone brings about may be as large as a commit can be.
    pub bytes: usize,
}

impl Default for RoundBounds {
    fn default() -> Self {
        Self { commands: 512, bytes: MAX_ROUND_BYTES }
    }
}

/// What rounds drive: the core. The simulator puts something around it that watches each step.
pub trait StateMachine {
    /// One step.
    fn apply(&mut self, stamp: Stamp, command: Command) -> Effects;

    /// When the next [`Command::Tick`] is wanted, and for what.
    fn next_deadline(&self) -> Option<Deadline>;

    /// The core itself, to look at.
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

/// The core with its storage, and the commands that wait for the next round.
pub struct Rounds<S, M = Service> {
    service: M,
    storage: S,
    /// The commit that the core stands on.
    head: Commit,
    /// The last batch that a command brought about.
    batch: BatchId,
    waiting: VecDeque<Command>,
    bounds: RoundBounds,
    meter: Option<Meter>,
}

/// Measures commits, on a clock that only goes forward.
pub(crate) struct Meter {
    pub(crate) instant: Box<dyn Fn() -> Instant + Send>,
    /// Has the metrics.
    pub(crate) handle: Handle,
}

impl<S: Storage, M: StateMachine> Rounds<S, M> {
    /// A core that has been opened from this storage.
    pub fn new(service: M, storage: S) -> Self {
        let (head, batch, bounds) = (storage.head(), BatchId::default(), RoundBounds::default());
        Self { service, head, batch, storage, waiting: VecDeque::new(), bounds, meter: None }
    }

    /// The same with other bounds, for the simulator to narrow.
    #[must_use]
    pub fn bounded(self, bounds: RoundBounds) -> Self {
        Self { bounds, ..self }
    }

    /// Measure from now on.
    pub(crate) fn measure(&mut self, meter: Meter) {
        self.meter = Some(meter);
    }

    /// Let a command wait for its round.
    pub fn push(&mut self, command: Command) {
        self.waiting.push_back(command);
    }

    /// Whether commands are waiting.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    /// When the core wants to be woken next.
    pub fn next_deadline(&self) -> Option<Deadline> {
        self.service.next_deadline()
    }

    /// The core, to look at.
    pub const fn service(&self) -> &M {
        &self.service
    }

    /// The storage, for backups and the last close.
    pub const fn storage(&mut self) -> &mut S {
        &mut self.storage
    }

    /// Run one round and return what may leave now. After a failure nothing may leave, and these rounds
    /// are over: what is durable is known only by opening the storage again. A stamp is made for each command, by the
    /// last batch before it.
    pub fn run(&mut self, mut stamp: impl FnMut(BatchId) -> Stamp) -> Result<Released, Broken> {
        let mut made = Made { round: Round::of(self.bounds.bytes), ..Made::default() };
        let now = stamp(self.batch).at;
        // All deadlines that are due, however many steps it takes: no move is accepted after its deadline.
        while self.is_due(now) {
            self.apply(Stamp { at: now, ..stamp(self.batch) }, Command::Tick, &mut made)?;
        }
        for _ in 0..self.bounds.commands {
            let Some(command) = self.waiting.pop_front() else { break };
            self.apply(stamp(self.batch), command, &mut made)?;
        }
        self.append(&mut made.round)?;
        for (query, what) in made.queries {
            let rows = self.storage.state().query(&what).map_err(|failure| {
                if let Some(meter) = &self.meter {
                    meter.handle.metrics().unreadable.inc();
                }
                tracing::error!(query = ?what, %failure, "stored rows do not read: what asked for them is refused");
                Unreadable
            });
            self.waiting.push_back(Command::Found { query, rows });
        }
        Ok(Released { replies: made.replies, calls: made.calls, commands: made.commands })
    }

    fn is_due(&self, now: Millis) -> bool {
        self.service.next_deadline().is_some_and(|deadline| deadline.at <= now)
    }

    /// One step. Its writes join the round; where they do not fit, the round so far is written first.
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

    fn append(&mut self, round: &mut Round) -> Result<(), Broken> {
        let round = std::mem::replace(round, Round::of(self.bounds.bytes));
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

/// What the commands of a round brought about.
#[derive(Default)]
struct Made {
    round: Round,
    replies: Vec<(RequestId, Reply)>,
    queries: Vec<(QueryId, Query)>,
    calls: Vec<(CallId, Call)>,
    commands: usize,
}

/// What a round lets go: all that it was derived from is durable.
#[derive(Default, Debug)]
pub struct Released {
    /// Replies.
    pub replies: Vec<(RequestId, Reply)>,
    /// Calls to the outside, to be made now; what comes of each returns as [`Command::Returned`].
    pub calls: Vec<(CallId, Call)>,
    /// How many commands it took, what was due among them.
    pub commands: usize,
}

/// Storage failed. Whatever waits is answered with 503, and the process ends.
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

    fn rounds(disk: &MemoryDisk) -> Rounds<Memory> {
        let mut storage = Memory::open(disk.clone()).unwrap();
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        let service = load(&mut storage, |vault, records| Service::open(Config::default(), keys, vault, records));
        Rounds::new(service.unwrap().unwrap(), storage)
    }

    #[test]
    fn a_loop_whose_storage_somebody_else_has_written_ends_without_a_reply() {
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
