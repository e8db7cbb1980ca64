//! The pay table of 9/6 jacks or better.

use super::Positions;
use crate::cards::Card;
use crate::hands::{CardSet, HandClass};

/// The lowest rank of a pair that pays.
const JACK: u8 = 9;

/// A line of the pay table, the best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pay {
    RoyalFlush,
    StraightFlush,
    FourOfAKind,
    FullHouse,
    Flush,
    Straight,
    ThreeOfAKind,
    TwoPair,
    JacksOrBetter,
    Nothing,
}

impl Pay {
    pub(super) fn of(hand: &[Card; 5]) -> Self {
        let rank = CardSet::of(hand).rank();
        match rank.class() {
            HandClass::RoyalFlush => Self::RoyalFlush,
            HandClass::StraightFlush => Self::StraightFlush,
            HandClass::FourOfAKind => Self::FourOfAKind,
            HandClass::FullHouse => Self::FullHouse,
            HandClass::Flush => Self::Flush,
            HandClass::Straight => Self::Straight,
            HandClass::ThreeOfAKind => Self::ThreeOfAKind,
            HandClass::TwoPair => Self::TwoPair,
            HandClass::Pair if rank.high() >= JACK => Self::JacksOrBetter,
            HandClass::Pair | HandClass::HighCard => Self::Nothing,
        }
    }

    /// The payout for one chip, the stake included.
    pub(super) const fn for_one(self) -> i64 {
        match self {
            Self::RoyalFlush => 800,
            Self::StraightFlush => 50,
            Self::FourOfAKind => 25,
            Self::FullHouse => 9,
            Self::Flush => 6,
            Self::Straight => 4,
            Self::ThreeOfAKind => 3,
            Self::TwoPair => 2,
            Self::JacksOrBetter => 1,
            Self::Nothing => 0,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::RoyalFlush => "royal flush",
            Self::StraightFlush => "straight flush",
            Self::FourOfAKind => "four of a kind",
            Self::FullHouse => "full house",
            Self::Flush => "flush",
            Self::Straight => "straight",
            Self::ThreeOfAKind => "three of a kind",
            Self::TwoPair => "two pair",
            Self::JacksOrBetter => "jacks or better",
            Self::Nothing => "nothing",
        }
    }

    /// The positions of the paying cards in a hand of this class.
    pub(super) fn paying(self, hand: &[Card; 5]) -> Positions {
        match self {
            Self::RoyalFlush | Self::StraightFlush | Self::FullHouse | Self::Flush | Self::Straight => Positions::ALL,
            Self::FourOfAKind | Self::ThreeOfAKind | Self::TwoPair | Self::JacksOrBetter => paired(hand),
            Self::Nothing => Positions::NONE,
        }
    }
}

/// The positions of the cards whose rank occurs more than once.
pub(super) fn paired(hand: &[Card; 5]) -> Positions {
    let count = |rank| hand.iter().filter(|card| card.rank() == rank).count();
    (0..5).filter(|&at| count(hand[at].rank()) > 1).collect()
}
