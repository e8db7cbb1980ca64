//! Invitations, the deal of the day, lists, and what is asked for again by its tag.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::facts::number;
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl SimClient {
    pub(super) async fn invite(&mut self) {
        let others: Vec<String> = {
            let notes = self.host.notes();
            notes.handles.iter().filter(|(n, _)| **n != self.n).map(|(_, handle)| handle.clone()).collect()
        };
        let Some(handle) = self.rng.pick(&others).cloned() else { return };
        if self.host.notes().erased.contains(&handle) {
            return;
        }
        let body =
            json!({ "kind": "tic-tac-toe-vs-house", "invited": handle, "stake": 2, "clientRef": self.new_ref() });
        if self.make_wish("/api/tables", body).await.is_some_and(|response| response.status == 200) {
            self.host.hit("outer: invited somebody");
        }
    }

    pub(super) async fn answer_invitation(&mut self) {
        let Some(response) = self.get("/api/me/invitations").await else { return };
        let Some(invitation) = response.json["invitations"].as_array().and_then(|all| all.last()) else { return };
        let table = invitation["id"].as_str().unwrap_or_default().to_owned();
        if self.rng.percent(70) {
            let troubled = self.host.mark();
            let response = self.sit_at(&table).await;
            let started = response.is_some_and(|response| response.status == 200 && response.json["started"] == true);
            if started && self.host.all_well_since(troubled) {
                self.host.hit("outer: took an invitation");
            }
        } else if self
            .post(format!("/api/tables/{table}/decline"), None)
            .await
            .is_some_and(|response| response.status == 200)
        {
            self.host.hit("outer: declined an invitation");
            let again = self.get("/api/me/invitations").await;
            let listed = again.is_some_and(|response| String::from_utf8_lossy(&response.body).contains(&table));
            if listed {
                self.host.fail(format!("{table} was declined and is an invitation still"));
            }
        }
    }

    /// One table of the day: asked for twice it is the same.
    pub(super) async fn play_daily(&mut self) {
        let Some(before) = self.get("/api/daily").await.filter(|response| response.status == 200) else { return };
        let body = json!({ "kind": "blackjack", "daily": true, "clientRef": self.new_ref() });
        let Some(response) = self.make_wish("/api/tables", body).await.filter(|response| response.status == 200) else {
            return;
        };
        let Some(after) = self.get("/api/daily").await.filter(|response| response.status == 200) else { return };
        if before.json["dateKey"] != after.json["dateKey"] {
            return;
        }
        self.host.hit("outer: played the deal of the day");
        let (made, mine) = (&response.json["tableId"], &after.json["mine"]["tableId"]);
        let earlier = self.who.daily.clone().filter(|(day, _)| *day == after.json["dateKey"]).map(|(_, table)| table);
        if made != mine
            || earlier.as_ref().is_some_and(|earlier| earlier != made)
            || before.json["seedHash"] != after.json["seedHash"]
        {
            self.host.fail(format!("the table of the day was {earlier:?}, then {made}, then {mine}"));
        }
        self.who.daily = Some((after.json["dateKey"].clone(), made.clone()));
        if after.json["mine"]["status"] == "settled" {
            self.get(format!("/api/tables/{}/replay", made.as_str().unwrap_or_default())).await;
            self.host.hit("outer: asked for the replay of a deal of the day");
        }
    }

    /// Lists and facts about oneself.
    pub(super) async fn look_around(&mut self) {
        let paths = [
            "/api/me",
            "/api/me/tables",
            "/api/tables/open",
            "/api/tables/playing",
            "/api/daily",
            "/api/me/ledger?limit=20",
            "/api/me/history",
            "/api/me/profile",
            "/api/me/pause",
            "/api/games",
            "/api/leaderboard",
            "/api/deployment",
        ];
        let path = self.rng.one(&paths);
        let public =
            matches!(path, "/api/tables/open" | "/api/tables/playing" | "/api/leaderboard" | "/api/deployment");
        let auth = if public && self.rng.percent(50) { Auth::Nobody } else { self.auth() };
        let is_nobody = matches!(auth, Auth::Nobody);
        let Some(response) = self.call(ClientRequest::get(path, auth)).await.filter(|response| response.status == 200)
        else {
            return;
        };
        self.host.hit("outer: looked around");
        if path == "/api/leaderboard" && response.json["me"].is_null() != is_nobody {
            self.host.fail(format!("asked by nobody: {is_nobody}, {}", response.brief()));
        }
        match path {
            "/api/me" if response.json["account"]["handle"] != self.who.handle.as_str() => {
                self.host.fail(format!("{} is told that it is {}", self.who.handle, response.brief()));
            }
            "/api/me/profile" if response.json["handle"] != self.who.handle.as_str() => {
                self.host.fail(format!("{} is told that it is {}", self.who.handle, response.brief()));
            }
            "/api/me/tables" => self.check_my_tables(&response),
            "/api/tables/open" | "/api/tables/playing" => self.check_listed(&response),
            _ => {}
        }
    }

    /// Whether every request that could have made a table was answered.
    pub(super) fn knows_its_tables(&self) -> bool {
        self.who.unknown_tables == 0 && self.who.wishes.iter().all(|wish| wish.first.is_some())
    }

    pub(super) fn check_my_tables(&self, response: &ClientResponse) {
        let Some(tables) = response.json["tables"].as_array().filter(|_| self.knows_its_tables()) else { return };
        let unknown = tables.iter().find(|table| !self.who.maybe_staked.contains(table["id"].as_str().unwrap_or("")));
        if let Some(table) = unknown {
            self.host.fail(format!("{} never asked for {table}", self.who.handle));
        }
    }

    fn check_listed(&self, response: &ClientResponse) {
        let notes = self.host.notes();
        let hidden = |table: &&Value| notes.private.contains_key(table["id"].as_str().unwrap_or(""));
        let listed = response.json["tables"].as_array().and_then(|all| all.iter().find(hidden)).cloned();
        drop(notes);
        if let Some(table) = listed {
            self.host.fail(format!("a private table is listed: {table}"));
        }
    }

    /// Documents, cards and replays, asked for with the tag of the last time.
    pub(super) async fn revalidate(&mut self) {
        let over: Vec<String> = {
            let tables = self.host.all_tables();
            let notes = self.host.notes();
            tables.into_iter().filter(|table| notes.facts.is_over(table)).collect()
        };
        let recent = over.len().saturating_sub(8);
        let path = match (self.rng.below(6), self.rng.pick(&over[recent..])) {
            (0, _) | (_, None) => self.rng.one(&["/skill.md", "/openapi.json", "/rules.json", "/"]).to_owned(),
            (1 | 2, Some(table)) => format!("/api/tables/{table}/replay"),
            (_, Some(table)) => format!("/api/tables/{table}/card"),
        };
        self.revalidate_path(&path).await;
    }

    pub(super) async fn revalidate_path(&mut self, path: &str) {
        let auth = if self.rng.percent(50) { Auth::Nobody } else { self.auth() };
        let known = self.tags.get(path).cloned();
        let mut ask = ClientRequest::get(path, auth);
        if let Some(tag) = &known {
            ask = ask.with("if-none-match", tag.clone());
        }
        let asked_after = self.host.newest_number();
        let Some(response) = self.call(ask).await else { return };
        let tag = response.header("etag").map(str::to_owned);
        match (response.status, tag) {
            (200, Some(tag)) => {
                let learned = self.host.notes().facts.learn_tag(&tag, &response.body);
                self.host.check(learned);
                if known.as_ref() == Some(&tag) {
                    self.host.fail(format!("{path} was sent whole although {tag} is known"));
                }
                if known.is_some() {
                    self.host.hit("outer: a tag had changed");
                    if path.ends_with("/replay") || !path.starts_with("/api") {
                        self.host.fail(format!("{path} has changed, which never changes"));
                    }
                }
                self.tags.insert(path.to_owned(), tag);
            }
            (304, tag) => {
                self.host.hit("outer: a tag was still good");
                if tag != known || !response.body.is_empty() {
                    self.host.fail(format!("{path}: 304 with {tag:?}, known is {known:?}"));
                }
                self.check_still_true(path, &known.unwrap_or_default(), asked_after);
            }
            (404 | 409 | 401 | 503, _) | (200, None) => {}
            (_, _) => self.host.fail(format!("{path}: {}", response.brief())),
        }
    }

    /// What a 304 vouches for holds no name that was erased before it was asked for.
    fn check_still_true(&self, path: &str, tag: &str, asked_after: u64) {
        let notes = self.host.notes();
        let body = String::from_utf8_lossy(notes.facts.body_of(tag).unwrap_or_default()).into_owned();
        let gone = notes.gone.iter().find(|(name, at)| **at <= asked_after && body.contains(&format!("\"{name}\"")));
        let response = gone.map(|(name, _)| format!("{path}: 304 although {name} is erased: {body}"));
        drop(notes);
        self.host.check(response.map_or(Ok(()), Err));
    }

    /// The movements of one's chips: they add up to the balance, and at each table to what its card says.
    /// Returned is what each table came to.
    pub(super) async fn check_ledger(&mut self) -> Option<BTreeMap<String, i64>> {
        let before = self.get("/api/me").await.filter(|response| response.status == 200)?;
        let (mut since, mut entries) = (0, Vec::<Value>::new());
        loop {
            let response = self.get(format!("/api/me/ledger?limit=200&since={since}")).await;
            let response = response.filter(|response| response.status == 200)?;
            let page = response.json["entries"].as_array().cloned().unwrap_or_default();
            let Some(last) = page.last() else { break };
            since = number(&last["id"]);
            entries.extend(page);
        }
        let after = self.get("/api/me").await.filter(|response| response.status == 200)?;
        if before.body != after.body {
            return None;
        }
        self.host.hit("outer: a ledger was added up");
        match self.add_up(&entries, &after.json["balance"]) {
            Ok(by_table) => Some(by_table),
            Err(what) => {
                self.host.fail(what);
                None
            }
        }
    }

    fn add_up(&self, entries: &[Value], balance: &Value) -> Result<BTreeMap<String, i64>, String> {
        let (mut sum, mut last, mut by_table) = (0, 0, BTreeMap::new());
        for (at, entry) in entries.iter().enumerate() {
            let (id, delta) = (number(&entry["id"]), entry["delta"].as_i64().unwrap_or_default());
            if id <= last {
                return Err(format!("movement {id} after {last}"));
            }
            if entry["reason"] == "grant" && at > 0 && (sum >= 100 || sum + delta != 100) {
                return Err(format!("a refill of {delta} at {sum} chips: {entry}"));
            }
            (sum, last) = (sum + delta, id);
            if sum < 0 {
                return Err(format!("{} has {sum} chips after {entry}", self.who.handle));
            }
            let table = entry["tableId"].as_str();
            if let Some(table) =
                table.filter(|table| self.knows_its_tables() && !self.who.maybe_staked.contains(*table))
            {
                return Err(format!("{} never asked for a seat at {table}: {entry}", self.who.handle));
            }
            if let Some(table) = table {
                *by_table.entry(table.to_owned()).or_default() += delta;
            }
        }
        if balance.as_i64() != Some(sum) {
            return Err(format!("{}: the movements come to {sum}, the balance is {balance}", self.who.handle));
        }
        Ok(by_table)
    }
}
