//! Seats without an account: granted, claimed, played and taken back; and a guest's practice.

use super::client::{Grant, SeatHeld, SimClient};
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::host::SeatOffer;
use futures_util::future::join;
use madsim::time::sleep;
use serde_json::json;
use std::time::Duration;

/// An offered seat is not waited for longer than this many others.
const OFFERS: usize = 6;

impl SimClient {
    /// Grant one's seat at a running table to whoever comes, or take one back.
    pub(super) async fn grant(&mut self) {
        if !self.who.grants.is_empty() && self.rng.percent(50) {
            return self.revoke().await;
        }
        let Some(table) = self.some_own() else { return };
        let Some(view) = self.read(&table, "").await else { return };
        if view.json["status"] != "playing" {
            return;
        }
        let path = format!("/api/tables/{table}/seat-grants");
        let body = json!({ "clientRef": self.new_ref(), "expiresInSeconds": self.rng.between(60, 300) });
        let Some(response) = self.make_wish(&path, body).await.filter(|response| response.status == 200) else {
            return;
        };
        let id = response.json["grantId"].as_str().unwrap_or_default().to_owned();
        let token = response.json["claimToken"].as_str().unwrap_or_default().to_owned();
        self.host.hit("network: granted a seat");
        if self.rng.percent(35) {
            return self.hand_over_and_back(&table, &id, token).await;
        }
        self.offer(SeatOffer { from: self.n, table: table.clone(), token: token.clone() });
        self.who.grants.push(Grant { table: table.clone(), id, token });
        if let Some(current) = self.get(format!("{path}/current")).await.filter(|response| response.status == 200)
            && !current.json["grant"].is_null()
        {
            self.host.hit("network: saw the current grant");
        }
    }

    /// One's own program claims the seat, and it is taken back: whoever waited without the seat any more hears of it.
    async fn hand_over_and_back(&mut self, table: &str, id: &str, token: String) {
        let path = format!("/api/tables/{table}");
        let Some(view) = self.read(table, "").await.filter(|view| view.json["state"]["terminal"] == false) else {
            return;
        };
        let poll = |view: &ClientResponse| format!("{path}?wait=30&events_since={}", view.json["state"]["eventsAt"]);
        let body = json!({ "claimToken": token, "clientRef": self.new_ref() });
        let claim = ClientRequest::post("/api/seat-grants/claim", Some(body), Auth::Nobody);
        let own_poll = ClientRequest::get(poll(&view), self.auth());
        let response = self.wake(own_poll, claim, "network: a claim woke the owner's poll").await;
        let Some(response) = response.filter(|response| response.status == 200) else { return };
        let seat = Auth::Bearer(response.json["accessToken"].as_str().unwrap_or_default().to_owned());
        self.get(&path).await;
        let Some(view) = self.send(&ClientRequest::get(&path, seat.clone())).await else { return };
        if view.status != 200 || view.json["state"]["terminal"] == true {
            return;
        }
        let mut revoke = ClientRequest::post(format!("{path}/seat-grants/{id}"), None, self.auth());
        revoke.method = "DELETE";
        let seat_poll = ClientRequest::get(poll(&view), seat.clone());
        let response = self.wake(seat_poll, revoke, "network: a revocation woke the seat's poll").await;
        if response.is_some_and(|response| response.status == 200) {
            self.who.dead.push(seat);
        }
    }

    fn offer(&self, offer: SeatOffer) {
        let mut notes = self.host.notes();
        notes.offers.push(offer);
        let old = notes.offers.len().saturating_sub(OFFERS);
        notes.offers.drain(..old);
    }

    /// Take a seat back, for good.
    pub(super) async fn revoke(&mut self) {
        let at = self.rng.below(self.who.grants.len() as u64) as usize;
        let Grant { table, id, token } = self.who.grants.remove(at);
        let seen = self.get(format!("/api/tables/{table}")).await;
        if seen.is_some_and(|response| response.code() == "seat_delegated") {
            self.host.hit("network: an owner found the seat delegated");
        }
        let mut ask = ClientRequest::post(format!("/api/tables/{table}/seat-grants/{id}"), None, self.auth());
        ask.method = "DELETE";
        if self.call(ask.clone()).await.is_none_or(|response| response.status != 200) {
            return;
        }
        self.host.hit("network: took a seat back");
        self.call(ask).await;
        let body = json!({ "claimToken": token, "clientRef": self.new_ref() });
        self.send(&ClientRequest::post("/api/seat-grants/claim", Some(body), Auth::Nobody)).await;
        // The owner has the seat again at once.
        self.get(format!("/api/tables/{table}")).await;
    }

