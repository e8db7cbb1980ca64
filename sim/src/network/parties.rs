//! What clients do at parties.

use super::client::SimClient;
use super::exchange::ClientRequest;
use serde_json::json;

impl SimClient {
    /// Found a party or join somebody's, now and then close one's own.
    pub(super) async fn go_to_party(&mut self) {
        let theirs: Vec<String> = {
            let notes = self.host.notes();
            let recent = notes.parties.len().saturating_sub(4);
            notes.parties[recent..].iter().filter(|id| !self.who.parties.contains(id)).cloned().collect()
        };
        match self.rng.pick(&theirs).cloned() {
            Some(party) if self.rng.percent(80) => self.join_party(&party).await,
            Some(_) | None if self.who.parties.len() < 2 => self.found_party().await,
            Some(_) | None => self.close_party().await,
        }
    }

    async fn found_party(&mut self) {
        let Some(response) = self.post("/api/parties", None).await.filter(|response| response.status == 200) else {
            return;
        };
        let Some(party) = response.json["partyId"].as_str() else { return };
        self.host.hit("network: founded a party");
        self.host.notes().parties.push(party.to_owned());
        self.who.parties.push(party.to_owned());
    }

    async fn join_party(&mut self, party: &str) {
        let Some(response) = self.post(format!("/api/parties/{party}/join"), None).await else { return };
        if response.status == 200 {
            self.host.hit("network: joined a party");
            self.who.parties.push(party.to_owned());
            self.post(format!("/api/parties/{party}/join"), None).await;
        }
    }

    async fn close_party(&mut self) {
        let Some(party) = self.rng.pick(&self.who.parties).cloned() else { return };
        let body = json!({ "visibility": if self.rng.percent(50) { "private" } else { "unlisted" } });
        let Some(response) = self.post(format!("/api/parties/{party}/visibility"), Some(body)).await else { return };
        if response.status == 200 {
            self.host.hit("network: opened or closed a party");
        }
    }

    /// Talk, wait for talk, open a table: a poll that waits hears of each.
    pub(super) async fn talk_at_party(&mut self) {
        let Some(party) = self.rng.pick(&self.who.parties).cloned() else { return };
        let path = format!("/api/parties/{party}");
        let Some(view) = self.get(format!("{path}?msgs_since=0")).await else { return };
        if view.status != 200 {
            return;
        }
        let poll = ClientRequest::get(format!("{path}?wait=25&msgs_since={}", view.json["msgsAt"]), self.auth());
        if self.rng.percent(70) {
            let message = self.message();
            let waking = ClientRequest::post(format!("{path}/messages"), Some(message), self.auth());
            self.wake(poll, waking, "network: a message woke a party's poll").await;
            return;
        }
        let body = json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 });
        let waking = ClientRequest::post(format!("{path}/table"), Some(body), self.auth());
        let made = self.wake(poll, waking, "network: a table woke a party's poll").await;
        if let Some(table) = made.as_ref().and_then(|made| made.json["tableId"].as_str()) {
            self.own(table);
            self.host.made(table, false);
        }
    }
}
