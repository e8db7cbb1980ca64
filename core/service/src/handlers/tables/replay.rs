//! The replay of a settled table, hot or cold: made once for all who read it.

use super::archive::settled;
use crate::answer::{Answer, SharedAnswer};
use crate::games::{Bundle, Seed};
use crate::ids::TableId;
use crate::pending::QueryPurpose;
use crate::record::{EndRow, PlyRow, Record, TableRow};
use crate::refusal::Refusal;
use crate::request::{Caller, RequestId};
use crate::state::Seal;
use crate::step::{HandlerResult, Step};

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

    fn keep_bundle(&mut self, table: TableId, (seal, bundle): &(Option<Seal>, SharedAnswer<Bundle>)) {
        if self.bundles.get(table, *seal).is_none() {
            self.bundles.keep(table, *seal, bundle.clone(), self.state.config.bounds.bundles);
        }
    }

    /// The replay bundle, and the seal on its seed.
    fn bundle(
        &self,
        id: TableId,
        row: &TableRow,
        end: &EndRow,
        plies: &[PlyRow],
    ) -> Result<(Option<Seal>, SharedAnswer<Bundle>), Refusal> {
        let seal = self.state.seal_of(id, row, self.now);
        let known = self.bundles.get(id, seal).cloned();
        let make = || self.make_bundle(id, row, end, plies, seal).map(SharedAnswer::from);
        Ok((seal, known.map_or_else(make, Ok)?))
    }

    /// The replay bundle, made by the table's own version of the rules. While the seed is sealed the log is too: actions
    /// can tell a deal.
    fn make_bundle(
        &self,
        id: TableId,
        row: &TableRow,
        end: &EndRow,
        plies: &[PlyRow],
        seal: Option<Seal>,
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
            sealed_until: seal.and_then(Seal::until).map(|until| until.0),
            sealed_reason: seal.map(|seal| seal.reason().to_owned()),
            config: serde_json::to_value(&row.setup).expect("plain data"),
            log,
            digest: String::new(),
            outcome: end.outcome.clone(),
        };
        bundle.digest = bundle.computed_digest();
        if seal.is_some() {
            bundle.seed = None;
            bundle.log.clear();
        }
        Ok(bundle)
    }
}
