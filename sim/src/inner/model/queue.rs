//! Quick match: tickets, and the tables of those who were brought together.

use super::chips::is_against_house;
use super::{Model, member};
use crate::inner::prelude::*;
use turnstone_service::answer::{Ticket, TicketEnd, TicketState};

/// How long a ticket can be read after its end, in seconds.
const KEPT_S: u64 = 3_600;
/// Until when every ticket of two seats that could be paired is, beyond the time at which it is looked at.
const LOOKED_AT_MS: u64 = 1_000;
/// The rating of a member without one.
const NO_RATING: u16 = 1_500;
/// The most others that are looked at for one ticket.
const NEIGHBOURS: usize = 32;
/// A step of this many bytes has room for all that one command does to tickets.
const ROOMY_BYTES: usize = 32 << 10;
/// The nominal stake of a free table whose kind has no fixed one.
const FREE_STAKE: i64 = 10;

#[derive(Default)]
pub(crate) struct QueueModel {
    pub(crate) tickets: BTreeMap<TicketId, TicketRow>,
    /// Tables that tickets became in this batch.
    matched: BTreeSet<TableId>,
    /// Tables of members without a host that were made in this batch.
    made: BTreeSet<TableId>,
    /// Tickets that were made or ended in this batch.
    made_tickets: BTreeSet<TicketId>,
    ended: Vec<(TicketId, TicketEnd)>,
}

pub(crate) const fn ends_at(row: &TicketRow) -> Option<Millis> {
    match row.stage {
        TicketStage::Waiting => None,
        TicketStage::Matched { at, .. } | TicketStage::Ended { at, .. } => Some(at),
    }
}

/// Whether a table was made for members whom the queue brought together.
pub(crate) const fn is_matched(row: &TableRow) -> bool {
    row.host.is_none() && !row.practice && row.setup.kind.is_some()
}

/// Whether a table is played without chips, and not as practice.
pub(crate) const fn is_free(row: &TableRow) -> bool {
    row.buy_in == 0 && !row.practice && row.setup.kind.is_some()
}

/// The ticket as its owner sees it.
pub(crate) fn ticket_of(id: TicketId, row: &TicketRow) -> Ticket {
    let (state, table_id, reason) = match row.stage {
        TicketStage::Waiting => (TicketState::Waiting, None, None),
        TicketStage::Matched { table, .. } => (TicketState::Matched, Some(table), None),
        TicketStage::Ended { reason, .. } => (TicketState::Ended, None, Some(reason)),
    };
    Ticket {
        ticket_id: id,
        kind: row.sort.kind.clone(),
        stake: row.sort.stake,
        seats: usize::from(row.sort.seats),
        rated: row.sort.rated,
        opponents: row.opponents,
        fallback: row.fallback,
        created_at: row.created_at,
        state,
        table_id,
        reason,
        brought_ref: row.client_ref.clone(),
    }
}

/// The sort of table that a request for a ticket asks for.
pub(crate) fn asked_sort(join: &JoinQueue) -> Option<QueueSort> {
    let (rules, kind) = SHIPPED.kind(&join.kind)?;
    let ((fewest, most), plain) = (rules.about().seats, rules.about().default_seats);
    let seats = join.seats.map_or(plain, usize::from).clamp(fewest, most) as u8;
    let stake = match (join.stake.unwrap_or(0), kind.buy_in) {
        (0, _) => 0,
        (_, BuyIn::Fixed(chips)) => chips,
        (stake, _) => stake,
    };
    Some(QueueSort { kind: join.kind.clone(), stake, seats, rated: join.rated.unwrap_or(true) })
}

pub(crate) fn waits(row: &TicketRow) -> bool {
    row.stage == TicketStage::Waiting
}

fn rating(row: &TicketRow) -> u16 {
    row.rating.unwrap_or(NO_RATING)
}

impl Model {
    pub(super) fn put_ticket(&mut self, id: TicketId, row: &TicketRow) -> CheckResult {
        let before = self.queue.tickets.insert(id, row.clone());
        if !self.live {
            return Ok(());
        }
        let now = self.latest;
        let said = || format!("{id}: {before:?} to {row:?}");
        let Some(before) = &before else {
            let of_kind = |(other, it): &(&TicketId, &TicketRow)| {
                **other != id && waits(it) && it.account == row.account && it.sort.kind == row.sort.kind
            };
            let is_only = self.queue.tickets.iter().find(of_kind).is_none();
            must(waits(row) && row.created_at == now && is_only, "a member has one ticket for a kind", said)?;
            self.queue.made_tickets.insert(id);
            return Ok(());
        };
        let same = *row == TicketRow { stage: row.stage, ..before.clone() };
        must(same && waits(before) && ends_at(row) == Some(now), "a ticket ends once", said)?;
        match row.stage {
            TicketStage::Matched { table, .. } => drop(self.queue.matched.insert(table)),
            TicketStage::Ended { reason, .. } => self.queue.ended.push((id, reason)),
            TicketStage::Waiting => {}
        }
        Ok(())
    }

