//! The grid of one seat: its ships, and the results of the shots at it.

use crate::cells::{Cells, cells_of, has};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The grid of one seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Waters {
    /// The cells of each ship; none for a ship that is not placed yet.
    pub(super) ships: [Cells; SHIPS],
    pub(super) placed: usize,
    pub(super) shots: Cells,
}

const SIDE: usize = 10;
pub(super) const CELLS: u8 = 100;
pub(super) const BOARD: Cells = (1 << CELLS) - 1;
pub(super) const SHIPS: usize = 5;
pub(super) const FLEET: [FleetShip; SHIPS] = [
    FleetShip { ship: 0, name: "carrier", length: 5 },
    FleetShip { ship: 1, name: "battleship", length: 4 },
    FleetShip { ship: 2, name: "cruiser", length: 3 },
    FleetShip { ship: 3, name: "submarine", length: 3 },
    FleetShip { ship: 4, name: "destroyer", length: 2 },
];

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
pub(super) struct FleetShip {
    /// The ship's number, from 0.
    pub(super) ship: usize,
    /// Its name.
    #[serde(deserialize_with = "crate::encoding::not_read")]
    pub(super) name: crate::encoding::FixedWord,
    /// Its length in cells.
    pub(super) length: usize,
}

/// A ship's orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Dir {
    /// Along a row.
    #[serde(rename = "h")]
    Horizontal,
    /// Along a column.
    #[serde(rename = "v")]
    Vertical,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub(crate) enum Mark {
    Miss,
    Hit,
    Sunk,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ShipView {
    /// The ship's number in the fleet.
    pub(super) ship: usize,
    /// Its cells, ascending.
    pub(super) cells: Vec<u8>,
    /// Whether all of them were hit.
    sunk: bool,
}

impl Waters {
    pub(super) fn place(&mut self, placement: Placement) {
        self.ships[self.placed] = placement.cells;
        self.placed += 1;
    }

    pub(super) fn taken(&self) -> Cells {
        self.ships.iter().fold(0, |taken, ship| taken | ship)
    }

    pub(super) fn ship_at(&self, cell: u8) -> Option<usize> {
        self.ships.iter().position(|&ship| has(ship, cell))
    }

    /// Whether a placed ship has been sunk.
    pub(super) const fn has_sunk(&self, ship: usize) -> bool {
        self.ships[ship] & !self.shots == 0
    }

    pub(super) fn is_sunk(&self) -> bool {
        (0..SHIPS).all(|ship| self.has_sunk(ship))
    }

    /// The result of a shot at the cell; `None` without a shot.
    pub(super) fn mark(&self, cell: u8) -> Option<Mark> {
        has(self.shots, cell).then(|| match self.ship_at(cell) {
            None => Mark::Miss,
            Some(ship) if self.has_sunk(ship) => Mark::Sunk,
            Some(_) => Mark::Hit,
        })
    }

    /// The placed ships: all of them, or only the sunk ones.
    pub(super) fn ships(&self, all: bool) -> Vec<ShipView> {
        let shown = (0..self.placed).filter(|&ship| all || self.has_sunk(ship));
        let ship_view =
            |ship| ShipView { ship, cells: cells_of(self.ships[ship]).collect(), sunk: self.has_sunk(ship) };
        shown.map(ship_view).collect()
    }
}

impl Mark {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Hit => "hit",
            Self::Sunk => "sunk",
        }
    }
}

/// A placement of a ship.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    pub(super) cell: u8,
    pub(super) dir: Dir,
    pub(super) cells: Cells,
}

impl Placement {
    pub(super) fn new(length: usize, cell: u8, dir: Dir) -> Self {
        let step = match dir {
            Dir::Horizontal => 1,
            Dir::Vertical => SIDE,
        };
        let cells = (0..length).fold(0, |cells, at| cells | 1 << (usize::from(cell) + at * step));
        Self { cell, dir, cells }
    }
}

/// The placements of a ship, in their public order: horizontal ones by their left cell, then vertical ones by their top
/// cell.
pub(super) fn placements(length: usize) -> impl Iterator<Item = Placement> {
    let lines = |rows: usize, columns: usize, dir| {
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| Placement::new(length, (row * SIDE + column) as u8, dir))
        })
    };
    lines(SIDE, SIDE + 1 - length, Dir::Horizontal).chain(lines(SIDE + 1 - length, SIDE, Dir::Vertical))
}

/// A cell's name: column A to J, row 1 to 10.
pub(super) fn name_of(cell: u8) -> String {
    let column = char::from(b'A' + cell % SIDE as u8);
    format!("{column}{}", cell / SIDE as u8 + 1)
}
