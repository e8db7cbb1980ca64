//! What is recorded of a run: moments by lane, and how things stood after each change.

use crate::prelude::*;

/// Something that can be looked at over time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Table(TableId),
    Member(AccountId),
    Party(PartyId),
    Duel(DuelId),
}

pub(crate) const SERVICE: &str = "service";
pub(crate) const NETWORK: &str = "network";
pub(crate) const DISK: &str = "disk";

/// Something that happened.
pub(crate) struct Moment {
    pub(crate) step: u32,
    pub(crate) at: u64,
    pub(crate) lane: String,
    /// The class of its mark: `asked`, `granted`, `rejected`, `applied`, `commit`, `reported`, `fault`, `rest`,
    /// `violated`.
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) more: String,
    /// The moment to which it is an answer.
    pub(crate) of: Option<usize>,
}

/// A run, written down.
#[derive(Default)]
pub(crate) struct Recording {
    pub(crate) moments: Vec<Moment>,
    pub(super) asked: BTreeMap<RequestId, usize>,
    pub(super) called: BTreeMap<CallId, usize>,
    pub(super) touched: BTreeSet<Thing>,
    /// How things stood after the moments that changed them.
    pub(super) was: BTreeMap<Thing, Vec<(usize, String)>>,
}

impl Recording {
    /// Moments in which the core wrote records, the newest last.
    pub(super) fn written(&self) -> impl DoubleEndedIterator<Item = &Moment> {
        self.moments.iter().filter(|moment| moment.kind == "applied" && moment.more.contains("\nput "))
    }
}
