//! Battleship as text.

use super::waters::{Dir, FLEET, Mark, SHIPS, ShipView};
use super::{Action, Battleship, View};
use crate::Seat;
use crate::written::{Written, cell_text, lettered, spaced};

const SIDE: u8 = 10;

impl Written for Battleship {
    const MOVES: &'static str = "`auto` places all remaining ships; `across b3` or `down b3` places the next ship from its \
                                 left or top cell. `shoot b7` shoots at column b, row 7 of the other grid; \
                                 columns are a to j, rows 1 to 10. On a grid . is no shot, o a miss, x a hit, # a sunk \
                                 ship.";

    fn move_text(action: &Action) -> String {
        match *action {
            Action::Place { cell, dir, .. } => {
                let dir = match dir {
                    Dir::Horizontal => "across",
                    Dir::Vertical => "down",
                };
                format!("{dir} {}", cell_text(cell, SIDE))
            }
            Action::Auto => "auto".to_owned(),
            Action::Shoot { cell } => format!("shoot {}", cell_text(cell, SIDE)),
        }
    }

    /// The grid that the viewer shoots at; of the own one only the ships, as nothing else there matters to a decision.
    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let own = seat.unwrap_or(Seat(0));
        let [ours, other] = [own, own.other()].map(|side| &view.seats[side.index()]);
        let mut lines = Vec::new();
        let ships = view.ships.as_ref().unwrap_or(&ours.ships);
        let shot = |cell: &u8| ours.grid.get(usize::from(*cell)).copied().flatten().is_some();
        let ship = |ship: &ShipView| {
            let hits: Vec<String> =
                ship.cells.iter().filter(|cell| shot(cell)).map(|cell| cell_text(*cell, SIDE)).collect();
            let hit = if hits.is_empty() { String::new() } else { format!(" (hit {})", hits.join(" ")) };
            format!("{}{hit}", ends(&ship.cells))
        };
        if ours.placed < SHIPS {
            let next = FLEET[ours.placed];
            lines.push(format!("Place ship {} of {SHIPS}, the {}, {} cells.", ours.placed + 1, next.name, next.length));
        }
        if !ships.is_empty() {
            lines.push(format!(
                "{} ships: {}",
                if seat.is_some() { "Your" } else { "Seat 0's" },
                list(ships.iter().map(ship))
            ));
        }
        if view.seats.iter().any(|side| side.placed < SHIPS) {
            let [first, second] = [0, 1].map(|side| view.seats[side].placed);
            lines.push(format!("Ships placed: seat 0 {first}, seat 1 {second}"));
        } else {
            let whose = if seat.is_some() { "The other grid".to_owned() } else { "Seat 1's grid".to_owned() };
            let cell = |cell: usize| match other.grid.get(cell).copied().flatten() {
                None => '.',
                Some(Mark::Miss) => 'o',
                Some(Mark::Hit) => 'x',
                Some(Mark::Sunk) => '#',
            };
            lines.push(format!("{whose}:\n{}", lettered(SIDE.into(), cell)));
            let sunk = |number: usize| other.ships.iter().any(|ship| ship.ship == number);
            let afloat = FLEET.iter().filter(|ship| !sunk(ship.ship) || other.placed < SHIPS);
            lines.push(format!("Lengths still afloat there: {}", spaced(afloat.map(|ship| ship.length))));
        }
        lines.join("\n")
    }
}

/// A ship by its first and last cell.
fn ends(cells: &[u8]) -> String {
    match cells {
        [first, .., last] => format!("{}-{}", cell_text(*first, SIDE), cell_text(*last, SIDE)),
        _ => String::new(),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
