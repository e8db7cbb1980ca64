//! Seats of waiting tables, and their cancellation.

use crate::handlers::chips::ledger;
use crate::handlers::parties::changes;
use crate::ids::{AccountId, TableId};
use crate::record::{Player, Record, Status, TableRow};
use crate::rejection::{Rejection, TableRejection as Rejected};
use crate::state::{Table, Transaction};

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

/// Refund a player's stake.
pub(crate) fn refund(tx: &mut Transaction<'_>, player: Player, table: TableId) {
    if let Some(TableRow { buy_in, game_id, .. }) = tx.table(table).map(|known| known.row.clone()) {
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