    /// Claim an offered seat, sometimes against oneself: one reference wins.
    pub(super) async fn claim(&mut self) {
        let offers: Vec<SeatOffer> = {
            let notes = self.host.notes();
            notes.offers.iter().filter(|offer| offer.from != self.n).cloned().collect()
        };
        let Some(offer) = self.rng.pick(&offers).cloned() else { return };
        let ask = |reference: String| {
            let body = json!({ "claimToken": offer.token, "clientRef": reference });
            ClientRequest::post("/api/seat-grants/claim", Some(body), Auth::Nobody)
        };
        let one = ask(self.new_ref());
        let other = ask(self.new_ref());
        let (response, rival) = if self.rng.percent(30) {
            let (response, rival) = join(self.send(&one), self.send(&other)).await;
            self.host.hit("network: two claims raced");
            (response, rival)
        } else {
            (self.send(&one).await, None)
        };
        let won = |response: &Option<ClientResponse>| response.as_ref().is_some_and(|response| response.status == 200);
        let (ask, response) = if won(&rival) { (other, rival) } else { (one, response) };
        let Some(response) = response.filter(|response| response.status == 200) else { return };
        self.host.hit("network: claimed a seat");
        self.host.notes().offers.retain(|other| other.token != offer.token);
        self.send(&ask).await;
        self.hold(&offer.table, &response);
    }

    /// A seat's credential, by Bearer or by cookie.
    fn hold(&mut self, table: &str, response: &ClientResponse) {
        let token = response.json["accessToken"].as_str().unwrap_or_default().to_owned();
        let cookie = response.header("set-cookie").and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        let auth = if self.rng.percent(50) { Auth::Cookie(cookie.to_owned()) } else { Auth::Bearer(token) };
        self.seats.push(SeatHeld { table: table.to_owned(), auth });
    }

    /// Play a seat by its own credential: observe and act, and try what it is not for.
    pub(super) async fn play_seat(&mut self) {
        let Some(at) = (!self.seats.is_empty()).then(|| self.rng.below(self.seats.len() as u64) as usize) else {
            return;
        };
        let (table, auth) = (self.seats[at].table.clone(), self.seats[at].auth.clone());
        let path = format!("/api/tables/{table}");
        let read = ClientRequest::get(format!("{path}?msgs_since=0&events_since=0"), auth.clone());
        let Some(response) = self.send(&read).await else { return };
        match response.status {
            200 => {}
            401 | 404 => {
                // The grant, its time or the table has ended.
                self.host.hit("network: a seat's credential had ended");
                self.seats.remove(at);
                return;
            }
            _ => return,
        }
        self.send(&ClientRequest::get(format!("{path}/messages"), auth.clone())).await;
        let state = &response.json["state"];
        let Some(action) = state["legalActions"].as_array().and_then(|legal| self.rng.pick(legal)).cloned() else {
            return self.wait_in_seat(&path, auth, &state["eventsAt"]).await;
        };
        let act = |body| ClientRequest::post(format!("{path}/action"), Some(body), auth.clone());
        if self.rng.percent(20) {
            self.send(&act(json!({ "action": action }))).await;
        }
        let moved = self.send(&act(json!({ "action": action, "expectedPlies": state["plies"] }))).await;
        if moved.is_some_and(|response| response.status == 200) {
            self.host.hit("network: moved by a seat's credential");
        }
    }

    async fn wait_in_seat(&mut self, path: &str, auth: Auth, events: &serde_json::Value) {
        let wait = self.rng.between(1, 10);
        self.send(&ClientRequest::get(format!("{path}?wait={wait}&events_since={events}"), auth)).await;
    }

    /// Practice without an account, asked for twice.
    pub(super) async fn practise(&mut self) {
        let kind = self.a_kind(false);
        let body = json!({ "kind": kind, "clientRef": self.new_ref() });
        let ask = ClientRequest::post("/api/practice", Some(body), Auth::Nobody);
        let first = self.send(&ask).await;
        sleep(Duration::from_millis(self.rng.below(500))).await;
        let again = self.send(&ask).await;
        let good = |response: Option<ClientResponse>| response.filter(|response| response.status == 200);
        let (first, again) = (good(first), good(again));
        if first.is_some() && again.is_some() {
            self.host.hit("network: a practice was asked for again");
        }
        if let Some(response) = again.or(first) {
            self.host.hit("network: practised as a guest");
            let table = response.json["tableId"].as_str().unwrap_or_default().to_owned();
            self.hold(&table, &response);
        }
    }
}
