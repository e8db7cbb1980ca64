//! Bytes on the wire: heads and bodies that come slowly or are too large, responses that the peer does not read. The
//! story sets the clock, so a deadline of ten seconds takes no time.

use crate::world::World;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::effects::Order;

pub(crate) const PLENTY: usize = 1 << 20;

/// One connection, and its received bytes.
pub(crate) struct Wire {
    world: World,
    near: DuplexStream,
    pub(crate) got: Vec<u8>,
    closed: bool,
}

impl Wire {
    pub(crate) fn new(holds: usize) -> Self {
        let mut world = World::new(Config::default());
        let near = world.connect(IpAddr::V4(Ipv4Addr::LOCALHOST), holds);
        world.settle();
        Self { world, near, got: Vec::new(), closed: false }
    }

    /// Write some bytes, and run until nothing more happens.
    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let mut context = Context::from_waker(Waker::noop());
        let wrote = Pin::new(&mut self.near).poll_write(&mut context, bytes.as_ref());
        match wrote {
            Poll::Ready(Ok(count)) => assert_eq!(count, bytes.as_ref().len()),
            Poll::Ready(Err(_)) => self.closed = true,
            Poll::Pending => panic!("the wire is full"),
        }
        self.world.settle();
    }

    /// All received bytes, as text.
    fn read(&mut self) -> String {
        self.read_bytes();
        String::from_utf8(self.got.clone()).unwrap()
    }

    pub(crate) fn read_bytes(&mut self) {
        let mut context = Context::from_waker(Waker::noop());
        let mut bytes = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.near).poll_read(&mut context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => self.got.extend_from_slice(buffer.filled()),
                Poll::Ready(_) => {
                    self.closed = true;
                    break;
                }
                Poll::Pending => break,
            }
            self.world.settle();
        }
    }

    /// The statuses of all answers so far.
    fn statuses(&mut self) -> Vec<u16> {
        let text = self.read();
        let lines = text.split("HTTP/1.").skip(1);
        lines.map(|line| line[2..5].parse().unwrap()).collect()
    }

    pub(crate) fn is_closed(&mut self) -> bool {
        self.read_bytes();
        self.closed
    }

    pub(crate) fn later(&mut self, ms: u64) {
        let to = self.world.now() + ms;
        while self.world.advance(to) {}
    }

    /// A member's token.
    fn member(&mut self) -> String {
        let order = Order::Invite { uses: 1, expires_in_s: None, test: false };
        let Ok(Answer::Invited(invited)) = self.world.operate(order).map(|replied| replied.answer) else {
            panic!("the operator invites")
        };
        let client_ref = "00000000-0000-4000-8000-000000000001";
        let join = format!(r#"{{"inviteCode":"{}","handle":"ada","clientRef":"{client_ref}"}}"#, invited.invite_code);
        self.write(format!("POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{join}", join.len()));
        let reported = self.read();
        self.got.clear();
        let (_, cookie) = reported.split_once("service_session=").unwrap();
        cookie.split_once(';').unwrap().0.to_owned()
    }
}

const GET: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

#[test]
fn a_head_times_out_after_twenty_seconds() {
    let mut wire = Wire::new(PLENTY);
    wire.write("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Drip: ");
    for _ in 0..19 {
        wire.later(1000);
        wire.write("x");
        assert!(!wire.is_closed());
    }
    wire.later(1000);
    assert!(wire.is_closed());
    assert!(wire.statuses().is_empty(), "no request was sent yet");
}

#[test]
fn an_idle_connection_times_out_after_twenty_seconds() {
    let mut wire = Wire::new(PLENTY);
    for _ in 0..3 {
        wire.write(GET);
        wire.later(19_900);
        assert!(!wire.is_closed());
    }
    wire.later(100);
    assert!(wire.is_closed());
    assert_eq!(wire.statuses(), [200, 200, 200]);
}

