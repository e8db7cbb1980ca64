//! Minesweeper as a race: two seats open the cells of one 9x9 board in turn, a mine loses at once, and when all safe
//! cells are open the seat that opened more of them wins the pot of two stakes. Page: `minesweeper`.

use super::cells::{Cells, cells_of, has, set_of};
use super::{
    About, BuyIn, Dice, Event, Events, Game, Kind, Leave, Opening, Outcome, PolicyName, Seat, Seats, Setup, Sight,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::cmp::Ordering;

/// A board in play, with what its settlement needs.
#[derive(Clone)]
pub(super) struct Minesweeper {
    stake: i64,
    start: Seat,
    mover: Seat,
    /// The ten mines, and the cell that one of them moves to when the first opening would hit it.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Open `cell`.
    Open {
        /// The cell's number.
        cell: u8,
    },
}

/// What everyone sees: the mines are hidden from all alike.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    game: &'static str,
    phase: &'static str,
    to_act: Seats,
    seats: [SeatView; 2],
    start: Seat,
    rows: usize,
    columns: usize,
    mines: usize,
    cells: Vec<Option<u8>>,
    opened_by: Vec<Option<Seat>>,
    safe_left: u32,
    last: Option<LastOpening>,
    boom: Option<u8>,
    mine_cells: Option<Vec<u8>>,
}

#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    status: &'static str,
    opened: u32,
}

#[derive(Clone, Copy, Serialize)]
struct LastOpening {
    seat: Seat,
    cell: u8,
    /// How many cells it opened; 0 for a mine.
    opened: u32,
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
        rules: "Ten mines are hidden under the 81 cells of one 9x9 board that both seats share. Who starts is drawn by \
                lot; then the seats open one closed cell in turn. An opened cell shows how many of its up to eight \
                neighbours are mines. A cell without any opens all its neighbours too, and so on: the whole flood \
                counts for the seat that opened it, and the turn passes all the same. Who opens a mine loses at once, \
                whatever was opened before. When all 71 safe cells are open, the seat that opened more of them wins \
                the pot of both stakes. The first opening of the match is never a mine. There are no flags, and there \
                is no passing. Cells are numbered 0 to 80, row by row from the top left. You may give up at any time, \
                on turn or not: the other seat then wins the pot.",
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

