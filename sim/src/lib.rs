//! The simulator: runs of the whole service from a seed, with faults, checked by oracles.
//!
//! The core level ([`inner`]) drives the shipped loop on a simulated machine, with clock jumps and restarts. It has no
//! async and runs in plain `cargo test`. The network level ([`network`]) runs the shipped HTTP transport on madsim's
//! network, the standby level the same with the shipped standby. The cluster level ([`cluster`]) runs three shipped
//! nodes on a model of etcd. The fairness level ([`fairness`]) has an operator, honest or not, and players who verify.
#![allow(clippy::wildcard_enum_match_arm, reason = "checks name only the cases that they handle")]

pub mod cluster;
mod contract;
pub mod count;
pub mod coverage;
mod endings;
pub mod fairness;
pub mod fleet;
pub mod grade;
pub mod grid;
pub mod inner;
pub mod mutants;
pub mod network;
mod operator_lines;
mod page;
mod parts;
pub mod progress;
mod rejections;
pub mod report;
pub mod rng;
mod rules;
pub mod switch;
mod violation;
mod world;
