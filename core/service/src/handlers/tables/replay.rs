//! The replay of a settled table, hot or cold: made once for all who read it.

use super::archive::settled;
use crate::answer::{Answer, Replay, ReplayStep, SharedAnswer};
use crate::games::{Bundle, Seed, Sight};
use crate::ids::TableId;
use crate::pending::QueryPurpose;
use crate::record::{EndRow, PlyRow, Record, TableRow};
use crate::refusal::{Refusal, TableRefusal as Refused};
use crate::request::{Caller, ReplaySide, RequestId};
use crate::state::{LiveMatch, Seal};
use crate::step::{HandlerResult, Step};

impl Step<'_> {
    pub(crate) fn replay(
        &mut self,
        id: RequestId,
        caller: &Caller,
        table: TableId,
        steps_of: Option<ReplaySide>,
    ) -> HandlerResult {
        let Some(known) = self.state.table(table) else {
            return Ok(self.look_up(id, caller, table, QueryPurpose::Replay(table, steps_of)));
        };
        let end = self.end_of(caller, table, &known.row)?;
        let (seal, bundle) = self.bundle(table, &known.row, end, known.plies())?;
        let steps = steps_of.map(|side| self.steps(&known.row, known.plies(), seal, side)).transpose()?;
        self.keep_bundle(table, seal, &bundle);
        Ok(Answer::Replay(Replay { bundle, steps }).into())
    }

    pub(crate) fn archived_replay(
        &mut self,
        table: TableId,
        steps_of: Option<ReplaySide>,
        rows: &[Record],
    ) -> Result<Answer, Refusal> {
        let row = self.archived(rows)?;
        let (seal, bundle) = self.bundle(table, &row.table, settled(row)?, &row.plies)?;
        let steps = steps_of.map(|side| self.steps(&row.table, &row.plies, seal, side)).transpose()?;
        self.keep_bundle(table, seal, &bundle);
        Ok(Answer::Replay(Replay { bundle, steps }))
    }

    fn keep_bundle(&mut self, table: TableId, seal: Option<Seal>, bundle: &SharedAnswer<Bundle>) {
        if self.bundles.get(table, seal).is_none() {
            self.bundles.keep(table, seal, bundle.clone(), self.state.config.bounds.bundles);
        }
    }

    /// The match step by step as one side saw it; nothing while the seed is sealed, like the log. They are large and
    /// seldom asked for: nobody keeps them.
    fn steps(
        &self,
        row: &TableRow,
        plies: &[PlyRow],
        seal: Option<Seal>,
        side: ReplaySide,
    ) -> Result<Vec<ReplayStep>, Refusal> {
        let seat = match side {
            ReplaySide::Seat(seat) if seat.index() >= row.players.len() => return Err(Refused::NoSuchSeat.into()),
            ReplaySide::Seat(seat) => Some(seat),
            ReplaySide::Spectator => None,
        };
        if seal.is_some() {
            return Ok(Vec::new());
        }
        let most = self.state.config.bounds.replay_steps;
        if plies.len() > most {
            return Err(Refused::TooLong { most: most as u64 }.into());
        }
        let sight = Sight { seat, sealed: false };
        LiveMatch::steps(row, plies, &self.state.config, sight).ok_or(Refusal::Unavailable)
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
