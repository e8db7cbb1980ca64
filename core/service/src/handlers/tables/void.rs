//! Voiding a table: it ends without a result.

use super::{chat, seating, settle};
use crate::handlers::fairness;
use crate::handlers::integrations::notices;
use crate::handlers::parties::changes;
use crate::ids::TableId;
use crate::record::{FreeResult, Status, TableRow};
use crate::state::Transaction;

/// Void a running table: refund every stake, with a message in its chat.
pub(crate) fn void_played(tx: &mut Transaction<'_>, table: TableId, why: &str) {
    let Some(row) = tx.table(table).map(|known| known.row.clone()) else { return };
    let Status::Playing { started_at } = row.status else { return };
    chat::announce(tx, table, why);
    refund_all(tx, table, &row);
    let at = tx.now;
    let seed = fairness::revealed(tx, table, &row, at);
    seating::reseat(tx, table, |row| (row.status, row.seed) = (Status::Voided { started_at, at }, seed));
    changes::party_table_is_over(tx, table);
    notices::notify_turns(tx, table, 0);
}

/// Refund the stakes, and write histories with a net of 0.
fn refund_all(tx: &mut Transaction<'_>, table: TableId, row: &TableRow) {
    if row.practice {
        return;
    }
    for player in &row.players {
        seating::refund(tx, *player, table);
    }
    let free = if row.is_free() { FreeResult::Draw } else { FreeResult::NotFree };
    for (at, player) in row.players.iter().enumerate() {
        if let Some(account) = player.member() {
            settle::note_history(tx, account, table, row, (at, 0, free));
        }
    }
}
