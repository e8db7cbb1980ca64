//! The doors of Turnstone and the loop between them and the core.

pub mod engine;
pub mod env;
pub mod http;
