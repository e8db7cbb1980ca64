//! The board of connect four as bits: how discs fall and which lines win.

use super::View;
use crate::Seat;
use crate::two_seats::SEATS;

/// Discs by seat, as sets of cells, and the mover. Bit `7 * column + height` stands for a cell, height 0 at the bottom.
/// The seventh bit of a column is never set and separates it from the next, so that no line wraps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) discs: [u64; 2],
    pub(super) mover: Seat,
}

pub(super) const COLUMNS: u8 = 7;
const COLUMN: u64 = 0b11_1111;
const BOTTOM_ROW: u64 = 0x0000_0408_1020_4081;
pub(super) const BOARD: u64 = BOTTOM_ROW * COLUMN;
/// From a cell to the next one up, right and down, right, right and up.
pub(super) const DIRECTIONS: [u32; 4] = [1, 6, 7, 8];

impl Position {
    pub(super) fn seen(view: &View, mover: Seat) -> Self {
        let mut discs = [0; 2];
        for (cell, owner) in view.board.iter().enumerate() {
            if let Some(seat) = owner {
                discs[seat.index()] |= bit_of(cell as u8);
            }
        }
        Self { discs, mover }
    }

    /// The cells into which a disc would fall now, one in each column that is not full: adding one to a column carries
    /// through its discs to the cell above them.
    pub(super) const fn open_cells(&self) -> u64 {
        ((self.discs[0] | self.discs[1]) + BOTTOM_ROW) & BOARD
    }

    pub(super) fn owner(&self, bit: u64) -> Option<Seat> {
        SEATS.into_iter().find(|seat| self.discs[seat.index()] & bit != 0)
    }

    /// Put the mover's disc on `cell` and pass the turn.
    pub(super) const fn after(mut self, cell: u64) -> Self {
        self.discs[self.mover.index()] |= cell;
        self.mover = self.mover.other();
        self
    }
}

pub(super) const fn cells_of(column: u8) -> u64 {
    COLUMN << (7 * column)
}

/// A cell's number, row by row from the top, as a bit of the board.
pub(super) const fn bit_of(cell: u8) -> u64 {
    1 << (7 * (cell % 7) + 5 - cell / 7)
}

pub(super) const fn cell_of(bit: u64) -> u8 {
    let (column, height) = (bit.trailing_zeros() / 7, bit.trailing_zeros() % 7);
    (7 * (5 - height) + column) as u8
}

pub(super) fn has_line(discs: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The cells of every unbroken run of four or more `discs` through the disc `last`, ascending.
pub(super) fn line_through(last: u64, discs: u64) -> Vec<u8> {
    let runs = DIRECTIONS.map(|step| run_through(last, step, discs)).into_iter().filter(|run| run.count_ones() >= 4);
    let line = runs.fold(0, |line, run| line | run);
    (0..42).filter(|&cell| line & bit_of(cell) != 0).collect()
}

fn run_through(last: u64, step: u32, discs: u64) -> u64 {
    let mut run = last;
    loop {
        let longer = run | (run << step | run >> step) & discs;
        if longer == run {
            return run;
        }
        run = longer;
    }
}
