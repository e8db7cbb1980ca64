//! A low limit of open files and sockets.

use crate::client::Client;
use crate::turnstone::{Home, LONG, SERVE, Serving, connect, eventually, stderr};
use serde_json::json;
use std::net::TcpStream;
use tokio::time::timeout;

/// Connections that send nothing.
fn crowd(server: &Serving, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| connect(server.address)).collect()
}

/// Files and sockets that a server has open.
fn open(server: &Serving) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", server.id())).unwrap().count()
}

/// A member joins while many connections are open: that is a commit, which opens files.
fn joins_before(server: &Serving, invite: &str, count: usize, are_open: usize) -> Vec<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut ada = Client::connect(server.address).await;
        let join = |handle: &str, n: u32| {
            let client_ref = format!("00000000-0000-4000-8000-{n:012}");
            json!({ "inviteCode": invite, "handle": handle, "clientRef": client_ref })
        };
        ada.post("/api/join", &join("ada", 1)).await;
        let crowd = crowd(server, count);
        eventually(|| open(server) >= are_open);
        let joined = timeout(LONG, ada.post("/api/join", &join("bob", 2))).await.expect("an answer");
        assert!(joined["recoveryCode"].is_string());
        crowd
    })
}

#[test]
fn the_soft_limit_is_raised_at_the_start() {
    let home = Home::new();
    let server = home.serve_within("-S -n 200", "data");
    let invite = home.invited("data", &["invite", "--uses", "3"]);
    let _crowd = joins_before(&server, invite.trim(), 300, 300);
    server.join(invite.trim(), "carol");
    server.stop();
}

#[test]
fn connections_leave_files_for_the_store() {
    let home = Home::new();
    let server = home.serve_within_with("-n 600", "data", &[("TURNSTONE_LIMITS__CONNECTIONS_PER_ADDRESS", "0")]);
    let invite = home.invited("data", &["invite", "--uses", "3"]);
    // 88 are served, and as many more wait.
    let crowd = joins_before(&server, invite.trim(), 176, 88);
    assert!(open(&server) < 150, "{} files and sockets", open(&server));
    drop(crowd);
    server.join(invite.trim(), "carol");
    server.stop();
}

#[test]
fn rejects_a_file_limit_that_is_too_low() {
    let home = Home::new();
    let output = home.within("-n 200", "data", &SERVE).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let reported = stderr(&output);
    assert!(reported.contains("open 200 files and sockets at a time, and it needs 576 at least"), "{reported}");
    assert!(!home.path("data").exists(), "nothing was begun");
}
