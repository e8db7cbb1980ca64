//! What is due when: one ordered set, rebuilt from the records at start.

use crate::calls::CallId;
use crate::ids::{AccountId, DuelId, GrantId, PartyId, TableId};
use crate::record::NoticeId;
use crate::request::RequestId;
use crate::time::Millis;
use std::collections::BTreeSet;

/// Why the core wants to be woken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Timer {
    /// The turn of the seat that is due first at this table ends.
    Turn(TableId),
    /// The table has waited long enough for members.
    WaitingEnds(TableId),
    /// The settled table goes cold.
    Archive(TableId),
    /// The grant's time is up.
    GrantEnds(GrantId),
    /// The long-poll has waited as long as it wanted to.
    PollEnds(RequestId),
    /// The reference is old enough to be forgotten.
    RefEnds([u8; 32]),
    /// The erased member goes on leaving tables, those after this one, and parties.
    ErasedLeaves(AccountId, TableId),
    /// A UTC day begins.
    DayTurns,
    /// In the party nothing has happened for too long.
    PartyEnds(PartyId),
    /// There are more archives of practice tables to drop.
    PracticeGoes,
    /// There are more archived tables whose chats may have been kept long enough.
    ChatsGo,
    /// The state with which the member could link an identity counts no more.
    LinkStateEnds(AccountId),
    /// The notice is to be sent.
    Notice(NoticeId),
    /// The notice of this turn had left when the process before this one ended: nobody knows how far it came.
    NoticeLost(NoticeId, u32),
    /// Agents in duels are to decide.
    AgentsDecide,
    /// The model has had its time for this call.
    DecisionEnds(CallId),
    /// The duel has been over for so long that nobody asks for its answer again.
    DuelForgotten(DuelId),
}

/// When the core wants to be woken, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// When.
    pub at: Millis,
    /// For what.
    pub timer: Timer,
}

/// The timers that are set.
#[derive(Default, Debug)]
pub(crate) struct Timers(BTreeSet<(Millis, Timer)>);

impl Timers {
    /// Set a timer.
    pub(crate) fn set(&mut self, at: Millis, timer: Timer) {
        self.0.insert((at, timer));
    }

    /// Take a timer back.
    pub(crate) fn cancel(&mut self, at: Millis, timer: Timer) {
        self.0.remove(&(at, timer));
    }

    /// The timer that is due first.
    pub(crate) fn next(&self) -> Option<Deadline> {
        self.0.first().map(|&(at, timer)| Deadline { at, timer })
    }

    /// How many should have gone off before this moment.
    pub(crate) fn overdue(&self, now: Millis) -> usize {
        self.0.iter().take_while(|(at, _)| *at < now).count()
    }

    /// All of them, by their time.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Millis, Timer)> {
        self.0.iter()
    }
}

/// The first of all that several have.
pub(crate) fn first_due<const N: usize>(all: [&Timers; N]) -> Option<Deadline> {
    all.into_iter().filter_map(Timers::next).min_by_key(|due| (due.at, due.timer))
}
