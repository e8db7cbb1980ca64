//! The encoding of rock-paper-scissors.

use super::{Action, MAX_THROWS, Rps, TO_WIN, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

const HANDS: usize = 3;

impl Encoded for Rps {
    const ENCODING: Encoding = Encoding {
        actions: HANDS,
        action_text: "0 throws rock, 1 paper, 2 scissors.",
        observation: &[
            EncodingPart::new("wins", &[2], "By seat: won throws as a share of 2."),
            EncodingPart::new("ready", &[2], "By seat: 1 if it has chosen."),
            EncodingPart::new("chosen", &[3], "1 at the own choice that is not resolved yet."),
            EncodingPart::new("throws", &[9, 2, 3], "By throw and seat: 1 at its hand."),
        ],
        board: None,
        omitted: "The status of a seat that left, and the other seat's choice that was not resolved.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        let Action::Throw { hand } = *action;
        hand as usize
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        let seats = [seat, seat.other()];
        seats.iter().for_each(|owner| out.share(view.seats[owner.index()].wins.into(), TO_WIN.into()));
        seats.iter().for_each(|owner| out.flag(view.seats[owner.index()].ready));
        out.one_of(view.hand.flatten().map(|hand| hand as usize), HANDS);
        for throw in &view.throws {
            seats.iter().for_each(|owner| out.one_of(throw.hands[owner.index()] as usize, HANDS));
        }
        out.skip((MAX_THROWS - view.throws.len()) * 2 * HANDS);
    }
}
