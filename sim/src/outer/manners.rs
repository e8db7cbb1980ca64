//! Requests that no honest client makes, and what the door owes to each: a status, a header, a connection that ends.

use super::client::{ROOM, SimClient};
use super::exchange::{Auth, ClientRequest, ClientResponse};
use madsim::time::timeout;
use serde_json::json;
use std::time::Duration;

/// More than any body may have.
const TOO_LONG: usize = 70 << 10;

/// What was sent and what has to come of it.
struct OddRequest {
    what: &'static str,
    text: String,
    status: u16,
    /// Whether no further request may follow on the connection.
    closes: bool,
}

impl SimClient {
    /// Ask for something odd.
    pub(super) async fn misbehave(&mut self) {
        match self.rng.below(8) {
            0 => self.seat_elsewhere().await,
            1 => self.count_the_unreadable().await,
            2 => self.send_unreadable().await,
            _ => self.send_odd().await,
        }
    }

    async fn send_odd(&mut self) {
        let odd = self.odd_request();
        let mark = self.host.mark();
        let Some(mut line) = self.connect(ROOM).await else { return };
        if line.send(odd.text.as_bytes()).await.is_none() {
            return;
        }
        let response = timeout(Duration::from_secs(20), line.answer()).await.ok().flatten();
        if !self.host.all_well_since(mark) {
            return;
        }
        let told = response.as_ref().map(ClientResponse::brief);
        let Some(response) = response.filter(|response| response.status == odd.status) else {
            return self.host.fail(format!("{} was answered {told:?}, {} is due", odd.what, odd.status));
        };
        let says_close = response.header("connection") == Some("close");
        if odd.closes && !says_close {
            self.host.fail(format!("after {} the connection stays: {:?}", odd.what, response.headers));
        }
        if response.status == 405 && !response.header("allow").is_some_and(|methods| methods.contains("GET")) {
            self.host.fail(format!("a 405 without its methods: {:?}", response.headers));
        }
        self.host.hit("outer: an odd request was refused");
    }

    fn odd_request(&mut self) -> OddRequest {
        let token = self.who.token.clone().unwrap_or_default();
        let bearer = format!("authorization: Bearer {token}\r\n");
        let request = |head: &str, headers: &str, body: &str| {
            format!("{head} HTTP/1.1\r\nhost: turnstone.example\r\nx-request-id: odd\r\n{headers}\r\n{body}")
        };
        let typed = "content-type: application/json\r\n";
        let chunked = |body: &str| format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        let odd = |what, status, closes, text| OddRequest { what, text, status, closes };
        match self.rng.below(7) {
            0 => {
                let head = request("GET /api/leaderboard", &format!("{bearer}{bearer}"), "");
                odd("a request with two Authorizations", 400, false, head)
            }
            1 => {
                let body = json!({ "body": "x".repeat(TOO_LONG) }).to_string();
                let headers = format!("{typed}transfer-encoding: chunked\r\n");
                odd("a body that is too long", 413, false, request("POST /api/join", &headers, &chunked(&body)))
            }
            2 => {
                let headers = format!("{typed}content-length: {TOO_LONG}\r\n");
                odd("an announced body that is too long", 413, false, request("POST /api/join", &headers, ""))
            }
            3 => {
                let body = r#"{"handle":"nobody","recoveryCode":"0123456789012345","note":{"a":1,"a":2}}"#;
                let headers = format!("{typed}content-length: {}\r\n", body.len());
                odd("a body with a key twice", 400, false, request("POST /api/token", &headers, body))
            }
            4 => {
                let body = r#"{"handle":"nobody","recoveryCode":"0123456789012345"}"#;
                let headers = format!("{typed}content-length: 5\r\ntransfer-encoding: chunked\r\n");
                let text = request("POST /api/token", &headers, &chunked(body));
                odd("a body with two lengths", 401, true, text)
            }
            5 => odd("a method that the path has not", 405, false, request("PUT /api/me", "content-length: 0\r\n", "")),
            _ => odd("a path that is none", 404, false, request("GET /api/nothing", &bearer, "")),
        }
    }

