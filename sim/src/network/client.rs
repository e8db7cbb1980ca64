//! A client: a sequence of members who act about once a second, with checks of every response and of what is there after
//! the faults.

use super::exchange::{ClientRequest, ClientResponse, HalfRead};
use super::host::{HostState, KeptLine, SendMark};
use crate::inner::Generator;
use crate::parts::lock;
use crate::rng::{Rng, mix};
use madsim::time::{Instant, sleep, timeout};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

/// How long a client waits for anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(75);
/// How long a response may take without a fault, beside the wait that was asked for.
pub(super) const PROMPT: Duration = Duration::from_secs(1);
/// How long a connection is kept without use.
const KEPT: Duration = Duration::from_secs(10);
/// How far the server may write ahead of an ordinary client.
pub(super) const ROOM: usize = 256 << 10;
/// Packets that were in flight when the faults ended may still be lost.
const SETTLED: Duration = Duration::from_secs(12);

/// After this long without a move every table of a quick seed is over.
const REST: Duration = Duration::from_secs(150);
/// A table for a poll.
const TABLE: &str = r#"create_table {"kind":"tic-tac-toe-vs-house","open":true,"stake":1,"clientRef":"$ref"}"#;

// Templates of requests.
pub(super) const READ: &str = r#"read_table {"id":"$table:#","events_since":0,"msgs_since":0}"#;
pub(super) const POLL: &str = r#"read_table {"id":"$table:#","wait":25,"events_since":"$events","msgs_since":"$msgs"}"#;
pub(super) const SAY: &str = r#"post_table_message {"id":"$table:#","body":"@word","clientId":"$ref"}"#;

/// The state when a request was sent.
pub(super) struct SentState {
    pub(super) number: u64,
    pub(super) mark: SendMark,
    pub(super) began: Instant,
    /// The time that earlier responses on the connection may take, or a client that reads slowly.
    pub(super) queued: Duration,
    /// The client's address, as the server counts it.
    pub(super) address: IpAddr,
    /// Number of replies that were released for it.
    pub(super) replies: usize,
    /// The start of the server.
    pub(super) start: u64,
}

/// A request that was sent, and one with its response.
pub(super) type Sent<'a> = (&'a ClientRequest, &'a SentState);
pub(super) type Exchanged<'a> = (&'a ClientRequest, &'a SentState, &'a ClientResponse);

pub(super) struct SimClient {
    pub(super) n: u64,
    /// Its name among the callers.
    pub(super) name: String,
    pub(super) rng: Rng,
    pub(super) host: Arc<HostState>,
    pub(super) generator: Generator,
    /// The request to join, until it is answered.
    pub(super) joining: Option<ClientRequest>,
    /// Requests with an idempotency key, and whether each was granted.
    pub(super) keyed: Vec<(ClientRequest, bool)>,
    /// The tags of earlier responses, by path and encoding.
    pub(super) tags: BTreeMap<(String, bool), String>,
    /// Its actions, each as often as its weight.
    pub(super) behaviour: Vec<&'static str>,
}

impl SimClient {
    pub(super) fn new(n: u64, seed: u64, host: Arc<HostState>) -> Self {
        let mut rng = Rng::new(seed);
        let behaviour = Self::draw_behaviour(&mut rng);
        Self {
            n,
            name: format!("member{n}-"),
            generator: Generator::of_requests(Rng::new(mix(&[seed, 0x9e4]))),
            rng,
            host,
            joining: None,
            keyed: Vec::new(),
            tags: BTreeMap::new(),
            behaviour,
        }
    }

    /// Act for this many seconds. After the faults, check that everything acknowledged is there.
    pub(super) async fn run(mut self, seconds: u64) {
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end && !self.host.has_failed() {
            self.act().await;
            sleep(Duration::from_millis(self.rng.below(700))).await;
        }
        while !self.host.notes().calm {
            sleep(Duration::from_secs(1)).await;
        }
        sleep(SETTLED).await;
        if !self.host.has_failed() {
            self.finish().await;
        }
    }

    pub(super) fn is_signed_in(&self) -> bool {
        self.host.judge().known.account_of(&self.name).is_some()
    }

    /// Get a token with the recovery code, or join, repeating the same request until it is answered.
    pub(super) async fn sign_in(&mut self) {
        let has_code = {
            let mut judge = self.host.judge();
            let can_join = !judge.known.codes.is_empty();
            // After a loss, a late reply may bring the code of an account whose handle is forgotten.
            let person = judge.known.person(&self.name);
            can_join && person.code.is_some() && !person.handle.is_empty()
        };
        if has_code {
            self.joining = None;
            let how = self.rng.one(&["issue_token", "issue_token", "recover"]);
            let line = format!(r#"{how} {{"handle":"$handle","recoveryCode":"$recovery"}}"#);
            self.ask_for(&line).await;
            return;
        }
        if self.joining.as_ref().is_none_or(|join| self.is_forgotten(join)) {
            let line = r#"join {"inviteCode":"$code:0","handle":"@new-handle","clientRef":"$ref"}"#;
            self.joining = self.draw(line).filter(|_| !self.host.judge().known.codes.is_empty());
        }
        let Some(join) = self.joining.clone() else { return };
        if self.call(join).await.is_some_and(|response| matches!(response.status, 200 | 400 | 409)) {
            self.joining = None;
        }
    }

    /// Send the request of a template, if the things that it names exist.
    pub(super) async fn ask_for(&mut self, template: &str) -> Option<ClientResponse> {
        let ask = self.draw(template)?;
        self.call(ask).await
    }

    /// The kept connections of this client: its own, or those that all clients share behind a proxy.
    fn lines(&self) -> MutexGuard<'_, Vec<KeptLine>> {
        let all = &self.host.lines;
        let lines = if self.host.setup.is_proxied { all.last() } else { all.get(self.n as usize) };
        lock(lines.expect("each client has a place"))
    }

