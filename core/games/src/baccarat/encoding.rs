//! The encoding of baccarat.

use super::{Action, Baccarat, Hand, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

impl Encoded for Baccarat {
    const ENCODING: Encoding = Encoding {
        actions: 3,
        action_text: "0 bets on the player, 1 on the banker, 2 on a tie.",
        observation: &[
            EncodingPart::new("bet", &[3], "1 at the bet, in the order of the actions."),
            EncodingPart::new("winner", &[3], "1 at the winner, in the same order."),
            EncodingPart::new(
                "cards",
                &[2, 13],
                "By hand, the player's first, and by rank from 2 to ace: the cards as a share of 3.",
            ),
            EncodingPart::new("totals", &[2], "By hand: its value as a share of 9."),
        ],
        board: None,
        omitted: "The stake, the suits and the order of the cards, the status of a seat that left, and its score.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        let Action::Bet { on } = *action;
        on as usize
    }

    fn observe(view: &View, _seat: Seat, out: &mut Observation) {
        out.one_of(view.seats[0].on.map(|on| on as usize), 3);
        out.one_of(view.winner.map(|winner| winner as usize), 3);
        let hands = [&view.player, &view.banker].map(Option::as_ref);
        hands.iter().for_each(|hand| cards(*hand, out));
        hands.iter().for_each(|hand| out.share(hand.map_or(0, |hand| hand.total.into()), 9));
    }
}

fn cards(hand: Option<&Hand>, out: &mut Observation) {
    let mut ranks = [0; 13];
    hand.iter().flat_map(|hand| &hand.cards).for_each(|card| ranks[usize::from(card.rank())] += 1);
    ranks.into_iter().for_each(|count| out.share(count, 3));
}
