//! Pairing: who has waited for the longest time is served first, with those nearest in rating.

use super::presence::Presence;
use crate::answer::TicketEnd;
use crate::games::{Brought, Level, anchors, strengths};
use crate::handlers::ratings;
use crate::handlers::tables::open::{self, SeatedMember};
use crate::handlers::tables::plan::Plan;
use crate::handlers::tables::practice::PRACTICE_STAKE;
use crate::ids::{AccountId, TicketId};
use crate::record::{QueueSort, Record, TicketRow, TicketStage};
use crate::rejection::{Money, Rejection};
use crate::request::{Fallback, Visibility};
use crate::state::{HotState, Transaction};
use std::collections::BTreeSet;

/// The most others that are looked at for one ticket.
const NEIGHBOURS: usize = 32;
/// The level of the house for a member without a rating.
const FIRST_LEVEL: u64 = 2;

impl QueueSort {
    /// The table that such tickets wait for.
    pub(super) fn plan(&self, state: &HotState) -> Result<Plan, Rejection> {
        let stake = if self.stake == 0 { PRACTICE_STAKE } else { self.stake };
        let plan = Plan::new(state.config.games, &self.kind, Some(self.seats), stake)?;
        Ok(if self.stake == 0 { plan.for_free() } else { plan })
    }
}

/// End a ticket that waits.
pub(super) fn end(tx: &mut Transaction<'_>, id: TicketId, reason: TicketEnd) {
    let stage = TicketStage::Ended { reason, at: tx.now };
    set_stage(tx, id, stage);
}

fn set_stage(tx: &mut Transaction<'_>, id: TicketId, stage: TicketStage) {
    if let Some(row) = tx.queue.get(id).cloned().filter(TicketRow::waits) {
        tx.put(Record::Ticket(id, Box::new(TicketRow { stage, ..row })));
    }
}

/// Start the tables of a sort for which enough members wait: one, and others while the step has room.
pub(super) fn pair(tx: &mut Transaction<'_>, presence: &Presence, sort: &QueueSort) {
    for id in tx.queue.of_sort(sort) {
        while let Some(group) = group_of(tx, presence, id) {
            let is_started = start(tx, sort, &group);
            if !tx.has_room() {
                return;
            }
            if is_started {
                break;
            }
        }
    }
}

/// A ticket with those who are to play with its owner, if there are enough.
fn group_of(tx: &Transaction<'_>, presence: &Presence, id: TicketId) -> Option<Vec<TicketId>> {
    let row = tx.queue.get(id).filter(|row| row.waits() && presence.is_here(id, tx.now))?;
    let seats = usize::from(row.sort.seats);
    let window = window_of(tx, row);
    let mut group = vec![id];
    for (distance, other) in tx.queue.nearest(id, NEIGHBOURS) {
        let is_near = window.is_none_or(|window| u64::from(distance) <= window);
        if group.len() == seats || !is_near {
            break;
        }
        if presence.is_here(other, tx.now) && group.iter().all(|member| may_meet(tx, *member, other)) {
            group.push(other);
        }
    }
    (group.len() == seats).then_some(group)
}

/// The largest difference of ratings that a ticket accepts by now; `None` for any.
fn window_of(tx: &Transaction<'_>, row: &TicketRow) -> Option<u64> {
    let waited_ms = tx.now.since(row.created_at);
    let config = &tx.config.queue;
    let is_open = waited_ms >= config.window_open_s * 1000;
    (!is_open).then(|| u64::from(config.window) + u64::from(config.window_growth) * (waited_ms / 1000))
}

/// Whether the owners of two tickets may play together.
fn may_meet(state: &HotState, one: TicketId, other: TicketId) -> bool {
    let owner = |id: TicketId| state.queue.get(id).map(|row| row.account);
    let (Some(one), Some(other)) = (owner(one), owner(other)) else { return false };
    one != other && !state.blocks.is_between(one, other)
}

/// Start the table of a group. If somebody in it may not create such a table any more, their ticket ends instead, and there
/// is no table.
fn start(tx: &mut Transaction<'_>, sort: &QueueSort, group: &[TicketId]) -> bool {
    let Ok(mut plan) = sort.plan(tx) else { return true };
    let rows: Vec<TicketRow> = group.iter().filter_map(|id| tx.queue.get(*id).cloned()).collect();
    let mut all_may = true;
    for (id, row) in group.iter().zip(&rows) {
        if let Some(reason) = obstacle(tx, row.account, &plan) {
            end(tx, *id, reason);
            all_may = false;
        }
    }
    if !all_may {
        return false;
    }
    let owners: BTreeSet<AccountId> = rows.iter().map(|row| row.account).collect();
    plan.rated = sort.rated && ratings::all_count(tx, plan.rules.about().id, &owners);
    if owners.iter().any(|id| tx.accounts.is_test(*id)) {
        plan.visibility = Visibility::Unlisted;
    }
    let seated = rows.iter().map(|row| SeatedMember { account: row.account, brought: brought(row) });
    let table = open::open_matched(tx, seated.collect(), &plan);
    for id in group {
        set_stage(tx, *id, TicketStage::Matched { table, at: tx.now });
    }
    for owner in owners {
        end_others(tx, owner);
    }
    true
}

