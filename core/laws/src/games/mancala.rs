//! Kalah with six pits and four stones.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use serde_json::{Value, json};

pub(crate) struct Mancala {
    stake: i64,
    start: usize,
    mover: usize,
    pits: [[usize; 6]; 2],
    stores: [usize; 2],
    last: Value,
    over: bool,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Mancala {
    let start = deal.stream.below(2);
    emitted.push("dealt", None, json!({"start": start}));
    emitted.turn(start);
    let (pits, stores, last) = ([[4; 6]; 2], [0; 2], Value::Null);
    Mancala { stake: deal.stake, start, mover: start, pits, stores, last, over: false, left: None }
}

impl Mancala {
    fn winner(&self) -> Option<usize> {
        let by_stones = match self.stores[0].cmp(&self.stores[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        self.left.map_or(by_stones, |left| Some(1 - left))
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"stores": self.stores}));
    }
}

impl Law for Mancala {
    fn phase(&self) -> &'static str {
        if self.over { "over" } else { "play" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over { Vec::new() } else { vec![self.mover] }
    }

    fn legal(&self, seat: usize) -> Vec<Value> {
        (0..6).filter(|&pit| self.pits[seat][pit] > 0).map(|pit| json!({"type": "sow", "pit": pit})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let (pit, other) = (number(action, "pit"), 1 - seat);
        let stones = std::mem::take(&mut self.pits[seat][pit]);
        emitted.push("sown", seat, json!({"pit": pit, "stones": stones}));
        // Thirteen places: the own pits, the own store, the other's pits.
        for place in (pit + 1..=pit + stones).map(|place| place % 13) {
            match place {
                0..6 => self.pits[seat][place] += 1,
                6 => self.stores[seat] += 1,
                _ => self.pits[other][place - 7] += 1,
            }
        }
        let last = (pit + stones) % 13;
        let mut captured = 0;
        if last < 6 && self.pits[seat][last] == 1 && self.pits[other][5 - last] > 0 {
            captured = 1 + self.pits[other][5 - last];
            self.pits[seat][last] = 0;
            self.pits[other][5 - last] = 0;
            self.stores[seat] += captured;
            emitted.push("captured", seat, json!({"stones": captured}));
        }
        self.last = json!({"seat": seat, "pit": pit, "captured": captured});
        let kept = self.pits.map(|pits| pits.iter().sum::<usize>());
        if kept.contains(&0) {
            self.over = true;
            self.pits = [[0; 6]; 2];
            self.stores = [self.stores[0] + kept[0], self.stores[1] + kept[1]];
            if kept != [0, 0] {
                emitted.push("swept", None, json!({"stones": kept}));
            }
            self.tell_end(emitted);
        } else if last == 6 {
            emitted.push("extra_turn", seat, json!({}));
        } else {
            self.mover = other;
            emitted.turn(other);
        }
    }

    fn may_leave(&self, _seat: usize) -> bool {
        true
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        (self.left, self.over) = (Some(seat), true);
        emitted.left(seat);
        self.tell_end(emitted);
    }

    fn view(&self, _audience: Audience) -> Value {
        let seat = |seat: usize| {
            let (pits, store) = (self.pits[seat], self.stores[seat]);
            json!({"seat": seat, "status": status(self.left == Some(seat)), "pits": pits, "store": store})
        };
        json!({"seats": [seat(0), seat(1)], "start": self.start, "last": self.last})
    }

    fn outcome(&self) -> Vec<Share> {
        duel_shares(self.winner(), self.stake, None)
    }
}
