//! Deductions from the open numbers, and the cell that the house opens.

use super::{CELLS, MINES, NEIGHBOURS, View};
use crate::Dice;
use crate::cells::{Cells, cells_of, has, set_of};
use std::cmp::Ordering;

/// The number of mines among these closed cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Constraint {
    cells: Cells,
    mines: u32,
}

/// The facts that the open numbers prove.
pub(super) struct Deduction {
    closed: Cells,
    /// One constraint for every open cell with closed neighbours, without the known cells.
    numbers: Vec<Constraint>,
    pub(super) safe: Cells,
    pub(super) mines: Cells,
}

impl Deduction {
    pub(super) fn from(view: &View) -> Self {
        let open = |cell: u8| view.cells[usize::from(cell)];
        let closed = set_of((0..CELLS as u8).filter(|&cell| open(cell).is_none()));
        let about = |cell: u8| {
            let constraint =
                Constraint { cells: NEIGHBOURS[usize::from(cell)] & closed, mines: u32::from(open(cell)?) };
            (constraint.cells != 0).then_some(constraint)
        };
        let numbers = (0..CELLS as u8).filter_map(about).collect();
        let mut deduction = Self { closed, numbers, safe: 0, mines: 0 };
        while deduction.learns() {}
        deduction
    }

    /// Compare every two constraints once; returns whether that proved a new fact.
    fn learns(&mut self) -> bool {
        let (safe, mines) = (self.safe, self.mines);
        let everywhere = [
            Constraint { cells: self.closed & !safe & !mines, mines: MINES as u32 - mines.count_ones() },
            Constraint { cells: 0, mines: 0 },
        ];
        let all: Vec<Constraint> = self.numbers.iter().copied().chain(everywhere).collect();
        for a in &all {
            for b in &all {
                let only_b = b.cells & !a.cells;
                if b.mines >= a.mines && b.mines - a.mines == only_b.count_ones() {
                    self.mines |= only_b;
                    self.safe |= a.cells & !b.cells;
                }
            }
        }
        self.reduce(self.mines & !mines);
        (self.safe, self.mines) != (safe, mines)
    }

    /// Remove the known cells from the constraints, and duplicate constraints.
    fn reduce(&mut self, new_mines: Cells) {
        let known = self.safe | self.mines;
        for constraint in &mut self.numbers {
            constraint.mines -= (constraint.cells & new_mines).count_ones();
            constraint.cells &= !known;
        }
        self.numbers.retain(|constraint| constraint.cells != 0);
        self.numbers.sort_unstable();
        self.numbers.dedup();
    }

    pub(super) fn choice(&self, dice: &mut Dice) -> u8 {
        let far_from_mines = |&cell: &u8| NEIGHBOURS[usize::from(cell)] & self.mines == 0;
        let mut best: Vec<u8> = cells_of(self.safe).filter(far_from_mines).collect();
        if best.is_empty() {
            best = cells_of(self.safe).collect();
        }
        if best.is_empty() {
            best = self.least_risky();
        }
        dice.pick(&best)
    }

    pub(super) fn least_risky(&self) -> Vec<u8> {
        let candidates = self.closed & !self.mines;
        let risks: Vec<(u8, Risk)> = cells_of(candidates).map(|cell| (cell, self.risk(cell, candidates))).collect();
        let lowest = risks.iter().map(|(_, risk)| risk).min();
        risks.iter().filter(|(_, risk)| Some(risk) == lowest).map(|(cell, _)| *cell).collect()
    }

    /// The highest share of mines among the numbers beside the cell, otherwise that of the whole board.
    fn risk(&self, cell: u8, candidates: Cells) -> Risk {
        let beside = self.numbers.iter().filter(|constraint| has(constraint.cells, cell));
        let risks = beside.map(|constraint| Risk { mines: constraint.mines, cells: constraint.cells.count_ones() });
        risks
            .max()
            .unwrap_or_else(|| Risk { mines: MINES as u32 - self.mines.count_ones(), cells: candidates.count_ones() })
    }
}

/// A share of mines, compared by cross-multiplying.
#[derive(Clone, Copy, Debug)]
pub(super) struct Risk {
    pub(super) mines: u32,
    pub(super) cells: u32,
}

impl Ord for Risk {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.mines * other.cells).cmp(&(other.mines * self.cells))
    }
}

impl PartialOrd for Risk {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Risk {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Risk {}
