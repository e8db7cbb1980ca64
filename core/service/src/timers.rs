//! Deadlines: one ordered set, rebuilt from the records at start.

use crate::calls::CallId;
use crate::ids::{AccountId, DuelId, GrantId, PartyId, TableId, TicketId};
use crate::record::NoticeId;
use crate::request::RequestId;
use crate::time::Millis;
use std::collections::BTreeSet;

/// The reason of a deadline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Timer {
    /// This core begins to serve.
    ServingBegins,
    /// A batch may have to be written, as a sign of life.
    SignOfLife,
    /// The turn that ends first at this table.
    Turn(TableId),
    /// The table stops waiting for members.
    WaitingEnds(TableId),
    /// The settled table is archived.
    Archive(TableId),
    /// The grant expires.
    GrantEnds(GrantId),
    /// The long-poll is answered without news, or the stream ends with its credential.
    WatchEnds(RequestId),
    /// The idempotency key is forgotten.
    RefEnds([u8; 32]),
    /// The erased member continues to leave tables, those after this one, and parties.
    ErasedLeaves(AccountId, TableId),
    /// A UTC day begins.
    DayTurns,
    /// Past days may be over: their lists are to be closed.
    DaysClose,
    /// The party ends, because nothing has happened in it for too long.
    PartyEnds(PartyId),
    /// There are more archives of practice tables to drop.
    PracticeGoes,
    /// There are more archived tables whose chats may have expired.
    ChatsGo,
    /// The state with which the member could link an identity expires.
    LinkStateEnds(AccountId),
    /// The notice is to be sent.
    Notice(NoticeId),
    /// A notice of this turn was on its way when the previous process ended. Whether it arrived is unknown.
    NoticeLost(NoticeId, u32),
    /// The model's time for this call is over.
    DecisionEnds(CallId),
    /// Tickets of the queue are looked at.
    QueueMoves,
    /// The ticket of the queue has ended some time ago.
    TicketForgotten(TicketId),
    /// The duel has been over for so long that its answer is not repeated any more.
    DuelForgotten(DuelId),
    /// Agents in duels are to decide. The last of those that are due at one time: it may be due again at once, because a
    /// step makes only some of the decisions.
    AgentsDecide,
}

/// A deadline and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When.
    pub at: Millis,
    /// Why.
    pub timer: Timer,
}

/// The timers that are set.
#[derive(Default, Debug)]
pub(crate) struct Timers(BTreeSet<(Millis, Timer)>);

impl Timers {
    pub(crate) fn set(&mut self, at: Millis, timer: Timer) {
        self.0.insert((at, timer));
    }

    pub(crate) fn cancel(&mut self, at: Millis, timer: Timer) {
        self.0.remove(&(at, timer));
    }

    /// The timer that is due first.
    pub(crate) fn next(&self) -> Option<Deadline> {
        self.0.first().map(|&(at, timer)| Deadline { at, timer })
    }

    /// How many were due before this moment.
    pub(crate) fn overdue(&self, now: Millis) -> usize {
        self.0.iter().take_while(|(at, _)| *at < now).count()
    }

    /// All of them, by their time.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Millis, Timer)> {
        self.0.iter()
    }
}

/// The first deadline of several sets.
pub(crate) fn first_due<'a>(all: impl Iterator<Item = &'a Timers>) -> Option<Deadline> {
    all.filter_map(Timers::next).min_by_key(|due| (due.at, due.timer))
}
