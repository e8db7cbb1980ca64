//! The end of a hand: uncalled chips, main and side pots, their winners and shares.

use super::hand::{Hand, Pot, Settlement};
use crate::cards::Card;
use crate::hands::{CardSet, HandRank, best_five};
use crate::{Outcome, Seat, Seats};

impl Settlement {
    /// The uncalled chips that go back to the seat.
    pub(super) fn returned_to(&self, seat: Seat) -> i64 {
        self.returned.filter(|(owner, _)| *owner == seat).map_or(0, |(_, chips)| chips)
    }
}

/// The chips of the seat with the greatest bet that exceed every other seat's, folded ones too.
fn uncalled(hand: &Hand, contenders: Seats) -> Option<(Seat, i64)> {
    let put = |seat: Seat| hand.players[seat.index()].put;
    let owner = contenders.iter().max_by_key(|&seat| put(seat))?;
    let most = hand.seats().filter(|&seat| seat != owner).map(put).max()?;
    (put(owner) > most).then(|| (owner, put(owner) - most))
}

/// A pot for each distinct bet of the seats still in; the last one takes the rest.
fn pots(hand: &Hand, contenders: Seats, returned: Option<(Seat, i64)>) -> Vec<Pot> {
    let put = |seat: Seat| {
        let back = returned.filter(|(owner, _)| *owner == seat).map_or(0, |(_, chips)| chips);
        hand.players[seat.index()].put - back
    };
    let mut pots = Vec::new();
    let mut below = None;
    while let Some(level) = contenders.iter().map(put).filter(|&put| below.is_none_or(|below| put > below)).min() {
        let reached: Seats = contenders.iter().filter(|&seat| put(seat) >= level).collect();
        let is_last = reached.iter().all(|seat| put(seat) == level);
        let top = if is_last { i64::MAX } else { level };
        let floor = below.unwrap_or(0);
        let amount = hand.seats().map(|seat| put(seat).min(top) - put(seat).min(floor)).sum();
        pots.push(Pot { amount, contenders: reached, winners: Seats::NONE });
        below = Some(level);
    }
    pots
}

impl Pot {
    /// The winners in the order of odd chips, each with its share.
    pub(super) fn shares(&self, hand: &Hand) -> impl Iterator<Item = (Seat, i64)> {
        let count = self.winners.len() as i64;
        let (share, odd) = (self.amount / count, self.amount % count);
        let winners = hand.left_of_button().filter(|&seat| self.winners.contains(seat));
        winners.zip(0..).map(move |(seat, place)| (seat, share + i64::from(place < odd)))
    }
}

impl Hand {
    /// The settlement of a hand that is played out.
    pub(super) fn settlement(&self) -> Settlement {
        let contenders = self.contenders();
        let showdown = contenders.len() > 1;
        let returned = uncalled(self, contenders);
        let mut pots = pots(self, contenders, returned);
        let ranks: [_; 8] =
            std::array::from_fn(|at| (showdown && contenders.contains(Seat::at(at))).then(|| self.rank(Seat::at(at))));
        for pot in &mut pots {
            let best = pot.contenders.iter().map(|seat| ranks[seat.index()]).max().flatten();
            pot.winners = pot.contenders.iter().filter(|seat| ranks[seat.index()] == best).collect();
        }
        Settlement { showdown, returned, pots }
    }

    /// The rank of a seat's two cards and the whole board.
    pub(super) fn rank(&self, seat: Seat) -> HandRank {
        CardSet::of(&self.seven(seat)).rank()
    }

    /// The best five cards of a seat, by ascending id.
    pub(super) fn best(&self, seat: Seat) -> [Card; 5] {
        best_five(&self.seven(seat))
    }

    fn seven(&self, seat: Seat) -> [Card; 7] {
        let [a, b, c, d, e] = self.board;
        let [first, second] = self.players[seat.index()].cards;
        [first, second, a, b, c, d, e]
    }

    /// A seat's winnings from the pots.
    pub(super) fn won(&self, end: &Settlement, seat: Seat) -> i64 {
        let share = |pot: &Pot| pot.shares(self).find(|(winner, _)| *winner == seat).map_or(0, |(_, share)| share);
        end.pots.iter().map(share).sum()
    }

    /// A seat's gain or loss.
    pub(super) fn score(&self, end: &Settlement, seat: Seat) -> i64 {
        end.returned_to(seat) + self.won(end, seat) - self.players[seat.index()].put
    }

    /// The result, once the hand is over; after a showdown with the best five cards of each seat that won from a pot.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let end = self.end.as_ref()?;
        let behind = |seat: Seat| self.players[seat.index()].stack + end.returned_to(seat);
        let outcome =
            Outcome::by_scores(self.seats().map(|seat| self.score(end, seat))).with_behind(self.seats().map(behind));
        let paid = self.seats().filter(|&seat| end.showdown && self.won(end, seat) > 0);
        Some(paid.fold(outcome, |outcome, seat| {
            outcome.with_winning_pieces(seat, self.best(seat).map(|card| card.0).to_vec())
        }))
    }
}
