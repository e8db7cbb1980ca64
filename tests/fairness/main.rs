//! The examples in `golden/fairness`: what they are made from, that they are current, and that the verifier gives the
//! expected verdicts, also on changed bundles.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test reads its files, and fails without them")]

mod cheats;
mod example;
mod honest;
mod luck;
mod server;
mod tricks;
mod world;

use example::Example;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use turnstone_fairness::check::{Checker, FairCode, FairRecord, Kept};
use turnstone_games::{Bundle, Dice, SHIPPED, Seed};

/// One-byte changes of bundles of all games.
const CHANGES: usize = 10_000;
/// Bytes of all examples together.
const LARGEST: usize = 1_000_000;

fn examples() -> Vec<Example> {
    [honest::examples(), luck::examples(), cheats::examples(), tricks::examples()].concat()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../golden/fairness")
}

#[test]
fn every_example_has_its_verdict() {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for example in examples() {
        assert!(example.name.starts_with(example.expected), "{}: the name begins with the verdict", example.name);
        for verdict in example.verdicts() {
            assert!(verdict.why.ends_with('.'), "{}: {}", example.name, verdict.why);
            seen.insert(verdict.code);
            if verdict.code.word() != example.expected {
                wrong.push(format!("{}: {verdict:?}", example.name));
            }
        }
        let unlisted = example.checker().unlisted(&example.bundles, &example.kept());
        let codes: Vec<&str> = unlisted.iter().map(|(_, verdict)| verdict.code.word()).collect();
        if codes != example.unlisted {
            wrong.push(format!("{}: {unlisted:?}", example.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(seen.len(), 16, "{seen:?}");
}

#[test]
fn the_files_are_current() {
    let made: BTreeMap<String, String> =
        examples().iter().map(|example| (format!("{}.json", example.name), example.text())).collect();
    assert_eq!(made.len(), examples().len(), "two examples have one name");
    let total: usize = made.values().map(String::len).sum();
    assert!(total < LARGEST, "{total} bytes");
    let is_accepted = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let read = |folder: PathBuf| -> BTreeMap<String, String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let name = |entry: &std::fs::DirEntry| entry.file_name().into_string().unwrap();
        entries.map(|entry| (name(&entry), std::fs::read_to_string(entry.path()).unwrap())).collect()
    };
    if is_accepted {
        read(folder()).keys().for_each(|name| std::fs::remove_file(folder().join(name)).unwrap());
        made.iter().for_each(|(name, text)| std::fs::write(folder().join(name), text).unwrap());
    }
    let found = read(folder());
    assert_eq!(found.keys().collect::<Vec<_>>(), made.keys().collect::<Vec<_>>());
    for (name, text) in &made {
        assert!(found[name] == *text, "{name} is not current: INSTA_UPDATE=always accepts the change");
    }
}

#[test]
fn a_bundle_with_one_byte_changed_is_broken_unless_the_byte_proves_nothing() {
    let example = honest::examples().into_iter().find(|example| example.name == "holds-every-game").unwrap();
    let (checker, kept) = (example.checker(), Kept::default());
    let mut dice = Dice::new(&Seed::from_bytes([6; 32]), 0);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for at in 0..CHANGES {
        let bundle = &example.bundles[at % example.bundles.len()];
        let mut bytes = bundle.to_string().into_bytes();
        let place = dice.index(bytes.len());
        bytes[place] = other(bytes[place], &mut dice);
        let Ok(changed) = serde_json::from_slice(&bytes) else { continue };
        let verdict = checker.verdict(&changed, &kept);
        *counts.entry(verdict.code.word()).or_default() += 1;
        let is_same =
            ["config", "log", "outcome", "seats", "seed", "seedCommit", "sessionId", "version", "gameId", "digest"]
                .iter()
                .all(|name| changed[*name] == bundle[*name]);
        if !is_same {
            assert!(verdict.code.is_broken(), "byte {place}: {}", String::from_utf8_lossy(&bytes));
        }
    }
    assert!(counts["bundle"] > CHANGES / 4 && counts["proof"] > CHANGES / 20, "{counts:?}");
}

/// The bundle of the open example with a change, and with the digest that it has then.
fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let example = honest::examples().into_iter().find(|example| example.name == "open").unwrap();
    let mut bundle = example.bundles[0].clone();
    change(&mut bundle);
    let mut whole: Bundle = serde_json::from_value(bundle.clone()).unwrap();
    whole.digest = whole.computed_digest();
    bundle["digest"] = whole.digest.into();
    bundle
}

#[test]
fn the_match_is_replayed() {
    let checker = Checker::new(SHIPPED, &FairRecord::default());
    let code = |bundle: &Value| checker.verdict(bundle, &Kept::default()).code;
    assert_eq!(code(&changed(|_| ())), FairCode::Open);
    assert_eq!(code(&changed(|bundle| bundle["outcome"][0]["score"] = 10.into())), FairCode::Bundle);
    assert_eq!(code(&changed(|bundle| drop(bundle["log"].as_array_mut().unwrap().pop()))), FairCode::Bundle);
}

#[test]
fn a_match_of_unknown_rules_is_checked_as_far_as_possible() {
    let bundle = changed(|bundle| bundle["version"] = "999".into());
    let checker = Checker::new(SHIPPED, &FairRecord::default());
    assert_eq!(checker.verdict(&bundle, &Kept::default()).code, FairCode::Unknown);
    let kept = Kept { brought: vec![(0, None)], ..Kept::default() };
    assert_eq!(checker.verdict(&bundle, &kept).code, FairCode::Brought);
}

/// Another byte: mostly one of the same kind, so that most changed texts are JSON.
fn other(byte: u8, dice: &mut Dice) -> u8 {
    let alike: &[u8] = match byte {
        _ if dice.below(8) == 0 => return byte ^ (1 + dice.below(255) as u8),
        b'0'..=b'9' => b"0123456789",
        b'a'..=b'z' => b"abcdefghijklmnopqrstuvwxyz0123456789",
        _ => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_- :,{}[]\"\\/.+eEtfn",
    };
    let others: Vec<u8> = alike.iter().copied().filter(|alike| *alike != byte).collect();
    dice.pick(&others)
}
