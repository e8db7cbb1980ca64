//! The cards that an automatic player holds: the first matching line of a fixed list. It draws no random numbers.

use super::Positions;
use super::pay::{Pay, paired};
use crate::cards::Card;

/// Ranks as masks, bit 0 for the two.
const ROYAL: u16 = 0b1_1111_0000_0000;
const HIGH: u16 = 0b1_1110_0000_0000;
const TEN: u16 = 0b0_0001_0000_0000;
const ACE: u16 = 0b1_0000_0000_0000;

/// The ranks of the ten straights; the ace is low in the first.
const STRAIGHTS: [u16; 10] = {
    let mut straights = [ACE | 0b1111; 10];
    let mut at = 1;
    while at < 10 {
        straights[at] = 0b1_1111 << (at - 1);
        at += 1;
    }
    straights
};

/// The positions to hold.
pub(super) fn hold(hand: &[Card; 5]) -> Positions {
    let pay = Pay::of(hand);
    let paying = pay.paying(hand);
    let cards = Cards { ranks: hand.map(|card| 1 << card.rank()), suits: hand.map(Card::suit) };
    match pay {
        Pay::RoyalFlush | Pay::StraightFlush | Pay::FourOfAKind => paying,
        Pay::FullHouse | Pay::Flush | Pay::Straight | Pay::ThreeOfAKind => cards.to_royal(4).unwrap_or(paying),
        Pay::TwoPair | Pay::JacksOrBetter => cards.to_royal(4).or_else(|| cards.to_straight_flush(4)).unwrap_or(paying),
        Pay::Nothing => cards.draw(paired(hand)),
    }
}

/// Five cards by position.
struct Cards {
    ranks: [u16; 5],
    suits: [u8; 5],
}

impl Cards {
    /// The lines for a hand that does not pay; `pair` has the positions of its low pair, if any.
    fn draw(&self, pair: Positions) -> Positions {
        let low_pair = || (pair != Positions::NONE).then_some(pair);
        self.to_royal(4)
            .or_else(|| self.to_straight_flush(4))
            .or_else(|| self.to_royal(3))
            .or_else(|| self.first(4, |held| self.suited(held)))
            .or_else(low_pair)
            .or_else(|| self.first(4, |held| self.outside_straight(held)))
            .or_else(|| self.first(2, |held| self.suited(held) && self.within(held, HIGH)))
            .or_else(|| self.to_straight_flush(3))
            .or_else(|| self.two_lowest_high())
            .or_else(|| self.first(2, |held| self.ten_with_high(held)))
            .or_else(|| self.first(1, |held| self.within(held, HIGH)))
            .unwrap_or(Positions::NONE)
    }

    /// The first matching set of this many positions, in the order of their lists.
    fn first(&self, count: usize, fits: impl Fn(Positions) -> bool) -> Option<Positions> {
        // With position 0 as the highest bit, lists that come first are greater numbers.
        let lists = (0..32_u8).rev().map(|mask| Positions(mask.reverse_bits() >> 3));
        lists.filter(|held| held.count() == count).find(|&held| fits(held))
    }

    fn to_royal(&self, count: usize) -> Option<Positions> {
        self.first(count, |held| self.suited(held) && self.within(held, ROYAL))
    }

    fn to_straight_flush(&self, count: usize) -> Option<Positions> {
        self.first(count, |held| self.suited(held) && self.straights(held) > 0)
    }

    /// Four ranks that a card on either side completes to a straight.
    fn outside_straight(&self, held: Positions) -> bool {
        self.ranks(held).count_ones() == 4 && self.straights(held) == 2
    }

    /// Of two or more of J Q K A, whose ranks differ here, the two lowest.
    fn two_lowest_high(&self) -> Option<Positions> {
        let mut high: Vec<usize> = (0..5).filter(|&at| self.ranks[at] & HIGH != 0).collect();
        high.sort_by_key(|&at| self.ranks[at]);
        (high.len() >= 2).then(|| high.into_iter().take(2).collect())
    }

    /// A ten suited with a jack, queen or king.
    fn ten_with_high(&self, held: Positions) -> bool {
        self.suited(held) && self.within(held, ROYAL & !ACE) && self.ranks(held) & TEN != 0
    }

    fn suited(&self, held: Positions) -> bool {
        held.iter().fold(0, |suits, at| suits | 1_u8 << self.suits[at]).count_ones() == 1
    }

    fn within(&self, held: Positions, ranks: u16) -> bool {
        self.ranks(held) & !ranks == 0
    }

    /// The number of straights that contain the cards.
    fn straights(&self, held: Positions) -> usize {
        STRAIGHTS.iter().filter(|&&straight| self.within(held, straight)).count()
    }

    fn ranks(&self, held: Positions) -> u16 {
        held.iter().fold(0, |ranks, at| ranks | self.ranks[at])
    }
}