#[test]
fn a_body_times_out_after_ten_seconds() {
    let mut wire = Wire::new(PLENTY);
    let token = wire.member();
    let head = |length: usize| {
        format!(
            "PATCH /api/me/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    // In time.
    wire.write(head(14) + "{");
    wire.later(9900);
    wire.write(r#""bio":"slow"}"#);
    assert_eq!(wire.statuses(), [200]);
    // Not in time.
    wire.write(head(100) + "{");
    for _ in 0..9 {
        wire.later(1000);
        wire.write(" ");
        assert!(!wire.is_closed());
    }
    wire.later(1000);
    assert!(wire.is_closed());
    assert_eq!(wire.statuses(), [200, 400]);
    let reported = wire.read();
    assert!(
        reported.contains(r#"{"error":"the body did not arrive in time","code":"invalid_request","hint":""#),
        "{reported}"
    );
    assert_eq!(reported.matches("connection: close").count(), 1, "{reported}");
}

#[test]
fn a_pending_poll_survives_these_timeouts() {
    let mut wire = Wire::new(PLENTY);
    let token = wire.member();
    let head = |line: &str, length: usize| {
        format!("{line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n")
    };
    let create = r#"{"kind":"tic-tac-toe-vs-house","open":true}"#;
    wire.write(head("POST /api/tables", create.len()) + create);
    let made = wire.read();
    let (_, table) = made.split_once(r#""tableId":""#).unwrap();
    let table = table.trim_end_matches("\"}").to_owned();
    wire.got.clear();
    wire.write(head(&format!("GET /api/tables/{table}?wait=50&events_since=0"), 0));
    wire.later(49_900);
    assert!(wire.statuses().is_empty());
    wire.later(100);
    assert_eq!(wire.statuses(), [200]);
    assert!(!wire.is_closed());
}

#[test]
fn a_peer_that_does_not_read_is_disconnected_after_thirty_seconds() {
    let mut wire = Wire::new(256);
    // The front page does not fit into the connection's buffer.
    wire.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    wire.later(29_900);
    let mut late = Wire::new(256);
    late.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    late.later(29_900);
    assert_eq!(late.statuses(), [200], "in time");
    assert!(late.read().ends_with("</html>"));
    wire.later(200);
    assert!(!wire.read().contains("</html>"), "too late: the connection is closed");
    assert!(wire.closed);
}

#[test]
fn heads_have_sixty_four_headers_and_sixteen_kibibytes_of_them() {
    let ask = |headers: &str| {
        let mut wire = Wire::new(PLENTY);
        wire.write(format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{headers}\r\n"));
        wire.statuses()
    };
    let many = |count: usize| (1..count).map(|at| format!("X-{at}: y\r\n")).collect::<String>();
    assert_eq!(ask(&many(64)), [200]);
    assert_eq!(ask(&many(65)), [431]);
    assert_eq!(ask(&many(90)), [431]);
    // A name, a value, and four bytes around them.
    let large = |bytes: usize| format!("X: {}\r\n", "y".repeat(bytes - "Host: a\r\n".len() - "X: \r\n".len()));
    assert_eq!(ask(&large(16 << 10)), [200]);
    assert_eq!(ask(&large((16 << 10) + 1)), [431]);
}

/// A JSON object of this many bytes.
fn body(bytes: usize) -> String {
    format!(r#"{{"x":"{}"}}"#, "y".repeat(bytes - 8))
}

#[test]
fn bodies_have_sixty_four_kibibytes_announced_or_not() {
    const MOST: usize = 64 << 10;
    let post = |headers: &str, body: &str| {
        let mut wire = Wire::new(PLENTY);
        wire.write(format!("POST /api/join HTTP/1.1\r\nHost: a\r\n{headers}\r\n{body}"));
        wire.statuses()
    };
    let announced = |bytes: usize| post(&format!("Content-Length: {bytes}\r\n"), &body(bytes));
    assert_eq!(announced(MOST), [400], "read, and no signup");
    assert_eq!(announced(MOST + 1), [413]);
    let chunked = |bytes: usize| {
        let body = body(bytes);
        let chunks = body.as_bytes().chunks(1000).map(|chunk| String::from_utf8_lossy(chunk).into_owned());
        let chunks: String = chunks.map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len())).collect();
        post("Transfer-Encoding: chunked\r\n", &format!("{chunks}0\r\n\r\n"))
    };
    assert_eq!(chunked(MOST), [400]);
    assert_eq!(chunked(MOST + 1), [413]);
    // Before any byte of the body, so that it is not sent in vain.
    assert_eq!(post("Content-Length: 99999999\r\n", ""), [413]);
    for length in [1_u64 << 63, u64::MAX - 2] {
        assert_eq!(post(&format!("Content-Length: {length}\r\n"), ""), [413], "{length}");
    }
    assert_eq!(post("Content-Length: 99999999\r\nExpect: 100-continue\r\n", ""), [413]);
    assert_eq!(post("Content-Length: 10\r\nExpect: 100-continue\r\n", ""), [100]);
}

#[test]
fn a_body_is_not_parsed_as_a_request() {
    let mut wire = Wire::new(PLENTY);
    // To routes without a body, and to unknown ones.
    wire.write(format!("GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{GET}{GET}", GET.len()));
    wire.write(format!("DELETE /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{GET}{GET}", GET.len()));
    assert_eq!(wire.statuses(), [200, 200, 404, 200]);
}

#[test]
fn an_error_before_the_body_keeps_the_connection_open() {
    for (request, rejected) in [
        ("POST /nowhere HTTP/1.1\r\nHost: a\r\n", 404),
        ("POST /api/games HTTP/1.1\r\nHost: a\r\n", 405),
        ("POST /healthz HTTP/1.1\r\nHost: a\r\n", 405),
        ("POST /api/logout HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer dead\r\n", 401),
        ("GET /api/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer dead\r\n", 401),
        ("GET /api/leaderboard HTTP/1.1\r\nHost: a\r\n", 200),
    ] {
        let mut wire = Wire::new(PLENTY);
        wire.write(format!("{request}Content-Length: 4\r\n\r\n"));
        wire.write("{");
        wire.write(format!("}}  {GET}"));
        assert_eq!(wire.statuses(), [rejected, 200], "{request}");
        assert!(!wire.is_closed());
    }
}

#[test]
fn an_error_without_reading_the_body_closes_the_connection() {
    for (headers, rejected) in [
        ("Content-Length: 99999999", 404),
        ("Content-Length: 4\r\nExpect: 100-continue", 404),
        ("Transfer-Encoding: chunked", 404),
    ] {
        let mut wire = Wire::new(PLENTY);
        wire.write(format!("POST /nowhere HTTP/1.1\r\nHost: a\r\n{headers}\r\n\r\n"));
        assert_eq!(wire.statuses(), [rejected], "{headers}");
        assert!(wire.read().contains("connection: close"), "{headers}");
    }
    let mut wire = Wire::new(PLENTY);
    wire.write("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n{");
    wire.later(10_000);
    assert!(wire.read().contains("connection: close"), "a body that does not come is not waited for");
    assert!(wire.is_closed());
}

#[test]
fn rejects_other_protocols_and_closes_the_connection() {
    let headers: String = (0..500).map(|at| format!("X-{at}: y\r\n")).collect();
    for bytes in [
        "what?\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost a\r\n\r\n".to_owned(),
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nwhat?\r\n\r\n".to_owned(),
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n".to_owned(),
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: a\r\n{headers}\r\n"),
        format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", "a".repeat(70_000)),
    ] {
        for before in ["", GET] {
            let mut wire = Wire::new(PLENTY);
            wire.write(format!("{before}{bytes}"));
            let last = wire.statuses().last().copied().unwrap();
            assert!((400..500).contains(&last), "{bytes:.80}: {last}");
            assert!(wire.is_closed(), "{bytes:.80}");
        }
    }
}

#[test]
fn chunked_encoding_wins_over_content_length_and_closes_the_connection() {
    let mut wire = Wire::new(PLENTY);
    let two = "POST /api/token HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
    wire.write(format!("{two}2\r\n{{}}\r\n0\r\n\r\n{GET}"));
    assert_eq!(wire.statuses(), [400], "nothing after it is answered");
    let reported = wire.read();
    assert!(
        reported.contains("handle: is missing") && reported.contains("connection: close"),
        "its body was read: {reported}"
    );
    assert!(wire.is_closed());
}

#[test]
fn a_head_is_answered_without_a_body() {
    let mut wire = Wire::new(PLENTY);
    for path in ["/api/games", "/healthz"] {
        wire.write(format!("HEAD {path} HTTP/1.1\r\nHost: a\r\n\r\n"));
    }
    wire.write(GET);
    assert_eq!(wire.statuses(), [405, 200, 200]);
    let reported = wire.read();
    assert!(reported.contains("allow: GET") && !reported.contains("error"), "{reported}");
    assert!(reported.ends_with("\r\n\r\nok\n") && reported.matches("ok\n").count() == 1, "{reported}");
}

/// The first bytes of every HTTP/2 connection, and the client's settings.
pub(crate) const PREFACE: &str = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub(crate) const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];

#[test]
fn a_silent_connection_times_out_after_twenty_seconds() {
    let mut wire = Wire::new(PLENTY);
    wire.later(19_900);
    assert!(!wire.is_closed());
    wire.later(100);
    assert!(wire.is_closed());
    assert!(wire.got.is_empty(), "no request was sent yet");
}

#[test]
fn a_partial_http_2_preface_times_out_after_twenty_seconds() {
    for part in [1, 3, 14, PREFACE.len() - 1] {
        let mut wire = Wire::new(PLENTY);
        wire.write(&PREFACE[..part]);
        wire.later(19_900);
        assert!(!wire.is_closed(), "{part} bytes");
        wire.later(100);
        assert!(wire.is_closed(), "{part} bytes");
    }
    let mut wire = Wire::new(PLENTY);
    for at in 0..20 {
        wire.write(&PREFACE[at..=at]);
        assert!(!wire.is_closed());
        wire.later(1000);
    }
    assert!(wire.is_closed());
}

#[test]
fn the_first_bytes_select_the_version_of_http() {
    // It begins like HTTP/2, then differs.
    for (first, rest) in
        [("P", "UT /healthz HTTP/1.1\r\nHost: a\r\n\r\n"), ("PRI", " /healthz HTTP/1.1\r\nHost: a\r\n\r\n")]
    {
        let mut wire = Wire::new(PLENTY);
        wire.write(first);
        wire.later(1000);
        wire.write(rest);
        assert_eq!(wire.statuses(), [405], "{first}");
        wire.write(GET);
        assert_eq!(wire.statuses(), [405, 200], "{first}");
    }
    // A byte at a time, and all at once with what follows.
    for size in [1, 100] {
        let mut wire = Wire::new(PLENTY);
        for bytes in [PREFACE.as_bytes(), &SETTINGS].concat().chunks(size) {
            wire.write(bytes);
        }
        wire.read_bytes();
        assert_eq!(wire.got.get(3), Some(&SETTINGS[3]), "the server's settings come first");
        assert!(!wire.closed);
    }
}

#[test]
fn a_drain_closes_connections_without_a_request_at_once() {
    for said in ["", "PRI * HT"] {
        let mut world = World::new(Config::default());
        let (drain, drained) = tokio::sync::oneshot::channel();
        let closing = async { drop(drained.await) };
        let near = world.connect_until(IpAddr::V4(Ipv4Addr::LOCALHOST), PLENTY, closing);
        world.settle();
        let mut wire = Wire { world, near, got: Vec::new(), closed: false };
        wire.write(said);
        assert!(!wire.is_closed(), "{said:?}");
        drain.send(()).unwrap();
        wire.world.settle();
        assert!(wire.is_closed(), "{said:?}");
        assert!(wire.got.is_empty(), "{said:?}");
    }
}
