//! Reading shapes: serde reads, garde checks, and what either finds wrong is told in our words.

use crate::invalid::{Invalid, Place};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::{Map, Value};
use std::fmt::Display;

/// What a caller sends beside names and credentials.
pub trait Shape: DeserializeOwned + JsonSchema + Validate<Context = ()> {
    /// Where its fields stand.
    const PLACE: Place;
    /// Whether there is anything to be sent.
    const EXISTS: bool = true;
}

/// Nothing is sent.
#[derive(Deserialize, JsonSchema, Validate)]
pub struct Nothing {}

impl Shape for Nothing {
    const PLACE: Place = Place::Parameter;
    const EXISTS: bool = false;
}

/// Read a shape and check its rules. `from` gives what was sent, anew each time. Unknown fields are ignored.
pub fn read<'de, T: Shape, D: Deserializer<'de, Error: Display>>(from: impl Fn() -> D) -> Result<T, Invalid> {
    // Only what is refused is read again for the name of the field: following it costs more than reading.
    let shape = T::deserialize(from()).or_else(|_| serde_path_to_error::deserialize(from()));
    checked(shape.map_err(|error| unread::<T>(&error))?)
}

/// The same, of a JSON object.
pub fn from_object<T: Shape>(object: &Map<String, Value>) -> Result<T, Invalid> {
    read(|| object)
}

/// A shape that keeps its own rules.
pub fn checked<T: Shape>(shape: T) -> Result<T, Invalid> {
    shape.validate().map_err(|report| T::PLACE.broken_rule(&report))?;
    Ok(shape)
}

/// What is wrong with what serde could not read.
pub fn unread<T: Shape>(error: &serde_path_to_error::Error<impl Display>) -> Invalid {
    T::PLACE.unread(&error.path().to_string(), &error.inner().to_string())
}

/// How many rows are asked for; garde has checked the range.
pub(super) fn count(asked: Option<u64>, default: usize) -> usize {
    asked.map_or(default, |asked| usize::try_from(asked).unwrap_or(usize::MAX))
}
