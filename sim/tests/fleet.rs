//! Many seeds: a life that is another one each time, a step that never ends, and the first broken rule.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use turnstone_sim::fleet::{FleetPlan, SAME_LIFE, fresh_from, run_fleet, run_outer_fleet};
use turnstone_sim::inner::{Bug, LifeSource, until};
use turnstone_sim::mutants::Fault;

const PROGRAM: &str = env!("CARGO_BIN_EXE_turnstone-sim");

fn plan(seeds: u64, bug: Option<Bug>) -> FleetPlan {
    FleetPlan {
        from: 1,
        seeds,
        steps: 300,
        seconds: 60,
        fault: bug.map(Fault::Edge),
        threads: 2,
        again: 0,
        program: Some(PathBuf::from(PROGRAM)),
        fail_fast: false,
        patience: Duration::from_secs(120),
    }
}

fn rules(plan: &FleetPlan) -> Vec<&'static str> {
    let sum = run_fleet(plan, &|| (), &|_, _| (), &|hang| panic!("{hang:?}"));
    sum.failures.iter().map(|(_, failure)| failure.violation.rule).collect()
}

fn broken_at_the_door(plan: &FleetPlan) -> Vec<String> {
    run_outer_fleet(plan, &|_, _| (), &|hang| panic!("{hang:?}")).failures.into_values().collect()
}

#[test]
fn a_life_is_the_same_each_time_and_in_each_process_and_one_that_is_not_is_seen() {
    assert_eq!(rules(&FleetPlan { again: 2, ..plan(8, None) }), Vec::<&str>::new());
    // Two replies of one step have one of two orders, and by chance the same one twice: the first life that differs is enough.
    let found = rules(&FleetPlan { again: 1, fail_fast: true, ..plan(200, Some(Bug::HashOrder)) });
    assert!(found.contains(&SAME_LIFE), "{found:?}");
    assert!(!rules(&plan(8, Some(Bug::HashOrder))).contains(&SAME_LIFE), "nobody looked twice");
}

#[test]
fn a_process_of_another_kind_lives_another_life() {
    let other = FleetPlan { again: 1, program: Some(PathBuf::from("no-such-program")), ..plan(1, None) };
    assert_eq!(rules(&other), [SAME_LIFE]);
    assert!(broken_at_the_door(&other)[0].starts_with(SAME_LIFE));
}

#[test]
fn a_life_at_the_door_is_the_same_whatever_the_process_did_before_it() {
    assert_eq!(broken_at_the_door(&FleetPlan { again: 1, ..plan(6, None) }), Vec::<String>::new());
}

#[test]
fn a_step_that_never_ends_is_named_with_its_seed() {
    let args = ["--id", "never-ends", "--seeds", "20", "--steps", "300", "--patience", "2", "--again", "0"];
    let ran = Command::new(PROGRAM).args(args).output().unwrap();
    let told = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(3), "{told}");
    let named = told.lines().find_map(|line| line.strip_prefix("HANGS seed ")).unwrap();
    let words: Vec<&str> = named.split([' ', ',']).collect();
    let (seed, step): (u64, u32) = (words[0].parse().unwrap(), words[3].parse().unwrap());
    assert!(told.contains(&format!("--seed {seed} --steps 300")) && told.contains(&format!("--until {}", step - 1)));
    // Everything before that step goes well.
    let (report, state) = until(LifeSource::Seed(seed, 300), step - 1, Some(Bug::NeverEnds));
    assert!(report.failure.is_none() && !state.is_empty());
    assert_eq!(report.story.steps.last().map(|last| last.n), Some(step - 1));
}

#[test]
fn nothing_begins_any_more_once_a_rule_is_broken_where_that_is_wanted() {
    let sum = run_fleet(
        &FleetPlan { fail_fast: true, ..plan(2_000, Some(Bug::DoubleRefund)) },
        &|| (),
        &|_, _| (),
        &|hang| panic!("{hang:?}"),
    );
    assert!(!sum.failures.is_empty() && sum.lives.len() < 200, "{} lives", sum.lives.len());
}

#[test]
fn fresh_seeds_are_others_for_each_commit_and_day_and_can_be_run_again() {
    let of = |commit, day| fresh_from(None, commit, day).unwrap();
    assert_eq!(of("abc", 20_000), of("abc", 20_000));
    assert_ne!(of("abc", 20_000), of("abd", 20_000));
    assert_ne!(of("abc", 20_000), of("abc", 20_001));
    assert!(of("abc", 20_000) > 100_000, "far from the seeds that are always run");
    assert_eq!(fresh_from(Some(" 4711\n"), "abc", 20_000), Ok(4711));
    assert!(fresh_from(Some("tomorrow"), "abc", 20_000).is_err());
}
