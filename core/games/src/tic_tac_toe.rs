//! Tic-tac-toe: two seats take turns to mark the empty cells of a 3x3 board. Three marks of one seat in a line win the
//! pot of two stakes; a full board without a line returns the stakes.

mod encoding;
mod text;

use super::cells::cells_of;
use super::search::best_moves;
use super::seat::Presence;
use super::two_seats::{BoardPhase, LineEnd, SEATS, start_seat, tell_left, tell_to_move};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Policy, PolicyName,
    Seat, Seats, Setup,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The state of a match, with the data for its settlement.
#[derive(Clone)]
pub(super) struct TicTacToe {
    position: Position,
    stake: i64,
    start: Seat,
    last_cell: Option<u8>,
    end: Option<LineEnd>,
}

/// Marks by seat, as nine-bit sets of cells, and the mover.
#[derive(Clone, Copy)]
struct Position {
    marks: [u16; 2],
    mover: Seat,
}

/// The lines in the order in which the first completed one counts.
const LINES: [[u8; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const FULL: u16 = 0b1_1111_1111;
const CELLS: [&str; 9] = [
    "the top left corner",
    "the top edge",
    "the top right corner",
    "the left edge",
    "the centre",
    "the right edge",
    "the bottom left corner",
    "the bottom edge",
    "the bottom right corner",
];

/// Mark an empty cell, 0..=8 row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Put the seat's mark into `cell`.
    Mark {
        /// The cell's number.
        cell: u8,
    },
}

/// The view of all seats; nothing is hidden.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The seat that begins.
    start: Seat,
    /// 9 cells row by row: the seat that marked it, or null.
    board: [Option<Seat>; 9],
    /// The newest mark; null before.
    last_cell: Option<u8>,
    /// The winning cells, ascending; otherwise null.
    line: Option<[u8; 3]>,
}

/// The seat that begins has the X.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) enum Mark {
    X,
    O,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The seat's mark.
    mark: Mark,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The seat that begins.
        start: Seat,
    },
    Marked {
        /// The cell, 0-8.
        cell: u8,
        /// The seat's mark.
        mark: Mark,
    },
    Settled {
        /// The cells of the line, if one won.
        line: Option<[u8; 3]>,
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

impl Game for TicTacToe {
    const ABOUT: About = About {
        id: "tic-tac-toe",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Minimax, PolicyName::Random],
        rules: "Two seats take turns to mark one empty cell of a 3x3 board. The starting seat is drawn by lot and \
                plays X. Three of your own marks in a row, a column or a diagonal win the pot of both stakes. A full \
                board without a line is a draw and returns the stakes. In actions the cells count from 0 to 8, row by \
                row from the top left. You may give up at any time, on turn or not: the other seat then wins the pot.",
        kinds: &[Kind {
            kind: "tic-tac-toe-vs-house",
            label: "Tic-tac-toe",
            description: "Three in a row on nine cells, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = BoardPhase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let start = start_seat(dice);
        events.push(|| Event::of(&Facts::Dealt { start }).label(format!("Seat {start} starts with X")));
        let position = Position { marks: [0, 0], mover: start };
        let board = Self { position, stake: setup.stake, start, last_cell: None, end: None };
        tell_to_move(start, events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.position.mover) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend(self.position.empty_cells().map(|cell| Action::Mark { cell }));
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Mark { cell } = *action;
        let line = self.position.mark(cell);
        self.last_cell = Some(cell);
        let mark = self.mark_of(seat);
        events.push(|| {
            Event::of(&Facts::Marked { cell, mark })
                .seat(seat)
                .label(format!("Seat {seat} marks {}", CELLS[usize::from(cell)]))
        });
        self.end = LineEnd::after(seat, line.is_some(), self.position.is_full());
        if self.end.is_some() { self.tell_settled(events) } else { tell_to_move(self.position.mover, events) }
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(LineEnd::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> BoardPhase {
        BoardPhase::of(self.end.as_ref())
    }

    fn view(&self, _audience: Audience) -> View {
        let board = std::array::from_fn(|cell| self.position.owner(cell as u8));
        let status = |seat| LineEnd::presence(self.end, seat);
        let seats = SEATS.map(|seat| SeatView { seat, status: status(seat), mark: self.mark_of(seat) });
        View { seats, start: self.start, board, last_cell: self.last_cell, line: self.line() }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.end?.outcome(self.stake, self.line()))
    }

    /// Perfect play: complete an own line, otherwise block the other's, otherwise `minimax`.
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        let position = Position::seen(view, seat);
        let completes = |seat: Seat| -> Vec<usize> {
            (0..legal.len()).filter(|&at| position.completes_line(seat, legal[at].cell())).collect()
        };
        for moves in [completes(seat), completes(seat.other())] {
            if !moves.is_empty() {
                return dice.pick(&moves);
            }
        }
        Self::policy(Policy::Minimax(50), seat, view, legal, dice)
    }

    /// Full-depth search; one of the best moves.
    fn policy(_: Policy, seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        let position = Position::seen(view, seat);
        let best = best_moves(0..legal.len(), |at, _| position.value_of(legal[at].cell()).into());
        dice.pick(&best)
    }
}

impl TicTacToe {
    fn mark_of(&self, seat: Seat) -> Mark {
        if seat == self.start { Mark::X } else { Mark::O }
    }

    fn line(&self) -> Option<[u8; 3]> {
        let Some(LineEnd::Line(winner)) = self.end else { return None };
        line_in(self.position.marks[winner.index()])
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let scores = Outcome::duel(end.winner(), self.stake).scores();
            Event::of(&Facts::Settled { line: self.line(), scores })
                .seat(end.winner())
                .label(end.label("wins with a line"))
        });
    }
}

