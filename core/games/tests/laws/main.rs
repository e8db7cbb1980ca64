//! Playouts of every game against its reference model (`turnstone-laws`), which shares nothing with the engines. Each
//! case is a match: any seed, seats, stake and options, moves drawn at random and by the policies, leaves in between,
//! compared in all views at every step. A failure is shrunk and printed as a story.
//!
//! Some thousand entries for each game in every test run, or as many matches as `PROPTEST_CASES` says.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

mod kept;
mod plan;
mod playout;

use plan::{Plan, plans};
use playout::play;
use proptest::test_runner::{Config, TestError, TestRunner};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use turnstone_games::{Rules, SHIPPED};
use turnstone_laws::ReferenceModel;

/// Matches of a game continue until this number of entries has been judged: short games, whose special cases are rare,
/// play more matches.
const ENTRIES: usize = 1500;
const AT_ONCE: u32 = 16;

#[test]
fn every_version_of_every_game_has_a_reference_model() {
    for rules in SHIPPED.all() {
        let about = rules.about();
        assert!(ReferenceModel::knows(about.id, about.version), "{} {} has none", about.id, about.version);
    }
}

#[test]
fn random_matches_satisfy_the_reference_models() {
    let (some, others): (Vec<_>, Vec<_>) = SHIPPED.all().enumerate().partition(|(at, _)| at % 2 == 0);
    std::thread::scope(|scope| {
        for half in [some, others] {
            scope.spawn(move || half.into_iter().for_each(|(_, rules)| keeps_the_laws(rules)));
        }
    });
}

fn keeps_the_laws(rules: &'static dyn Rules) {
    let mut config = Config { failure_persistence: None, max_shrink_iters: 10_000, ..Config::default() };
    let most = if std::env::var_os("PROPTEST_CASES").is_some() { 0 } else { ENTRIES };
    if most > 0 {
        config.cases = AT_ONCE;
    }
    let (matches, entries, broken) = (Cell::new(0), Cell::new(0), Cell::new(false));
    loop {
        let judged = TestRunner::new(config.clone()).run(&plans(rules), |plan| {
            // After the first failure proptest only shrinks.
            let before = broken.replace(true);
            entries.set(entries.get() + play(rules, &plan, &mut String::new())?);
            broken.set(before);
            matches.set(matches.get() + u32::from(!before));
            Ok(())
        });
        match judged {
            Ok(()) if entries.get() < most => {}
            Ok(()) => return,
            Err(TestError::Abort(reason)) => panic!("{}: {reason}", rules.about().id),
            Err(TestError::Fail(_, plan)) => {
                let (id, kept) = (rules.about().id, matches.get());
                panic!(
                    "{id} differs from its reference model, after {kept} matches without a difference:\n{}",
                    story(rules, &plan)
                )
            }
        }
    }
}

/// The coverage of a match, as far as it goes.
fn story(rules: &'static dyn Rules, plan: &Plan) -> String {
    let mut reported = String::new();
    match catch_unwind(AssertUnwindSafe(|| play(rules, plan, &mut reported))) {
        Ok(Ok(_)) => reported + "no law is broken",
        Ok(Err(broken)) => format!("{reported}{broken}"),
        Err(_) => reported + "the engine panics",
    }
}
