//! Shared code of the games of two seats: the starting seat, the comparison of counts, the labels for a turn and for a
//! seat that gives up, and the end of a board on which a line wins.

use super::seat::Presence;
use super::{Dice, Events, Leave, Outcome, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;

/// Both seats.
pub(super) const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// Draw the starting seat: the very first word of stream 0.
pub(super) fn start_seat(dice: &mut Dice) -> Seat {
    Seat(dice.below(2) as u8)
}

/// The seat that has more; `None` if both have the same.
pub(super) fn with_more<T: Ord>([first, second]: [T; 2]) -> Option<Seat> {
    match first.cmp(&second) {
        Ordering::Greater => Some(Seat(0)),
        Ordering::Less => Some(Seat(1)),
        Ordering::Equal => None,
    }
}

/// `turn` for the seat that is to move.
pub(super) fn tell_to_move(seat: Seat, events: &mut Events) {
    events.turn(seat, || format!("Seat {seat} to move"));
}

/// `forfeited` or `timed_out`: the other seat gets the pot.
pub(super) fn tell_left(seat: Seat, how: Leave, events: &mut Events) {
    events.push(|| how.event(seat, &format!("Seat {seat} gives up"), &format!("Seat {seat} runs out of time")));
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum BoardPhase {
    Play,
    Over,
}

impl BoardPhase {
    /// The status of a board that has an end, or has none.
    pub(super) const fn of<E>(end: Option<&E>) -> Self {
        if end.is_some() { Self::Over } else { Self::Play }
    }
}

/// The end of a board on which a line wins.
#[derive(Clone, Copy)]
pub(super) enum LineEnd {
    Line(Seat),
    Full,
    Left(Seat),
}

impl LineEnd {
    /// After a move of `seat`. The last cell may complete a line: a line is checked before the full board.
    pub(super) const fn after(seat: Seat, line: bool, full: bool) -> Option<Self> {
        match (line, full) {
            (true, _) => Some(Self::Line(seat)),
            (false, true) => Some(Self::Full),
            (false, false) => None,
        }
    }

    pub(super) const fn winner(self) -> Option<Seat> {
        match self {
            Self::Line(winner) => Some(winner),
            Self::Full => None,
            Self::Left(left) => Some(left.other()),
        }
    }

    /// The outcome, with the cells of the winning line.
    pub(super) fn outcome(self, stake: i64, line: Option<impl Into<Vec<u8>>>) -> Outcome {
        let outcome = Outcome::duel(self.winner(), stake);
        match (self, line) {
            (Self::Line(winner), Some(line)) => outcome.with_winning_pieces(winner, line.into()),
            (Self::Line(_) | Self::Full | Self::Left(_), _) => outcome,
        }
    }

    /// The label of `settled`; `wins` is the verb for the winner of a line.
    pub(super) fn label(self, wins: &str) -> String {
        match self {
            Self::Line(winner) => format!("Seat {winner} {wins}"),
            Self::Full => "A draw: the board is full".to_owned(),
            Self::Left(left) => format!("Seat {} wins", left.other()),
        }
    }

    /// Whether `seat` has left.
    pub(super) fn presence(end: Option<Self>, seat: Seat) -> Presence {
        Presence::unless(matches!(end, Some(Self::Left(left)) if left == seat))
    }
}
