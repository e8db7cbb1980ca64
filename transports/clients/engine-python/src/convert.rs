//! Conversions between Python's values and the engine's.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyInt, PyString};
use serde::Serialize;
use serde_json::Value;
use turnstone_games::{BuyIn, Kind, Level, Policy, PolicyName, Rules, SHIPPED, Seat, Seed, Setup};

/// An error of the caller.
pub(crate) fn invalid(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// A whole number of the caller. One that does not fit is a `ValueError`, as any other wrong number.
#[derive(Clone, Copy)]
pub(crate) struct Number<T>(pub(crate) T);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Number<T>
where
    T: FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        number.extract().map(Self).map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(number.py()) {
                invalid(format!("{} is out of range", *number))
            } else {
                error
            }
        })
    }
}

/// JSON as Python's values.
pub(crate) fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// A value as JSON as Python's values.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(value).map_err(|error| invalid(error.to_string()))?;
    loads(py, &json)
}

/// Python's values, or JSON in text or bytes, as JSON.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = value.py();
    let read = if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyString>() {
        // Python's reader lets a later member replace an earlier one, which the hook rejects.
        let hook = [("object_pairs_hook", py.import("turnstone_engine._json")?.getattr("without_repeats")?)];
        py.import("json")?.call_method("loads", (value,), Some(&hook.into_py_dict(py)?))?
    } else {
        value.clone()
    };
    let text: String = py.import("json")?.call_method1("dumps", (read,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| invalid(format!("not JSON: {error}")))
}

/// A kind by its name.
pub(crate) fn kind_named(name: &str) -> PyResult<(&'static dyn Rules, &'static Kind)> {
    SHIPPED.kind(name).ok_or_else(|| {
        let names: Vec<&str> = SHIPPED.kinds().map(|(_, kind)| kind.kind).collect();
        invalid(format!("{name:?} is none of the kinds {}", names.join(", ")))
    })
}

/// 64 lowercase hex characters, 32 bytes, or a number that is not negative, as 32 bytes in little-endian order; without
/// one a random seed.
pub(crate) fn seed(py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    let Some(seed) = seed else {
        let bytes = py.import("os")?.call_method1("urandom", (32,))?;
        return Ok(Seed::from_bytes(bytes.extract()?));
    };
    if let Ok(text) = seed.cast::<PyString>() {
        let text: String = text.extract()?;
        return Seed::from_hex(&text).ok_or_else(|| invalid("a seed is 64 lowercase hex characters"));
    }
    let bytes = match seed.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => {
            let number = py.import("operator")?.call_method1("index", (seed,))?;
            let bytes = number.cast::<PyInt>()?.call_method1("to_bytes", (32, "little"));
            bytes.map_err(|_| invalid("a seed is a number from 0 to 2**256 - 1"))?.extract()?
        }
    };
    let bytes = bytes.try_into().map_err(|_| invalid("a seed has 32 bytes"))?;
    Ok(Seed::from_bytes(bytes))
}

/// The setup of a new match. The default stake is 10 chips; a kind with a fixed buy-in ignores it. `options` are further
/// members of the config.
pub(crate) fn setup(
    rules: &dyn Rules,
    kind: &'static Kind,
    seats: Option<Number<usize>>,
    stake: Option<Number<i64>>,
    options: Option<&Bound<'_, PyAny>>,
) -> PyResult<Setup> {
    let about = rules.about();
    let (fewest, most) = about.seats;
    let seats = seats.map_or(about.default_seats, |seats| seats.0);
    if !(fewest..=most).contains(&seats) {
        return Err(invalid(format!("{} has {fewest} to {most} seats, not {seats}", kind.kind)));
    }
    let stake = match kind.buy_in {
        BuyIn::Fixed(chips) => chips,
        BuyIn::Stake | BuyIn::PerStake(_) => stake.map_or(10, |stake| stake.0),
    };
    let mut setup = rules.setup(Some(kind), seats, stake);
    if let Some(options) = options {
        let (mut config, Value::Object(options)) = (as_value(&setup)?, from_python(options)?) else {
            return Err(PyTypeError::new_err("options are a dict"));
        };
        if let Value::Object(members) = &mut config {
            members.extend(options.clone());
        }
        setup = serde_json::from_value(config).map_err(|error| invalid(format!("options: {error}")))?;
        let known = rules.known(&setup).ok_or_else(|| invalid("the options have another form"))?;
        let known = as_value(&known)?;
        let is_known = |(name, value): &(&String, &Value)| match name.as_str() {
            "level" => value.as_u64().and_then(Level::new).is_some(),
            name => known.get(name) == Some(value),
        };
        if let Some((name, _)) = options.iter().find(|option| !is_known(option)) {
            return Err(invalid(format!("options: {} has no {name:?}, or not with this value", kind.kind)));
        }
    }
    if setup.seats != seats || !rules.allows(&setup) {
        return Err(invalid(format!("the rules of {} do not allow this stake or these options", kind.kind)));
    }
    Ok(setup)
}

pub(crate) fn as_value(value: &impl Serialize) -> PyResult<Value> {
    serde_json::to_value(value).map_err(|error| invalid(error.to_string()))
}

/// A seat of a table.
pub(crate) fn seat(number: usize, seats: usize) -> PyResult<Seat> {
    if number < seats {
        Ok(Seat::at(number))
    } else {
        Err(invalid(format!("there is no seat {number}, only {seats} seats")))
    }
}

/// The policy of an automatic player: `house` at a level, or a policy of the game by its name.
pub(crate) fn policy(rules: &dyn Rules, setup: &Setup, name: &str, level: Option<u64>) -> PyResult<Policy> {
    let level = level.map(|number| Level::new(number).ok_or_else(|| invalid("levels are 1 to 5"))).transpose()?;
    match serde_json::from_value::<PolicyName>(name.into()) {
        _ if name == "house" => Ok(Policy::House(level.unwrap_or_else(|| setup.level()))),
        Ok(PolicyName::Random) => Ok(Policy::Random),
        Ok(policy) if rules.about().policies.contains(&policy) => Ok(policy.with_aggression(50)),
        Ok(_) | Err(_) => Err(invalid(format!("{name:?} is no policy of this game"))),
    }
}
