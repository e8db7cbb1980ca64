//! The data directory as the operating system sees it: created by a first start even if that is interrupted, with its
//! own keys, readable only by its owner, and found again.

use crate::turnstone::{Home, SERVE, exists, stderr};
use serde_json::json;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use turnstone_engine::GroupCommits;
use turnstone_engine::env::{Clock, SystemClock};
use turnstone_fjall::FjallDirectory;
use turnstone_server::config::Config;
use turnstone_service::effects::{Command, Order, Stamp};
use turnstone_service::request::RequestId;
use turnstone_service::service::Service;
use turnstone_service::time::Millis;
use turnstone_storage::{Durability, Storage, load};

/// Takes a data directory away from its server.
type Takes = fn(&Path);

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_killed_first_start_can_be_repeated() {
    let home = Home::new();
    let mut cut = 0;
    for round in 0..60_u64 {
        let data = format!("data-{round}");
        let mut child = home.command(&data, &SERVE).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Other moments each time, most of them in the first milliseconds, when the files are created.
        std::thread::sleep(Duration::from_micros(round * round * 20 + 500));
        child.kill().unwrap();
        child.wait().unwrap();
        cut += u32::from(!exists(&home.path(&data).join("operator.sock")));
        let server = home.serve(&data);
        assert_eq!(server.ask("GET", "/readyz", &[], "").status, 200, "round {round}");
        let invite = home.invited(&data, &["invite"]);
        server.join(invite.trim(), "ada");
        server.stop();
        assert!(home.reported(&data, &["check"]).contains("all is whole"), "round {round}");
    }
    assert!(cut > 10, "only {cut} starts were cut off");
}

#[test]
fn only_serve_creates_a_data_directory() {
    let home = Home::new();
    for command in [&["invite"][..], &["check"], &["backup", "file"]] {
        let reported = home.rejected("data", command);
        let data = home.path("data");
        let wanted = [format!("there is no data directory at {}", data.display()), "turnstone serve --data".to_owned()];
        assert!(wanted.iter().all(|part| reported.contains(part)), "{command:?}: {reported}");
        assert!(!exists(&data) && !exists(&home.path("file")), "{command:?} makes nothing");
        std::fs::create_dir(&data).unwrap();
        assert!(home.rejected("data", command).contains("there is no data directory"), "{command:?}");
        std::fs::remove_dir(&data).unwrap();
    }
}

#[test]
fn a_server_without_its_data_directory_ends() {
    let home = Home::new();
    let takes: [(&str, Takes); 4] = [
        ("removed", |data| std::fs::remove_dir_all(data).unwrap()),
        ("moved", |data| std::fs::rename(data, data.with_extension("away")).unwrap()),
        ("emptied", |data| {
            std::fs::remove_file(data.join("lock")).unwrap();
            std::fs::remove_dir_all(data.join("store")).unwrap();
        }),
        ("replaced", |data| {
            std::fs::rename(data, data.with_extension("away")).unwrap();
            std::fs::create_dir(data).unwrap();
            std::fs::write(data.join("lock"), "").unwrap();
            std::fs::create_dir(data.join("store")).unwrap();
        }),
    ];
    for (name, take) in takes {
        let server = home.serve(name);
        let reported = home.invited(name, &["invite"]);
        server.join(reported.trim(), "ada");
        take(&home.path(name));
        let (code, log) = server.ended();
        assert_eq!(code, Some(1), "{name}: {log:?}");
        let last = log.last().unwrap();
        let says = last.contains("was removed or replaced while the server ran") && last.contains(name);
        assert!(says, "{name}: {last}");
    }
    assert!(!exists(&home.path("replaced").join("operator.sock")), "its replacement is not touched");
}

