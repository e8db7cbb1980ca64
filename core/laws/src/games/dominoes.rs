//! The draw game with a double-six set.

use crate::expected::{StepEvents, with_scores};
use crate::law::{Audience, Deal, Law, Share, status};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// Low and high number.
type Tile = (usize, usize);

pub(crate) struct Dominoes {
    seats: usize,
    stake: i64,
    start: usize,
    mover: usize,
    hands: Vec<Vec<Tile>>,
    boneyard: Vec<Tile>,
    /// Left and right number of the tiles, from left to right.
    line: VecDeque<[usize; 2]>,
    lacks: Vec<Vec<usize>>,
    left: Vec<bool>,
    last: Value,
    blocked: bool,
    over: bool,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Dominoes {
    let seats = deal.seats;
    let tiles = deal.stream.shuffled((0..7).flat_map(|low| (low..7).map(move |high| (low, high))));
    let count = if seats == 2 { 7 } else { 5 };
    let mut hands: Vec<Vec<Tile>> = tiles.chunks(count).take(seats).map(Vec::from).collect();
    hands.iter_mut().for_each(|hand| hand.sort_unstable());
    let boneyard = tiles[seats * count..].to_vec();
    let held = (0..seats).flat_map(|seat| hands[seat].iter().map(move |&tile| (weight(tile), seat)));
    let start = held.max().map_or(0, |(_, seat)| seat);
    emitted.push("dealt", None, json!({"tiles": count, "boneyard": boneyard.len(), "start": start}));
    emitted.turn(start);
    Dominoes {
        seats,
        stake: deal.stake,
        start,
        mover: start,
        hands,
        boneyard,
        line: VecDeque::new(),
        lacks: vec![Vec::new(); seats],
        left: vec![false; seats],
        last: Value::Null,
        blocked: false,
        over: false,
    }
}

/// The order of lead tiles: doubles first, then the pips, then the higher end.
const fn weight((low, high): Tile) -> (bool, usize, usize) {
    (low == high, low + high, high)
}

fn text((low, high): Tile) -> String {
    format!("{low}-{high}")
}

fn texts(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(|&tile| text(tile)).collect()
}

impl Dominoes {
    fn ends(&self) -> Option<[usize; 2]> {
        Some([self.line.front()?[0], self.line.back()?[1]])
    }

    fn is_in(&self, seat: usize) -> bool {
        !self.left[seat]
    }

    fn fits(&self, (low, high): Tile) -> bool {
        self.ends().is_none_or(|ends| ends.contains(&low) || ends.contains(&high))
    }

    fn pips(&self, seat: usize) -> usize {
        self.hands[seat].iter().map(|(low, high)| low + high).sum()
    }

    fn next(&self, seat: usize) -> usize {
        (1..=self.seats).map(|step| (seat + step) % self.seats).find(|&seat| self.is_in(seat)).unwrap_or(seat)
    }

    /// The seats that share the pot, in turn order from the start seat.
    fn winners(&self) -> Vec<usize> {
        let turn: Vec<usize> =
            (0..self.seats).map(|step| (self.start + step) % self.seats).filter(|&seat| self.is_in(seat)).collect();
        if let Some(&out) = turn.iter().find(|&&seat| self.hands[seat].is_empty()) {
            return vec![out];
        }
        let least = turn.iter().map(|&seat| self.pips(seat)).min();
        turn.into_iter().filter(|&seat| Some(self.pips(seat)) == least).collect()
    }

    fn scores(&self) -> Vec<i64> {
        let winners = self.winners();
        let (pot, sharers) = (self.seats as i64 * self.stake, winners.len() as i64);
        let mut scores = vec![-self.stake; self.seats];
        for (place, &winner) in winners.iter().enumerate() {
            scores[winner] += pot / sharers + i64::from((place as i64) < pot % sharers);
        }
        scores
    }

    /// After anything but a last tile: the end by a block or by leaves, or the next turn.
    fn go_on(&mut self, before: usize, emitted: &mut StepEvents) {
        let playing: Vec<usize> = (0..self.seats).filter(|&seat| self.is_in(seat)).collect();
        let can_play = |&seat: &usize| self.hands[seat].iter().any(|&tile| self.fits(tile));
        if playing.len() == 1 {
            self.tell_end(emitted);
        } else if self.boneyard.is_empty() && !self.line.is_empty() && !playing.iter().any(can_play) {
            self.blocked = true;
            let pips: Vec<Option<usize>> =
                (0..self.seats).map(|seat| self.is_in(seat).then(|| self.pips(seat))).collect();
            emitted.push("blocked", None, json!({"pips": pips}));
            self.tell_end(emitted);
        } else if self.mover != before {
            emitted.turn(self.mover);
        }
    }

