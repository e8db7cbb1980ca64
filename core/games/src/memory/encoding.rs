//! The encoding of memory.

use super::{Action, CARDS, IDLE_LIMIT, Memory, PAIRS, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, belongs};

const SYMBOLS: usize = PAIRS as usize;

impl Encoded for Memory {
    const ENCODING: Encoding = Encoding {
        actions: CARDS,
        action_text: "The cell of the card to turn over.",
        observation: &[
            EncodingPart::new(
                "symbols",
                &[4, 6, 12],
                "By cell: 1 at the symbol of a card that was turned over before, or is shown.",
            ),
            EncodingPart::new("taken", &[2, 4, 6], "By seat and cell: 1 if the seat took the card."),
            EncodingPart::new("open", &[4, 6], "1 at the open card."),
            EncodingPart::new("lastTurn", &[4, 6], "1 at the two cards of the last completed turn."),
            EncodingPart::new("idleTurns", &[1], "Turns in a row without a pair, as a share of 100."),
            EncodingPart::new("starts", &[1], "1 if the own seat began."),
        ],
        board: Some([4, 6]),
        omitted: "The order of the flips, their seats, and the status of a seat that left.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        action.index()
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        let mut known = view.symbols;
        for flip in &view.flips {
            known[usize::from(flip.cell)] = Some(flip.symbol);
        }
        known.into_iter().for_each(|symbol| out.one_of(symbol.map(usize::from), SYMBOLS));
        for owner in [seat, seat.other()] {
            out.flags(view.taken_by.iter().map(|&taker| belongs(taker, owner)));
        }
        out.one_of(view.first_cell.map(usize::from), CARDS);
        let last = view.last_turn.map(|turn| turn.cells).into_iter().flatten();
        out.all_of(last.map(usize::from), CARDS);
        out.share(view.idle_turns.into(), IDLE_LIMIT.into());
        out.flag(view.start == seat);
    }
}
