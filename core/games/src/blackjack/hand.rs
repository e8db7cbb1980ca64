//! The hands of blackjack: the value of the cards and the result of a bet on them.

use crate::cards::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// No hand is longer: each card counts at least one, and a hand of 21 or more takes no card.
const MAX_CARDS: usize = 21;

/// Cards in the order dealt.
#[derive(Clone, Copy)]
pub(super) struct Cards {
    cards: [Card; MAX_CARDS],
    count: u8,
}

/// A bet and its cards.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub(super) cards: Cards,
    pub(super) bet: i64,
    pub(super) doubled: bool,
    pub(super) status: Status,
    /// The net result, once its round is settled.
    pub(super) net: Option<i64>,
}

/// The status of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Status {
    Open,
    Stood,
    Bust,
    Blackjack,
    Conceded,
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum HandResult {
    Win,
    Loss,
    Push,
    Blackjack,
}

/// The value of some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct Points {
    /// The total.
    pub(super) total: u8,
    /// Whether an ace counts 11.
    pub(super) soft: bool,
}

impl Points {
    /// One ace counts 11 while the total stays within 21; every other ace counts 1.
    pub(super) fn of(cards: &[Card]) -> Self {
        let least: u8 = cards.iter().map(|&card| value(card)).sum();
        let soft = least <= 11 && cards.iter().any(|&card| value(card) == 1);
        Self { total: if soft { least + 10 } else { least }, soft }
    }
}

/// 2-9 pips, ten and court cards 10, an ace 1.
const fn value(card: Card) -> u8 {
    match card.rank() {
        12 => 1,
        rank @ 0..=7 => rank + 2,
        _ => 10,
    }
}

impl Cards {
    pub(super) const fn new(first: Card) -> Self {
        let mut cards = [Card(0); MAX_CARDS];
        cards[0] = first;
        Self { cards, count: 1 }
    }

    #[must_use]
    pub(super) fn with(mut self, card: Card) -> Self {
        self.push(card);
        self
    }

    pub(super) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.count)] = card;
        self.count += 1;
    }

    pub(super) fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    pub(super) fn points(&self) -> Points {
        Points::of(self.as_slice())
    }

    pub(super) fn total(&self) -> u8 {
        self.points().total
    }

    /// 21 with the first two cards.
    pub(super) fn is_blackjack(&self) -> bool {
        self.count == 2 && self.total() == 21
    }

    /// Two cards of the same rank letter: two kings, but not king and queen.
    pub(super) fn is_pair(&self) -> bool {
        self.count == 2 && self.cards[0].rank() == self.cards[1].rank()
    }

    pub(super) fn in_words(&self) -> String {
        let cards: Vec<String> = self.as_slice().iter().map(Card::to_string).collect();
        cards.join(" ")
    }
}

impl Hand {
    pub(super) const fn new(cards: Cards, bet: i64) -> Self {
        Self { cards, bet, doubled: false, status: Status::Open, net: None }
    }

    /// Add a card: 21 stands automatically, more is bust.
    pub(super) fn take(&mut self, card: Card) {
        self.cards.push(card);
        match self.cards.total() {
            0..=20 => {}
            21 => self.status = Status::Stood,
            _ => self.status = Status::Bust,
        }
    }

    /// The net result against the dealer's final cards. The house keeps the odd half chip of a blackjack.
    pub(super) fn net_against(&self, dealer: &Cards) -> i64 {
        let bet = self.bet;
        match self.status {
            Status::Blackjack if dealer.is_blackjack() => 0,
            Status::Blackjack => 3 * bet / 2,
            Status::Bust | Status::Conceded => -bet,
            Status::Open | Status::Stood if dealer.is_blackjack() => -bet,
            Status::Open | Status::Stood => match dealer.total() {
                22.. => bet,
                total => bet * i64::from(self.cards.total().cmp(&total) as i8),
            },
        }
    }

    pub(super) fn result(&self) -> Option<HandResult> {
        let blackjack = self.status == Status::Blackjack;
        Some(match self.net? {
            1.. if blackjack => HandResult::Blackjack,
            1.. => HandResult::Win,
            0 => HandResult::Push,
            _ => HandResult::Loss,
        })
    }
}
