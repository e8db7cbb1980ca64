//! The house's play in dominoes.

use super::tiles::Numbers;
use super::{Action, Presence, Side, View};
use crate::{Dice, Seat};

/// One of the plays of the highest value. With one legal action it draws no random number.
pub(super) fn choose(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
    if legal.len() == 1 {
        return 0;
    }
    let values: Vec<u32> = legal.iter().map(|action| worth(seat, view, action)).collect();
    let highest = values.iter().max();
    let best: Vec<usize> = (0..legal.len()).filter(|&at| Some(&values[at]) == highest).collect();
    dice.pick(&best)
}

/// The value of a play for the house in `seat`.
pub(super) fn worth(seat: Seat, view: &View, action: &Action) -> u32 {
    let Action::Play { tile, end } = *action else { return 0 };
    let ends: Numbers = match (end, view.ends) {
        (Some(Side::Left), Some([left, right])) => [tile.other_end(left), right],
        (Some(Side::Right), Some([left, right])) => [left, tile.other_end(right)],
        (None, _) | (Some(_), None) => tile.numbers(),
    }
    .into_iter()
    .collect();
    let others = view.hand.unwrap_or_default().without(tile);
    let playable = others.iter().filter(|tile| tile.numbers().into_iter().any(|number| ends.contains(number))).count();
    let seats = view.seats.len();
    let next =
        (1..seats).map(|step| &view.seats[(seat.index() + step) % seats]).find(|seat| seat.status == Presence::In);
    let hindered = next.map_or(0, |next| ends.iter().filter(|&number| next.lacks.contains(number)).count());
    tile.pips() + if tile.is_double() { 5 } else { 0 } + 2 * playable as u32 + 6 * hindered as u32
}
