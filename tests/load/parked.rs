//! The memory of a pending long-poll or of an idle stream, on a connection of its own.

use crate::client::Client;
use crate::process::Server;
use crate::table;
use hyper::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// Pending long-polls or streams of a member.
const EACH: usize = 6;

/// Open this many long-polls or streams; returns the bytes of memory that each takes.
pub(crate) async fn bytes_each(server: &Server, polls: usize, streams: bool) -> u64 {
    let mut owners = Vec::new();
    for mut member in table::seat_members(server, polls.div_ceil(EACH * 2)).await.into_iter().flatten() {
        let made = member.post("/api/tables", &json!({ "kind": "tic-tac-toe-vs-house", "open": true })).await;
        let rest = if streams { "/stream" } else { "?wait=50&events_since=0" };
        let path = format!("/api/tables/{}{rest}", made["tableId"].as_str().unwrap());
        owners.push((member.token.take(), path));
    }
    // The members' own connections do not count.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = server.rss_bytes();
    let mut parked = Vec::new();
    for (token, path) in owners.iter().flat_map(|owner| std::iter::repeat_n(owner, EACH)).take(polls) {
        let mut client = Client::connect(server.address).await;
        client.token.clone_from(token);
        let path = path.clone();
        parked.push(tokio::spawn(async move {
            if streams {
                let mut events = client.stream(&path).await;
                while events.next().await.is_some() {}
            } else {
                let _ = client.try_ask(Method::GET, &path, &Value::Null).await;
            }
        }));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(parked.iter().all(|poll| !poll.is_finished()), "all are pending");
    server.rss_bytes().saturating_sub(before) / polls as u64
}
