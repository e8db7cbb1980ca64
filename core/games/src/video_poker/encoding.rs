//! The encoding of video poker.

use super::{Action, Positions, VideoPoker, View};
use crate::Seat;
use crate::cards::Card;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

impl Encoded for VideoPoker {
    const ENCODING: Encoding = Encoding {
        actions: 32,
        action_text: "The sum of 2 to the power of each position held: 0 holds none, 31 all five.",
        observation: &[
            EncodingPart::new(
                "first",
                &[5, 17],
                "By position, the card dealt: 1 at its rank from 2 to ace, then 1 at its suit c, d, h or s.",
            ),
            EncodingPart::new("hand", &[5, 17], "Likewise the card now."),
            EncodingPart::new("held", &[5], "1 at each position held."),
        ],
        board: None,
        omitted: "The stake, the cards that were not drawn, the name of the hand, the status of a seat that left, and \
                  its score.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        let Action::Hold { positions: Positions(mask) } = *action;
        mask.into()
    }

    fn observe(view: &View, _seat: Seat, out: &mut Observation) {
        cards(view.first, out);
        cards(view.hand, out);
        out.all_of(view.seats[0].held.iter().flat_map(|held| held.iter()), 5);
    }
}

fn cards(cards: Option<[Card; 5]>, out: &mut Observation) {
    for at in 0..5 {
        let card = cards.map(|cards| cards[at]);
        out.one_of(card.map(|card| card.rank().into()), 13);
        out.one_of(card.map(|card| card.suit().into()), 4);
    }
}
