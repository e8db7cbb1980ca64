//! The memory of a pending long-poll or of an idle stream, on a connection of its own.

use crate::client::Client;
use crate::process::{Server, rss_bytes_of};
use crate::table;
use hyper::Method;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::task::JoinHandle;

/// Pending long-polls or streams of a member.
const EACH: usize = 6;

/// Open this many long-polls or streams at a server of its own; returns the bytes of memory that each takes.
pub(crate) async fn bytes_each(server: &Server, polls: usize, streams: bool) -> u64 {
    let members = table::seat_members(server, pairs(polls)).await;
    open(members, polls, streams, || server.rss_bytes()).await.0
}

/// Open this many long-polls or streams at a server that runs already; prints the bytes of memory that each takes, and holds
/// them until standard input ends. Long-polls last for 50 seconds.
pub(crate) async fn hold(address: SocketAddr, invite: &str, polls: usize, streams: bool, pid: u32) {
    let members = table::seat_members_at([address; 2], invite, pairs(polls), 1).await;
    let (each, parked) = open(members, polls, streams, || rss_bytes_of(pid)).await;
    println!("each                  {:.1} KiB of RSS", each as f64 / 1024.0);
    let _ = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new())).await;
    assert!(parked.iter().all(|poll| !poll.is_finished()), "all are still pending");
}

const fn pairs(polls: usize) -> usize {
    polls.div_ceil(EACH * 2)
}

/// Open them; returns the bytes of memory that each takes by the memory of the server.
async fn open(
    members: Vec<[Client; 2]>,
    polls: usize,
    streams: bool,
    rss_bytes: impl Fn() -> u64,
) -> (u64, Vec<JoinHandle<()>>) {
    let mut owners = Vec::new();
    for mut member in members.into_iter().flatten() {
        let made = member.post("/api/tables", &json!({ "kind": "tic-tac-toe-vs-house", "open": true })).await;
        let rest = if streams { "/stream" } else { "?wait=50&events_since=0" };
        let path = format!("/api/tables/{}{rest}", made["tableId"].as_str().unwrap());
        owners.push((member.address, member.token.take(), path));
    }
    // The members' own connections do not count.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = rss_bytes();
    let mut parked = Vec::new();
    for (address, token, path) in owners.iter().flat_map(|owner| std::iter::repeat_n(owner, EACH)).take(polls) {
        let mut client = Client::connect(*address).await;
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
    (rss_bytes().saturating_sub(before) / polls as u64, parked)
}
