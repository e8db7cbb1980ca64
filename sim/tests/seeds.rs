//! Seeds in plain `cargo test`: some runs of each level with faults, and the stories of earlier violations.

use std::ops::RangeInclusive;
use std::path::Path;
use turnstone_sim::count::Counts;
use turnstone_sim::fleet::SeedRun;
use turnstone_sim::inner::{Bug, SimStory, play, run, shrink};
use turnstone_sim::mutants::Level;
use turnstone_sim::network::Form;
use turnstone_sim::{cluster, fairness, network};

/// No rule is violated in these seeds, and every expected event happens.
fn check(level: Level, seeds: RangeInclusive<u64>, run: impl Fn(u64) -> SeedRun) {
    let mut counts = Counts::default();
    for seed in seeds {
        let report = run(seed);
        assert_eq!(report.broken, None, "seed {seed}");
        counts.merge(&report.totals.counts);
    }
    let never: Vec<&str> = level.expected().0.into_iter().filter(|what| counts.get(what) == 0).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
}

#[test]
fn no_rule_is_violated_in_some_hundred_runs() {
    check(Level::Core, 1..=520, |seed| {
        let report = run(seed, 500);
        if let Some(failure) = &report.failure {
            let short = shrink(failure, 200);
            panic!("{}", short.story.to_text(&format!("{}: {}", short.violation.rule, short.violation.seen)));
        }
        report.into()
    });
}

#[test]
fn every_response_over_a_faulty_network_is_valid() {
    check(Level::Network, 1..=110, |seed| network::run(seed, 120, Form::Alone).into());
}

#[test]
fn detects_a_disk_that_drops_syncs() {
    let _bug = Bug::DroppedFsync.inject();
    let found = (1..=20).find(|seed| network::run(*seed, 90, Form::Alone).failure.is_some());
    assert!(found.is_some());
}

#[test]
fn three_nodes_keep_what_they_acknowledge() {
    check(Level::Cluster, 1..=30, |seed| cluster::run(seed, 40).into());
}

#[test]
fn a_failover_loses_only_what_the_documents_say() {
    check(Level::Standby, 1..=40, |seed| network::run(seed, 60, Form::Pair).into());
}

#[test]
fn an_honest_server_is_never_accused_and_each_cheat_is_named() {
    check(Level::Fairness, 1..=300, |seed| fairness::run(seed).into());
}

#[test]
fn a_run_of_the_cluster_repeats_from_its_seed() {
    let (one, other) = (cluster::run(7, 30), cluster::run(7, 30));
    assert_eq!((one.totals, one.failure), (other.totals, other.failure));
}

#[test]
fn detects_faults_at_the_boundary_of_the_loop() {
    let loops = [Bug::ReplyBeforeCommit, Bug::DurableDropped, Bug::QueueReordered, Bug::BoundIgnored];
    for bug in loops.into_iter().chain([Bug::PushTwice, Bug::PushElsewhere, Bug::PushNotWritten]) {
        let _bug = bug.inject();
        assert!((1..=60).any(|seed| run(seed, 500).failure.is_some()), "{bug:?}");
    }
}

#[test]
fn stories_of_earlier_violations_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/regressions");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "story") {
            let text = std::fs::read_to_string(&path).unwrap();
            let story = SimStory::from_text(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let failure = play(&story).failure;
            assert!(failure.is_none(), "{}: {failure:?}", path.display());
            played += 1;
        }
    }
    assert!(played > 0, "there are stories");
}
