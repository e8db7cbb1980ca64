//! The replay of a settled table, hot or archived. It is made once for all readers.

use super::card;
use crate::answer::{Answer, Replay, ReplayStep, SharedAnswer};
use crate::bundles::Bundles;
use crate::games::{Audience, Bundle, Seed};
use crate::handled::{Handled, HandlerResult};
use crate::ids::TableId;
use crate::pending::ArchivedRead;
use crate::record::{ArchiveRow, EndRow, PlyRow, TableRow};
use crate::rejection::{Rejection, TableRejection as Rejected};
use crate::request::{self, Caller, ReplaySide};
use crate::state::{HotState, LiveMatch, Seal, Transaction};

/// A settled match, hot or archived.
struct PlayedMatch<'a> {
    table: TableId,
    row: &'a TableRow,
    end: &'a EndRow,
    plies: &'a [PlyRow],
}

pub(crate) fn replay(
    tx: &Transaction<'_>,
    bundles: &mut Bundles,
    caller: &Caller,
    table: TableId,
    &request::Replay { seat: steps_of }: &request::Replay,
) -> HandlerResult {
    let Some(known) = tx.table(table) else {
        return Ok(Handled::look_up(table, ArchivedRead::Replay(steps_of)));
    };
    let row = &known.row;
    let played = PlayedMatch { table, row, end: card::end_of(tx, caller, table, row)?, plies: known.plies() };
    Ok(Answer::Replay(replay_of(tx, bundles, &played, steps_of)?).into())
}

pub(crate) fn archived_replay(
    tx: &Transaction<'_>,
    bundles: &mut Bundles,
    table: TableId,
    steps_of: Option<ReplaySide>,
    cold: &ArchiveRow,
) -> Result<Replay, Rejection> {
    let played = PlayedMatch { table, row: &cold.table, end: card::settled(cold)?, plies: &cold.plies };
    replay_of(tx, bundles, &played, steps_of)
}

fn replay_of(
    tx: &Transaction<'_>,
    bundles: &mut Bundles,
    played: &PlayedMatch<'_>,
    steps_of: Option<ReplaySide>,
) -> Result<Replay, Rejection> {
    let seal = tx.seal_of(played.table, played.row, tx.now);
    let known = bundles.get(played.table, seal).cloned();
    let bundle = match &known {
        Some(known) => known.clone(),
        None => SharedAnswer::from(make_bundle(tx, played, seal)?),
    };
    let steps = steps_of.map(|side| steps(tx, played, seal, side)).transpose()?;
    if known.is_none() {
        bundles.keep(played.table, seal, bundle.clone(), tx.config.bounds.bundles);
    }
    Ok(Replay { bundle, steps, fair: None })
}

/// The match step by step as one side saw it; empty while the seed is sealed, like the log. It is large and seldom
/// requested, so it is not cached.
fn steps(
    state: &HotState,
    played: &PlayedMatch<'_>,
    seal: Option<Seal>,
    side: ReplaySide,
) -> Result<Vec<ReplayStep>, Rejection> {
    let PlayedMatch { table, row, plies, .. } = played;
    let seat = match side {
        ReplaySide::Seat(seat) if seat.index() >= row.players.len() => return Err(Rejected::NoSuchSeat.into()),
        ReplaySide::Seat(seat) => Some(seat),
        ReplaySide::Spectator => None,
    };
    if seal.is_some() {
        return Ok(Vec::new());
    }
    let most = state.config.bounds.replay_steps;
    if plies.len() > most {
        return Err(Rejected::TooLong { most: most as u64 }.into());
    }
    let audience = Audience { seat, sealed: false };
    let seed = state.seed_of(*table, row).ok_or(Rejection::Unavailable)?;
    LiveMatch::steps((row, seed), plies, &state.config, audience).ok_or(Rejection::Unavailable)
}

/// The digest of a settled table's bundle. `None` if its rules are not available.
pub(crate) fn digest(
    state: &HotState,
    table: TableId,
    row: &TableRow,
    end: &EndRow,
    plies: &[PlyRow],
) -> Option<[u8; 32]> {
    let bundle = make_bundle(state, &PlayedMatch { table, row, end, plies }, None).ok()?;
    hex::decode(bundle.digest).ok()?.try_into().ok()
}

/// The replay bundle, made by the table's own version of the rules. While the seed is sealed the log is left out too,
/// because actions can reveal the deal.
fn make_bundle(state: &HotState, played: &PlayedMatch<'_>, seal: Option<Seal>) -> Result<Bundle, Rejection> {
    let PlayedMatch { table, row, end, plies } = played;
    let seed = Seed::from_bytes(state.seed_of(*table, row).ok_or(Rejection::Unavailable)?);
    let rules = state.rules_of(row)?;
    let entries = plies.iter().map(|ply| (ply.seat, ply.entry.played(), ply.at.0));
    let log = Bundle::log_of(rules, &row.setup, &seed, entries).ok_or(Rejection::Unavailable)?;
    let mut bundle = Bundle {
        session_id: table.to_string(),
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
