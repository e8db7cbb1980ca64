//! The search of mancala.

use super::position::{Position, Side};
use super::{Action, View};
use crate::search::best_moves;
use crate::{Dice, Seat};

/// One of the best moves of a search to a depth of `plies`; the pit next to the store is tried first.
pub(super) fn choose(mover: Seat, view: &View, legal: &[Action], plies: u32, dice: &mut Dice) -> usize {
    let position = Position::seen(view, mover);
    let value = |at: usize, floor| position.value_of(legal[at].pit(), plies - 1, floor, i32::MAX);
    dice.pick(&best_moves((0..legal.len()).rev(), value))
}

impl Position {
    /// The position after a sowing, and its value for the seat that sowed. `value` of a position is its value for the
    /// seat to move, exact between `low` and `high`, a bound outside.
    pub(super) fn value_of(self, pit: u8, plies: u32, low: i32, high: i32) -> i32 {
        let mut next = self;
        next.sow(pit);
        // An extra turn is a ply of the same seat.
        if next.mover == self.mover { next.value(plies, low, high) } else { -next.value(plies, -high, -low) }
    }

    fn value(self, plies: u32, mut low: i32, high: i32) -> i32 {
        if self.is_over() {
            let margin = margin(self.own().swept(), self.other().swept());
            return margin + 1000 * margin.signum();
        }
        if plies == 0 {
            return margin(self.own(), self.other());
        }
        for pit in self.choices().rev() {
            low = low.max(self.value_of(pit, plies - 1, low, high));
            if low >= high {
                break;
            }
        }
        low
    }
}

pub(super) fn margin(own: Side, other: Side) -> i32 {
    i32::from(own.store()) - i32::from(other.store())
}
