//! Opening a table from its plan: quotas, stakes, and the deal once all seats are taken.

use super::plan::Plan;
use super::{course, friendly};
use crate::config::reached;
use crate::games::Deal;
use crate::handlers::chips::{house, ledger};
use crate::handlers::{fairness, ratings};
use crate::ids::{AccountId, TableId};
use crate::record::{Player, Record, Status, TableRow};
use crate::rejection::{Quota, Rejection, Retry};
use crate::state::{HotState, Table, Transaction, has_house};
use crate::time::Millis;

/// Create a table for a member who may do so.
pub(crate) fn open_table_for(tx: &mut Transaction<'_>, account: AccountId, plan: &Plan) -> Result<TableId, Rejection> {
    may_open(tx, account, plan)?;
    Ok(open_allowed(tx, account, plan))
}

/// Whether a member may create a table: not during a pause, within the quota, and if they and the house can pay for it.
pub(crate) fn may_open(tx: &Transaction<'_>, account: AccountId, plan: &Plan) -> Result<(), Rejection> {
    if !plan.practice {
        ledger::may_stake(tx, account)?;
    }
    may_make_another(tx, account)?;
    // The daily challenge does not count.
    let limit = tx.config.limits.active_tables;
    if plan.daily.is_none() && limit != 0 && counted_tables_of(tx, account).nth(limit as usize - 1).is_some() {
        let after_s = soonest_end(tx, account).seconds_from(tx.now);
        return Err(Quota::ActiveTables(Retry { limit, after_s }).into());
    }
    if !plan.practice {
        ledger::afford(tx, account, plan.buy_in())?;
        if has_house(&plan.players(Player::Member(account))) {
            house::house_affords(tx, account, plan.buy_in())?;
        }
    }
    Ok(())
}

/// Create a table that a member may create.
pub(crate) fn open_allowed(tx: &mut Transaction<'_>, account: AccountId, plan: &Plan) -> TableId {
    let today = tx.now.day();
    let made = tables_made(tx, account) + 1;
    tx.put(Record::TablesMade(today, account, made));
    make_table(tx, Player::Member(account), plan)
}

/// Tables that a member has created today, by any route.
fn tables_made(tx: &Transaction<'_>, account: AccountId) -> u32 {
    tx.tables_made.get(&(tx.now.day(), account)).copied().unwrap_or_default()
}

fn may_make_another(tx: &Transaction<'_>, account: AccountId) -> Result<(), Quota> {
    let limit = tx.config.limits.tables_per_day;
    if reached(tables_made(tx, account), limit) {
        let after_s = tx.now.day().next().start().seconds_from(tx.now);
        return Err(Quota::TablesToday(Retry { limit, after_s }));
    }
    Ok(())
}

/// The tables that count for the account's quota: its own waiting and running ones, without daily challenges.
fn counted_tables_of(state: &HotState, account: AccountId) -> impl Iterator<Item = &Table> {
    let tables = state.tables.active_of(account).map(|(_, table)| table);
    tables.filter(move |table| table.row.host == Some(account) && table.row.daily.is_none())
}

/// When the first of these tables ends or moves on by itself.
fn soonest_end(tx: &Transaction<'_>, account: AccountId) -> Millis {
    counted_tables_of(tx, account).filter_map(|table| end_of(tx, table)).min().unwrap_or(tx.now)
}

/// When the first of these tables ends or moves on by itself.
pub(super) fn first_end(tx: &Transaction<'_>, tables: &[TableId]) -> Millis {
    let ends = tables.iter().filter_map(|table| end_of(tx, tx.table(*table)?));
    ends.min().unwrap_or(tx.now)
}

/// When a table ends or moves on by itself.
fn end_of(tx: &Transaction<'_>, table: &Table) -> Option<Millis> {
    match table.row.status {
        Status::Waiting { .. } => table.waits_until(&tx.outages),
        Status::Playing { .. } => table.next_to_time_out().map(|(at, _)| at),
        Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => None,
    }
}

/// The deal of a new table, and its seed if no other member can join.
fn deal(tx: &mut Transaction<'_>, plan: &Plan, waits: bool) -> (Option<Deal>, Option<[u8; 32]>) {
    let Some(daily) = plan.daily else {
        let mut brought = vec![None; plan.seats];
        brought[0] = plan.brought;
        let deal = fairness::number(tx, brought);
        let seed = if waits { None } else { fairness::seed_of(tx, &deal) };
        return (Some(deal), seed);
    };
    let name = tx.fairness.name_of(daily);
    let seed = super::daily::seed_of(tx, daily);
    // A challenge that an earlier version drew is not in the list of its day.
    let is_fair = seed.is_some() && seed == fairness::daily_seed(tx, name);
    (is_fair.then(|| fairness::daily_deal(fairness::number(tx, Vec::new()))), seed)
}

/// Create a table, take the stakes, and deal if all seats are taken.
pub(crate) fn make_table(tx: &mut Transaction<'_>, maker: Player, plan: &Plan) -> TableId {
    let id = TableId::new(tx.now, tx.bytes());
    let players = plan.players(maker);
    let waits = players.contains(&Player::Vacant);
    let status = if waits {
        Status::Waiting { expires_at: plan.expires_at(tx.now, &tx.config.pace) }
    } else {
        Status::Playing { started_at: tx.now }
    };
    let mut setup = plan.rules.setup(Some(plan.kind), plan.seats, plan.stake).at_level(plan.level);
    let (deal, seed) = deal(tx, plan, waits);
    let seed = fairness::hidden(tx, id, deal.as_ref(), seed);
    setup.deal = deal.map(Box::new);
    let row = TableRow {
        game_id: plan.rules.about().id.to_owned(),
        version: plan.rules.about().version.to_owned(),
        setup,
        seed,
        players,
        buy_in: plan.buy_in(),
        host: maker.member(),
        visibility: plan.visibility,
        pace: plan.pace,
        invited: plan.invited,
        practice: plan.practice,
        daily: plan.daily,
        party: plan.party,
        created_at: tx.now,
        status,
    };
    if !row.practice {
        for player in row.players.clone() {
            ledger::buy_in(tx, player, row.buy_in, id);
        }
    }
    tx.put(Record::Table(id, Box::new(row)));
    if let Some(friendly) = &plan.friendly {
        friendly::begin(tx, (id, plan.seats), maker, friendly);
    }
    ratings::open_table(tx, id, plan.rated);
    if !waits {
        course::go_on(tx, id);
    }
    id
}
