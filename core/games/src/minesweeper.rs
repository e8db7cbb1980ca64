//! Minesweeper as a race: two seats take turns to open the cells of one 9x9 board. A mine loses at once. When all safe
//! cells are open, the seat that opened more of them wins the pot of two stakes.

mod deduction;
mod encoding;
#[cfg(test)]
mod tests;
mod text;

use super::cells::{Cells, cells_of, has, set_of};
use super::seat::Presence;
use super::two_seats::{SEATS, start_seat, tell_left, tell_to_move, with_more};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, PolicyName, Seat,
    Seats, Setup,
};
use deduction::Deduction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of a match, with the data for its settlement.
#[derive(Clone)]
pub(super) struct Minesweeper {
    stake: i64,
    start: Seat,
    mover: Seat,
    /// The ten mines, and the cell to which one of them moves if the first opening would hit it.
    order: [u8; MINES + 1],
    /// The mines, once the first opening has fixed them.
    mines: Option<Cells>,
    /// Opened safe cells by seat.
    opened: [Cells; 2],
    last: Option<LastOpening>,
    end: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    Cleared,
    Boom { seat: Seat, cell: u8 },
    Left(Seat),
}

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;
const MINES: usize = 10;
const SAFE: u32 = (CELLS - MINES) as u32;
const BOARD: Cells = (1 << CELLS) - 1;

/// The up to eight neighbours of each cell.
const NEIGHBOURS: [Cells; CELLS] = {
    let mut neighbours = [0; CELLS];
    let mut at = 0;
    while at < CELLS * CELLS {
        let (cell, other) = (at / CELLS, at % CELLS);
        let near = (cell / SIDE).abs_diff(other / SIDE) <= 1 && (cell % SIDE).abs_diff(other % SIDE) <= 1;
        if near && cell != other {
            neighbours[cell] |= 1 << other;
        }
        at += 1;
    }
    neighbours
};

/// Open a closed cell, 0..=80 row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Open `cell`.
    Open {
        /// The cell's number.
        cell: u8,
    },
}

