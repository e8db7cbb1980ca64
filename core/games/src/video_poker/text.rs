//! Video poker as text.

use super::{Action, VideoPoker, View};
use crate::Seat;
use crate::written::{Written, signed, spaced};

impl Written for VideoPoker {
    const MOVES: &'static str = "`hold 1 3 5` keeps the cards at these positions, 1 to 5 from the left, and draws for the \
                                 others; `hold none` draws five.";

    fn move_text(action: &Action) -> String {
        let Action::Hold { positions } = action;
        match positions.count() {
            0 => "hold none".to_owned(),
            _ => format!("hold {}", spaced(positions.iter().map(|position| position + 1))),
        }
    }

    fn drawn(view: &View, _seat: Option<Seat>) -> String {
        let hand = view.hand.map_or_else(|| "hidden".to_owned(), spaced);
        let score = view.seats[0].score.map(|score| format!("; score {}", signed(score))).unwrap_or_default();
        format!("Cards: {hand}; stake {}{score}", view.stake)
    }
}
