//! Whole matches of every game, random and by the house, with all invariants checked.

use crate::laws;
use crate::table::{Case, Table};
use turnstone_games::{Dice, Policy, Rules, SHIPPED};

/// Random matches of a game that are checked ply by ply, over all its kinds and numbers of seats together.
const RANDOM_MATCHES: usize = 10_000;
/// Matches of a case whose views are checked as well, at the first plies, at some later ones and at the end.
const READ_MATCHES: u64 = 12;
const READ_PLIES: usize = 25;
const READ_EVERY: usize = 16;
/// Matches of a case that the house plays in every seat.
const HOUSE_MATCHES: u64 = 10;

#[test]
fn ten_thousand_random_matches_of_every_game_keep_the_invariants() {
    let (some, others): (Vec<_>, Vec<_>) = SHIPPED.all().enumerate().partition(|(at, _)| at % 2 == 0);
    std::thread::scope(|scope| {
        for half in [some, others] {
            scope.spawn(move || half.into_iter().for_each(|(_, rules)| random_matches(rules)));
        }
    });
}

fn random_matches(rules: &'static dyn Rules) {
    let cases: Vec<Case> = Case::of(rules).collect();
    for number in 0..RANDOM_MATCHES {
        let mut table = cases[number % cases.len()].deal(number as u64);
        laws::hold(&table);
        table.play_out(Policy::Random, laws::hold);
    }
}

#[test]
fn the_invariants_hold_in_every_view() {
    for case in Case::all() {
        for number in 0..READ_MATCHES {
            let mut table = case.deal(number);
            laws::hold_in_views(&table);
            table.play_out(Policy::Random, |table| {
                if table.log.len() < READ_PLIES || table.log.len() % READ_EVERY == 0 || table.is_over() {
                    laws::hold_in_views(table);
                }
            });
        }
    }
}

#[test]
fn the_house_plays_every_match_to_its_end() {
    for case in Case::all() {
        for number in 0..HOUSE_MATCHES {
            let mut table = case.deal(number);
            table.play_out(Policy::HOUSE, laws::hold);
        }
    }
}

#[test]
fn every_policy_of_a_game_plays_to_the_end() {
    use turnstone_games::PolicyName;
    for case in Case::all() {
        for name in case.rules.about().policies {
            let policy = match name {
                PolicyName::Random => Policy::Random,
                PolicyName::CallingStation => Policy::CallingStation,
                PolicyName::Minimax => Policy::Minimax(70),
            };
            case.deal(1).play_out(policy, laws::hold);
        }
    }
}

#[test]
fn the_same_seed_deals_and_plays_the_same_match() {
    for case in Case::all() {
        for number in 0..4 {
            let mut one = case.deal(number);
            let mut seen = vec![one.everything()];
            one.play_out(Policy::Random, |table| seen.push(table.everything()));
            let mut other = case.deal(number);
            assert_eq!(other.everything(), seen[0], "{other}");
            other.play_out(Policy::Random, |table| assert_eq!(table.everything(), seen[table.log.len()], "{table}"));
            assert_eq!(one.log, other.log, "{one}");
        }
    }
}

#[test]
fn different_seeds_give_different_matches() {
    for case in Case::all() {
        let play = |number| -> Vec<String> {
            let mut table = Table::deal(case, case.deal(0).setup, crate::table::seed(number));
            table.play_out(Policy::Random, |_| ());
            table.everything()
        };
        let first = play(0);
        assert!((1..50).any(|number| play(number) != first), "{case}: fifty seeds, one match");
    }
}

#[test]
fn a_playout_without_events_ends_too() {
    for case in Case::all() {
        let table = case.deal(3);
        let plies = case.rules.playout(&table.setup, &table.seed, &mut Dice::new(&table.seed, 1));
        assert!(plies.is_some_and(|plies| plies > 0), "{case}");
    }
}

#[test]
fn every_game_and_kind_has_a_unique_name() {
    let mut kinds = Vec::new();
    for rules in SHIPPED.games() {
        let about = rules.about();
        assert_eq!(SHIPPED.newest(about.id).map(|found| found.about().id), Some(about.id));
        assert!(!about.kinds.is_empty() && about.rules.len() > 100, "{}: kinds and rules in words", about.id);
        assert!((about.seats.0..=about.seats.1).contains(&about.default_seats), "{}: default seats", about.id);
        for kind in about.kinds {
            assert_eq!(SHIPPED.kind(kind.kind).map(|(found, _)| found.about().id), Some(about.id));
            kinds.push(kind.kind);
        }
    }
    let count = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), count, "a kind of two games");
}
