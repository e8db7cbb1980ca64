//! Seeds in plain `cargo test`: some lives under faults, the same life twice, and the stories that once went wrong.

use std::path::Path;
use turnstone_sim::count::Counts;
use turnstone_sim::inner::{Bug, SimStory, expected, play, run, shrink};

#[test]
fn no_rule_is_broken_in_some_hundred_lives() {
    let mut counts = Counts::default();
    for seed in 1..=250 {
        let report = run(seed, 500, None);
        if let Some(failure) = report.failure {
            let short = shrink(&failure, None, 200);
            panic!("{}", short.story.to_text(&format!("{}: {}", short.violation.rule, short.violation.seen)));
        }
        counts.merge(&report.counts);
    }
    let never: Vec<&str> = expected().filter(|what| counts.get(what) == 0).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
}

#[test]
fn a_seed_lives_the_same_life_twice_and_so_does_its_story() {
    for seed in [7, 8, 9] {
        let (once, twice) = (run(seed, 300, None), run(seed, 300, None));
        assert_eq!((once.trace, once.commands, &once.counts), (twice.trace, twice.commands, &twice.counts));
        assert_ne!(once.trace, run(seed + 100, 300, None).trace);
    }
}

#[test]
fn a_story_reads_back_from_its_text_and_breaks_the_same_rule() {
    let bug = Some(Bug::DoubleRefund);
    let failure = (1..50).find_map(|seed| run(seed, 500, bug).failure).expect("a planted bug is noticed");
    let short = shrink(&failure, bug, 200);
    assert!(short.story.steps.len() < failure.story.steps.len());
    let read = SimStory::from_text(&short.story.to_text("why it is kept")).unwrap();
    assert_eq!(read, short.story);
    let again = play(&read, bug);
    assert_eq!(again.failure.map(|failure| failure.violation.rule), Some(failure.violation.rule));
    assert!(play(&read, None).failure.is_none(), "without the bug the story goes well");
}

#[test]
fn what_is_planted_at_the_edges_of_the_loop_is_noticed() {
    for bug in [Bug::ReplyBeforeCommit, Bug::DurableDropped, Bug::QueueReordered, Bug::BoundIgnored] {
        assert!((1..=60).any(|seed| run(seed, 500, Some(bug)).failure.is_some()), "{bug:?}");
    }
}

#[test]
fn what_is_planted_among_calls_to_the_outside_is_noticed() {
    for bug in [Bug::PushTwice, Bug::PushElsewhere, Bug::PushNotWritten] {
        assert!((1..=60).any(|seed| run(seed, 500, Some(bug)).failure.is_some()), "{bug:?}");
    }
}

#[test]
fn what_once_went_wrong_goes_well() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/regressions");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "story") {
            let text = std::fs::read_to_string(&path).unwrap();
            let story = SimStory::from_text(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let failure = play(&story, None).failure;
            assert!(failure.is_none(), "{}: {failure:?}", path.display());
            played += 1;
        }
    }
    assert!(played > 0, "there are stories");
}
