//! Speed of each game: whole matches of random players, and the house's longest decision.

#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "a bench needs a clock, the core does not")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use turnstone_games::{BuyIn, Dice, Events, Match, Policy, Rules, SHIPPED, Seat, Seed, Setup};

/// Number of matches that are searched for the house's longest decision.
const MATCHES: u64 = 32;

fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// The default table of a kind.
fn usual_setup(rules: &dyn Rules) -> Setup {
    let kind = rules.about().kinds.first();
    let stake = match kind.map(|kind| kind.buy_in) {
        Some(BuyIn::Fixed(chips)) => chips,
        Some(BuyIn::Stake | BuyIn::PerStake(_)) | None => 10,
    };
    rules.setup(kind, rules.about().default_seats, stake)
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    for rules in SHIPPED.games() {
        let setup = usual_setup(rules);
        let (mut number, mut player) = (0, Dice::new(&seed(0), 1));
        group.bench_function(rules.about().id, |bencher| {
            bencher.iter(|| {
                number += 1;
                rules.playout(&setup, &seed(number), &mut player)
            });
        });
    }
}

fn house_decisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("house");
    for rules in SHIPPED.games() {
        if let Some((mut live, seat)) = longest_decision(rules) {
            group.bench_function(rules.about().id, |bencher| bencher.iter(|| live.choose(seat, Policy::HOUSE)));
        }
    }
}

/// The position with the house's longest decision among the positions of some matches, and whose turn it is.
fn longest_decision(rules: &dyn Rules) -> Option<(Box<dyn Match>, Seat)> {
    let setup = usual_setup(rules);
    let mut longest = None;
    for number in 0..MATCHES {
        play(rules, &setup, number, usize::MAX, |live, seat, ply| {
            longest = longest.max(Some((house_time(live, seat), number, ply)));
        });
    }
    let (_, number, ply) = longest?;
    let live = play(rules, &setup, number, ply, |_, _, _| ());
    let seat = live.to_act().first()?;
    Some((live, seat))
}

/// Play this many plies of a match and look at each position before them. The digits of its number select the seats
/// that play at random; the house plays the others.
fn play(
    rules: &dyn Rules,
    setup: &Setup,
    number: u64,
    plies: usize,
    mut look: impl FnMut(&mut dyn Match, Seat, usize),
) -> Box<dyn Match> {
    let mut live = rules.deal(setup, &seed(number), &mut Events::off()).expect("its own setup");
    for ply in 0..plies {
        let Some(seat) = live.to_act().first() else { break };
        look(live.as_mut(), seat, ply);
        let policy = if number >> seat.0 & 1 == 1 { Policy::Random } else { Policy::HOUSE };
        let choice = live.choose(seat, policy).expect("a seat that is to act has a legal action");
        live.play(seat, choice, &mut Events::off());
    }
    live
}

/// The house's decision time, the shortest of several measurements.
fn house_time(live: &dyn Match, seat: Seat) -> Duration {
    let times = [(); 3].map(|()| {
        let start = Instant::now();
        black_box(live.choice_of(seat, Policy::HOUSE));
        start.elapsed()
    });
    times.into_iter().min().unwrap_or_default()
}

criterion_group!(games, playouts, house_decisions);
criterion_main!(games);
