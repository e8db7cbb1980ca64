//! What clients do at tables.

use super::client::{KeyedRequest, PROMPT, ROOM, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
use super::facts::number;
use super::faults::SLOWEST;
use super::responses::Audience;
use futures_util::future::join;
use madsim::time::{Instant, sleep};
use serde_json::{Value, json};
use std::time::Duration;

impl SimClient {
    pub(super) async fn create(&mut self) {
        let open = self.rng.percent(65);
        let kind = self.a_kind(open);
        let body = json!({ "kind": kind, "open": open, "stake": 1, "clientRef": self.new_ref() });
        self.make_wish("/api/tables", body).await;
    }

    /// Ask for something that has a reference, now and perhaps at once again.
    pub(super) async fn make_wish(&mut self, path: &str, body: Value) -> Option<ClientResponse> {
        let fades = path.ends_with("/seat-grants");
        let auth = self.auth();
        self.who.wishes.push(KeyedRequest { ask: ClientRequest::post(path, Some(body), auth), first: None, fades });
        let at = self.who.wishes.len() - 1;
        if self.rng.percent(20) {
            self.cut_off(at).await;
        }
        let response = self.insist(at).await;
        for _ in 0..self.rng.below(3) {
            if self.who.wishes.len() > at {
                self.insist(at).await;
            }
        }
        response
    }

    /// Ask and hang up before the answer can be read.
    async fn cut_off(&mut self, at: usize) {
        let ask = self.who.wishes[at].ask.clone();
        let Some(mut line) = self.connect(ROOM).await else { return };
        if line.send(ask.text("cut-off").as_bytes()).await.is_some() {
            sleep(Duration::from_millis(self.rng.below(25))).await;
            self.host.hit("outer: hung up on an answer");
        }
    }

    pub(super) async fn ask_again(&mut self) {
        let count = self.who.wishes.len() as u64;
        if count > 0 {
            let at = self.rng.below(count) as usize;
            self.insist(at).await;
        }
    }

    /// A request with a reference, once more: one effect, one answer.
    pub(super) async fn insist(&mut self, at: usize) -> Option<ClientResponse> {
        let auth = self.auth();
        let wish = &mut self.who.wishes[at];
        wish.ask.auth = auth;
        let ask = wish.ask.clone();
        let response = self.call(ask).await?;
        let wish = self.who.wishes.get_mut(at)?;
        match (&wish.first, response.status) {
            (Some(first), 200) => {
                self.host.hit("outer: a request with a reference was repeated");
                if *first != response.body || response.header("idempotent-replayed") != Some("true") {
                    let before = String::from_utf8_lossy(first).into_owned();
                    self.host.fail(format!("repeated, {:?} got {before}, then {}", wish.ask, response.brief()));
                }
            }
            (None, 200) => {
                if response.header("idempotent-replayed").is_some() {
                    self.host.hit("outer: an answer that was lost came with the repetition");
                }
                wish.first = Some(response.body.clone());
                self.adopt(at, &response);
            }
            (Some(_), 409) if response.code() == "in_flight" => {}
            (Some(_), 404 | 409) if wish.fades => {}
            (Some(_), 401 | 503) | (None, 401 | 402 | 404 | 409 | 503) => {}
            (None, 403) if self.who.paused => {}
            // Who was to be invited is gone by now: the reference is free.
            (None, 400) if wish.ask.body.as_ref().is_some_and(|body| body.contains("\"invited\"")) => {
                self.who.wishes.remove(at);
            }
            (None, 429) => self.withdraw().await,
            _ => self.host.fail(format!("{:?}, answered before: {:?}: {}", wish.ask, wish.first, response.brief())),
        }
        Some(response)
    }

    /// What a wish made is ours.
    fn adopt(&mut self, at: usize, response: &ClientResponse) {
        if let Some(table) = response.json["tableId"].as_str().filter(|_| !self.who.wishes[at].fades) {
            let body = self.who.wishes[at].ask.body.clone().unwrap_or_default();
            let body: Value = serde_json::from_str(&body).unwrap_or_default();
            self.own(table);
            if body["daily"] != true {
                self.who.made.insert(table.to_owned(), body.clone());
            }
            if let Some(invited) = body["invited"].as_str() {
                let mut notes = self.host.notes();
                let guest = notes.clients.get(invited).copied();
                for reader in [Some(self.n), guest].into_iter().flatten() {
                    notes.private.entry(table.to_owned()).or_default().insert(reader);
                    notes.log.let_read(table, reader);
                }
            } else if body["daily"] != true {
                self.host.made(table);
            }
        }
    }

    pub(super) fn own(&mut self, table: &str) {
        self.who.maybe_staked.insert(table.to_owned());
        if !self.who.tables.iter().any(|own| own == table) {
            self.who.tables.push(table.to_owned());
        }
    }

    /// Take a waiting table back, to have room for another.
    async fn withdraw(&mut self) {
        let Some(response) = self.get("/api/me/tables").await else { return };
        let waiting = |table: &&Value| table["status"] == "waiting";
        let first = response.json["tables"].as_array().and_then(|all| all.iter().find(waiting)).cloned();
        if let Some(id) = first.as_ref().and_then(|table| table["id"].as_str()) {
            self.post(format!("/api/tables/{id}/forfeit"), None).await;
            self.host.hit("outer: a waiting table was withdrawn");
        }
    }

    pub(super) async fn sit(&mut self) {
        let Some(table) = self.host.some_table(&mut self.rng) else { return };
        self.sit_at(&table).await;
    }

    pub(super) async fn sit_at(&mut self, table: &str) -> Option<ClientResponse> {
        self.who.maybe_staked.insert(table.to_owned());
        let response = self.post(format!("/api/tables/{table}/join"), None).await?;
        if response.status == 200
            || (response.status == 409 && response.json["error"] == "you sit at this table already")
        {
            self.host.hit("outer: sat down");
            self.own(table);
        }
        Some(response)
    }

    pub(super) fn some_own(&mut self) -> Option<String> {
        let recent = self.who.tables.len().saturating_sub(4);
        self.rng.pick(&self.who.tables[recent..]).cloned()
    }

    /// Read a table of one's own: it is there.
    pub(super) async fn read(&mut self, table: &str, query: &str) -> Option<ClientResponse> {
        let path = format!("/api/tables/{table}{query}");
        let response = self.get(&path).await?;
        if response.status == 404 {
            self.host.fail(format!("an acknowledged table is gone: {path} {}", response.brief()));
        }
        Some(response).filter(|response| response.status == 200)
    }

    /// A message with a text and a nonce that nobody else has.
    pub(super) fn message(&mut self, chat: &str) -> Value {
        let (text, nonce) = (format!("say {}", self.new_ref()), format!("nonce-{}", self.new_ref()));
        self.host.plant(&nonce, Audience::Client(self.n));
        if self.host.notes().private.contains_key(chat) {
            self.host.plant(&text, Audience::Readers(chat.to_owned()));
        }
        json!({ "body": text, "clientId": nonce })
    }

    pub(super) async fn say(&mut self) {
        let Some(table) = self.some_own() else { return };
        let message = self.message(&table);
        let Some(response) = self.post(format!("/api/tables/{table}/messages"), Some(message.clone())).await else {
            return;
        };
        self.check_posted(&message, &response);
    }

    pub(super) fn check_posted(&self, sent: &Value, response: &ClientResponse) {
        let message = &response.json["message"];
        let same = ["body", "clientId"].iter().all(|field| message[field] == sent[field]);
        if response.status == 200 && !(same && message["name"] == self.who.handle.as_str()) {
            self.host.fail(format!("said {sent}, told {message}"));
        }
    }

    /// A poll that one's own word wakes.
    pub(super) async fn converse(&mut self) {
        let Some(table) = self.some_own() else { return };
        let Some(view) = self.read(&table, "?msgs_since=0").await else { return };
        let (state, said) = (&view.json["state"], number(&view.json["msgsAt"]));
        if state["terminal"] == true {
            return;
        }
        let path = format!("/api/tables/{table}?wait=25&msgs_since={said}&events_since={}", state["eventsAt"]);
        let (poll, message) = (ClientRequest::get(path, self.auth()), self.message(&table));
        let speak = ClientRequest::post(format!("/api/tables/{table}/messages"), Some(message), self.auth());
        self.wake(poll, speak, 200, "outer: a message woke a poll").await;
    }

    /// Something that is done wakes a poll that was parked before, with this status.
    pub(super) async fn wake(
        &mut self,
        poll: ClientRequest,
        waking: ClientRequest,
        status: u16,
        what: &'static str,
    ) -> Option<ClientResponse> {
        let mark = self.host.mark();
        let pause = Duration::from_millis(self.rng.between(300, 3_000));
        let hear = async { (self.send(&poll).await, Instant::now()) };
        let act = async {
            sleep(pause).await;
            (self.send(&waking).await, Instant::now())
        };
        let ((logged, heard_at), (done, done_at)) = join(hear, act).await;
        let (logged, done) = (logged?, done?);
        if self.host.all_well_since(mark) && done.status == 200 {
            self.host.hit(what);
            let late = heard_at.saturating_duration_since(done_at);
            // News that came just before may have woken it, and its answer have been overtaken by that of the waking.
            let woken = logged.status == status || heard_at < done_at + SLOWEST;
            if late > PROMPT || !woken {
                self.host.fail(format!("{waking:?} woke {poll:?} {late:?} late: {}", logged.brief()));
            }
        }
        Some(done)
    }

    /// A long-poll, with or without cursors; how it is answered is judged where all answers are.
    pub(super) async fn poll(&mut self) {
        let Some(table) = self.some_own() else { return };
        let Some(view) = self.read(&table, "?msgs_since=0&events_since=0").await else { return };
        let (events, said) = (&view.json["state"]["eventsAt"], &view.json["msgsAt"]);
        let wait = self.rng.between(1, 20);
        let query = match self.rng.below(4) {
            0 => format!("?wait={wait}"),
            1 => format!("?wait={wait}&events_since={events}"),
            2 => format!("?wait={wait}&events_since={events}&msgs_since={said}"),
            _ => "?events_since=100000000&msgs_since=100000000".to_owned(),
        };
        self.read(&table, &query).await;
    }

    /// A table where it is one's turn, if there is one among those that are looked at.
    pub(super) async fn table_to_play(&mut self) -> Option<String> {
        if self.rng.percent(40) {
            return self.some_own();
        }
        let response = self.get("/api/me/tables").await.filter(|response| response.status == 200)?;
        self.check_my_tables(&response);
        let mine: Vec<&Value> =
            response.json["tables"].as_array()?.iter().filter(|table| table["yourTurn"] == true).collect();
        let table = self.rng.pick(&mine)?["id"].as_str()?.to_owned();
        self.own(&table);
        Some(table)
    }

    /// Read and move; sometimes two moves race, and one at most may win.
    pub(super) async fn play(&mut self) {
        let Some(table) = self.table_to_play().await else { return };
        let Some(view) = self.read(&table, "").await else { return };
        let state = &view.json["state"];
        let Some(legal) = state["legalActions"].as_array().filter(|legal| !legal.is_empty()) else { return };
        let path = format!("/api/tables/{table}/action");
        let mut body = json!({ "expectedPlies": state["plies"] });
        if self.rng.percent(30) {
            body["eventsSince"] = state["eventsAt"].clone();
        }
        let mut ask = || {
            body["action"] = legal[self.rng.below(legal.len() as u64) as usize].clone();
            ClientRequest::post(&path, Some(body.clone()), self.auth())
        };
        let (one, other) = (ask(), ask());
        if !self.rng.percent(25) {
            if self.call(one).await.is_some_and(|response| response.status == 200) {
                self.host.hit("outer: moved");
            }
            return;
        }
        let (a, b) = join(self.send(&one), self.send(&other)).await;
        self.host.hit("outer: two moves raced");
        let wins =
            [&a, &b].iter().filter(|response| response.as_ref().is_some_and(|response| response.status == 200)).count();
        if wins > 1 {
            self.host.fail(format!("two racing moves won at {path}, plies {}", state["plies"]));
        }
    }

    /// Look at somebody's table: as a spectator, or not at all.
    pub(super) async fn watch(&mut self) {
        let hidden: Vec<String> = {
            let notes = self.host.notes();
            notes.private.iter().filter(|(_, readers)| !readers.contains(&self.n)).map(|(id, _)| id.clone()).collect()
        };
        if let Some(id) = self.rng.pick(&hidden).cloned() {
            self.pry(&id).await;
        }
        let Some(table) = self.host.some_table(&mut self.rng) else { return };
        if self.who.maybe_staked.contains(&table) {
            return;
        }
        let Some(response) = self.get(format!("/api/tables/{table}?events_since=0&msgs_since=0")).await else { return };
        if response.status == 200 {
            self.host.hit("outer: watched as a spectator");
            let state = &response.json["state"];
            let acts = state["yourTurn"] == true || state["legalActions"].as_array().is_some_and(|all| !all.is_empty());
            if response.json["mySeat"] != -1 || acts {
                self.host.fail(format!("a spectator may act: {}", response.brief()));
            }
            let wait = self.rng.between(1, 8);
            self.get(format!("/api/tables/{table}?wait={wait}&events_since={}", state["eventsAt"])).await;
        }
    }

    /// To those who may not know of it there is no such table or party.
    async fn pry(&mut self, id: &str) {
        let at = if id.starts_with("pty_") { "parties" } else { "tables" };
        let paths = [format!("/api/{at}/{id}"), format!("/api/{at}/{id}?wait=5&msgs_since=0")];
        let path = self.rng.pick(&paths).cloned().unwrap_or_default();
        let Some(response) = self.get(&path).await else { return };
        self.host.hit("outer: pried into what is hidden");
        if !matches!(response.status, 401 | 404 | 503) {
            self.host.fail(format!("{path} is not for client {}: {}", self.n, response.brief()));
        }
    }

    pub(super) async fn leave(&mut self) {
        let Some(table) = self.some_own() else { return };
        let Some(response) = self.post(format!("/api/tables/{table}/forfeit"), None).await else { return };
        if response.status == 200 {
            self.host.hit("outer: left a table");
        }
    }
}
