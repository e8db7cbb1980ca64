//! Blackjack as text.

use super::round::{HandView, RoundView};
use super::{Action, Blackjack, View};
use crate::Seat;
use crate::written::{Written, signed, spaced};

impl Written for Blackjack {
    const MOVES: &'static str = "`hit`, `stand`, `double` or `split`.";

    fn move_text(action: &Action) -> String {
        match action {
            Action::Hit => "hit".to_owned(),
            Action::Stand => "stand".to_owned(),
            Action::Double => "double".to_owned(),
            Action::Split => "split".to_owned(),
        }
    }

    fn drawn(view: &View, _seat: Option<Seat>) -> String {
        let mut lines: Vec<String> = Vec::new();
        for (number, round) in view.rounds.iter().enumerate() {
            let hand = view.hand.filter(|_| number == view.round && round.hands.len() > 1);
            let of = if view.hands_total > 1 {
                format!("Hand {} of {}: ", number + 1, view.hands_total)
            } else {
                String::new()
            };
            let hands: Vec<String> = round.hands.iter().map(hand_text).collect();
            let which =
                hand.map(|hand| format!("; to decide: the {}", ["first", "second"][hand.min(1)])).unwrap_or_default();
            lines.push(format!("{of}dealer {}; you {}{which}", dealer(round), hands.join(" and ")));
        }
        lines.push(format!("Score: {}", signed(view.seats[0].score)));
        lines.join("\n")
    }
}

fn dealer(round: &RoundView) -> String {
    let cards = round.dealer.cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string()));
    format!("{} = {}", spaced(cards), round.dealer.points.total)
}

fn hand_text(hand: &HandView) -> String {
    let soft = if hand.points.soft { "soft " } else { "" };
    let net = hand.net.map(|net| format!(", {}", signed(net))).unwrap_or_default();
    format!("{} = {soft}{} (bet {}{net})", spaced(&hand.cards), hand.points.total, hand.bet)
}
