//! Chips: how they move, and what the house may lose.

mod house;
mod ledger;

pub(crate) use ledger::STARTING_CHIPS;
