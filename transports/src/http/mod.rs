//! The HTTP door.

pub mod json;
pub mod problem;
pub mod query;
