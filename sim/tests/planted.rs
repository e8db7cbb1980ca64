//! Planted bugs: the golden table names each, some of them are found again, and the server is built without them.

use std::collections::BTreeMap;
use std::process::Command;
use turnstone_sim::planted::{AnyBug, Reach, is_enough};

const TABLE: &str = include_str!("../../golden/bugs.md");

/// The graded bugs by their names, each with the ring that found it and the first seed, where one did.
fn graded() -> BTreeMap<&'static str, Option<(&'static str, u64)>> {
    let rows = TABLE.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    cells.map(|cells| (cells[0], cells[3].parse().ok().map(|seed| (cells[2], seed)))).collect()
}

#[test]
fn the_table_names_every_bug() {
    let graded = graded();
    let mut names: Vec<String> = AnyBug::all().map(AnyBug::name).collect();
    names.sort();
    assert!(graded.keys().copied().eq(names.iter().map(String::as_str)), "the command of the README makes it anew");
    assert!(turnstone_planted::Bug::ALL.len() >= 60);
}

/// Nine of ten of all that stand in the code now, whether they have a row or not.
#[test]
fn the_table_has_found_enough_of_them() {
    let graded = graded();
    let all: Vec<String> = AnyBug::all().map(AnyBug::name).collect();
    let found = |name: &&String| graded.get(name.as_str()).is_some_and(Option::is_some);
    let missed: Vec<&String> = all.iter().filter(|name| !found(name)).collect();
    assert!(is_enough(all.len() - missed.len(), all.len()), "{} of {}: {missed:?}", missed.len(), all.len());
}

/// In the outer ring a life of a minute: in a long one a match of the bug's game may happen to be there.
#[test]
fn no_bug_is_so_coarse_that_both_rings_find_it_in_their_first_life() {
    let graded = graded();
    let first = |bug: &AnyBug| graded[bug.name().as_str()] == Some(("inner", 1));
    for bug in AnyBug::all().filter(|bug| bug.code().is_some()).filter(first) {
        assert!(!bug.is_found_at_the_door(1, 60), "{}", bug.name());
    }
}

/// Of those that the inner ring finds soon every fourth, and no more than eight: their seeds change whenever lives do, that
/// they are found does not.
#[test]
fn what_was_found_soon_is_found_again() {
    let graded = graded();
    let soon = |bug: &AnyBug| graded[bug.name().as_str()].is_some_and(|(ring, seed)| ring == "inner" && seed <= 3);
    let sample: Vec<AnyBug> =
        AnyBug::all().filter(|bug| bug.code().is_some()).filter(soon).step_by(4).take(8).collect();
    assert!(!sample.is_empty(), "some are found soon");
    for bug in sample {
        let found = bug.find(Reach { from: 1, seeds: 40, steps: 500, seconds: 60 });
        assert!(found.is_some(), "{}", bug.name());
    }
}

/// The packages and features that a package is built with, tests aside.
fn features_of(package: &str) -> String {
    let args =
        ["tree", "--offline", "--edges", "no-dev,features", "--invert", "turnstone-planted", "--package", package];
    let ran = Command::new(env!("CARGO")).args(args).output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("names are text")
}

#[test]
fn the_server_is_built_without_the_switch() {
    let switch = "turnstone-planted feature \"plant\"";
    let server = features_of("turnstone-server");
    assert!(server.contains("turnstone-planted") && !server.contains(switch), "{server}");
    assert!(features_of("turnstone-sim").contains(switch), "whoever asks for it is seen");
}
