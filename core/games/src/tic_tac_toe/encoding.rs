//! The encoding of tic-tac-toe.

use super::{Action, TicTacToe, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, belongs};

impl Encoded for TicTacToe {
    const ENCODING: Encoding = Encoding {
        actions: 9,
        action_text: "The cell to mark.",
        observation: &[
            EncodingPart::new("marks", &[2, 3, 3], "By seat and cell: 1 if the seat marked the cell."),
            EncodingPart::new("last", &[3, 3], "1 at the newest mark."),
            EncodingPart::new("starts", &[1], "1 if the own seat began."),
        ],
        board: Some([3, 3]),
        omitted: "The status of a seat that left, and the winning cells.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        action.cell().into()
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        for owner in [seat, seat.other()] {
            out.flags(view.board.iter().map(|&mark| belongs(mark, owner)));
        }
        out.one_of(view.last_cell.map(usize::from), 9);
        out.flag(view.start == seat);
    }
}
