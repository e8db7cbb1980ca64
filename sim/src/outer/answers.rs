//! Whole answers, as far as a client can foretell them: what it asked for, who it is, and what it made. A field that it
//! cannot know is taken from the answer, by name; one that is new, or gone, is noticed.

use super::client::SimClient;
use super::exchange::{ClientRequest, ClientResponse};
use super::judge::thing;
use crate::grid::{Cell, Grid};
use crate::refusals::operation_of;
use serde_json::{Value, json};
use std::sync::LazyLock;
use turnstone_service::games::{BuyIn, SHIPPED};

/// Requests of which clients foretell the answer.
const OPERATIONS: [&str; 26] = [
    "act",
    "claim_seat_grant",
    "create_party",
    "create_party_table",
    "create_table",
    "current_seat_grant",
    "decline",
    "erase_account",
    "forfeit",
    "issue_seat_grant",
    "issue_token",
    "join",
    "join_party",
    "join_table",
    "logout",
    "me",
    "pause",
    "pause_state",
    "post_party_message",
    "post_table_message",
    "practice",
    "profile",
    "read_table",
    "recover",
    "revoke_seat_grant",
    "rotate_recovery",
];

/// How often the answer to which request was foretold.
pub(super) static FORETOLD: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    OPERATIONS.iter().for_each(|operation| grid.add(name(operation), Cell::Must));
    grid
});

fn name(operation: &str) -> String {
    format!("outer: the answer to {operation} was foretold")
}

impl SimClient {
    /// What was granted is what the client foretells.
    pub(super) fn judge_answer(&self, ask: &ClientRequest, response: &ClientResponse) -> Result<(), String> {
        let Some(operation) = operation_of(ask.method, &ask.path) else { return Ok(()) };
        let Some(foretold) = self.foretell(operation, ask, &response.json) else { return Ok(()) };
        self.host.notes().counts.hit_cell(&FORETOLD, &name(operation));
        if foretold == response.json {
            return Ok(());
        }
        Err(format!("{ask:?} was foretold as {foretold}, and answered {}", response.brief()))
    }

    fn foretell(&self, operation: &str, ask: &ClientRequest, told: &Value) -> Option<Value> {
        let sent: Value = ask.body.as_deref().and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default();
        let id = thing(&ask.path);
        let own = self.is_own(&ask.auth);
        Some(match operation {
            "join" => json!({ "ok": true, "handle": sent["handle"], "recoveryCode": told["recoveryCode"] }),
            "issue_token" => json!({ "token": told["token"], "expiresInSeconds": 30 * 86_400 }),
            "recover" | "logout" | "decline" | "forfeit" | "join_party" | "revoke_seat_grant" => json!({ "ok": true }),
            "rotate_recovery" => json!({ "ok": true, "recoveryCode": told["recoveryCode"] }),
            "erase_account" => json!({
                "ok": true,
                "handle": told["handle"],
                "identitiesRemoved": 0,
                "pushSubsRemoved": 0,
                "agentsAnonymised": 0,
            }),
            "me" if own => json!({
                "account": { "id": told["account"]["id"], "handle": self.who.handle },
                "balance": told["balance"],
            }),
            "profile" if own => json!({
                "handle": self.who.handle,
                "avatarUrl": null,
                "bio": null,
                "identities": [],
                "doors": [],
                "showMessenger": false,
            }),
            "pause_state" if own && !self.who.paused => json!({ "paused": false, "until": null }),
            "pause" => json!({ "paused": true, "until": told["until"] }),
            "create_table" | "create_party_table" => json!({ "tableId": told["tableId"] }),
            "join_table" => json!({ "ok": true, "tableId": id, "started": told["started"] }),
            "act" if sent["eventsSince"].is_null() => json!({ "ok": true }),
            "create_party" => json!({ "partyId": told["partyId"] }),
            "post_table_message" | "post_party_message" if own => {
                json!({ "ok": true, "message": self.said(&sent, &told["message"]) })
            }
            "practice" => json!({
                "tableId": told["tableId"],
                "accessToken": told["accessToken"],
                "tokenType": "Bearer",
                "expiresAt": told["expiresAt"],
            }),
            "issue_seat_grant" => json!({
                "grantId": told["grantId"],
                "claimToken": told["claimToken"],
                "tableId": id,
                "seat": told["seat"],
                "expiresAt": told["expiresAt"],
            }),
            "current_seat_grant" if !told["grant"].is_null() => json!({ "grant": {
                "grantId": told["grant"]["grantId"],
                "tableId": id,
                "seat": told["grant"]["seat"],
                "state": told["grant"]["state"],
                "expiresAt": told["grant"]["expiresAt"],
            } }),
            "claim_seat_grant" => json!({
                "accessToken": told["accessToken"],
                "tokenType": "Bearer",
                "tableId": told["tableId"],
                "seat": told["seat"],
                "expiresAt": told["expiresAt"],
            }),
            "read_table" if own => self.made_view(id?, told)?,
            _ => return None,
        })
    }

    /// The message that was sent, with its number, its author's place and its moment.
    fn said(&self, sent: &Value, told: &Value) -> Value {
        json!({
            "id": told["id"],
            "seat": told["seat"],
            "name": self.who.handle,
            "modality": "text",
            "body": sent["body"],
            "at": told["at"],
            "clientId": sent["clientId"],
        })
    }

    /// The view of a table that this client made: what it asked for then, and its own name at its seat.
    fn made_view(&self, id: &str, told: &Value) -> Option<Value> {
        let asked = self.who.made.get(id)?;
        let (rules, kind) = SHIPPED.kinds().find(|(_, kind)| asked["kind"] == kind.kind)?;
        let mut view = told.clone();
        view["id"] = json!(id);
        view["kind"] = asked["kind"].clone();
        view["gameId"] = json!(rules.about().id);
        // Some kinds cost the same whatever is asked for.
        view["stake"] = if let BuyIn::Fixed(chips) = kind.buy_in { json!(chips) } else { asked["stake"].clone() };
        view["practice"] = json!(asked["practice"] == true);
        view["pace"] = json!("live");
        view["visibility"] = json!(if asked["invited"].is_null() { "public" } else { "private" });
        let (seat, seats) = (&told["mySeat"], view["seats"].as_array_mut()?);
        if let Some(mine) = seats.iter_mut().find(|other| other["seat"] == *seat) {
            mine["name"] = json!(self.who.handle);
        }
        Some(view)
    }
}