    fn deal(setup: &Setup, dice: &mut Dice, events: &mut Events) -> Self {
        let start = Seat(dice.below(2) as u8);
        let mut order: [u8; CELLS] = std::array::from_fn(|cell| cell as u8);
        dice.shuffle(&mut order);
        events.tell(|| {
            Event::new("dealt")
                .label(format!("{SIDE} by {SIDE} with {MINES} mines"))
                .data(&json!({ "rows": SIDE, "columns": SIDE, "mines": MINES, "start": start }))
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
        board.tell_turn(events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        if self.to_act().contains(seat) {
            legal.extend(cells_of(!self.open() & BOARD).map(|cell| Action::Open { cell }));
        }
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
        if self.end.is_some() { self.tell_settled(events) } else { self.tell_turn(events) }
    }

    fn may_concede(&self, _seat: Seat) -> bool {
        self.end.is_none()
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        events.tell(|| how.event(seat, &format!("Seat {seat} gives up"), &format!("Seat {seat} runs out of time")));
        self.tell_settled(events);
    }

    fn view(&self, sight: Sight) -> View {
        let status = |seat| if matches!(self.end, Some(End::Left(left)) if left == seat) { "left" } else { "in" };
        let board = 0..CELLS as u8;
        let mines_shown = self.end.is_some() && !sight.sealed;
        View {
            game: Self::ABOUT.id,
            phase: if self.end.is_some() { "over" } else { "open" },
            to_act: self.to_act(),
            seats: [Seat(0), Seat(1)].map(|seat| SeatView { seat, status: status(seat), opened: self.count(seat) }),
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

    /// Before the first opening all mines; after it mines move one by one, where that leaves every open number as it is.
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

    /// Opens what the numbers prove to be safe, else the cell that looks least like a mine (House policy).
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
        [Seat(0), Seat(1)].into_iter().find(|seat| has(self.opened[seat.index()], cell))
    }

    /// The mines as they are; without any opening the first ten of the order.
    fn mines(&self) -> Cells {
        self.mines.unwrap_or_else(|| set_of(self.order[..MINES].iter().copied()))
    }

    /// The mines, given that `cell` is opened now: only the first opening can still move one.
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
        events.tell(|| {
            Event::new("exploded").seat(seat).label(format!("Seat {seat} hits a mine")).data(&json!({ "cell": cell }))
        });
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
        events.tell(|| {
            let numbers: Vec<[u8; 2]> = cells_of(flood).map(|cell| [cell, self.number(cell)]).collect();
            let cells = if opened == 1 { "cell" } else { "cells" };
            Event::new("opened")
                .seat(seat)
                .label(format!("Seat {seat} opens {opened} {cells}"))
                .data(&json!({ "cell": cell, "opened": opened, "cells": numbers }))
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
            End::Cleared => match self.count(Seat(0)).cmp(&self.count(Seat(1))) {
                Ordering::Greater => Some(Seat(0)),
                Ordering::Less => Some(Seat(1)),
                Ordering::Equal => None,
            },
        }
    }

    fn tell_turn(&self, events: &mut Events) {
        let seat = self.mover;
        events.turn(seat, || format!("Seat {seat} to move"));
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.tell(|| {
            let winner = self.winner(end);
            let label = winner.map_or_else(|| "A draw".to_owned(), |seat| format!("Seat {seat} wins"));
            let scores = Outcome::duel(winner, self.stake).scores();
            let opened = [self.count(Seat(0)), self.count(Seat(1))];
            Event::new("settled").seat(winner).label(label).data(&json!({ "opened": opened, "scores": scores }))
        });
    }
}

/// So many mines among these closed cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Constraint {
    cells: Cells,
    mines: u32,
}

/// What the open numbers prove.
struct Deduction {
    closed: Cells,
    /// One constraint for every open cell with closed neighbours, without the cells that are known.
    numbers: Vec<Constraint>,
    safe: Cells,
    mines: Cells,
}

impl Deduction {
    fn from(view: &View) -> Self {
        let open = |cell: u8| view.cells[usize::from(cell)];
        let closed = set_of((0..CELLS as u8).filter(|&cell| open(cell).is_none()));
        let about = |cell: u8| {
            let constraint =
                Constraint { cells: NEIGHBOURS[usize::from(cell)] & closed, mines: u32::from(open(cell)?) };
            (constraint.cells != 0).then_some(constraint)
        };
        let numbers = (0..CELLS as u8).filter_map(about).collect();
        let mut deduction = Self { closed, numbers, safe: 0, mines: 0 };
        while deduction.learns() {}
        deduction
    }

    /// Compare every two constraints once; whether that proved anything new.
    fn learns(&mut self) -> bool {
        let (safe, mines) = (self.safe, self.mines);
        let everywhere = [
            Constraint { cells: self.closed & !safe & !mines, mines: MINES as u32 - mines.count_ones() },
            Constraint { cells: 0, mines: 0 },
        ];
        let all: Vec<Constraint> = self.numbers.iter().copied().chain(everywhere).collect();
        for a in &all {
            for b in &all {
                let only_b = b.cells & !a.cells;
                if b.mines >= a.mines && b.mines - a.mines == only_b.count_ones() {
                    self.mines |= only_b;
                    self.safe |= a.cells & !b.cells;
                }
            }
        }
        self.reduce(self.mines & !mines);
        (self.safe, self.mines) != (safe, mines)
    }

    /// Take the known cells out of the constraints. Equal ones teach nothing more, so one of each stays.
    fn reduce(&mut self, new_mines: Cells) {
        let known = self.safe | self.mines;
        for constraint in &mut self.numbers {
            constraint.mines -= (constraint.cells & new_mines).count_ones();
            constraint.cells &= !known;
        }
        self.numbers.retain(|constraint| constraint.cells != 0);
        self.numbers.sort_unstable();
        self.numbers.dedup();
    }

    fn choice(&self, dice: &mut Dice) -> u8 {
        let far_from_mines = |&cell: &u8| NEIGHBOURS[usize::from(cell)] & self.mines == 0;
        let mut best: Vec<u8> = cells_of(self.safe).filter(far_from_mines).collect();
        if best.is_empty() {
            best = cells_of(self.safe).collect();
        }
        if best.is_empty() {
            best = self.least_risky();
        }
        dice.pick(&best)
    }

    fn least_risky(&self) -> Vec<u8> {
        let candidates = self.closed & !self.mines;
        let risks: Vec<(u8, Risk)> = cells_of(candidates).map(|cell| (cell, self.risk(cell, candidates))).collect();
        let lowest = risks.iter().map(|(_, risk)| risk).min();
        risks.iter().filter(|(_, risk)| Some(risk) == lowest).map(|(cell, _)| *cell).collect()
    }

    /// The highest share of mines among the numbers beside the cell, else that of the whole board.
    fn risk(&self, cell: u8, candidates: Cells) -> Risk {
        let beside = self.numbers.iter().filter(|constraint| has(constraint.cells, cell));
        let risks = beside.map(|constraint| Risk { mines: constraint.mines, cells: constraint.cells.count_ones() });
        risks
            .max()
            .unwrap_or_else(|| Risk { mines: MINES as u32 - self.mines.count_ones(), cells: candidates.count_ones() })
    }
}

/// A share of mines, compared by cross-multiplying.
#[derive(Clone, Copy, Debug)]
struct Risk {
    mines: u32,
    cells: u32,
}

impl Ord for Risk {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.mines * other.cells).cmp(&(other.mines * self.cells))
    }
}

impl PartialOrd for Risk {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Risk {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Risk {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seed;

