//! Sessions and the end of them: cookies, forged requests, logout, rotation, erasure, pause.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use serde_json::json;

impl SimClient {
    /// A cookie for the recovery code.
    pub(super) async fn take_cookie(&mut self) {
        let Some(code) = self.who.code.clone() else { return };
        let body = json!({ "handle": self.who.handle, "recoveryCode": code });
        let response = self.send(&ClientRequest::post("/api/recover", Some(body), Auth::Nobody)).await;
        let Some(response) = response.filter(|response| response.status == 200) else { return };
        let cookie = response.header("set-cookie").and_then(|all| all.split(';').next()).unwrap_or_default();
        self.host.hit("network: took a cookie");
        self.who.cookie = Some(cookie.to_owned());
    }

    /// What another site's page could make a browser send: nothing comes of it.
    pub(super) async fn forge(&mut self) {
        if self.rng.percent(30) {
            return self.forge_sign_in().await;
        }
        let (Some(cookie), Some(table)) = (self.who.cookie.clone(), self.some_own()) else { return };
        let text = format!("forged {}", self.new_ref());
        let ask = ClientRequest::post(
            format!("/api/tables/{table}/messages"),
            Some(json!({ "body": text })),
            Auth::Cookie(cookie),
        );
        let ask = match self.rng.below(4) {
            0 => ask.with("origin", "https://evil.example"),
            1 => ask.with("sec-fetch-site", "cross-site"),
            2 => ask.with("content-type", "text/plain"),
            _ => ask.with("origin", "null").with("sec-fetch-site", "same-origin"),
        };
        let Some(response) = self.call(ask.clone()).await else { return };
        match response.status {
            403 => self.host.hit("network: a forged request was refused"),
            401 | 503 => {}
            _ => self.host.fail(format!("a forged request was answered {}: {ask:?}", response.brief())),
        }
        self.read(&table, "?msgs_since=0").await;
    }

    /// Another page's visitor is to be signed in as this member.
    async fn forge_sign_in(&mut self) {
        let Some(code) = self.who.code.clone() else { return };
        let body = json!({ "handle": self.who.handle, "recoveryCode": code });
        let ask = ClientRequest::post("/api/recover", Some(body), Auth::Nobody).with("content-type", "text/plain");
        let ask = if self.rng.percent(50) {
            ask.with("origin", "https://evil.example")
        } else {
            ask.with("sec-fetch-site", "cross-site")
        };
        let Some(response) = self.call(ask).await else { return };
        match response.status {
            403 if response.header("set-cookie").is_none() => self.host.hit("network: a forged sign-in was refused"),
            _ => self.host.fail(format!("a forged sign-in was answered {} {:?}", response.brief(), response.headers)),
        }
    }

    /// The session's credentials are dead.
    fn bury(&mut self) {
        let token = self.who.token.take().map(Auth::Bearer);
        let cookie = self.who.cookie.take().map(Auth::Cookie);
        self.who.dead.extend(token.into_iter().chain(cookie));
        self.forget_session();
    }

    /// Log out, sometimes while polls are parked.
    pub(super) async fn end_sessions(&mut self) {
        let logout = ClientRequest::post("/api/logout", None, self.auth());
        self.who.grants.clear();
        let response = match self.parked_poll().await {
            Some(poll) => self.wake(poll, logout, "network: a logout woke a poll").await,
            None => self.send(&logout).await,
        };
        self.after_the_end(response.as_ref(), "network: logged out");
    }

    /// A poll of an own table that has nothing new to tell.
    async fn parked_poll(&mut self) -> Option<ClientRequest> {
        if self.rng.percent(30) {
            return None;
        }
        if let Some(party) = self.rng.pick(&self.who.parties).cloned().filter(|_| self.rng.percent(40)) {
            let view = self.get(format!("/api/parties/{party}?msgs_since=0")).await?;
            return Some(ClientRequest::get(
                format!("/api/parties/{party}?wait=30&msgs_since={}", view.json["msgsAt"]),
                self.auth(),
            ));
        }
        let table = self.some_own()?;
        let view = self.read(&table, "").await.filter(|view| view.json["state"]["terminal"] == false)?;
        let events = &view.json["state"]["eventsAt"];
        Some(ClientRequest::get(format!("/api/tables/{table}?wait=30&events_since={events}"), self.auth()))
    }

    /// Whether a request that ends all sessions has ended them.
    fn after_the_end(&mut self, response: Option<&ClientResponse>, what: &'static str) -> bool {
        match response.map(|response| response.status) {
            Some(200) => {
                self.host.hit(what);
                self.bury();
                true
            }
            Some(401) => {
                self.forget_session();
                false
            }
            None | Some(503) => {
                self.who.unsure = true;
                false
            }
            Some(_) => false,
        }
    }

    /// A new root: the old one and every session end.
    pub(super) async fn rotate(&mut self) {
        let Some(code) = self.who.code.clone() else { return };
        let rotate = ClientRequest::post("/api/recovery/rotate", Some(json!({ "recoveryCode": code })), self.auth());
        self.who.grants.clear();
        let response = match self.parked_poll().await {
            Some(poll) => self.wake(poll, rotate, "network: a rotation woke a poll").await,
            None => self.send(&rotate).await,
        };
        if !self.after_the_end(response.as_ref(), "network: rotated the root") {
            return;
        }
        let new =
            response.and_then(|response| response.json["recoveryCode"].as_str().map(str::to_owned)).unwrap_or_default();
        self.who.code = Some(new);
        let body = json!({ "handle": self.who.handle, "recoveryCode": code });
        self.send(&ClientRequest::post("/api/token", Some(body), Auth::Nobody)).await;
    }

    /// Be erased and begin as somebody else.
    pub(super) async fn erase(&mut self) {
        let handle = self.who.handle.clone();
        self.host.notes().handles.remove(&self.n);
        self.who.grants.clear();
        let mut erase = ClientRequest::post("/api/me", Some(json!({ "confirmHandle": handle })), self.auth());
        erase.method = "DELETE";
        let response = match self.parked_poll().await {
            Some(poll) => self.wake(poll, erase, "network: an erasure woke a poll").await,
            None => self.send(&erase).await,
        };
        if !self.after_the_end(response.as_ref(), "network: was erased") {
            return;
        }
        let body = json!({ "handle": handle, "recoveryCode": self.who.code });
        self.send(&ClientRequest::post("/api/token", Some(body), Auth::Nobody)).await;
        let dead = std::mem::take(&mut self.who.dead);
        self.be_born();
        self.who.dead = dead;
    }

    /// Stake nothing for a while; then go on as somebody else.
    pub(super) async fn pause(&mut self) {
        let pause = |duration: &str| Some(json!({ "duration": duration }));
        self.who.paused = true;
        if self.post("/api/me/pause", pause("7d")).await.is_none_or(|response| response.status != 200) {
            return;
        }
        self.host.hit("network: paused");
        self.post("/api/me/pause", pause("24h")).await;
        let body = json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 });
        self.post("/api/tables", Some(body)).await;
    }

    /// Show a credential that has ended, whatever was restarted since.
    pub(super) async fn use_dead(&mut self) {
        let Some(auth) = self.rng.pick(&self.who.dead).cloned() else { return };
        let path = self.rng.one(&["/api/me", "/api/leaderboard", "/api/me/tables"]);
        if self.send(&ClientRequest::get(path, auth)).await.is_some() {
            self.host.hit("network: a credential that has ended was used");
        }
    }
}