    fn tell_end(&mut self, emitted: &mut StepEvents) {
        self.over = true;
        let mut winners = self.winners();
        winners.sort_unstable();
        let only = if let [only] = winners[..] { Some(only) } else { None };
        emitted.push("settled", only, with_scores(json!({"winners": winners}), &self.scores()));
    }
}

impl Law for Dominoes {
    fn phase(&self) -> &'static str {
        match self.line.len() {
            _ if self.over => "over",
            0 => "lead",
            _ => "play",
        }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over { Vec::new() } else { vec![self.mover] }
    }

    fn legal(&self, seat: usize) -> Vec<Value> {
        let Some([left, right]) = self.ends() else {
            // The start seat leads its heaviest tile; a seat that leads in its place may choose.
            let heaviest = self.hands[seat].iter().copied().max_by_key(|&tile| weight(tile));
            let lead = self.hands[seat].iter().filter(|&&tile| self.left[self.start] || heaviest == Some(tile));
            return lead.map(|&tile| json!({"type": "play", "tile": text(tile)})).collect();
        };
        let mut legal = Vec::new();
        for &(low, high) in &self.hands[seat] {
            for (end, number) in [("left", left), ("right", right)] {
                if low == number || high == number {
                    legal.push(json!({"type": "play", "tile": text((low, high)), "end": end}));
                }
            }
        }
        if legal.is_empty() {
            legal.push(json!({"type": if self.boneyard.is_empty() { "pass" } else { "draw" }}));
        }
        legal
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        if action["type"] == "draw" {
            let tile = self.boneyard.remove(0);
            self.hands[seat].push(tile);
            self.hands[seat].sort_unstable();
            emitted.push("drew", seat, json!({"boneyard": self.boneyard.len()}));
            return self.go_on(seat, emitted);
        }
        if action["type"] == "pass" {
            let ends = self.ends().unwrap_or_default();
            self.lacks[seat].extend(ends);
            self.lacks[seat].sort_unstable();
            self.lacks[seat].dedup();
            emitted.push("passed", seat, json!({"ends": ends}));
            self.mover = self.next(seat);
            return self.go_on(seat, emitted);
        }
        let Some(place) = self.hands[seat].iter().position(|&tile| action["tile"] == text(tile)) else { return };
        let (low, high) = self.hands[seat].remove(place);
        let end = action["end"].as_str();
        match (end, self.ends()) {
            (Some("left"), Some([left, _])) => {
                self.line.push_front(if high == left { [low, high] } else { [high, low] })
            }
            (_, Some([_, right])) => self.line.push_back(if low == right { [low, high] } else { [high, low] }),
            (_, None) => self.line.push_back([low, high]),
        }
        self.last = json!({"seat": seat, "tile": text((low, high)), "end": end});
        let (ends, left) = (self.ends(), self.hands[seat].len());
        emitted.push("played", seat, json!({"tile": text((low, high)), "end": end, "ends": ends, "tilesLeft": left}));
        if left == 0 {
            return self.tell_end(emitted);
        }
        self.mover = self.next(seat);
        self.go_on(seat, emitted);
    }

    fn may_leave(&self, seat: usize) -> bool {
        self.is_in(seat)
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        self.left[seat] = true;
        emitted.left(seat);
        let before = self.mover;
        if seat == before {
            self.mover = self.next(seat);
        }
        self.go_on(before, emitted);
    }

    fn view(&self, audience: Audience) -> Value {
        let open = self.over && !audience.sealed;
        let seat = |seat: usize| {
            let counted = open || self.over && self.blocked && self.is_in(seat);
            json!({
                "seat": seat, "status": status(self.left[seat]), "tiles": self.hands[seat].len(),
                "hand": open.then(|| texts(&self.hands[seat])), "pips": counted.then(|| self.pips(seat)),
                "lacks": self.lacks[seat],
            })
        };
        json!({
            "seats": (0..self.seats).map(seat).collect::<Vec<_>>(), "start": self.start, "line": self.line,
            "ends": self.ends(), "boneyard": self.boneyard.len(), "boneyardTiles": open.then(|| texts(&self.boneyard)),
            "blocked": self.blocked, "last": self.last, "hand": audience.seat.map(|seat| texts(&self.hands[seat])),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        let winners = self.winners();
        let result = |seat| match winners.contains(&seat) {
            true if winners.len() == self.seats => "draw",
            true => "win",
            false => "loss",
        };
        let share = |(seat, score)| Share { result: result(seat), ..Share::by_sign(score) };
        self.scores().into_iter().enumerate().map(share).collect()
    }
}