    pub(super) fn remove_ticket(&mut self, id: TicketId) -> CheckResult {
        let row = self.queue.tickets.remove(&id);
        let old = row.as_ref().and_then(ends_at).is_some_and(|at| at.plus_s(KEPT_S) <= self.latest);
        must!(old, "a ticket is kept for an hour after its end", "{id}: {row:?}")
    }

    /// A new table of members without a host has to be that of tickets.
    pub(super) fn note_matched(&mut self, id: TableId, row: &TableRow) {
        if self.live && is_matched(row) {
            self.queue.made.insert(id);
        }
    }

    /// What a batch did to tickets.
    pub(super) fn check_queue(&mut self) -> CheckResult {
        let (matched, made) = (std::mem::take(&mut self.queue.matched), std::mem::take(&mut self.queue.made));
        for table in matched.union(&made) {
            self.check_matched(*table)?;
        }
        let ended = std::mem::take(&mut self.queue.ended);
        let is_obstacle =
            |reason| matches!(reason, TicketEnd::Chips | TicketEnd::Paused | TicketEnd::Quota | TicketEnd::Account);
        let is_obstructed = ended.iter().any(|(_, reason)| is_obstacle(*reason));
        for (id, reason) in ended {
            self.counts.hit(counter_of(reason));
            let row = &self.queue.tickets[&id];
            let right = self.is_reason(row, reason);
            must!(right, "a ticket ends for its reason", "{id}: {row:?}")?;
        }
        let new = std::mem::take(&mut self.queue.made_tickets);
        // After a ticket that can have no table, a small step goes on with the others at its next look.
        if is_obstructed && self.config.bounds.step_bytes < ROOMY_BYTES {
            return Ok(());
        }
        new.into_iter().try_for_each(|id| self.check_waits(id))
    }

    fn is_reason(&self, row: &TicketRow, reason: TicketEnd) -> bool {
        let config = &self.config.queue;
        let now = self.latest;
        let others = || self.queue.tickets.values().filter(|other| other.account == row.account);
        match reason {
            TicketEnd::Cancelled => true,
            TicketEnd::Replaced => others().any(|other| other.sort.kind == row.sort.kind && other.created_at == now),
            TicketEnd::Left => now >= row.created_at.plus_s(config.here_s.min(config.here_mcp_s)),
            TicketEnd::Expired => now >= row.created_at.plus_s(config.longest_s),
            TicketEnd::Elsewhere => {
                others().any(|other| matches!(other.stage, TicketStage::Matched { at, .. } if at == now))
            }
            TicketEnd::Chips => row.sort.stake > 0,
            TicketEnd::Paused => {
                let until = self.accounts[&row.account].paused_until;
                row.sort.stake > 0 && until.is_some_and(|until| until > now)
            }
            TicketEnd::Quota => true,
            TicketEnd::Account => self.accounts[&row.account].slot.is_none() || self.is_frozen(row.account),
        }
    }

