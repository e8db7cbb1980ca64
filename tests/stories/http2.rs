//! HTTP/2 with peers that hold resources: connections without a request, responses that they do not read, more streams
//! than needed. The story sets the clock.

use crate::executor::Spawner;
use crate::wire::{PLENTY, PREFACE, SETTINGS, Wire};
use crate::world::World;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::effects::Order;

/// The result of a peer's task, once it has one.
type Place<T> = Arc<Mutex<Option<T>>>;

#[derive(Clone)]
struct Spawn(Spawner);

impl<F: Future<Output: Send> + Send + 'static> hyper::rt::Executor<F> for Spawn {
    fn execute(&self, task: F) {
        self.0.spawn(async move { drop(task.await) });
    }
}

/// A peer with one connection, which answers every PING.
struct Peer {
    world: World,
    sender: SendRequest<Full<Bytes>>,
    left: Place<()>,
    token: Option<String>,
}

impl Peer {
    /// Connect; this many bytes of each response are accepted before its body is read.
    fn new(window: u32) -> Self {
        let mut world = World::new(Config::default());
        let near = world.connect(IpAddr::V4(Ipv4Addr::LOCALHOST), PLENTY);
        let (sender, left): (Place<_>, Place<()>) = Default::default();
        let (placed, ended, spawner) = (sender.clone(), left.clone(), world.spawner());
        let tasks = Spawn(spawner.clone());
        spawner.spawn(async move {
            let mut builder = Builder::new(tasks);
            builder.initial_stream_window_size(window);
            let (sender, connection) = builder.handshake(TokioIo::new(near)).await.unwrap();
            *placed.lock().unwrap() = Some(sender);
            drop(connection.await);
            *ended.lock().unwrap() = Some(());
        });
        world.settle();
        let sender = sender.lock().unwrap().take().unwrap();
        Self { world, sender, left, token: None }
    }

    fn later(&mut self, ms: u64) {
        let to = self.world.now() + ms;
        while self.world.advance(to) {}
    }

    fn has_left(&self) -> bool {
        self.left.lock().unwrap().is_some()
    }

    fn runs<T: Send + 'static>(&mut self, task: impl Future<Output = T> + Send + 'static) -> Place<T> {
        let place = Place::default();
        let placed = place.clone();
        self.world.spawner().spawn(async move {
            let came = task.await;
            *placed.lock().unwrap() = Some(came);
        });
        self.world.settle();
        place
    }

    /// Send a request; the response's body is not read.
    fn asks(&mut self, method: &str, path: &str, body: &Value) -> Place<http::Response<Incoming>> {
        let mut request = http::Request::builder().method(method).uri(format!("https://turnstone.example{path}"));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = request.body(Full::new(Bytes::from(body))).unwrap();
        let mut sender = self.sender.clone();
        self.runs(async move { sender.send_request(request).await.unwrap() })
    }

    /// Read the body of a received response; `None` if its stream was reset.
    fn reads(&mut self, answer: &Place<http::Response<Incoming>>) -> Option<Bytes> {
        let body = answer.lock().unwrap().take().expect("an answer").into_body();
        let read = self.runs(async move { body.collect().await.ok().map(http_body_util::Collected::to_bytes) });
        let read = read.lock().unwrap().take();
        read.expect("the rest of the body or the end of its stream")
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let answer = self.asks("POST", path, body);
        assert_eq!(answer.lock().unwrap().as_ref().unwrap().status(), 200);
        serde_json::from_slice(&self.reads(&answer).unwrap()).unwrap()
    }

    /// Join as a member and open a table; returns a poll there that waits for this many seconds.
    fn waiting(&mut self, seconds: u64) -> String {
        let order = Order::Invite { uses: 1, expires_in_s: None, test: false };
        let Ok(Answer::Invited(invited)) = self.world.operate(order).map(|replied| replied.answer) else {
            panic!("the operator invites")
        };
        let client_ref = "00000000-0000-4000-8000-000000000001";
        let join = json!({ "inviteCode": invited.invite_code, "handle": "ada", "clientRef": client_ref });
        let joined = self.post("/api/join", &join);
        let token = self.post("/api/token", &json!({ "handle": "ada", "recoveryCode": joined["recoveryCode"] }));
        self.token = token["token"].as_str().map(str::to_owned);
        let made = self.post("/api/tables", &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
        format!("/api/tables/{}?wait={seconds}&events_since=0", made["tableId"].as_str().unwrap())
    }
}

fn status(answer: &Place<http::Response<Incoming>>) -> Option<u16> {
    answer.lock().unwrap().as_ref().map(|answer| answer.status().as_u16())
}

#[test]
fn a_connection_without_a_stream_times_out_after_a_minute() {
    let mut peer = Peer::new(65_535);
    peer.later(59_900);
    let answer = peer.asks("GET", "/healthz", &Value::Null);
    assert_eq!(status(&answer), Some(200));
    assert!(peer.reads(&answer).is_some());
    peer.later(59_900);
    assert!(!peer.has_left(), "a minute since its last stream");
    peer.later(100);
    assert!(peer.has_left());
}

#[test]
fn a_connection_with_a_pending_poll_is_not_idle() {
    let mut peer = Peer::new(65_535);
    let poll = peer.waiting(50);
    for _ in 0..3 {
        let answer = peer.asks("GET", &poll, &Value::Null);
        peer.later(50_000);
        assert_eq!(status(&answer), Some(200));
        assert!(peer.reads(&answer).is_some() && !peer.has_left());
    }
    peer.later(60_000);
    assert!(peer.has_left());
}

