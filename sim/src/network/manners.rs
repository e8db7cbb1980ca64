//! Requests that no honest client makes, and what the door owes to each: a status, a header, a connection that ends.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use serde_json::json;

impl SimClient {
    /// Ask for something odd.
    pub(super) async fn misbehave(&mut self) {
        match self.rng.below(8) {
            0 => self.seat_elsewhere().await,
            1 => self.count_the_unreadable().await,
            2 => self.send_unreadable().await,
            _ => {
                for _ in 0..4 {
                    self.send_odd().await;
                }
            }
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
            401 => self.host.hit("network: a seat's cookie was shown elsewhere"),
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
                self.host.hit("network: a value of another type was rejected");
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
                self.host.hit("network: an unreadable request counted");
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
