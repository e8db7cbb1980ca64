//! Seeds of the network level in plain `cargo test`.

use std::process::Command;
use turnstone_sim::count::Counts;
use turnstone_sim::network::{expected, run};

#[test]
fn every_response_over_a_bad_network_is_right() {
    let mut counts = Counts::default();
    for seed in 1..=40 {
        let report = run(seed, 120, false);
        assert_eq!(report.failure, None, "seed {seed}");
        counts.merge(&report.counts);
    }
    let never: Vec<&str> = expected().filter(|what| counts.get(what) == 0).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
}

#[test]
fn a_seed_is_the_same_run_twice() {
    let (once, twice) = (run(5, 60, false), run(5, 60, false));
    assert_eq!((once.trace, once.answered, once.counts), (twice.trace, twice.answered, twice.counts));
}

#[test]
fn a_seed_is_the_same_run_in_two_processes() {
    let trace = || {
        let args = ["--level", "network", "--seed", "7", "--seconds", "60", "--trace"];
        let ran = Command::new(env!("CARGO_BIN_EXE_turnstone-sim")).args(args).output().unwrap();
        String::from_utf8(ran.stdout).unwrap()
    };
    let once = trace();
    assert!(once.contains("responses, trace"), "{once}");
    assert_eq!(once, trace());
}

#[test]
fn detects_a_disk_that_drops_its_syncs() {
    let found = (1..=20).find(|seed| run(*seed, 90, true).failure.is_some());
    assert!(found.is_some());
}
