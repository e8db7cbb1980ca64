//! After the faults: every member can sign in, requests are repeated, and every table ends.

use super::behaviour::{POLL, READ, SAY};
use super::client::SimClient;
use madsim::time::sleep;
use std::time::Duration;

/// After this long without a move every table of a quick seed is over.
const REST: Duration = Duration::from_secs(150);
/// A table for a poll.
const TABLE: &str = r#"create_table {"kind":"tic-tac-toe-vs-house","open":true,"stake":1,"clientRef":"$ref"}"#;

impl SimClient {
    pub(super) async fn finish(&mut self) {
        self.host.hit("network: the faults were over");
        for _ in 0..60 {
            if self.is_signed_in() {
                break;
            }
            self.sign_in().await;
            sleep(Duration::from_secs(1)).await;
        }
        if !self.is_signed_in() {
            return self.host.fail(format!("{} cannot sign in after the faults", self.name));
        }
        for at in (0..self.keyed.len()).rev() {
            self.ask_again(at).await;
        }
        self.poll_again().await;
        match self.n % 3 {
            0 => self.read_slowly().await,
            1 => self.send_slowly().await,
            _ => self.speak_http2().await,
        }
        self.send_odd().await;
        if self.host.setup.is_quick {
            self.come_to_rest().await;
        }
        for (path, gzip) in self.tags.keys().cloned().collect::<Vec<_>>() {
            self.revalidate_path(&path, gzip).await;
        }
    }

    /// Pending polls end, and their places are free.
    async fn poll_again(&mut self) {
        let Some(table) = self.draw(TABLE) else { return };
        let (step, name) = (table.step(), self.name.clone());
        self.call(table).await;
        if self.look(&name, READ, step).await.is_some()
            && let (Some(poll), Some(say)) = (self.draw_about(POLL, step), self.draw_about(SAY, step))
        {
            self.wake(poll, say, "network: a message woke a poll").await;
        }
        self.hang_up().await;
        self.wake_a_poll().await;
    }

    /// Without a move deadlines end every table.
    async fn come_to_rest(&mut self) {
        sleep(REST).await;
        let Some(response) = self.ask_for("my_tables").await.filter(|response| response.status == 200) else { return };
        let tables = response.json["tables"].as_array().cloned().unwrap_or_default();
        if let Some(table) = tables.iter().find(|table| table["pace"] == "live") {
            self.host.fail(format!("after {REST:?} without a move: {table}"));
        }
        self.host.hit("network: every table ended");
    }
}
