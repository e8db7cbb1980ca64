//! Minesweeper as text.

use super::{Action, Minesweeper, SIDE, View};
use crate::Seat;
use crate::written::{Written, cell_text, lettered, seat_text};

impl Written for Minesweeper {
    const MOVES: &'static str = "`open b7` opens the cell in column b, row 7; columns are a to i, rows 1 to 9. On the \
                                 board . is a closed cell, a number the mines around an open one, * a mine.";

    fn move_text(action: &Action) -> String {
        let Action::Open { cell } = *action;
        format!("open {}", name(cell))
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let is_mine = |cell: usize| view.mine_cells.iter().flatten().any(|mine| usize::from(*mine) == cell);
        let cell = |cell: usize| match view.cells.get(cell).copied().flatten() {
            Some(count) => char::from(b'0' + count),
            None if is_mine(cell) => '*',
            None => '.',
        };
        let opened = |own: &super::SeatView| format!("{} {}", seat_text(own.seat, seat), own.opened);
        let mut drawn = format!(
            "{}\n{} mines, {} safe cells closed. Opened: {}, {}",
            lettered(SIDE, cell),
            view.mines,
            view.safe_left,
            opened(&view.seats[0]),
            opened(&view.seats[1]),
        );
        if let Some(last) = &view.last {
            drawn += &format!(". Last: {} opened {}", seat_text(last.seat, seat), name(last.cell));
        }
        drawn
    }
}

fn name(cell: u8) -> String {
    cell_text(cell, SIDE as u8)
}
