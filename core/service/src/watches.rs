//! Watches: pending long-polls and streams. A watch is kept with a cursor of what its caller already has. A change, its
//! deadline or a drain gives it events. A long-poll ends with its first event; a stream goes on from what its caller then has.

use crate::cursor::{MemberCursor, PartyCursor, TableCursor};
use crate::ids::{AccountId, PartyId, TableId, TicketId};
use crate::limits::RateKey;
use crate::request::{Caller, RequestId};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// A pending long-poll, or a stream.
#[derive(Debug)]
pub(crate) struct PendingWatch {
    pub(crate) caller: Caller,
    pub(crate) cursor: WatchCursor,
    /// When it ends; a stream with its credential.
    pub(crate) until: Millis,
    /// Whether it ends with its first event: a long-poll.
    pub(crate) once: bool,
    /// Whether its next event waits for rows from storage.
    pub(crate) searches: bool,
}

/// What a watch is on, and what its caller already has of it.
#[derive(Clone, Debug)]
pub(crate) enum WatchCursor {
    Table {
        table: TableId,
        /// Whether the next event has the table's events after the cursor.
        with_events: bool,
        has: TableCursor,
    },
    Party {
        party: PartyId,
        /// The next event has the messages after this one.
        since: u64,
        has: PartyCursor,
    },
    /// A ticket of the queue, of which the caller has that it waits.
    Ticket(TicketId),
    /// All that concerns a member.
    Member(AccountId, Box<MemberCursor>),
}

#[derive(Default, Debug)]
pub(crate) struct Watches {
    pub(crate) pending: BTreeMap<RequestId, PendingWatch>,
    /// Those of members are also listed at the tables and parties of their cursors.
    pub(crate) by_table: BTreeMap<TableId, BTreeSet<RequestId>>,
    pub(crate) by_party: BTreeMap<PartyId, BTreeSet<RequestId>>,
    pub(crate) by_ticket: BTreeMap<TicketId, BTreeSet<RequestId>>,
    pub(crate) by_owner: BTreeMap<RateKey, BTreeSet<RequestId>>,
    /// The streams of members.
    pub(crate) members: BTreeSet<RequestId>,
    /// How many of them are from guests, and how many of those from callers without credentials.
    pub(crate) guests: u32,
    pub(crate) anonymous: u32,
}

impl Watches {
    pub(crate) fn add(&mut self, id: RequestId, watch: PendingWatch, agenda: &mut Timers) {
        agenda.set(watch.until, Timer::WatchEnds(id));
        match &watch.cursor {
            WatchCursor::Table { table, .. } => drop(self.by_table.entry(*table).or_default().insert(id)),
            WatchCursor::Party { party, .. } => drop(self.by_party.entry(*party).or_default().insert(id)),
            WatchCursor::Ticket(ticket) => drop(self.by_ticket.entry(*ticket).or_default().insert(id)),
            WatchCursor::Member(_, has) => {
                self.members.insert(id);
                change(&mut self.by_table, &BTreeMap::new(), &has.seen, id);
                change(&mut self.by_party, &BTreeMap::new(), &has.parties, id);
            }
        }
        let owner = RateKey::by(&watch.caller);
        self.guests += u32::from(owner.is_guest());
        self.anonymous += u32::from(matches!(owner, RateKey::Address(_)));
        self.by_owner.entry(owner).or_default().insert(id);
        self.pending.insert(id, watch);
    }

    /// The caller has more from now on.
    pub(crate) fn advance(&mut self, id: RequestId, cursor: WatchCursor) {
        let Some(watch) = self.pending.get_mut(&id) else { return };
        let before = std::mem::replace(&mut watch.cursor, cursor);
        if let (WatchCursor::Member(_, before), WatchCursor::Member(_, now)) = (&before, &watch.cursor) {
            change(&mut self.by_table, &before.seen, &now.seen, id);
            change(&mut self.by_party, &before.parties, &now.parties, id);
        }
    }

    /// Whether the next event of a stream waits for rows from now on.
    pub(crate) fn set_searches(&mut self, id: RequestId, searches: bool) {
        if let Some(watch) = self.pending.get_mut(&id) {
            watch.searches = searches;
        }
    }

    /// The streams of a member.
    pub(crate) fn of_member(&self, account: AccountId) -> impl Iterator<Item = &RequestId> {
        let own = self.by_owner.get(&RateKey::Account(account)).into_iter().flatten();
        own.filter(|id| self.members.contains(id))
    }

    /// Forget one: its peer has disconnected, or has its last reply.
    pub(crate) fn forget(&mut self, id: RequestId, agenda: &mut Timers) -> Option<PendingWatch> {
        let watch = self.pending.remove(&id)?;
        agenda.cancel(watch.until, Timer::WatchEnds(id));
        match &watch.cursor {
            WatchCursor::Table { table, .. } => drop_from(&mut self.by_table, table, id),
            WatchCursor::Party { party, .. } => drop_from(&mut self.by_party, party, id),
            WatchCursor::Ticket(ticket) => drop_from(&mut self.by_ticket, ticket, id),
            WatchCursor::Member(_, has) => {
                self.members.remove(&id);
                change(&mut self.by_table, &has.seen, &BTreeMap::new(), id);
                change(&mut self.by_party, &has.parties, &BTreeMap::new(), id);
            }
        }
        let owner = RateKey::by(&watch.caller);
        self.guests -= u32::from(owner.is_guest());
        self.anonymous -= u32::from(matches!(owner, RateKey::Address(_)));
        drop_from(&mut self.by_owner, &owner, id);
        Some(watch)
    }

    /// How many an owner has, and when the first of them ends by itself, if that is known.
    pub(crate) fn of(&self, owner: RateKey) -> (u32, Option<Millis>) {
        let Some(ids) = self.by_owner.get(&owner) else { return (0, None) };
        let long_polls = ids.iter().map(|id| &self.pending[id]).filter(|watch| watch.once);
        (ids.len() as u32, long_polls.map(|watch| watch.until).min())
    }
}

/// List a request at other keys than before.
fn change<K: Ord + Copy, V>(
    index: &mut BTreeMap<K, BTreeSet<RequestId>>,
    before: &BTreeMap<K, V>,
    now: &BTreeMap<K, V>,
    id: RequestId,
) {
    for key in before.keys().filter(|key| !now.contains_key(key)) {
        drop_from(index, key, id);
    }
    for key in now.keys().filter(|key| !before.contains_key(key)) {
        index.entry(*key).or_default().insert(id);
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
