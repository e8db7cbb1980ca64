//! Pending long-polls and streams: replies that have not been given yet. A pending request is kept with what its caller
//! already has. A change, its deadline or a drain gives the reply. A long-poll is then over; a stream goes on from what
//! its caller now has.

use crate::cursor::MemberCursor;
use crate::ids::{AccountId, PartyId, TableId};
use crate::limits::RateKey;
use crate::request::{Caller, RequestId};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// A pending long-poll, or a stream.
#[derive(Debug)]
pub(crate) struct PendingPoll {
    pub(crate) caller: Caller,
    pub(crate) on: PollTarget,
    /// When it ends; a stream with its credential.
    pub(crate) until: Millis,
    pub(crate) replies: Replies,
}

/// How many replies it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replies {
    One,
    /// A stream.
    Many,
    /// A stream whose next event waits for rows from storage.
    ManyAfterSearch,
}

/// A table, and the cursors of the events and messages that a view of it comes after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableRead {
    pub(crate) table: TableId,
    pub(crate) events_since: Option<u64>,
    pub(crate) msgs_since: Option<u64>,
}

/// What it waits for, and what its caller already has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PollTarget {
    /// News of a table.
    Table {
        /// The request.
        read: TableRead,
        /// The cursor of the events that the caller has.
        events: u64,
        /// The digest of seats and status that the caller has.
        seats: u64,
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
    /// News of a member. [`Polls::members`] has what the caller has.
    Member(AccountId),
}

/// All pending long-polls.
#[derive(Default, Debug)]
pub(crate) struct Polls {
    pub(crate) pending: BTreeMap<RequestId, PendingPoll>,
    pub(crate) by_table: BTreeMap<TableId, BTreeSet<RequestId>>,
    pub(crate) by_party: BTreeMap<PartyId, BTreeSet<RequestId>>,
    pub(crate) by_owner: BTreeMap<RateKey, BTreeSet<RequestId>>,
    /// What the readers of members' streams have. Each is also listed at the tables and parties of its cursor.
    pub(crate) members: BTreeMap<RequestId, MemberCursor>,
    /// How many of them are from guests, and how many of those from callers without credentials.
    pub(crate) guests: u32,
    pub(crate) watchers: u32,
}

impl Polls {
    pub(crate) fn add(&mut self, id: RequestId, poll: PendingPoll, agenda: &mut Timers) {
        agenda.set(poll.until, Timer::PollEnds(id));
        match poll.on {
            PollTarget::Table { read, .. } => self.by_table.entry(read.table).or_default().insert(id),
            PollTarget::Party { party, .. } => self.by_party.entry(party).or_default().insert(id),
            PollTarget::Member(_) => false,
        };
        let owner = RateKey::by(&poll.caller);
        self.guests += u32::from(owner.is_guest());
        self.watchers += u32::from(matches!(owner, RateKey::Address(_)));
        self.by_owner.entry(owner).or_default().insert(id);
        self.pending.insert(id, poll);
    }

    /// The caller of a stream has this event: from now on it waits for the next one.
    pub(crate) fn advance(&mut self, id: RequestId, on: PollTarget) {
        if let Some(poll) = self.pending.get_mut(&id) {
            (poll.on, poll.replies) = (on, Replies::Many);
        }
    }

    /// The reader of a member's stream has this from now on.
    pub(crate) fn has(&mut self, id: RequestId, has: MemberCursor) {
        let before = self.members.insert(id, has).unwrap_or_default();
        let now = &self.members[&id];
        change(&mut self.by_table, &before.seen, &now.seen, id);
        change(&mut self.by_party, &before.parties, &now.parties, id);
    }

    /// The streams of a member.
    pub(crate) fn of_member(&self, account: AccountId) -> impl Iterator<Item = RequestId> {
        let own = self.by_owner.get(&RateKey::Account(account)).into_iter().flatten().copied();
        own.filter(|id| self.members.contains_key(id))
    }

    /// The next event of a stream waits for rows.
    pub(crate) fn searches(&mut self, id: RequestId) {
        if let Some(poll) = self.pending.get_mut(&id) {
            poll.replies = Replies::ManyAfterSearch;
        }
    }

    /// Forget one: its peer has disconnected, or has its reply.
    pub(crate) fn forget(&mut self, id: RequestId, agenda: &mut Timers) -> Option<PendingPoll> {
        let poll = self.pending.remove(&id)?;
        agenda.cancel(poll.until, Timer::PollEnds(id));
        match poll.on {
            PollTarget::Table { read, .. } => drop_from(&mut self.by_table, &read.table, id),
            PollTarget::Party { party, .. } => drop_from(&mut self.by_party, &party, id),
            PollTarget::Member(_) => self.has(id, MemberCursor::default()),
        }
        self.members.remove(&id);
        let owner = RateKey::by(&poll.caller);
        self.guests -= u32::from(owner.is_guest());
        self.watchers -= u32::from(matches!(owner, RateKey::Address(_)));
        drop_from(&mut self.by_owner, &owner, id);
        Some(poll)
    }

    /// How many an owner has, and when the first of them ends by itself, if that is known.
    pub(crate) fn of(&self, owner: RateKey) -> (u32, Option<Millis>) {
        let Some(ids) = self.by_owner.get(&owner) else { return (0, None) };
        let polls = ids.iter().map(|id| &self.pending[id]).filter(|poll| poll.replies == Replies::One);
        (ids.len() as u32, polls.map(|poll| poll.until).min())
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
