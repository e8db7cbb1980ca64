//! Members who play through whichever node leads. After an error or silence they repeat a request at another node, with the
//! same idempotency key.

use super::connection::ms;
use super::world::{Cluster, NODES, NodeReply, Submitted};
use crate::rng::{Rng, mix};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use turnstone_service::answer::Answer;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Command, Order};
use turnstone_service::ids::TableId;
use turnstone_service::rejection::{Auth, Idempotency, Rejection};
use turnstone_service::request::{Act, Caller, CreateTable, ReadTable, Request, RequestId};
use turnstone_service::secret::Secret;

/// How long a client waits for a reply.
const PATIENCE: Duration = Duration::from_secs(3);
const PAGE: usize = 50;

/// A member.
pub(super) struct Member {
    cluster: Arc<Cluster>,
    keys: ServerKeys,
    code: Secret,
    number: usize,
    rng: Rng,
    /// The node that is asked next.
    at: usize,
    claims: Option<Claims>,
    handle: String,
    made: u64,
    /// Requests with an idempotency key, each with its answer.
    answered: Vec<(Request, String)>,
    /// The moves that were seen at each table.
    tables: BTreeMap<TableId, u64>,
}

/// Put a command to a node, and wait for its reply. `None` if there is none in time.
async fn submit(cluster: &Cluster, node: usize, command: impl FnOnce(RequestId) -> Command) -> Option<NodeReply> {
    cluster.executor.sleep(ms(1)).await;
    let (reply, replied) = oneshot::channel();
    let id = cluster.next_request();
    {
        let mut slot = cluster.slot(node);
        let (waiting, wake) = slot.inbox.as_mut()?;
        waiting.push(Submitted { id, command: command(id), reply });
        wake.notify_one();
    }
    tokio::select! {
        biased;
        replied = replied => replied.ok(),
        () = cluster.executor.sleep(PATIENCE) => None,
    }
}

/// An invitation for all members.
pub(super) async fn invite(cluster: &Cluster) -> Secret {
    let order = Order::Invite { uses: 1_000, expires_in_s: None, test: false };
    for node in (0..NODES).cycle() {
        let order = order.clone();
        let replied = submit(cluster, node, |id| Command::Operate { id, order }).await;
        if let Some((Ok(replied), _)) = replied
            && let Answer::Invited(invited) = replied.answer
        {
            return Secret::new(invited.invite_code);
        }
        cluster.executor.sleep(ms(100)).await;
    }
    unreachable!("a cycle has no end")
}

impl Member {
    pub(super) fn new(cluster: &Arc<Cluster>, keys: ServerKeys, code: Secret, number: usize) -> Self {
        let rng = Rng::new(mix(&[cluster.seed, 0x3e, number as u64]));
        let (handle, answered, tables) = (String::new(), Vec::new(), BTreeMap::new());
        let cluster = cluster.clone();
        Self { cluster, keys, code, number, rng, at: number % NODES, claims: None, handle, made: 0, answered, tables }
    }

    fn reference(&mut self) -> String {
        self.made += 1;
        format!("reference-{}-{}", self.number, self.made)
    }

    /// Ask until there is a reply other than that the service is not available.
    async fn ask(&mut self, request: Request) -> (Result<Answer, Rejection>, bool) {
        loop {
            let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
            let caller = Caller { claims: self.claims.clone(), seat: None, address };
            let request = Box::new(request.clone());
            let command = |id| Command::Request { id, caller, request };
            match submit(&self.cluster, self.at, command).await {
                Some((Err(rejected), _))
                    if matches!(
                        rejected.rejection,
                        Rejection::Unavailable | Rejection::Idempotency(Idempotency::InFlight)
                    ) => {}
                Some((reply, is_unaware)) => {
                    let answer = reply.map(|replied| replied.answer).map_err(|rejected| rejected.rejection);
                    let what = answer.as_ref().map(text_of).unwrap_or_else(|rejection| format!("{rejection:?}"));
                    self.cluster.record(what.as_bytes());
                    return (answer, is_unaware);
                }
                None => {
                    self.cluster.hit("premise: a request was repeated at another node");
                    self.at = (self.at + 1) % NODES;
                }
            }
            let pause = ms(self.rng.between(20, 200));
            self.cluster.executor.sleep(pause).await;
        }
    }

