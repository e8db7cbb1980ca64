//! Basic strategy of an automatic player in seat 0. It draws no random numbers.

use super::hand::Points;
use super::{Action, View};

/// The first line that matches and is legal.
pub(super) fn house(view: &View, legal: &[Action]) -> usize {
    let round = &view.rounds[view.round];
    let hand = &round.hands[view.hand.unwrap_or(0)];
    // Until the round is settled the dealer's value is that of the up card alone.
    let up = round.dealer.points.total;
    let place = |action| legal.iter().position(|legal| *legal == action);
    if let Some(split) = place(Action::Split)
        && splits(Points::of(&hand.cards[..1]).total, up)
    {
        return split;
    }
    if let Some(double) = place(Action::Double)
        && doubles(hand.points, up)
    {
        return double;
    }
    place(if stands(hand.points, up) { Action::Stand } else { Action::Hit }).unwrap_or(0)
}

/// Whether to split two cards of this value each.
const fn splits(value: u8, up: u8) -> bool {
    match value {
        11 | 8 => true,
        9 => !matches!(up, 7 | 10 | 11),
        7 => up <= 7,
        6 => matches!(up, 3..=6),
        3 | 2 => matches!(up, 4..=7),
        _ => false,
    }
}

const fn doubles(points: Points, up: u8) -> bool {
    match (points.soft, points.total) {
        (true, 13 | 14) => matches!(up, 5..=6),
        (true, 15 | 16) => matches!(up, 4..=6),
        (true, 17 | 18) => matches!(up, 3..=6),
        (false, 11) => up <= 10,
        (false, 10) => up <= 9,
        (false, 9) => matches!(up, 3..=6),
        (true | false, _) => false,
    }
}

const fn stands(points: Points, up: u8) -> bool {
    match (points.soft, points.total) {
        (true, 19..) | (false, 17..) => true,
        (true, 18) => up <= 8,
        (false, 13..=16) => up <= 6,
        (false, 12) => matches!(up, 4..=6),
        (true | false, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ups(holds: impl Fn(u8) -> bool) -> Vec<u8> {
        (2..=11).filter(|&up| holds(up)).collect()
    }

    #[test]
    fn pairs_are_split_as_the_rules_say() {
        assert_eq!(ups(|up| splits(9, up)), [2, 3, 4, 5, 6, 8, 9]);
        assert_eq!(ups(|up| splits(7, up)), [2, 3, 4, 5, 6, 7]);
        assert_eq!(ups(|up| splits(2, up)), [4, 5, 6, 7]);
        assert!(ups(|up| splits(10, up) || splits(5, up) || splits(4, up)).is_empty());
        assert_eq!(ups(|up| splits(8, up) && splits(11, up)).len(), 10);
    }

    #[test]
    fn eighteen_stands_hard_and_depends_on_the_dealer_soft() {
        let (hard, soft) = (Points { total: 18, soft: false }, Points { total: 18, soft: true });
        assert_eq!(ups(|up| stands(hard, up)).len(), 10);
        assert_eq!(ups(|up| stands(soft, up)), [2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(ups(|up| doubles(soft, up)), [3, 4, 5, 6]);
        assert!(ups(|up| doubles(hard, up)).is_empty());
    }
}
