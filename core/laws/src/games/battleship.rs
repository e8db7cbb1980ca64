//! Battleship on ten by ten.

use crate::expected::StepEvents;
use crate::law::{Audience, Deal, Law, Share, duel, duel_shares, number, status};
use serde_json::{Value, json};

const FLEET: [(&str, usize); 5] =
    [("carrier", 5), ("battleship", 4), ("cruiser", 3), ("submarine", 3), ("destroyer", 2)];

pub(crate) struct Battleship {
    stake: i64,
    start: usize,
    /// By seat and ship: the order in which `auto` tries the placements.
    orders: [Vec<Vec<usize>>; 2],
    /// The cells of each seat's ships, by ship.
    ships: [Vec<Vec<usize>>; 2],
    /// The cells of each seat that were shot at.
    shot_at: [Vec<usize>; 2],
    shots: usize,
    last_shot: Value,
    left: Option<usize>,
}

pub(crate) fn deal(mut deal: Deal<'_>, emitted: &mut StepEvents) -> Battleship {
    let start = deal.stream.below(2);
    let mut orders = || FLEET.map(|(_, length)| deal.stream.shuffled(0..placements(length).len())).to_vec();
    let orders = [orders(), orders()];
    emitted.push("dealt", None, json!({"start": start}));
    (0..2).for_each(|seat| emitted.turn(seat));
    Battleship {
        stake: deal.stake,
        start,
        orders,
        ships: [Vec::new(), Vec::new()],
        shot_at: [Vec::new(), Vec::new()],
        shots: 0,
        last_shot: Value::Null,
        left: None,
    }
}

/// All placements of a ship as lists of cells: horizontal ones by their left cell, then vertical ones by their top
/// cell.
fn placements(length: usize) -> Vec<Vec<usize>> {
    let lie = (0..100).filter(|cell| cell % 10 + length <= 10).map(|cell| (cell..cell + length).collect());
    let stand =
        (0..100).filter(|cell| cell / 10 + length <= 10).map(|cell| (0..length).map(|row| cell + 10 * row).collect());
    lie.chain(stand).collect()
}

impl Battleship {
    fn is_free(&self, seat: usize, cells: &[usize]) -> bool {
        !self.ships[seat].iter().flatten().any(|cell| cells.contains(cell))
    }

    fn is_sunk(&self, seat: usize, ship: usize) -> bool {
        self.ships[seat][ship].iter().all(|cell| self.shot_at[seat].contains(cell))
    }

    fn placing(&self) -> bool {
        self.ships.iter().any(|ships| ships.len() < 5)
    }

    fn loser(&self) -> Option<usize> {
        let sunk = |&seat: &usize| (0..5).all(|ship| self.is_sunk(seat, ship));
        self.left.or_else(|| if self.placing() { None } else { (0..2).find(sunk) })
    }

    fn winner(&self) -> Option<usize> {
        self.loser().map(|loser| 1 - loser)
    }

    fn shot(&mut self, seat: usize, cell: usize, emitted: &mut StepEvents) {
        let other = 1 - seat;
        self.shots += 1;
        self.shot_at[other].push(cell);
        let hit = (0..5).find(|&ship| self.ships[other][ship].contains(&cell));
        let sunk = hit.filter(|&ship| self.is_sunk(other, ship));
        let result = match (hit, sunk) {
            (None, _) => "miss",
            (Some(_), None) => "hit",
            (Some(_), Some(_)) => "sunk",
        };
        self.last_shot = json!({"seat": seat, "cell": cell, "result": result, "ship": sunk});
        emitted.push("shot", seat, json!({"cell": cell, "result": result}));
        if let Some(ship) = sunk {
            emitted.push("sunk", other, json!({"ship": ship, "cells": self.ships[other][ship]}));
        }
        match self.winner() {
            Some(_) => emitted.settled(&duel(self.winner(), self.stake), json!({})),
            None => emitted.turn(other),
        }
    }