    /// The cookie of a seat is worth nothing at another table.
    async fn seat_elsewhere(&mut self) {
        let cookies: Vec<(String, Auth)> = self
            .seats
            .iter()
            .filter(|seat| matches!(seat.auth, Auth::Cookie(_)))
            .map(|seat| (seat.table.clone(), seat.auth.clone()))
            .collect();
        let Some((own, cookie)) = self.rng.pick(&cookies).cloned() else { return };
        let others: Vec<String> = self.host.all_tables().into_iter().filter(|table| *table != own).collect();
        let Some(other) = self.rng.pick(&others).cloned() else { return };
        let ask = ClientRequest::get(format!("/api/tables/{other}"), cookie);
        let Some(response) = self.send(&ask).await else { return };
        match response.status {
            401 => self.host.hit("outer: a seat's cookie was shown elsewhere"),
            503 => {}
            _ => self.host.fail(format!("the seat at {own} was shown at {other}: {}", response.brief())),
        }
    }

    /// A value of another type than its field has is a 400, whatever the caller may do at the table.
    async fn send_unreadable(&mut self) {
        let Some(token) = self.who.token.clone() else { return };
        let Some(table) = self.host.some_table(&mut self.rng) else { return };
        let auth = Auth::Bearer(token);
        let act = |action| {
            let body = json!({ "action": action });
            ClientRequest::post(format!("/api/tables/{table}/action"), Some(body), auth.clone())
        };
        let ask = match self.rng.below(6) {
            0 => act(json!("mark")),
            1 => act(json!([])),
            2 => act(json!(7)),
            3 => ClientRequest::get("/api/me/ledger?since=null", auth.clone()),
            4 => ClientRequest::get(format!("/api/tables/{table}?wait=null"), auth.clone()),
            _ => ClientRequest::get(format!("/api/tables/{table}/messages?since=null"), auth.clone()),
        };
        let Some(response) = self.send(&ask).await else { return };
        match response.status {
            400 if response.json["code"] == "invalid_request" => {
                self.host.hit("outer: a value of another type was rejected");
            }
            401 | 429 | 503 => {}
            _ => self.host.fail(format!("{ask:?} does not parse, and was answered {}", response.brief())),
        }
    }

    /// A request that cannot be read counts like any other.
    async fn count_the_unreadable(&mut self) {
        let Some(token) = self.who.token.clone() else { return };
        let mark = self.host.mark();
        let good = ClientRequest::get("/api/me", Auth::Bearer(token.clone()));
        let bad = ClientRequest::get("/api/me/ledger?limit=0", Auth::Bearer(token));
        let Some(before) = self.send(&good).await.and_then(|response| left_of_window(&response)) else { return };
        let Some(response) = self.send(&bad).await.filter(|response| response.status == 400) else { return };
        if !self.host.all_well_since(mark) {
            return;
        }
        match left_of_window(&response) {
            // In the same minute there is one less.
            Some((left, ends)) if ends > before.1 || left < before.0 => {
                self.host.hit("outer: an unreadable request counted");
            }
            after => self.host.fail(format!("a request that cannot be read is free: {before:?} left, then {after:?}")),
        }
    }
}

/// What is left of the window of a request, and in how many seconds the next one begins.
fn left_of_window(response: &ClientResponse) -> Option<(u64, u64)> {
    let fields = response.header("ratelimit")?.split(';');
    let field = |name: &str| fields.clone().find_map(|field| field.strip_prefix(name)?.parse().ok());
    Some((field("r=")?, field("t=")?))
}

/// How long an answer may be kept: a replay for ever once its seed is open, a card and a document with a question each
/// time, anything else not at all.
pub(super) fn kept_wrongly(ask: &ClientRequest, response: &ClientResponse) -> bool {
    if !matches!(response.status, 200 | 304) {
        return response.header("cache-control") != Some("no-store");
    }
    let (keeps, tag) = (response.header("cache-control").unwrap_or(""), response.header("etag"));
    match ask.path.rsplit('/').next() {
        Some("replay") if response.status == 200 && response.json["seed"].is_null() => {
            response.json["sealedUntil"].as_u64().is_none_or(|until| until == 0)
                && response.json["sealedReason"] != "duel"
                || keeps != "no-store"
        }
        Some("replay") => !(keeps.contains("immutable") && keeps.contains("public")) || tag.is_none(),
        Some("card") => keeps != "no-cache" || tag.is_none(),
        _ if ask.path.starts_with("/api") => keeps != "no-store",
        _ => false,
    }
}