    fn dealt() -> (Minesweeper, Dice) {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        let mut dice = Dice::dealer(&seed);
        let setup = Setup::new(Minesweeper::ABOUT.kinds.first(), 2, 10);
        let game = Minesweeper::deal(&setup, &mut dice, &mut Events::off());
        (game, dice)
    }

    /// Open the cells one after another, whoever is to move, and return the events' labels.
    fn open(game: &mut Minesweeper, dice: &mut Dice, cells: &[u8]) -> Vec<String> {
        let mut events = Events::on();
        for &cell in cells {
            game.play(game.mover, &Action::Open { cell }, dice, &mut events);
        }
        events.take().into_iter().filter_map(|event| event.label).collect()
    }

    fn mines(game: &Minesweeper) -> Option<Vec<u8>> {
        game.view(Sight::SPECTATOR).mine_cells
    }

    #[test]
    fn the_worked_example_ends_with_a_mine() {
        let (mut game, mut dice) = dealt();
        assert_eq!((game.start, game.order), (Seat(1), [9, 6, 64, 20, 60, 65, 54, 49, 41, 21, 70]));
        let labels = open(&mut game, &mut dice, &[42, 80, 4, 27, 73, 9]);
        let openings: Vec<&str> = labels.iter().map(String::as_str).filter(|label| !label.ends_with("move")).collect();
        assert_eq!(
            openings,
            [
                "Seat 1 opens 1 cell",
                "Seat 0 opens 39 cells",
                "Seat 1 opens 8 cells",
                "Seat 0 opens 16 cells",
                "Seat 1 opens 1 cell",
                "Seat 0 hits a mine",
                "Seat 1 wins",
            ]
        );
        assert_eq!(mines(&game), Some(vec![6, 9, 20, 21, 41, 49, 54, 60, 64, 65]));
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.scores(), [-10, 10]);
        assert_eq!(outcome.seats[1].winning_pieces, Some(vec![1, 2, 3, 4, 5, 10, 11, 12, 42, 73]));
        let sealed = game.view(Sight { seat: None, sealed: true });
        assert_eq!((sealed.boom, sealed.mine_cells), (Some(9), None));
    }

    #[test]
    fn the_first_opening_is_never_a_mine() {
        let (mut game, mut dice) = dealt();
        open(&mut game, &mut dice, &[9]);
        assert!(game.outcome().is_none());
        game.concede(Seat(0), Leave::TimedOut, &mut Events::off());
        assert_eq!(mines(&game), Some(vec![6, 20, 21, 41, 49, 54, 60, 64, 65, 70]));
    }

    #[test]
    fn a_match_given_up_before_any_opening_has_the_first_ten_mines() {
        let (mut game, _) = dealt();
        assert_eq!(mines(&game), None);
        game.concede(Seat(1), Leave::Forfeited, &mut Events::off());
        assert_eq!(mines(&game), Some(vec![6, 9, 20, 21, 41, 49, 54, 60, 64, 65]));
        assert_eq!(game.outcome().unwrap().seats[0].winning_pieces, None);
    }

    #[test]
    fn a_cleared_board_is_won_by_the_seat_that_opened_more() {
        let (mut game, mut dice) = dealt();
        open(&mut game, &mut dice, &[42]);
        let mines = game.mines();
        while let Some(cell) = cells_of(BOARD & !mines & !game.open()).next() {
            open(&mut game, &mut dice, &[cell]);
        }
        let (zero, one) = (game.count(Seat(0)), game.count(Seat(1)));
        assert_eq!((zero + one, game.view(Sight::SPECTATOR).safe_left), (71, 0));
        let winner = usize::from(one > zero);
        assert_eq!(game.outcome().unwrap().seats[winner].score, 10);
    }

    /// A view of a board that shows only the given numbers.
    fn showing(numbers: &[(usize, u8)]) -> View {
        let mut view = dealt().0.view(Sight::SPECTATOR);
        for &(cell, number) in numbers {
            view.cells[cell] = Some(number);
        }
        view
    }

    #[test]
    fn the_house_draws_any_cell_of_a_closed_board() {
        let deduction = Deduction::from(&showing(&[]));
        assert_eq!(deduction.least_risky().len(), CELLS);
    }

    #[test]
    fn the_house_knows_the_last_closed_neighbour_to_be_the_mine() {
        let deduction = Deduction::from(&showing(&[(0, 1), (1, 1), (9, 1)]));
        assert_eq!(deduction.mines, 1 << 10);
        assert_eq!(deduction.safe, set_of([2, 11, 18, 19]), "the numbers beside it have their one mine");
    }

    #[test]
    fn the_house_takes_the_lower_share_of_mines() {
        let deduction = Deduction::from(&showing(&[(0, 1), (8, 3)]));
        assert_eq!(deduction.mines, set_of([7, 16, 17]));
        // Seven of 76 cells are left for the rest of the board; beside the one it is one of three.
        let risky = set_of([1, 9, 10]);
        assert_eq!(set_of(deduction.least_risky()) & risky, 0);
        assert!(Risk { mines: 1, cells: 3 } > Risk { mines: 6, cells: 73 });
    }
}
