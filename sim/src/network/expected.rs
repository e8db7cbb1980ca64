//! The events that should happen at the network level.

use crate::endings::against_the_house;
use crate::rejections::ROUTE_ANSWERS;

/// The events that should happen in a hundred seeds of two minutes.
pub fn expected() -> impl Iterator<Item = &'static str> {
    include_str!("expected.txt").lines().chain(against_the_house()).chain(ROUTE_ANSWERS.expected())
}
