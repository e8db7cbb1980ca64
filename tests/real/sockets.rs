//! Cases that need real sockets.

use crate::client::Client;
use crate::process::Server;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http2;
use hyper::{Method, Request};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A server of its own for a test, and its directory.
fn server() -> (Server, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let server = Server::turnstone(crate::binary().as_ref(), &home.path().join("data"), "sync");
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

/// The server's response to raw bytes, within five seconds.
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
fn a_move_on_another_connection_wakes_a_pending_poll() {
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
fn a_disconnected_client_frees_its_places_at_once() {
    let (server, _home) = server();
    runtime().block_on(async {
        let invite = server.invite(1);
        let mut ada = member(&server, &invite, "ada").await;
        let created = ada.post("/api/tables", &json!({ "kind": "tic-tac-toe-vs-house", "open": true })).await;
        let path = format!("/api/tables/{}?events_since=0&wait=", created["tableId"].as_str().unwrap());
        // Six polls fill the places of an account; they are dropped, and six more are accepted.
        let mut left = Vec::new();
        for _ in 0..6 {
            left.push(park(&server, &ada, format!("{path}50")));
        }
        let rejected = until(&mut ada, &format!("{path}0.05"), 429).await;
        assert_eq!(rejected["code"], "rate_limited", "the seventh is rejected");
        assert!(left.iter().all(|poll| !poll.is_finished()), "the six are pending");
        left.iter().for_each(tokio::task::JoinHandle::abort);
        let again: Vec<_> = (0..6).map(|_| park(&server, &ada, format!("{path}0.5"))).collect();
        for poll in again {
            assert_eq!(poll.await.unwrap().unwrap().0, 200, "the places are free again");
        }
    });
}

/// A poll with a member's credentials on a connection of its own, repeated until there is a place for it.
fn park(server: &Server, owner: &Client, path: String) -> tokio::task::JoinHandle<std::io::Result<(u16, Value)>> {
    let (address, token) = (server.address, owner.token.clone());
    tokio::spawn(async move {
        let mut client = Client::connect(address).await;
        client.token = token;
        for _ in 0..200 {
            let answer = client.try_ask(Method::GET, &path, &Value::Null).await?;
            if answer.0 != 429 {
                return Ok(answer);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("there is never a place for {path}");
    })
}

/// Repeat a request until it has this status.
async fn until(client: &mut Client, path: &str, wanted: u16) -> Value {
    for _ in 0..200 {
        let (status, answer) = client.ask(Method::GET, path, &Value::Null).await;
        if status == wanted {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path} is never answered with {wanted}");
}

#[test]
fn rejects_requests_that_hyper_accepts() {
    let (server, _home) = server();
    let no_host = raw(&server, b"GET /healthz HTTP/1.1\r\n\r\n");
    assert!(no_host.starts_with("HTTP/1.1 400"), "{no_host}");
    let two_hosts = raw(&server, b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    assert!(two_hosts.starts_with("HTTP/1.1 400"), "{two_hosts}");
    let large = raw(&server, b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n");
    assert!(large.starts_with("HTTP/1.1 413"), "before the body is read: {large}");
    let many: String = (0..80).map(|at| format!("X-{at}: y\r\n")).collect();
    let many = raw(&server, format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{many}\r\n").as_bytes());
    assert!(many.starts_with("HTTP/1.1 431"), "{many}");
}

#[test]
fn one_http_2_connection_carries_reads_changes_and_polls() {
    let (server, _home) = server();
    runtime().block_on(async {
        let invite = server.invite(1);
        let ada = member(&server, &invite, "ada").await;
        let stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let ask = |method: Method, path: &str, body: &'static str| {
            let mut sender = sender.clone();
            let request = Request::builder()
                .method(method)
                .uri(format!("http://{}{path}", server.address))
                .header("authorization", format!("Bearer {}", ada.token.as_ref().unwrap()))
                .body(Full::new(Bytes::from(body)))
                .unwrap();
            async move {
                let (head, body) = sender.send_request(request).await.unwrap().into_parts();
                (head.status.as_u16(), head.headers, body.collect().await.unwrap().to_bytes())
            }
        };
        let create = r#"{"kind":"tic-tac-toe-vs-house","open":true}"#;
        let (status, _, made) = ask(Method::POST, "/api/tables", create).await;
        assert_eq!(status, 200);
        let made: Value = serde_json::from_slice(&made).unwrap();
        let path = format!("/api/tables/{}", made["tableId"].as_str().unwrap());
        let poll = tokio::spawn(ask(Method::GET, &format!("{path}?wait=50&events_since=0"), ""));
        // No body in the answer, though it would have one to any other method.
        let (status, headers, body) = ask(Method::HEAD, "/api/me", "").await;
        assert_eq!((status, body.len()), (405, 0));
        assert_eq!(headers["allow"], "GET, DELETE");
        let (status, _, rejected) = ask(Method::PUT, "/api/me", "").await;
        assert_eq!(status, 405);
        assert_eq!(headers["content-length"], rejected.len().to_string());
        let (status, ..) = ask(Method::POST, &format!("{path}/forfeit"), "").await;
        assert_eq!(status, 200);
        let (status, _, woken) = poll.await.unwrap();
        assert_eq!(status, 200);
        assert_eq!(serde_json::from_slice::<Value>(&woken).unwrap()["status"], "cancelled");
    });
}
