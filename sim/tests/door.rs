//! Seeds of the outer ring in plain `cargo test`.

use turnstone_sim::count::Counts;
use turnstone_sim::outer::run;

#[test]
fn clients_over_a_bad_network_are_told_nothing_but_the_truth() {
    let mut counts = Counts::default();
    for seed in 1..=12 {
        let report = run(seed, 90, false);
        assert_eq!(report.failure, None, "seed {seed}");
        counts.merge(&report.counts);
    }
    for what in [
        "fault: clock skew",
        "fault: half a request",
        "fault: packets lost",
        "fault: partition",
        "fault: server killed and restarted",
        "fault: slow network",
        "outer: a creation was repeated",
        "outer: a poll without faults",
        "outer: a wake-up in the calm",
        "outer: acknowledged tables found again",
        "outer: moved",
        "outer: no answer",
        "outer: two moves raced",
    ] {
        assert!(counts.get(what) > 0, "never happened: {what}");
    }
}

#[test]
fn a_seed_is_the_same_world_twice() {
    let (once, twice) = (run(5, 60, false), run(5, 60, false));
    assert_eq!((once.trace, once.answered, once.counts), (twice.trace, twice.answered, twice.counts));
}

#[test]
fn a_disk_that_drops_its_syncs_is_noticed_at_the_door() {
    let found = (1..=20).find(|seed| run(*seed, 90, true).failure.is_some());
    assert!(found.is_some());
}
