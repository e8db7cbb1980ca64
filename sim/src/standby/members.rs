//! Members who write to whichever machine answers, and remember what was acknowledged.

use super::world::{MACHINES, PORT, Running, StandbyWorld};
use crate::rng::{Rng, mix};
use crate::world::ms;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use madsim::time::{sleep, timeout};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use turnstone_service::answer::Answer;
use turnstone_service::effects::Order;

/// How long a client waits for a response.
const PATIENCE: Duration = Duration::from_secs(3);

/// An invitation for all members.
pub(super) async fn invite(world: &StandbyWorld) -> String {
    let order = Order::Invite { uses: 1_000, expires_in_s: None, test: false };
    loop {
        if let Some((_, handle, _)) = world.serving()
            && let Ok(replied) = handle.operate(order.clone()).await
            && let Answer::Invited(invited) = replied.answer
        {
            return invited.invite_code;
        }
        sleep(ms(100)).await;
    }
}

/// An acknowledged write.
struct Written {
    number: u64,
    at: Duration,
    /// The newest commit of the server just afterwards, which is at least that of the write.
    commit: u64,
    /// Its term, before which all promotions have happened that count.
    term: u64,
}

pub(super) struct Member {
    world: Arc<StandbyWorld>,
    rng: Rng,
    handle: String,
    token: String,
    /// The machine that is asked next.
    at: usize,
    sent: u64,
    written: Vec<Written>,
}

impl Member {
    pub(super) async fn join(world: &Arc<StandbyWorld>, code: &str, number: usize) -> Self {
        let rng = Rng::new(mix(&[world.seed, 0x3e, number as u64]));
        let handle = format!("player-{number}");
        let (token, at) = (String::new(), 0);
        let mut member = Self { world: world.clone(), rng, handle, token, at, sent: 0, written: Vec::new() };
        let client_ref = format!("{number:08x}-0000-4000-8000-000000000001");
        let join = json!({ "inviteCode": code, "handle": member.handle, "clientRef": client_ref });
        let joined = member.ask("POST", "/api/join", &join).await;
        let recovery = joined["recoveryCode"].as_str().unwrap_or_default().to_owned();
        let sign_in = json!({ "handle": member.handle, "recoveryCode": recovery });
        let token = member.ask("POST", "/api/token", &sign_in).await;
        member.token = token["token"].as_str().unwrap_or_default().to_owned();
        member
    }

    /// Ask until a machine answers with success.
    async fn ask(&mut self, method: &str, path: &str, body: &Value) -> Value {
        while !self.world.has_failed() {
            match self.once(self.at, method, path, body).await {
                Some((200, answer)) => return answer,
                Some((status, answer)) if status != 503 => {
                    self.world.fail("a member can write", format!("{method} {path}: {status} {answer}"));
                }
                _ => self.at = (self.at + 1) % MACHINES,
            }
            sleep(ms(self.rng.between(20, 200))).await;
        }
        Value::Null
    }

    async fn once(&self, machine: usize, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let exchange = async {
            let name = StandbyWorld::name(machine);
            let stream = self.world.net.connect(self.world.members, &name, PORT).await.ok()?;
            let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
            drop(madsim::task::spawn(connection));
            let body = if body.is_null() { String::new() } else { body.to_string() };
            let request = http::Request::builder().method(method).uri(path).header("host", "turnstone.example");
            let request = request.header("content-type", "application/json");
            let request = match self.token.as_str() {
                "" => request,
                token => request.header("authorization", format!("Bearer {token}")),
            };
            let (head, body) =
                sender.send_request(request.body(Full::new(Bytes::from(body))).ok()?).await.ok()?.into_parts();
            let body = body.collect().await.ok()?.to_bytes();
            Some((head.status.as_u16(), serde_json::from_slice(&body).unwrap_or_default()))
        };
        timeout(PATIENCE, exchange).await.ok().flatten()
    }

    /// Write numbers, one after the other.
    pub(super) async fn write_until(&mut self, end: Duration) {
        while self.world.net.now() < end && !self.world.has_failed() {
            if self.rng.percent(25) {
                self.read().await;
            } else {
                self.write().await;
            }
            sleep(ms(self.rng.between(5, 250))).await;
        }
    }

    async fn write(&mut self) {
        self.sent += 1;
        let number = self.sent;
        let bio = json!({ "bio": format!("wrote {number}") });
        self.ask("PATCH", "/api/me/profile", &bio).await;
        self.world.record(number);
        let Some(Running::Server { feed, .. }) = self.world.slot(self.at).running.clone() else { return };
        let (at, commit, term) = (self.world.net.now(), feed.figures().head, feed.term());
        self.written.push(Written { number, at, commit, term });
    }

    /// What was acknowledged is there. A server that was replaced shows what it had.
    async fn read(&mut self) {
        let card = self.ask("GET", &format!("/api/players/{}", self.handle), &Value::Null).await;
        self.world.record(0);
        let Some(Running::Server { feed, .. }) = self.world.slot(self.at).running.clone() else { return };
        if !self.world.is_replaced(feed.term()) {
            self.compare(&card);
        }
    }

    fn compare(&self, card: &Value) {
        let shown = card["bio"].as_str().unwrap_or_default();
        let shown: u64 = shown.strip_prefix("wrote ").and_then(|number| number.parse().ok()).unwrap_or_default();
        let must_be_there = |written: &&Written| !self.world.may_be_lost((written.at, written.commit, written.term));
        let newest = self.written.iter().rev().find(must_be_there).map_or(0, |written| written.number);
        if shown < newest || shown > self.sent {
            let seen = format!("{} is shown {shown}, wrote {newest} at least, and sent {}", self.handle, self.sent);
            self.world.fail("nothing acknowledged is lost", seen);
        }
    }

    /// After the faults: everything that must be there is there, and the member can write.
    pub(super) async fn check(&mut self) {
        let card = self.ask("GET", &format!("/api/players/{}", self.handle), &Value::Null).await;
        self.compare(&card);
        self.write().await;
        let card = self.ask("GET", &format!("/api/players/{}", self.handle), &Value::Null).await;
        self.compare(&card);
    }
}
