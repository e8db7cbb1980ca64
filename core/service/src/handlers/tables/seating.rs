//! Seats of waiting tables, and their cancellation.

use super::course;
use crate::handlers::chips::ledger;
use crate::handlers::parties::changes;
use crate::handlers::{fairness, ratings};
use crate::ids::{AccountId, TableId};
use crate::record::{Player, Record, Status, TableRow};
use crate::rejection::{Rejection, TableRejection as Rejected};
use crate::state::{Table, Transaction};

/// Start a table whose last seat was taken: give it its seed. Returns whether it starts; an error without the secret of
/// its day.
pub(super) fn begin_if_full(tx: &Transaction<'_>, table: TableId, row: &mut TableRow) -> Result<bool, Rejection> {
    if row.players.contains(&Player::Vacant) {
        return Ok(false);
    }
    row.status = Status::Playing { started_at: tx.now };
    // A table of an earlier version has its seed from the start.
    if row.seed.is_undealt() {
        let deal = row.setup.deal.as_deref();
        row.seed = fairness::hidden(tx, table, deal, deal.and_then(|deal| fairness::seed_of(tx, deal)));
    }
    if row.seed.is_undealt() {
        // The secret of its day was lost with a damaged disk.
        return Err(Rejection::Unavailable);
    }
    Ok(true)
}

/// Put the row of a table whose seats have changed, and play on if it starts.
pub(super) fn go_on(tx: &mut Transaction<'_>, table: TableId, row: TableRow, started: bool) {
    tx.put(Record::Table(table, Box::new(row)));
    if started {
        ratings::start_table(tx, table);
        course::go_on(tx, table);
    }
}

/// A member leaves a waiting table: the host cancels it, another member frees a seat.
pub(crate) fn leave_waiting(tx: &mut Transaction<'_>, account: AccountId, table: TableId) -> Result<(), Rejection> {
    let known = tx.table(table).ok_or(Rejected::NotFound)?;
    let seat = known.seat_of(account).ok_or(Rejected::NotSeated)?;
    if known.row.host == Some(account) {
        cancel(tx, table);
        return Ok(());
    }
    refund(tx, Player::Member(account), table);
    reseat(tx, table, |row| row.seat(seat, Player::Vacant, None));
    Ok(())
}

/// The table was not filled in time.
pub(crate) fn waiting_ends(tx: &mut Transaction<'_>, table: TableId) {
    if tx.table(table).is_some_and(Table::is_waiting) {
        cancel(tx, table);
    }
}

/// Cancel a waiting table and refund all stakes.
pub(crate) fn cancel(tx: &mut Transaction<'_>, table: TableId) {
    let players = tx.table(table).map(|known| known.row.players.clone()).unwrap_or_default();
    for player in players {
        refund(tx, player, table);
    }
    let now = tx.now;
    reseat(tx, table, |row| row.status = Status::Cancelled { at: now });
    changes::party_table_is_over(tx, table);
}

/// Refund a player's stake. Practice has none.
pub(crate) fn refund(tx: &mut Transaction<'_>, player: Player, table: TableId) {
    let row = tx.table(table).map(|known| known.row.clone()).filter(|row| !row.practice);
    if let Some(TableRow { buy_in, game_id, .. }) = row {
        ledger::give_back(tx, player, buy_in, (table, &game_id));
    }
    ledger::return_chips_of_erased(tx, player);
}

/// Change the seats or the status of a table.
pub(crate) fn reseat<T>(tx: &mut Transaction<'_>, table: TableId, change: impl FnOnce(&mut TableRow) -> T) -> T {
    let mut row = tx.table(table).expect("the caller has looked").row.clone();
    let result = change(&mut row);
    tx.put(Record::Table(table, Box::new(row)));
    result
}
