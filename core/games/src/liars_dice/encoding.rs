//! The encoding of liar's dice.

use super::{Action, DICE, Hand, LADDER, LiarsDice, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

const BIDS: usize = LADDER.len();
/// A round takes a die, and the match ends before the tenth is taken.
const MAX_ROUNDS: i64 = 2 * DICE as i64 - 1;

impl Encoded for LiarsDice {
    const ENCODING: Encoding = Encoding {
        actions: BIDS + 1,
        action_text: "0 to 59 bid: 6 * (quantity - 1), plus 0 to 4 for the faces 2 to 6 and 5 for ones. 60 challenges.",
        observation: &[
            EncodingPart::new("dice", &[2], "By seat: the number of its dice as a share of 5."),
            EncodingPart::new("hand", &[6], "By face, ones first: the number of own dice as a share of 5."),
            EncodingPart::new(
                "bids",
                &[2, 60],
                "By seat and bid, in the order of the actions: 1 if it was made in this round.",
            ),
            EncodingPart::new("opens", &[1], "1 if the own seat opened this round."),
            EncodingPart::new("round", &[1], "The number of the round as a share of 9."),
            EncodingPart::new("lastHands", &[2, 6], "By seat and face: its dice at the last challenge as shares of 5."),
            EncodingPart::new("lastBid", &[60], "1 at the bid that was challenged."),
            EncodingPart::new("lastChallenger", &[2], "By seat: 1 if it challenged."),
            EncodingPart::new("lastLoser", &[2], "By seat: 1 if it lost a die."),
        ],
        board: None,
        omitted: "The seat that opened the first round, and the status of a seat that left. The order of bids is their \
                  ascending order.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        match *action {
            Action::Bid(bid) => bid.place(),
            Action::Challenge => BIDS,
        }
    }

    fn observe(view: &View, seat: Seat, out: &mut Observation) {
        let seats = [seat, seat.other()];
        seats.iter().for_each(|owner| out.share(view.seats[owner.index()].dice.into(), DICE.into()));
        faces(view.hand.as_ref(), out);
        for owner in seats {
            out.all_of(view.bids.iter().filter(|bid| bid.seat == owner).map(|bid| bid.bid.place()), BIDS);
        }
        out.flag(view.opener == seat);
        out.share(view.round.into(), MAX_ROUNDS);
        let last = view.last_round.as_ref();
        seats.iter().for_each(|owner| faces(last.map(|last| &last.hands[owner.index()]), out));
        out.one_of(last.map(|last| last.bid.bid.place()), BIDS);
        seats.iter().for_each(|owner| out.flag(last.is_some_and(|last| last.challenger == *owner)));
        seats.iter().for_each(|owner| out.flag(last.is_some_and(|last| last.loser == *owner)));
    }
}

/// By face: the number of dice that show it.
fn faces(hand: Option<&Hand>, out: &mut Observation) {
    let mut counts = [0; 6];
    for &face in hand.map_or(&[][..], Hand::faces) {
        counts[usize::from(face) - 1] += 1;
    }
    counts.into_iter().for_each(|count| out.share(count, DICE.into()));
}
