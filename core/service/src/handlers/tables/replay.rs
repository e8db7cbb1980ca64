//! The replay of a settled table, hot or cold: made once for all who read it.

use super::archive::settled;
use crate::answer::{Answer, SharedAnswer};
use crate::games::{Bundle, Seed};
use crate::ids::TableId;
use crate::pending::QueryPurpose;
use crate::record::{EndRow, PlyRow, Record, TableRow};
use crate::refusal::Refusal;
use crate::request::{Caller, RequestId};
use crate::step::{HandlerResult, Step};
use crate::time::Millis;

impl Step<'_> {
    pub(crate) fn replay(&mut self, id: RequestId, caller: &Caller, table: TableId) -> HandlerResult {
        let Some(known) = self.state.table(table) else {
            return Ok(self.look_up(id, caller, table, QueryPurpose::Replay(table)));
        };
        let end = self.end_of(caller, table, &known.row)?;
        let bundle = self.bundle(table, &known.row, end, known.plies())?;
        self.keep_bundle(table, &bundle);
        Ok(Answer::Replay(bundle.1).into())
    }

    pub(crate) fn archived_replay(&mut self, table: TableId, rows: &[Record]) -> Result<Answer, Refusal> {
        let row = self.archived(rows)?;
        let bundle = self.bundle(table, &row.table, settled(row)?, &row.plies)?;
        self.keep_bundle(table, &bundle);
        Ok(Answer::Replay(bundle.1))
    }

    fn keep_bundle(&mut self, table: TableId, (sealed_until, bundle): &(Option<Millis>, SharedAnswer<Bundle>)) {
        if self.bundles.get(table, *sealed_until).is_none() {
            self.bundles.keep(table, *sealed_until, bundle.clone());
        }
    }

    /// The replay bundle, and until when its seed is sealed.
    fn bundle(
        &self,
        id: TableId,
        row: &TableRow,
        end: &EndRow,
        plies: &[PlyRow],
    ) -> Result<(Option<Millis>, SharedAnswer<Bundle>), Refusal> {
        let sealed_until = self.state.tables.sealed_until(row, self.now);
        let known = self.bundles.get(id, sealed_until).cloned();
        let make = || self.make_bundle(id, row, end, plies, sealed_until).map(SharedAnswer::from);
        Ok((sealed_until, known.map_or_else(make, Ok)?))
    }

    /// The replay bundle, made by the table's own version of the rules. While the seed is sealed the log is too: actions
    /// can tell a deal.
    fn make_bundle(
        &self,
        id: TableId,
        row: &TableRow,
        end: &EndRow,
        plies: &[PlyRow],
        sealed_until: Option<Millis>,
    ) -> Result<Bundle, Refusal> {
        let seed = Seed::from_bytes(row.seed);
        let rules = self.state.rules_of(row)?;
        let entries = plies.iter().map(|ply| (ply.seat, ply.entry.played(), ply.at.0));
        let log = Bundle::log_of(rules, &row.setup, &seed, entries).ok_or(Refusal::Unavailable)?;
        let mut bundle = Bundle {
            session_id: id.to_string(),
            game_id: row.game_id.clone(),
            version: row.version.clone(),
            seats: row.players.len(),
            seed: Some(seed.to_hex()),
            seed_commit: Some(seed.commit()),
            seed_hash: row.daily.map(|_| seed.commit()),
            sealed_until: sealed_until.map(|until| until.0),
            sealed_reason: sealed_until.map(|_| "daily".to_owned()),
            config: serde_json::to_value(&row.setup).expect("plain data"),
            log,
            digest: String::new(),
            outcome: end.outcome.clone(),
        };
        bundle.digest = bundle.computed_digest();
        if sealed_until.is_some() {
            bundle.seed = None;
            bundle.log.clear();
        }
        Ok(bundle)
    }
}
