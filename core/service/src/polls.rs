//! Long-polls: not a mechanism but replies not yet given. A parked request is remembered with what its caller knows;
//! a change, its deadline or a drain gives the reply.

use crate::config::reached;
use crate::ids::{PartyId, TableId};
use crate::limits::Counted;
use crate::refusal::{Auth, Quota, Refusal, Retry};
use crate::request::{Caller, RateClass, ReadTable, RequestId};
use crate::step::{Handled, Outcome, Step};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};

/// A request that waits for news.
#[derive(Debug)]
struct Parked {
    caller: Caller,
    on: On,
    until: Millis,
}

/// What it waits for, and what its caller knows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum On {
    /// News of a table.
    Table {
        /// As it was asked.
        read: ReadTable,
        /// The events it knows of.
        events: u64,
        /// The changes of seats and status it knows of.
        version: u64,
    },
    /// News of a party.
    Party {
        /// Which.
        party: PartyId,
        /// The messages after which the reply begins.
        since: Option<u64>,
        /// The messages it knows of.
        messages: u64,
        /// The table it knows of.
        table: Option<TableId>,
    },
}

/// All parked requests.
#[derive(Default, Debug)]
pub(crate) struct Polls {
    parked: BTreeMap<RequestId, Parked>,
    by_table: BTreeMap<TableId, BTreeSet<RequestId>>,
    by_party: BTreeMap<PartyId, BTreeSet<RequestId>>,
    by_owner: BTreeMap<Counted, BTreeSet<RequestId>>,
    /// How many of them are guests'.
    guests: u32,
}

impl Polls {
    fn park(&mut self, id: RequestId, parked: Parked, agenda: &mut Timers) {
        agenda.set(parked.until, Timer::PollEnds(id));
        match parked.on {
            On::Table { read, .. } => self.by_table.entry(read.table).or_default().insert(id),
            On::Party { party, .. } => self.by_party.entry(party).or_default().insert(id),
        };
        let owner = Counted::by(&parked.caller);
        self.guests += u32::from(owner.is_guest());
        self.by_owner.entry(owner).or_default().insert(id);
        self.parked.insert(id, parked);
    }

    /// The peer is gone, or has its reply.
    pub(crate) fn forget(&mut self, id: RequestId, agenda: &mut Timers) {
        let Some(parked) = self.parked.remove(&id) else { return };
        agenda.cancel(parked.until, Timer::PollEnds(id));
        match parked.on {
            On::Table { read, .. } => drop_from(&mut self.by_table, &read.table, id),
            On::Party { party, .. } => drop_from(&mut self.by_party, &party, id),
        }
        let owner = Counted::by(&parked.caller);
        self.guests -= u32::from(owner.is_guest());
        drop_from(&mut self.by_owner, &owner, id);
    }

    /// How many an owner has, and when the first of them ends.
    fn of(&self, owner: Counted) -> (u32, Millis) {
        let Some(ids) = self.by_owner.get(&owner) else { return (0, Millis::default()) };
        let first_end = ids.iter().map(|id| self.parked[id].until).min();
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

impl Step<'_> {
    /// Keep the request until there is news or its time is up; at most so many an account or grant, and in all, of which
    /// guests have half.
    pub(crate) fn park(&mut self, id: RequestId, caller: &Caller, on: On, wait_ms: u64) -> Outcome {
        let limits = &self.state.config.limits;
        let owner = Counted::by(caller);
        let total = limits.long_polls_total;
        // Of so many, one ends in the next second.
        let full = |limit: u32| Err(Quota::AllLongPolls(Retry { limit, after_s: 1 }).into());
        if reached(self.polls.parked.len() as u32, total) {
            return full(total);
        }
        if owner.is_guest() && total != 0 && self.polls.guests >= total / 2 {
            return full(total / 2);
        }
        let (mine, first_end) = self.polls.of(owner);
        let limit = limits.long_polls_per_credential;
        if reached(mine, limit) {
            return Err(Quota::LongPolls(Retry { limit, after_s: first_end.seconds_from(self.now) }).into());
        }
        let parked = Parked { caller: caller.clone(), on, until: self.now.plus_ms(wait_ms) };
        self.polls.park(id, parked, self.agenda);
        Ok(Handled::Later)
    }

    /// Give the replies that have become due by what this step changed.
    pub(crate) fn wake(&mut self) {
        let mut looked_at = BTreeSet::new();
        for table in std::mem::take(&mut self.touched_tables) {
            looked_at.extend(self.polls.by_table.get(&table).into_iter().flatten());
        }
        for party in std::mem::take(&mut self.touched_parties) {
            looked_at.extend(self.polls.by_party.get(&party).into_iter().flatten());
        }
        for account in std::mem::take(&mut self.touched_accounts) {
            looked_at.extend(self.polls.by_owner.get(&Counted::Account(account)).into_iter().flatten());
        }
        for id in looked_at {
            self.reply_to_parked(id, false);
        }
    }

    /// The poll has waited long enough: it gets what there is.
    pub(crate) fn poll_ends(&mut self, id: RequestId) {
        self.reply_to_parked(id, true);
    }

    /// Before a stop: everybody gets what there is.
    pub(crate) fn answer_all_polls(&mut self) {
        for id in self.polls.parked.keys().copied().collect::<Vec<_>>() {
            self.reply_to_parked(id, true);
        }
    }

    fn reply_to_parked(&mut self, id: RequestId, at_once: bool) {
        let Some(parked) = self.polls.parked.get(&id) else { return };
        let (caller, on) = (parked.caller.clone(), parked.on);
        let admitted = caller.claims.as_ref().is_none_or(|claims| self.admits(claims));
        let news = if admitted { self.news(id, &caller, on, at_once) } else { Err(Refusal::from(Auth::NotSignedIn)) };
        let Some(news) = news.transpose() else { return };
        self.polls.forget(id, self.agenda);
        match news {
            Ok(Handled::Now(replied)) => self.reply(id, &caller, RateClass::Ordinary, Ok(*replied)),
            // What is new is read from storage first.
            Ok(Handled::Later) => {}
            Err(refusal) => self.reply(id, &caller, RateClass::Ordinary, Err(refusal)),
        }
    }

    fn news(&mut self, id: RequestId, caller: &Caller, on: On, at_once: bool) -> Result<Option<Handled>, Refusal> {
        match on {
            On::Table { read, events, version } => {
                let view = self.table_news(caller, read, events, version, at_once)?;
                Ok(view.map(Handled::from))
            }
            On::Party { party, since, messages, table } => {
                self.party_news(id, caller, party, since, (messages, table), at_once)
            }
        }
    }
}
