//! Positions of a server in the encoding.

use crate::convert::{self, Number, from_python, invalid, kind_named};
use numpy::PyArray1;
use pyo3::prelude::*;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
