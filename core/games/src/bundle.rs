//! The replay bundle: everything that is needed to replay a finished match, and its digest.

use super::canonical::canonical_hash;
use super::{Entry, Events, Leave, MatchResult, Outcome, Registry, Seat, Seed, Setup};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Why a seed can be sealed.
const SEALS: [&str; 4] = ["daily", "duel", "series", "tournament"];

/// A finished match as anyone may download it (`GET /api/tables/{id}/replay`).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    /// The table's id.
    pub session_id: String,
    /// The game.
    pub game_id: String,
    /// The engine version under which it was played.
    pub version: String,
    /// The number of seats.
    pub seats: usize,
    /// The seed in hex; null while it is sealed.
    pub seed: Option<String>,
    /// sha256 of the seed's hex text.
    pub seed_commit: Option<String>,
    /// sha256 of a sealed daily seed.
    pub seed_hash: Option<String>,
    /// Until when the seed is sealed, in epoch milliseconds.
    pub sealed_until: Option<u64>,
    /// Why it is sealed: `daily` or `duel`.
    pub sealed_reason: Option<String>,
    /// The setup of the match.
    pub config: Value,
    /// Every decision of every seat, in order; empty while the seed is sealed.
    pub log: Vec<LogEntry>,
    /// sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`.
    pub digest: String,
    /// The result by seat.
    pub outcome: Vec<OutcomeEntry>,
}

/// One line of a bundle's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LogEntry {
    /// The deciding seat.
    pub seat: Seat,
    /// The action; null for a seat that left.
    pub action: Value,
    /// True for a seat that gave up or ran out of time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub leave: bool,
    /// The time, in epoch milliseconds.
    pub at: u64,
}

/// One entry of an `outcome` list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeEntry {
    /// The seat.
    pub seat: Seat,
    /// Win, loss or draw.
    pub result: MatchResult,
    /// Chips gained or lost on the table.
    pub score: i64,
    /// The place, in ranked games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u8>,
    /// Ids of the cells or cards that won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_pieces: Option<Vec<u8>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
const fn is_false(leave: &bool) -> bool {
    !*leave
}

impl Outcome {
    /// The outcome as the API and the bundle show it.
    pub fn entries(&self) -> Vec<OutcomeEntry> {
        let entry = |(at, seat): (usize, &super::SeatOutcome)| OutcomeEntry {
            seat: Seat::at(at),
            result: seat.result,
            score: seat.score,
            rank: seat.rank,
            winning_pieces: seat.winning_pieces.clone(),
        };
        self.seats.iter().enumerate().map(entry).collect()
    }
}

impl Bundle {
    /// The expected digest of this bundle: sha256 in lowercase hex over the RFC 8785 form of its eight lasting members.
    pub fn computed_digest(&self) -> String {
        let members = json!({
            "config": self.config,
            "gameId": self.game_id,
            "log": self.log,
            "outcome": self.outcome,
            "seats": self.seats,
            "seed": self.seed,
            "sessionId": self.session_id,
            "version": self.version,
        });
        hex::encode(canonical_hash(&members))
    }

    /// The log as JSON entries, by replaying it from the deal. `None` if the options are invalid for this game or an
    /// entry is not possible.
    pub fn log_of(
        rules: &dyn super::Rules,
        setup: &Setup,
        seed: &Seed,
        entries: impl IntoIterator<Item = (Seat, Entry, u64)>,
    ) -> Option<Vec<LogEntry>> {
        let mut events = Events::off();
        let mut live = rules.deal(setup, seed, &mut events)?;
        let mut log = Vec::new();
        for (seat, entry, at) in entries {
            log.push(match entry {
                Entry::Choice(choice) => {
                    LogEntry { seat, action: to_value(&live.action(seat, choice)?), leave: false, at }
                }
                Entry::Leave(_) => LogEntry { seat, action: Value::Null, leave: true, at },
            });
            if !entry.play(seat, live.as_mut(), &mut events) {
                return None;
            }
        }
        Some(log)
    }
}

fn to_value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).expect("an action is valid JSON")
}

/// The result of replaying a bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All checks pass.
    Holds,
    /// The seed is still sealed: only its commitment can be checked later.
    Sealed,
    /// This build does not have the game or version, or cannot deal from this config.
    Unknown(String),
    /// The bundle was changed; contains the first failed check as text.
    Broken(String),
}

/// The verdict on a bundle without a seed.
fn sealed(bundle: &Bundle) -> Verdict {
    let is_sha256 = |text: &String| Seed::from_hex(text).is_some();
    let Some(reason) = &bundle.sealed_reason else {
        return Verdict::Broken("seed is missing, and sealedReason does not say why".into());
    };
    if !bundle.log.is_empty() {
        return Verdict::Broken("seed is missing, and log is there all the same".into());
    }
    if !bundle.seed_commit.iter().chain(&bundle.seed_hash).chain([&bundle.digest]).all(is_sha256) {
        return Verdict::Broken("seedCommit, seedHash or digest is not 64 lowercase hex characters".into());
    }
    if !SEALS.contains(&reason.as_str()) {
        return Verdict::Unknown("it does not know the reason for which the seed is sealed".into());
    }
    Verdict::Sealed
}

pub(crate) fn replay(bundle: &Bundle, games: Registry) -> Result<(), Verdict> {
    let broken = |what: String| Verdict::Broken(what);
    let Some(seed) = &bundle.seed else {
        return Err(sealed(bundle));
    };
    let Some(rules) = games.find(&bundle.game_id, &bundle.version) else {
        let known = games.newest(&bundle.game_id).is_some();
        let lacks = if known { "it does not know this version of the game" } else { "it has no such game" };
        return Err(Verdict::Unknown(lacks.into()));
    };
    let seed = Seed::from_hex(seed).ok_or_else(|| broken("seed is not 64 lowercase hex characters".into()))?;
    for (name, commit) in [("seedCommit", &bundle.seed_commit), ("seedHash", &bundle.seed_hash)] {
        if commit.as_ref().is_some_and(|commit| *commit != seed.commit()) {
            return Err(broken(format!("{name} is not the sha256 of the seed")));
        }
    }
    let not_its_own = || Verdict::Unknown("config is not one of this game's".into());
    let setup: Setup =
        Setup::deserialize(&bundle.config).map_err(|error| Verdict::Unknown(format!("config: {error}")))?;
    if setup.seats != bundle.seats || !rules.allows(&setup) {
        return Err(not_its_own());
    }
    let mut events = Events::off();
    let Some(mut live) = rules.deal(&setup, &seed, &mut events) else { return Err(not_its_own()) };
    for (ply, entry) in bundle.log.iter().enumerate() {
        let played = if entry.leave {
            entry.action.is_null() && Entry::Leave(Leave::Forfeited).play(entry.seat, live.as_mut(), &mut events)
        } else {
            let choice = live.find(entry.seat, &entry.action);
            choice.is_some_and(|choice| live.play(entry.seat, choice, &mut events))
        };
        if !played {
            return Err(broken(format!("log entry {ply} of seat {} is not legal there", entry.seat)));
        }
    }
    let Some(outcome) = live.outcome() else {
        return Err(broken(format!("the match is not over after its {} log entries", bundle.log.len())));
    };
    if outcome.entries() != bundle.outcome {
        return Err(broken("outcome is not what the log leads to".into()));
    }
    if bundle.computed_digest() != bundle.digest {
        return Err(broken("digest is not that of the bundle".into()));
    }
    Ok(())
}