fn brought(row: &TicketRow) -> Option<Brought> {
    Brought::of(Some(&row.client_ref), row.client_seed.as_deref())
}

/// Why a member may not create such a table now.
fn obstacle(tx: &Transaction<'_>, account: AccountId, plan: &Plan) -> Option<TicketEnd> {
    if tx.is_gone(account) {
        return Some(TicketEnd::Account);
    }
    open::may_open(tx, account, plan).err().map(|rejection| reason_of(&rejection))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "creation has no other rejections")]
const fn reason_of(rejection: &Rejection) -> TicketEnd {
    match rejection {
        Rejection::Money(Money::Paused { .. }) => TicketEnd::Paused,
        Rejection::Money(_) => TicketEnd::Chips,
        _ => TicketEnd::Quota,
    }
}

/// A ticket of this member was matched: their others end.
fn end_others(tx: &mut Transaction<'_>, account: AccountId) {
    let others: Vec<TicketId> = tx.queue.waiting_of(account).collect();
    for id in others {
        end(tx, id, TicketEnd::Elsewhere);
    }
}

/// Look at all tickets that wait: those whose owners have left or whose time is over end, the others are paired, and those
/// that have waited for long get a table with the house if they want it. `polled` says whether a long-poll is on a ticket.
pub(crate) fn queue_moves(tx: &mut Transaction<'_>, presence: &mut Presence, polled: impl Fn(TicketId) -> bool) {
    let waiting: BTreeSet<TicketId> = tx.queue.waiting().collect();
    for id in waiting.iter().copied().filter(|id| polled(*id)) {
        if let Some(row) = tx.queue.get(id) {
            presence.see(id, row, &tx.config.queue, tx.now);
        }
    }
    for id in &waiting {
        let reason = tx.queue.get(*id).and_then(|row| overdue(tx, presence, *id, row));
        if let Some(reason) = reason.filter(|_| tx.has_room()) {
            end(tx, *id, reason);
        }
    }
    for sort in tx.queue.sorts().cloned().collect::<Vec<_>>() {
        if tx.has_room() {
            pair(tx, presence, &sort);
        }
    }
    for id in waiting {
        if tx.has_room() {
            play_house(tx, id);
        }
    }
    // The next step does what this one has no room for.
    let is_done = tx.has_room();
    presence.keep(|id| tx.queue.get(id).is_some_and(TicketRow::waits), tx.now, is_done);
}

/// Why a waiting ticket ends now.
fn overdue(tx: &Transaction<'_>, presence: &Presence, id: TicketId, row: &TicketRow) -> Option<TicketEnd> {
    if tx.is_gone(row.account) {
        return Some(TicketEnd::Account);
    }
    if tx.now >= row.created_at.plus_s(tx.config.queue.longest_s) {
        return Some(TicketEnd::Expired);
    }
    (!presence.is_here(id, tx.now)).then_some(TicketEnd::Left)
}

/// Open a practice table for a ticket that has waited for opponents long enough.
fn play_house(tx: &mut Transaction<'_>, id: TicketId) {
    let after_s = tx.config.queue.house_after_s;
    let is_due =
        |row: &TicketRow| row.waits() && row.fallback == Fallback::House && tx.now >= row.created_at.plus_s(after_s);
    let Some(row) = tx.queue.get(id).cloned().filter(is_due) else { return };
    let plan = Plan::new(tx.config.games, &row.sort.kind, Some(row.sort.seats), PRACTICE_STAKE);
    let plan = plan.and_then(|plan| {
        let level = level_for(plan.rules.about().id, row.rating);
        plan.for_practice(level)
    });
    let Ok(plan) = plan else { return };
    let plan = Plan { brought: brought(&row), ..plan };
    match open::open_table_for(tx, row.account, &plan) {
        Ok(table) => {
            set_stage(tx, id, TicketStage::Matched { table, at: tx.now });
            end_others(tx, row.account);
        }
        Err(_) => end(tx, id, TicketEnd::Quota),
    }
}

/// The level of the house whose rating is nearest to a member's; `None` where the house has no levels.
fn level_for(game_id: &str, rating: Option<u16>) -> Option<Level> {
    strengths(game_id)?;
    let nearest = rating.zip(anchors(game_id)).and_then(|(rating, anchors)| {
        let distances = anchors.into_iter().map(|anchor| anchor.abs_diff(i64::from(rating)));
        distances.zip(1..).min().map(|(_, level)| level)
    });
    Level::new(nearest.unwrap_or(FIRST_LEVEL))
}
