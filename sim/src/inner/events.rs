//! What happened at the edges of the loop, in order: the oracles look at nothing else of it.

use crate::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use turnstone_storage::{Commit, GroupCommit};

/// Something at one of the edges.
pub(crate) enum LoopEvent {
    /// The core took a command.
    Applied(Box<AppliedCommand>),
    /// The loop hands storage a group commit, which is to become this commit.
    Append { commit: u64, round: Arc<GroupCommit> },
    /// Storage said that the group commit is written.
    Stored(BatchId, Commit),
    /// Cold rows were read; whether that was made to fail.
    Read { failed: bool },
}

/// A command of the core and all that it brought about.
pub(crate) struct AppliedCommand {
    pub(crate) input: Input,
    /// Who asked for what, if that was not known before.
    pub(crate) asked: Option<Box<(Caller, Request)>>,
    /// The stamp's time, and whether its dice had been used before.
    pub(crate) at: Millis,
    pub(crate) stale_dice: bool,
    /// What the core waited for before it.
    pub(crate) due: Option<Deadline>,
    pub(crate) effects: Effects,
    /// The core's clock after it, and what it waits for.
    pub(crate) now: Millis,
    pub(crate) next: Option<Deadline>,
    /// Whether it has more to do for a day that began.
    pub(crate) day_goes_on: bool,
}

/// A command as the loop gave it to the core, without what the oracles know already.
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

    /// The request that it is or is about.
    pub(crate) const fn request(&self) -> Option<RequestId> {
        match self {
            Self::Request(id) | Self::Operate(id, _) | Self::Hangup(id) => Some(*id),
            Self::Found { .. } | Self::Durable(_) | Self::Returned(_) | Self::Tick => None,
        }
    }

    /// Whether both are the same command for the same request or call.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Returned(call), Self::Returned(other)) => call == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other) && self.request() == other.request(),
        }
    }
}

/// The name of a request: the step of the story that made it, and which of its copies it is.
pub(crate) const fn request_id(step: u32, copy: u64) -> RequestId {
    RequestId((step as u64) << 16 | copy)
}

/// The step of the story that made a request, and which of its copies this is.
pub(crate) const fn steps_of(id: RequestId) -> (u32, u64) {
    ((id.0 >> 16) as u32, id.0 & 0xffff)
}

/// The events of a group commit, written by the loop's edges and read by the world.
#[derive(Clone, Default)]
pub(crate) struct EventLog(Arc<Mutex<Vec<LoopEvent>>>);

impl EventLog {
    pub(crate) fn push(&self, event: LoopEvent) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    /// What was written since the last time.
    pub(crate) fn take(&self) -> Vec<LoopEvent> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
