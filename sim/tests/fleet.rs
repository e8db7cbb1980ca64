//! Many seeds: runs that do not repeat, a step that never ends, and the first violation.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use turnstone_sim::fleet::{FleetPlan, SAME_RUN, SeedRun, fresh_from, run_fleet};
use turnstone_sim::inner::{Bug, RunSource, run, until};
use turnstone_sim::mutants::{Fault, Level};
use turnstone_sim::network::{self, Form};

const PROGRAM: &str = env!("CARGO_BIN_EXE_turnstone-sim");

fn plan(seeds: u64, bug: Option<Bug>) -> FleetPlan {
    FleetPlan {
        from: 1,
        seeds,
        steps: 300,
        seconds: 60,
        id: bug.map(Fault::Edge),
        threads: 2,
        again: 0,
        program: Some(PathBuf::from(PROGRAM)),
        fail_fast: false,
        patience: 120,
    }
}

/// The violations of the seeds.
fn broken(plan: &FleetPlan, run: &(dyn Fn(u64) -> SeedRun + Sync)) -> Vec<String> {
    let sum = run_fleet(plan, run, &|_, _| (), &|hang| panic!("{hang:?}"));
    sum.failures.into_values().filter_map(|run| run.broken).collect()
}

/// The violations of the seeds of a plan.
fn broken_of(level: Level, plan: &FleetPlan) -> Vec<String> {
    broken(plan, &|seed| level.run(plan, seed))
}

#[test]
fn finds_runs_that_differ() {
    assert_eq!(broken_of(Level::Core, &FleetPlan { again: 2, ..plan(8, None) }), Vec::<String>::new());
    // Two replies of one step have one of two orders, and may be equal by chance: one run that differs is enough.
    let found = broken_of(Level::Core, &FleetPlan { again: 1, ..plan(40, Some(Bug::HashOrder)) });
    assert!(found.iter().any(|what| what.starts_with(SAME_RUN)), "{found:?}");
}

#[test]
fn finds_a_difference_in_another_process() {
    let other = FleetPlan { again: 1, program: Some(PathBuf::from("no-such-program")), ..plan(1, None) };
    assert!(broken_of(Level::Core, &other)[0].starts_with(SAME_RUN));
    assert!(broken_of(Level::Network, &other)[0].starts_with(SAME_RUN));
}

#[test]
fn a_network_run_does_not_depend_on_earlier_ones() {
    assert_eq!(broken_of(Level::Network, &FleetPlan { again: 1, ..plan(6, None) }), Vec::<String>::new());
}

/// The first seed that violates a rule with a bug.
fn failing_seed(bug: Bug) -> (u64, SeedRun) {
    let _bug = bug.inject();
    let failing = |seed| Some((seed, SeedRun::from(run(seed, 300)))).filter(|(_, report)| report.broken.is_some());
    (1..50).find_map(failing).expect("a bug is found")
}

#[test]
fn a_violation_that_repeats_is_reported_as_such() {
    let (seed, report) = failing_seed(Bug::DoubleRefund);
    let found = broken_of(Level::Core, &FleetPlan { from: seed, ..plan(1, Some(Bug::DoubleRefund)) });
    assert_eq!(found, report.broken.into_iter().collect::<Vec<_>>());
}

/// The service depends on the number of earlier runs: each run ends in a violation, none of them repeats.
#[test]
fn a_violation_that_does_not_repeat_is_reported_as_non_determinism() {
    let (seed, report) = failing_seed(Bug::DoubleRefund);
    let runs = AtomicU64::new(0);
    let found = broken(&FleetPlan { from: seed, ..plan(1, None) }, &|seed| {
        let bug = if runs.fetch_add(1, Ordering::Relaxed) == 0 { Bug::DoubleRefund } else { Bug::QueueReordered };
        let _bug = bug.inject();
        run(seed, 300).into()
    });
    assert!(found[0].starts_with(&format!("{SAME_RUN}: two runs in one process differ, first in step ")), "{found:?}");
    assert!(found[0].contains(&report.broken.unwrap()), "the violation is still named: {found:?}");
}

