//! The operator's data management: backup, restore, check; and rejected input.

use crate::turnstone::{Home, Member, Serving, exists};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::os::unix::fs::PermissionsExt;

/// Some activity: a settled, a running and a waiting table, chat, a party.
fn live(server: &Serving, ada: &Member, bob: &Member) -> Vec<String> {
    let kind = "tic-tac-toe-vs-house";
    let settled = ada.table(server, &json!({ "kind": kind, "open": true, "stake": 50 }));
    bob.post(server, &format!("{settled}/join"), &json!({}));
    bob.post(server, &format!("{settled}/messages"), &json!({ "body": "good luck" }));
    ada.post(server, &format!("{settled}/forfeit"), &json!({}));
    let running = ada.table(server, &json!({ "kind": kind, "stake": 5 }));
    let view = ada.get(server, &running).json();
    let act = json!({ "action": view["state"]["legalActions"][0] });
    ada.post(server, &format!("{running}/action"), &act);
    let waiting = ada.table(server, &json!({ "kind": "dominoes", "open": true, "pace": "daily" }));
    let party = ada.post(server, "/api/parties", &Value::Null)["partyId"].as_str().unwrap().to_owned();
    bob.post(server, &format!("/api/parties/{party}/join"), &json!({}));
    ada.post(server, &format!("/api/parties/{party}/messages"), &json!({ "body": "welcome" }));
    ada.ask(server, "PATCH", "/api/me/profile", &json!({ "bio": "first player" }));
    ada.get(server, "/api/me/referral");
    vec![
        format!("{settled}?msgs_since=0&events_since=0"),
        format!("{settled}/replay"),
        format!("{settled}/card"),
        format!("{running}?events_since=0"),
        waiting,
        format!("/api/parties/{party}"),
    ]
}

/// Everything that a member reads, word for word.
fn seen(server: &Serving, member: &Member, pages: &[String]) -> Vec<(String, String)> {
    let own = ["", "/ledger", "/history", "/tables", "/profile", "/referral", "/invitations"];
    let own = own.iter().map(|page| format!("/api/me{page}"));
    let club = ["/api/leaderboard", "/api/players/ada", "/api/tables/open", "/api/tables/playing", "/api/daily"];
    let all = own.chain(club.map(str::to_owned)).chain(pages.iter().cloned());
    let read = |page: String| {
        let answer = member.get(server, &page);
        assert_eq!(answer.status, 200, "{page}: {}", answer.body);
        (page, answer.body)
    };
    all.map(read).collect()
}

#[test]
fn a_restored_backup_serves_the_same_data() {
    let home = Home::new();
    let first = home.serve("first");
    let invite = home.invited("first", &["invite", "--uses", "9"]);
    let (ada, bob) = (first.join(invite.trim(), "ada"), first.join(invite.trim(), "bob"));
    let pages = live(&first, &ada, &bob);
    let before = [&ada, &bob].map(|member| seen(&first, member, &pages));

    // With the running server, including the keys; and its check.
    let reported = home.reported("first", &["backup", "whole", "--with-keys"]);
    assert!(reported.contains("verified") && exists(&home.path("whole")), "{reported}");
    assert!(home.reported("first", &["check"]).contains("all is whole"));
    assert!(home.rejected("first", &["backup", "whole"]).contains("exists already"));
    first.stop();
    home.reported("first", &["backup", "without-keys"]);

    let reported = home.reported("second", &["restore", "whole"]);
    assert!(!reported.contains("server.keys"), "{reported}");
    assert!(home.reported("second", &["check"]).contains("all is whole"));
    let second = home.serve("second");
    let after = [&ada, &bob].map(|member| seen(&second, member, &pages));
    // A restored server has another challenge, because its former deal may be known. The running turn may begin anew.
    let pages_of_turns = pages[3].clone();
    let same = |pages: &Vec<(String, String)>| -> Vec<_> {
        pages.iter().filter(|(page, _)| page != "/api/daily" && *page != pages_of_turns).cloned().collect()
    };
    assert_eq!(before.each_ref().map(same), after.each_ref().map(same), "the same words for the same tokens");
    assert_ne!(before, after);
    second.stop();

    assert!(home.rejected("second", &["restore", "whole"]).contains("is not empty"));
    assert!(home.rejected("third", &["restore", "nowhere"]).contains("nowhere"));
}

