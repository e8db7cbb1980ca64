//! Seeds in plain `cargo test`: some runs with faults, and the stories of earlier violations.

use std::path::Path;
use turnstone_sim::count::Counts;
use turnstone_sim::inner::{Bug, SimStory, expected, play, run, shrink};

#[test]
fn no_rule_is_violated_in_some_hundred_runs() {
    let mut counts = Counts::default();
    for seed in 1..=250 {
        let report = run(seed, 500);
        if let Some(failure) = report.failure {
            let short = shrink(&failure, 200);
            panic!("{}", short.story.to_text(&format!("{}: {}", short.violation.rule, short.violation.seen)));
        }
        counts.merge(&report.totals.counts);
    }
    let never: Vec<&str> = expected().filter(|what| counts.get(what) == 0).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
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
