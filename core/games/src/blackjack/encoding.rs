//! The encoding of blackjack.

use super::round::{HandView, RoundView};
use super::{Action, Blackjack, DECKS, View};
use crate::Seat;
use crate::cards::Card;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

const RANKS: usize = 13;
const CARDS: i64 = 52 * DECKS as i64;
const OF_A_RANK: i64 = 4 * DECKS as i64;
/// More cards of one rank in a hand are possible, but end it.
const MAX_OF_A_RANK: i64 = 6;
const MAX_ROUNDS: i64 = 3;
/// A round wins or loses up to two stakes.
const MAX_STAKES: i64 = 2 * MAX_ROUNDS;

impl Encoded for Blackjack {
    const ENCODING: Encoding = Encoding {
        actions: 4,
        action_text: "0 hits, 1 stands, 2 doubles, 3 splits.",
        observation: &[
            EncodingPart::new("active", &[2], "1 at the hand to decide about."),
            EncodingPart::new(
                "hands",
                &[2, 24],
                "The hands of the round in play, two after a split. Of each: the cards by rank from 2 to ace as \
                 shares of 6, the number of cards as a share of 21, the value as a share of 31, 1 if an ace counts 11, \
                 the bet as a share of two stakes, 1 if it was doubled, then 1 at the status: open, stood, bust, \
                 blackjack or conceded; last 1 because the hand exists.",
            ),
            EncodingPart::new("dealer", &[13], "The dealer's open cards by rank from 2 to ace, as shares of 6."),
            EncodingPart::new("dealerValue", &[2], "Their value as a share of 31, and 1 if an ace counts 11."),
            EncodingPart::new("seen", &[13], "By rank: the open cards of all rounds as shares of 24."),
            EncodingPart::new("shoe", &[1], "The cards left in the shoe as a share of 312."),
            EncodingPart::new(
                "round",
                &[2],
                "The number of the round, from 0, and the number of all rounds, as shares of 3.",
            ),
            EncodingPart::new(
                "score",
                &[1],
                "The result so far: 0.5 for nothing won or lost, 0 for 6 stakes lost, 1 for 6 stakes won.",
            ),
            EncodingPart::new("done", &[1], "1 if the round is settled."),
        ],
        board: None,
        omitted: "The stake, suits, the order of cards, the hands of former rounds except their cards, the result of \
                  each hand, and the status of a seat that left.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        *action as usize
    }

    fn observe(view: &View, _seat: Seat, out: &mut Observation) {
        out.one_of(view.hand, 2);
        let round = &view.rounds[view.round];
        (0..2).for_each(|at| hand(round.hands.get(at), view.stake, out));
        ranks(round.dealer.cards.iter().flatten(), MAX_OF_A_RANK, out);
        out.share(round.dealer.points.total.into(), 31);
        out.flag(round.dealer.points.soft);
        ranks(view.rounds.iter().flat_map(open_cards), OF_A_RANK, out);
        out.share(view.shoe_left as i64, CARDS);
        out.share(view.round as i64, MAX_ROUNDS);
        out.share(view.hands_total as i64, MAX_ROUNDS);
        out.share(view.seats[0].score + MAX_STAKES * view.stake, 2 * MAX_STAKES * view.stake);
        out.flag(round.done);
    }
}

fn hand(hand: Option<&HandView>, stake: i64, out: &mut Observation) {
    let Some(hand) = hand else { return out.skip(24) };
    ranks(&hand.cards, MAX_OF_A_RANK, out);
    out.share(hand.cards.len() as i64, 21);
    out.share(hand.points.total.into(), 31);
    out.flag(hand.points.soft);
    out.share(hand.bet, 2 * stake);
    out.flag(hand.doubled);
    out.one_of(hand.status as usize, 5);
    out.flag(true);
}

fn open_cards(round: &RoundView) -> impl Iterator<Item = &Card> {
    round.hands.iter().flat_map(|hand| &hand.cards).chain(round.dealer.cards.iter().flatten())
}

fn ranks<'a>(cards: impl IntoIterator<Item = &'a Card>, most: i64, out: &mut Observation) {
    let mut counts = [0; RANKS];
    cards.into_iter().for_each(|card| counts[usize::from(card.rank())] += 1);
    counts.into_iter().for_each(|count| out.share(count, most));
}
