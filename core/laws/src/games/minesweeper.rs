//! Ten mines on nine by nine, opened in turn.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use serde_json::{Value, json};

pub(crate) struct Minesweeper {
    stake: i64,
    start: usize,
    /// The cells in the order in which they get a mine.
    order: Vec<usize>,
    first: Option<usize>,
    opened_by: [Option<usize>; 81],
    turns: usize,
    last: Value,
    boom: Option<(usize, usize)>,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Minesweeper {
    let start = deal.stream.below(2);
    let order = deal.stream.shuffled(0..81);
    emitted.push("dealt", None, json!({"rows": 9, "columns": 9, "mines": 10, "start": start}));
    emitted.turn(start);
    Minesweeper {
        stake: deal.stake,
        start,
        order,
        first: None,
        opened_by: [None; 81],
        turns: 0,
        last: Value::Null,
        boom: None,
        left: None,
    }
}

fn neighbours(cell: usize) -> Vec<usize> {
    let near = |one: usize, other: usize| one.abs_diff(other) <= 1;
    (0..81).filter(|&other| other != cell && near(other / 9, cell / 9) && near(other % 9, cell % 9)).collect()
}

impl Minesweeper {
    /// The first ten of the order, without the first opened cell.
    fn mines(&self) -> Vec<usize> {
        let mut mines: Vec<usize> =
            self.order.iter().copied().filter(|&cell| self.first != Some(cell)).take(10).collect();
        mines.sort_unstable();
        mines
    }

    fn count(&self, cell: usize) -> usize {
        let mines = self.mines();
        neighbours(cell).iter().filter(|cell| mines.contains(cell)).count()
    }

    fn cells_of(&self, seat: usize) -> Vec<usize> {
        (0..81).filter(|&cell| self.opened_by[cell] == Some(seat)).collect()
    }

    fn opened(&self) -> [usize; 2] {
        [0, 1].map(|seat| self.cells_of(seat).len())
    }

    fn safe_left(&self) -> usize {
        71 - self.opened().iter().sum::<usize>()
    }

    fn over(&self) -> bool {
        self.left.is_some() || self.boom.is_some() || self.safe_left() == 0
    }

    fn winner(&self) -> Option<usize> {
        let opened = self.opened();
        let more = (0..2).find(|&seat| opened[seat] > opened[1 - seat]);
        self.left.or(self.boom.map(|(seat, _)| seat)).map_or(more, |loser| Some(1 - loser))
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"opened": self.opened()}));
    }
}

impl Law for Minesweeper {
    fn phase(&self) -> &'static str {
        if self.over() { "over" } else { "open" }
    }

    fn to_act(&self) -> Vec<usize> {
        if self.over() { Vec::new() } else { vec![(self.start + self.turns) % 2] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        (0..81)
            .filter(|&cell| self.opened_by[cell].is_none())
            .map(|cell| json!({"type": "open", "cell": cell}))
            .collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let cell = number(action, "cell");
        self.first.get_or_insert(cell);
        self.turns += 1;
        if self.mines().contains(&cell) {
            self.boom = Some((seat, cell));
            self.last = json!({"seat": seat, "cell": cell, "opened": 0});
            emitted.push("exploded", seat, json!({"cell": cell}));
            return self.tell_end(emitted);
        }
        let (mut open, mut cells) = (vec![cell], Vec::new());
        while let Some(cell) = open.pop() {
            if self.opened_by[cell].is_none() {
                self.opened_by[cell] = Some(seat);
                let count = self.count(cell);
                cells.push([cell, count]);
                if count == 0 {
                    open.extend(neighbours(cell));
                }
            }
        }
        cells.sort_unstable();
        self.last = json!({"seat": seat, "cell": cell, "opened": cells.len()});
        emitted.push("opened", seat, json!({"cell": cell, "opened": cells.len(), "cells": cells}));
        if self.over() { self.tell_end(emitted) } else { emitted.turn(1 - seat) }
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
        let opened = self.opened();
        let seat =
            |seat: usize| json!({"seat": seat, "status": status(self.left == Some(seat)), "opened": opened[seat]});
        let cells: Vec<Option<usize>> = (0..81).map(|cell| self.opened_by[cell].map(|_| self.count(cell))).collect();
        json!({
            "seats": [seat(0), seat(1)], "start": self.start, "rows": 9, "columns": 9, "mines": 10, "cells": cells,
            "openedBy": self.opened_by.to_vec(), "safeLeft": self.safe_left(), "last": self.last,
            "boom": self.boom.map(|(_, cell)| cell),
            "mineCells": (self.over() && !audience.sealed).then(|| self.mines()),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        let pieces = self.winner().map(|winner| self.cells_of(winner)).filter(|cells| !cells.is_empty());
        duel_shares(self.winner(), self.stake, pieces)
    }
}
