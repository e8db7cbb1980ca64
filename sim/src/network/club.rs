//! Invitations, the deal of the day, lists, and what is asked for again by its tag.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest};
use serde_json::json;

impl SimClient {
    pub(super) async fn invite(&mut self) {
        let others: Vec<String> = {
            let notes = self.host.notes();
            notes.handles.iter().filter(|(n, _)| **n != self.n).map(|(_, handle)| handle.clone()).collect()
        };
        let Some(handle) = self.rng.pick(&others).cloned() else { return };
        let body =
            json!({ "kind": "tic-tac-toe-vs-house", "invited": handle, "stake": 2, "clientRef": self.new_ref() });
        if self.make_wish("/api/tables", body).await.is_some_and(|response| response.status == 200) {
            self.host.hit("network: invited somebody");
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
                self.host.hit("network: took an invitation");
            }
        } else if self
            .post(format!("/api/tables/{table}/decline"), None)
            .await
            .is_some_and(|response| response.status == 200)
        {
            self.host.hit("network: declined an invitation");
            self.get("/api/me/invitations").await;
        }
    }

    /// The table of the day.
    pub(super) async fn play_daily(&mut self) {
        let body = json!({ "kind": "blackjack", "daily": true, "clientRef": self.new_ref() });
        if self.make_wish("/api/tables", body).await.is_none_or(|response| response.status != 200) {
            return;
        }
        self.host.hit("network: played the deal of the day");
        let Some(board) = self.get("/api/daily").await else { return };
        if let Some(table) = board.json["mine"]["tableId"].as_str() {
            self.get(format!("/api/tables/{table}/replay")).await;
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
        if self.call(ClientRequest::get(path, auth)).await.is_some_and(|response| response.status == 200) {
            self.host.hit("network: looked around");
        }
    }

    /// Documents, cards and replays, asked for with the tag of the last time.
    pub(super) async fn revalidate(&mut self) {
        let over = self.host.over_tables();
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
            let forms =
                [tag.clone(), format!("W/{tag}"), format!("\"other\" , {tag}"), "*".to_owned(), "\"other\"".to_owned()];
            ask = ask.with("if-none-match", self.rng.one(&forms.each_ref().map(String::as_str)));
        }
        let Some(response) = self.call(ask).await else { return };
        let tag = response.header("etag").map(str::to_owned);
        match (response.status, tag) {
            (200, Some(tag)) => {
                let learned = self.host.notes().learn_tag(&tag, &response.body);
                self.host.check(learned);
                if known.is_some_and(|known| known != tag) {
                    self.host.hit("network: a tag had changed");
                    if path.ends_with("/replay") || !path.starts_with("/api") {
                        self.host.fail(format!("{path} has changed, which never changes"));
                    }
                }
                self.tags.insert(path.to_owned(), tag);
            }
            (304, _) => self.host.hit("network: a tag was still good"),
            (404 | 409 | 401 | 429 | 503, _) | (200, None) => {}
            (_, _) => self.host.fail(format!("{path}: {}", response.brief())),
        }
    }
}