    /// A table of tickets: each seat is of one of them, and they could meet.
    fn check_matched(&mut self, id: TableId) -> CheckResult {
        let unknown = || Violation { rule: "a ticket is matched with a table", seen: id.to_string() };
        let row = self.row(id).cloned().ok_or_else(unknown)?;
        let is_its = |(_, ticket): &(&TicketId, &TicketRow)| matches!(ticket.stage, TicketStage::Matched { table, .. } if table == id);
        let tickets: Vec<TicketRow> =
            self.queue.tickets.iter().filter(is_its).map(|(_, ticket)| ticket.clone()).collect();
        let said = || format!("{id}: {row:?}, {tickets:?}");
        let Some(sort) = tickets.first().map(|ticket| ticket.sort.clone()) else {
            return must(false, "a table without a host has tickets", said);
        };
        let now = self.latest;
        let owners: BTreeSet<AccountId> = tickets.iter().map(|ticket| ticket.account).collect();
        let left = self.queue.tickets.values().find(|other| waits(other) && owners.contains(&other.account));
        must!(left.is_none(), "the other tickets of a matched member end", "{left:?}")?;
        let is_kind = row.setup.kind.as_ref() == Some(&sort.kind) && row.players.len() == usize::from(sort.seats);
        must(is_kind && row.created_at == now, "a table is what its tickets asked for", said)?;
        if row.practice {
            self.counts.hit("premise: a ticket became a table with the house");
            let waited = now >= tickets[0].created_at.plus_s(self.config.queue.house_after_s);
            let asked = tickets[0].fallback == Fallback::House && sort.stake == 0;
            let own = row.host == Some(tickets[0].account) && is_against_house(&row);
            return must(tickets.len() == 1 && waited && asked && own, "a ticket falls back to the house", said);
        }
        self.counts.hit("premise: tickets were matched");
        if row.players.len() > 2 {
            self.counts.hit("premise: more than two tickets were matched");
        }
        let (_, kind) = SHIPPED.kind(&sort.kind).ok_or_else(unknown)?;
        let nominal = if let BuyIn::Fixed(chips) = kind.buy_in { chips } else { FREE_STAKE };
        let price = if sort.stake == 0 { 0 } else { crate::inner::permissions::price(kind, sort.stake) };
        let stake = if sort.stake == 0 { nominal } else { sort.stake };
        let is_priced = row.buy_in == price && row.setup.stake == stake;
        let alike = tickets.iter().all(|ticket| ticket.sort == sort) && tickets.len() == owners.len();
        must(is_priced && alike && row.pace == Pace::Live, "a table is what its tickets asked for", said)?;
        let mut seated: Vec<AccountId> = owners.iter().copied().collect();
        seated.sort_by_key(|account| sha256(format!("{id}\n{account}").as_bytes()));
        let sits = row.players.iter().filter_map(|player| member(*player)).eq(seated);
        must(sits, "tickets are seated by the hash of table and account", said)?;
        let pairs = || owners.iter().flat_map(|one| owners.range(one..).skip(1).map(move |other| (*one, *other)));
        let apart = pairs().any(|(one, other)| self.is_block_between(one, other));
        let near = |one: &TicketRow| tickets.iter().all(|other| self.is_near(one, other));
        must(!apart && tickets.iter().any(near), "those who were matched may meet", said)?;
        let is_test = owners.iter().any(|id| self.accounts[id].test);
        let visibility = if is_test { Visibility::Unlisted } else { Visibility::Public };
        must(row.visibility == visibility, "a matched table is public, unless a test account plays", said)?;
        let pairs: Vec<(AccountId, AccountId)> = pairs().collect();
        let all_count = pairs.into_iter().all(|(one, other)| self.owners_are_rated(&row.game_id, one, other, now));
        let rated = self.table_rating(id).map(|rating| rating.rated);
        must(rated == Some(sort.rated && all_count), "a matched table is rated where it may be", said)
    }

    /// Whether the rating of another ticket is inside the window of one by now.
    fn is_near(&self, one: &TicketRow, other: &TicketRow) -> bool {
        let config = &self.config.queue;
        let waited_ms = self.latest.since(one.created_at);
        let window = u64::from(config.window) + u64::from(config.window_growth) * (waited_ms / 1_000);
        waited_ms >= config.window_open_s * 1_000 || u64::from(rating(one).abs_diff(rating(other))) <= window
    }

    /// Two of a kind with two seats who may meet do not both wait, if both have asked just now.
    fn check_waits(&mut self, id: TicketId) -> CheckResult {
        let Some(row) = self.queue.tickets.get(&id).filter(|row| waits(row) && row.sort.seats == 2) else {
            return Ok(());
        };
        let same: Vec<_> =
            self.queue.tickets.iter().filter(|(_, other)| waits(other) && other.sort == row.sort).collect();
        let is_new = |other: &TicketRow| self.latest.since(other.created_at) < self.config.queue.here_s * 1_000;
        let could = |(_, other): &&(&TicketId, &TicketRow)| {
            other.account != row.account
                && is_new(other)
                && !self.is_frozen(other.account)
                && self.accounts[&other.account].slot.is_some()
                && !self.is_block_between(other.account, row.account)
                && (self.is_near(row, other) || self.is_near(other, row))
        };
        let missed = same.iter().find(could).filter(|_| same.len() <= NEIGHBOURS);
        must!(missed.is_none(), "those who may play together do not wait", "{id}: {row:?}, {missed:?}")
    }

    /// After a tick no ticket waits longer than it may, and none is kept longer than it is read.
    pub(crate) fn check_ticket_times(&self, now: Millis) -> CheckResult {
        let longest = self.config.queue.longest_s;
        for (id, row) in &self.queue.tickets {
            let until =
                ends_at(row).map_or(row.created_at.plus_s(longest).plus_ms(LOOKED_AT_MS), |at| at.plus_s(KEPT_S));
            must!(until > now, "a ticket ends on time", "{id}: {row:?}")?;
        }
        Ok(())
    }
}

const fn counter_of(reason: TicketEnd) -> &'static str {
    match reason {
        TicketEnd::Cancelled => "premise: a ticket was cancelled",
        TicketEnd::Replaced => "premise: a ticket was replaced",
        TicketEnd::Left => "premise: a ticket ended as its owner left",
        TicketEnd::Expired => "premise: a ticket expired",
        TicketEnd::Elsewhere => "premise: a ticket ended as another was matched",
        TicketEnd::Chips => "premise: a ticket ended for lack of chips",
        TicketEnd::Paused => "premise: a ticket ended with a pause",
        TicketEnd::Quota => "premise: a ticket ended at a quota",
        TicketEnd::Account => "premise: a ticket ended with its account",
    }
}