    /// A kept connection without a fault since its last use.
    fn kept(&mut self) -> Option<HalfRead> {
        let (line, mark) = {
            let count = self.lines().len();
            let at = self.rng.below(count.max(1) as u64) as usize;
            (at < count).then(|| self.lines().swap_remove(at))?
        };
        (line.used_at.elapsed() < KEPT && self.host.all_well_since(mark)).then_some(line)
    }

    /// Send a request, often on a kept connection.
    pub(super) async fn call(&mut self, ask: ClientRequest) -> Option<ClientResponse> {
        let kept = self.kept();
        let mark = self.host.mark();
        let keep = self.rng.percent(60);
        let (line, response) = self.exchange(&self.about_to_send(&ask), kept, &ask).await;
        let closes = |response: &ClientResponse| response.header("connection") == Some("close");
        if let Some(line) = line.filter(|_| keep && response.as_ref().is_some_and(|response| !closes(response))) {
            self.lines().push((line, mark));
            if self.host.setup.is_proxied {
                self.host.hit("network: clients shared a connection");
            }
        }
        response
    }

    /// Send a request on a new connection.
    pub(super) async fn send(&self, ask: &ClientRequest) -> Option<ClientResponse> {
        self.exchange(&self.about_to_send(ask), None, ask).await.1
    }

    /// Send a request on this connection or on a new one, and check its response.
    pub(super) async fn exchange(
        &self,
        sent: &SentState,
        mut line: Option<HalfRead>,
        ask: &ClientRequest,
    ) -> (Option<HalfRead>, Option<ClientResponse>) {
        if self.is_forgotten(ask) {
            return (line, None);
        }
        let attempt = async {
            if line.is_none() {
                line = Some(self.connect(ROOM).await?);
            }
            let line = line.as_mut()?;
            line.send(self.text(ask, sent.number).as_bytes()).await?;
            line.response(false).await
        };
        let response = timeout(PATIENCE, attempt).await.ok().flatten();
        if let Some(response) = &response {
            self.judge((ask, sent, response));
        } else {
            self.judge_silence(ask, sent);
            line.iter().for_each(|line| self.judge_part(ask, sent, &line.buffer));
        }
        (line, response)
    }

    /// Whether a request has an idempotency key that may have been used in what was lost.
    fn is_forgotten(&self, ask: &ClientRequest) -> bool {
        let is_keyed = ask.body.as_ref().is_some_and(|body| body.contains("\"clientRef\""));
        is_keyed && ask.step() <= self.host.notes().forgotten
    }

    pub(super) async fn connect(&self, room: usize) -> Option<HalfRead> {
        self.host.connect(self.n, room).await.map(HalfRead::new)
    }

    /// After the faults: every member can sign in, requests are repeated, and every table ends.
    async fn finish(&mut self) {
        self.host.hit("network: the faults were over");
        for _ in 0..60 {
            if self.is_signed_in() {
                break;
            }
            self.sign_in().await;
            sleep(Duration::from_secs(1)).await;
        }
        if !self.is_signed_in() {
            return self.host.fail(format!("{} cannot sign in after the faults", self.name));
        }
        for at in (0..self.keyed.len()).rev() {
            self.ask_again(at).await;
        }
        self.poll_again().await;
        match self.n % 3 {
            0 => self.read_slowly().await,
            1 => self.send_slowly().await,
            _ => self.speak_http2().await,
        }
        self.send_odd().await;
        if self.host.setup.is_quick {
            self.come_to_rest().await;
        }
        for (path, gzip) in self.tags.keys().cloned().collect::<Vec<_>>() {
            self.revalidate_path(&path, gzip).await;
        }
    }

    /// Pending polls end, and their places are free.
    async fn poll_again(&mut self) {
        let Some(table) = self.draw(TABLE) else { return };
        let (step, name) = (table.step(), self.name.clone());
        self.call(table).await;
        if self.look(&name, READ, step).await.is_some()
            && let (Some(poll), Some(say)) = (self.draw_about(POLL, step), self.draw_about(SAY, step))
        {
            self.wake(poll, say, "network: a message woke a poll").await;
        }
        self.hang_up().await;
        self.wake_a_poll().await;
    }

    /// Without a move deadlines end every table.
    async fn come_to_rest(&mut self) {
        sleep(REST).await;
        let Some(response) = self.ask_for("my_tables").await.filter(|response| response.status == 200) else { return };
        let tables = response.json["tables"].as_array().cloned().unwrap_or_default();
        if let Some(table) = tables.iter().find(|table| table["pace"] == "live") {
            self.host.fail(format!("after {REST:?} without a move: {table}"));
        }
        self.host.hit("network: every table ended");
    }
}
