//! What the games of two seats have in common: who starts, who has more, and the words for a turn and for a seat that
//! gives up.

use super::{Dice, Events, Leave, Seat};
use std::cmp::Ordering;

/// Both seats.
pub(super) const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// Draw who starts: the very first word of stream 0.
pub(super) fn start_seat(dice: &mut Dice) -> Seat {
    Seat(dice.below(2) as u8)
}

/// The seat that has more; nobody where both have as many.
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

/// `forfeited` or `timed_out`: the seat leaves the pot to the other.
pub(super) fn tell_left(seat: Seat, how: Leave, events: &mut Events) {
    events.tell(|| how.event(seat, &format!("Seat {seat} gives up"), &format!("Seat {seat} runs out of time")));
}
