//! The course of a match: automatic turns, time-outs and the settlement. Legs of duels are handled in `duels`.

use super::{settle, turns};
use crate::games::Seat;
use crate::handlers::integrations::notices;
use crate::ids::TableId;
use crate::record::EntryRow;
use crate::state::{Table, Transaction};

/// Play automatic turns, then settle the table if the match is over, or notify those whose turns have begun.
pub(crate) fn go_on(tx: &mut Transaction<'_>, table: TableId) {
    let since = tx.table(table).map_or(0, |known| known.plies().len()) as u32;
    if let Some(outcome) = turns::play_automatic(tx, table) {
        settle::settle(tx, table, &outcome);
    }
    notices::notify_turns(tx, table, since);
}

/// A seat concedes a running match.
pub(crate) fn concede(tx: &mut Transaction<'_>, table: TableId, seat: Seat, how: EntryRow) {
    turns::log_next(tx, table, seat, how);
    go_on(tx, table);
}

/// The turn that ends first has ended: its seat concedes. A seat that is to act can always concede.
pub(crate) fn turn_ends(tx: &mut Transaction<'_>, table: TableId) {
    let due = tx.table(table).and_then(Table::next_to_time_out);
    if let Some((_, seat)) = due.filter(|(at, _)| *at <= tx.now) {
        concede(tx, table, seat, EntryRow::TimedOut);
    }
}