#[test]
fn only_an_unread_response_is_dropped_after_thirty_seconds() {
    let mut peer = Peer::new(100);
    let answer = peer.asks("GET", "/", &Value::Null);
    assert_eq!(status(&answer), Some(200), "heads are not flow-controlled");
    peer.later(29_900);
    assert!(peer.reads(&answer).unwrap().ends_with(b"</html>"), "in time");

    let left = peer.asks("GET", "/", &Value::Null);
    peer.later(20_000);
    let other = peer.asks("GET", "/", &Value::Null);
    peer.later(10_000);
    assert!(peer.reads(&left).is_none(), "too late");
    assert!(peer.reads(&other).unwrap().ends_with(b"</html>"), "in time");
    assert!(!peer.has_left());
}

#[test]
fn a_response_with_an_empty_window_is_dropped_too() {
    let mut peer = Peer::new(0);
    let answer = peer.asks("GET", "/", &Value::Null);
    let body = answer.lock().unwrap().take().expect("an answer").into_body();
    let read = peer.runs(async move { body.collect().await.is_ok() });
    peer.later(29_900);
    assert_eq!(*read.lock().unwrap(), None);
    peer.later(100);
    assert_eq!(*read.lock().unwrap(), Some(false), "its stream was reset");
}

#[test]
fn an_unread_response_does_not_keep_its_connection() {
    let mut peer = Peer::new(100);
    let answer = peer.asks("GET", "/", &Value::Null);
    peer.later(30_000);
    peer.later(59_900);
    assert!(!peer.has_left());
    peer.later(100);
    assert!(peer.has_left(), "a minute after the answer was dropped");
    drop(answer);
}

#[test]
fn a_poll_is_independent_of_unread_responses() {
    let mut peer = Peer::new(65_535);
    let path = peer.waiting(50);
    let poll = peer.asks("GET", &path, &Value::Null);
    // Taken from the window of the whole connection, which then is empty.
    let unread: Vec<_> = (0..3).map(|_| peer.asks("GET", "/openapi.json", &Value::Null)).collect();
    peer.later(49_900);
    assert_eq!(status(&poll), None);
    peer.later(100);
    assert_eq!(status(&poll), Some(200), "the pause is the requested one");
    assert!(unread.iter().all(|answer| peer.reads(answer).is_none()));
}

#[test]
fn resets_streams_past_the_memory_of_their_address() {
    let mut peer = Peer::new(0);
    let asks = |peer: &mut Peer| {
        let request = http::Request::get("https://turnstone.example/nothing").body(Full::default()).unwrap();
        let mut sender = peer.sender.clone();
        let answer = peer.runs(async move { sender.send_request(request).await.ok() });
        answer.lock().unwrap().take().expect("a head or a reset, at once")
    };
    let held: Vec<_> = (0..64).map_while(|_| asks(&mut peer)).collect();
    // 8 KiB a stream, and the bytes of an error.
    assert!((28..32).contains(&held.len()), "{} streams", held.len());
    assert!(asks(&mut peer).is_none(), "no place yet");
    peer.later(30_000);
    assert!(asks(&mut peer).is_some(), "unread responses are dropped by now");
    drop(held);
}

/// Received frames: type, flags and payload.
fn frames(mut bytes: &[u8]) -> Vec<(u8, u8, Vec<u8>)> {
    let mut frames = Vec::new();
    while let [a, b, c, kind, flags, _, _, _, _, rest @ ..] = bytes {
        let length = usize::from(*a) << 16 | usize::from(*b) << 8 | usize::from(*c);
        let (payload, after) = rest.split_at(length);
        frames.push((*kind, *flags, payload.to_vec()));
        bytes = after;
    }
    frames
}

const SETTINGS_FRAME: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const ACK: u8 = 1;

#[test]
fn a_peer_that_answers_pings_is_still_closed_after_goaway() {
    let mut wire = Wire::new(PLENTY);
    wire.write([PREFACE.as_bytes(), &SETTINGS].concat());
    let mut answered = 0;
    for second in 1..=65 {
        wire.later(1000);
        wire.read_bytes();
        let came = frames(&wire.got);
        let has_said_goodbye = came.iter().any(|(kind, ..)| *kind == GOAWAY);
        assert_eq!(has_said_goodbye, second >= 60, "after {second} s");
        assert_eq!(wire.is_closed(), second == 65, "after {second} s");
        // The PING that comes with GOAWAY is not answered.
        let pings: Vec<_> = came.iter().filter(|(kind, flags, _)| *kind == PING && flags & ACK == 0).collect();
        for (_, _, payload) in pings.iter().skip(answered).filter(|_| second < 60) {
            wire.write([&[0, 0, 8, PING, ACK, 0, 0, 0, 0], payload.as_slice()].concat());
            answered += 1;
        }
    }
    assert!(answered > 0, "its presence was checked");
}

#[test]
fn the_settings_announce_the_limits_of_a_connection() {
    let mut wire = Wire::new(PLENTY);
    wire.write([PREFACE.as_bytes(), &SETTINGS].concat());
    wire.read_bytes();
    let came = frames(&wire.got);
    let (_, _, settings) = came.iter().find(|(kind, ..)| *kind == SETTINGS_FRAME).unwrap();
    let setting = |id: u8| {
        let mut all = settings.chunks(6).filter(|own| own[1] == id);
        all.next().map(|own| u32::from_be_bytes([own[2], own[3], own[4], own[5]]))
    };
    assert_eq!(setting(3), Some(64), "streams");
    assert_eq!(setting(4), Some(64 << 10), "bytes of a body on their way");
    assert_eq!(setting(6), Some(16 << 10), "bytes of headers");
}
