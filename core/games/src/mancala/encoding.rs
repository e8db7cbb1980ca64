//! The encoding of mancala.

use super::position::PITS;
use super::{Action, Mancala, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

const STONES: i64 = 48;

impl Encoded for Mancala {
    const ENCODING: Encoding = Encoding {
        actions: PITS as usize,
        action_text: "The own pit to sow.",
        observation: &[
            EncodingPart::new(
                "stones",
                &[2, 7],
                "By seat: the stones in pits 0 to 5 and in the store, as shares of 48.",
            ),
            EncodingPart::new("last", &[2, 6], "By seat and pit: 1 at the last pit sown."),
            EncodingPart::new("captured", &[1], "The stones that it captured, as a share of 48."),
            EncodingPart::new("starts", &[1], "1 if the own seat began."),
        ],
        board: None,
        omitted: "The status of a seat that left.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        action.pit().into()
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        for side in [seat, seat.other()].map(|owner| &view.seats[owner.index()]) {
            side.pits.iter().chain([&side.store]).for_each(|&stones| out.share(stones.into(), STONES));
        }
        let place = |of: Seat, pit: u8| usize::from(of != seat) * usize::from(PITS) + usize::from(pit);
        out.one_of(view.last.map(|last| place(last.seat, last.pit)), 2 * usize::from(PITS));
        out.share(view.last.map_or(0, |last| last.captured.into()), STONES);
        out.flag(view.start == seat);
    }
}
