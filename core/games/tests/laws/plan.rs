//! The deal and the moves of a match, in a form that shrinks.

use proptest::prelude::*;
use turnstone_games::{Policy, PolicyName, Rules};

/// A match to be played. Numbers select one of the options that exist at that moment.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) kind: usize,
    /// As in a duel or a self-check: no kind.
    pub(crate) kindless: bool,
    pub(crate) seats: usize,
    pub(crate) stake: i64,
    /// The stack of each seat in big blinds, if the game takes such an option.
    pub(crate) stacks: Option<Vec<i64>>,
    pub(crate) seed: u64,
    pub(crate) moves: Vec<Move>,
    /// The strategy of all seats when the moves are used up; without one the match stops there.
    pub(crate) finish: Option<Policy>,
}

#[derive(Clone, Debug)]
pub(crate) enum Move {
    Any { seat: usize, choice: usize },
    By { seat: usize, policy: Policy },
    Leave { seat: usize, timed_out: bool },
}

pub(crate) fn plans(rules: &'static dyn Rules) -> impl Strategy<Value = Plan> {
    let (fewest, most) = rules.about().seats;
    let stake = prop_oneof![2 => 1..=3i64, 4 => 1..=250i64, 1 => 1..=1_000_000i64];
    let stacks = prop::option::weighted(0.4, prop::collection::vec(10..=400i64, most));
    let finish = prop::option::weighted(0.8, policy(rules));
    let moves = prop::collection::vec(a_move(rules), 0..80);
    let deal = (0..8usize, prop::bool::weighted(0.2), fewest..=most, stake, stacks, any::<u64>());
    (deal, moves, finish).prop_map(|((kind, kindless, seats, stake, stacks, seed), moves, finish)| Plan {
        kind,
        kindless,
        seats,
        stake,
        stacks,
        seed,
        moves,
        finish,
    })
}

fn a_move(rules: &'static dyn Rules) -> impl Strategy<Value = Move> {
    prop_oneof![
        60 => (0..8usize, any::<u16>()).prop_map(|(seat, choice)| Move::Any { seat, choice: choice.into() }),
        40 => (0..8usize, policy(rules)).prop_map(|(seat, policy)| Move::By { seat, policy }),
        5 => (0..8usize, any::<bool>()).prop_map(|(seat, timed_out)| Move::Leave { seat, timed_out }),
    ]
}

/// The house's play, random play, or the game's other policies that decide quickly.
fn policy(rules: &'static dyn Rules) -> impl Strategy<Value = Policy> {
    let mut policies = vec![Policy::Random, Policy::HOUSE];
    if rules.about().policies.contains(&PolicyName::CallingStation) {
        policies.push(Policy::CallingStation);
    }
    prop::sample::select(policies)
}
