//! The contract: what callers may ask, what they are answered, and why they are refused. Every door speaks it; nothing
//! here knows HTTP, or how the service does what it is asked for.

pub mod answer;
pub mod code;
pub mod game_schemas;
pub mod ids;
pub mod invalid;
pub mod operation;
pub mod refusal;
pub mod request;
pub mod secret;
pub mod shape;
pub mod time;
pub mod words;