#[test]
fn a_backup_without_keys_voids_sessions_and_keeps_everything_else() {
    let home = Home::new();
    let first = home.serve("first");
    let invite = home.invited("first", &["invite", "--uses", "9"]);
    let (mut ada, mut bob) = (first.join(invite.trim(), "ada"), first.join(invite.trim(), "bob"));
    let pages = live(&first, &ada, &bob);
    // Without the keys the deals of running and waiting tables are lost, and their stakes come back. Another challenge is
    // dealt, and the referral code is another one.
    let kept = ["/api/me/profile", "/api/me/invitations", "/api/leaderboard"];
    let running = &pages[3];
    let same =
        |(page, _): &(String, String)| kept.contains(&page.as_str()) || pages[..3].contains(page) || *page == pages[5];
    let before = [&ada, &bob].map(|member| seen(&first, member, &pages));
    first.stop();
    home.reported("first", &["backup", "file"]);
    let reported = home.reported("second", &["restore", "file"]);
    assert!(
        reported.contains("second/server.keys") && reported.contains("all tokens and seat credentials are void"),
        "{reported}"
    );
    let established = [("TURNSTONE_ECONOMY__ESTABLISHED_TABLES", "0"), ("TURNSTONE_ECONOMY__ESTABLISHED_DAYS", "0")];
    let second = home.serve_with("second", &established);
    assert_eq!(ada.get(&second, "/api/me").status, 401, "tokens were signed with the old key");
    // Recovery codes are stored as hashes: they stay valid. Referral codes are derived: there is a new one.
    ada.signs_in(&second);
    bob.signs_in(&second);
    let after = [&ada, &bob].map(|member| seen(&second, member, &pages));
    for (before, after) in before.iter().zip(&after) {
        for (before, after) in before.iter().zip(after).filter(|(page, _)| same(page)) {
            assert_eq!(before, after);
        }
    }
    let void = ada.get(&second, running).json();
    assert_eq!((&void["state"]["terminal"], &void["state"]["view"]), (&json!(true), &Value::Null), "{void}");
    let code = ada.get(&second, "/api/me/referral").json()["code"].as_str().unwrap().to_owned();
    second.join(&code, "cyn");
    assert_eq!(ada.get(&second, "/api/me/referral").json()["invited"], 1, "the shown code works");
}

#[test]
fn rejects_a_damaged_or_foreign_backup_file() {
    let home = Home::new();
    home.serve("first").stop();
    home.reported("first", &["backup", "file"]);
    let mut bytes = std::fs::read(home.path("file")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(home.path("flipped"), &bytes).unwrap();
    std::fs::write(home.path("short"), &bytes[..middle]).unwrap();
    std::fs::write(home.path("other"), "turnstone").unwrap();
    for file in ["flipped", "short", "other"] {
        let reported = home.rejected("second", &["restore", file]);
        assert!(reported.contains("damaged") || reported.contains("backup"), "{file}: {reported}");
        assert!(!exists(&home.path("second").join("mark")), "{file}: nothing is created from it");
    }
}

#[test]
fn rejects_a_second_server_on_the_same_data() {
    let home = Home::new();
    let first = home.serve("data");
    let reported = home.rejected("data", &["serve", "--listen", "127.0.0.1:0"]);
    assert!(reported.ends_with("is in use by another process"), "{reported}");
    assert_eq!(first.ask("GET", "/readyz", &[], "").status, 200, "the first connection is not affected");
}

#[test]
fn rejects_an_incomplete_data_directory() {
    let home = Home::new();
    home.serve("data").stop();
    let journal = home.path("data").join("store/0.jnl");
    OpenOptions::new().write(true).open(journal).unwrap().set_len(64).unwrap();
    let commands = [&["serve", "--listen", "127.0.0.1:0"][..], &["check"], &["invite"], &["backup", "file"]];
    for command in commands {
        let reported = home.rejected("data", command);
        assert!(reported.contains("ends at commit 0, but commit"), "{command:?}: {reported}");
        assert!(reported.contains("turnstone restore FILE"), "{command:?}: {reported}");
    }
    std::fs::remove_file(home.path("data").join("mark")).unwrap();
    for command in commands {
        let reported = home.rejected("data", command);
        assert!(
            reported.contains("the high-water mark of") && reported.contains("is missing"),
            "{command:?}: {reported}"
        );
    }
}

#[test]
fn secret_files_are_readable_only_by_their_owner() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite"]);
    server.join(invite.trim(), "ada");
    home.reported("data", &["backup", "file", "--with-keys"]);
    let mode = |name: &str| std::fs::metadata(home.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("data"), 0o700);
    for secret in ["data/server.keys", "data/personal.keys", "data/operator.sock", "file"] {
        assert_eq!(mode(secret), 0o600, "{secret}");
    }
}

