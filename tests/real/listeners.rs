//! Further listeners: the metrics' listener, and pages of other origins.

use crate::turnstone::{Answer, Home, METRICS, Serving, ask, connect};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use turnstone_documents::ROUTES;

#[test]
fn metrics_have_their_own_listener_and_contain_no_secret() {
    let home = Home::new();
    let server = home.serve_with("data", &[METRICS]);
    let metrics = server.metrics();
    let invite = home.invited("data", &["invite", "--uses", "3"]);
    let ada = server.join(invite.trim(), "adelheid");
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house" }));
    for at in 0..50 {
        ada.get(&server, &format!("{table}?secret-{at}=1"));
        ada.get(&server, &format!("/api/players/secret-{at}"));
        ada.get(&server, &format!("/api/secret-{at}"));
        server.ask("GET", "/api/me", &[("Authorization", &format!("Bearer secret-{at}"))], "");
        server.ask(if at % 2 == 0 { "SECRET" } else { "PURGE" }, "/api/me", &[], "");
    }
    let page = ask(metrics, "GET", "/metrics", &[], "");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("application/openmetrics-text; version=1.0.0; charset=utf-8"));
    let table_id = table.rsplit('/').next().unwrap();
    for word in ["secret", "SECRET", "PURGE", "adelheid", invite.trim(), &ada.token, &ada.recovery_code, table_id] {
        assert!(!page.body.contains(word), "{word} is in the metrics");
    }
    // An unknown route or method is counted without its name.
    let others = [("GET", "none"), ("other", "/api/me")].map(|(method, route)| (method.to_owned(), route));
    let known: BTreeSet<String> = ROUTES
        .iter()
        .map(|route| (route.method().to_string(), route.path()))
        .chain(others)
        .map(|(method, route)| format!("method=\"{method}\",route=\"{route}\""))
        .collect();
    let answers = page.body.lines().filter(|line| line.starts_with("turnstone_http_requests_total{"));
    let mut counted = 0;
    for line in answers {
        let (labels, count) = line.split_once('{').unwrap().1.split_once("} ").unwrap();
        let (route, status) = labels.split_once(",status=").unwrap();
        assert!(known.contains(route), "{line}");
        assert!(count == "0" || ["\"2xx\"", "\"4xx\""].contains(&status), "{line}");
        counted += count.parse::<u64>().unwrap();
    }
    // Joining, signing in, the table; then five in each of fifty rounds.
    assert_eq!(counted, 3 + 5 * 50, "{}", page.body);
    assert!(page.body.contains("turnstone_http_open_requests 0\n"));
    // Each line is a comment or a sample.
    for line in page.body.lines() {
        assert!(line.starts_with("# ") || line.rsplit_once(' ').unwrap().1.parse::<f64>().is_ok(), "{line}");
    }
    assert_eq!(ask(metrics, "GET", "/api/me", &[], "").status, 404, "only metrics are served there");
    assert_eq!(server.ask("GET", "/metrics", &[], "").status, 404, "and no metrics here");
}

#[test]
fn readers_that_send_nothing_keep_no_other_reader_of_the_metrics_out() {
    let home = Home::new();
    let server = home.serve_with("data", &[METRICS]);
    let metrics = server.metrics();
    // Each sends a byte now and then, and never a whole head.
    let dripping: Vec<TcpStream> = (0..100).map(|_| connect(metrics)).collect();
    for mut stream in &dripping {
        // The oldest are closed already.
        let _ = stream.write_all(b"G");
    }
    for _ in 0..3 {
        let began = Instant::now();
        assert_eq!(ask(metrics, "GET", "/metrics", &[], "").status, 200);
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    }
    for mut stream in dripping {
        assert!(matches!(stream.read(&mut [0]), Ok(0) | Err(_)), "closed at last");
    }
}

const FRIEND: &str = "https://friend.example";
const STRANGER: &str = "https://stranger.example";

fn preflight(server: &Serving, origin: &str, path: &str) -> Answer {
    let headers = [
        ("Origin", origin),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type"),
    ];
    server.ask("OPTIONS", path, &headers, "")
}

#[test]
fn listed_origins_may_use_bearer_tokens_but_not_cookies() {
    let home = Home::new();
    let origins = format!("[\"{FRIEND}\"]");
    let server = home.serve_with("data", &[("TURNSTONE_SERVER__CORS_ORIGINS", &origins)]);
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");

    let allowed = preflight(&server, FRIEND, "/api/tables");
    assert_eq!((allowed.status, allowed.body.as_str()), (204, ""));
    assert_eq!(allowed.header("access-control-allow-origin"), Some(FRIEND));
    assert_eq!(allowed.header("access-control-allow-methods"), Some("POST"));
    let sent = allowed.header("access-control-allow-headers").unwrap();
    assert!(sent.contains("authorization") && sent.contains("content-type"), "{sent}");
    assert_eq!(allowed.header("vary"), Some("origin"));

    let rejected = preflight(&server, STRANGER, "/api/tables");
    assert_eq!((rejected.status, rejected.header("allow")), (405, Some("POST")));
    let bearer = ada.bearer();
    let me = |origin: &str| server.ask("GET", "/api/me", &[("Origin", origin), ("Authorization", &bearer)], "");
    assert_eq!(me(FRIEND).header("access-control-allow-origin"), Some(FRIEND));
    assert!(me(FRIEND).header("access-control-expose-headers").unwrap().contains("retry-after"));
    let none = server.ask("GET", "/api/me", &[("Origin", FRIEND)], "");
    assert_eq!((none.status, none.header("access-control-allow-origin")), (401, Some(FRIEND)), "errors can be read");
    // A page of another origin gets a response that its browser does not show.
    for near in
        [STRANGER, "https://friend.example.evil.example", "http://friend.example", "null", "https://FRIEND.example"]
    {
        let reported = me(near);
        assert_eq!((reported.status, reported.header("access-control-allow-origin")), (200, None), "{near}");
        assert_eq!(reported.header("vary"), Some("origin"), "{near}");
    }
    // Not even an allowed origin may change anything with a cookie.
    let cookie = format!("service_session={}", ada.token);
    let headers = [("Origin", FRIEND), ("Cookie", &cookie)];
    assert_eq!(server.ask("POST", "/api/logout", &headers, "").status, 403);
    for answer in [&allowed, &rejected, &me(FRIEND), &me(STRANGER)] {
        assert_eq!(answer.header("access-control-allow-credentials"), None, "never with cookies");
    }
    assert_eq!(ada.get(&server, "/api/me").status, 200, "no session was ended");
}

#[test]
fn other_origins_are_off_by_default() {
    let home = Home::new();
    let server = home.serve("data");
    let rejected = preflight(&server, FRIEND, "/api/tables");
    assert_eq!((rejected.status, rejected.header("allow")), (405, Some("POST")));
    let open = server.ask("GET", "/api/tables/open", &[("Origin", FRIEND)], "");
    assert_eq!(open.status, 200);
    assert!(open.headers.iter().all(|(name, _)| !name.starts_with("access-control-") && name != "vary"));
}
