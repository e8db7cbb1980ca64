//! Players who finish: tables of every kind, played until they are over.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use serde_json::{Value, json};
use turnstone_service::games::{Opening, SHIPPED};

/// Moves in a row at most, and polls in a row in which nothing came.
const MOVES: usize = 120;
const IDLE: usize = 4;

impl SimClient {
    /// A kind of table: one that members play with each other, if asked.
    pub(super) fn a_kind(&mut self, open: bool) -> &'static str {
        let kinds = SHIPPED.kinds().map(|(_, kind)| kind).filter(|kind| !open || kind.opening != Opening::Never);
        let kinds: Vec<&'static str> = kinds.map(|kind| kind.kind).collect();
        self.rng.one(&kinds)
    }

    /// Play a table to its end: one that waits for a move, a new one, or as a guest.
    pub(super) async fn finish(&mut self) {
        if self.rng.percent(15) {
            return self.finish_as_guest().await;
        }
        let table = match self.rng.below(10) {
            0..6 => self.table_to_play().await,
            6 | 7 => self.seat_somewhere().await,
            _ => None,
        };
        let table = match table {
            Some(table) => Some(table),
            None => self.new_table().await,
        };
        let Some(table) = table else { return };
        self.play_out(&table, None).await;
    }

    async fn new_table(&mut self) -> Option<String> {
        let open = self.rng.percent(50);
        let kind = self.a_kind(open);
        let seats = self.rng.between(2, 3);
        let body = json!({ "kind": kind, "open": open, "stake": 1, "seats": seats, "clientRef": self.new_ref() });
        let made = self.make_wish("/api/tables", body).await?;
        made.json["tableId"].as_str().map(str::to_owned)
    }

    async fn seat_somewhere(&mut self) -> Option<String> {
        let table = self.host.some_table(&mut self.rng)?;
        self.sit_at(&table).await.filter(|response| response.status == 200).map(|_| table)
    }

    async fn finish_as_guest(&mut self) {
        let kind = self.a_kind(false);
        let body = json!({ "kind": kind, "clientRef": self.new_ref() });
        let made = self.send(&ClientRequest::post("/api/practice", Some(body), Auth::Nobody)).await;
        let Some(made) = made.filter(|made| made.status == 200) else { return };
        let token = made.json["accessToken"].as_str().unwrap_or_default().to_owned();
        let table = made.json["tableId"].as_str().unwrap_or_default().to_owned();
        self.play_out(&table, Some(Auth::Bearer(token))).await;
    }

    /// With a seat's credential, or the member's own.
    async fn ask(&mut self, mut ask: ClientRequest, seat: Option<&Auth>) -> Option<ClientResponse> {
        if let Some(seat) = seat {
            ask.auth = seat.clone();
            return self.send(&ask).await.filter(|response| response.status == 200);
        }
        ask.auth = self.auth();
        self.call(ask).await.filter(|response| response.status == 200)
    }

    /// Move whenever it is one's turn, until the table is over or the others take too long.
    async fn play_out(&mut self, table: &str, seat: Option<Auth>) {
        let path = format!("/api/tables/{table}");
        let (mut view, mut idle) = (Value::Null, 0);
        for _ in 0..MOVES {
            if view.is_null() {
                let read = ClientRequest::get(&path, Auth::Nobody);
                let Some(response) = self.ask(read, seat.as_ref()).await else { return };
                view = response.json;
            }
            let state = &view["state"];
            if state["terminal"] == true {
                return self.look_at_the_end(table, seat).await;
            }
            let (plies, head) = (state["plies"].clone(), state["eventsAt"].clone());
            let legal = state["legalActions"].as_array().and_then(|legal| self.rng.pick(legal)).cloned();
            let Some(action) = legal else {
                idle += 1;
                if idle > IDLE {
                    return;
                }
                let poll = ClientRequest::get(format!("{path}?wait=6&events_since={head}"), Auth::Nobody);
                let Some(response) = self.ask(poll, seat.as_ref()).await else { return };
                view = response.json;
                continue;
            };
            idle = 0;
            let body = json!({ "action": action, "expectedPlies": plies, "eventsSince": head });
            let act = ClientRequest::post(format!("{path}/action"), Some(body), Auth::Nobody);
            view = match self.ask(act, seat.as_ref()).await {
                Some(moved) => {
                    self.host.hit("network: moved on to the end");
                    moved.json["table"].clone()
                }
                None => Value::Null,
            };
        }
    }

    /// A table that is over: its last view and its replay.
    async fn look_at_the_end(&mut self, table: &str, seat: Option<Auth>) {
        let path = format!("/api/tables/{table}");
        self.host.is_over(table);
        self.ask(ClientRequest::get(format!("{path}?events_since=0"), Auth::Nobody), seat.as_ref()).await;
        if self.send(&ClientRequest::get(format!("{path}/replay"), Auth::Nobody)).await.is_some() {
            self.host.hit("network: saw a match to its end");
        }
    }
}
