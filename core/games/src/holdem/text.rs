//! Hold'em as text.

use super::hand::{Last, Status};
use super::view::{SeatView, View};
use super::{Action, Holdem};
use crate::Seat;
use crate::written::{Written, seat_text, signed, spaced};

impl<const RING: bool> Written for Holdem<RING> {
    const MOVES: &'static str = "`fold`, `check`, `call`, or `raise to 40`, where the number is your whole bet on the street \
                                 afterwards and one of those listed.";

    fn move_text(action: &Action) -> String {
        match action {
            Action::Fold => "fold".to_owned(),
            Action::Check => "check".to_owned(),
            Action::Call => "call".to_owned(),
            Action::Raise { to } => format!("raise to {to}"),
        }
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let mut lines = Vec::new();
        let board = if view.board.is_empty() { "none".to_owned() } else { spaced(&view.board) };
        let own = view.hand.map(|hand| format!("Your cards: {}. ", spaced(hand))).unwrap_or_default();
        lines.push(format!("{own}Board: {board}. Pot {}, bet to match {}.", view.pot, view.current_bet));
        lines.extend(view.seats.iter().map(|player| player_text(view, player, seat)));
        lines.join("\n")
    }
}

fn player_text(view: &View, player: &SeatView, viewer: Option<Seat>) -> String {
    let button = (view.button == player.seat).then(|| "button".to_owned());
    let status = match player.status {
        Status::In => player.last.map(last_text),
        Status::Folded => Some("folded"),
        Status::AllIn => Some("all in"),
        Status::Left => Some("left"),
    };
    let cards = player.cards.map(spaced);
    let end = player.end.as_ref();
    let hand = end.and_then(|end| end.hand_name.clone());
    let score = end.map(|end| signed(end.score));
    let amount = |word: &str, chips: i64| (chips > 0).then(|| format!("{word} {chips}"));
    let stack = amount("stack", player.stack);
    let parts = [stack, amount("bet", player.bet), button, status.map(str::to_owned), cards, hand, score];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}: {}", seat_text(player.seat, viewer), parts.join(", "))
}

const fn last_text(last: Last) -> &'static str {
    match last {
        Last::Fold => "folded",
        Last::Check => "checked",
        Last::Call => "called",
        Last::Raise => "raised",
        Last::Left => "left",
    }
}
