//! Reading inputs: serde parses, garde checks, and their errors are translated into our own words.

use crate::invalid::{Invalid, Place};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::{Map, Value};

/// The input of a request beside path parameters and credentials.
pub trait OperationInput: DeserializeOwned + JsonSchema + Validate<Context = ()> {
    /// The part of the request with its fields.
    const PLACE: Place;
    /// Whether it has fields.
    const EXISTS: bool = true;
    /// Whether a request may have no body at all, which counts as an empty object.
    const MAY_BE_MISSING: bool = false;
}

/// No input.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Validate)]
pub struct Nothing {}

impl OperationInput for Nothing {
    const PLACE: Place = Place::Parameter;
    const EXISTS: bool = false;
}

/// The fields of a JSON object, as [`read`] takes them.
pub fn fields_of(object: &Map<String, Value>) -> Vec<(&str, &Value)> {
    object.iter().map(|(name, value)| (name.as_str(), value)).collect()
}

/// Read an input and check its rules. Unknown fields are ignored; a known one that comes twice is an error.
///
/// All transports read by this one function. The code that reads an input is as large as the input, and exists once.
pub fn read<T: OperationInput>(fields: &[(&str, &Value)]) -> Result<T, Invalid> {
    let reader = || MapDeserializer::<_, serde_json::Error>::new(fields.iter().copied());
    // Only rejected input is parsed again for the name of the field: tracking it costs more than parsing.
    let input: T = T::deserialize(reader())
        .or_else(|_| serde_path_to_error::deserialize(reader()))
        .map_err(|error| T::PLACE.unread(&error.path().to_string(), &error.inner().to_string()))?;
    input.validate().map_err(|report| T::PLACE.broken_rule(&report))?;
    Ok(input)
}