    /// Ask with an idempotency key, and remember the answer.
    async fn ask_once(&mut self, request: Request) -> Result<Answer, Rejection> {
        let answer = self.ask(request.clone()).await.0;
        if let Ok(answer) = &answer {
            self.answered.push((request, text_of(answer)));
        }
        answer
    }

    fn fail(&self, rule: &'static str, seen: String) {
        self.cluster.fail(rule, format!("{} {seen}", self.handle));
    }

    /// Become a member, and sign in.
    async fn join(&mut self) {
        let client_ref = self.reference();
        self.handle = format!("player-{}-{}", self.number, self.made);
        let join = Request::Join { invite_code: self.code.clone(), handle: self.handle.clone(), client_ref };
        (self.claims, self.tables) = (None, BTreeMap::new());
        match self.ask_once(join).await {
            Ok(Answer::Joined(joined)) => self.sign_in(Secret::new(joined.recovery_code)).await,
            other => self.fail("a new member joins once", format!("{other:?}")),
        }
    }

    async fn sign_in(&mut self, recovery_code: Secret) {
        let (answer, _) = self.ask(Request::Token { handle: self.handle.clone(), recovery_code }).await;
        match answer {
            Ok(Answer::Token(token)) => self.claims = self.keys.read_token(&token.token),
            other => self.fail("a member who joined can sign in", format!("{other:?}")),
        }
    }

    /// Play until the faults are over.
    pub(super) async fn play(&mut self, until: Duration) {
        // In some runs nearly all requests are reads: a leader then learns late that it was replaced.
        let reads = Rng::new(mix(&[self.cluster.seed, 0x4ead])).one(&[5, 5, 60, 97]);
        while self.cluster.executor.now() < until {
            if self.claims.is_none() {
                self.join().await;
            }
            let luck = if !self.tables.is_empty() && self.rng.percent(reads) { 43 } else { self.rng.below(100) };
            match luck {
                0..2 => self.erase().await,
                2..40 => self.open().await,
                40..42 => drop(self.ask(Request::Me).await),
                42..45 => drop(self.read().await),
                45..47 => drop(self.ask(Request::Ledger { since: None, limit: PAGE }).await),
                _ => self.act().await,
            }
            let pause = ms(self.rng.between(10, 250));
            self.cluster.executor.sleep(pause).await;
        }
    }

    async fn open(&mut self) {
        if self.tables.len() > 6 {
            self.tables.pop_first();
        }
        let kind = self.rng.one(&["roulette", "roulette", "tic-tac-toe-vs-house"]).to_owned();
        let open = kind != "roulette" && self.rng.percent(50);
        let stake = self.rng.one(&[1, 10, 60, 400]);
        let client_ref = Some(self.reference());
        let table = CreateTable { kind, open, stake, client_ref, ..CreateTable::default() };
        match self.ask_once(Request::CreateTable(table)).await {
            Ok(Answer::Created(created)) => drop(self.tables.insert(created.table_id, 0)),
            Err(Rejection::Money(_) | Rejection::Quota(_)) => {}
            other => self.fail("a member can open a table", format!("{other:?}")),
        }
    }

    /// Read a table, which has every move that was seen.
    async fn read(&mut self) -> Option<(TableId, Value)> {
        let tables: Vec<(TableId, u64)> = self.tables.iter().map(|(table, plies)| (*table, *plies)).collect();
        let (table, known) = *self.rng.pick(&tables)?;
        let read = ReadTable { table, wait_ms: 0, events_since: None, msgs_since: None };
        let (answer, is_unaware) = self.ask(Request::ReadTable(read)).await;
        let Ok(Answer::Table(view)) = answer else {
            self.fail("a table that was opened is there", format!("{table}: {answer:?}"));
            return None;
        };
        let view = serde_json::to_value(&view).unwrap_or_default();
        let plies = view["state"]["plies"].as_u64().unwrap_or_default();
        if plies < known && !is_unaware {
            self.fail("nothing acknowledged is lost", format!("{table} has {plies} moves, and had {known}"));
        }
        if is_unaware {
            self.cluster.hit("premise: a node answered without knowing that its lease had ended");
        }
        self.tables.insert(table, plies.max(known));
        Some((table, view))
    }

