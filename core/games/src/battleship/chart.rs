//! The house's shots.

use super::SeatView;
use super::waters::{CELLS, FLEET, FleetShip, Mark, Placement, placements};
use crate::cells::{Cells, cells_of, set_of};

/// The result of all shots at a grid, for finding the remaining ships.
pub(super) struct Chart {
    lengths: Vec<usize>,
    unshot: Cells,
    hits: Cells,
    /// No remaining ship covers these cells.
    excluded: Cells,
}

impl Chart {
    pub(super) fn of(seat: &SeatView) -> Self {
        let marked = |mark| set_of((0..CELLS).filter(|&cell| seat.grid[usize::from(cell)] == mark));
        let is_left = |ship: &FleetShip| seat.ships.iter().all(|sunk| sunk.ship != ship.ship);
        Self {
            lengths: FLEET.iter().filter(|ship| is_left(ship)).map(|ship| ship.length).collect(),
            unshot: marked(None),
            hits: marked(Some(Mark::Hit)),
            excluded: marked(Some(Mark::Miss)) | marked(Some(Mark::Sunk)),
        }
    }

    /// The candidate cells: those near the top of the scores when hunting, only the top after a hit.
    pub(super) fn best_cells(&self) -> Vec<u8> {
        let scores = self.scores();
        let top = scores.iter().max().copied().unwrap_or(0);
        let is_good = |score: u32| if self.hits == 0 { 4 * score >= 3 * top } else { score == top };
        cells_of(self.unshot).filter(|&cell| is_good(scores[usize::from(cell)])).collect()
    }

    /// For each unshot cell, the number of placements of the remaining ships that cover it. A placement that covers
    /// several hits counts ten times as much for each further hit.
    fn scores(&self) -> [u32; CELLS as usize] {
        let mut scores = [0; CELLS as usize];
        for &length in &self.lengths {
            for Placement { cells, .. } in placements(length).filter(|placement| placement.cells & self.excluded == 0) {
                let hits = (cells & self.hits).count_ones();
                if hits == length as u32 || (hits == 0 && self.hits != 0) {
                    continue;
                }
                let worth = 10_u32.pow(hits.saturating_sub(1));
                for cell in cells_of(cells & self.unshot) {
                    scores[usize::from(cell)] += worth;
                }
            }
        }
        scores
    }
}
