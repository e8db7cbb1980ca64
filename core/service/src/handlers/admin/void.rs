//! Voiding a table: it ends as if it had never been played, but for what is known of it.

use crate::ids::TableId;
use crate::record::{Status, TableRow};
use crate::refusal::{Refusal, TableRefusal as Refused};
use crate::step::Step;

/// What those at the table are told.
const TOLD: &str = "the operator has voided this table: all stakes went back";

impl Step<'_> {
    /// End a table that waits or is played: every stake goes back to whom it came from. The seed opens as at other ends;
    /// nothing counts for any ranking, and a duel that was fought there ends without a winner.
    pub(super) fn void(&mut self, table: TableId) -> Result<(), Refusal> {
        let row = self.state.table(table).ok_or(Refused::NotFound)?.row.clone();
        match row.status {
            Status::Waiting { .. } => {
                self.announce(table, TOLD);
                self.cancel(table);
            }
            Status::Playing { .. } => {
                self.void_played(table, TOLD);
                if let Some((duel, _)) = self.state.duels.at(table) {
                    self.void_duel(duel);
                }
            }
            Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => {
                return Err(Refusal::Invalid { field: "table", problem: "is over" });
            }
        }
        Ok(())
    }

    /// End a table that is played: every stake goes back, and its chat says why.
    pub(crate) fn void_played(&mut self, table: TableId, why: &str) {
        let Some(row) = self.state.table(table).map(|known| known.row.clone()) else { return };
        let Status::Playing { started_at } = row.status else { return };
        self.announce(table, why);
        self.refund_all(table, &row);
        let at = self.now;
        self.reseat(table, |row| row.status = Status::Voided { started_at, at });
        self.party_table_is_over(table);
        self.notify_turns(table, 0);
    }

    /// What was staked goes back, and the histories say that nothing came of it.
    fn refund_all(&mut self, table: TableId, row: &TableRow) {
        if row.practice {
            return;
        }
        for player in &row.players {
            self.refund(*player, table);
        }
        for (at, player) in row.players.iter().enumerate() {
            if let Some(account) = player.member() {
                self.note_history(account, table, row, (at, 0));
            }
        }
    }
}
