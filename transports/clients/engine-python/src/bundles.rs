//! Replay bundles.

use crate::convert::{Number, from_python, invalid};
use crate::play::{Match, State};
use pyo3::prelude::*;
use serde::Deserialize;
use turnstone_games::{Bundle, Entry, Events, Leave, SHIPPED, Seed, Setup, Verdict};

fn bundle(bundle: &Bound<'_, PyAny>) -> PyResult<Bundle> {
    serde_json::from_value(from_python(bundle)?).map_err(|error| invalid(format!("not a bundle: {error}")))
}

/// The verdict on a bundle, and its reason.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, bundle: &Bound<'_, PyAny>) -> PyResult<(&'static str, Option<String>)> {
    let bundle = self::bundle(bundle)?;
    Ok(match py.detach(|| SHIPPED.verify(&bundle)) {
        Verdict::Holds => ("holds", None),
        Verdict::Sealed => ("sealed", None),
        Verdict::Unknown(why) => ("unknown", Some(why)),
        Verdict::Broken(why) => ("broken", Some(why)),
    })
}

/// The match of a bundle after the first `plies` entries of its log; without a number, after all.
#[pyfunction]
#[pyo3(signature = (bundle, plies=None))]
pub(crate) fn replay(bundle: &Bound<'_, PyAny>, plies: Option<Number<usize>>) -> PyResult<Match> {
    let bundle = self::bundle(bundle)?;
    let rules =
        SHIPPED.find(&bundle.game_id, &bundle.version).ok_or_else(|| invalid("the game or its version is unknown"))?;
    let hex = bundle.seed.as_deref().ok_or_else(|| invalid("the bundle is sealed: it has no seed"))?;
    let seed = Seed::from_hex(hex).ok_or_else(|| invalid("a seed is 64 lowercase hex characters"))?;
    let setup = Setup::deserialize(&bundle.config).map_err(|error| invalid(format!("config: {error}")))?;
    if setup.seats != bundle.seats || !rules.allows(&setup) {
        return Err(invalid("the config is not one of the game's"));
    }
    let mut state = State::deal(rules, setup, seed)?;
    let mut events = Events::off();
    for (ply, entry) in bundle.log.iter().take(plies.map_or(usize::MAX, |plies| plies.0)).enumerate() {
        let decision = if entry.leave {
            Some(Entry::Leave(Leave::Forfeited))
        } else {
            state.find(entry.seat, &entry.action).map(Entry::Choice)
        };
        if !decision.is_some_and(|decision| state.enter(entry.seat, decision, entry.at, &mut events)) {
            return Err(invalid(format!("log entry {ply} of seat {} is not legal there", entry.seat)));
        }
    }
    Ok(state.into())
}