#[test]
fn rejects_lost_or_changed_server_keys() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "2"]);
    let mut ada = server.join(invite.trim(), "ada");
    let bob = server.join(invite.trim(), "bob");
    bob.ask(&server, "DELETE", "/api/me", &json!({ "confirmHandle": "bob" }));
    server.stop();
    let keys = home.path("data").join("server.keys");
    let known = std::fs::read(&keys).unwrap();
    let other = format!("1 {}\n", "ab".repeat(32));
    for changed in [None, Some(other.as_bytes())] {
        match changed {
            None => std::fs::remove_file(&keys).unwrap(),
            Some(bytes) => std::fs::write(&keys, bytes).unwrap(),
        }
        set_mode(&home.path("data"), 0o700);
        if changed.is_some() {
            set_mode(&keys, 0o600);
        }
        for command in [&SERVE[..], &["check"], &["invite"], &["backup", "file"]] {
            let reported = home.rejected("data", command);
            let says = ["server.keys", "--accept-new-keys", "all tokens and seat credentials are void"];
            assert!(says.iter().all(|part| reported.contains(part)), "{command:?}: {reported}");
        }
        assert_eq!(exists(&keys), changed.is_some(), "nothing was made");
    }
    std::fs::write(&keys, known).unwrap();
    let server = home.serve("data");
    assert_eq!(ada.get(&server, "/api/me").status, 200, "with its own keys everything is unchanged");
    server.stop();

    std::fs::remove_file(&keys).unwrap();
    let server = home.serve_as("data", &["--accept-new-keys"]);
    assert_eq!(ada.get(&server, "/api/me").status, 401);
    ada.signs_in(&server);
    server.stop();
    home.serve("data").stop();
    assert_eq!(mode(&keys), 0o600);
}

#[test]
fn a_start_with_new_keys_first_prints_what_is_lost() {
    let home = Home::new();
    let server = home.serve("data");
    let mut ada = server.join(home.invited("data", &["invite"]).trim(), "ada");
    let create = json!({ "kind": "connect-four-vs-house", "stake": 10 });
    let tables = [ada.table(&server, &create), ada.table(&server, &create)];
    ada.post(&server, &format!("{}/forfeit", tables[0]), &json!({}));
    server.stop();
    let keys = home.path("data").join("server.keys");
    std::fs::remove_file(&keys).unwrap();
    // The start fails after it has printed that, and has changed nothing.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    let printed = home.run("data", &["serve", "--accept-new-keys", "--listen", &listen]);
    assert_eq!(printed.status.code(), Some(1), "{}", stderr(&printed));
    let printed = String::from_utf8(printed.stdout).unwrap();
    for line in [
        "- 1 running table: void, and all stakes go back",
        "- 1 day: the deals stay unproven",
        "- 2 tables: the tables of these days",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{printed}");
    }
    assert!(!exists(&keys));
    let server = home.serve_as("data", &["--accept-new-keys"]);
    ada.signs_in(&server);
    let table = ada.get(&server, &tables[1]).json();
    assert_eq!(table["status"], "cancelled", "{table}");
    assert_eq!(ada.get(&server, "/api/me").json()["balance"], 990);
    server.stop();
    assert!(exists(&keys));
}

#[test]
fn an_existing_volume_becomes_private_and_readable_keys_are_rejected() {
    let home = Home::new();
    let data = home.path("data");
    std::fs::create_dir(&data).unwrap();
    set_mode(&data, 0o777);
    let server = home.serve_after("umask 000", "data");
    let invite = home.invited("data", &["invite"]);
    server.join(invite.trim(), "ada");
    let mut folders = vec![data.clone()];
    while let Some(folder) = folders.pop() {
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { assert_eq!(mode(&path) & 0o077, 0, "{}", path.display()) }
        }
    }
    server.stop();
    for keys in ["server.keys", "personal.keys"] {
        set_mode(&data.join(keys), 0o644);
        let reported = home.rejected("data", &SERVE);
        assert!(
            reported.contains(keys) && reported.contains("mode 644") && reported.contains("chmod 600"),
            "{reported}"
        );
        set_mode(&data.join(keys), 0o600);
    }
    home.serve("data").stop();
}

/// An invitation that was created this long ago.
fn minted(data: &Path, ago: Duration) {
    let mut directory = FjallDirectory::open(data, Durability::Sync).unwrap();
    let keys = directory.server_keys();
    let service =
        load(&mut directory, |vault, records| Service::open(Config::default().core(), keys, vault, records)).unwrap();
    let mut rounds = GroupCommits::new(service.unwrap(), directory);
    let order = Order::Invite { uses: 1, expires_in_s: None, test: false };
    rounds.push(Command::Operate { id: RequestId(1), order });
    let at = Millis(SystemClock.now().0 - u64::try_from(ago.as_millis()).unwrap());
    assert_eq!(rounds.run(|_| Stamp { at, entropy: [7; 32] }).unwrap().replies.len(), 1);
    rounds.storage().stop().unwrap();
    drop(rounds);
    // A process that another test has just started holds this process's lock until its program is loaded.
    let lock = std::fs::File::open(data.join("lock")).unwrap();
    while lock.try_lock().is_err() {
        std::thread::sleep(Duration::from_millis(1));
    }
    lock.unlock().unwrap();
}

