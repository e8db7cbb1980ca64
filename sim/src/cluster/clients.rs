//! Members who play through any node, as HTTP clients do. They name the newest commit that they have seen. After an error or
//! silence they repeat a request at another node, with the same idempotency key.

use super::exchange::{Answer, Ask};
use super::shared::NODES;
use super::world::Cluster;
use crate::rng::{Rng, mix};
use crate::world::ms;
use madsim::time::sleep;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use turnstone_service::answer;
use turnstone_service::effects::Order;

/// How long a poll waits, in seconds.
const WAIT: f64 = 2.5;
/// More than a reply takes on its way, also from a slow thread.
const WAY: Duration = Duration::from_secs(1);

pub(super) struct Member {
    pub(super) cluster: Arc<Cluster>,
    /// The operator's invitation.
    code: String,
    number: usize,
    rng: Rng,
    /// The node that is asked next.
    at: usize,
    pub(super) token: Option<String>,
    pub(super) handle: String,
    made: u64,
    /// The newest commit that a response could show.
    seen: u64,
    /// Whether the last answer may come from a leader that could not know that it was replaced.
    is_unaware: bool,
    /// Requests with an idempotency key, each with its answer.
    pub(super) answered: Vec<(Ask, Value)>,
    /// The moves that were seen at each table.
    pub(super) tables: BTreeMap<String, u64>,
    /// The referral code with which they joined, and their own.
    pub(super) joined_by: Option<String>,
    pub(super) referral: Option<String>,
}

/// An invitation for all members.
pub(super) async fn invite(cluster: &Cluster) -> String {
    let order = Order::Invite { uses: 1_000, expires_in_s: None, test: false };
    loop {
        let leader = (0..NODES).find_map(|node| cluster.slot(node).leading());
        if let Some(leader) = leader
            && let Ok(replied) = leader.operate(order.clone()).await
            && let answer::Answer::Invited(invited) = replied.answer
        {
            return invited.invite_code;
        }
        sleep(ms(100)).await;
    }
}

pub(super) fn get(path: impl Into<String>) -> Ask {
    Ask { method: "GET", path: path.into(), body: Value::Null }
}

fn post(path: impl Into<String>, body: Value) -> Ask {
    Ask { method: "POST", path: path.into(), body }
}

fn plies(view: &Value) -> u64 {
    view["state"]["plies"].as_u64().unwrap_or_default()
}

impl Member {
    pub(super) fn new(cluster: &Arc<Cluster>, code: String, number: usize) -> Self {
        Self {
            cluster: cluster.clone(),
            code,
            number,
            rng: Rng::new(mix(&[cluster.seed, 0x3e, number as u64])),
            at: number % NODES,
            token: None,
            handle: String::new(),
            made: 0,
            seen: 0,
            is_unaware: false,
            answered: Vec::new(),
            tables: BTreeMap::new(),
            joined_by: None,
            referral: None,
        }
    }

    fn reference(&mut self) -> String {
        self.made += 1;
        format!("{:08x}-0000-4000-8000-{:012x}", self.number, self.made)
    }

    /// Ask until there is an answer other than that the service is not available.
    pub(super) async fn ask(&mut self, ask: &Ask) -> Answer {
        loop {
            let unaware = self.cluster.notes().unaware;
            let answer = self.cluster.exchange(self.at, ask, self.token.as_deref(), self.seen).await;
            self.is_unaware = self.cluster.notes().unaware != unaware;
            match answer {
                // A leader that could not know that it was replaced does not know what has been made since.
                Some(answer) if answer.status != 200 && self.is_unaware => {}
                Some(answer) if answer.status != 503 && answer.body["code"] != "in_flight" => {
                    self.cluster.record(answer.body.to_string().as_bytes());
                    self.see(answer.commit);
                    if self.rng.percent(40) {
                        self.at = self.rng.below(NODES as u64) as usize;
                    }
                    return answer;
                }
                answer => {
                    if answer.is_none() || self.rng.percent(50) {
                        self.cluster.hit("premise: a request was repeated at another node");
                        self.at = (self.at + 1) % NODES;
                    }
                }
            }
            let pause = ms(self.rng.between(20, 200));
            sleep(pause).await;
        }
    }

    /// A response shows at least the commit that its client has seen, and none that the log does not have.
    fn see(&mut self, commit: u64) {
        let (newest, is_frozen) = {
            let network = self.cluster.etcd.lock();
            (network.store.truth.head().n, network.store.truth.is_frozen)
        };
        if is_frozen {
            return;
        }
        if commit > newest {
            self.fail("a response shows only what the log has", format!("got {commit}, and the log ends at {newest}"));
        }
        if self.is_unaware {
            self.cluster.hit("premise: a node answered without knowing that its lease had ended");
        } else if commit < self.seen {
            self.fail("a response shows what its client has seen", format!("got {commit} after {}", self.seen));
        }
        self.seen = self.seen.max(commit);
    }

