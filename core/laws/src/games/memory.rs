//! Twelve pairs, face down.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use serde_json::{Value, json};

const IDLE_LIMIT: usize = 100;

pub(crate) struct Memory {
    stake: i64,
    start: usize,
    mover: usize,
    symbols: Vec<usize>,
    taken_by: [Option<usize>; 24],
    first: Option<usize>,
    /// Seat and cell.
    flips: Vec<(usize, usize)>,
    last_turn: Value,
    idle: usize,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Memory {
    let start = deal.stream.below(2);
    let symbols = deal.stream.shuffled((0..24).map(|card| card / 2));
    emitted.push("dealt", None, json!({"rows": 4, "columns": 6, "start": start}));
    emitted.turn(start);
    Memory {
        stake: deal.stake,
        start,
        mover: start,
        symbols,
        taken_by: [None; 24],
        first: None,
        flips: Vec::new(),
        last_turn: Value::Null,
        idle: 0,
        left: None,
    }
}

impl Memory {
    fn cells_of(&self, seat: usize) -> Vec<usize> {
        (0..24).filter(|&cell| self.taken_by[cell] == Some(seat)).collect()
    }

    fn pairs(&self) -> [usize; 2] {
        [0, 1].map(|seat| self.cells_of(seat).len() / 2)
    }

    fn over(&self) -> bool {
        self.left.is_some() || self.pairs().iter().sum::<usize>() == 12 || self.idle == IDLE_LIMIT
    }

    fn winner(&self) -> Option<usize> {
        let pairs = self.pairs();
        let more = (0..2).find(|&seat| pairs[seat] > pairs[1 - seat]);
        self.left.map_or(more, |left| Some(1 - left))
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"pairs": self.pairs()}));
    }
}

impl Law for Memory {
    fn phase(&self) -> &'static str {
        match self.first {
            _ if self.over() => "over",
            None => "first",
            Some(_) => "second",
        }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![self.mover] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        let down = (0..24).filter(|&cell| self.taken_by[cell].is_none() && self.first != Some(cell));
        down.map(|cell| json!({"type": "flip", "cell": cell})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let cell = number(action, "cell");
        let symbol = self.symbols[cell];
        self.flips.push((seat, cell));
        emitted.push("flipped", seat, json!({"cell": cell, "symbol": symbol}));
        let Some(first) = self.first.take() else {
            self.first = Some(cell);
            return;
        };
        let matched = self.symbols[first] == symbol;
        let cells = [first, cell];
        self.last_turn =
            json!({"seat": seat, "cells": cells, "symbols": [self.symbols[first], symbol], "match": matched});
        if matched {
            self.idle = 0;
            cells.iter().for_each(|&cell| self.taken_by[cell] = Some(seat));
            emitted.push("matched", seat, json!({"cells": cells, "symbol": symbol, "pairs": self.pairs()}));
        } else {
            self.idle += 1;
            self.mover = 1 - seat;
            emitted.push("missed", seat, json!({"cells": cells}));
        }
        if self.over() {
            self.tell_end(emitted);
        } else if !matched {
            emitted.turn(self.mover);
        }
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
        let pairs = self.pairs();
        let seat = |seat: usize| json!({"seat": seat, "status": status(self.left == Some(seat)), "pairs": pairs[seat]});
        let all = self.over() && !audience.sealed;
        let up = |cell: usize| all || self.taken_by[cell].is_some() || self.first == Some(cell);
        let symbols: Vec<Option<usize>> = (0..24).map(|cell| up(cell).then_some(self.symbols[cell])).collect();
        let flip = |&(seat, cell): &(usize, usize)| json!({"seat": seat, "cell": cell, "symbol": self.symbols[cell]});
        json!({
            "seats": [seat(0), seat(1)], "start": self.start, "rows": 4, "columns": 6, "symbols": symbols,
            "takenBy": self.taken_by, "firstCell": self.first, "lastTurn": self.last_turn,
            "flips": self.flips.iter().map(flip).collect::<Vec<_>>(), "idleTurns": self.idle, "idleLimit": IDLE_LIMIT,
        })
    }

    fn outcome(&self) -> Vec<Share> {
        let pieces = self.winner().map(|winner| self.cells_of(winner)).filter(|cells| !cells.is_empty());
        duel_shares(self.winner(), self.stake, pieces)
    }
}
