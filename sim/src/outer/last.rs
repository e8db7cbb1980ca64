//! In the calm: everything acknowledged is there, chips add up, what was over stays over, and all comes to rest.

use super::client::SimClient;
use super::exchange::{Auth, ClientRequest};
use madsim::time::sleep;
use std::collections::BTreeMap;
use std::time::Duration;

/// After so long without a move every table of a quick seed is over.
const REST: Duration = Duration::from_secs(150);

impl SimClient {
    pub(super) async fn last_look(&mut self) {
        self.host.hit("outer: a last look");
        if self.who.unsure {
            self.forget_session();
        }
        for _ in 0..60 {
            if self.who.token.is_some() {
                break;
            }
            self.sign_in().await;
            sleep(Duration::from_secs(1)).await;
        }
        if self.who.token.is_none() {
            return self.host.fail(format!("{} cannot sign in although all is well", self.who.handle));
        }
        for at in (0..self.who.wishes.len()).rev() {
            self.insist(at).await;
        }
        for table in self.who.tables.clone() {
            if self.look_at(&table).await {
                self.host.hit("outer: acknowledged tables found again");
            }
        }
        while !self.who.grants.is_empty() {
            self.revoke().await;
        }
        self.sleepless().await;
        match self.n % 3 {
            0 => self.read_slowly().await,
            1 => self.send_slowly().await,
            _ => self.speak_http2().await,
        }
        if self.host.is_quick() {
            self.come_to_rest().await;
        }
        if let Some(by_table) = self.check_ledger().await {
            self.compare_cards(&by_table).await;
        }
        for path in self.tags.keys().cloned().collect::<Vec<_>>() {
            self.revalidate_path(&path).await;
        }
        while !self.who.dead.is_empty() {
            self.use_dead().await;
            self.who.dead.pop();
        }
    }

    /// The whole of a table: its events and messages are those that were told before.
    async fn look_at(&mut self, table: &str) -> bool {
        let response = self.get(format!("/api/tables/{table}?events_since=0&msgs_since=0")).await;
        match response.map(|response| (response.status, response)) {
            Some((200, view)) => {
                if view.json["state"]["terminal"] == true && view.json["archived"] == false {
                    self.look_at_the_end(table, None).await;
                }
                true
            }
            Some((409, response)) if response.code() == "seat_delegated" => true,
            Some((status, response)) => {
                self.host.fail(format!("{table} in the calm: {status} {}", response.brief()));
                false
            }
            None => false,
        }
    }

    /// Parked polls hear of what happens, and places are free.
    async fn sleepless(&mut self) {
        let kind = serde_json::json!({ "kind": "tic-tac-toe-vs-house", "open": true, "stake": 1 });
        let Some(response) = self.post("/api/tables", Some(kind)).await.filter(|response| response.status == 200)
        else {
            return;
        };
        let table = response.json["tableId"].as_str().unwrap_or_default().to_owned();
        self.who.tables = vec![table.clone()];
        self.who.maybe_staked.insert(table);
        self.converse().await;
        self.hang_up().await;
        if !self.who.parties.is_empty() {
            self.talk_at_party().await;
        }
        self.poll().await;
    }

    /// Nobody moves any more: deadlines end every table.
    async fn come_to_rest(&mut self) {
        sleep(REST).await;
        let Some(response) = self.get("/api/me/tables").await.filter(|response| response.status == 200) else { return };
        let tables = response.json["tables"].as_array().cloned().unwrap_or_default();
        if let Some(table) = tables.iter().find(|table| table["pace"] == "live") {
            self.host.fail(format!("after {REST:?} without a move: {table}"));
        }
        self.host.hit("outer: all came to rest");
    }

    /// At each settled table the movements come to what its card says.
    async fn compare_cards(&mut self, by_table: &BTreeMap<String, i64>) {
        for (table, net) in by_table {
            let ask = ClientRequest::get(format!("/api/tables/{table}/card"), Auth::Nobody);
            let Some(card) = self.send(&ask).await.filter(|response| response.status == 200) else { continue };
            let seats = card.json["seats"].as_array().cloned().unwrap_or_default();
            let mine = seats.iter().find(|seat| seat["name"] == self.who.handle.as_str());
            self.host.hit("outer: a card was compared with the ledger");
            // Whoever left before the match began has his stake back, and stands on no card.
            if mine.map_or(Some(0), |seat| seat["score"].as_i64()) != Some(*net) {
                self.host.fail(format!("{table} moved {net} chips of {}: {}", self.who.handle, card.brief()));
            }
        }
    }
}
