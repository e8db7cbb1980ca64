//! The course of a match: it is played on, and settled when it is over. A duel's legs have a course of their own.

use super::{settle, turns};
use crate::games::Seat;
use crate::handlers::doors::notices;
use crate::ids::TableId;
use crate::record::EntryRow;
use crate::state::{Table, Transaction};

/// Play on at a table; settle it when its match is over, and notify those whose turns have begun.
pub(crate) fn go_on(tx: &mut Transaction<'_>, table: TableId) {
    let since = tx.table(table).map_or(0, |known| known.plies().len()) as u32;
    if let Some(outcome) = turns::play_automatic(tx, table) {
        settle::settle(tx, table, &outcome);
    }
    notices::notify_turns(tx, table, since);
}

/// A seat leaves a running match.
pub(crate) fn concede(tx: &mut Transaction<'_>, table: TableId, seat: Seat, how: EntryRow) {
    turns::log_next(tx, table, seat, how);
    go_on(tx, table);
}

/// The turn of the seat that is due first has ended: it concedes. A seat that is to act can always concede.
pub(crate) fn turn_ends(tx: &mut Transaction<'_>, table: TableId) {
    let due = tx.table(table).and_then(Table::next_to_time_out);
    if let Some((_, seat)) = due.filter(|(at, _)| *at <= tx.now) {
        concede(tx, table, seat, EntryRow::TimedOut);
    }
}
