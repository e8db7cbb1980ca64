//! The encoding of battleship.

use super::waters::{CELLS, Dir, Mark, SHIPS, ShipView};
use super::{Action, Battleship, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

const BOARD: usize = CELLS as usize;

impl Encoded for Battleship {
    const ENCODING: Encoding = Encoding {
        actions: 3 * BOARD + 1,
        action_text: "0 to 99 place the next ship along a row, from this left cell. 100 to 199 place it along a \
                      column, from the top cell that is the index minus 100. 200 places all remaining ships (auto). \
                      201 to 300 shoot at the cell that is the index minus 201.",
        observation: &[
            EncodingPart::new(
                "grids",
                &[2, 3, 10, 10],
                "By seat, the results of the shots at its cells: 1 at misses, then at hits of ships that float, then \
                 at cells of sunk ships.",
            ),
            EncodingPart::new(
                "fleet",
                &[10, 10],
                "The own ships: at each cell of ship 0 to 4, its number plus 1 as a share of 5.",
            ),
            EncodingPart::new("sunk", &[10, 10], "Likewise the ships of the other seat that are shown."),
            EncodingPart::new("placed", &[2], "By seat: the number of placed ships as a share of 5."),
            EncodingPart::new("last", &[10, 10], "1 at the cell of the newest shot."),
            EncodingPart::new("lastSeat", &[2], "By seat: 1 if it made the newest shot."),
            EncodingPart::new("starts", &[1], "1 if the own seat shoots first."),
        ],
        board: Some([10, 10]),
        omitted: "The status of a seat that left.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        match *action {
            Action::Place { cell, dir: Dir::Horizontal, .. } => cell.into(),
            Action::Place { cell, dir: Dir::Vertical, .. } => BOARD + usize::from(cell),
            Action::Auto => 2 * BOARD,
            Action::Shoot { cell } => 2 * BOARD + 1 + usize::from(cell),
        }
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        let seats = [seat, seat.other()].map(|owner| &view.seats[owner.index()]);
        for owner in seats {
            for mark in [Mark::Miss, Mark::Hit, Mark::Sunk] {
                out.flags(owner.grid.iter().map(|shot| *shot == Some(mark)));
            }
        }
        ships(view.ships.as_deref().unwrap_or_default(), out);
        ships(&seats[1].ships, out);
        seats.iter().for_each(|owner| out.share(owner.placed as i64, SHIPS as i64));
        out.one_of(view.last_shot.map(|shot| shot.cell.into()), BOARD);
        [seat, seat.other()].iter().for_each(|owner| out.flag(view.last_shot.is_some_and(|shot| shot.seat == *owner)));
        out.flag(view.start == seat);
    }
}

fn ships(ships: &[ShipView], out: &mut Observation) {
    let mut board = [0; BOARD];
    for ship in ships {
        ship.cells.iter().for_each(|&cell| board[usize::from(cell)] = ship.ship as i64 + 1);
    }
    board.into_iter().for_each(|number| out.share(number, SHIPS as i64));
}
