//! Secrets of deals at rest: without the server's keys nothing that is stored tells a deal, and no deal comes twice.

use crate::turnstone::{Home, Member, Serving};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use turnstone_fjall::FjallDirectory;
use turnstone_service::record::{Record, SeedRow, Status};
use turnstone_service::time::Day;
use turnstone_storage::{Durability, Storage, check};

const AHEAD: u32 = 100;

/// All files within a folder, except the server's keys.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.retain(|file| file.file_name().is_none_or(|name| name != "server.keys"));
    files
}

/// The secrets of all stated days, and the seeds of running tables.
fn secrets(data: &Path) -> (Vec<[u8; 32]>, usize) {
    let mut directory = FjallDirectory::open(data, Durability::Sync).unwrap();
    let keys = directory.server_keys();
    let (mut seeds, mut today) = (Vec::new(), Day(0));
    let head = check(directory.state().as_ref(), |record| {
        if let Record::Table(id, row) = &record {
            // A blackjack can be over with its deal.
            if matches!(row.seed, SeedRow::Clear(_)) {
                assert!(!matches!(row.status, Status::Playing { .. }), "{id} runs");
                return;
            }
            seeds.extend(row.seed.open(*id, row.setup.deal.as_deref(), &keys));
        }
        if let Record::FairDay(name, _) = &record {
            today = name.day;
        }
    });
    head.unwrap();
    directory.stop().unwrap();
    let running = seeds.len();
    seeds.extend((today.0..=today.0 + AHEAD).map(|day| keys.day_secret(Day(day))));
    (seeds, running)
}

/// The secrets in bytes and as hex text, by their first two bytes.
struct Search(Vec<Vec<Vec<u8>>>);

impl Search {
    fn of(secrets: &[[u8; 32]]) -> Self {
        let mut search = Self(vec![Vec::new(); 1 << 16]);
        for secret in secrets {
            let text: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
            for needle in [secret.to_vec(), text.into_bytes()] {
                search.0[usize::from(u16::from_be_bytes([needle[0], needle[1]]))].push(needle);
            }
        }
        search
    }

    fn finds(&self, bytes: &[u8]) -> bool {
        let starts = bytes.array_windows().enumerate();
        let mut places = starts.filter(|(_, start)| !self.0[usize::from(u16::from_be_bytes(**start))].is_empty());
        places.any(|(at, start)| {
            let needles = &self.0[usize::from(u16::from_be_bytes(*start))];
            needles.iter().any(|needle| bytes[at..].starts_with(needle))
        })
    }
}

#[test]
fn no_file_but_the_keys_has_a_secret_of_a_day_or_a_running_seed() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    for kind in ["connect-four-vs-house", "blackjack", "holdem-vs-house"] {
        ada.table(&server, &json!({ "kind": kind, "stake": 10, "practice": true }));
    }
    ada.table(&server, &json!({ "kind": "blackjack", "stake": 10, "daily": true }));
    home.reported("data", &["backup", "file"]);
    server.stop();
    let (secrets, running) = secrets(&home.path("data"));
    assert!(running >= 2, "{running} tables run");
    let search = Search::of(&secrets);
    assert!(search.finds(&[&[0; 9], secrets[0].as_slice()].concat()));
    for file in files(&home.path("data")).into_iter().chain([home.path("file")]) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(!search.finds(&bytes), "{}", file.display());
    }
}

/// The commitments to three deals that a predictable player gets.
fn deals(server: &Serving, member: &Member, round: &str) -> Vec<(String, String)> {
    let deal = |number: u32| {
        let reference = format!("5f6cbd13-54c5-43b1-b3a7-8f3b0f0c2a1{number}");
        let create = json!({ "kind": "roulette", "stake": 10, "clientRef": reference });
        let table = member.table(server, &create);
        let view = member.get(server, &table).json();
        let action = view["state"]["legalActions"][0].clone();
        member.post(server, &format!("{table}/action"), &json!({ "action": action }));
        let replay = member.get(server, &format!("{table}/replay")).json();
        assert!(replay["seed"].is_string(), "{round}: {replay}");
        (replay["seed"].as_str().unwrap().to_owned(), replay["config"]["deal"]["day"].as_str().unwrap().to_owned())
    };
    (1..=3).map(deal).collect()
}

#[test]
fn no_deal_comes_twice_after_a_restore() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    let mut ada = server.join(invite.trim(), "ada");
    home.reported("data", &["backup", "--with-keys", "file"]);
    let before = deals(&server, &ada, "before");
    server.stop();
    home.reported("second", &["restore", "file"]);
    let server = home.serve("second");
    ada.signs_in(&server);
    let after = deals(&server, &ada, "after");
    let seeds: BTreeSet<&String> = before.iter().chain(&after).map(|(seed, _)| seed).collect();
    assert_eq!(seeds.len(), 6, "{before:?}, {after:?}");
    assert!(before.iter().all(|(_, day)| !day.contains('/')) && after.iter().all(|(_, day)| day.contains('/')));
    let newest = ada.get(&server, "/api/fairness/newest").json();
    let said = newest["text"].as_str().unwrap();
    assert!(said.lines().last().unwrap().starts_with("era ") && said.ends_with(" restored\n"), "{said}");
    server.stop();
}
