//! The operator's log: a line for each request, and the security events.

use crate::turnstone::{Home, Member, Serving, connect, eventually};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use turnstone_documents::ROUTES;

const ACCESS: &str = "turnstone::access";
const SECURITY: &str = "turnstone::security";

/// The lines of one target.
fn lines(log: &[String], target: &str) -> Vec<Value> {
    let all = log.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    all.filter(|line| line["target"] == target).collect()
}

/// A field, as text; empty if the line has none.
fn field<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_default()
}

fn account_id(member: &Member, server: &Serving) -> String {
    member.get(server, "/api/me").json()["account"]["id"].as_str().unwrap().to_owned()
}

#[test]
fn each_request_has_one_log_line_without_its_content() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "5"]);
    let (ada, bob) = (server.join(invite.trim(), "canary-ada"), server.join(invite.trim(), "bob"));
    let adas_id = account_id(&ada, &server);
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    let named = ada.get(&server, &format!("{table}?secret=canary"));
    ada.get(&server, "/api/players/canary-ada");
    bob.get(&server, "/api/me");
    server.ask("GET", "/canary/path", &[], "");
    server.ask("CANARY", "/api/me", &[], "");
    server.ask("PUT", &table, &[], "");
    server.ask("GET", "/healthz", &[], "");
    server.ask("GET", "/skill.md", &[("X-Request-Id", "mine-1")], "");
    server.ask("GET", "/", &[], "");
    server.ask("GET", "/api/me", &[("Authorization", "Bearer canary")], "");
    // One poll that is answered because of another member's action, and one whose caller disconnects.
    let poll =
        format!("GET {table}?wait=50&events_since=0 HTTP/1.1\r\nHost: a\r\nAuthorization: {}\r\n\r\n", bob.bearer());
    let mut leaves = connect(server.address);
    leaves.write_all(poll.as_bytes()).unwrap();
    std::thread::scope(|threads| {
        let waits = threads.spawn(|| bob.get(&server, &format!("{table}?wait=50&events_since=0")));
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(!server.log().iter().any(|line| line.contains("\"status\":499")), "no caller has disconnected");
        drop(leaves);
        eventually(|| server.log().iter().any(|line| line.contains("\"status\":499")));
        bob.post(&server, &format!("{table}/join"), &json!({}));
        assert_eq!(waits.join().unwrap().status, 200);
    });
    server.terminate();
    let (_, log) = server.ended();
    let access = lines(&log, ACCESS);
    let reported: BTreeSet<(&str, &str, u64)> = access
        .iter()
        .map(|line| (field(line, "method"), field(line, "route"), line["status"].as_u64().unwrap()))
        .collect();
    for expected in [
        ("POST", "/api/join", 200),
        ("POST", "/api/token", 200),
        ("POST", "/api/tables", 200),
        ("GET", "/api/tables/{id}", 200),
        ("GET", "/api/tables/{id}", 499),
        ("GET", "/api/players/{handle}", 200),
        ("GET", "none", 404),
        ("other", "/api/me", 405),
        ("PUT", "/api/tables/{id}", 405),
        ("GET", "/healthz", 200),
        ("GET", "/skill.md", 200),
        ("GET", "site", 200),
        ("GET", "/api/me", 401),
        ("POST", "/api/tables/{id}/join", 200),
    ] {
        assert!(reported.contains(&expected), "{expected:?} is not among {reported:?}");
    }
    let beside = ["none", "site", "/healthz", "/skill.md"];
    let known: BTreeSet<&str> = ROUTES.iter().map(|route| route.path()).chain(beside).collect();
    assert!(reported.iter().all(|(_, route, _)| known.contains(route)), "{reported:?}");
    // As many as there were requests: two members joined with two each.
    assert_eq!(access.len(), 4 + 15, "{access:#?}");
    let by_id = |id: &str| access.iter().find(|line| field(line, "request") == id).unwrap();
    let own = by_id(named.header("x-request-id").unwrap());
    assert_eq!((field(own, "route"), field(by_id("mine-1"), "route")), ("/api/tables/{id}", "/skill.md"));
    assert!(access.iter().all(|line| line["micros"].is_u64() && field(line, "level") == "INFO"));
    // A member has the same pseudonym everywhere, different from all others.
    let accounts: BTreeSet<&str> =
        access.iter().map(|line| field(line, "account")).filter(|own| !own.is_empty()).collect();
    assert_eq!(accounts.len(), 2, "{accounts:?}");
    let adas = field(own, "account").to_owned();
    let again = home.serve("data");
    ada.get(&again, "/api/me");
    again.terminate();
    let (_, later) = again.ended();
    assert_eq!(field(&lines(&later, ACCESS)[0], "account"), adas, "a restart changes no pseudonym");
    let id = table.rsplit('/').next().unwrap();
    for word in ["canary", "bob", id, &adas_id, invite.trim(), &ada.token, &ada.recovery_code, &bob.token] {
        let lines: Vec<&String> = log.iter().chain(&later).filter(|line| line.contains(word)).collect();
        assert!(lines.is_empty(), "{word} is in {lines:?}");
    }
}

#[test]
fn access_lines_can_be_turned_off() {
    let home = Home::new();
    let server = home.serve_with("data", &[("TURNSTONE_SERVER__ACCESS_LOG", "false")]);
    let invite = home.invited("data", &["invite"]);
    server.join(invite.trim(), "ada");
    server.terminate();
    let (_, log) = server.ended();
    assert_eq!(lines(&log, ACCESS), Vec::<Value>::new());
    assert!(!lines(&log, SECURITY).is_empty(), "security events are logged all the same");
}