    /// Ask with an idempotency key, and remember the answer.
    async fn ask_once(&mut self, ask: Ask) -> Answer {
        let answer = self.ask(&ask).await;
        if answer.status == 200 {
            self.answered.push((ask, answer.body.clone()));
        }
        answer
    }

    pub(super) fn fail(&self, rule: &'static str, seen: String) {
        self.cluster.fail(rule, format!("{} {seen}", self.handle));
    }

    /// Fail with an answer that should have been another one.
    pub(super) fn unexpected(&self, rule: &'static str, answer: &Answer) {
        self.fail(rule, format!("got {} {}", answer.status, answer.body));
    }

    async fn join(&mut self) {
        self.token = None;
        while self.token.is_none() && !self.cluster.has_failed() {
            self.join_once().await;
        }
    }

    /// Join, perhaps by the referral code of another member.
    async fn join_once(&mut self) {
        (self.tables, self.referral) = (BTreeMap::new(), None);
        self.joined_by = self.cluster.notes().referral.clone().filter(|_| self.rng.percent(70));
        let client_ref = self.reference();
        self.handle = format!("player-{}-{}", self.number, self.made);
        let code = self.joined_by.as_ref().unwrap_or(&self.code);
        let join = json!({ "inviteCode": code, "handle": self.handle, "clientRef": client_ref });
        let answer = self.ask_once(post("/api/join", join)).await;
        match answer.body["recoveryCode"].as_str() {
            Some(code) => {
                if let Some(by) = &self.joined_by {
                    self.cluster.notes().invited.entry(by.clone()).or_default().0 += 1;
                }
                self.sign_in(code).await;
            }
            // The owner of the code was erased, or it was used too often.
            None if answer.body["code"] == "invalid_invite" && self.joined_by.is_some() => {
                self.cluster.notes().referral = None;
            }
            None => self.unexpected("a new member joins once", &answer),
        }
    }

    async fn sign_in(&mut self, code: &str) {
        let token = post("/api/token", json!({ "handle": self.handle, "recoveryCode": code }));
        let answer = self.ask(&token).await;
        self.token = answer.body["token"].as_str().map(str::to_owned);
        if self.token.is_none() {
            self.unexpected("a member who joined can sign in", &answer);
        }
    }

    /// Play until the faults are over.
    pub(super) async fn play(&mut self, until: Duration) {
        // In some runs nearly all requests are reads: a leader then learns late that it was replaced.
        let reads = Rng::new(mix(&[self.cluster.seed, 0x4ead])).one(&[5, 5, 60, 97]);
        while self.cluster.net.now() < until {
            if self.token.is_none() {
                self.join().await;
            }
            let luck = if !self.tables.is_empty() && self.rng.percent(reads) { 43 } else { self.rng.below(100) };
            match luck {
                0..2 => self.erase().await,
                2..40 => self.open().await,
                40 => drop(self.ask(&get("/api/me")).await),
                41 => self.refer().await,
                42..45 => drop(self.read().await),
                45..47 => drop(self.ask(&get("/api/me/ledger")).await),
                47 => self.look_beyond().await,
                _ => self.act().await,
            }
            let pause = ms(self.rng.between(10, 250));
            sleep(pause).await;
        }
    }

    /// Name a commit that cannot be, which is rejected, or one that is not there yet: the leader answers.
    async fn look_beyond(&mut self) {
        let is_far = self.rng.percent(50);
        let beyond = self.seen + if is_far { 2_000_000 } else { 500 };
        let answer = self.cluster.exchange(self.at, &get("/api/me"), self.token.as_deref(), beyond).await;
        // A node that has just started knows no commit, and reaches no leader.
        let Some(answer) = answer.filter(|answer| answer.status != 503) else { return };
        let (far, near) =
            ("premise: a commit that cannot be was named", "premise: a commit that is not there yet was named");
        self.cluster.hit(if is_far { far } else { near });
        let is_rejected = answer.status == 400 && answer.body["field"] == "Min-Commit";
        if is_rejected != is_far {
            self.unexpected("only a commit that cannot be is rejected", &answer);
        }
    }

    /// Give out the own referral code.
    async fn refer(&mut self) {
        let answer = self.ask(&get("/api/me/referral")).await;
        self.referral = answer.body["code"].as_str().map(str::to_owned);
        self.cluster.notes().referral.clone_from(&self.referral);
    }

