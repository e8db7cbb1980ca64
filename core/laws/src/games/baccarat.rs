//! Punto banco from eight decks.

use crate::cards::{rank, text, texts};
use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, status};
use serde_json::{Value, json};

pub(crate) struct Baccarat {
    stake: i64,
    player: Vec<usize>,
    banker: Vec<usize>,
    on: Option<String>,
    left: bool,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Baccarat {
    emitted.push("dealt", None, json!({}));
    emitted.turn(0);
    let shoe = deal.stream.shuffled((0..8 * 52).map(|place| place % 52));
    let (mut player, mut banker) = (vec![shoe[0], shoe[2]], vec![shoe[1], shoe[3]]);
    let mut next = shoe[4..].iter().copied();
    if total(&player) < 8 && total(&banker) < 8 {
        let third = if total(&player) <= 5 { next.next() } else { None };
        player.extend(third);
        if banker_draws(total(&banker), third.map(value)) {
            banker.extend(next.next());
        }
    }
    Baccarat { stake: deal.stake, player, banker, on: None, left: false }
}

const fn value(card: usize) -> usize {
    match rank(card) {
        12 => 1,
        pips @ 0..=7 => pips + 2,
        _ => 0,
    }
}

fn total(hand: &[usize]) -> usize {
    hand.iter().map(|&card| value(card)).sum::<usize>() % 10
}

/// Whether the banker draws with this total, if the player drew a third card of this value or stood.
fn banker_draws(total: usize, third: Option<usize>) -> bool {
    match (total, third) {
        (0..=2, _) | (3..=5, None) => true,
        (3, Some(third)) => third != 8,
        (4, Some(third)) => (2..=7).contains(&third),
        (5, Some(third)) => (4..=7).contains(&third),
        (6, Some(third)) => (6..=7).contains(&third),
        _ => false,
    }
}

impl Baccarat {
    fn over(&self) -> bool {
        self.left || self.on.is_some()
    }

    fn winner(&self) -> &'static str {
        match total(&self.player).cmp(&total(&self.banker)) {
            std::cmp::Ordering::Greater => "player",
            std::cmp::Ordering::Less => "banker",
            std::cmp::Ordering::Equal => "tie",
        }
    }

    fn natural(&self) -> bool {
        total(&self.player[..2]) >= 8 || total(&self.banker[..2]) >= 8
    }

    fn score(&self) -> i64 {
        match (self.on.as_deref(), self.winner()) {
            (Some("tie"), "tie") => 8 * self.stake,
            (Some("player"), "player") => self.stake,
            (Some("banker"), "banker") => 19 * self.stake / 20,
            (Some("player" | "banker"), "tie") => 0,
            _ => -self.stake,
        }
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        let (player, banker) = (&self.player, &self.banker);
        emitted.push("cards", None, json!({"player": texts(&player[..2]), "banker": texts(&banker[..2])}));
        for (name, hand) in [("player", player), ("banker", banker)] {
            if let Some(&third) = hand.get(2) {
                emitted.push("third", None, json!({"hand": name, "card": text(third), "total": total(hand)}));
            }
        }
        emitted.push("coup", None, json!({"winner": self.winner(), "player": total(player), "banker": total(banker)}));
        emitted.settled_by_the_house(self.score(), json!({}));
    }
}

impl Law for Baccarat {
    fn phase(&self) -> &'static str {
        if self.over() { "over" } else { "bet" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![0] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        ["player", "banker", "tie"].iter().map(|on| json!({"type": "bet", "on": on})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        self.on = action["on"].as_str().map(str::to_owned);
        emitted.push("bet", seat, json!({"on": self.on}));
        self.tell_end(emitted);
    }

    fn may_leave(&self, _seat: usize) -> bool {
        true
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        self.left = true;
        emitted.left(seat);
        self.tell_end(emitted);
    }

    fn view(&self, _audience: Audience) -> Value {
        let over = self.over();
        let hand = |hand: &[usize]| over.then(|| json!({"cards": texts(hand), "total": total(hand)}));
        let score = over.then(|| self.score());
        json!({
            "stake": self.stake, "seats": [{"seat": 0, "status": status(self.left), "on": self.on, "score": score}],
            "player": hand(&self.player), "banker": hand(&self.banker),
            "winner": over.then(|| self.winner()), "natural": over.then(|| self.natural()),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        vec![Share::by_sign(self.score())]
    }
}
