//! What members check after the faults.

use super::clients::{Member, get};
use super::exchange::Ask;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_service::time::Millis;

const PAGE: usize = 50;
/// Settled tables of an invitee before the reward.
const REWARDED: usize = 5;

impl Member {
    /// After the faults: what was acknowledged is there, and chips moved once.
    pub(super) async fn check(&mut self) {
        for (ask, former) in std::mem::take(&mut self.answered) {
            let token = self.token.clone();
            self.token = token.clone().filter(|_| ask.path != "/api/join");
            let again = self.ask(&ask).await;
            self.token = token;
            if again.body != former {
                self.fail("a repeated request has the same answer", format!("{former}, and now {}", again.body));
            }
        }
        for (table, known) in std::mem::take(&mut self.tables) {
            self.tables = BTreeMap::from([(table, known)]);
            drop(self.read().await);
        }
        let history = self.ask(&get("/api/me/history")).await.body;
        let is_due = history["hands"].as_array().is_some_and(|hands| hands.len() >= REWARDED);
        if let Some(by) = self.joined_by.clone().filter(|_| is_due) {
            self.cluster.notes().invited.entry(by).or_default().1 += 1;
        }
    }

    /// The movements of a member's chips add up, each stake goes in and comes out once, each day has one refill, and each
    /// invitee one reward.
    pub(super) async fn check_chips(&mut self) {
        let (mut sum, mut since, mut seen, mut rewards) = (0, Some(0), BTreeSet::new(), 0_u64);
        while let Some(after) = since {
            let page = self.ask(&get(format!("/api/me/ledger?since={after}&limit={PAGE}"))).await.body;
            let entries = page["entries"].as_array().cloned().unwrap_or_default();
            since = entries.last().and_then(|entry| entry["id"].as_u64()).filter(|_| entries.len() == PAGE);
            for entry in entries {
                sum += entry["delta"].as_i64().unwrap_or_default();
                if entry["reason"] == "referral" {
                    rewards += 1;
                    continue;
                }
                let at = Millis(entry["createdAt"].as_u64().unwrap_or_default());
                let day = entry["tableId"].is_null().then(|| at.day());
                // The starting chips are no refill.
                let is_start = seen.is_empty();
                let what = format!("{} {} {day:?} {is_start}", entry["reason"], entry["tableId"]);
                if !seen.insert(what.clone()) {
                    self.fail("chips move once", what);
                }
                if day.is_some() && !is_start {
                    self.cluster.hit("premise: a member was refilled");
                }
            }
        }
        let me = self.ask(&get("/api/me")).await.body;
        if me["balance"] != sum {
            self.fail("the movements of chips make the balance", format!("{sum} and {}", me["balance"]));
        }
        let Some(own) = self.referral.clone() else { return };
        let told = self.ask(&get("/api/me/referral")).await.body["rewarded"].as_u64();
        let (invited, due) = self.cluster.notes().invited.get(&own).copied().unwrap_or_default();
        if rewards < due || rewards > invited || told != Some(rewards) {
            let seen = format!("has {rewards} rewards, {told:?} by the count, for {due} to {invited} invitees");
            self.fail("an invitee is rewarded once", seen);
        }
        if rewards > 0 {
            self.cluster.hit("premise: a member was rewarded");
        }
    }

    /// A write, for which the whole cluster is needed.
    pub(super) async fn write(&mut self) {
        self.tables.clear();
        let bio = json!({ "bio": format!("at {:?}", self.cluster.net.now()) });
        let edit = Ask { method: "PATCH", path: "/api/me/profile".to_owned(), body: bio };
        let answer = self.ask(&edit).await;
        if answer.status != 200 {
            self.unexpected("a member can change their profile", &answer);
        }
    }
}
