//! What should happen in a run of the network level.

use crate::endings::against_the_house;
use crate::rejections::ROUTE_ANSWERS;

/// What happens in any hundred seeds of two minutes: what did not is reported.
pub fn expected() -> impl Iterator<Item = &'static str> {
    include_str!("expected.txt").lines().chain(against_the_house()).chain(ROUTE_ANSWERS.expected())
}
