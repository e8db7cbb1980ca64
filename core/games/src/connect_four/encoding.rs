//! The encoding of connect four.

use super::{Action, ConnectFour, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, belongs};

const CELLS: usize = 42;

impl Encoded for ConnectFour {
    const ENCODING: Encoding = Encoding {
        actions: 7,
        action_text: "The column.",
        observation: &[
            EncodingPart::new("discs", &[2, 6, 7], "By seat and cell: 1 if the cell has a disc of the seat."),
            EncodingPart::new("last", &[6, 7], "1 at the newest disc."),
            EncodingPart::new("starts", &[1], "1 if the own seat began."),
        ],
        board: Some([6, 7]),
        omitted: "The status of a seat that left, and the winning cells.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        action.column().into()
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        for owner in [seat, seat.other()] {
            out.flags(view.board.iter().map(|&disc| belongs(disc, owner)));
        }
        out.one_of(view.last_cell.map(usize::from), CELLS);
        out.flag(view.start == seat);
    }
}
