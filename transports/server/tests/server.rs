//! The whole server over real sockets and a data directory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use turnstone_server::config::Config;
use turnstone_server::host::Accepted;
use turnstone_server::server::Server;

/// A server over a data directory of its own, gone when dropped.
struct Running {
    address: SocketAddr,
    invitation: String,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
    data: std::path::PathBuf,
}

impl Running {
    fn start(name: &str) -> Self {
        let data = std::env::temp_dir().join(format!("turnstone-server-{name}-{}", std::process::id()));
        let mut config = Config::default();
        config.server.listen = "127.0.0.1:0".parse().unwrap();
        config.server.data.clone_from(&data);
        let (started, has_started) = std::sync::mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::start(config, Accepted::default()).await.unwrap();
                let invitation = server.first_invitation().await.unwrap().unwrap();
                started.send((server.address(), invitation.invite_code)).unwrap();
                server.run(async { drop(stopped.await) }).await.unwrap();
            });
        });
        let (address, invitation) = has_started.recv().unwrap();
        Self { address, invitation, stop: Some(stop), thread: Some(thread), data }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream
    }

    /// Send bytes, read until the server closes.
    fn raw(&self, bytes: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    fn member(&self, handle: &str) -> String {
        let client_ref = "00000000-0000-4000-8000-000000000001";
        let body = format!(r#"{{"inviteCode":"{}","handle":"{handle}","clientRef":"{client_ref}"}}"#, self.invitation);
        let answer = self.ask("POST", "/api/join", "", &body);
        between(&answer, "service_session=", ";").to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        let joined = self.thread.take().unwrap().join();
        std::fs::remove_dir_all(&self.data).unwrap();
        assert!(joined.is_ok() || std::thread::panicking());
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("no {after} in {rest}")).0
}

/// Headers that differ from request to request.
fn volatile(line: &str) -> bool {
    ["date: ", "x-request-id: ", "ratelimit: "].iter().any(|name| line.starts_with(name))
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn a_member_joins_opens_a_table_and_long_polls() {
    let server = Running::start("member");
    let token = server.member("ada");
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let create = r#"{"kind":"tic-tac-toe-vs-house","open":true,"clientRef":"first-table"}"#;
    let first = server.ask("POST", "/api/tables", &bearer, create);
    assert!(!first.contains("idempotent-replayed"), "{first}");
    let again = server.ask("POST", "/api/tables", &bearer, create);
    assert!(again.contains("idempotent-replayed: true"), "{again}");
    let table = between(&first, "\"tableId\":\"", "\"").to_owned();
    assert_eq!(table, between(&again, "\"tableId\":\"", "\""));

    let began = Instant::now();
    let read = server.ask("GET", &format!("/api/tables/{table}?wait=0.3&events_since=9"), &bearer, "");
    assert_eq!(status(&read), "200", "{read}");
    // It has waited. The server counts in whole milliseconds, so the poll may end a millisecond early.
    assert!(began.elapsed() >= Duration::from_millis(299));
    assert!(read.contains("cache-control: no-store"), "{read}");
}

#[test]
fn a_disconnected_client_frees_its_long_poll() {
    let server = Running::start("hangup");
    let bearer = format!("Authorization: Bearer {}\r\n", server.member("ada"));
    let create = r#"{"kind":"tic-tac-toe-vs-house","open":true}"#;
    let table = between(&server.ask("POST", "/api/tables", &bearer, create), "\"tableId\":\"", "\"").to_owned();
    let poll = format!("GET /api/tables/{table}?wait=30&events_since=9 HTTP/1.1\r\nHost: t\r\n{bearer}\r\n");
    let park = |count: usize| {
        let parked: Vec<TcpStream> = (0..count).map(|_| server.connect()).collect();
        parked.iter().for_each(|mut stream| stream.write_all(poll.as_bytes()).unwrap());
        std::thread::sleep(Duration::from_millis(300));
        parked
    };
    let seventh = format!("/api/tables/{table}?wait=0.1&events_since=9");
    let full = park(6);
    let rejected = server.ask("GET", &seventh, &bearer, "");
    assert_eq!(status(&rejected), "429", "{rejected}");
    assert!(rejected.contains("retry-after: "), "{rejected}");
    drop(full);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(status(&server.ask("GET", &seventh, &bearer, "")), "200");
}

#[test]
fn pending_long_polls_are_answered_when_the_server_drains() {
    let server = Running::start("drain");
    let bearer = format!("Authorization: Bearer {}\r\n", server.member("ada"));
    let create = r#"{"kind":"tic-tac-toe-vs-house","open":true}"#;
    let table = between(&server.ask("POST", "/api/tables", &bearer, create), "\"tableId\":\"", "\"").to_owned();
    let mut parked = server.connect();
    write!(parked, "GET /api/tables/{table}?wait=30&events_since=9 HTTP/1.1\r\nHost: t\r\n{bearer}\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let began = Instant::now();
    drop(server);
    let mut answer = String::new();
    parked.read_to_string(&mut answer).unwrap();
    assert_eq!(status(&answer), "200", "{answer}");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn checks_come_in_their_order() {
    let server = Running::start("order");
    let bearer = format!("Authorization: Bearer {}\r\n", server.member("ada"));
    let large = format!("Content-Length: {}\r\n", 70_000);
    let ask = |head: &str| server.raw(&format!("{head} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n{large}\r\n"));
    assert_eq!(status(&ask("POST /api/nothing")), "404");
    assert_eq!(status(&ask("PUT /api/me")), "405");
    assert_eq!(status(&ask("DELETE /api/me")), "413");
    assert_eq!(status(&server.ask("DELETE", "/api/me", "", "{")), "401");
    assert_eq!(status(&server.ask("DELETE", "/api/me", "Authorization: Bearer x\r\n", "{")), "401");
    let broken = server.ask("DELETE", "/api/me", &bearer, "{");
    assert_eq!(status(&broken), "400");
    assert!(broken.contains(r#"{"error":"the body is not valid JSON","code":"invalid_request","hint":""#), "{broken}");
}

#[test]
fn rejects_malformed_messages_and_closes_their_connections() {
    let server = Running::start("malformed");
    assert_eq!(status(&server.raw("GET /api/games HTTP/1.1\r\nConnection: close\r\n\r\n")), "400");
    assert_eq!(status(&server.raw("GET / HTTP/1.1\r\nConnection: close\r\nHost: a\r\nHost: b\r\n\r\n")), "400");
    let many: String = (0..65).map(|at| format!("x-{at}: 1\r\n")).collect();
    assert_eq!(status(&server.ask("GET", "/", &many, "")), "431");
    let long = format!("x-long: {}\r\n", "a".repeat(17 << 10));
    assert_eq!(status(&server.ask("GET", "/", &long, "")), "431");
}

#[test]
fn a_cookie_changes_nothing_from_elsewhere() {
    let server = Running::start("cookie");
    let cookie = format!("Cookie: service_session={}\r\n", server.member("ada"));
    let pause =
        |headers: &str| server.ask("POST", "/api/me/pause", &format!("{cookie}{headers}"), r#"{"duration":"24h"}"#);
    let json = "Content-Type: application/json\r\n";
    assert_eq!(status(&pause("")), "403");
    assert_eq!(status(&pause(&format!("{json}Origin: https://evil.example\r\n"))), "403");
    assert_eq!(status(&pause(&format!("{json}Sec-Fetch-Site: cross-site\r\n"))), "403");
    assert_eq!(status(&pause(&format!("{json}Sec-Fetch-Site: same-origin\r\n"))), "200");
    let out = server.ask("POST", "/api/logout", &cookie, "");
    assert!(out.contains("set-cookie: service_session=; "), "{out}");
    assert_eq!(status(&server.ask("GET", "/api/leaderboard", &cookie, "")), "401");
}

#[test]
fn documents_are_asked_for_by_their_tags() {
    let server = Running::start("documents");
    for path in ["/openapi.json", "/skill.md", "/llms.txt", "/llms-full.txt", "/rules.md", "/rules.json", "/"] {
        let whole = server.ask("GET", path, "", "");
        let (head, body) = whole.split_once("\r\n\r\n").unwrap();
        let tag = between(&whole, "etag: ", "\r\n").to_owned();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
        // HEAD is GET without the body.
        let lasting = |head: &str| {
            head.lines().filter(|line| !volatile(line)).map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        let asked = server.ask("HEAD", path, "", "");
        assert_eq!((lasting(asked.trim_end()), asked.ends_with("\r\n\r\n")), (lasting(head), true), "{path}");
        // Nothing is said of the length of what is not sent.
        let known = server.ask("GET", path, &format!("If-None-Match: \"x\", W/{tag}\r\n"), "");
        assert_eq!(status(&known), "304", "{path}");
        assert!(known.contains(&tag) && known.contains("vary: accept-encoding"), "{known}");
        let known = server.ask("HEAD", path, &format!("If-None-Match: {tag}\r\n"), "");
        assert!(status(&known) == "304" && !known.contains("content-length"), "{known}");
        let rejected = server.ask("POST", path, "", "");
        assert!(status(&rejected) == "405" && rejected.contains("allow: GET, HEAD\r\n"), "{rejected}");
    }
    assert_eq!(status(&server.ask("GET", "/readyz", "X-Request-Id: abc-1\r\n", "")), "200");
    assert!(server.ask("GET", "/healthz", "X-Request-Id: abc-1\r\n", "").contains("x-request-id: abc-1"));
}
