//! In the calm: everybody can sign in, what was asked for is asked for once more, and all comes to rest.

use super::client::SimClient;
use madsim::time::sleep;
use std::time::Duration;

/// After so long without a move every table of a quick seed is over.
const REST: Duration = Duration::from_secs(150);

impl SimClient {
    pub(super) async fn last_look(&mut self) {
        self.host.hit("network: a last look");
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
                self.host.hit("network: acknowledged tables found again");
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
        self.add_up().await;
        for path in self.tags.keys().cloned().collect::<Vec<_>>() {
            self.revalidate_path(&path).await;
        }
        while !self.who.dead.is_empty() {
            self.use_dead().await;
            self.who.dead.pop();
        }
    }

    /// The balance is the sum of the ledger, all pages of it.
    async fn add_up(&mut self) {
        let (mut sum, mut since) = (0, 0);
        loop {
            let path = format!("/api/me/ledger?limit={}&since={since}", self.rng.between(20, 200));
            let Some(page) = self.get(path).await.filter(|page| page.status == 200) else { return };
            let Some(entries) = page.json["entries"].as_array().filter(|entries| !entries.is_empty()) else { break };
            sum += entries.iter().filter_map(|entry| entry["delta"].as_i64()).sum::<i64>();
            since = entries.last().and_then(|entry| entry["id"].as_u64()).unwrap_or_default();
        }
        let Some(me) = self.get("/api/me").await.filter(|me| me.status == 200) else { return };
        // A table may have ended between the two.
        let Some(page) = self.get(format!("/api/me/ledger?since={since}")).await else { return };
        if page.status == 200 && page.json["entries"].as_array().is_some_and(Vec::is_empty) {
            self.host.hit("network: a ledger was added up");
            if me.json["balance"].as_i64() != Some(sum) {
                self.host.fail(format!("the ledger of {} sums to {sum}: {}", self.who.handle, me.brief()));
            }
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
        self.host.hit("network: all came to rest");
    }
}
