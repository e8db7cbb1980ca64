//! The search of connect four, six plies deep.

use super::position::{BOARD, DIRECTIONS, Position, cells_of, has_line};
use super::{Action, View};
use crate::search::best_moves;
use crate::{Dice, Seat};

pub(super) const DEPTH: i32 = 6;
pub(super) const WIN: i32 = 1_000_000;
pub(super) const CENTRE_FIRST: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

/// One of the best moves; the middle columns are tried first.
pub(super) fn choose(mover: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
    let position = Position::seen(view, mover);
    let centre_first = CENTRE_FIRST.iter().filter_map(|column| legal.iter().position(|a| a.column() == *column));
    let best = best_moves(centre_first, |at, floor| position.value_of(legal[at].column(), floor));
    dice.pick(&best)
}

impl Position {
    /// The value of a move at the root, exact above `floor`.
    pub(super) fn value_of(self, column: u8, floor: i32) -> i32 {
        let cell = self.open_cells() & cells_of(column);
        if has_line(self.discs[self.mover.index()] | cell) {
            return WIN - 1;
        }
        -self.after(cell).value(1, -WIN, -floor)
    }

    /// The value of the position for its mover, `ply` plies below the root: exact between `low` and `high`, a bound
    /// outside.
    fn value(self, ply: i32, mut low: i32, high: i32) -> i32 {
        let open = self.open_cells();
        if open == 0 {
            return 0;
        }
        if ply == DEPTH {
            return self.evaluation();
        }
        let own = self.discs[self.mover.index()];
        let mut cells = CENTRE_FIRST.map(|column| open & cells_of(column));
        // No value is higher than that of an immediate win.
        if cells.iter().any(|&cell| cell != 0 && has_line(own | cell)) {
            return WIN - (ply + 1);
        }
        // Near the root, trying the most promising moves first pays off.
        if ply <= 2 {
            cells.sort_by_cached_key(|&cell| self.after(cell).evaluation());
        }
        for cell in cells.into_iter().filter(|&cell| cell != 0) {
            low = low.max(-self.after(cell).value(ply + 1, -high, -low));
            if low >= high {
                break;
            }
        }
        low
    }

    /// Adds 1, 10 or 100 for each window of four cells that holds one, two or three discs of the mover and none of the
    /// other seat; subtracts the same for the other seat's windows.
    pub(super) fn evaluation(self) -> i32 {
        let (own, other) = (self.discs[self.mover.index()], self.discs[self.mover.other().index()]);
        DIRECTIONS.iter().map(|&step| worth_of_windows(own, other, step) - worth_of_windows(other, own, step)).sum()
    }
}

/// The value of the windows along one direction that hold discs of `own` alone. All windows are counted at once: bit b
/// of each set below stands for the window whose first cell is b.
fn worth_of_windows(own: u64, other: u64, step: u32) -> i32 {
    let windows = BOARD & BOARD >> step & BOARD >> (2 * step) & BOARD >> (3 * step);
    let free = windows & !(other | other >> step | other >> (2 * step) | other >> (3 * step));
    // Of the first two cells one or both are own, and likewise of the last two.
    let (one, both) = (own ^ own >> step, own & own >> step);
    let (last_one, last_both) = (one >> (2 * step), both >> (2 * step));
    let single = (one ^ last_one) & !both & !last_both;
    let double = one & last_one | (both ^ last_both) & !one & !last_one;
    let triple = both & last_one | one & last_both;
    let count = |set: u64| (set & free).count_ones() as i32;
    count(single) + 10 * count(double) + 100 * count(triple)
}
