//! Noughts and crosses.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use serde_json::{Value, json};

/// The lines; the first one counts if one mark completes two.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub(crate) struct TicTacToe {
    stake: i64,
    start: usize,
    marks: Vec<usize>,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> TicTacToe {
    let start = deal.stream.below(2);
    emitted.push("dealt", None, json!({"start": start}));
    emitted.turn(start);
    TicTacToe { stake: deal.stake, start, marks: Vec::new(), left: None }
}

impl TicTacToe {
    /// The seat that marked a cell: every second mark is the start seat's.
    fn owner(&self, cell: usize) -> Option<usize> {
        self.marks.iter().position(|&marked| marked == cell).map(|ply| (self.start + ply) % 2)
    }

    fn line(&self) -> Option<[usize; 3]> {
        LINES.into_iter().find(|line| {
            let owner = self.owner(line[0]);
            owner.is_some() && line.iter().all(|&cell| self.owner(cell) == owner)
        })
    }

    fn winner(&self) -> Option<usize> {
        self.left.map(|left| 1 - left).or_else(|| self.line().and_then(|line| self.owner(line[0])))
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"line": self.line()}));
    }

    fn mark_of(&self, seat: usize) -> &'static str {
        if seat == self.start { "X" } else { "O" }
    }
}

impl Law for TicTacToe {
    fn phase(&self) -> &'static str {
        if self.to_act().is_empty() { "over" } else { "play" }
    }

    fn to_act(&self) -> Vec<usize> {
        let over = self.left.is_some() || self.line().is_some() || self.marks.len() == 9;
        if over { Vec::new() } else { vec![(self.start + self.marks.len()) % 2] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        (0..9).filter(|cell| !self.marks.contains(cell)).map(|cell| json!({"type": "mark", "cell": cell})).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let cell = number(action, "cell");
        self.marks.push(cell);
        emitted.push("marked", seat, json!({"cell": cell, "mark": self.mark_of(seat)}));
        match self.to_act()[..] {
            [next] => emitted.turn(next),
            _ => self.tell_end(emitted),
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

    fn view(&self, _audience: Audience) -> Value {
        let seat = |seat| json!({"seat": seat, "status": status(self.left == Some(seat)), "mark": self.mark_of(seat)});
        let board: Vec<Option<usize>> = (0..9).map(|cell| self.owner(cell)).collect();
        json!({
            "seats": [seat(0), seat(1)], "start": self.start, "board": board,
            "lastCell": self.marks.last(), "line": self.line(),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        duel_shares(self.winner(), self.stake, self.line().map(Vec::from))
    }
}
