//! Which tickets have an owner who is there. It is not stored: when serving begins, all owners have some time anew.

use crate::config::QueueConfig;
use crate::ids::TicketId;
use crate::record::TicketRow;
use crate::state::HotState;
use crate::time::Millis;
use crate::timers::{Deadline, Timer, Timers};
use std::collections::BTreeMap;

/// How often tickets are looked at, in milliseconds.
const EVERY_MS: u64 = 1000;

/// Until when each waiting ticket lives without a request of its owner, and when tickets are looked at next.
#[derive(Default)]
pub(crate) struct Presence {
    until: BTreeMap<TicketId, Millis>,
    timers: Timers,
}

impl Presence {
    /// Serving begins.
    pub(crate) fn begin(&mut self, state: &HotState, now: Millis) {
        *self = Self::default();
        if state.queue.waiting().len() > 0 {
            self.timers.set(now, Timer::QueueMoves);
        }
        for id in state.queue.waiting() {
            if let Some(row) = state.queue.get(id) {
                self.see(id, row, &state.config.queue, now);
            }
        }
    }

    /// The owner has asked for a waiting ticket.
    pub(super) fn see(&mut self, id: TicketId, row: &TicketRow, config: &QueueConfig, now: Millis) {
        let here_s = if row.by_model { config.here_mcp_s } else { config.here_s };
        self.until.insert(id, now.plus_s(here_s));
        self.look_again(now);
    }

    pub(super) fn is_here(&self, id: TicketId, now: Millis) -> bool {
        self.until.get(&id).is_some_and(|until| now < *until)
    }

    /// Tickets were looked at: forget those that do not wait any more. If not all that is due `is_done`, they are looked at
    /// again at once.
    pub(super) fn keep(&mut self, waits: impl Fn(TicketId) -> bool, now: Millis, is_done: bool) {
        self.until.retain(|id, _| waits(*id));
        if !is_done {
            self.timers = Timers::default();
            self.timers.set(now, Timer::QueueMoves);
        } else if !self.until.is_empty() {
            self.look_again(now);
        }
    }

    fn look_again(&mut self, now: Millis) {
        if self.timers.next().is_none() {
            self.timers.set(now.plus_ms(EVERY_MS), Timer::QueueMoves);
        }
    }

    pub(crate) const fn timers(&self) -> &Timers {
        &self.timers
    }

    /// Cancel a timer that is being handled.
    pub(crate) fn cancel(&mut self, due: Deadline) {
        self.timers.cancel(due.at, due.timer);
    }
}
