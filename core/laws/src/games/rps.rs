//! Rock, paper, scissors: the first seat with two won throws, nine throws at most.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, status};
use serde_json::{Value, json};

/// Each beats the one before it, the first beats the last.
const HANDS: [&str; 3] = ["rock", "paper", "scissors"];

pub(crate) struct Rps {
    stake: i64,
    pending: [Option<usize>; 2],
    throws: Vec<[usize; 2]>,
    left: Option<usize>,
}

pub(crate) fn deal(deal: Deal<'_>, emitted: &mut StepEvents) -> Rps {
    emitted.push("dealt", None, json!({"toWin": 2, "maxThrows": 9}));
    let rps = Rps { stake: deal.stake, pending: [None; 2], throws: Vec::new(), left: None };
    rps.tell_turns(emitted);
    rps
}

fn winner_of(hands: [usize; 2]) -> Option<usize> {
    (0..2).find(|&seat| hands[seat] == (hands[1 - seat] + 1) % 3)
}

impl Rps {
    fn wins(&self) -> [usize; 2] {
        [0, 1].map(|seat| self.throws.iter().filter(|&&hands| winner_of(hands) == Some(seat)).count())
    }

    fn over(&self) -> bool {
        self.left.is_some() || self.wins().contains(&2) || self.throws.len() == 9
    }

    fn winner(&self) -> Option<usize> {
        let wins = self.wins();
        let more = (0..2).find(|&seat| wins[seat] > wins[1 - seat]);
        self.left.map_or(more, |left| Some(1 - left))
    }

    fn tell_turns(&self, emitted: &mut StepEvents) {
        (0..2).for_each(|seat| emitted.push("turn", seat, json!({"throw": self.throws.len() + 1})));
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"wins": self.wins()}));
    }
}

impl Law for Rps {
    fn phase(&self) -> &'static str {
        if self.over() { "over" } else { "throw" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { (0..2).filter(|&seat| self.pending[seat].is_none()).collect() }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        HANDS.iter().map(|hand| json!({"type": "throw", "hand": hand})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        self.pending[seat] = HANDS.iter().position(|hand| action["hand"] == *hand);
        emitted.push("ready", seat, json!({}));
        let [Some(first), Some(second)] = self.pending else { return };
        let hands = [first, second];
        self.pending = [None; 2];
        self.throws.push(hands);
        let winner = winner_of(hands);
        emitted.push(
            "thrown",
            winner,
            json!({"hands": hands.map(|hand| HANDS[hand]), "winner": winner, "wins": self.wins()}),
        );
        if self.over() { self.tell_end(emitted) } else { self.tell_turns(emitted) }
    }

    fn may_leave(&self, _seat: usize) -> bool {
        true
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        self.left = Some(seat);
        emitted.left(seat);
        self.tell_end(emitted);
    }

    fn view(&self, audience: Audience) -> Value {
        let pending = |seat: usize| self.pending[seat].map(|hand| HANDS[hand]);
        let open = self.over() && !audience.sealed;
        let seat = |seat: usize| {
            json!({
                "seat": seat, "status": status(self.left == Some(seat)), "wins": self.wins()[seat],
                "ready": self.pending[seat].is_some(), "hand": if open { pending(seat) } else { None },
            })
        };
        let throw = |hands: &[usize; 2]| json!({"hands": hands.map(|hand| HANDS[hand]), "winner": winner_of(*hands)});
        let throws: Vec<Value> = self.throws.iter().map(throw).collect();
        let own = audience.seat.and_then(pending);
        json!({"seats": [seat(0), seat(1)], "throws": throws, "toWin": 2, "maxThrows": 9, "hand": own})
    }

    fn outcome(&self) -> Vec<Share> {
        duel_shares(self.winner(), self.stake, None)
    }
}
