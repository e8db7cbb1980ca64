//! One harness over all games: none is named here, each is met through the list.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

mod bundles;
mod golden;
mod vectors;
