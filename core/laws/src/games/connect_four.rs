//! Four in a line on six rows of seven.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use serde_json::{Value, json};

pub(crate) struct ConnectFour {
    stake: i64,
    start: usize,
    board: [Option<usize>; 42],
    discs: usize,
    last: Option<usize>,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> ConnectFour {
    let start = deal.stream.below(2);
    emitted.push("dealt", None, json!({"start": start}));
    emitted.turn(start);
    ConnectFour { stake: deal.stake, start, board: [None; 42], discs: 0, last: None, left: None }
}

impl ConnectFour {
    fn at(&self, row: i32, column: i32) -> Option<usize> {
        let inside = (0..6).contains(&row) && (0..7).contains(&column);
        if inside { self.board[(7 * row + column) as usize] } else { None }
    }

    /// All cells of every run of four or more through the newest disc.
    fn line(&self) -> Option<Vec<usize>> {
        let last = self.last?;
        let (row, column) = (last as i32 / 7, last as i32 % 7);
        let owner = self.board[last];
        let mut line = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let run = |sign: i32| {
                (1..7)
                    .take_while(|step| self.at(row + sign * step * down, column + sign * step * right) == owner)
                    .count() as i32
            };
            let (back, ahead) = (run(-1), run(1));
            if back + ahead + 1 >= 4 {
                line.extend((-back..=ahead).map(|step| (7 * (row + step * down) + column + step * right) as usize));
            }
        }
        line.sort_unstable();
        line.dedup();
        (!line.is_empty()).then_some(line)
    }

    fn winner(&self) -> Option<usize> {
        self.left.map(|left| 1 - left).or_else(|| self.line().and_then(|line| self.board[line[0]]))
    }

    fn tell_end(&self, emitted: &mut StepEvents) {
        emitted.settled(&duel(self.winner(), self.stake), json!({"line": self.line()}));
    }
}

impl Law for ConnectFour {
    fn phase(&self) -> &'static str {
        if self.to_act().is_empty() { "over" } else { "play" }
    }

    fn to_act(&self) -> Vec<usize> {
        let over = self.left.is_some() || self.line().is_some() || self.discs == 42;
        if over { Vec::new() } else { vec![(self.start + self.discs) % 2] }
    }

    fn legal(&self, _seat: usize) -> Vec<Value> {
        (0..7)
            .filter(|&column| self.board[column].is_none())
            .map(|column| json!({"type": "drop", "column": column}))
            .collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let column = number(action, "column");
        let cell = (0..6).rev().map(|row| 7 * row + column).find(|&cell| self.board[cell].is_none());
        let Some(cell) = cell else { return };
        self.board[cell] = Some(seat);
        self.last = Some(cell);
        self.discs += 1;
        emitted.push("dropped", seat, json!({"column": column, "cell": cell}));
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
        let disc = |seat| if seat == self.start { "red" } else { "yellow" };
        let seat = |seat| json!({"seat": seat, "status": status(self.left == Some(seat)), "disc": disc(seat)});
        json!({
            "seats": [seat(0), seat(1)], "start": self.start, "board": self.board.to_vec(),
            "lastCell": self.last, "line": self.line(),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        duel_shares(self.winner(), self.stake, self.line())
    }
}
