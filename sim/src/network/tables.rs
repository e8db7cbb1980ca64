//! What clients do at tables.

use super::client::{KeyedRequest, PROMPT, ROOM, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
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
        let auth = self.auth();
        self.who.wishes.push(KeyedRequest { ask: ClientRequest::post(path, Some(body), auth), is_granted: false });
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
        if line.send(self.text(&ask, 0).as_bytes()).await.is_some() {
            sleep(Duration::from_millis(self.rng.below(25))).await;
            self.host.hit("network: hung up on an answer");
        }
    }

    pub(super) async fn ask_again(&mut self) {
        let count = self.who.wishes.len() as u64;
        if count > 0 {
            let at = self.rng.below(count) as usize;
            self.insist(at).await;
        }
    }

    /// A request with a reference, once more.
    pub(super) async fn insist(&mut self, at: usize) -> Option<ClientResponse> {
        let auth = self.auth();
        let wish = &mut self.who.wishes[at];
        wish.ask.auth = auth;
        let ask = wish.ask.clone();
        let response = self.call(ask).await?;
        let replayed = response.header("idempotent-replayed").is_some();
        let wish = self.who.wishes.get_mut(at)?;
        let was_granted = wish.is_granted;
        wish.is_granted |= response.status == 200;
        match response.status {
            200 if was_granted => self.host.hit("network: a request with a reference was repeated"),
            200 => {
                if replayed {
                    self.host.hit("network: an answer that was lost came with the repetition");
                }
                self.adopt(at, &response);
            }
            // Who was to be invited is gone by now: the reference is free.
            400 => drop(self.who.wishes.remove(at)),
            429 => self.withdraw().await,
            _ => {}
        }
        Some(response)
    }

    /// The table that a wish made is there for this client, and for others.
    fn adopt(&mut self, at: usize, response: &ClientResponse) {
        let ask = &self.who.wishes[at].ask;
        let body = ask.body.clone().unwrap_or_default();
        let Some(table) = response.json["tableId"].as_str().filter(|_| ask.path == "/api/tables") else { return };
        self.own(table);
        self.host.made(table, body.contains("\"invited\"") || body.contains("\"daily\""));
    }

    pub(super) fn own(&mut self, table: &str) {
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
            self.host.hit("network: a waiting table was withdrawn");
        }
    }

    pub(super) async fn sit(&mut self) {
        let Some(table) = self.host.some_table(&mut self.rng) else { return };
        self.sit_at(&table).await;
    }

    pub(super) async fn sit_at(&mut self, table: &str) -> Option<ClientResponse> {
        let response = self.post(format!("/api/tables/{table}/join"), None).await?;
        if response.status == 200
            || (response.status == 409 && response.json["error"] == "you sit at this table already")
        {
            self.host.hit("network: sat down");
            self.own(table);
        }
        Some(response)
    }

    pub(super) fn some_own(&mut self) -> Option<String> {
        let recent = self.who.tables.len().saturating_sub(4);
        self.rng.pick(&self.who.tables[recent..]).cloned()
    }

    pub(super) async fn read(&mut self, table: &str, query: &str) -> Option<ClientResponse> {
        self.get(format!("/api/tables/{table}{query}")).await.filter(|response| response.status == 200)
    }

    /// A message with a text and a nonce of its own.
    pub(super) fn message(&mut self) -> Value {
        json!({ "body": format!("say {}", self.new_ref()), "clientId": format!("nonce-{}", self.new_ref()) })
    }

    pub(super) async fn say(&mut self) {
        let Some(table) = self.some_own() else { return };
        let message = self.message();
        self.post(format!("/api/tables/{table}/messages"), Some(message)).await;
    }

    /// A poll that one's own word wakes.
    pub(super) async fn converse(&mut self) {
        let Some(table) = self.some_own() else { return };
        let Some(view) = self.read(&table, "?msgs_since=0").await else { return };
        let (state, said) = (&view.json["state"], &view.json["msgsAt"]);
        if state["terminal"] == true {
            return;
        }
        let path = format!("/api/tables/{table}?wait=25&msgs_since={said}&events_since={}", state["eventsAt"]);
        let (poll, message) = (ClientRequest::get(path, self.auth()), self.message());
        let speak = ClientRequest::post(format!("/api/tables/{table}/messages"), Some(message), self.auth());
        self.wake(poll, speak, "network: a message woke a poll").await;
    }

    /// Something that is done wakes a poll that was parked before.
    pub(super) async fn wake(
        &mut self,
        poll: ClientRequest,
        waking: ClientRequest,
        what: &'static str,
    ) -> Option<ClientResponse> {
        let mark = self.host.mark();
        let pause = Duration::from_millis(self.rng.between(300, 3_000));
        let hear = async { (self.send(&poll).await, Instant::now()) };
        let act = async {
            sleep(pause).await;
            (self.send(&waking).await, Instant::now())
        };
        let ((heard, heard_at), (done, done_at)) = join(hear, act).await;
        let (heard, done) = (heard?, done?);
        if self.host.all_well_since(mark) && done.status == 200 {
            self.host.hit(what);
            let late = heard_at.saturating_duration_since(done_at);
            if late > PROMPT {
                self.host.fail(format!("{waking:?} woke {poll:?} {late:?} late: {}", heard.brief()));
            }
        }
        Some(done)
    }

    /// A long-poll, with or without cursors.
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
        let mine: Vec<&Value> =
            response.json["tables"].as_array()?.iter().filter(|table| table["yourTurn"] == true).collect();
        let table = self.rng.pick(&mine)?["id"].as_str()?.to_owned();
        self.own(&table);
        Some(table)
    }

    /// Read and move; sometimes two moves race.
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
                self.host.hit("network: moved");
            }
            return;
        }
        join(self.send(&one), self.send(&other)).await;
        self.host.hit("network: two moves raced");
    }

    /// Look at somebody's table, as a spectator if there is a way to see it.
    pub(super) async fn watch(&mut self) {
        let Some(table) = self.host.some_table_or_hidden(&mut self.rng) else { return };
        if self.who.tables.contains(&table) {
            return;
        }
        let Some(response) = self.get(format!("/api/tables/{table}?events_since=0&msgs_since=0")).await else { return };
        if response.status != 200 {
            self.host.hit("network: pried into what is hidden");
            return;
        }
        self.host.hit("network: watched as a spectator");
        let wait = self.rng.between(1, 8);
        let since = &response.json["state"]["eventsAt"];
        self.get(format!("/api/tables/{table}?wait={wait}&events_since={since}")).await;
    }

    pub(super) async fn leave(&mut self) {
        let Some(table) = self.some_own() else { return };
        let Some(response) = self.post(format!("/api/tables/{table}/forfeit"), None).await else { return };
        if response.status == 200 {
            self.host.hit("network: left a table");
        }
    }
}
