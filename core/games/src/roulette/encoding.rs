//! The encoding of roulette.

use super::{Action, Bet, Roulette, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation};

const NUMBERS: usize = 37;
/// The first index of each kind of bet; the even-money bets are the last six.
const SPLITS: usize = NUMBERS;
const STREETS: usize = SPLITS + 60;
const CORNERS: usize = STREETS + 14;
const LINES: usize = CORNERS + 23;
const COLUMNS: usize = LINES + 11;
const DOZENS: usize = COLUMNS + 3;
const EVEN_MONEY: usize = DOZENS + 3;

impl Encoded for Roulette {
    const ENCODING: Encoding = Encoding {
        actions: EVEN_MONEY + 6,
        action_text: "The place of the bet in the list of legal actions: 0 to 36 straight bets, 37 to 96 splits, 97 \
                      to 110 streets, 111 to 133 corners, 134 to 144 lines, 145 to 147 columns, 148 to 150 dozens, \
                      each by ascending numbers; then red, black, odd, even, low and high.",
        observation: &[
            EncodingPart::new("bet", &[37], "1 at each number that the bet covers."),
            EncodingPart::new("number", &[37], "1 at the number that came."),
        ],
        board: None,
        omitted: "The stake, the status of a seat that left, and its score.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        let Action::Bet(bet) = *action;
        index_of(bet)
    }

    fn observe(view: &View, _seat: Seat, out: &mut Observation) {
        let bet = view.seats[0].bet.map(|Action::Bet(bet)| bet);
        out.all_of((0..NUMBERS).filter(|&number| bet.is_some_and(|bet| bet.covers(number as u8))), NUMBERS);
        out.one_of(view.number.map(usize::from), NUMBERS);
    }
}

/// The place of a bet in `super::bets`.
fn index_of(bet: Bet) -> usize {
    // Below zero's own bets, each row of three numbers adds the same count: five splits, a street and two corners.
    let row = |number: u8| usize::from(number - 1) / 3;
    let column = |number: u8| usize::from(number - 1) % 3;
    match bet {
        Bet::Straight { numbers: [number] } => number.into(),
        Bet::Split { numbers: [0, other] } => SPLITS + usize::from(other) - 1,
        // The last row has no row below it.
        Bet::Split { numbers: [low @ 34..=36, _] } => SPLITS + 3 + 5 * row(low) + column(low),
        Bet::Split { numbers: [low, high] } => {
            let below_after_right = usize::from(high == low + 3 && column(low) < 2);
            SPLITS + 3 + 5 * row(low) + 2 * column(low) + below_after_right
        }
        Bet::Street { numbers: [0, second, _] } => STREETS + usize::from(second) - 1,
        Bet::Street { numbers: [low, ..] } => STREETS + 2 + row(low),
        Bet::Corner { numbers: [0, ..] } => CORNERS,
        Bet::Corner { numbers: [low, ..] } => CORNERS + 1 + 2 * row(low) + column(low),
        Bet::Line { numbers: [low, ..] } => LINES + row(low),
        Bet::Column { index } => COLUMNS + usize::from(index) - 1,
        Bet::Dozen { index } => DOZENS + usize::from(index) - 1,
        Bet::Red => EVEN_MONEY,
        Bet::Black => EVEN_MONEY + 1,
        Bet::Odd => EVEN_MONEY + 2,
        Bet::Even => EVEN_MONEY + 3,
        Bet::Low => EVEN_MONEY + 4,
        Bet::High => EVEN_MONEY + 5,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_index_is_the_place_in_the_list() {
        let indices: Vec<usize> = super::super::bets().map(super::index_of).collect();
        assert_eq!(indices, (0..157).collect::<Vec<_>>());
    }
}
