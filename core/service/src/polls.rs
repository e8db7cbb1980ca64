//! Pending long-polls: replies that have not been given yet. A pending request is kept with what its caller already
//! has. A change, its deadline or a drain gives the reply.

use crate::ids::{PartyId, TableId};
use crate::limits::RateKey;
use crate::request::{Caller, ReadTable, RequestId};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// A pending long-poll.
#[derive(Debug)]
pub(crate) struct PendingPoll {
    pub(crate) caller: Caller,
    pub(crate) on: PollTarget,
    pub(crate) until: Millis,
}

/// What it waits for, and what its caller already has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PollTarget {
    /// News of a table.
    Table {
        /// The request.
        read: ReadTable,
        /// The cursor of the events that the caller has.
        events: u64,
        /// The version of seats and status that the caller has.
        version: u64,
    },
    /// News of a party.
    Party {
        /// Which.
        party: PartyId,
        /// The reply has the messages after this one.
        since: Option<u64>,
        /// The newest message that the caller has.
        messages: u64,
        /// The current table that the caller has.
        table: Option<TableId>,
    },
}

/// All pending long-polls.
#[derive(Default, Debug)]
pub(crate) struct Polls {
    pub(crate) pending: BTreeMap<RequestId, PendingPoll>,
    pub(crate) by_table: BTreeMap<TableId, BTreeSet<RequestId>>,
    pub(crate) by_party: BTreeMap<PartyId, BTreeSet<RequestId>>,
    pub(crate) by_owner: BTreeMap<RateKey, BTreeSet<RequestId>>,
    /// How many of them are from guests.
    pub(crate) guests: u32,
}

impl Polls {
    pub(crate) fn add(&mut self, id: RequestId, poll: PendingPoll, agenda: &mut Timers) {
        agenda.set(poll.until, Timer::PollEnds(id));
        match poll.on {
            PollTarget::Table { read, .. } => self.by_table.entry(read.table).or_default().insert(id),
            PollTarget::Party { party, .. } => self.by_party.entry(party).or_default().insert(id),
        };
        let owner = RateKey::by(&poll.caller);
        self.guests += u32::from(owner.is_guest());
        self.by_owner.entry(owner).or_default().insert(id);
        self.pending.insert(id, poll);
    }

    /// Forget one: its peer has disconnected, or has its reply.
    pub(crate) fn forget(&mut self, id: RequestId, agenda: &mut Timers) -> Option<PendingPoll> {
        let poll = self.pending.remove(&id)?;
        agenda.cancel(poll.until, Timer::PollEnds(id));
        match poll.on {
            PollTarget::Table { read, .. } => drop_from(&mut self.by_table, &read.table, id),
            PollTarget::Party { party, .. } => drop_from(&mut self.by_party, &party, id),
        }
        let owner = RateKey::by(&poll.caller);
        self.guests -= u32::from(owner.is_guest());
        drop_from(&mut self.by_owner, &owner, id);
        Some(poll)
    }

    /// How many an owner has, and when the first of them ends.
    pub(crate) fn of(&self, owner: RateKey) -> (u32, Millis) {
        let Some(ids) = self.by_owner.get(&owner) else { return (0, Millis::default()) };
        let first_end = ids.iter().map(|id| self.pending[id].until).min();
        (ids.len() as u32, first_end.unwrap_or_default())
    }
}

fn drop_from<K: Ord>(index: &mut BTreeMap<K, BTreeSet<RequestId>>, key: &K, id: RequestId) {
    if let Some(ids) = index.get_mut(key) {
        ids.remove(&id);
        if ids.is_empty() {
            index.remove(key);
        }
    }
}
