//! President, one round.

use crate::cards::{RANKS, rank, suit, texts};
use crate::expected::{LEFT, StepEvents};
use crate::law::{Audience, Deal, Law, Share};
use serde_json::{Value, json};

/// A card's power: threes are lowest, twos highest.
const fn height(card: usize) -> usize {
    (rank(card) + 12) % 13
}

const TWO: usize = 12;

struct Played {
    seat: usize,
    trick: usize,
    cards: Vec<usize>,
}

pub(crate) struct President {
    seats: usize,
    stake: i64,
    start: usize,
    dealt: Vec<Vec<usize>>,
    hands: Vec<Vec<usize>>,
    /// By seat, once it is placed; 1 is the best.
    ranks: Vec<Option<usize>>,
    left: Vec<bool>,
    passed: Vec<bool>,
    played: Vec<Played>,
    trick: usize,
    /// Whether there is a set to beat: the last one that was played.
    follows: bool,
    mover: usize,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> President {
    let seats = deal.seats;
    let start = deal.stream.below(seats);
    let mut dealt = vec![Vec::new(); seats];
    for (place, card) in deal.stream.shuffled(0..52).into_iter().enumerate() {
        dealt[(start + place) % seats].push(card);
    }
    dealt.iter_mut().for_each(|hand| hand.sort_unstable_by_key(|&card| (height(card), suit(card))));
    let counts: Vec<usize> = dealt.iter().map(Vec::len).collect();
    emitted.push("dealt", None, json!({"start": start, "counts": counts}));
    emitted.turn(start);
    President {
        seats,
        stake: deal.stake,
        start,
        hands: dealt.clone(),
        dealt,
        ranks: vec![None; seats],
        left: vec![false; seats],
        passed: vec![false; seats],
        played: Vec::new(),
        trick: 1,
        follows: false,
        mover: start,
    }
}

impl President {
    fn title(&self, rank: usize) -> &'static str {
        match (rank, self.seats - rank) {
            (1, _) => "president",
            (_, 0) => "scum",
            (2, _) if self.seats > 3 => "vice-president",
            (_, 1) if self.seats > 3 => "vice-scum",
            _ => "citizen",
        }
    }

    fn score(&self, rank: usize) -> i64 {
        match self.title(rank) {
            "president" => self.stake,
            "vice-president" => self.stake / 2,
            "vice-scum" => -(self.stake / 2),
            "scum" => -self.stake,
            _ => 0,
        }
    }

    fn plays(&self, seat: usize) -> bool {
        self.ranks[seat].is_none()
    }

    fn over(&self) -> bool {
        (0..self.seats).all(|seat| !self.plays(seat))
    }

    /// The seats after one, in turn order, and then itself.
    fn after(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats;
        (1..=seats).map(move |step| (seat + step) % seats)
    }

    /// The set to beat.
    fn top(&self) -> Option<&Played> {
        if self.follows { self.played.last() } else { None }
    }

    fn waits(&self, seat: usize) -> bool {
        self.plays(seat) && !self.passed[seat] && self.top().is_some_and(|top| top.seat != seat)
    }

    fn place(&mut self, seat: usize, rank: usize) -> Value {
        self.ranks[seat] = Some(rank);
        self.passed[seat] = false;
        json!({"rank": rank, "title": self.title(rank)})
    }

    /// The best or the worst free place.
    fn free(&self, best: bool) -> usize {
        let free = |rank: &usize| !self.ranks.contains(&Some(*rank));
        let free = if best { (1..=self.seats).find(free) } else { (1..=self.seats).rev().find(free) };
        free.unwrap_or_default()
    }

