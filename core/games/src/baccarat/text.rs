//! Baccarat as text.

use super::{Action, Baccarat, Hand, Side, View};
use crate::Seat;
use crate::written::{Written, signed, spaced};

impl Written for Baccarat {
    const MOVES: &'static str = "The whole stake goes on `player`, `banker` or `tie`.";

    fn move_text(action: &Action) -> String {
        let Action::Bet { on } = action;
        word(*on).to_owned()
    }

    fn drawn(view: &View, _seat: Option<Seat>) -> String {
        let hand = |name: &str, hand: &Option<Hand>| {
            hand.as_ref().map(|hand| format!("{name} {} = {}", spaced(&hand.cards), hand.total))
        };
        let bet = view.seats[0].on.map(|on| format!("Bet: {}", word(on)));
        let score = view.seats[0].score.map(|score| format!("Score: {}", signed(score)));
        let parts = [bet, hand("player", &view.player), hand("banker", &view.banker), score];
        let drawn: Vec<String> = parts.into_iter().flatten().collect();
        if drawn.is_empty() { format!("Stake: {} chips.", view.stake) } else { drawn.join("; ") }
    }
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
        Side::Tie => "tie",
    }
}
