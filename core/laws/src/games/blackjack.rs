//! Blackjack from six decks: the dealer stands on 17, one split a hand.

use crate::cards::{rank, text, texts};
use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, status};
use serde_json::{Value, json};

#[derive(Clone)]
struct Hand {
    cards: Vec<usize>,
    bet: i64,
    doubled: bool,
    status: &'static str,
    /// The result and the chips, once the round is settled.
    net: Option<(&'static str, i64)>,
}

struct Round {
    dealer: Vec<usize>,
    hands: Vec<Hand>,
    done: bool,
}

pub(crate) struct Blackjack {
    stake: i64,
    hands: usize,
    shoe: Vec<usize>,
    drawn: usize,
    rounds: Vec<Round>,
    left: bool,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Blackjack {
    let shoe = deal.stream.shuffled((0..6 * 52).map(|place| place % 52));
    let hands = deal.config["hands"].as_u64().map_or(1, |hands| hands as usize);
    let mut law = Blackjack { stake: deal.stake, hands, shoe, drawn: 0, rounds: Vec::new(), left: false };
    law.next_round(emitted);
    law
}

/// The best total and whether an ace counts eleven in it.
fn total(cards: &[usize]) -> (usize, bool) {
    let value = |&card: &usize| match rank(card) {
        12 => 1,
        pips @ 0..=7 => pips + 2,
        _ => 10,
    };
    let hard: usize = cards.iter().map(value).sum();
    let soft = hard <= 11 && cards.iter().any(|&card| rank(card) == 12);
    (if soft { hard + 10 } else { hard }, soft)
}

fn is_blackjack(cards: &[usize]) -> bool {
    cards.len() == 2 && total(cards).0 == 21
}

impl Hand {
    fn new(cards: Vec<usize>, bet: i64) -> Self {
        Self { cards, bet, doubled: false, status: "open", net: None }
    }

    /// A hand that ended without a decision.
    fn look(&mut self) {
        match total(&self.cards).0 {
            22.. => self.status = "bust",
            21 => self.status = "stood",
            _ => {}
        }
    }

    fn settle(&mut self, dealer: &[usize]) {
        let (own, dealers) = (total(&self.cards).0, total(dealer).0);
        let bet = self.bet;
        self.net = Some(match self.status {
            "conceded" | "bust" => ("loss", -bet),
            "blackjack" if is_blackjack(dealer) => ("push", 0),
            "blackjack" => ("blackjack", 3 * bet / 2),
            _ if is_blackjack(dealer) => ("loss", -bet),
            _ if dealers > 21 || dealers < own => ("win", bet),
            _ if dealers == own => ("push", 0),
            _ => ("loss", -bet),
        });
    }
}

impl Blackjack {
    fn card(&mut self) -> usize {
        self.drawn += 1;
        self.shoe[self.drawn - 1]
    }

    fn over(&self) -> bool {
        self.left || self.rounds.len() == self.hands && self.rounds.iter().all(|round| round.done)
    }

    fn round(&self) -> usize {
        self.rounds.len() - 1
    }

    /// The hand in play.
    fn open(&self) -> Option<usize> {
        self.rounds[self.round()].hands.iter().position(|hand| hand.status == "open").filter(|_| !self.over())
    }

    fn hand(&mut self, hand: usize) -> &mut Hand {
        let round = self.round();
        &mut self.rounds[round].hands[hand]
    }

    /// Deal rounds until one has a decision in it or all are over.
    fn next_round(&mut self, emitted: &mut StepEvents) {
        let cards = [0; 4].map(|_| self.card());
        let mut hand = Hand::new(vec![cards[0], cards[2]], self.stake);
        let dealer = vec![cards[1], cards[3]];
        let round = self.rounds.len();
        emitted.push("dealt", 0, json!({"round": round, "cards": texts(&hand.cards), "up": text(dealer[0])}));
        if is_blackjack(&hand.cards) {
            hand.status = "blackjack";
        } else if is_blackjack(&dealer) {
            hand.status = "stood";
        }
        self.rounds.push(Round { dealer, hands: vec![hand], done: false });
        self.go_on(None, emitted);
    }

    /// After a hand (or a deal): the next hand's turn, or the dealer's.
    fn go_on(&mut self, played: Option<usize>, emitted: &mut StepEvents) {
        if let Some(open) = self.open() {
            if played != Some(open) {
                emitted.push("turn", 0, json!({"round": self.round(), "hand": open}));
            }
            return;
        }
        let round = self.round();
        let drawn_against = self.rounds[round].hands.iter().any(|hand| hand.status == "stood");
        while drawn_against && total(&self.rounds[round].dealer).0 < 17 {
            let card = self.card();
            self.rounds[round].dealer.push(card);
        }
        self.settle(emitted);
        if self.rounds.len() < self.hands {
            self.next_round(emitted);
        } else {
            emitted.settled_by_the_house(self.score(), json!({}));
        }
    }

