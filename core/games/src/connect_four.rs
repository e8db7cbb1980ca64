//! Connect four: two seats drop discs into seven columns of six cells. Four or more discs of one seat in a line win the
//! pot of two stakes; a full board returns the stakes.

mod encoding;
mod position;
mod search;
#[cfg(test)]
mod tests;
mod text;

use super::seat::Presence;
use super::two_seats::{BoardPhase, LineEnd, SEATS, start_seat, tell_left, tell_to_move};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Policy, PolicyName,
    Seat, Seats, Setup,
};
use position::{COLUMNS, Position, bit_of, cell_of, cells_of, has_line, line_through};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of a match, with the data for its settlement.
#[derive(Clone)]
pub(super) struct ConnectFour {
    position: Position,
    stake: i64,
    start: Seat,
    /// The newest disc, as a bit of the board.
    last: Option<u64>,
    end: Option<LineEnd>,
}

/// Drop a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Into a column that is not full, 0..=6 from the left.
    Drop {
        /// The column's number.
        column: u8,
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
    /// 42 cells row by row from the top left: the seat of the disc, or null.
    board: Vec<Option<Seat>>,
    /// The cell of the newest disc; null before.
    last_cell: Option<u8>,
    /// The winning cells, ascending; otherwise null.
    line: Option<Vec<u8>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The seat's colour.
    disc: Disc,
}

/// The seat that begins has the red discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Disc {
    Red,
    Yellow,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The seat that begins.
        start: Seat,
    },
    Dropped {
        /// The cell in which it landed, 0-41.
        cell: u8,
        /// The column, 0-6.
        column: u8,
    },
    Settled {
        /// The cells of the line, if one won.
        line: Option<Vec<u8>>,
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

impl Game for ConnectFour {
    const ABOUT: About = About {
        id: "connect-four",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Minimax, PolicyName::Random],
        rules: "The board stands upright: seven columns of six cells. The starting seat is drawn by lot and has the \
                red discs, the other seat the yellow ones. In turn each seat drops one disc into a column that is not \
                full; it falls to the lowest empty cell there. Four or more of your own discs in an unbroken line, \
                along a row, a column or a diagonal, win the pot of both stakes, and the very last disc may still do \
                it. A full board without such a line is a draw and returns the stakes. Columns are numbered 1 to 7 \
                from the left. In actions and views they count from 0, and so do the 42 cells, row by row from the top \
                left. You may give up at any time, on turn or not: the other seat then wins the pot.",
        kinds: &[Kind {
            kind: "connect-four-vs-house",
            label: "Connect four",
            description: "Drop discs and line up four of them, against the house or a member.",
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
        events.push(|| Event::of(&Facts::Dealt { start }).label(format!("Seat {start} starts with red")));
        let position = Position { discs: [0, 0], mover: start };
        let board = Self { position, stake: setup.stake, start, last: None, end: None };
        tell_to_move(start, events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.position.mover) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        let open = self.position.open_cells();
        legal.extend((0..COLUMNS).filter(|&column| open & cells_of(column) != 0).map(|column| Action::Drop { column }));
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Drop { column } = *action;
        let disc = self.position.open_cells() & cells_of(column);
        self.position = self.position.after(disc);
        self.last = Some(disc);
        events.push(|| {
            Event::of(&Facts::Dropped { cell: cell_of(disc), column })
                .seat(seat)
                .label(format!("Seat {seat} drops in column {}", column + 1))
        });
        let line = has_line(self.position.discs[seat.index()]);
        self.end = LineEnd::after(seat, line, self.position.open_cells() == 0);
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
        let status = |seat| LineEnd::presence(self.end, seat);
        let seats = SEATS.map(|seat| SeatView { seat, status: status(seat), disc: self.disc_of(seat) });
        View {
            seats,
            start: self.start,
            board: (0..42).map(|cell| self.position.owner(bit_of(cell))).collect(),
            last_cell: self.last.map(cell_of),
            line: self.line(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.end?.outcome(self.stake, self.line()))
    }

    /// The same search as `minimax`.
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        Self::policy(Policy::HOUSE, seat, view, legal, dice)
    }

    /// A search six plies deep; one of the best moves.
    fn policy(_: Policy, seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        search::choose(seat, view, legal, dice)
    }
}

impl ConnectFour {
    fn disc_of(&self, seat: Seat) -> Disc {
        if seat == self.start { Disc::Red } else { Disc::Yellow }
    }

    /// The winning cells, ascending, once the newest disc has won.
    fn line(&self) -> Option<Vec<u8>> {
        let (Some(LineEnd::Line(winner)), Some(last)) = (self.end, self.last) else { return None };
        Some(line_through(last, self.position.discs[winner.index()]))
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let scores = Outcome::duel(end.winner(), self.stake).scores();
            Event::of(&Facts::Settled { line: self.line(), scores })
                .seat(end.winner())
                .label(end.label("connects four"))
        });
    }
}

impl Action {
    const fn column(self) -> u8 {
        let Self::Drop { column } = self;
        column
    }
}