#[test]
fn rejects_a_clock_far_ahead_unless_accepted() {
    const DAY: Duration = Duration::from_secs(86_400);
    let home = Home::new();
    minted(&home.path("long"), 3650 * DAY);
    for command in [&SERVE[..], &["invite"]] {
        let reported = home.rejected("long", command);
        let says = ["the clock shows 20", "the newest commit was made at 20", "3650 days ahead", "--accept-clock"];
        assert!(says.iter().all(|part| reported.contains(part)), "{command:?}: {reported}");
    }
    assert!(home.reported("long", &["check"]).contains("whole at commit 1"), "nothing was written");
    let output = home.run("long", &["invite", "--accept-clock"]);
    assert!(output.status.success() && stderr(&output).contains("ahead of the newest commit"), "{}", stderr(&output));
    // The recorded time is the present one.
    let output = home.run("long", &["invite"]);
    assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));

    minted(&home.path("short"), 2 * DAY);
    let server = home.serve("short");
    server.terminate();
    let (code, log) = server.ended();
    let warned = log.iter().find(|line| line.contains("ahead of the newest commit")).expect("it is logged");
    let warned: serde_json::Value = serde_json::from_str(warned).unwrap();
    assert_eq!((code, &warned["level"], &warned["days"]), (Some(0), &json!("WARN"), &json!(2)));
    assert!(warned["clock"].as_str() > warned["newest_commit"].as_str(), "{warned}");
}

#[test]
fn a_nearly_full_disk_allows_games_and_rejects_new_objects() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "9"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(&server, &json!({ "kind": "connect-four-vs-house" }));
    let party = ada.post(&server, "/api/parties", &json!({}))["partyId"].as_str().unwrap().to_owned();
    server.stop();

    // No disk has that much free space.
    let server = home.serve_with("data", &[("TURNSTONE_STORAGE__FREE_SPACE_MARK_MIB", "1000000000")]);
    let ready = server.ask("GET", "/readyz", &[], "");
    assert_eq!((ready.status, ready.body.contains("the disk is nearly full")), (503, true), "{}", ready.body);
    assert_eq!(server.ask("GET", "/healthz", &[], "").status, 200);
    let uuid = "00000000-0000-4000-8000-000000000009";
    let bob = json!({ "inviteCode": invite.trim(), "handle": "bob", "clientRef": uuid });
    let party_table = format!("/api/parties/{party}/table");
    let creations = [
        ("/api/join", bob),
        ("/api/practice", json!({ "kind": "tic-tac-toe-vs-house", "clientRef": uuid })),
        ("/api/tables", json!({ "kind": "tic-tac-toe-vs-house", "clientRef": "creation-1" })),
        ("/api/tables", json!({ "kind": "tic-tac-toe-vs-house", "practice": true })),
        ("/api/parties", json!({})),
        (party_table.as_str(), json!({ "kind": "tic-tac-toe-vs-house" })),
    ];
    for (path, body) in &creations {
        let rejected = ada.ask(&server, "POST", path, body);
        assert_eq!((rejected.status, rejected.code()), (503, None), "{path}: {}", rejected.body);
        assert!(rejected.header("retry-after").unwrap().parse::<u32>().unwrap() >= 1, "{path}");
    }
    // Errors of authentication and of parsing come first.
    assert_eq!(server.ask("POST", "/api/tables", &[], "{}").status, 401);
    assert_eq!(ada.ask(&server, "POST", "/api/tables", &json!({})).status, 400);
    let view = ada.get(&server, &table).json();
    ada.post(&server, &format!("{table}/action"), &json!({ "action": view["state"]["legalActions"][0] }));
    ada.post(&server, &format!("{table}/messages"), &json!({ "body": "still here" }));
    ada.post(&server, &format!("{table}/forfeit"), &json!({}));
    server.terminate();
    let (code, log) = server.ended();
    assert_eq!((code, log.iter().any(|line| line.contains("nothing new is created"))), (Some(0), true), "{log:?}");

    // With free space, or without a threshold, the same requests succeed: their references were not used up.
    let server = home.serve_with("data", &[("TURNSTONE_STORAGE__FREE_SPACE_MARK_MIB", "0")]);
    assert_eq!(server.ask("GET", "/readyz", &[], "").status, 200);
    for (path, body) in &creations {
        ada.post(&server, path, body);
    }
}
