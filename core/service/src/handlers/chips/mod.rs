//! Chips: how they move, and what the house may lose.

pub(super) mod house;
pub(super) mod ledger;
