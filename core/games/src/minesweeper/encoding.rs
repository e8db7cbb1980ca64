//! The encoding of minesweeper.

use super::{Action, CELLS, Minesweeper, SAFE, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, belongs};

impl Encoded for Minesweeper {
    const ENCODING: Encoding = Encoding {
        actions: CELLS,
        action_text: "The cell to open.",
        observation: &[
            EncodingPart::new(
                "numbers",
                &[9, 9, 9],
                "By number 0 to 8 and cell: 1 if the cell is open and shows the number.",
            ),
            EncodingPart::new("opened", &[2, 9, 9], "By seat and cell: 1 if the seat opened the cell."),
            EncodingPart::new("last", &[9, 9], "1 at the cell of the last move."),
            EncodingPart::new("counts", &[2], "By seat: the cells that it opened, as a share of 71."),
            EncodingPart::new("starts", &[1], "1 if the own seat began."),
        ],
        board: Some([9, 9]),
        omitted: "The status of a seat that left, how many cells the last move opened, and the mines, which are shown \
                  at the end.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        let Action::Open { cell } = *action;
        cell.into()
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        let open = view.cells.iter().enumerate().filter_map(|(cell, number)| Some((cell, usize::from((*number)?))));
        out.all_of(open.map(|(cell, number)| number * CELLS + cell), 9 * CELLS);
        for owner in [seat, seat.other()] {
            out.flags(view.opened_by.iter().map(|&opener| belongs(opener, owner)));
        }
        out.one_of(view.last.map(|last| last.cell.into()), CELLS);
        for owner in [seat, seat.other()] {
            out.share(view.seats[owner.index()].opened.into(), SAFE.into());
        }
        out.flag(view.start == seat);
    }
}
