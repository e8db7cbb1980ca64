//! The simulator: whole runs of the service from a seed, under faults, watched by oracles.
//!
//! The core level ([`inner`]) drives the loop that ships over a disk that tears, with clocks that jump and restarts
//! anywhere; it has no async and runs in plain `cargo test`. The network level ([`network`]) puts the real HTTP door on
//! madsim's network.
#![allow(clippy::wildcard_enum_match_arm, reason = "a judge names the few cases that it knows something about")]

mod contract;
pub mod count;
mod endings;
pub mod fleet;
pub mod grid;
pub mod inner;
pub mod mutants;
mod needs;
pub mod network;
mod page;
mod prelude;
pub mod progress;
mod rejections;
pub mod report;
pub mod rng;
mod rules;
mod violation;