    async fn open(&mut self) {
        if self.tables.len() > 6 {
            self.tables.pop_first();
        }
        let kind = self.rng.one(&["roulette", "roulette", "tic-tac-toe-vs-house"]);
        let open = kind != "roulette" && self.rng.percent(50);
        let stake = self.rng.one(&[1, 10, 60, 400]);
        let table = json!({ "kind": kind, "open": open, "stake": stake, "clientRef": self.reference() });
        let answer = self.ask_once(post("/api/tables", table)).await;
        match answer.body["tableId"].as_str() {
            Some(table) => drop(self.tables.insert(table.to_owned(), 0)),
            None if matches!(answer.status, 402 | 429) => {}
            None => self.unexpected("a member can open a table", &answer),
        }
    }

    /// Read a table, which has every move that was seen.
    pub(super) async fn read(&mut self) -> Option<(String, Value)> {
        let tables: Vec<(String, u64)> = self.tables.iter().map(|(table, plies)| (table.clone(), *plies)).collect();
        let (table, known) = self.rng.pick(&tables)?.clone();
        let answer = self.ask(&get(format!("/api/tables/{table}"))).await;
        if answer.status != 200 {
            self.unexpected("a table that was opened is there", &answer);
            return None;
        }
        let plies = plies(&answer.body);
        if plies < known && !self.is_unaware {
            self.fail("nothing acknowledged is lost", format!("{table} has {plies} moves, and had {known}"));
        }
        self.tables.insert(table.clone(), plies.max(known));
        Some((table, answer.body))
    }

    /// Move at a table, sometimes while a poll waits at another node; leave it if no other player joins.
    async fn act(&mut self) {
        let Some((table, view)) = self.read().await else { return };
        let plies = plies(&view);
        let legal = view["state"]["legalActions"].as_array().cloned().unwrap_or_default();
        if view["status"] == "waiting" {
            self.ask(&post(format!("/api/tables/{table}/forfeit"), Value::Null)).await;
        }
        let Some(action) = self.rng.pick(&legal).cloned() else { return };
        let path = format!("/api/tables/{table}/action");
        let poll = if self.rng.percent(40) { Some(self.poll(&table, &view).await) } else { None };
        let answer = self.ask(&post(path, json!({ "action": action, "expectedPlies": plies }))).await;
        if answer.status == 200 {
            self.tables.insert(table, plies + 1);
            self.cluster.hit("premise: a move was acknowledged");
            if let Some(poll) = poll {
                // Its poll may have ended.
                let _ = poll.send(answer.commit);
            }
        }
    }

    /// Poll a table while the next move is made. The commit of the move is sent to the poll, which must not miss it.
    async fn poll(&mut self, table: &str, view: &Value) -> oneshot::Sender<u64> {
        let (moved, commit_of_move) = oneshot::channel();
        let (cluster, node) = (self.cluster.clone(), self.rng.below(NODES as u64) as usize);
        let (token, seen, known) = (self.token.clone(), self.seen, plies(view));
        let poll = get(format!("/api/tables/{table}?wait={WAIT}&events_since={}", view["state"]["eventsAt"]));
        let follows = cluster.slot(node).leading().is_none();
        drop(madsim::task::spawn(async move {
            let Some(answer) = cluster.exchange(node, &poll, token.as_deref(), seen).await else { return };
            let ended = cluster.net.now();
            let Ok(commit) = commit_of_move.await else { return };
            if answer.status != 200 {
                return;
            }
            if let Some(reached) = cluster.reached(node, commit).filter(|reached| *reached + WAY < ended) {
                let seen = format!("node {node} had {commit} at {reached:?}, and the poll ended at {ended:?}");
                cluster.fail("a move ends the polls at each node at once", seen);
            }
            if plies(&answer.body) > known {
                let at_follower = "premise: a poll at a node that follows showed a move";
                cluster.hit(if follows { at_follower } else { "premise: a poll showed a move" });
            }
        }));
        // The poll is there before the move, unless its node is slow.
        sleep(ms(10)).await;
        moved
    }

    async fn erase(&mut self) {
        let erase = Ask { method: "DELETE", path: "/api/me".to_owned(), body: json!({ "confirmHandle": self.handle }) };
        let answer = self.ask(&erase).await;
        // A repeated erasure finds no member.
        if !matches!(answer.status, 200 | 401) {
            return self.unexpected("a member can be erased", &answer);
        }
        self.cluster.hit("premise: a member was erased");
        self.answered.clear();
        self.join().await;
    }
}
