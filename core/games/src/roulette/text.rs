//! Roulette as text.

use super::{Action, Bet, Roulette, View};
use crate::Seat;
use crate::written::{Written, signed, spaced};

impl Written for Roulette {
    const MOVES: &'static str = "The whole stake goes on one bet: `red`, `black`, `odd`, `even`, `low`, `high`, `dozen 1` to \
                                 `dozen 3`, `column 1` to `column 3`, `straight 17`, `split 17 20`, `street 16 17 18`, \
                                 `corner 16 17 19 20`, `line 16 17 18 19 20 21`, with ascending numbers.";

    fn move_text(action: &Action) -> String {
        let Action::Bet(bet) = action;
        let numbers = |name: &str, numbers: &[u8]| format!("{name} {}", spaced(numbers));
        match bet {
            Bet::Straight { numbers: on } => numbers("straight", on),
            Bet::Split { numbers: on } => numbers("split", on),
            Bet::Street { numbers: on } => numbers("street", on),
            Bet::Corner { numbers: on } => numbers("corner", on),
            Bet::Line { numbers: on } => numbers("line", on),
            Bet::Column { index } => format!("column {index}"),
            Bet::Dozen { index } => format!("dozen {index}"),
            Bet::Red => "red".to_owned(),
            Bet::Black => "black".to_owned(),
            Bet::Odd => "odd".to_owned(),
            Bet::Even => "even".to_owned(),
            Bet::Low => "low".to_owned(),
            Bet::High => "high".to_owned(),
        }
    }

    fn drawn(view: &View, _seat: Option<Seat>) -> String {
        let bet = view.seats[0].bet.as_ref().map(|bet| format!("Bet: {}. ", Self::move_text(bet))).unwrap_or_default();
        let number =
            view.number.zip(view.colour).map(|(number, colour)| format!("The ball: {number} {}. ", colour.in_words()));
        let score = view.seats[0].score.map(|score| format!("Score: {}.", signed(score)));
        let drawn = format!("{bet}{}{}", number.unwrap_or_default(), score.unwrap_or_default());
        if drawn.is_empty() { format!("Stake: {} chips.", view.stake) } else { drawn }
    }
}