/// The view of all seats: the mines are hidden from all.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The seat that begins.
    start: Seat,
    /// Rows of cells.
    rows: usize,
    /// Cells in a row.
    columns: usize,
    /// The number of mines.
    mines: usize,
    /// Row by row: the number of mines around an open cell, null for a closed one.
    cells: Vec<Option<u8>>,
    /// By cell: the seat that opened it, or null.
    opened_by: Vec<Option<Seat>>,
    /// Closed cells without a mine.
    safe_left: u32,
    /// The last move; null before.
    last: Option<LastOpening>,
    /// The mine that was opened, or null.
    boom: Option<u8>,
    /// The cells of the mines, ascending; null until over.
    mine_cells: Option<Vec<u8>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The number of cells that it opened.
    opened: u32,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct LastOpening {
    /// The seat.
    seat: Seat,
    /// The cell, 0-80.
    cell: u8,
    /// The number of cells that it opened; 0 for a mine.
    opened: u32,
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Open,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// Cells in a row.
        columns: usize,
        /// The number of mines.
        mines: usize,
        /// Rows of cells.
        rows: usize,
        /// The seat that begins.
        start: Seat,
    },
    Opened {
        /// The cell chosen, 0-80.
        cell: u8,
        /// The cells that it opened, each with its number.
        cells: Vec<[u8; 2]>,
        /// The number of them.
        opened: u32,
    },
    Exploded {
        /// The cell of the mine, 0-80.
        cell: u8,
    },
    Settled {
        /// Cells opened, by seat.
        opened: [u32; 2],
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

impl Game for Minesweeper {
    const ABOUT: About = About {
        id: "minesweeper",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "Ten mines are hidden under the 81 cells of one 9x9 board that both seats share. The starting seat is \
                drawn by lot; then the seats open one closed cell in turn. An opened cell shows how many of its up to \
                eight neighbours are mines. A cell without any opens all its neighbours too, and so on: the whole \
                flood counts for the seat that opened it, and the turn passes all the same. A seat that opens a mine \
                loses at once, whatever was opened before. When all 71 safe cells are open, the seat that opened more \
                of them wins the pot of both stakes. The first opening of the match is never a mine. There are no \
                flags, and there is no passing. Cells are named by column and row, as in E8. In actions and views they \
                count from 0 to 80, row by row from the top left. You may give up at any time, on turn or not: the \
                other seat then wins the pot.",
        kinds: &[Kind {
            kind: "minesweeper-vs-house",
            label: "Minesweeper",
            description: "A race over one minefield of 81 cells, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let start = start_seat(dice);
        let mut order: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
        dice.shuffle(&mut order);
        events.push(|| {
            Event::of(&Facts::Dealt { columns: SIDE, mines: MINES, rows: SIDE, start })
                .label(format!("{SIDE} by {SIDE} with {MINES} mines"))
        });
        let board = Self {
            stake: setup.stake,
            start,
            mover: start,
            order: std::array::from_fn(|at| order[at]),
            mines: None,
            opened: [0, 0],
            last: None,
            end: None,
        };
        tell_to_move(start, events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend(cells_of(!self.open() & BOARD).map(|cell| Action::Open { cell }));
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Open { cell } = *action;
        let mines = self.mines_without(cell);
        self.mines = Some(mines);
        if has(mines, cell) {
            self.explode(seat, cell, events);
        } else {
            self.open_safe(seat, cell, events);
        }
        if self.end.is_some() { self.tell_settled(events) } else { tell_to_move(self.mover, events) }
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        if self.end.is_some() { Phase::Over } else { Phase::Open }
    }

    fn view(&self, audience: Audience) -> View {
        let status = |seat| Presence::unless(matches!(self.end, Some(End::Left(left)) if left == seat));
        let board = 0..CELLS as u8;
        let mines_shown = self.end.is_some() && !audience.sealed;
        View {
            seats: SEATS.map(|seat| SeatView { seat, status: status(seat), opened: self.count(seat) }),
            start: self.start,
            rows: SIDE,
            columns: SIDE,
            mines: MINES,
            cells: board.clone().map(|cell| self.opener(cell).map(|_| self.number(cell))).collect(),
            opened_by: board.map(|cell| self.opener(cell)).collect(),
            safe_left: SAFE - self.open().count_ones(),
            last: self.last,
            boom: match self.end {
                Some(End::Boom { cell, .. }) => Some(cell),
                Some(End::Cleared | End::Left(_)) | None => None,
            },
            mine_cells: mines_shown.then(|| cells_of(self.mines()).collect()),
        }
    }

    /// Before the first opening all mines move; after it they move one by one, if every open number stays the same.
    fn exchange_hidden(&mut self, _viewer: Option<Seat>, dice: &mut Dice) {
        const TRIES: usize = 200;
        let Some(mut mines) = self.mines else {
            let mut order: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
            dice.shuffle(&mut order);
            self.order = std::array::from_fn(|at| order[at]);
            return;
        };
        let open = self.open();
        for _ in 0..TRIES {
            let (mined, free): (Vec<u8>, Vec<u8>) = cells_of(!open & BOARD).partition(|&cell| has(mines, cell));
            let (from, to) = (dice.pick(&mined), dice.pick(&free));
            if NEIGHBOURS[usize::from(from)] & open == NEIGHBOURS[usize::from(to)] & open {
                mines = mines & !(1 << from) | 1 << to;
            }
        }
        self.mines = Some(mines);
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.winner(self.end?);
        let outcome = Outcome::duel(winner, self.stake);
        Some(match winner {
            Some(seat) if self.count(seat) > 0 => {
                outcome.with_winning_pieces(seat, cells_of(self.opened[seat.index()]).collect())
            }
            Some(_) | None => outcome,
        })
    }

    /// Opens a cell that the numbers prove to be safe, otherwise the cell that is least likely a mine.
    fn house(_seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        let cell = Deduction::from(view).choice(dice);
        legal.iter().position(|action| *action == Action::Open { cell }).expect("every closed cell may be opened")
    }
}

impl Minesweeper {
    const fn open(&self) -> Cells {
        self.opened[0] | self.opened[1]
    }

    const fn count(&self, seat: Seat) -> u32 {
        self.opened[seat.index()].count_ones()
    }

    fn opener(&self, cell: u8) -> Option<Seat> {
        SEATS.into_iter().find(|seat| has(self.opened[seat.index()], cell))
    }

    /// The actual mines; without any opening the first ten of the order.
    fn mines(&self) -> Cells {
        self.mines.unwrap_or_else(|| set_of(self.order[..MINES].iter().copied()))
    }

    /// The mines if `cell` is opened now: only the first opening can still move one.
    fn mines_without(&self, cell: u8) -> Cells {
        self.mines.unwrap_or_else(|| {
            let first_ten = set_of(self.order[..MINES].iter().copied());
            if has(first_ten, cell) { set_of(self.order) & !(1 << cell) } else { first_ten }
        })
    }

    fn number(&self, cell: u8) -> u8 {
        (NEIGHBOURS[usize::from(cell)] & self.mines()).count_ones() as u8
    }

    fn explode(&mut self, seat: Seat, cell: u8, events: &mut Events) {
        self.last = Some(LastOpening { seat, cell, opened: 0 });
        self.end = Some(End::Boom { seat, cell });
        events.push(|| Event::of(&Facts::Exploded { cell }).seat(seat).label(format!("Seat {seat} hits a mine")));
    }

    fn open_safe(&mut self, seat: Seat, cell: u8, events: &mut Events) {
        let flood = self.flood(cell);
        self.opened[seat.index()] |= flood;
        let opened = flood.count_ones();
        self.last = Some(LastOpening { seat, cell, opened });
        self.mover = seat.other();
        if self.open().count_ones() == SAFE {
            self.end = Some(End::Cleared);
        }
        events.push(|| {
            let cells = cells_of(flood).map(|cell| [cell, self.number(cell)]).collect();
            let counted = if opened == 1 { "cell" } else { "cells" };
            Event::of(&Facts::Opened { cell, cells, opened })
                .seat(seat)
                .label(format!("Seat {seat} opens {opened} {counted}"))
        });
    }

    /// The closed cells that opening a safe cell opens: itself and, from each zero, its closed neighbours.
    fn flood(&self, cell: u8) -> Cells {
        let closed = !self.open();
        let mut flood = 1 << cell;
        let mut fresh = flood;
        while fresh != 0 {
            let zeros = cells_of(fresh).filter(|&cell| self.number(cell) == 0);
            let reached = zeros.fold(0, |reached, cell| reached | NEIGHBOURS[usize::from(cell)]);
            fresh = reached & closed & !flood;
            flood |= fresh;
        }
        flood
    }

    fn winner(&self, end: End) -> Option<Seat> {
        match end {
            End::Boom { seat, .. } | End::Left(seat) => Some(seat.other()),
            End::Cleared => with_more(SEATS.map(|seat| self.count(seat))),
        }
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let winner = self.winner(end);
            let label = winner.map_or_else(|| "A draw".to_owned(), |seat| format!("Seat {seat} wins"));
            let scores = Outcome::duel(winner, self.stake).scores();
            let opened = SEATS.map(|seat| self.count(seat));
            Event::of(&Facts::Settled { opened, scores }).seat(winner).label(label)
        });
    }
}
