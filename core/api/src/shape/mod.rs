//! The shapes of requests. Each rule is stated once: serde parses it, garde checks it, schemars prints it. Each shape
//! converts to its request, with its defaults filled in.

/// A shape whose fields are those of a JSON object.
macro_rules! body {
    ($(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        body! { may be missing: false, $(#[$meta])* $name { $($body)* } }
    };
    (may be missing: $missing:literal, $(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($body)* }

        impl crate::shape::Shape for $name {
            const PLACE: crate::invalid::Place = crate::invalid::Place::Body;
            const MAY_BE_MISSING: bool = $missing;
        }
    };
}

/// A shape whose fields are parameters, with unchanged spelling.
macro_rules! parameters {
    ($(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
        pub struct $name { $($body)* }

        impl crate::shape::Shape for $name {
            const PLACE: crate::invalid::Place = crate::invalid::Place::Parameter;
        }
    };
}

mod account;
mod agents;
mod club;
mod fairness;
mod fields;
mod identities;
mod names;
mod parameters;
mod read;
mod rules;
mod seats;
mod tables;
mod text;

pub use account::*;
pub use agents::*;
pub use club::*;
pub use fairness::*;
pub use identities::*;
pub use names::Names;
pub use read::{Nothing, Shape, fields_of, read};
pub use seats::*;
pub use tables::*;