/// A member's actions on their account and seats, valid and invalid.
fn goes_through_all(server: &Serving, home: &Home, invite: &str) -> Vec<String> {
    let mut ada = server.join(invite, "canary-ada");
    let account = account_id(&ada, server);
    let wrong = json!({ "handle": "canary-ada", "recoveryCode": "WRONG-BBBBB-CCCCC-DDDDD-EEEEE-FFFFF" }).to_string();
    assert_eq!(server.ask("POST", "/api/token", &[], &wrong).status, 401);
    let right = json!({ "handle": ada.handle, "recoveryCode": ada.recovery_code }).to_string();
    assert_eq!(server.ask("POST", "/api/recover", &[], &right).status, 200);
    let foreign = [("Origin", "https://evil.example")];
    assert_eq!(server.ask("POST", "/api/recover", &foreign, &right).status, 403);
    assert_eq!(server.ask("GET", "/api/me", &[("Authorization", "Bearer forged")], "").status, 401);
    assert_eq!(server.ask("GET", "/api/me", &[], "").status, 401);
    let table = ada.table(server, &json!({ "kind": "tic-tac-toe-vs-house" }));
    let grant = |number: u32| json!({ "clientRef": format!("00000000-0000-4000-8000-00000000000{number}") });
    let issued = ada.post(server, &format!("{table}/seat-grants"), &grant(1));
    let mut claim = grant(2);
    claim["claimToken"] = issued["claimToken"].clone();
    assert_eq!(server.ask("POST", "/api/seat-grants/claim", &[], &claim.to_string()).status, 200);
    claim["claimToken"] = json!("a wrong one");
    assert_eq!(server.ask("POST", "/api/seat-grants/claim", &[], &claim.to_string()).status, 409);
    let path = format!("{table}/seat-grants/{}", issued["grantId"].as_str().unwrap());
    assert_eq!(ada.ask(server, "DELETE", &path, &Value::Null).status, 200);
    let rotated = ada.post(server, "/api/recovery/rotate", &json!({ "recoveryCode": ada.recovery_code }));
    assert_eq!(ada.get(server, "/api/me").status, 401, "the old session has ended");
    let old_code = std::mem::replace(&mut ada.recovery_code, rotated["recoveryCode"].as_str().unwrap().to_owned());
    ada.signs_in(server);
    ada.post(server, "/api/logout", &Value::Null);
    ada.signs_in(server);
    assert_eq!(ada.ask(server, "DELETE", "/api/me", &json!({ "confirmHandle": "canary-ada" })).status, 200);
    home.reported("data", &["backup", home.path("canary-file").to_str().unwrap()]);
    let claimed = issued["claimToken"].as_str().unwrap().to_owned();
    vec![ada.token, old_code, ada.recovery_code, claimed, account]
}

#[test]
fn account_changes_are_security_events_without_names() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "5"]);
    let secrets = goes_through_all(&server, &home, invite.trim());
    server.terminate();
    let (_, log) = server.ended();
    let events = lines(&log, SECURITY);
    let reported: Vec<String> = events
        .iter()
        .map(|line| {
            let words = [field(line, "event"), field(line, "act"), field(line, "result"), field(line, "reason")];
            words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let expected = [
        "operator invite done",
        "join done",
        "issue_token done",
        "issue_token refused not_signed_in",
        "recover done",
        "recover refused",
        "credential refused not_signed_in",
        "issue_seat_grant done",
        "claim_seat_grant done",
        "claim_seat_grant refused grant_unavailable",
        "revoke_seat_grant done",
        "rotate_recovery done",
        "credential refused not_signed_in",
        "issue_token done",
        "logout done",
        "issue_token done",
        "erase_account done",
        "operator backup done",
    ];
    assert_eq!(reported, expected);
    let accounts: BTreeSet<&str> =
        events.iter().map(|line| field(line, "account")).filter(|own| !own.is_empty()).collect();
    assert_eq!(accounts.len(), 1, "one member has one pseudonym: {accounts:?}");
    for line in &events {
        let by_operator = field(line, "event") == "operator";
        assert_eq!(field(line, "address"), if by_operator { "" } else { "127.0.0.1" }, "{line}");
        assert_eq!(field(line, "request").is_empty(), by_operator, "{line}");
    }
    for word in secrets.iter().map(String::as_str).chain(["canary", "WRONG", "forged", "wrong one", invite.trim()]) {
        let lines: Vec<&String> = log.iter().filter(|line| line.contains(word)).collect();
        assert!(lines.is_empty(), "{word} is in {lines:?}");
    }
}

#[test]
fn a_flood_of_rejections_is_not_a_flood_of_lines() {
    let home = Home::new();
    let server = home.serve_with("data", &[("TURNSTONE_LIMITS__ANONYMOUS_PER_MINUTE", "1")]);
    let ask = "GET /api/fairness HTTP/1.1\r\nHost: a\r\n\r\n";
    let last = "GET /api/fairness HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let mut stream = connect(server.address);
    stream.write_all(format!("{}{last}", ask.repeat(400)).as_bytes()).unwrap();
    std::io::copy(&mut stream, &mut std::io::sink()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1100));
    server.ask("GET", "/api/fairness", &[], "");
    server.terminate();
    let (_, log) = server.ended();
    let (limits, requests) = (lines(&log, SECURITY), lines(&log, ACCESS));
    assert_eq!(requests.len(), 402);
    assert!(limits.iter().all(|line| field(line, "event") == "limit" && field(line, "reason") == "rate_limited"));
    let rejected = requests.iter().filter(|line| line["status"] == 429).count() as u64;
    let unreported: u64 = limits.iter().map(|line| line["unreported"].as_u64().unwrap()).sum();
    assert!(rejected > 300, "{rejected} rejections");
    assert_eq!(limits.len() as u64 + unreported, rejected, "suppressed lines are counted");
    assert!(limits.len() < 200, "{} lines", limits.len());
}
