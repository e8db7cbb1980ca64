//! The encoding of president.

use super::sets::{Set, TWO};
use super::{Action, President, Status, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, distance, seats_from};

const MAX_SEATS: usize = 6;
/// With three seats, one gets 18 cards.
const MAX_CARDS: i64 = 18;
const POWERS: usize = TWO as usize + 1;

impl Encoded for President {
    const ENCODING: Encoding = Encoding {
        actions: 1 + 4 * POWERS,
        action_text: "0 passes. 1 to 52 play a set: 1, plus 4 times its rank from 3 (0) to ace (11) and two (12), \
                      plus its number of cards minus 1. The cards are the lowest suits held.",
        observation: &[
            EncodingPart::new("hand", &[13, 4], "By rank from 3 to ace and two: as many ones as own cards of it."),
            EncodingPart::new("topRank", &[13], "1 at the rank of the set to beat."),
            EncodingPart::new("topCount", &[4], "1 at its number of cards, from 1."),
            EncodingPart::new("topSeat", &[6], "By seat: 1 if it played that set."),
            EncodingPart::new(
                "seats",
                &[6, 7],
                "By seat: 1 if it is at the table; 1 if it is in play, has no cards left, or left; 1 if it has passed \
                 since the top set was played; its cards as a share of 18; its place as a share of 6.",
            ),
            EncodingPart::new("played", &[6, 13], "By seat and rank: the cards that it has played, as shares of 4."),
            EncodingPart::new("starts", &[6], "By seat: 1 if it began."),
            EncodingPart::new("trick", &[1], "The number of the trick as a share of 52."),
        ],
        board: None,
        omitted: "Suits, and the order of the sets played; at the end, the cards of other seats, the deal, titles and \
                  scores.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        match *action {
            Action::Pass {} => 0,
            Action::Play { cards } => 4 * usize::from(cards.power) + usize::from(cards.len()),
        }
    }

    fn observe(view: &View, own: Seat, out: &mut Observation) {
        let seats = view.seats.len();
        for power in 0..=TWO {
            let held = view.hand.map_or(0, |hand| hand.held(power));
            out.all_of(0..held.into(), 4);
        }
        let top = view.top.map(|top| top.cards);
        out.one_of(top.map(|set| set.power.into()), POWERS);
        out.one_of(top.map(|set| usize::from(set.len()) - 1), 4);
        out.one_of(view.top.map(|top| distance(own, top.seat, seats)), MAX_SEATS);
        for seat in seats_from(own, seats).map(|seat| &view.seats[seat.index()]) {
            out.flag(true);
            [Status::In, Status::Out, Status::Left].iter().for_each(|status| out.flag(seat.status == *status));
            out.flag(seat.passed);
            out.share(seat.count as i64, MAX_CARDS);
            out.share(seat.rank.unwrap_or(0).into(), MAX_SEATS as i64);
        }
        out.skip((MAX_SEATS - seats) * 7);
        played(view, own, out);
        out.one_of(distance(own, view.start, seats), MAX_SEATS);
        out.share(view.trick.into(), 52);
    }
}

/// By seat and power: the number of cards played.
fn played(view: &View, own: Seat, out: &mut Observation) {
    let mut counts = [[0; POWERS]; MAX_SEATS];
    for play in &view.played {
        let Set { power, .. } = play.cards;
        counts[distance(own, play.seat, view.seats.len())][usize::from(power)] += i64::from(play.cards.len());
    }
    counts.iter().flatten().for_each(|&count| out.share(count, 4));
}
