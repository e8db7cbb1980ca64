//! Turns: entries of a table's log, including those of automatic players.

use crate::games::{Outcome, Policy, Seat};
use crate::ids::TableId;
use crate::record::{EntryRow, PlyRow, Record};
use crate::state::Transaction;

/// Play the turns of automatic players. Returns the outcome if the match is over.
pub(crate) fn play_automatic(tx: &mut Transaction<'_>, table: TableId) -> Option<Outcome> {
    loop {
        let known = tx.table(table)?;
        let live = known.live()?;
        let Some(seat) = known.automatic_to_act() else { return live.board.outcome() };
        let chosen = live.board.choice_of(seat, Policy::House(known.row.setup.level()));
        let (choice, drawn) = chosen.expect("a seat that is to act has a legal action");
        log(tx, table, live.plies().len() as u32, seat, EntryRow::Choice(choice), drawn);
    }
}

/// Add a log entry that draws nothing from the random stream.
pub(crate) fn log_next(tx: &mut Transaction<'_>, table: TableId, seat: Seat, entry: EntryRow) {
    let ply = tx.table(table).map_or(0, |known| known.plies().len());
    log(tx, table, ply as u32, seat, entry, 0);
}

pub(crate) fn log(tx: &mut Transaction<'_>, table: TableId, ply: u32, seat: Seat, entry: EntryRow, drawn: u64) {
    tx.put(Record::Ply(table, ply, PlyRow { seat, entry, at: tx.now, drawn }));
}
