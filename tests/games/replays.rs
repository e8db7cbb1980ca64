//! The log of a match determines the match: a replay gives the same outcome and digest, a replay of a changed log does
//! not.

use crate::table::{Case, Table};
use serde_json::Value;
use turnstone_games::{Bundle, Entry, Leave, LogEntry, Policy, SHIPPED, Seat, Seats, Verdict};

const MATCHES: u64 = 5;

fn bundle(table: &Table) -> Bundle {
    let log = Bundle::log_of(table.case.rules, &table.setup, &table.seed, table.log.iter().copied());
    let mut bundle = Bundle {
        session_id: "t_1".to_owned(),
        game_id: table.case.rules.about().id.to_owned(),
        version: table.case.rules.about().version.to_owned(),
        seats: table.case.seats,
        seed: Some(table.seed.to_hex()),
        seed_commit: Some(table.seed.commit()),
        seed_hash: None,
        sealed_until: None,
        sealed_reason: None,
        config: serde_json::to_value(&table.setup).unwrap(),
        log: log.unwrap_or_else(|| panic!("{table}: its own log is not possible")),
        digest: String::new(),
        outcome: table.outcome().entries(),
    };
    bundle.digest = bundle.computed_digest();
    bundle
}

/// Random matches of every case; in every second one a seat leaves at some time.
fn matches(look: impl Fn(&Table)) {
    for case in Case::all() {
        for number in 0..MATCHES {
            let mut table = case.deal(number);
            let patience = table.whim.index(12);
            while !table.is_over() {
                let leaver = Seats::all(case.seats).iter().find(|&seat| table.live.may_concede(seat));
                match leaver {
                    Some(seat) if number % 2 == 1 && table.log.len() == patience => {
                        assert!(table.play(seat, Entry::Leave(Leave::TimedOut)), "{table}");
                    }
                    Some(_) | None => table.step(Policy::Random),
                }
            }
            look(&table);
        }
    }
}

#[test]
fn every_match_is_verified_from_its_bundle() {
    matches(|table| {
        let bundle = bundle(table);
        assert_eq!(SHIPPED.verify(&bundle), Verdict::Holds, "{table}");
        let text = serde_json::to_string(&bundle).unwrap();
        let read: Bundle = serde_json::from_str(&text).unwrap();
        assert_eq!((SHIPPED.verify(&read), &read.digest), (Verdict::Holds, &bundle.digest), "{table}: read from JSON");
        let again = self::bundle(&table.again(table.log.len()));
        assert_eq!(again.digest, bundle.digest, "{table}: played again");
    });
}

#[test]
fn detects_a_changed_entry() {
    matches(|table| {
        let bundle = bundle(table);
        for at in 0..bundle.log.len() {
            if at % 5 == 0 || at + 1 == bundle.log.len() {
                for entry in changes(table, &bundle.log[at], at) {
                    let mut changed = bundle.clone();
                    changed.log[at] = entry;
                    let verdict = SHIPPED.verify(&changed);
                    assert!(matches!(verdict, Verdict::Broken(_)), "{table}: entry {at}, {:?}", changed.log[at]);
                }
            }
        }
    });
}

/// The entry with another legal action, if there is one, with another seat, at another time, and as a leave.
fn changes(table: &Table, entry: &LogEntry, at: usize) -> Vec<LogEntry> {
    let legal = table.again(at).legal(entry.seat);
    let mut others = legal.iter().rev().map(|action| -> Value { serde_json::from_str(action).unwrap() });
    let other = others.find(|action| *action != entry.action);
    let seat = Seat::at((entry.seat.index() + 1) % (table.case.seats + 1));
    let mut changes = vec![
        LogEntry { seat, ..entry.clone() },
        LogEntry { at: entry.at + 1, ..entry.clone() },
        LogEntry { leave: !entry.leave, ..entry.clone() },
    ];
    changes.extend(other.map(|action| LogEntry { action, leave: false, ..entry.clone() }));
    changes
}

#[test]
fn rejects_a_bundle_with_an_invalid_setup() {
    matches(|table| {
        let mut bundle = bundle(table);
        bundle.config["seats"] = (table.case.rules.about().seats.1 + 1).into();
        assert!(matches!(SHIPPED.verify(&bundle), Verdict::Unknown(_)), "{table}");
    });
}
