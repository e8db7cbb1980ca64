//! A client: one member after another, who does something every second or so, and judges all that it is told.

use super::SERVER;
use super::exchange::{Auth, ClientRequest, ClientResponse, HalfRead};
use super::host::{HostState, SendMark};
use super::ops::OPS;
use super::stream::SimStream;
use crate::rng::Rng;
use madsim::time::{Instant, sleep, timeout};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a client waits for anything.
const PATIENCE: Duration = Duration::from_secs(75);
/// How long an answer may take when all is well, beside the wait that was asked for.
pub(super) const PROMPT: Duration = Duration::from_secs(1);
/// How long a connection is kept without use.
const KEPT: Duration = Duration::from_secs(10);
/// What the server may write ahead of an ordinary client.
pub(super) const ROOM: usize = 256 << 10;

/// A client of the service.
pub(super) struct SimClient {
    pub(super) n: u64,
    pub(super) rng: Rng,
    pub(super) host: Arc<HostState>,
    pub(super) who: ClientMember,
    /// Guest seats and claimed ones.
    pub(super) seats: Vec<SeatHeld>,
    pub(super) refs: u64,
    /// The tags of what was read before, by path.
    pub(super) tags: BTreeMap<String, String>,
    lives: u64,
    pub(super) ops: Vec<&'static str>,
    /// A connection that is kept; nobody else has it, the lock is never waited for.
    line: Mutex<Option<(HalfRead, SendMark)>>,
}

/// The member that a client is.
#[derive(Default)]
pub(super) struct ClientMember {
    pub(super) handle: String,
    pub(super) join_ref: String,
    pub(super) code: Option<String>,
    pub(super) token: Option<String>,
    pub(super) cookie: Option<String>,
    /// A rotation, logout or erasure was sent and its answer lost.
    pub(super) unsure: bool,
    /// Tokens and cookies that have ended.
    pub(super) dead: Vec<Auth>,
    pub(super) tables: Vec<String>,
    pub(super) parties: Vec<String>,
    pub(super) wishes: Vec<KeyedRequest>,
    pub(super) paused: bool,
    pub(super) grants: Vec<Grant>,
}

/// A request with an idempotency key, and whether it was granted.
pub(super) struct KeyedRequest {
    pub(super) ask: ClientRequest,
    pub(super) is_granted: bool,
}

/// A seat that was granted to somebody.
pub(super) struct Grant {
    pub(super) table: String,
    pub(super) id: String,
    pub(super) token: String,
}

/// A seat that is held by its own credential.
pub(super) struct SeatHeld {
    pub(super) table: String,
    pub(super) auth: Auth,
}

impl SimClient {
    pub(super) fn new(n: u64, seed: u64, host: Arc<HostState>) -> Self {
        let mut rng = Rng::new(seed);
        let chosen = OPS.iter().filter(|_| rng.percent(75));
        let ops = chosen.flat_map(|(op, weight)| std::iter::repeat_n(*op, *weight as usize)).collect();
        let (who, seats, tags) = (ClientMember::default(), Vec::new(), BTreeMap::new());
        let mut client = Self { n, rng, host, who, seats, refs: 0, tags, lives: 0, ops, line: Mutex::default() };
        client.be_born();
        client
    }

    /// Begin as somebody new.
    pub(super) fn be_born(&mut self) {
        self.lives += 1;
        let handle = format!("member{}-life{:03}", self.n, self.lives);
        let join_ref = format!("00000000-0000-4000-8000-{:06}{:06}", self.n, self.lives);
        self.who = ClientMember { handle, join_ref, ..ClientMember::default() };
        self.keep(None);
    }

    fn keep(&mut self, line: Option<(HalfRead, SendMark)>) {
        *self.line.get_mut().unwrap_or_else(PoisonError::into_inner) = line;
    }

    /// A connection that was kept: behind a proxy any of those that all clients share.
    fn kept(&mut self) -> Option<HalfRead> {
        let line = if self.host.setup.is_proxied {
            let mut lines = self.host.lines.lock().unwrap_or_else(PoisonError::into_inner);
            let at = self.rng.below(lines.len().max(1) as u64) as usize;
            (at < lines.len()).then(|| lines.swap_remove(at))
        } else {
            self.line.get_mut().unwrap_or_else(PoisonError::into_inner).take()
        };
        let is_fresh = |line: &HalfRead, mark| {
            line.used_at.elapsed() < KEPT && self.host.undisturbed_since(mark) && self.host.all_well_since(mark)
        };
        line.filter(|(line, mark)| is_fresh(line, *mark)).map(|(line, _)| line)
    }

    /// Live for so many seconds, then, when the faults are over, look whether all that was acknowledged is there.
    pub(super) async fn live(mut self, seconds: u64) {
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end && !self.host.has_failed() {
            self.do_something().await;
            sleep(Duration::from_millis(self.rng.below(1_500))).await;
        }
        while !self.host.is_calm() {
            sleep(Duration::from_secs(1)).await;
        }
        // What was on its way when the faults stopped may still be lost.
        sleep(Duration::from_secs(12)).await;
        if !self.host.has_failed() {
            self.last_look().await;
        }
    }

