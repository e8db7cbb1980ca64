//! Jacks or better, 9/6.

use crate::cards::{flush, groups, rank, straight, texts};
use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, status};
use serde_json::{Value, json};

pub(crate) struct VideoPoker {
    stake: i64,
    /// The hand and its replacements.
    cards: Vec<usize>,
    held: Option<Vec<usize>>,
    left: bool,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> VideoPoker {
    emitted.push("dealt", 0, json!({}));
    emitted.turn(0);
    let cards = deal.stream.shuffled(0..52)[..10].to_vec();
    VideoPoker { stake: deal.stake, cards, held: None, left: false }
}

/// The name of five cards, the payout for one chip, and the paying cards.
fn pays(hand: &[usize]) -> (&'static str, i64, Vec<usize>) {
    let groups = groups(hand);
    let counts: Vec<usize> = groups.iter().map(|&(count, _)| count).collect();
    let of_groups = |taken: usize| {
        let paying = |card: &usize| groups[..taken].iter().any(|&(_, of)| of == rank(*card));
        hand.iter().copied().filter(paying).collect::<Vec<usize>>()
    };
    let all = hand.to_vec();
    let (name, pays, mut cards) = match (flush(hand), straight(hand), &counts[..]) {
        (true, Some(12), _) => ("royal flush", 800, all),
        (true, Some(_), _) => ("straight flush", 50, all),
        (_, _, [4, ..]) => ("four of a kind", 25, of_groups(1)),
        (_, _, [3, 2]) => ("full house", 9, all),
        (true, None, _) => ("flush", 6, all),
        (false, Some(_), _) => ("straight", 4, all),
        (_, _, [3, ..]) => ("three of a kind", 3, of_groups(1)),
        (_, _, [2, 2, ..]) => ("two pair", 2, of_groups(2)),
        (_, _, [2, ..]) if groups[0].1 >= 9 => ("jacks or better", 1, of_groups(1)),
        _ => ("nothing", 0, Vec::new()),
    };
    cards.sort_unstable();
    (name, pays, cards)
}

impl VideoPoker {
    fn over(&self) -> bool {
        self.left || self.held.is_some()
    }

    fn discarded(&self) -> usize {
        self.held.as_ref().map_or(0, |held| 5 - held.len())
    }

    fn hand(&self) -> Vec<usize> {
        let mut replacements = self.cards[5..].iter();
        let keeps = |place: &usize| self.held.as_ref().is_none_or(|held| held.contains(place));
        (0..5).map(|place| if keeps(&place) { self.cards[place] } else { *replacements.next().unwrap_or(&0) }).collect()
    }

    fn paid(&self) -> (&'static str, i64, Vec<usize>) {
        if self.left { ("forfeit", 0, Vec::new()) } else { pays(&self.hand()) }
    }

    fn score(&self) -> i64 {
        self.stake * self.paid().1 - self.stake
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled_by_the_house(self.score(), json!({"handName": self.paid().0}));
    }
}

impl Law for VideoPoker {
    fn phase(&self) -> &'static str {
        if self.over() { "over" } else { "hold" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![0] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        let positions = |mask: usize| (0..5).filter(|place| mask >> place & 1 == 1).collect::<Vec<_>>();
        (0..32).map(|mask| json!({"type": "hold", "positions": positions(mask)})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let held = action["positions"].as_array().map(Vec::as_slice).unwrap_or_default();
        self.held = Some((0..5).filter(|place| held.contains(&json!(place))).collect());
        emitted.push("held", seat, json!({"positions": self.held}));
        emitted.push("drawn", seat, json!({"hand": texts(&self.hand())}));
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

    fn view(&self, audience: Audience) -> Value {
        let over = self.over();
        // Discarded cards were shown to no other seat, nor the cards of a hand that was given up.
        let shown = audience.is(0) || over && !audience.sealed;
        let drawn = shown || self.held.is_some();
        let score = over.then(|| self.score());
        json!({
            "stake": self.stake, "seats": [{"seat": 0, "status": status(self.left), "held": self.held, "score": score}],
            "first": shown.then(|| texts(&self.cards[..5])), "hand": drawn.then(|| texts(&self.hand())),
            "handName": over.then(|| self.paid().0),
            "undealt": (over && !audience.sealed).then(|| texts(&self.cards[5 + self.discarded()..])),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        let (_, pays, cards) = self.paid();
        vec![Share { pieces: (pays > 0).then_some(cards), ..Share::by_sign(self.score()) }]
    }
}
