//! One round: apply what waits, merge the writes, commit them once, let the replies go.

use std::collections::VecDeque;
use turnstone_core::effects::{Batch, Command, Deadline, Effects, Query, QueryId, Reply, Stamp};
use turnstone_core::request::RequestId;
use turnstone_core::service::Service;
use turnstone_core::time::Millis;
use turnstone_storage::{Failure, Storage};

/// Commands of a round.
const ROUND_COMMANDS: usize = 512;
/// Changes after which a round takes no further command: keeps a batch well within what storage takes.
const ROUND_CHANGES: usize = 2048;

/// The core with its storage, and the commands that wait for the next round.
pub struct Rounds<S> {
    service: Service,
    storage: S,
    waiting: VecDeque<Command>,
}

impl<S: Storage> Rounds<S> {
    /// A core that has been opened from this storage.
    pub const fn new(service: Service, storage: S) -> Self {
        Self { service, storage, waiting: VecDeque::new() }
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
    pub const fn service(&self) -> &Service {
        &self.service
    }

    /// The storage, for backups and the last close.
    pub const fn storage(&mut self) -> &mut S {
        &mut self.storage
    }

    /// Run one round and return the replies that may leave now. After a failure nothing may leave, and these rounds
    /// are over: what is durable is known only by opening the storage again.
    pub fn run(&mut self, mut stamp: impl FnMut() -> Stamp) -> Result<Vec<(RequestId, Reply)>, Failure> {
        let mut round = Round::default();
        let first = stamp();
        if self.is_due(first.at) {
            round.add(self.service.apply(first, Command::Tick));
        }
        for _ in 0..ROUND_COMMANDS {
            if round.batch.changes.len() >= ROUND_CHANGES {
                break;
            }
            let Some(command) = self.waiting.pop_front() else { break };
            round.add(self.service.apply(stamp(), command));
        }
        self.commit(round)
    }

    fn is_due(&self, now: Millis) -> bool {
        self.service.next_deadline().is_some_and(|deadline| deadline.at <= now)
    }

    fn commit(&mut self, round: Round) -> Result<Vec<(RequestId, Reply)>, Failure> {
        let Round { batch, replies, queries } = round;
        if !batch.changes.is_empty() || !batch.slots.is_empty() {
            self.storage.commit(&batch)?;
            self.waiting.push_front(Command::Durable(batch.id));
        }
        for (query, what) in queries {
            let rows = self.storage.find(&what)?;
            self.waiting.push_back(Command::Found { query, rows });
        }
        Ok(replies)
    }
}

#[derive(Default)]
struct Round {
    batch: Batch,
    replies: Vec<(RequestId, Reply)>,
    queries: Vec<(QueryId, Query)>,
}

impl Round {
    fn add(&mut self, effects: Effects) {
        let Effects { mut batch, mut replies, mut queries } = effects;
        if !batch.changes.is_empty() || !batch.slots.is_empty() {
            self.batch.id = batch.id;
            self.batch.changes.append(&mut batch.changes);
            self.batch.slots.append(&mut batch.slots);
        }
        self.replies.append(&mut replies);
        self.queries.append(&mut queries);
    }
}
