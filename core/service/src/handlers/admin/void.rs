//! Voiding a table by an operator.

use crate::handled::invalid;
use crate::handlers::duels::end;
use crate::handlers::duels::running::Duelling;
use crate::handlers::tables::{chat, seating, void};
use crate::ids::TableId;
use crate::record::Status;
use crate::rejection::{Rejection, TableRejection as Rejected};
use crate::state::Transaction;

/// The message in the chat of the table.
const MESSAGE: &str = "the operator has voided this table: all stakes went back";

/// End a waiting or running table and refund every stake. The seed is revealed as at other ends. Nothing counts for a
/// ranking, and a duel at this table ends without a winner.
pub(crate) fn void(tx: &mut Transaction<'_>, duelling: &mut Duelling, table: TableId) -> Result<(), Rejection> {
    let row = tx.table(table).ok_or(Rejected::NotFound)?.row.clone();
    match row.status {
        Status::Waiting { .. } => {
            chat::announce(tx, table, MESSAGE);
            seating::cancel(tx, table);
        }
        Status::Playing { .. } => {
            void::void_played(tx, table, MESSAGE);
            if let Some((duel, _)) = tx.duels.at(table) {
                end::void_duel(tx, duelling, duel);
            }
        }
        Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
            return Err(invalid("table", "is over"));
        }
    }
    Ok(())
}
