//! Reading shapes: serde parses, garde checks, and their errors are translated into our own words.

use crate::invalid::{Invalid, Place};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::{Map, Value};
use std::fmt::Display;

/// The input of a request beside path parameters and credentials.
pub trait Shape: DeserializeOwned + JsonSchema + Validate<Context = ()> {
    /// The part of the request with its fields.
    const PLACE: Place;
    /// Whether it has fields.
    const EXISTS: bool = true;
    /// Whether a request may have no body at all, which counts as an empty object.
    const MAY_BE_MISSING: bool = false;
}

/// No input.
#[derive(Deserialize, JsonSchema, Validate)]
pub struct Nothing {}

impl Shape for Nothing {
    const PLACE: Place = Place::Parameter;
    const EXISTS: bool = false;
}

/// Read a shape and check its rules. `from` returns a new reader of the input at each call. Unknown fields are ignored.
pub fn read<'de, T: Shape, D: Deserializer<'de, Error: Display>>(from: impl Fn() -> D) -> Result<T, Invalid> {
    // Only rejected input is parsed again for the name of the field: tracking it costs more than parsing.
    let shape = T::deserialize(from()).or_else(|_| serde_path_to_error::deserialize(from()));
    checked(shape.map_err(|error| unread::<T>(&error))?)
}

/// The same, from a JSON object.
pub fn from_object<T: Shape>(object: &Map<String, Value>) -> Result<T, Invalid> {
    read(|| object)
}

/// A shape that satisfies its own rules.
pub fn checked<T: Shape>(shape: T) -> Result<T, Invalid> {
    shape.validate().map_err(|report| T::PLACE.broken_rule(&report))?;
    Ok(shape)
}

/// The error of input that serde could not parse.
pub fn unread<T: Shape>(error: &serde_path_to_error::Error<impl Display>) -> Invalid {
    T::PLACE.unread(&error.path().to_string(), &error.inner().to_string())
}

/// The requested number of rows; garde has checked the range.
pub(super) fn count(asked: Option<u64>, default: usize) -> usize {
    asked.map_or(default, |asked| usize::try_from(asked).unwrap_or(usize::MAX))
}