    fn settle(&mut self, emitted: &mut StepEvents) {
        let index = self.round();
        let round = &mut self.rounds[index];
        let dealer = round.dealer.clone();
        emitted.push("dealer", None, json!({"round": index, "cards": texts(&dealer), "total": total(&dealer).0}));
        round.hands.iter_mut().for_each(|hand| hand.settle(&dealer));
        round.done = true;
        let nets: Vec<i64> = round.hands.iter().filter_map(|hand| hand.net).map(|(_, net)| net).collect();
        emitted.push("round", 0, json!({"round": index, "nets": nets}));
    }

    /// The result of the settled rounds; after a leave also the loss of a stake for each round that was not dealt.
    fn score(&self) -> i64 {
        let nets = self.rounds.iter().flat_map(|round| &round.hands).filter_map(|hand| hand.net);
        let undealt = if self.left { (self.hands - self.rounds.len()) as i64 } else { 0 };
        nets.map(|(_, net)| net).sum::<i64>() - undealt * self.stake
    }
}

impl Law for Blackjack {
    fn phase(&self) -> &'static str {
        if self.over() { "over" } else { "player" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![0] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        let mut legal = vec!["hit", "stand"];
        if let [hand] = &self.rounds[self.round()].hands[..]
            && let [one, other] = hand.cards[..]
        {
            legal.push("double");
            if rank(one) == rank(other) {
                legal.push("split");
            }
        }
        legal.iter().map(|action| json!({"type": action})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let (Some(open), round) = (self.open(), self.round()) else { return };
        let kind = if action["type"] == "double" { "double" } else { "hit" };
        match action["type"].as_str() {
            Some("stand") => {
                self.hand(open).status = "stood";
                emitted.push("stand", seat, json!({"round": round, "hand": open}));
            }
            Some("split") => {
                let pair = self.hand(open).cards.clone();
                let mut hands: Vec<Hand> = Vec::new();
                for &card in &pair {
                    let mut hand = Hand::new(vec![card, self.card()], self.stake);
                    hand.look();
                    if rank(card) == 12 {
                        hand.status = "stood";
                    }
                    hands.push(hand);
                }
                let cards: Vec<Vec<String>> = hands.iter().map(|hand| texts(&hand.cards)).collect();
                emitted.push("split", seat, json!({"round": round, "cards": cards}));
                self.rounds[round].hands = hands;
            }
            _ => {
                let card = self.card();
                let stake = self.stake;
                let hand = self.hand(open);
                hand.cards.push(card);
                if kind == "double" {
                    (hand.bet, hand.doubled, hand.status) = (2 * stake, true, "stood");
                }
                hand.look();
                let total = total(&hand.cards).0;
                emitted.push(kind, seat, json!({"round": round, "hand": open, "card": text(card), "total": total}));
            }
        }
        // The turn of the first of two split hands was already announced at the start of the round.
        self.go_on(Some(if action["type"] == "split" { 0 } else { open }), emitted);
    }

    fn may_leave(&self, _seat: usize) -> bool {
        true
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        let round = self.round();
        self.rounds[round].hands.iter_mut().for_each(|hand| hand.status = "conceded");
        self.left = true;
        emitted.left(seat);
        self.settle(emitted);
        emitted.settled_by_the_house(self.score(), json!({}));
    }

    fn view(&self, _audience: Audience) -> Value {
        let hand = |hand: &Hand| {
            let (total, soft) = total(&hand.cards);
            json!({
                "cards": texts(&hand.cards), "total": total, "soft": soft, "bet": hand.bet, "doubled": hand.doubled,
                "status": hand.status, "result": hand.net.map(|(result, _)| result), "net": hand.net.map(|(_, net)| net),
            })
        };
        let round = |round: &Round| {
            let shown = if round.done { &round.dealer[..] } else { &round.dealer[..1] };
            let (total, soft) = total(shown);
            let mut cards: Vec<Option<String>> = shown.iter().map(|&card| Some(text(card))).collect();
            cards.resize(cards.len().max(2), None);
            json!({
                "dealer": {"cards": cards, "total": total, "soft": soft}, "split": round.hands.len() == 2, "done": round.done,
                "hands": round.hands.iter().map(hand).collect::<Vec<_>>(),
            })
        };
        json!({
            "stake": self.stake, "handsTotal": self.hands, "round": self.round(), "hand": self.open(),
            "shoeLeft": self.shoe.len() - self.drawn, "rounds": self.rounds.iter().map(round).collect::<Vec<_>>(),
            "seats": [{"seat": 0, "status": status(self.left), "score": self.score()}],
        })
    }

    fn outcome(&self) -> Vec<Share> {
        vec![Share::by_sign(self.score())]
    }
}
