//! In the calm: everybody can sign in, what was asked for is asked for once more, and all comes to rest.

use super::client::SimClient;
use madsim::time::sleep;
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
            if self.read(&table, "?events_since=0&msgs_since=0").await.is_some() {
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
        self.get("/api/me/ledger?limit=200").await;
        for path in self.tags.keys().cloned().collect::<Vec<_>>() {
            self.revalidate_path(&path).await;
        }
        while !self.who.dead.is_empty() {
            self.use_dead().await;
            self.who.dead.pop();
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
        self.who.tables = vec![table];
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
}
