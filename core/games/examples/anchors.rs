//! Measures the ratings of the house's levels (`core/games/src/anchors.rs`). In each game with levels, each two levels play
//! matches at a table of the default size, in alternating seats. The ratings are those by which the results of all pairs are
//! most probable, moved so that level 3 is 1500.
//!
//! `cargo run --release --example anchors -p turnstone-games` prints the table, and below each game the rises from
//! one level to the next with their 95 % intervals, from the matches of the two.

#![expect(clippy::print_stdout, reason = "it is a program")]

use turnstone_games::{Events, Level, Policy, Rules, SHIPPED, Seed, Share, strengths};

/// Matches of a pair of levels.
const MATCHES: u64 = 4000;
/// The stake, of which the games by chips take the share.
const STAKE: i64 = 200;
const LEVELS: usize = 5;
/// The range of ratings.
const RATINGS: (i64, i64) = (100, 4000);
/// The quantile of a 95 % interval.
const QUANTILE: f64 = 1.96;

/// The mean share of one level against another, and its standard error.
#[derive(Clone, Copy, Default)]
struct Pair {
    share: f64,
    error: f64,
}

fn level(at: usize) -> Level {
    Level::new(at as u64 + 1).expect("there are five levels")
}

/// The mean share of the seats of one level against those of another in one match.
fn share_of_match(rules: &dyn Rules, levels: [usize; 2], number: u64) -> f64 {
    let about = rules.about();
    let setup = rules.setup(about.kinds.first(), about.default_seats, STAKE);
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    let mut live =
        rules.deal(&setup, &Seed::from_bytes(bytes), &mut Events::off()).expect("the setup is the game's own");
    let side = |seat: usize| (seat + number as usize) % 2;
    while let Some(seat) = live.to_act().first() {
        let choice = live.choose(seat, Policy::House(level(levels[side(seat.index())])));
        assert!(live.play(seat, choice.expect("the seat is to act"), &mut Events::off()));
    }
    let entries = live.outcome().expect("the match is over").entries();
    let (mut sum, mut count) = (0.0, 0.0);
    for one in entries.iter().filter(|entry| side(entry.seat.index()) == 0) {
        for other in entries.iter().filter(|entry| side(entry.seat.index()) == 1) {
            let Share { part, of } = Share::between(about.id, STAKE, one, other);
            sum += part as f64 / of as f64;
            count += 1.0;
        }
    }
    sum / count
}

fn play(rules: &dyn Rules, levels: [usize; 2]) -> Pair {
    let (mut sum, mut squares) = (0.0, 0.0);
    for number in 0..MATCHES {
        let share = share_of_match(rules, levels, number);
        sum += share;
        squares += share * share;
    }
    // One more drawn match, so that no rating is infinite.
    let count = MATCHES as f64 + 1.0;
    let (share, square) = ((sum + 0.5) / count, (squares + 0.25) / count);
    Pair { share, error: ((square - share * share) / count).sqrt() }
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The difference of ratings with this expected share.
fn difference(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(0.0001, 0.9999) - 1.0).log10()
}

/// The ratings that make the results most probable.
fn ratings(pairs: &[[Pair; LEVELS]; LEVELS]) -> [f64; LEVELS] {
    let mut ratings = [1500.0; LEVELS];
    for _ in 0..20_000 {
        let before = ratings;
        for (own, rating) in ratings.iter_mut().enumerate() {
            let others = (0..LEVELS).filter(|other| *other != own);
            let excess: f64 = others.map(|other| pairs[own][other].share - expected(before[own] - before[other])).sum();
            *rating += 40.0 * excess;
        }
    }
    ratings.map(|rating| rating - ratings[2] + 1500.0)
}

fn main() {
    for rules in SHIPPED.games().filter(|rules| strengths(rules.about().id).is_some()) {
        let about = rules.about();
        let mut pairs = [[Pair::default(); LEVELS]; LEVELS];
        let both = (0..LEVELS).flat_map(|one| (one + 1..LEVELS).map(move |other| [one, other]));
        for [one, other] in both {
            let pair = play(rules, [one, other]);
            pairs[one][other] = pair;
            pairs[other][one] = Pair { share: 1.0 - pair.share, ..pair };
        }
        let numbers = ratings(&pairs).map(|rating| (rating.round() as i64).clamp(RATINGS.0, RATINGS.1));
        println!("    (\"{}\", \"{}\", {numbers:?}),", about.id, about.version);
        for at in 1..LEVELS {
            let Pair { share, error } = pairs[at][at - 1];
            let [low, high] = [share - QUANTILE * error, share + QUANTILE * error].map(difference);
            let rise = numbers[at] - numbers[at - 1];
            let falls = if rise as f64 + (high - low) / 2.0 < 0.0 { " FALLS" } else { "" };
            println!("    // {} over {at}: {rise:+}, alone {:+.0} to {:+.0}{falls}", at + 1, low, high);
        }
    }
}
