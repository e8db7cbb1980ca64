//! Liar's dice for two: five dice each, ones wild.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use crate::stream::Stream;
use serde_json::{Value, json};

/// The faces of a bid, low to high.
const FACES: [usize; 6] = [2, 3, 4, 5, 6, 1];

pub(crate) struct LiarsDice {
    stake: i64,
    stream: Stream,
    start: usize,
    opener: usize,
    round: usize,
    dice: [usize; 2],
    hands: [Vec<usize>; 2],
    /// Seat, quantity, face.
    bids: Vec<(usize, usize, usize)>,
    last_round: Value,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> LiarsDice {
    let start = deal.stream.below(2);
    let mut law = LiarsDice {
        stake: deal.stake,
        stream: deal.stream,
        start,
        opener: start,
        round: 0,
        dice: [5; 2],
        hands: [Vec::new(), Vec::new()],
        bids: Vec::new(),
        last_round: Value::Null,
        left: None,
    };
    law.roll(emitted);
    law
}

fn bid((seat, quantity, face): (usize, usize, usize)) -> Value {
    json!({"seat": seat, "quantity": quantity, "face": face})
}

impl LiarsDice {
    fn roll(&mut self, emitted: &mut StepEvents) {
        self.round += 1;
        self.bids.clear();
        for seat in 0..2 {
            self.hands[seat] = (0..self.dice[seat]).map(|_| 1 + self.stream.below(6)).collect();
            self.hands[seat].sort_unstable();
        }
        emitted.push("dealt", None, json!({"round": self.round, "dice": self.dice}));
        emitted.turn(self.opener);
    }

    fn winner(&self) -> Option<usize> {
        self.left.or_else(|| self.dice.iter().position(|&dice| dice == 0)).map(|loser| 1 - loser)
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"dice": self.dice}));
    }
}

impl Law for LiarsDice {
    fn phase(&self) -> &'static str {
        if self.winner().is_some() { "over" } else { "bid" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.winner().is_some() { Vec::new() } else { vec![(self.opener + self.bids.len()) % 2] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        let height = |face: usize| FACES.iter().position(|&of| of == face);
        let last = self.bids.last().map(|&(_, quantity, face)| (quantity, height(face)));
        let bids = (1..=self.dice[0] + self.dice[1]).flat_map(|quantity| FACES.map(|face| (quantity, face)));
        let higher = bids.filter(|&(quantity, face)| last.is_none_or(|last| (quantity, height(face)) > last));
        let higher = higher.map(|(quantity, face)| json!({"type": "bid", "quantity": quantity, "face": face}));
        higher.chain(last.map(|_| json!({"type": "challenge"}))).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        if action["type"] == "bid" {
            let (quantity, face) = (number(action, "quantity"), number(action, "face"));
            self.bids.push((seat, quantity, face));
            emitted.push("bid", seat, json!({"quantity": quantity, "face": face}));
            return emitted.turn(1 - seat);
        }
        let Some(&last) = self.bids.last() else { return };
        let (bidder, quantity, face) = last;
        emitted.push("challenged", seat, json!({"quantity": quantity, "face": face}));
        let count = self.hands.iter().flatten().filter(|&&die| die == face || die == 1).count();
        let loser = if count >= quantity { seat } else { bidder };
        self.dice[loser] -= 1;
        self.last_round = json!({
            "round": self.round, "hands": self.hands, "bid": bid(last), "challenger": seat, "count": count, "loser": loser,
        });
        emitted.push("revealed", None, json!({"hands": self.hands, "count": count, "loser": loser, "dice": self.dice}));
        if self.winner().is_some() {
            return self.tell_end(emitted);
        }
        self.opener = loser;
        self.roll(emitted);
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
        let open = self.winner().is_some() && !audience.sealed;
        let seat = |seat: usize| {
            let hand = open.then_some(&self.hands[seat]);
            json!({"seat": seat, "status": status(self.left == Some(seat)), "dice": self.dice[seat], "hand": hand})
        };
        json!({
            "seats": [seat(0), seat(1)], "start": self.start, "round": self.round, "opener": self.opener,
            "bids": self.bids.iter().map(|&of| bid(of)).collect::<Vec<_>>(), "lastRound": self.last_round,
            "hand": audience.seat.map(|seat| &self.hands[seat]),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        duel_shares(self.winner(), self.stake, None)
    }
}
