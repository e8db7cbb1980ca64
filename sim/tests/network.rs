//! Seeds of the network level in plain `cargo test`.

use turnstone_sim::count::Counts;
use turnstone_sim::inner::Bug;
use turnstone_sim::network::{expected, run};

#[test]
fn every_response_over_a_faulty_network_is_valid() {
    let mut counts = Counts::default();
    for seed in 1..=80 {
        let report = run(seed, 120);
        assert_eq!(report.failure, None, "seed {seed}");
        counts.merge(&report.totals.counts);
    }
    let never: Vec<&str> = expected().filter(|what| counts.get(what) == 0).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
}

#[test]
fn detects_a_disk_that_drops_syncs() {
    let _bug = Bug::DroppedFsync.inject();
    let found = (1..=20).find(|seed| run(*seed, 90).failure.is_some());
    assert!(found.is_some());
}
