//! What a recording of a run holds: its moments, and the states of things.

use crate::inner::prelude::*;
use std::fmt;

/// A thing whose states are recorded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Table(TableId),
    Member(AccountId),
    Party(PartyId),
    Duel(DuelId),
}

impl Thing {
    /// The thing that a record is about.
    pub(super) const fn of(key: &Key) -> Option<Self> {
        match key {
            Key::Table(id)
            | Key::Ply(id, _)
            | Key::TableMessage(id, _)
            | Key::Archive(id)
            | Key::UncountedTable(id) => Some(Self::Table(*id)),
            Key::Account(id)
            | Key::Balance(LedgerAccount::Member(id))
            | Key::Ledger(LedgerAccount::Member(id), _)
            | Key::TablesMade(_, id)
            | Key::Sanction(id) => Some(Self::Member(*id)),
            Key::Party(id) | Key::PartyMessage(id, _) | Key::PartyChat(id) => Some(Self::Party(*id)),
            Key::Duel(id) | Key::DuelEntry(id) | Key::UncountedDuel(id) => Some(Self::Duel(*id)),
            _ => None,
        }
    }

    pub(super) fn id(self) -> String {
        match self {
            Self::Table(id) => id.to_string(),
            Self::Member(id) => id.to_string(),
            Self::Party(id) => id.to_string(),
            Self::Duel(id) => id.to_string(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) step: u32,
    pub(crate) at: u64,
    pub(crate) lane: String,
    /// The class of its mark: `asked`, `granted`, `rejected`, `applied`, `commit`, `event`, `fault`, `rest`,
    /// `violated`.
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) more: String,
    /// The moment of the request that it answers.
    pub(crate) of: Option<usize>,
}

impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}: {} {}", self.lane, self.kind, self.text, self.more)
    }
}

/// The recorded moments and states.
#[derive(Default)]
pub(crate) struct Recording {
    pub(super) moments: Vec<Moment>,
    pub(super) asked: BTreeMap<RequestId, usize>,
    pub(super) called: BTreeMap<CallId, usize>,
    pub(super) touched: BTreeSet<Thing>,
    /// The states of things with the moments that changed them.
    pub(super) was: BTreeMap<Thing, Vec<(usize, String)>>,
}
