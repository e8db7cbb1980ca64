//! Opening a table from its plan: quotas, stakes, and the deal once all seats are taken.

use super::plan::Plan;
use super::{course, friendly};
use crate::config::reached;
use crate::games::{Brought, Deal, Seat};
use crate::handlers::chips::{house, ledger};
use crate::handlers::{fairness, ratings};
use crate::ids::{AccountId, TableId};
use crate::record::{Player, Record, Status, TableRow};
use crate::rejection::{Quota, Rejection, Retry};
use crate::secret::sha256;
use crate::state::{HotState, Table, Transaction, has_house};
use crate::time::Millis;

/// Create a table for a member who may do so.
pub(crate) fn open_table_for(tx: &mut Transaction<'_>, account: AccountId, plan: &Plan) -> Result<TableId, Rejection> {
    may_open(tx, account, plan)?;
    Ok(open_allowed(tx, account, plan))
}

/// Whether a member may create a table: not during a pause, within the quota, and if they and the house can pay for it.
pub(crate) fn may_open(tx: &Transaction<'_>, account: AccountId, plan: &Plan) -> Result<(), Rejection> {
    if plan.has_stake() {
        ledger::may_stake(tx, account)?;
    }
    may_make_another(tx, account)?;
    // The daily challenge does not count.
    let limit = tx.config.limits.active_tables;
    if plan.daily.is_none() && limit != 0 && counted_tables_of(tx, account).nth(limit as usize - 1).is_some() {
        let after_s = soonest_end(tx, account).seconds_from(tx.now);
        return Err(Quota::ActiveTables(Retry { limit, after_s }).into());
    }
    if plan.has_stake() {
        ledger::afford(tx, account, plan.buy_in())?;
        if has_house(&plan.players(Player::Member(account))) {
            house::house_affords(tx, account, plan.buy_in())?;
        }
    }
    Ok(())
}

/// Create a table that a member may create.
pub(crate) fn open_allowed(tx: &mut Transaction<'_>, account: AccountId, plan: &Plan) -> TableId {
    count_made(tx, account);
    make_table(tx, Player::Member(account), plan)
}

fn count_made(tx: &mut Transaction<'_>, account: AccountId) {
    let made = tables_made(tx, account) + 1;
    tx.put(Record::TablesMade(tx.now.day(), account, made));
}

/// A member whom the queue brings to a table, with what their ticket brings for the seed.
pub(crate) struct SeatedMember {
    pub(crate) account: AccountId,
    pub(crate) brought: Option<Brought>,
}

/// Create a table for members who may do so: one for each seat. The seats are theirs by a hash that no ticket can foresee.
pub(crate) fn open_matched(tx: &mut Transaction<'_>, mut members: Vec<SeatedMember>, plan: &Plan) -> TableId {
    let id = TableId::new(tx.now, tx.bytes());
    members.sort_by_key(|member| sha256(format!("{id}\n{}", member.account).as_bytes()));
    for member in &members {
        count_made(tx, member.account);
    }
    let players = members.iter().map(|member| Player::Member(member.account)).collect();
    let brought = members.iter().map(|member| member.brought).collect();
    open_with(tx, id, Seated { host: None, players, brought, expires_at: tx.now }, plan);
    id
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

/// The tables that count for the account's quota: its own waiting and running ones and those of the queue, without daily
/// challenges.
fn counted_tables_of(state: &HotState, account: AccountId) -> impl Iterator<Item = &Table> {
    let tables = state.tables.active_of(account).map(|(_, table)| table);
    let is_own = move |row: &TableRow| row.host == Some(account) || row.is_matched();
    tables.filter(move |table| is_own(&table.row) && table.row.daily.is_none())
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
fn deal(
    tx: &mut Transaction<'_>,
    plan: &Plan,
    brought: Vec<Option<Brought>>,
    waits: bool,
) -> (Option<Deal>, Option<[u8; 32]>) {
    let Some(daily) = plan.daily else {
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
    let mut brought = vec![None; plan.seats];
    brought[0] = plan.brought;
    let expires_at = plan.expires_at(tx.now, &tx.config.pace);
    let seated = Seated { host: maker.member(), players: plan.players(maker), brought, expires_at };
    open_made(tx, id, seated, (Seat(0), plan));
    id
}

/// Create the rematch of a table, whose maker may do so and sits in this seat.
pub(super) fn open_rematch(tx: &mut Transaction<'_>, id: TableId, seated: Seated, (seat, plan): (Seat, &Plan)) {
    if let Some(account) = seated.host {
        count_made(tx, account);
    }
    open_made(tx, id, seated, (seat, plan));
}

/// Who sits at a new table, what each seat brings for the seed, and until when it waits for others.
pub(super) struct Seated {
    pub(super) host: Option<AccountId>,
    pub(super) players: Vec<Player>,
    pub(super) brought: Vec<Option<Brought>>,
    pub(super) expires_at: Millis,
}

/// Open a table that somebody makes, who sits in this seat.
fn open_made(tx: &mut Transaction<'_>, id: TableId, seated: Seated, (seat, plan): (Seat, &Plan)) {
    let by_guest = seated.host.is_none();
    open_with(tx, id, seated, plan);
    if let Some(friendly) = &plan.friendly {
        friendly::begin(tx, (id, plan.seats), (seat, by_guest), friendly);
    }
}

fn open_with(tx: &mut Transaction<'_>, id: TableId, seated: Seated, plan: &Plan) {
    let Seated { host, players, brought, expires_at } = seated;
    let waits = players.contains(&Player::Vacant);
    let status = if waits { Status::Waiting { expires_at } } else { Status::Playing { started_at: tx.now } };
    let mut setup = plan.rules.setup(Some(plan.kind), plan.seats, plan.stake).at_level(plan.level);
    let (deal, seed) = deal(tx, plan, brought, waits);
    let seed = fairness::hidden(tx, id, deal.as_ref(), seed);
    setup.deal = deal.map(Box::new);
    let row = TableRow {
        game_id: plan.rules.about().id.to_owned(),
        version: plan.rules.about().version.to_owned(),
        setup,
        seed,
        players,
        buy_in: plan.buy_in(),
        host,
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
    ratings::open_table(tx, id, plan.rated);
    if !waits {
        course::go_on(tx, id);
    }
}
