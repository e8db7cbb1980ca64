//! The operator's door, the configuration, and starts that fail.

use crate::turnstone::{Home, stderr};
use serde_json::{Value, json};
use std::process::Stdio;

#[test]
fn invitations_are_minted_beside_a_server_and_without_one() {
    let home = Home::new();
    let early = home.run("data", &["invite", "--json", "--uses", "2"]);
    assert!(stderr(&early).contains("a new one was made"), "a mistyped directory is noticed: {}", stderr(&early));
    let early: Value = serde_json::from_slice(&early.stdout).unwrap();
    assert_eq!(early["uses"], 2);
    assert_eq!(early.as_object().unwrap().len(), 2, "inviteCode and uses");
    let server = home.serve("data");
    let late = home.run("data", &["invite"]);
    assert_eq!(stderr(&late), "");
    let late = String::from_utf8(late.stdout).unwrap();
    server.join(early["inviteCode"].as_str().unwrap(), "ada");
    server.join(late.trim(), "bob");
    let join =
        json!({ "inviteCode": late.trim(), "handle": "cyn", "clientRef": "00000000-0000-4000-8000-000000000001" });
    let refused = server.ask("POST", "/api/join", &[], &join.to_string());
    assert_eq!((refused.status, refused.code().as_deref()), (400, Some("invalid_invite")), "one use, if none is said");
    // Test accounts are on no list.
    let test = home.told("data", &["invite", "--test", "--expires-in", "12h"]);
    let dan = server.join(test.trim(), "dan");
    dan.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    assert_eq!(server.ask("GET", "/api/tables/open", &[], "").json()["tables"], json!([]));
    for wrong in [&["--uses", "0"][..], &["--uses", "many"], &["--expires-in", "soon"], &["--expires-in", "0s"]] {
        let output = home.run("data", &[&["invite"], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(stderr(&output).contains(wrong[0]), "{wrong:?}: {}", stderr(&output));
    }
}

#[test]
fn only_the_first_start_tells_an_invitation() {
    let home = Home::new();
    let mut command = home.command("data", &["serve", "--listen", "127.0.0.1:0"]);
    let mut told = |stop: &str| {
        use std::io::{BufRead, BufReader};
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut told = String::new();
        while !told.contains(stop) {
            told += &lines.next().unwrap_or_else(|| panic!("it ended with {told:?}"));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        told + &lines.collect::<String>()
    };
    assert!(told("More invitations").contains("Invitation code (10 uses): "));
    assert!(!told("serves at").contains("Invitation code"));
}

#[test]
fn a_data_directory_far_down_works_like_any_other() {
    let home = Home::new();
    let data = format!("{0}/{0}/data", "d".repeat(90));
    let server = home.serve(&data);
    let invite = home.told(&data, &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    assert_eq!(ada.get(&server, "/api/me").status, 200);
    assert!(home.told(&data, &["check"]).contains("all is whole"));
    server.stop();
    assert!(home.told(&data, &["check"]).contains("all is whole"));
}

#[test]
fn a_configuration_that_cannot_be_used_names_the_key() {
    let home = Home::new();
    let refused = |key: &str, value: &str, named: &str| {
        let mut command = home.command("data", &["serve", "--listen", "127.0.0.1:0"]);
        let output = command.env(key, value).output().unwrap();
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{key}={value}: {told}");
        let names = told.to_lowercase().contains(named);
        assert!(told.lines().count() == 1 && names, "{key}={value}: {told}");
    };
    refused("TURNSTONE_LIMITS__PARTIES", "many", "limits.parties");
    refused("TURNSTONE_LIMITS__PARTY", "3", "party");
    refused("TURNSTONE_LIMIT__PARTIES", "3", "limit");
    refused("TURNSTONE_PACE__LIVE_TURN_S", "0", "pace.live_turn_s");
    refused("TURNSTONE_SERVER__BASE_URL", "ftp://example.org", "server.base_url");
    refused("TURNSTONE_SERVER__CORS_ORIGINS", "[\"https://example.org/\"]", "server.cors_origins");
    refused("TURNSTONE_SERVER__METRICS_LISTEN", "somewhere", "server.metrics_listen");
    refused("TURNSTONE_STORAGE__DURABILITY", "perhaps", "storage.durability");
    refused("TURNSTONE_SERVER__TRUSTED_PROXIES", "nonsense", "environment");
    assert!(home.refused("data", &["serve", "--config", "nowhere.toml"]).contains("nowhere.toml"));
    std::fs::write(home.path("turnstone.toml"), "[limits]\nparties = -1\n").unwrap();
    assert!(home.refused("data", &["serve"]).contains("limits.parties"), "the file in the working directory");
}

#[test]
fn flags_go_over_the_environment_and_that_over_the_file() {
    let home = Home::new();
    std::fs::write(home.path("turnstone.toml"), "[limits]\nparties = 3\nactive_tables = 4\n[model]\nkey = \"sk-1\"\n")
        .unwrap();
    let mut command = home.command("data", &["serve", "--print-config", "--listen", "127.0.0.1:1"]);
    command
        .env("TURNSTONE_LIMITS__PARTIES", "5")
        .env("TURNSTONE_SERVER__LISTEN", "127.0.0.1:2")
        .env("TURNSTONE_X", "1");
    // A text is one whatever it looks like, and a list can have commas.
    command
        .env("TURNSTONE_MESSENGER__BOT_USERNAME", "77")
        .env("TURNSTONE_SERVER__CORS_ORIGINS", "https://a.example, https://b.example");
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    for line in [
        "parties = 5",
        "active_tables = 4",
        "listen = \"127.0.0.1:1\"",
        "base_url = \"http://127.0.0.1:1\"",
        "key = \"***\"",
        "bot_username = \"77\"",
        "cors_origins = [\"https://a.example\", \"https://b.example\"]",
    ] {
        assert!(told.lines().any(|own| own == line), "{line} is not in {told}");
    }
}

#[test]
fn a_port_that_is_taken_is_named() {
    let home = Home::new();
    let first = home.serve("data");
    let listen = first.address.to_string();
    let told = home.refused("other", &["serve", "--listen", &listen]);
    assert!(told.contains(&format!("cannot listen on {listen}")), "{told}");
    assert!(!home.path("other").exists(), "and nothing is made");
    let mut command = home.command("other", &["serve", "--listen", "127.0.0.1:0"]);
    let output = command.env("TURNSTONE_SERVER__METRICS_LISTEN", &listen).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(&format!("cannot listen on {listen}")), "{}", stderr(&output));
}

#[test]
fn a_reader_that_leaves_early_stops_nothing() {
    let home = Home::new();
    for command in [&["--print-config"][..], &["invite"], &["check"]] {
        // The reading end is closed before the command can write.
        let mut child = home.command("data", command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {}", stderr(&output));
    }
}