#[test]
fn check_accepts_a_restored_directory_without_server_keys() {
    let home = Home::new();
    let first = home.serve("first");
    let invite = home.invited("first", &["invite"]);
    let mut ada = first.join(invite.trim(), "ada");
    first.stop();
    home.reported("first", &["backup", "file"]);

    let costs = "all tokens and seat credentials are void";
    let keys = home.path("second").join("server.keys");
    let reported = home.reported("second", &["restore", "file"]);
    assert!(reported.contains("second/server.keys") && reported.contains(costs), "{reported}");
    let reported = home.reported("second", &["check"]);
    assert!(
        reported.contains("all is whole") && reported.contains("no server keys yet") && reported.contains(costs),
        "{reported}"
    );
    assert!(!exists(&keys), "a check makes no keys");
    let node =
        "[cluster]\netcd = [\"http://127.0.0.1:1\"]\nnode = \"a\"\nlisten = \"127.0.0.1:1\"\nkey_file = \"key\"\n";
    std::fs::write(home.path("node.toml"), node).unwrap();
    assert!(home.bare(&["standby-key", "key"]).status().unwrap().success());
    let begin = ["--config", "node.toml", "cluster", "begin"];
    for command in [&["invite"][..], &["backup", "other"], &["admin", "invitations"], &begin] {
        let reported = home.rejected("second", command);
        assert!(reported.contains("server.keys is missing") && reported.contains(costs), "{command:?}: {reported}");
        assert!(!exists(&keys), "{command:?} creates no keys");
    }

    // When the right keys come back after the check, the directory is valid: the check has not recorded their absence.
    std::fs::copy(home.path("first").join("server.keys"), &keys).unwrap();
    assert!(!home.reported("second", &["check"]).contains("no server keys"));
    let second = home.serve("second");
    assert_eq!(ada.get(&second, "/api/me").status, 200);
    second.terminate();
    let (_, log) = second.ended();
    assert!(!log.iter().any(|line| line.contains("there were no server keys")), "{log:?}");

    // Without them the first start creates new keys as the restore announced, and logs it.
    home.reported("third", &["restore", "file"]);
    let third = home.serve("third");
    assert_eq!(ada.get(&third, "/api/me").status, 401);
    ada.signs_in(&third);
    third.terminate();
    let (_, log) = third.ended();
    let says = |line: &String| line.contains("there were no server keys") && line.contains(costs);
    assert!(log.iter().any(says), "{log:?}");
}

#[test]
fn a_personal_keys_file_of_another_store_is_named() {
    let home = Home::new();
    for data in ["data", "other"] {
        let server = home.serve(data);
        let invite = home.invited(data, &["invite"]);
        server.join(invite.trim(), "ada");
        server.stop();
    }
    let keys = home.path("data").join("personal.keys");
    let known = std::fs::read(&keys).unwrap();
    let other = std::fs::read(home.path("other").join("personal.keys")).unwrap();
    for (what, bytes) in [("another store's", other.as_slice()), ("empty", &[]), ("zeros", &[0; 40])] {
        std::fs::write(&keys, bytes).unwrap();
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["check"]] {
            let reported = home.rejected("data", command);
            let says = reported.contains("personal.keys has no key that opens the data of acc_");
            assert!(says && reported.contains("Restore the right one"), "{what}, {command:?}: {reported}");
            assert_eq!(std::fs::read(&keys).unwrap(), bytes, "{what}: {command:?} changes nothing");
        }
    }
    std::fs::write(&keys, known).unwrap();
    assert!(home.reported("data", &["check"]).contains("all is whole"));
}