    /// Move at a table; leave it if no other player joins.
    async fn act(&mut self) {
        let Some((table, view)) = self.read().await else { return };
        let plies = view["state"]["plies"].as_u64().unwrap_or_default();
        let legal = view["state"]["legalActions"].as_array().cloned().unwrap_or_default();
        if view["status"] == "waiting" {
            self.ask(Request::Forfeit { table }).await.0.ok();
        }
        let Some(action) = self.rng.pick(&legal).cloned() else { return };
        let act = Act { table, action, expected_plies: Some(plies), events_since: None };
        if let (Ok(Answer::Acted(_)), _) = self.ask(Request::Act(act)).await {
            self.tables.insert(table, plies + 1);
            self.cluster.hit("premise: a move was acknowledged");
        }
    }

    async fn erase(&mut self) {
        let (answer, _) = self.ask(Request::Erase { confirm_handle: self.handle.clone() }).await;
        match answer {
            // A repeated erasure finds no member.
            Ok(Answer::Erased(_)) | Err(Rejection::Auth(Auth::NotSignedIn)) => {
                self.cluster.hit("premise: a member was erased");
                self.answered.clear();
                self.join().await;
            }
            other => self.fail("a member can be erased", format!("{other:?}")),
        }
    }

    /// After the faults: what was acknowledged is there, and chips moved once.
    pub(super) async fn check(&mut self) {
        for (request, former) in std::mem::take(&mut self.answered) {
            let claims = self.claims.clone();
            let is_join = matches!(request, Request::Join { .. });
            self.claims = claims.clone().filter(|_| !is_join);
            let again = self.ask(request).await.0;
            self.claims = claims;
            let again = again.map(|answer| text_of(&answer));
            if again.as_ref() != Ok(&former) {
                self.fail("a repeated request has the same answer", format!("{former}, and now {again:?}"));
            }
        }
        let tables = std::mem::take(&mut self.tables);
        for (table, known) in tables {
            self.tables = BTreeMap::from([(table, known)]);
            drop(self.read().await);
        }
        self.check_ledger().await;
    }

    /// The movements of a member's chips add up, each stake goes in and comes out once, and each day has one refill.
    async fn check_ledger(&mut self) {
        let (mut sum, mut since, mut seen) = (0, Some(0), BTreeSet::new());
        while since.is_some() {
            let Ok(Answer::Ledger(ledger)) = self.ask(Request::Ledger { since, limit: PAGE }).await.0 else { return };
            since = ledger.entries.last().map(|entry| entry.id).filter(|_| ledger.entries.len() == PAGE);
            for entry in ledger.entries {
                sum += entry.delta;
                let day = entry.table_id.is_none().then(|| entry.created_at.day());
                // The starting chips are no refill.
                let is_start = seen.is_empty();
                let what = format!("{:?} {:?} {day:?} {is_start}", entry.reason, entry.table_id);
                if !seen.insert(what.clone()) {
                    self.fail("chips move once", what);
                }
                if day.is_some() && !is_start {
                    self.cluster.hit("premise: a member was refilled");
                }
            }
        }
        if let Ok(Answer::Me(me)) = self.ask(Request::Me).await.0
            && me.balance != sum
        {
            self.fail("the movements of chips make the balance", format!("{sum} and {}", me.balance));
        }
    }

    /// A write, for which the whole cluster is needed.
    pub(super) async fn write(&mut self) {
        self.tables.clear();
        let bio = Some(Some(format!("at {:?}", self.cluster.executor.now())));
        let answer = self.ask(Request::EditProfile { bio, avatar_url: None, show_messenger: None }).await.0;
        if answer.is_err() {
            self.fail("a member can change their profile", format!("{answer:?}"));
        }
    }
}

fn text_of(answer: &Answer) -> String {
    serde_json::to_value(answer).unwrap_or(Value::Null).to_string()
}
