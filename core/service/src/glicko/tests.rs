//! The paper's example, the worked example of all rules, and a league of simulated players.

use super::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;
use std::collections::BTreeMap;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../golden/ratings/vectors.json")).expect("the file is JSON")
}

/// A number of the file in parts of 1.
fn parts(number: &Value, parts: f64) -> i64 {
    (number.as_f64().unwrap() * parts).round() as i64
}

fn numbers(of: &Value) -> Numbers {
    Numbers {
        rating: parts(&of["rating"], PARTS),
        deviation: parts(&of["deviation"], PARTS),
        volatility: parts(&of["volatility"], VOLATILITY_PARTS),
    }
}

fn points(rating: i64, deviation: i64) -> Numbers {
    Numbers { rating: rating * POINT, deviation: deviation * POINT, ..Numbers::NEW }
}

#[test]
fn the_example_of_the_paper() {
    let paper = &vectors()["paper"];
    let game = |game: &Value| RatedGame {
        opponent: points(game[0].as_i64().unwrap(), game[1].as_i64().unwrap()),
        idle_days: 0,
        share: Share { part: game[2].as_i64().unwrap(), of: 1 },
    };
    let games: Vec<RatedGame> = paper["games"].as_array().unwrap().iter().map(game).collect();
    assert_eq!(points(1500, 200).after(0, &games), numbers(paper));
}

#[test]
fn the_deviation_grows_each_day() {
    for idle in vectors()["idle"].as_array().unwrap() {
        let before = Numbers {
            deviation: parts(&idle["deviation"], PARTS),
            volatility: parts(&idle["volatility"], VOLATILITY_PARTS),
            ..Numbers::NEW
        };
        let days = idle["days"].as_u64().unwrap();
        assert_eq!(before.deviation_after(days), parts(&idle["then"], PARTS), "after {days} days");
    }
    let ranked = points(1500, 60);
    assert_eq!(ranked.ranked_days(), 79);
    assert!(!ranked.is_provisional_after(78) && ranked.is_provisional_after(79));
    assert_eq!(points(1500, 111).ranked_days(), 0);
}

/// The tables of the worked example, one after another: who plays, and the share of each seat against each other.
#[test]
fn the_worked_example() {
    let vectors = vectors();
    let tables = vectors["tables"].as_array().unwrap();
    let places = [vec![1, 2], vec![2, 1, 4, 3], vec![1, 1]];
    let mut players: BTreeMap<String, (Numbers, Millis)> = BTreeMap::new();
    for (table, places) in tables.iter().zip(&places) {
        let now = Millis(table["settledAt"].as_u64().unwrap());
        let names: Vec<&str> = table["seats"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let before: Vec<(Numbers, u64)> = names
            .iter()
            .map(|name| players.get(*name).map_or((Numbers::NEW, 0), |(own, at)| (*own, days_between(*at, now))))
            .collect();
        for (at, name) in names.iter().enumerate() {
            let game = |other: usize| RatedGame {
                opponent: before[other].0,
                idle_days: before[other].1,
                share: Share { part: 1 + places[other].cmp(&places[at]) as i64, of: 2 },
            };
            let games: Vec<RatedGame> = (0..names.len()).filter(|other| *other != at).map(game).collect();
            let after = before[at].0.after(before[at].1, &games);
            let change = shown(after.rating) - shown(before[at].0.rating);
            assert_eq!(change, table["ratingChange"][at].as_i64().unwrap(), "{name}");
            players.insert((*name).to_owned(), (after, now));
        }
        for (name, (after, at)) in &players {
            assert_eq!(*after, numbers(&table["after"][name]), "{name}");
            let of = &table["shown"][name];
            let deviation = shown(after.deviation_after(days_between(*at, now)));
            assert_eq!(
                (shown(after.rating), deviation),
                (of["rating"].as_i64().unwrap(), of["deviation"].as_i64().unwrap())
            );
            assert_eq!(after.is_provisional_after(days_between(*at, now)), of["provisional"].as_bool().unwrap());
        }
    }
}

#[test]
fn the_share_of_a_hand_of_holdem() {
    let holdem = &vectors()["holdem"];
    let (stake, won) = (holdem["stake"].as_i64().unwrap(), holdem["scores"]["ann"].as_i64().unwrap());
    let after = |score: i64| {
        let share = Share { part: stake + score, of: 2 * stake };
        Numbers::NEW.after(0, &[RatedGame { opponent: Numbers::NEW, idle_days: 0, share }])
    };
    assert_eq!(after(won), numbers(&holdem["after"]["ann"]));
    assert_eq!(after(-won), numbers(&holdem["after"]["ben"]));
}

#[test]
fn results_without_end_stay_in_range() {
    let strongest = Numbers { rating: 4000 * POINT, deviation: 30 * POINT, volatility: 1 };
    let weakest = Numbers { rating: 100 * POINT, deviation: 350 * POINT, volatility: 1_000_000_000_000 };
    for (own, opponent) in [(strongest, weakest), (weakest, strongest)] {
        for part in [0, 1, 2] {
            let game = RatedGame { opponent, idle_days: 100_000, share: Share { part, of: 2 } };
            let after = own.after(100_000, &[game; 5]);
            assert!(after.are_possible(), "{own:?} against {opponent:?}: {after:?}");
        }
    }
}

/// The number of places by which each player of a list is ranked, the lowest value first.
fn ranks(values: &[i64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|at| values[*at]);
    let mut ranks = vec![0.0; values.len()];
    for (rank, at) in order.into_iter().enumerate() {
        ranks[at] = rank as f64;
    }
    ranks
}

/// A thousand players with strengths from 1000 to 2000 play a hundred games each against random opponents.
#[test]
fn ratings_rank_players_by_their_strength() {
    const PLAYERS: usize = 1000;
    let strengths: Vec<f64> = (0..PLAYERS).map(|at| 1000.0 + at as f64).collect();
    let mut players = [Numbers::NEW; PLAYERS];
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut order: Vec<usize> = (0..PLAYERS).collect();
    for _ in 0..100 {
        for at in (1..PLAYERS).rev() {
            order.swap(at, random.next_u64() as usize % (at + 1));
        }
        for pair in order.chunks_exact(2) {
            let (one, other) = (pair[0], pair[1]);
            let chance = 1.0 / (1.0 + exp((strengths[other] - strengths[one]) / SCALE));
            let won = (random.next_u64() as f64) < chance * u64::MAX as f64;
            let game = |opponent: usize, won: bool| {
                let share = Share { part: won.into(), of: 1 };
                [RatedGame { opponent: players[opponent], idle_days: 0, share }]
            };
            let games = [game(other, won), game(one, !won)];
            (players[one], players[other]) = (players[one].after(0, &games[0]), players[other].after(0, &games[1]));
        }
    }
    let ranks = ranks(&players.map(|player| player.rating));
    let apart: f64 = ranks.iter().enumerate().map(|(at, rank)| (at as f64 - rank).powi(2)).sum();
    let count = PLAYERS as f64;
    let correlation = 1.0 - 6.0 * apart / (count * (count * count - 1.0));
    assert!(correlation >= 0.95, "the rank correlation is {correlation}");
}