    /// After `actor` played, passed or left: the end, the end of the trick, or the next turn.
    fn go_on(&mut self, actor: usize, emitted: &mut StepEvents) {
        let playing: Vec<usize> = (0..self.seats).filter(|&seat| self.plays(seat)).collect();
        if let [last] = playing[..] {
            let placed = self.place(last, self.free(true));
            emitted.push("out", last, placed);
            return self.tell_end(emitted);
        }
        if let Some(top) = self.top() {
            let (taker, beyond) = (top.seat, height(top.cards[0]) == TWO);
            if beyond || (0..self.seats).all(|seat| !self.waits(seat)) {
                let leads =
                    if self.plays(taker) { Some(taker) } else { self.after(taker).find(|&seat| self.plays(seat)) };
                self.mover = leads.unwrap_or(taker);
                self.follows = false;
                self.passed.fill(false);
                emitted.push("trick", self.mover, json!({"trick": self.trick, "taker": taker}));
                self.trick += 1;
            } else if actor == self.mover {
                self.mover = self.after(actor).find(|&seat| self.waits(seat)).unwrap_or(actor);
            }
        } else if actor == self.mover {
            self.mover = self.after(actor).find(|&seat| self.plays(seat)).unwrap_or(actor);
        }
        emitted.turn(self.mover);
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        let ranks: Vec<usize> = self.ranks.iter().flatten().copied().collect();
        let scores: Vec<i64> = ranks.iter().map(|&rank| self.score(rank)).collect();
        let first = ranks.iter().position(|&rank| rank == 1);
        emitted.push("settled", first, json!({"scores": scores, "ranks": ranks}));
    }
}

impl Law for President {
    fn phase(&self) -> &'static str {
        match self.top() {
            _ if self.over() => "over",
            None => "lead",
            Some(_) => "follow",
        }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![self.mover] }
    }

    fn legal(&self, seat: usize) -> Vec<Value> {
        let mut legal = Vec::new();
        let top = self.top().map(|top| (height(top.cards[0]), top.cards.len()));
        if top.is_some() {
            legal.push(json!({"type": "pass"}));
        }
        for of in 0..RANKS.len() {
            let held: Vec<usize> = self.hands[seat].iter().copied().filter(|&card| height(card) == of).collect();
            for count in 1..=held.len() {
                if top.is_none_or(|(height, asked)| of > height && count == asked) {
                    legal.push(json!({"type": "play", "cards": texts(&held[..count])}));
                }
            }
        }
        legal
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        if action["type"] == "pass" {
            self.passed[seat] = true;
            emitted.push("pass", seat, json!({}));
            return self.go_on(seat, emitted);
        }
        let is_played = |card: usize| {
            action["cards"].as_array().is_some_and(|cards| cards.contains(&json!(crate::cards::text(card))))
        };
        let (cards, rest): (Vec<usize>, Vec<usize>) = self.hands[seat].iter().partition(|&&card| is_played(card));
        emitted.push("play", seat, json!({"cards": texts(&cards), "left": rest.len()}));
        self.played.push(Played { seat, trick: self.trick, cards });
        self.follows = true;
        self.passed.fill(false);
        self.hands[seat] = rest;
        if self.hands[seat].is_empty() {
            let placed = self.place(seat, self.free(true));
            emitted.push("out", seat, placed);
        }
        self.go_on(seat, emitted);
    }

    fn may_leave(&self, seat: usize) -> bool {
        self.plays(seat)
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        self.left[seat] = true;
        let placed = self.place(seat, self.free(false));
        emitted.push(LEFT, seat, placed);
        self.go_on(seat, emitted);
    }

    fn view(&self, audience: Audience) -> Value {
        let over = self.over();
        let seat = |seat: usize| {
            let status = match self.ranks[seat] {
                _ if self.left[seat] => "left",
                Some(_) => "out",
                None => "in",
            };
            let open = over && (!audience.sealed || audience.is(seat));
            json!({
                "seat": seat, "count": self.hands[seat].len(), "status": status, "passed": self.passed[seat],
                "rank": self.ranks[seat], "title": self.ranks[seat].map(|rank| self.title(rank)),
                "cards": open.then(|| texts(&self.hands[seat])), "dealt": open.then(|| texts(&self.dealt[seat])),
                "score": self.ranks[seat].filter(|_| over).map(|rank| self.score(rank)),
            })
        };
        let top = self.top().filter(|_| !over).map(|top| json!({"seat": top.seat, "cards": texts(&top.cards)}));
        let played = |of: &Played| json!({"seat": of.seat, "trick": of.trick, "cards": texts(&of.cards)});
        json!({
            "seats": (0..self.seats).map(seat).collect::<Vec<_>>(), "start": self.start, "trick": self.trick, "top": top,
            "played": self.played.iter().map(played).collect::<Vec<_>>(),
            "hand": audience.seat.map(|seat| texts(&self.hands[seat])),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        let share = |&rank: &usize| Share {
            rank: Some(rank),
            title: Some(self.title(rank)),
            ..Share::by_sign(self.score(rank))
        };
        self.ranks.iter().flatten().map(share).collect()
    }
}
