//! A client: joins, plays, chats and waits over HTTP, and judges what it is told.

use super::SERVER;
use super::place::Place;
use crate::rng::Rng;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use madsim::net::TcpStream;
use madsim::time::{Instant, sleep, timeout};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long a client waits for anything.
const PATIENCE: Duration = Duration::from_secs(75);

/// A client of the service.
pub(super) struct Client {
    n: u64,
    rng: Rng,
    place: Arc<Place>,
    token: Option<String>,
    code: Option<String>,
    /// Tables that were acknowledged, with the plies and the messages that were.
    tables: Vec<Own>,
    refs: u32,
}

struct Own {
    id: String,
    plies: u64,
    message: u64,
}

/// An answer, or none because the connection was lost.
type Told = Option<(u16, Value)>;

impl Client {
    pub(super) fn new(n: u64, seed: u64, place: Arc<Place>) -> Self {
        Self { n, rng: Rng::new(seed), place, token: None, code: None, tables: Vec::new(), refs: 0 }
    }

    /// Live for so many seconds, then, when the faults are over, look whether all that was acknowledged is there.
    pub(super) async fn live(mut self, seconds: u64) {
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            self.do_something().await;
            sleep(Duration::from_millis(self.rng.below(1_500))).await;
        }
        while !self.place.is_calm() {
            sleep(Duration::from_secs(1)).await;
        }
        // What was on its way when the faults stopped may still be lost.
        sleep(Duration::from_secs(30)).await;
        self.last_look().await;
    }

    async fn do_something(&mut self) {
        if self.token.is_none() {
            return self.sign_in().await;
        }
        match self.rng.below(12) {
            0 => self.create().await,
            1 => self.sit().await,
            2 => self.say().await,
            3 => self.poll().await,
            4 => self.half_a_request().await,
            5 => {
                let paths =
                    ["/api/me", "/api/me/tables", "/api/tables/open", "/api/daily", "/api/me/ledger", "/skill.md"];
                drop(self.call("GET", self.rng.clone().one(&paths), None).await);
                self.rng.bits();
            }
            _ => self.play().await,
        }
    }

    async fn sign_in(&mut self) {
        if let Some(code) = self.code.clone() {
            let body = json!({ "handle": self.handle(), "recoveryCode": code });
            match self.call("POST", "/api/token", Some(body)).await {
                Some((200, answer)) => self.token = answer["token"].as_str().map(str::to_owned),
                Some((401, answer)) => self.place.fail(format!("an acknowledged account is gone: {answer}")),
                Some(_) | None => {}
            }
            return;
        }
        let Some(invitation) = self.place.invitation() else { return };
        // The same request again and again, until it is answered.
        let body = json!({ "inviteCode": invitation, "handle": self.handle(), "clientRef": format!("00000000-0000-4000-8000-{:012}", self.n) });
        match self.call("POST", "/api/join", Some(body)).await {
            Some((200, answer)) => {
                self.place.hit("outer: joined");
                self.code = answer["recoveryCode"].as_str().map(str::to_owned);
            }
            Some((409 | 429 | 503, _)) | None => {}
            Some((status, answer)) => self.place.fail(format!("a repeated join was answered {status}: {answer}")),
        }
    }

    fn handle(&self) -> String {
        format!("member{}", self.n)
    }

    async fn create(&mut self) {
        let kinds = ["tic-tac-toe-vs-house", "connect-four-vs-house", "rps-vs-house", "blackjack"];
        let kind = self.rng.one(&kinds);
        self.refs += 1;
        let open = kind != "blackjack" && self.rng.percent(60);
        let body =
            json!({ "kind": kind, "open": open, "stake": 1, "clientRef": format!("table-{}-{}", self.n, self.refs) });
        let mut first: Option<String> = None;
        for _ in 0..self.rng.between(1, 3) {
            let Some((200, answer)) = self.call("POST", "/api/tables", Some(body.clone())).await else { continue };
            let id = answer["tableId"].as_str().unwrap_or_default().to_owned();
            if let Some(first) = &first {
                self.place.hit("outer: a creation was repeated");
                if *first != id {
                    self.place.fail(format!("a repeated creation made {first} and {id}"));
                }
                continue;
            }
            self.place.made(&id);
            self.tables.push(Own { id: id.clone(), plies: 0, message: 0 });
            first = Some(id);
        }
    }

    async fn sit(&mut self) {
        let Some(table) = self.place.some_table(&mut self.rng) else { return };
        if let Some((200, _)) = self.call("POST", &format!("/api/tables/{table}/join"), None).await {
            self.place.hit("outer: sat down");
            self.tables.push(Own { id: table, plies: 0, message: 0 });
        }
    }

    async fn say(&mut self) {
        let Some(at) = self.some_own() else { return };
        let path = format!("/api/tables/{}/messages", self.tables[at].id);
        if let Some((200, answer)) = self.call("POST", &path, Some(json!({ "body": "hello" }))).await {
            let id = answer["message"]["id"].as_u64().unwrap_or_default();
            self.tables[at].message = self.tables[at].message.max(id);
        }
    }

    fn some_own(&mut self) -> Option<usize> {
        let recent = self.tables.len().saturating_sub(4);
        (!self.tables.is_empty()).then(|| recent + self.rng.below((self.tables.len() - recent) as u64) as usize)
    }

    /// A long-poll: without a fault on the way it ends by its deadline.
    async fn poll(&mut self) {
        let Some(at) = self.some_own() else { return };
        let Some((200, view)) = self.read(at, "").await else { return };
        let wait = self.rng.between(1, 20);
        let (troubles, began) = (self.place.troubles(), Instant::now());
        let query = format!("?wait={wait}&events_since={}", view["state"]["eventsAt"]);
        let told = self.read(at, &query).await;
        if self.place.troubles() == troubles {
            self.place.hit("outer: a poll without faults");
            let took = began.elapsed();
            if took > Duration::from_secs(wait + 15) {
                self.place.fail(format!("a poll of {wait} s took {took:?}: {told:?}"));
            }
        }
    }

    /// Read a table that was acknowledged: it is there, and no shorter than it was.
    async fn read(&mut self, at: usize, query: &str) -> Told {
        let path = format!("/api/tables/{}{query}", self.tables[at].id);
        let told = self.call("GET", &path, None).await;
        let own = &self.tables[at];
        match &told {
            Some((404, answer)) => self.place.fail(format!("an acknowledged table is gone: {path} {answer}")),
            Some((200, view)) => {
                let plies = view["state"]["plies"].as_u64().unwrap_or_default();
                if plies < own.plies {
                    self.place.fail(format!("{path}: {plies} plies, {} were acknowledged", own.plies));
                }
            }
            Some(_) | None => {}
        }
        told
    }

    /// Read and move; sometimes two moves race, and one at most may win.
    async fn play(&mut self) {
        let Some(at) = self.some_own() else { return };
        let Some((200, view)) = self.read(at, "").await else { return };
        let Some(legal) = view["state"]["legalActions"].as_array().filter(|legal| !legal.is_empty()).cloned() else {
            return;
        };
        let plies = view["state"]["plies"].as_u64().unwrap_or_default();
        let path = format!("/api/tables/{}/action", self.tables[at].id);
        let mut body = || {
            let action = legal[self.rng.below(legal.len() as u64) as usize].clone();
            json!({ "action": action, "expectedPlies": plies })
        };
        let (one, other) = (body(), body());
        let race = self.rng.percent(30);
        let told = if race {
            let (a, b) = futures_join(self.send("POST", &path, Some(one)), self.send("POST", &path, Some(other))).await;
            let wins = [&a, &b].iter().filter(|told| matches!(told, Some((200, _)))).count();
            self.place.hit("outer: two moves raced");
            if wins > 1 {
                self.place.fail(format!("two racing moves won at {path}, plies {plies}"));
            }
            self.judge(&a);
            self.judge(&b);
            if matches!(a, Some((200, _))) { a } else { b }
        } else {
            self.call("POST", &path, Some(one)).await
        };
        if matches!(told, Some((200, _))) {
            self.place.hit("outer: moved");
            self.tables[at].plies = self.tables[at].plies.max(plies + 1);
        }
    }

    /// A peer that dies in the middle of a request.
    async fn half_a_request(&mut self) {
        use tokio::io::AsyncWriteExt;
        let connected = timeout(Duration::from_secs(5), TcpStream::connect(format!("{SERVER}:80"))).await;
        let Ok(Ok(mut stream)) = connected else { return };
        let head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 400\r\n\r\n{\"ki";
        let part = self.rng.between(1, head.len() as u64) as usize;
        let sent = stream.write_all(&head[..part]).await.is_ok() && stream.flush().await.is_ok();
        if sent {
            self.place.hit("fault: half a request");
        }
        sleep(Duration::from_secs(self.rng.below(5))).await;
    }

    async fn call(&mut self, method: &str, path: &str, body: Option<Value>) -> Told {
        let told = self.send(method, path, body).await;
        self.judge(&told);
        if matches!(told, Some((401, _))) && self.token.is_some() {
            self.place.fail(format!("a token that was not revoked is refused at {path}"));
        }
        told
    }

    fn judge(&self, told: &Told) {
        let Some((status, body)) = told else { return self.place.hit("outer: no answer") };
        self.place.told(*status, body.to_string().as_bytes());
        match status {
            503 => self.place.hit("outer: 503"),
            500.. => self.place.fail(format!("answered {status}: {body}")),
            400 => self.place.hit("outer: 400"),
            401..500 => self.place.hit("outer: 4xx"),
            0..400 => self.place.hit("outer: answered"),
        }
    }

    async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Told {
        let troubles = self.place.troubles();
        let told = timeout(PATIENCE, self.exchange(method, path, body)).await;
        if told.is_err() && self.place.troubles() == troubles {
            self.place.fail(format!("{method} {path} was not answered although there was no fault"));
        }
        told.ok().flatten()
    }

    async fn exchange(&self, method: &str, path: &str, body: Option<Value>) -> Told {
        let stream = TcpStream::connect(format!("{SERVER}:80")).await.ok()?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
        let connection = madsim::task::spawn(connection);
        let mut request = http::Request::builder().method(method).uri(path).header("host", "turnstone.example");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let body = body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        let request = request.body(Full::new(body)).expect("a request that can be written");
        let response = sender.send_request(request).await.ok()?;
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.ok()?.to_bytes();
        connection.abort();
        Some((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
    }

    /// In the calm: everything acknowledged is there, and a parked poll hears of a message at once.
    async fn last_look(&mut self) {
        let mut patience = 60;
        while self.token.is_none() && self.place.invitation().is_some() && patience > 0 {
            self.sign_in().await;
            sleep(Duration::from_secs(1)).await;
            patience -= 1;
        }
        for at in 0..self.tables.len() {
            let Some((200, _)) = self.read(at, "").await else { continue };
            let own = &self.tables[at];
            let (id, message) = (own.id.clone(), own.message);
            self.place.hit("outer: acknowledged tables found again");
            if message > 0 {
                let path = format!("/api/tables/{id}/messages?since={}", message - 1);
                let told = self.call("GET", &path, None).await;
                let there = matches!(&told, Some((200, page)) if page["messages"][0]["id"].as_u64() == Some(message));
                if !there {
                    self.place.fail(format!("an acknowledged message is gone: {path} {told:?}"));
                }
            }
        }
        self.wake_up().await;
    }

    async fn wake_up(&mut self) {
        let body = json!({ "kind": "tic-tac-toe-vs-house", "open": true, "stake": 1 });
        let Some((200, answer)) = self.call("POST", "/api/tables", Some(body)).await else { return };
        let id = answer["tableId"].as_str().unwrap_or_default().to_owned();
        let poll = format!("/api/tables/{id}?wait=40&msgs_since=0");
        let say = format!("/api/tables/{id}/messages");
        let speak = async {
            sleep(Duration::from_secs(3)).await;
            let told = self.send("POST", &say, Some(json!({ "body": "wake up" }))).await;
            (told, Instant::now())
        };
        let hear = async { (self.send("GET", &poll, None).await, Instant::now()) };
        let ((said, said_at), (heard, heard_at)) = futures_join(speak, hear).await;
        if matches!(said, Some((200, _))) {
            self.place.hit("outer: a wake-up in the calm");
            let late = heard_at.saturating_duration_since(said_at);
            if late > Duration::from_secs(1) || !matches!(heard, Some((200, _))) {
                self.place.fail(format!("a parked poll heard of a message {late:?} late: {heard:?}"));
            }
        }
    }
}

/// Both futures, side by side.
async fn futures_join<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> (A, B) {
    let (mut a, mut b) = (std::pin::pin!(a), std::pin::pin!(b));
    let (mut one, mut other) = (None, None);
    std::future::poll_fn(move |context| {
        use std::task::Poll;
        if one.is_none()
            && let Poll::Ready(value) = a.as_mut().poll(context)
        {
            one = Some(value);
        }
        if other.is_none()
            && let Poll::Ready(value) = b.as_mut().poll(context)
        {
            other = Some(value);
        }
        if one.is_some() && other.is_some() {
            return Poll::Ready((one.take().expect("seen just now"), other.take().expect("seen just now")));
        }
        Poll::Pending
    })
    .await
}
