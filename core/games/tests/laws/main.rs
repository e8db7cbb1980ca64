//! Playouts of every game under its laws (`turnstone-laws`), which share nothing with the engines. Each case is a match:
//! any seed, seats, stake and options, moves drawn at random and by the policies, leaves in between, judged in all views at
//! every step. What fails is shrunk and told as a story.
//!
//! Some cases a game in every test run, and as many as `PROPTEST_CASES` says otherwise.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

mod plan;
mod playout;

use plan::{Plan, plans};
use playout::play;
use proptest::test_runner::{Config, TestError, TestRunner};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use turnstone_games::{Rules, SHIPPED};
use turnstone_laws::Referee;

const CASES: u32 = 48;

#[test]
fn every_game_has_its_law() {
    for rules in SHIPPED.games() {
        let about = rules.about();
        assert!(Referee::knows(about.id, about.version), "{} {} has no law in core/laws", about.id, about.version);
    }
}

#[test]
fn every_match_keeps_the_laws() {
    let (some, others): (Vec<_>, Vec<_>) = SHIPPED.games().enumerate().partition(|(at, _)| at % 2 == 0);
    std::thread::scope(|scope| {
        for half in [some, others] {
            scope.spawn(move || half.into_iter().for_each(|(_, rules)| keeps_the_laws(rules)));
        }
    });
}

fn keeps_the_laws(rules: &'static dyn Rules) {
    let mut config = Config { failure_persistence: None, max_shrink_iters: 10_000, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    let (kept, broken) = (Cell::new(0), Cell::new(false));
    let judged = TestRunner::new(config).run(&plans(rules), |plan| {
        let before = broken.replace(true);
        play(rules, &plan, &mut String::new())?;
        broken.set(before);
        kept.set(kept.get() + u32::from(!before));
        Ok(())
    });
    match judged {
        Ok(()) => {}
        Err(TestError::Abort(reason)) => panic!("{}: {reason}", rules.about().id),
        Err(TestError::Fail(_, plan)) => {
            let id = rules.about().id;
            panic!("{id} breaks a law; {} matches kept them all before.\n{}", kept.get(), story(rules, &plan))
        }
    }
}

/// What happens in a match, as far as it goes.
fn story(rules: &'static dyn Rules, plan: &Plan) -> String {
    let mut told = String::new();
    match catch_unwind(AssertUnwindSafe(|| play(rules, plan, &mut told))) {
        Ok(Ok(())) => told + "no law is broken",
        Ok(Err(broken)) => format!("{told}{broken}"),
        Err(_) => told + "the engine panics",
    }
}
