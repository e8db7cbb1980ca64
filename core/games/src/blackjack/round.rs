//! One deal of blackjack: the dealer's cards and the player's one or two hands.

use super::hand::{Cards, Hand, HandResult, Points, Status};
use crate::cards::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One deal: the dealer's cards, the up card first, and the player's one or, after a split, two hands.
#[derive(Clone)]
pub(super) struct Round {
    pub(super) dealer: Cards,
    pub(super) hands: [Hand; 2],
    pub(super) split: bool,
    pub(super) done: bool,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct RoundView {
    /// The dealer's hand.
    pub(super) dealer: DealerView,
    /// The player's hands: two after a split.
    pub(super) hands: Vec<HandView>,
    /// Whether a pair was split.
    pub(super) split: bool,
    /// Whether it is settled.
    pub(super) done: bool,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct DealerView {
    /// The hole card is null until the round is settled; the value covers the open cards.
    pub(super) cards: Vec<Option<Card>>,
    #[serde(flatten)]
    pub(super) points: Points,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct HandView {
    /// In the order dealt.
    pub(super) cards: Vec<Card>,
    #[serde(flatten)]
    pub(super) points: Points,
    /// The bet in chips, doubled or not.
    pub(super) bet: i64,
    /// Whether the bet was doubled.
    pub(super) doubled: bool,
    /// The hand's status.
    pub(super) status: Status,
    /// Null until the round is settled.
    pub(super) result: Option<HandResult>,
    /// Chips won or lost; null until the round is settled.
    pub(super) net: Option<i64>,
}

impl Round {
    /// A blackjack on either side leaves no decision.
    pub(super) fn new(player: Cards, dealer: Cards, stake: i64) -> Self {
        let mut hand = Hand::new(player, stake);
        if player.is_blackjack() {
            hand.status = Status::Blackjack;
        } else if dealer.is_blackjack() {
            hand.status = Status::Stood;
        }
        Self { dealer, hands: [hand; 2], split: false, done: false }
    }

    /// The player's hands.
    pub(super) fn hands(&self) -> &[Hand] {
        &self.hands[..if self.split { 2 } else { 1 }]
    }

    pub(super) fn hands_mut(&mut self) -> &mut [Hand] {
        &mut self.hands[..if self.split { 2 } else { 1 }]
    }

    /// The hand to decide about: the first open one.
    pub(super) fn open_hand(&self) -> Option<usize> {
        self.hands().iter().position(|hand| hand.status == Status::Open)
    }

    /// Each card of the pair starts a hand; split aces stand at once.
    pub(super) fn split(&mut self, first: Card, second: Card, stake: i64) {
        let pair = self.hands[0].cards;
        let aces = pair.points().soft;
        self.split = true;
        for ((hand, &card), drawn) in self.hands.iter_mut().zip(pair.as_slice()).zip([first, second]) {
            *hand = Hand::new(Cards::new(card), stake);
            hand.take(drawn);
            if aces {
                hand.status = Status::Stood;
            }
        }
    }

    /// Compute the net result of every hand; returns the sum.
    pub(super) fn settle(&mut self) -> i64 {
        self.done = true;
        let dealer = self.dealer;
        let settle = |hand: &mut Hand| *hand.net.insert(hand.net_against(&dealer));
        self.hands_mut().iter_mut().map(settle).sum()
    }

    pub(super) fn view(&self) -> RoundView {
        let cards = self.dealer.as_slice();
        let dealer = if self.done {
            DealerView { cards: cards.iter().copied().map(Some).collect(), points: Points::of(cards) }
        } else {
            DealerView { cards: vec![Some(cards[0]), None], points: Points::of(&cards[..1]) }
        };
        let hand = |hand: &Hand| HandView {
            cards: hand.cards.as_slice().to_vec(),
            points: hand.cards.points(),
            bet: hand.bet,
            doubled: hand.doubled,
            status: hand.status,
            result: hand.result(),
            net: hand.net,
        };
        RoundView { dealer, hands: self.hands().iter().map(hand).collect(), split: self.split, done: self.done }
    }
}