    /// A new name for a request that is to be done once.
    pub(super) fn new_ref(&mut self) -> String {
        self.refs += 1;
        format!("00000000-0000-4000-9000-{:06}{:06}", self.n, self.refs)
    }

    /// The member's own credential, by Bearer or, if there is one, by cookie.
    pub(super) fn auth(&mut self) -> Auth {
        match (&self.who.cookie, &self.who.token) {
            (Some(cookie), _) if self.rng.percent(40) => {
                self.host.hit("network: a request by cookie");
                Auth::Cookie(cookie.clone())
            }
            (_, Some(token)) => Auth::Bearer(token.clone()),
            (_, None) => Auth::Nobody,
        }
    }

    pub(super) async fn get(&mut self, path: impl Into<String>) -> Option<ClientResponse> {
        let ask = ClientRequest::get(path, self.auth());
        self.call(ask).await
    }

    pub(super) async fn post(&mut self, path: impl Into<String>, body: Option<Value>) -> Option<ClientResponse> {
        let ask = ClientRequest::post(path, body, self.auth());
        self.call(ask).await
    }

    /// Ask as the member, often on the connection of the last time. A credential that should count does.
    pub(super) async fn call(&mut self, ask: ClientRequest) -> Option<ClientResponse> {
        let kept = self.kept();
        let mark = self.host.mark();
        let keep = self.rng.percent(60);
        let (line, response) = self.exchange(kept, &ask).await;
        if let Some(line) = line.filter(|_| keep && response.is_some()) {
            if self.host.setup.is_proxied {
                self.host.lines.lock().unwrap_or_else(PoisonError::into_inner).push((line, mark));
                self.host.hit("network: clients shared a connection");
            } else {
                self.keep(Some((line, mark)));
            }
        }
        let response = response?;
        if response.status == 401 {
            self.signed_out(&ask);
        }
        Some(response)
    }

    fn signed_out(&mut self, ask: &ClientRequest) {
        if !matches!(ask.auth, Auth::Nobody) {
            self.forget_session();
        }
    }

    /// The session is over, or may be.
    pub(super) fn forget_session(&mut self) {
        (self.who.token, self.who.cookie) = (None, None);
        self.keep(None);
    }

    /// Ask on a connection of its own, beside others.
    pub(super) async fn send(&self, ask: &ClientRequest) -> Option<ClientResponse> {
        self.exchange(None, ask).await.1
    }

    pub(super) async fn exchange(
        &self,
        line: Option<HalfRead>,
        ask: &ClientRequest,
    ) -> (Option<HalfRead>, Option<ClientResponse>) {
        let sent = self.about_to_send();
        let mut line = line;
        let response = timeout(PATIENCE, self.try_exchange(&mut line, ask, sent.number)).await.ok().flatten();
        match &response {
            Some(response) => self.judge(ask, &sent, response),
            None => {
                self.judge_silence(ask, &sent);
                if let Some(line) = &line {
                    self.judge_part(ask, &sent, line.rest());
                }
            }
        }
        (line, response)
    }

    async fn try_exchange(
        &self,
        line: &mut Option<HalfRead>,
        ask: &ClientRequest,
        number: u64,
    ) -> Option<ClientResponse> {
        if line.is_none() {
            *line = Some(self.connect(ROOM).await?);
        }
        let line = line.as_mut()?;
        line.send(self.text(ask, number).as_bytes()).await?;
        line.answer().await
    }

    pub(super) async fn connect(&self, room: usize) -> Option<HalfRead> {
        SimStream::connect(&self.host.gates, &format!("{SERVER}:80"), room).await.ok().map(HalfRead::new)
    }

    /// A token from the recovery code; before that, the code for an invitation, asked for until it is told.
    pub(super) async fn sign_in(&mut self) {
        let handle = self.who.handle.clone();
        let Some(code) = self.who.code.clone() else {
            let Some(invitation) = self.host.invitation() else { return };
            let body = json!({ "inviteCode": invitation, "handle": handle, "clientRef": self.who.join_ref });
            let Some(response) = self.call(ClientRequest::post("/api/join", Some(body), Auth::Nobody)).await else {
                return;
            };
            if let (200, Some(code)) = (response.status, response.json["recoveryCode"].as_str()) {
                self.host.hit("network: joined");
                self.who.code = Some(code.to_owned());
                self.host.notes().handles.insert(self.n, handle);
            }
            return;
        };
        let body = json!({ "handle": handle, "recoveryCode": code });
        let Some(response) = self.call(ClientRequest::post("/api/token", Some(body), Auth::Nobody)).await else {
            return;
        };
        match (response.status, response.json["token"].as_str()) {
            (200, Some(token)) => {
                self.who.token = Some(token.to_owned());
                // Whatever was unsure did not end the root.
                self.who.unsure = false;
            }
            (401, _) if self.who.unsure => {
                self.host.hit("network: an account was lost with an answer");
                self.be_born();
            }
            _ => {}
        }
    }
}