impl Action {
    const fn cell(self) -> u8 {
        let Self::Mark { cell } = self;
        cell
    }
}

impl Position {
    fn seen(view: &View, mover: Seat) -> Self {
        let mut marks = [0; 2];
        for (cell, owner) in view.board.iter().enumerate() {
            if let Some(seat) = owner {
                marks[seat.index()] |= 1 << cell;
            }
        }
        Self { marks, mover }
    }

    fn empty_cells(&self) -> impl Iterator<Item = u8> + use<> {
        cells_of((FULL & !(self.marks[0] | self.marks[1])).into())
    }

    const fn is_full(&self) -> bool {
        self.marks[0] | self.marks[1] == FULL
    }

    fn owner(&self, cell: u8) -> Option<Seat> {
        SEATS.into_iter().find(|seat| self.marks[seat.index()] >> cell & 1 == 1)
    }

    fn completes_line(&self, seat: Seat, cell: u8) -> bool {
        line_in(self.marks[seat.index()] | 1 << cell).is_some()
    }

    /// Mark for the mover and pass the turn; returns the line that this completes, if any.
    fn mark(&mut self, cell: u8) -> Option<[u8; 3]> {
        let marks = &mut self.marks[self.mover.index()];
        *marks |= 1 << cell;
        let line = line_in(*marks);
        self.mover = self.mover.other();
        line
    }

    /// The value of marking `cell` for the mover: 10 - d for a win in d plies from here, d - 10 for a loss, 0 for a
    /// draw.
    fn value_of(mut self, cell: u8) -> i8 {
        if self.mark(cell).is_some() { WIN_AT_ONCE } else { -one_ply_later(VALUES[self.number()]) }
    }

    /// The value of the position for its mover, counted from it. Writes the values of all positions from here on.
    fn solve(self, values: &mut [i8]) -> i8 {
        let known = values[self.number()];
        if known != UNKNOWN {
            return known;
        }
        let mut value = if self.is_full() { 0 } else { UNKNOWN };
        for cell in self.empty_cells() {
            let mut next = self;
            let is_won = next.mark(cell).is_some();
            value = value.max(if is_won { WIN_AT_ONCE } else { -one_ply_later(next.solve(values)) });
        }
        values[self.number()] = value;
        value
    }

    /// The cells as digits of base three: 0 for an empty one, 1 for a mark of the mover, 2 for one of the other seat.
    fn number(&self) -> usize {
        let [own, other] = [self.mover, self.mover.other()].map(|seat| self.marks[seat.index()]);
        IN_BASE_THREE[usize::from(own)] + 2 * IN_BASE_THREE[usize::from(other)]
    }
}

/// The value of each position, by its number. Whole training runs ask for the same few thousand.
static VALUES: LazyLock<Vec<i8>> = LazyLock::new(|| {
    let mut values = vec![UNKNOWN; 3_usize.pow(9)];
    Position { marks: [0, 0], mover: Seat(0) }.solve(&mut values);
    values
});

/// Lower than every value.
const UNKNOWN: i8 = i8::MIN;

/// The value of a win with the next mark.
const WIN_AT_ONCE: i8 = 9;

/// Each set of cells as digits of base three, 1 for a cell in the set.
static IN_BASE_THREE: [usize; 512] = {
    let mut numbers = [0; 512];
    let mut cells = 1;
    while cells < numbers.len() {
        numbers[cells] = 3 * numbers[cells >> 1] + (cells & 1);
        cells += 1;
    }
    numbers
};

/// Each ply takes one from a win and gives one to a loss.
const fn one_ply_later(value: i8) -> i8 {
    value - value.signum()
}

fn line_in(marks: u16) -> Option<[u8; 3]> {
    const MASKS: [u16; 8] = {
        let mut masks = [0; 8];
        let mut at = 0;
        while at < 8 {
            let [a, b, c] = LINES[at];
            masks[at] = 1 << a | 1 << b | 1 << c;
            at += 1;
        }
        masks
    };
    MASKS.iter().position(|&mask| marks & mask == mask).map(|at| LINES[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The counts of playing every game to its end.
    #[derive(Default)]
    struct Counted {
        positions: BTreeSet<[u16; 2]>,
        won_by_starter: u32,
        lost_by_starter: u32,
        drawn: u32,
    }

    /// Count all games that continue from a position; seat 0 is the starter.
    fn count(position: Position, counted: &mut Counted) {
        counted.positions.insert(position.marks);
        if position.is_full() {
            counted.drawn += 1;
        }
        for cell in position.empty_cells() {
            let mut next = position;
            if next.mark(cell).is_none() {
                count(next, counted);
                continue;
            }
            counted.positions.insert(next.marks);
            let wins =
                if position.mover == Seat(0) { &mut counted.won_by_starter } else { &mut counted.lost_by_starter };
            *wins += 1;
        }
    }

    #[test]
    fn the_counts_of_games_and_positions_are_the_known_ones() {
        let mut counted = Counted::default();
        count(Position { marks: [0, 0], mover: Seat(0) }, &mut counted);
        assert_eq!(counted.positions.len(), 5478);
        assert_eq!((counted.won_by_starter, counted.lost_by_starter, counted.drawn), (131_184, 77_904, 46_080));
        assert_eq!(counted.won_by_starter + counted.lost_by_starter + counted.drawn, 255_168);
    }
}
