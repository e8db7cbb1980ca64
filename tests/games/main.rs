//! One harness over all games: none is named here, each is met through the list.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

mod actions;
mod bundles;
mod conceding;
mod endings;
mod exchanging;
mod golden;
mod hidden;
mod laws;
mod playouts;
mod playthroughs;
mod readme;
mod replays;
mod schemas;
mod table;
mod vectors;
