//! Seats without an account: granted, claimed, played and taken back; and a guest's practice.

use super::client::{Client, Grant, SeatHeld};
use super::facts::number;
use super::heard::Whom;
use super::place::Offer;
use super::talk::{Ask, Auth, Told};
use futures_util::future::join;
use madsim::time::sleep;
use serde_json::json;
use std::time::Duration;

/// An offered seat is not waited for longer than this many others.
const OFFERS: usize = 6;

impl Client {
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
        let Some(told) = self.make_wish(&path, body).await.filter(|told| told.status == 200) else { return };
        let id = told.json["grantId"].as_str().unwrap_or_default().to_owned();
        let token = told.json["claimToken"].as_str().unwrap_or_default().to_owned();
        self.place.hit("outer: granted a seat");
        self.place.plant(&token, Whom::Holder(self.n));
        if self.rng.percent(35) {
            return self.hand_over_and_back(&table, &id, token).await;
        }
        self.offer(Offer { from: self.n, table: table.clone(), token: token.clone() });
        self.who.grants.push(Grant { table: table.clone(), id, token });
        if let Some(current) = self.get(format!("{path}/current")).await.filter(|told| told.status == 200)
            && !current.json["grant"].is_null()
        {
            self.place.hit("outer: saw the current grant");
        }
    }

    /// One's own program claims the seat, and it is taken back: whoever waited without the seat any more hears of it.
    async fn hand_over_and_back(&mut self, table: &str, id: &str, token: String) {
        let path = format!("/api/tables/{table}");
        let Some(view) = self.read(table, "").await.filter(|view| view.json["state"]["terminal"] == false) else {
            return;
        };
        let poll = |view: &Told| format!("{path}?wait=30&events_since={}", view.json["state"]["eventsAt"]);
        let body = json!({ "claimToken": token, "clientRef": self.new_ref() });
        let claim = Ask::post("/api/seat-grants/claim", Some(body), Auth::Nobody);
        let own_poll = Ask::get(poll(&view), self.auth());
        let told = self.wake(own_poll, claim, 409, "outer: a claim woke the owner's poll").await;
        let Some(told) = told.filter(|told| told.status == 200) else { return };
        let seat = Auth::Bearer(told.json["accessToken"].as_str().unwrap_or_default().to_owned());
        let mark = self.place.mark();
        let refused = self.get(&path).await;
        // A clock that jumped ahead may have ended the match.
        let may = |told: &Told| !matches!(told.status, 401 | 409) && told.json["status"] != "settled";
        if self.place.all_well_since(mark) && refused.is_some_and(|told| may(&told)) {
            self.place.fail(format!("{table} is delegated, and its owner reads it"));
        }
        let Some(view) = self.send(&Ask::get(&path, seat.clone())).await else { return };
        if view.status != 200 || view.json["state"]["terminal"] == true {
            return;
        }
        self.place.notes().ended_grants.insert(table.to_owned());
        let mut revoke = Ask::post(format!("{path}/seat-grants/{id}"), None, self.auth());
        revoke.method = "DELETE";
        let seat_poll = Ask::get(poll(&view), seat.clone());
        let told = self.wake(seat_poll, revoke, 401, "outer: a revocation woke the seat's poll").await;
        if told.is_some_and(|told| told.status == 200) {
            self.who.dead.push(seat);
        }
    }

    fn offer(&self, offer: Offer) {
        let mut notes = self.place.notes();
        notes.offers.push(offer);
        let old = notes.offers.len().saturating_sub(OFFERS);
        notes.offers.drain(..old);
    }

    /// Take a seat back, for good.
    pub(super) async fn revoke(&mut self) {
        let at = self.rng.below(self.who.grants.len() as u64) as usize;
        let Grant { table, id, token } = self.who.grants.remove(at);
        let path = format!("/api/tables/{table}/seat-grants/{id}");
        let (auth, seen) = (self.auth(), self.get(format!("/api/tables/{table}")).await);
        let delegated = seen.as_ref().is_some_and(|told| told.code() == "seat_delegated");
        if delegated {
            self.place.hit("outer: an owner found the seat delegated");
        }
        self.place.notes().ended_grants.insert(table.clone());
        let mut ask = Ask::post(&path, None, auth);
        ask.method = "DELETE";
        let Some(told) = self.call(ask.clone()).await else { return };
        if told.code() == "grant_not_found" && self.is_running(&table).await {
            self.place.fail(format!("{id} was granted, its match goes on, and it is gone: {}", told.brief()));
        }
        if told.status != 200 {
            return;
        }
        self.place.hit("outer: took a seat back");
        if self.call(ask).await.is_some_and(|told| !matches!(told.status, 200 | 401 | 404 | 503)) {
            self.place.fail(format!("taking {id} back again: {}", told.brief()));
        }
        let body = json!({ "claimToken": token, "clientRef": self.new_ref() });
        let claimed = self.send(&Ask::post("/api/seat-grants/claim", Some(body), Auth::Nobody)).await;
        if claimed.is_some_and(|told| !matches!(told.status, 409 | 503)) {
            self.place.fail(format!("{id} was taken back and claimed"));
        }
        // The owner has the seat again at once.
        let Some(own) = self.get(format!("/api/tables/{table}")).await else { return };
        if own.code() == "seat_delegated" {
            self.place.fail(format!("{table} was taken back and is delegated still"));
        }
    }

    /// Claim an offered seat, sometimes against oneself: one reference wins.
    pub(super) async fn claim(&mut self) {
        let offers: Vec<Offer> = {
            let notes = self.place.notes();
            notes.offers.iter().filter(|offer| offer.from != self.n).cloned().collect()
        };
        let Some(offer) = self.rng.pick(&offers).cloned() else { return };
        let ask = |reference: String| {
            let body = json!({ "claimToken": offer.token, "clientRef": reference });
            Ask::post("/api/seat-grants/claim", Some(body), Auth::Nobody)
        };
        let one = ask(self.new_ref());
        let other = ask(self.new_ref());
        let (told, rival) = if self.rng.percent(30) {
            let (told, rival) = join(self.send(&one), self.send(&other)).await;
            self.place.hit("outer: two claims raced");
            (told, rival)
        } else {
            (self.send(&one).await, None)
        };
        let both = [&told, &rival].iter().all(|told| told.as_ref().is_some_and(|told| told.status == 200));
        if both {
            self.place.fail(format!("two references claimed the seat at {}", offer.table));
        }
        let won = |told: &Option<Told>| told.as_ref().is_some_and(|told| told.status == 200);
        let (ask, told) = if won(&rival) { (other, rival) } else { (one, told) };
        let Some(told) = told.filter(|told| told.status == 200) else { return };
        self.place.hit("outer: claimed a seat");
        self.place.notes().offers.retain(|other| other.token != offer.token);
        if let Some(again) = self.send(&ask).await.filter(|again| again.status == 200)
            && again.body != told.body
        {
            self.place.fail(format!("a claim repeated: {} then {}", told.brief(), again.brief()));
        }
        self.hold(&offer.table, &told);
    }

    /// A seat's credential, by Bearer or by cookie.
    fn hold(&mut self, table: &str, told: &Told) {
        let token = told.json["accessToken"].as_str().unwrap_or_default().to_owned();
        self.place.plant(&token, Whom::Holder(self.n));
        let cookie = told.header("set-cookie").and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        let path = format!("Path=/api/tables/{table};");
        if !told.header("set-cookie").is_some_and(|cookie| cookie.contains(&path)) {
            self.place.fail(format!("a seat's cookie is not for {table}: {:?}", told.headers));
        }
        let auth = if self.rng.percent(50) { Auth::Cookie(cookie.to_owned()) } else { Auth::Bearer(token) };
        let expires_at = number(&told.json["expiresAt"]);
        self.seats.push(SeatHeld { table: table.to_owned(), auth, expires_at });
    }

    /// Play a seat by its own credential: observe and act, nothing else.
    pub(super) async fn play_seat(&mut self) {
        let Some(at) = (!self.seats.is_empty()).then(|| self.rng.below(self.seats.len() as u64) as usize) else {
            return;
        };
        let (table, auth) = (self.seats[at].table.clone(), self.seats[at].auth.clone());
        let path = format!("/api/tables/{table}");
        let Some(told) = self.send(&Ask::get(format!("{path}?msgs_since=0&events_since=0"), auth.clone())).await else {
            return;
        };
        match told.status {
            200 => {}
            401 | 404 => {
                // The grant, its time or the table has ended.
                self.place.hit("outer: a seat's credential had ended");
                let seat = self.seats.remove(at);
                return self.check_ended(&seat, &told).await;
            }
            503 => return,
            _ => return self.place.fail(format!("a seat's credential reads {path}: {}", told.brief())),
        }
        if told.json.get("messages").is_some() {
            self.place.fail(format!("a seat's credential was told messages: {}", told.brief()));
        }
        let chat = self.send(&Ask::get(format!("{path}/messages"), auth.clone())).await;
        let chat = chat.map_or(401, |told| told.status);
        if !matches!(chat, 401 | 503) {
            self.place.fail(format!("a seat's credential read the chat of {table}: {chat}"));
        }
        let state = &told.json["state"];
        let Some(action) = state["legalActions"].as_array().and_then(|legal| self.rng.pick(legal)).cloned() else {
            return self.wait_in_seat(&path, auth, &state["eventsAt"]).await;
        };
        let blind = Ask::post(format!("{path}/action"), Some(json!({ "action": action })), auth.clone());
        if self.rng.percent(20) && self.send(&blind).await.is_some_and(|told| told.status == 200) {
            self.place.fail(format!("a seat's credential moved at {table} without expectedPlies"));
        }
        let body = json!({ "action": action, "expectedPlies": state["plies"] });
        if self
            .send(&Ask::post(format!("{path}/action"), Some(body), auth))
            .await
            .is_some_and(|told| told.status == 200)
        {
            self.place.hit("outer: moved by a seat's credential");
        }
    }

    /// Whether a match goes on for certain.
    async fn is_running(&self, table: &str) -> bool {
        let card = self.send(&Ask::get(format!("/api/tables/{table}/card"), Auth::Nobody)).await;
        card.is_some_and(|card| card.status == 409)
    }

    /// A seat's credential is refused: not while the match goes on, its time is not up and nobody took it back.
    async fn check_ended(&mut self, seat: &SeatHeld, told: &Told) {
        let is_running = self.is_running(&seat.table).await;
        let in_time = self.place.latest_now_ms() < seat.expires_at;
        let is_ended = self.place.notes().ended_grants.contains(&seat.table);
        if is_running && in_time {
            self.place.hit("outer: a seat's credential had ended before its table");
            if !is_ended {
                self.place.fail(format!("the seat at {} was not taken back: {}", seat.table, told.brief()));
            }
        }
    }

    async fn wait_in_seat(&mut self, path: &str, auth: Auth, events: &serde_json::Value) {
        let wait = self.rng.between(1, 10);
        self.send(&Ask::get(format!("{path}?wait={wait}&events_since={events}"), auth)).await;
    }

    /// Practice without an account: asked for twice it is the same table.
    pub(super) async fn practise(&mut self) {
        let kind = self.rng.one(&["tic-tac-toe-vs-house", "blackjack", "mancala-vs-house"]);
        let body = json!({ "kind": kind, "clientRef": self.new_ref() });
        let ask = Ask::post("/api/practice", Some(body), Auth::Nobody);
        let first = self.send(&ask).await;
        sleep(Duration::from_millis(self.rng.below(500))).await;
        let again = self.send(&ask).await;
        let good = |told: Option<Told>| told.filter(|told| told.status == 200);
        let (first, again) = (good(first), good(again));
        if let (Some(first), Some(again)) = (&first, &again) {
            self.place.hit("outer: a practice was asked for again");
            if first.json["tableId"] != again.json["tableId"] {
                self.place.fail(format!("practice asked for twice: {} and {}", first.brief(), again.brief()));
            }
            self.place.plant(first.json["accessToken"].as_str().unwrap_or_default(), Whom::Holder(self.n));
        }
        if let Some(told) = again.or(first) {
            self.place.hit("outer: practised as a guest");
            let table = told.json["tableId"].as_str().unwrap_or_default().to_owned();
            self.hold(&table, &told);
        }
    }
}
