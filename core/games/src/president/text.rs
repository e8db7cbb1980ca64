//! President as text.

use super::sets::{Hand, Set};
use super::{Action, President, Status, View};
use crate::Seat;
use crate::cards::Card;
use crate::written::{Written, seat_text, spaced};

impl Written for President {
    const MOVES: &'static str = "`play 5 5` plays a pair of fives, `play t t t` three tens; `pass` passes. Suits do not \
                                 matter and are not written: ranks are 3 4 5 6 7 8 9 T J Q K A 2.";

    fn move_text(action: &Action) -> String {
        match action {
            Action::Pass {} => "pass".to_owned(),
            Action::Play { cards } => format!("play {}", ranks(*cards).to_lowercase()),
        }
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let who = |of: Seat| seat_text(of, seat);
        let state = |own: &super::SeatView| {
            let rank = own.rank.map(|rank| format!("place {rank}"));
            let passed = own.passed.then(|| "passed".to_owned());
            let left = (own.status == Status::Left).then(|| "left".to_owned());
            let cards = (own.status == Status::In).then(|| own.count.to_string());
            let parts: Vec<String> = [cards, left, rank, passed].into_iter().flatten().collect();
            format!("{} {}", who(own.seat), parts.join(" "))
        };
        let seats: Vec<String> = view.seats.iter().map(state).collect();
        let mut lines = vec![format!("Cards left: {}", seats.join(", "))];
        lines.extend(view.hand.map(|hand| format!("Your cards: {}", hand_text(hand))));
        lines.push(view.top.as_ref().map_or_else(
            || format!("Trick {}: a new lead", view.trick),
            |top| format!("Trick {}, to beat: {} by {}", view.trick, ranks(top.cards), who(top.seat)),
        ));
        lines.join("\n")
    }
}

fn rank_of(card: Card) -> char {
    card.to_string().chars().next().unwrap_or_default()
}

fn ranks(set: Set) -> String {
    spaced(set.cards().map(rank_of))
}

fn hand_text(hand: Hand) -> String {
    spaced(hand.cards().map(rank_of))
}
