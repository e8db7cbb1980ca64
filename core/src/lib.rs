//! The deterministic core of Turnstone.

pub mod games;
