//! The events at the boundary of the loop, in order. The oracles see nothing else of the loop.

use crate::inner::prelude::*;
use std::sync::{Mutex, PoisonError};

pub(crate) enum LoopEvent {
    /// The core took a command.
    Applied(Box<AppliedCommand>),
    /// The loop passes a group commit to storage, to be stored as this commit.
    Append { commit: u64, group: Arc<GroupCommit> },
    /// Storage reported a batch as written.
    Stored(BatchId, Commit),
    /// Cold rows were read; whether the read was made to fail.
    Read { failed: bool },
}

/// A command of the core with its effects.
pub(crate) struct AppliedCommand {
    pub(crate) input: Input,
    /// The caller and the request, if they were not known before.
    pub(crate) asked: Option<Box<(Caller, Request)>>,
    /// The time of the stamp, and whether its entropy was used before.
    pub(crate) at: Millis,
    pub(crate) stale_dice: bool,
    /// The next deadline of the core before the command.
    pub(crate) due: Option<Deadline>,
    pub(crate) effects: Effects,
    /// The clock and the next deadline of the core after the command.
    pub(crate) now: Millis,
    pub(crate) next: Option<Deadline>,
    /// Whether the core has more work for a day that began.
    pub(crate) day_goes_on: bool,
    /// How many replies of a core that follows were compared.
    pub(crate) reader: Result<usize, Violation>,
}

/// A command without the data that the oracles know already.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Request(RequestId),
    Operate(RequestId, Order),
    Hangup(RequestId),
    Found { query: QueryId, unreadable: bool },
    Durable(BatchId),
    Returned(CallId),
    Tick,
}

impl Input {
    pub(crate) fn of(command: &Command) -> Self {
        match command {
            Command::Request { id, .. } => Self::Request(*id),
            Command::Operate { id, order } => Self::Operate(*id, order.clone()),
            Command::Hangup(id) => Self::Hangup(*id),
            Command::Found { query, rows } => Self::Found { query: *query, unreadable: rows.is_err() },
            Command::Durable(batch) => Self::Durable(*batch),
            Command::Returned { call, .. } => Self::Returned(*call),
            Command::Tick => Self::Tick,
        }
    }

    pub(crate) const fn request(&self) -> Option<RequestId> {
        if let Self::Request(id) | Self::Operate(id, _) | Self::Hangup(id) = self { Some(*id) } else { None }
    }

    /// Whether both are the same command for the same request or call.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Returned(call), Self::Returned(other)) => call == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other) && self.request() == other.request(),
        }
    }
}

/// The id of a request, from its step of the story and the number of its copy.
pub(crate) const fn request_id(step: u32, copy: u64) -> RequestId {
    RequestId((step as u64) << 16 | copy)
}

/// The step of the story that made a request, and the number of its copy.
pub(crate) const fn steps_of(id: RequestId) -> (u32, u64) {
    ((id.0 >> 16) as u32, id.0 & 0xffff)
}

/// The most events of a group commit. The core has come to rest long before: more of them come from steps that set the same
/// timer again and again.
const MOST_EVENTS: usize = 20_000;

/// The events since the last group commit.
#[derive(Clone, Default)]
pub(crate) struct EventLog(Arc<Mutex<Vec<LoopEvent>>>);

impl EventLog {
    pub(crate) fn push(&self, event: LoopEvent) {
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        events.push(event);
        assert!(events.len() < MOST_EVENTS, "a group commit has more than {MOST_EVENTS} events");
    }

    /// Take the events since the last call.
    pub(crate) fn take(&self) -> Vec<LoopEvent> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
