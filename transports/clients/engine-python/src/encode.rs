//! Positions of a server in the encoding, and observations as planes.

use crate::convert::{self, Number, from_python, invalid, kind_named};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use turnstone_games::{Planes, Rules, SHIPPED};

/// The observation of a seat and the index of each of its legal actions, from what a server shows it.
#[pyfunction]
#[pyo3(signature = (kind, view, legal, seat))]
pub(crate) fn encode<'py>(
    py: Python<'py>,
    kind: &str,
    view: &Bound<'_, PyAny>,
    legal: &Bound<'_, PyAny>,
    seat: Number<usize>,
) -> PyResult<(Bound<'py, PyArray1<f32>>, Vec<u16>)> {
    let (rules, _) = kind_named(kind)?;
    let seat = convert::seat(seat.0, rules.about().seats.1)?;
    let (view, Value::Array(legal)) = (from_python(view)?, from_python(legal)?) else {
        return Err(invalid("the legal actions are a list"));
    };
    // A view that contradicts itself may panic.
    let encoded = catch_unwind(AssertUnwindSafe(|| rules.encode(&view, seat, &legal))).unwrap_or_default();
    let encoded = encoded.ok_or_else(|| invalid(format!("not a view and legal actions of {kind}")))?;
    Ok((PyArray1::from_vec(py, encoded.observation), encoded.actions))
}

/// Observations of a kind as planes: the last dimension becomes channels, rows and columns.
#[pyfunction]
pub(crate) fn planes<'py>(
    py: Python<'py>,
    kind: &str,
    observations: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (rules, _) = kind_named(kind)?;
    let (planes, length) = (planes_of(rules, kind)?, rules.encoding().observation_len());
    let observations = py.import("numpy")?.call_method1("asarray", (observations,))?;
    let shape: Vec<usize> = observations.getattr("shape")?.extract()?;
    if shape.last() != Some(&length) {
        return Err(invalid(format!("observations of the shape {shape:?}; those of {kind} have {length} numbers")));
    }
    let sources = planes.sources.into_iter().map(i64::from).collect();
    let sources: Bound<'py, PyArray3<i64>> = PyArray1::from_vec(py, sources).reshape(planes.shape)?;
    observations.call_method("take", (sources,), Some(&[("axis", -1)].into_py_dict(py)?))
}

/// The planes of a game; an error if it has no board.
pub(crate) fn planes_of(rules: &dyn Rules, kind: &str) -> PyResult<Planes> {
    rules.encoding().planes().ok_or_else(|| {
        let boards: Vec<&str> =
            SHIPPED.kinds().filter(|(rules, _)| rules.encoding().board.is_some()).map(|(_, kind)| kind.kind).collect();
        invalid(format!("planes: {kind} has no board; these kinds have one: {}", boards.join(", ")))
    })
}
