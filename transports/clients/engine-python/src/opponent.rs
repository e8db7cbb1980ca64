//! The opponents of an environment.

use crate::convert::{self, Number, invalid, policy};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::{Deserialize, Serialize};
use turnstone_games::{Opponents, Policy, Rules, Seat, Setup};

/// The name of an opponent that is a function of Python.
const FUNCTION: &str = "function";
/// The seat of a learner that is drawn for each match.
const DRAWN: &str = "random";

/// The opponents as the caller named them.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Named {
    /// `house`, another policy of the game, or `function`.
    name: String,
    level: Option<u64>,
    /// The learner's seat; `None`: drawn for each match.
    seat: Option<usize>,
}

impl Named {
    /// The opponents of the arguments `opponent`, `level` and `seat`.
    pub(crate) fn new(
        setup: &Setup,
        opponent: Option<&Bound<'_, PyAny>>,
        level: Option<u64>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Self>> {
        let Some(opponent) = opponent else {
            return match (level, seat) {
                (Some(_), _) => Err(invalid("level: there is no opponent")),
                (_, Some(_)) => Err(invalid("seat: without an opponent, the caller plays all seats")),
                (None, None) => Ok(None),
            };
        };
        let name = match opponent.cast::<PyString>() {
            Ok(name) => name.extract()?,
            Err(_) if opponent.is_callable() => FUNCTION.to_owned(),
            Err(_) => {
                let message = "opponent is \"house\", \"random\", another policy of the game, or a function";
                return Err(PyTypeError::new_err(message));
            }
        };
        if opponent.is_instance_of::<PyString>() && name == FUNCTION {
            return Err(invalid("opponent: a function is meant, not the word"));
        }
        if level.is_some() && name != "house" {
            return Err(invalid("level: only the house has levels"));
        }
        Ok(Some(Self { name, level, seat: learner(setup, seat)? }))
    }

    pub(crate) fn is_function(&self) -> bool {
        self.name == FUNCTION
    }

    /// Whether its choices take long: one choice of the house can take a millisecond.
    pub(crate) fn is_slow(&self) -> bool {
        self.name != "random"
    }

    /// The opponents of the engine.
    pub(crate) fn opponents(&self, rules: &dyn Rules, setup: &Setup) -> PyResult<Opponents> {
        if setup.seats == 1 {
            let kind = setup.kind.as_deref().unwrap_or(rules.about().id);
            return Err(invalid(format!("opponent: {kind} is played against the bank, and no seat is free")));
        }
        let learner = self.seat.map(|seat| convert::seat(seat, setup.seats)).transpose()?;
        Ok(Opponents { learner, policy: self.policy(rules, setup)? })
    }

    fn policy(&self, rules: &dyn Rules, setup: &Setup) -> PyResult<Option<Policy>> {
        if self.is_function() {
            return Ok(None);
        }
        policy(rules, setup, &self.name, self.level).map(Some)
    }
}

/// The number of the argument `seat`; `None`: drawn for each match.
fn learner(setup: &Setup, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let Some(seat) = seat else { return Ok(Some(0)) };
    if let Ok(word) = seat.cast::<PyString>() {
        let word: String = word.extract()?;
        return if word == DRAWN {
            Ok(None)
        } else {
            Err(invalid(format!("seat: {word:?} is no number and not {DRAWN:?}")))
        };
    }
    let number: Number<usize> = seat.extract()?;
    convert::seat(number.0, setup.seats).map(Seat::index).map(Some)
}
