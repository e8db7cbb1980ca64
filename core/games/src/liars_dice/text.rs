//! Liar's dice as text.

use super::{Action, Bid, FACE_NAMES, Hand, LiarsDice, View};
use crate::Seat;
use crate::written::{Written, seat_text, spaced};

impl Written for LiarsDice {
    const MOVES: &'static str = "`bid 5 sixes` claims that at least five dice show a six or a one; faces are twos, threes, \
                                 fours, fives, sixes and ones, in rising order. `challenge` doubts the last bid.";

    fn move_text(action: &Action) -> String {
        match action {
            Action::Bid(bid) => format!("bid {}", text_of(*bid)),
            Action::Challenge => "challenge".to_owned(),
        }
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let dice = |own: &super::SeatView| format!("{} {}", seat_text(own.seat, seat), own.dice);
        let mut lines =
            vec![format!("Round {}. Dice left: {}, {}", view.round, dice(&view.seats[0]), dice(&view.seats[1]))];
        lines.extend(view.hand.as_ref().map(|hand| format!("Your dice: {}", faces(hand))));
        if let Some(newest) = view.bids.last() {
            lines.push(format!("Bid to beat: {} by {}", text_of(newest.bid), seat_text(newest.seat, seat)));
        }
        let before = view.last_round.as_ref().filter(|_| view.bids.len() < 2);
        if let Some(last) = before {
            let [first, second] = [&last.hands[0], &last.hands[1]].map(faces);
            lines.push(format!(
                "Round {}: seat 0 had {first}, seat 1 {second}; {} of {}; {} lost a die",
                last.round,
                last.count,
                text_of(last.bid.bid),
                seat_text(last.loser, seat),
            ));
        }
        lines.join("\n")
    }
}

/// The quantity, and the face in the plural.
fn text_of(bid: Bid) -> String {
    format!("{} {}", bid.quantity, FACE_NAMES[usize::from(bid.face)])
}

fn faces(hand: &Hand) -> String {
    if hand.faces().is_empty() { "none".to_owned() } else { spaced(hand.faces()) }
}
