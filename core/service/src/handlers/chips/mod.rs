//! Chips: their movements, and the house's daily loss limit.

pub(super) mod house;
pub(crate) mod ledger;
