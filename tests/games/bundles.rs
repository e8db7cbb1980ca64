//! The replay bundles of the game pages' worked examples.

use crate::golden;
use turnstone_games::{Bundle, SHIPPED, Verdict};

fn examples() -> Vec<(String, Bundle)> {
    let parse = |(name, text): (String, String)| -> (String, Bundle) { (name, serde_json::from_str(&text).unwrap()) };
    golden::files("bundles").into_iter().map(parse).collect()
}

/// The examples have no digest; ours is added, so that a later change of it is noticed.
fn sealed_with_its_digest(mut bundle: Bundle) -> Bundle {
    bundle.digest = bundle.computed_digest();
    bundle
}

#[test]
fn every_worked_example_replays() {
    for (name, bundle) in examples() {
        let verdict = SHIPPED.verify(&sealed_with_its_digest(bundle));
        assert_eq!(verdict, Verdict::Holds, "{name}");
    }
}

#[test]
fn detects_a_changed_seed_outcome_log_or_digest() {
    for (name, bundle) in examples() {
        let bundle = sealed_with_its_digest(bundle);
        let changed = |change: &dyn Fn(&mut Bundle)| {
            let mut bundle = bundle.clone();
            change(&mut bundle);
            assert!(matches!(SHIPPED.verify(&bundle), Verdict::Broken(_)), "{name}: {bundle:?}");
        };
        changed(&|bundle| bundle.seed = Some("00".repeat(32)));
        changed(&|bundle| bundle.outcome[0].score += 1);
        changed(&|bundle| bundle.digest.replace_range(0..1, if bundle.digest.starts_with('0') { "1" } else { "0" }));
        changed(&|bundle| bundle.session_id.push('x'));
        changed(&|bundle| bundle.log.push(bundle.log.last().cloned().unwrap_or_else(no_seat_acts)));
        if !bundle.log.is_empty() {
            changed(&|bundle| drop(bundle.log.pop()));
            changed(&|bundle| bundle.log[0].at += 1);
        }
    }
}

fn no_seat_acts() -> turnstone_games::LogEntry {
    serde_json::from_str(r#"{"seat": 0, "action": null, "leave": true, "at": 0}"#).unwrap()
}