    fn grid(&self, seat: usize) -> Vec<Value> {
        let cell = |cell: usize| {
            if !self.shot_at[seat].contains(&cell) {
                return Value::Null;
            }
            match self.ships[seat].iter().position(|ship| ship.contains(&cell)) {
                None => json!("miss"),
                Some(ship) if self.is_sunk(seat, ship) => json!("sunk"),
                Some(_) => json!("hit"),
            }
        };
        (0..100).map(cell).collect()
    }

    fn ships(&self, seat: usize, all: bool) -> Vec<Value> {
        let shown = (0..self.ships[seat].len()).filter(|&ship| all || self.is_sunk(seat, ship));
        shown
            .map(|ship| json!({"ship": ship, "cells": self.ships[seat][ship], "sunk": self.is_sunk(seat, ship)}))
            .collect()
    }
}

impl Law for Battleship {
    fn phase(&self) -> &'static str {
        match self.loser() {
            Some(_) => "over",
            None if self.placing() => "place",
            None => "shoot",
        }
    }

    fn to_act(&self) -> Vec<usize> {
        match self.phase() {
            "place" => (0..2).filter(|&seat| self.ships[seat].len() < 5).collect(),
            "shoot" => vec![(self.start + self.shots) % 2],
            _ => Vec::new(),
        }
    }

    fn legal(&self, seat: usize) -> Vec<Value> {
        if !self.placing() {
            let unshot = (0..100).filter(|cell| !self.shot_at[1 - seat].contains(cell));
            return unshot.map(|cell| json!({"type": "shoot", "cell": cell})).collect();
        }
        let ship = self.ships[seat].len();
        let free = placements(FLEET[ship].1).into_iter().filter(|cells| self.is_free(seat, cells));
        let place = |cells: Vec<usize>| {
            let dir = if cells[1] == cells[0] + 1 { "h" } else { "v" };
            json!({"type": "place", "ship": ship, "cell": cells[0], "dir": dir})
        };
        free.map(place).chain([json!({"type": "auto"})]).collect()
    }

    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents) {
        let cell = number(action, "cell");
        if action["type"] == "shoot" {
            return self.shot(seat, cell, emitted);
        }
        if action["type"] == "place" {
            let step = if action["dir"] == "h" { 1 } else { 10 };
            let length = FLEET[self.ships[seat].len()].1;
            self.ships[seat].push((0..length).map(|place| cell + place * step).collect());
        } else {
            for (ship, (_, length)) in FLEET.iter().enumerate().skip(self.ships[seat].len()) {
                let all = placements(*length);
                let first = self.orders[seat][ship].iter().find(|&&number| self.is_free(seat, &all[number]));
                self.ships[seat].push(first.map(|&number| all[number].clone()).unwrap_or_default());
            }
        }
        emitted.push("placed", seat, json!({"placed": self.ships[seat].len()}));
        if !self.placing() {
            emitted.turn(self.start);
        }
    }

    fn may_leave(&self, _seat: usize) -> bool {
        true
    }

    fn leave(&mut self, seat: usize, emitted: &mut StepEvents) {
        self.left = Some(seat);
        emitted.left(seat);
        emitted.settled(&duel(self.winner(), self.stake), json!({}));
    }

    fn view(&self, audience: Audience) -> Value {
        let open = self.loser().is_some() && !audience.sealed;
        let seat = |seat: usize| {
            json!({
                "seat": seat, "status": status(self.left == Some(seat)), "placed": self.ships[seat].len(),
                "grid": self.grid(seat), "ships": self.ships(seat, open),
            })
        };
        let fleet = FLEET.iter().enumerate();
        let fleet: Vec<Value> =
            fleet.map(|(ship, (name, length))| json!({"ship": ship, "name": name, "length": length})).collect();
        json!({
            "seats": [seat(0), seat(1)], "start": self.start, "fleet": fleet, "lastShot": self.last_shot,
            "ships": audience.seat.map(|seat| self.ships(seat, true)),
        })
    }

    fn outcome(&self) -> Vec<Share> {
        duel_shares(self.winner(), self.stake, None)
    }
}
