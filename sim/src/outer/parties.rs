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
        self.host.hit("outer: founded a party");
        let mut notes = self.host.notes();
        notes.parties.push(party.to_owned());
        notes.private.entry(party.to_owned()).or_default().insert(self.n);
        notes.log.let_read(party, self.n);
        drop(notes);
        self.who.parties.push(party.to_owned());
    }

    async fn join_party(&mut self, party: &str) {
        {
            // From now on it may be a member.
            let mut notes = self.host.notes();
            notes.private.entry(party.to_owned()).or_default().insert(self.n);
            notes.log.let_read(party, self.n);
        }
        let Some(response) = self.post(format!("/api/parties/{party}/join"), None).await else { return };
        if response.status == 200 {
            self.host.hit("outer: joined a party");
            self.who.parties.push(party.to_owned());
            let again = self.post(format!("/api/parties/{party}/join"), None).await;
            if again.is_some_and(|response| !matches!(response.status, 200 | 401 | 503)) {
                self.host.fail(format!("joining {party} again was refused"));
            }
        }
    }

    async fn close_party(&mut self) {
        let Some(party) = self.rng.pick(&self.who.parties).cloned() else { return };
        let body = json!({ "visibility": if self.rng.percent(50) { "private" } else { "unlisted" } });
        let Some(response) = self.post(format!("/api/parties/{party}/visibility"), Some(body)).await else { return };
        if response.status == 200 {
            self.host.hit("outer: opened or closed a party");
        }
    }

    /// Talk, wait for talk, open a table: a poll that waits hears of each.
    pub(super) async fn talk_at_party(&mut self) {
        let Some(party) = self.rng.pick(&self.who.parties).cloned() else { return };
        let path = format!("/api/parties/{party}");
        let Some(view) = self.get(format!("{path}?msgs_since=0")).await else { return };
        if view.status == 404 {
            self.host.fail(format!("an acknowledged party is gone: {party}"));
        }
        if view.status != 200 {
            return;
        }
        let members = view.json["members"].as_array().cloned().unwrap_or_default();
        if !members.contains(&json!(self.who.handle)) {
            self.host.fail(format!("{} is not in {}", self.who.handle, view.brief()));
        }
        if members.iter().any(|member| member.as_str().is_some_and(|name| name.starts_with("gone-"))) {
            self.host.fail(format!("somebody erased is in {}", view.brief()));
        }
        let poll = ClientRequest::get(format!("{path}?wait=25&msgs_since={}", view.json["msgsAt"]), self.auth());
        if self.rng.percent(70) {
            let message = self.message(&party);
            let waking = ClientRequest::post(format!("{path}/messages"), Some(message.clone()), self.auth());
            if let Some(response) = self.wake(poll, waking, 200, "outer: a message woke a party's poll").await {
                self.check_posted(&message, &response);
            }
            return;
        }
        let body = json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 });
        let waking = ClientRequest::post(format!("{path}/table"), Some(body), self.auth());
        match self.wake(poll, waking, 200, "outer: a table woke a party's poll").await {
            Some(response) if response.status == 200 => {
                let table = response.json["tableId"].as_str().unwrap_or_default().to_owned();
                self.own(&table);
                self.host.made(&table);
            }
            Some(response) if response.status != 503 => {}
            // It may have been opened all the same.
            Some(_) | None => self.who.unknown_tables += 1,
        }
    }
}
