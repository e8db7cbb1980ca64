//! A few things that only real sockets show.

use crate::client::Client;
use crate::process::Server;
use hyper::Method;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A server of its own for a test, and its directory.
fn server() -> (Server, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let server = Server::turnstone(crate::BINARY.as_ref(), &home.path().join("data"), "sync");
    (server, home)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

async fn member(server: &Server, invite: &str, handle: &str) -> Client {
    let mut client = Client::connect(server.address).await;
    let client_ref = format!("00000000-0000-4000-8000-{:012}", handle.len());
    let join = json!({ "inviteCode": invite, "handle": handle, "clientRef": client_ref });
    let joined = client.post("/api/join", &join).await;
    let credentials = json!({ "handle": handle, "recoveryCode": joined["recoveryCode"] });
    let token = client.post("/api/token", &credentials).await;
    client.token = Some(token["token"].as_str().unwrap().to_owned());
    client
}

/// What the server says to raw bytes, as far as it says it within five seconds.
fn raw(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(read) = stream.read(&mut buffer) {
        answer.extend_from_slice(&buffer[..read]);
        if read == 0 || answer.windows(4).any(|window| window == b"\r\n\r\n") {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_parked_poll_is_woken_by_a_move_on_another_connection() {
    let (server, _home) = server();
    runtime().block_on(async {
        let invite = server.invite(2);
        let (mut ada, mut bob) = (member(&server, &invite, "ada").await, member(&server, &invite, "bobby").await);
        let create = json!({ "kind": "tic-tac-toe-vs-house", "open": true });
        let created = ada.post("/api/tables", &create).await;
        let path = format!("/api/tables/{}", created["tableId"].as_str().unwrap());
        let waiting = format!("{path}?wait=30&events_since=0");
        let poll = ada.get(&waiting);
        let (join, answer) = (format!("{path}/join"), Value::Null);
        let (woken, joined) = tokio::join!(poll, bob.post(&join, &answer));
        assert_eq!(joined["started"], true);
        assert_eq!(woken["status"], "playing");
        assert_eq!(woken["state"]["events"][0]["type"], "dealt");
    });
}

#[test]
fn a_client_that_hangs_up_frees_its_places_at_once() {
    let (server, _home) = server();
    runtime().block_on(async {
        let invite = server.invite(1);
        let mut ada = member(&server, &invite, "ada").await;
        let created = ada.post("/api/tables", &json!({ "kind": "tic-tac-toe-vs-house", "open": true })).await;
        let path = format!("/api/tables/{}?wait=50&events_since=0", created["tableId"].as_str().unwrap());
        // Six polls fill the places of an account; they are left, and six more are let in.
        for _ in 0..2 {
            let mut parked = Vec::new();
            for _ in 0..6 {
                let mut client = Client::connect(server.address).await;
                client.token.clone_from(&ada.token);
                let path = path.clone();
                parked.push(tokio::spawn(async move { client.try_ask(Method::GET, &path, &Value::Null).await }));
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
            let (status, refused) = ada.ask(Method::GET, &path, &Value::Null).await;
            assert_eq!((status, &refused["code"]), (429, &json!("rate_limited")), "the seventh finds no place");
            parked.iter().for_each(tokio::task::JoinHandle::abort);
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    });
}

#[test]
fn what_hyper_lets_pass_is_refused() {
    let (server, _home) = server();
    let no_host = raw(&server, b"GET /healthz HTTP/1.1\r\n\r\n");
    assert!(no_host.starts_with("HTTP/1.1 400"), "{no_host}");
    let two_hosts = raw(&server, b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    assert!(two_hosts.starts_with("HTTP/1.1 400"), "{two_hosts}");
    let two_lengths = raw(
        &server,
        b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    assert!(two_lengths.starts_with("HTTP/1.1 400"), "{two_lengths}");
    let large = raw(&server, b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n");
    assert!(large.starts_with("HTTP/1.1 413"), "before the body is read: {large}");
    let many: String = (0..80).map(|at| format!("X-{at}: y\r\n")).collect();
    let many = raw(&server, format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{many}\r\n").as_bytes());
    assert!(many.starts_with("HTTP/1.1 431"), "{many}");
}
