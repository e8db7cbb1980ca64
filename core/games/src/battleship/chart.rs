//! Where the house shoots.

use super::SeatView;
use super::waters::{CELLS, FLEET, FleetShip, Mark, Placement, placements};
use crate::cells::{Cells, cells_of, set_of};

/// What the shots at a grid tell about the ships that are left.
pub(super) struct Chart {
    lengths: Vec<usize>,
    unshot: Cells,
    hits: Cells,
    /// No ship that is left lies on these.
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

    /// The cells to shoot at: near the top of the scores when hunting, the top alone after a hit.
    pub(super) fn best_cells(&self) -> Vec<u8> {
        let scores = self.scores();
        let top = scores.iter().max().copied().unwrap_or(0);
        let is_good = |score: u32| if self.hits == 0 { 4 * score >= 3 * top } else { score == top };
        cells_of(self.unshot).filter(|&cell| is_good(scores[usize::from(cell)])).collect()
    }

    /// How many placements of the ships that are left cover each unshot cell; one that covers several hits counts ten
    /// times as much for each further hit.
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
