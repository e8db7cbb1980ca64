//! Rock-paper-scissors as text.

use super::{Action, Hand, Rps, View};
use crate::Seat;
use crate::written::{Written, seat_text};

impl Written for Rps {
    const MOVES: &'static str = "`rock`, `paper` or `scissors`.";

    fn move_text(action: &Action) -> String {
        let Action::Throw { hand } = action;
        word(*hand).to_owned()
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let score = |own: &super::SeatView| {
            let chosen = if own.ready { ", has chosen" } else { "" };
            format!("{} {}{chosen}", seat_text(own.seat, seat), own.wins)
        };
        let [first, second] = [score(&view.seats[0]), score(&view.seats[1])];
        let mut drawn = format!("Won throws: {first}; {second} ({} win the match)", view.to_win);
        if let Some(throw) = view.throws.last() {
            let [first, second] = throw.hands.map(word);
            drawn += &format!("\nThrow {}: seat 0 {first}, seat 1 {second}", view.throws.len());
        }
        drawn
    }
}

const fn word(hand: Hand) -> &'static str {
    match hand {
        Hand::Rock => "rock",
        Hand::Paper => "paper",
        Hand::Scissors => "scissors",
    }
}
