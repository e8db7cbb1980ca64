//! The contract: requests, responses and errors. Every transport uses it. It does not depend on HTTP or on the
//! service's implementation.

pub mod answer;
pub mod code;
pub mod cursor;
pub mod game_schemas;
pub mod ids;
#[macro_use]
pub mod input;
pub mod invalid;
pub mod operation;
pub mod rejection;
pub mod request;
pub mod secret;
pub mod time;
pub mod words;
