//! Seeds of the cluster level in plain `cargo test`.

use turnstone_sim::cluster::{expected, run};
use turnstone_sim::count::Counts;

#[test]
fn three_nodes_keep_what_they_acknowledge() {
    let mut counts = Counts::default();
    for seed in 1..=30 {
        let report = run(seed, 40);
        assert_eq!(report.failure, None, "seed {seed}");
        counts.merge(&report.totals.counts);
    }
    let never: Vec<&str> = expected().filter(|what| counts.get(what) == 0).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
}

#[test]
fn a_run_repeats_from_its_seed() {
    let (one, other) = (run(7, 30), run(7, 30));
    assert_eq!((one.totals, one.failure), (other.totals, other.failure));
}
