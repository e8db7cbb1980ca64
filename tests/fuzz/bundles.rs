//! Replay bundles: anyone may pass one to `turnstone verify`.

use crate::change::{changed, changes, cut, cuts};
use crate::{cases, golden};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use turnstone_service::games::{Bundle, Entry, Leave, SHIPPED, Seat, Seed, Setup, Verdict};

static EXAMPLES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut files: Vec<_> =
        std::fs::read_dir(golden("games/bundles")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()).collect()
});

fn example(index: Index) -> Value {
    EXAMPLES[index.index(EXAMPLES.len())].clone()
}

/// Every bundle gets a verdict; `None` for a value that is not a bundle.
fn judge(text: &[u8]) -> Option<[Verdict; 2]> {
    let mut bundle: Bundle = serde_json::from_slice(text).ok()?;
    let verdict = SHIPPED.verify(&bundle);
    // With a matching digest, all other rules are checked.
    bundle.digest = bundle.computed_digest();
    Some([verdict, SHIPPED.verify(&bundle)])
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn every_changed_bundle_has_a_verdict(base in any::<Index>(), changes in changes()) {
        let changed = changed(example(base), &changes);
        judge(changed.to_string().as_bytes());
    }

    #[test]
    fn a_log_may_hold_any_entry(base in any::<Index>(), seat in any::<u8>(), at in any::<Index>(), leave: bool) {
        let mut changed = example(base);
        let log = changed["log"].as_array_mut().unwrap();
        let at = at.index(log.len() + 1);
        let action = if leave { Value::Null } else { log.first().map_or(Value::Null, |entry| entry["action"].clone()) };
        log.insert(at, json!({ "seat": seat, "action": action, "leave": leave, "at": 0 }));
        judge(changed.to_string().as_bytes());
    }

    #[test]
    fn every_changed_text_is_read_or_rejected(base in any::<Index>(), cuts in cuts()) {
        judge(&cut(example(base).to_string().into_bytes(), &cuts));
    }

    #[test]
    fn entries_that_storage_could_hold_are_played_or_rejected(
        base in any::<Index>(),
        entries in proptest::collection::vec((any::<u8>(), any::<u16>(), 0..4_u8), 0..40),
    ) {
        let base: Bundle = serde_json::from_value(example(base)).unwrap();
        let rules = SHIPPED.find(&base.game_id, &base.version).unwrap();
        let setup: Setup = serde_json::from_value(base.config).unwrap();
        let seed = Seed::from_hex(&base.seed.unwrap()).unwrap();
        // Small numbers are often valid, others never.
        let entries = entries.into_iter().map(|(seat, choice, kind)| match kind {
            0 => (Seat(seat), Entry::Leave(Leave::TimedOut), 0),
            1 => (Seat(seat % 8), Entry::Leave(Leave::Forfeited), 0),
            2 => (Seat(seat), Entry::Choice(choice), 0),
            _ => (Seat(seat % 2), Entry::Choice(choice % 4), 0),
        });
        let _ = Bundle::log_of(rules, &setup, &seed, entries);
    }
}

/// Found by hand: no game has a seat 250.
#[test]
fn an_empty_seat_cannot_leave() {
    for base in EXAMPLES.iter() {
        let mut text = base.clone();
        text["log"] = json!([{ "seat": 250, "action": null, "leave": true, "at": 0 }]);
        let reported = SHIPPED.verify(&serde_json::from_value(text).unwrap());
        assert!(matches!(&reported, Verdict::Broken(why) if why.contains("250")), "{}: {reported:?}", base["gameId"]);
    }
}

/// The changes reach every kind of verdict, and values that are not a bundle.
#[test]
fn changed_bundles_reach_every_verdict() {
    let mut runner = TestRunner::deterministic();
    let strategy = (any::<Index>(), changes());
    let mut came = BTreeSet::new();
    for _ in 0..2000 {
        let (base, changes) = strategy.new_tree(&mut runner).unwrap().current();
        came.insert(match judge(changed(example(base), &changes).to_string().as_bytes()) {
            None => "no bundle",
            Some([_, Verdict::Holds]) => "holds",
            Some([_, Verdict::Sealed]) => "sealed",
            Some([_, Verdict::Unknown(_)]) => "unknown",
            Some([_, Verdict::Broken(_)]) => "broken",
        });
    }
    assert_eq!(came.into_iter().collect::<Vec<_>>(), ["broken", "holds", "no bundle", "unknown"]);
}