#[test]
fn non_determinism_is_reported_before_other_violations() {
    let runs = AtomicU64::new(0);
    let run = |seed| {
        let mut report = network::run(seed, 5, Form::Alone);
        let repeats = seed == 1 || runs.fetch_add(1, Ordering::Relaxed) == 0;
        report.failure = repeats.then(|| "a rule: a violation".to_owned());
        report.into()
    };
    let plan = FleetPlan { threads: 1, ..plan(2, None) };
    let sum = run_fleet(&plan, &run, &|_, _| (), &|hang| panic!("{hang:?}"));
    let order: Vec<(u64, bool)> =
        sum.failures_in_order().into_iter().map(|(seed, report)| (seed, report.differs())).collect();
    assert_eq!(order, [(2, true), (1, false)]);
}

/// A judge that depends on a counter, then a response with another token: the trace shows the first that differs.
#[test]
fn what_differs_in_another_run_is_reported_as_non_determinism() {
    let runs = AtomicU64::new(0);
    let found = broken(&plan(1, None), &|seed| {
        let mut report = network::run(seed, 20, Form::Alone);
        report.failure = (runs.fetch_add(1, Ordering::Relaxed) == 0).then(|| "a rule: a violation".to_owned());
        report.into()
    });
    assert!(found[0].starts_with(SAME_RUN) && found[0].contains("a rule: a violation"), "{found:?}");
    assert!(found[0].contains("first at the end"), "{found:?}");
    let found = broken(&FleetPlan { again: 1, ..plan(1, None) }, &|seed| {
        let mut report = network::run(seed, 20, Form::Alone);
        if runs.fetch_add(1, Ordering::Relaxed) == 3 {
            report.totals.trace ^= 1;
            report.totals.traces.iter_mut().skip(3).for_each(|(_, trace)| *trace ^= 1);
        }
        report.into()
    });
    let report = network::run(1, 20, Form::Alone);
    let line = report.story.line(report.totals.traces[3].0);
    assert!(found[0].contains(&format!("first in `{line}`")), "{found:?}");
}

#[test]
fn names_the_seed_of_a_step_that_never_ends() {
    let args = ["--id", "never-ends", "--seeds", "20", "--steps", "300", "--patience", "2", "--again", "0"];
    let ran = Command::new(PROGRAM).args(args).output().unwrap();
    let reported = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(3), "{reported}");
    let named = reported.lines().find_map(|line| line.strip_prefix("HANGS seed ")).unwrap();
    let words: Vec<&str> = named.split([' ', ',']).collect();
    let (seed, step): (u64, u32) = (words[0].parse().unwrap(), words[3].parse().unwrap());
    assert!(
        reported.contains(&format!("--seed {seed} --steps 300")) && reported.contains(&format!("--until {}", step - 1))
    );
    // The steps before it succeed.
    let _bug = Bug::NeverEnds.inject();
    let (report, state) = until(RunSource::Seed(seed, 300), step - 1);
    assert!(report.failure.is_none() && !state.is_empty());
    assert_eq!(report.story.steps.last().map(|last| last.n), Some(step - 1));
}

#[test]
fn fail_fast_begins_no_seed_after_a_violation() {
    let plan = FleetPlan { fail_fast: true, ..plan(2_000, Some(Bug::DoubleRefund)) };
    let sum = run_fleet(&plan, &|seed| Level::Core.run(&plan, seed), &|_, _| (), &|hang| panic!("{hang:?}"));
    assert!(!sum.failures.is_empty() && sum.runs.len() < 200, "{} runs", sum.runs.len());
}

#[test]
fn fresh_seeds_differ_by_commit_and_day_and_can_be_repeated() {
    let of = |commit, day| fresh_from(None, commit, day).unwrap();
    assert_eq!(of("abc", 20_000), of("abc", 20_000));
    assert_ne!(of("abc", 20_000), of("abd", 20_000));
    assert_ne!(of("abc", 20_000), of("abc", 20_001));
    assert!(of("abc", 20_000) > 100_000, "far from the fixed seeds");
    assert_eq!(fresh_from(Some(" 4711\n"), "abc", 20_000), Ok(4711));
    assert!(fresh_from(Some("tomorrow"), "abc", 20_000).is_err());
}
