//! The inputs of operations, which `operation` declares: how they are parsed and checked. Each rule is stated once: serde
//! parses it and fills in defaults, garde checks it, schemars prints it.

/// An input whose fields are those of a JSON object, with its name in the OpenAPI document.
macro_rules! body {
    ($(#[$meta:meta])* $name:ident as $schema:literal { $($body:tt)* }) => {
        body! { may be missing: false, $(#[$meta])* $name as $schema { $($body)* } }
    };
    (may be missing: $missing:literal, $(#[$meta:meta])* $name:ident as $schema:literal { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema, garde::Validate)]
        #[serde(rename_all = "camelCase")]
        #[schemars(rename = $schema)]
        pub struct $name { $($body)* }

        impl crate::input::OperationInput for $name {
            const PLACE: crate::invalid::Place = crate::invalid::Place::Body;
            const MAY_BE_MISSING: bool = $missing;
        }
    };
}

/// An input whose fields are parameters, with unchanged spelling.
macro_rules! parameters {
    ($(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema, garde::Validate)]
        pub struct $name { $($body)* }

        impl crate::input::OperationInput for $name {
            const PLACE: crate::invalid::Place = crate::invalid::Place::Parameter;
        }
    };
}

pub(crate) mod fields;
mod names;
pub(crate) mod parameters;
mod read;
pub(crate) mod rules;
mod text;

pub use names::Names;
pub use read::{Nothing, OperationInput, fields_of, read};
