//! One harness over all games. It names no game; it iterates the registry.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

mod actions;
mod batches;
mod bundles;
mod conceding;
mod described;
mod encodings;
mod endings;
mod exchanging;
mod golden;
mod hidden;
mod laws;
mod levels;
mod opponents;
mod playouts;
mod playthroughs;
mod readme;
mod replays;
mod schemas;
mod table;
mod texts;
mod vectors;
