//! The stored form of a match.

use crate::convert::invalid;
use crate::play::{Match, Redraw, State};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use turnstone_games::{Entry, Events, Leave, SHIPPED, Seat, Seats, Seed, Setup};

/// The format of `serialize`. Format 1 has no redraws.
const FORMAT: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    format: u32,
    game_id: String,
    version: String,
    config: Setup,
    #[serde(with = "seed_in_hex")]
    seed: Seed,
    log: Vec<StoredEntry>,
    drawn: Vec<u64>,
    #[serde(default)]
    redraws: Vec<Redraw>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredEntry {
    Choice(Seat, u16, u64),
    Forfeit(Seat, u64),
    TimeOut(Seat, u64),
}

/// A seed as 64 hex characters.
pub(crate) mod seed_in_hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use turnstone_games::Seed;

    pub(crate) fn serialize<S: Serializer>(seed: &Seed, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&seed.to_hex())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seed, D::Error> {
        let hex = String::deserialize(from)?;
        Seed::from_hex(&hex).ok_or_else(|| D::Error::custom("a seed is 64 lowercase hex characters"))
    }
}

impl From<&State> for Stored {
    fn from(state: &State) -> Self {
        let entry = |&(seat, entry, at): &(Seat, Entry, u64)| match entry {
            Entry::Choice(choice) => StoredEntry::Choice(seat, choice, at),
            Entry::Leave(Leave::Forfeited) => StoredEntry::Forfeit(seat, at),
            Entry::Leave(Leave::TimedOut) => StoredEntry::TimeOut(seat, at),
        };
        let about = state.rules.about();
        Self {
            format: FORMAT,
            game_id: about.id.to_owned(),
            version: about.version.to_owned(),
            config: state.setup.clone(),
            seed: state.seed,
            log: state.log.iter().map(entry).collect(),
            drawn: state.drawn.clone(),
            redraws: state.redraws.clone(),
        }
    }
}

impl StoredEntry {
    fn enter(self, state: &mut State) -> bool {
        let (seat, entry, at) = match self {
            Self::Choice(seat, choice, at) => (seat, Entry::Choice(choice), at),
            Self::Forfeit(seat, at) => (seat, Entry::Leave(Leave::Forfeited), at),
            Self::TimeOut(seat, at) => (seat, Entry::Leave(Leave::TimedOut), at),
        };
        state.enter(seat, entry, at, &mut Events::off())
    }
}

pub(crate) fn to_bytes(state: &State) -> PyResult<Vec<u8>> {
    serde_json::to_vec(&Stored::from(state)).map_err(|error| invalid(error.to_string()))
}

/// The match of `Match.serialize`.
#[pyfunction]
pub(crate) fn restore(serialized: &[u8]) -> PyResult<Match> {
    let stored: Stored = serde_json::from_slice(serialized).map_err(|error| invalid(error.to_string()))?;
    if !(1..=FORMAT).contains(&stored.format) {
        return Err(invalid(format!("the format {} is unknown", stored.format)));
    }
    let rules =
        SHIPPED.find(&stored.game_id, &stored.version).ok_or_else(|| invalid("the game or its version is unknown"))?;
    let seats = stored.config.seats;
    if !rules.allows(&stored.config) || stored.drawn.len() != seats {
        return Err(invalid("the config is not one of the game's"));
    }
    let mut state = State::deal(rules, stored.config, stored.seed)?;
    let mut redraws = stored.redraws.into_iter().peekable();
    // After the last entry there can be redraws, too.
    let log = stored.log.into_iter().map(Some).chain([None]);
    for entry in log {
        while let Some(redraw) = redraws.next_if(|redraw| redraw.ply == state.log.len() && redraw.seat.index() < seats)
        {
            state.redraw(redraw.seat, redraw.seed);
        }
        if entry.is_some_and(|entry| !entry.enter(&mut state)) {
            return Err(invalid("an entry of the log is not possible"));
        }
    }
    if redraws.next().is_some() {
        return Err(invalid("a redraw of the log is not possible"));
    }
    for (seat, &drawn) in Seats::all(seats).iter().zip(&stored.drawn) {
        state.live.seek(seat, drawn);
    }
    state.drawn = stored.drawn;
    Ok(state.into())
}
