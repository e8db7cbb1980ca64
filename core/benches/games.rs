//! How fast each game is: whole matches of random players, and the house's decision at the opening.

use criterion::{Criterion, criterion_group, criterion_main};
use turnstone_core::games::{ALL, BuyIn, Dice, Events, Policy, Rules, Seed, Setup};

fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// The table that a member gets who asks for nothing in particular.
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
    for rules in ALL {
        let setup = usual_setup(*rules);
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
    for rules in ALL {
        let mut live = rules.deal(&usual_setup(*rules), &seed(0), &mut Events::off());
        // A deal may be over at once.
        if let Some(seat) = live.to_act().first() {
            group.bench_function(rules.about().id, |bencher| bencher.iter(|| live.choose(seat, Policy::House)));
        }
    }
}

criterion_group!(games, playouts, house_decisions);
criterion_main!(games);
