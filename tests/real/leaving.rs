//! SIGTERM: pending long-polls are answered, running requests end, and the exit is clean.

use crate::turnstone::{Home, METRICS, Serving, ask, connect, eventually, read};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

#[test]
fn a_stop_answers_pending_polls_and_ends_running_requests() {
    let home = Home::new();
    let server = home.serve_with("data", &[METRICS]);
    let metrics = server.metrics();
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    let address = server.address;
    let open = |rest: &str| {
        let mut stream = connect(address);
        let head = format!("{rest}\r\nHost: {address}\r\nAuthorization: {}\r\n", ada.bearer());
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut polls: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut poll = open(&format!("GET {table}?wait=50&events_since=0 HTTP/1.1"));
            poll.write_all(b"\r\n").unwrap();
            poll
        })
        .collect();
    // A body that is incomplete, and an idle connection.
    let mut uploads = open("PATCH /api/me/profile HTTP/1.1");
    uploads.write_all(b"Content-Length: 15\r\n\r\n{\"bio\":").unwrap();
    let mut idles = connect(address);
    idles.write_all(format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).unwrap();
    let mut first = [0; 12];
    idles.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let all = "turnstone_http_open_requests 4\n";
    eventually(|| ask(metrics, "GET", "/metrics", &[], "").body.contains(all));
    server.terminate();
    for poll in &mut polls {
        let answer = read(poll);
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.json()["status"], "waiting", "the view as it is");
    }
    uploads.write_all(b"\"late\"}\n").unwrap();
    let late = read(&mut uploads);
    assert_eq!((late.status, late.header("retry-after")), (503, Some("1")), "nothing new is begun: {}", late.body);
    let mut rest = Vec::new();
    idles.read_to_end(&mut rest).unwrap();
    let (code, lines) = server.ended();
    assert_eq!(code, Some(0), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("stopped")), "{lines:?}");
    assert!(!home.path("data").join("operator.sock").exists(), "the operator's socket is taken away");
    // Acknowledged changes are stored.
    let again = home.serve("data");
    assert_eq!(ada.get(&again, &table).json()["status"], "waiting");
}

fn send(signal: &str, server: &Serving) {
    let killed = std::process::Command::new("kill").arg(signal).arg(server.id().to_string()).status().unwrap();
    assert!(killed.success());
}

#[test]
fn sigint_stops_the_server() {
    let home = Home::new();
    let server = home.serve("data");
    send("-INT", &server);
    let (code, lines) = server.ended();
    assert_eq!(code, Some(0), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("stopped")), "{lines:?}");
}

#[test]
fn sighup_does_not_stop_a_server_under_nohup() {
    let home = Home::new();
    let server = home.serve_after("trap '' HUP", "data");
    send("-HUP", &server);
    assert_eq!(server.ask("GET", "/healthz", &[], "").status, 200);
    server.stop();
}

#[test]
fn a_stop_loses_no_acknowledged_change() {
    let home = Home::new();
    let server = home.serve_with("data", &[("TURNSTONE_LIMITS__ACTIVE_TABLES", "0")]);
    let invite = home.invited("data", &["invite"]);
    let ada = server.join(invite.trim(), "ada");
    let create = json!({ "kind": "tic-tac-toe-vs-house", "stake": 1 }).to_string();
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: a\r\nAuthorization: {}\r\nContent-Length: {}\r\n\r\n{create}",
        ada.bearer(),
        create.len(),
    );
    let mut stream = connect(server.address);
    stream.write_all(request.repeat(200).as_bytes()).unwrap();
    // In the middle of its work, when the first responses arrive.
    let mut reported = vec![0; 1000];
    stream.read_exact(&mut reported).unwrap();
    server.terminate();
    stream.read_to_end(&mut reported).unwrap();
    assert_eq!(server.ended().0, Some(0));
    let reported = String::from_utf8(reported).unwrap();
    let made: Vec<&str> =
        reported.split(r#""tableId":""#).skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let answers = reported.matches("HTTP/1.1 ").count();
    assert_eq!(answers, made.len() + reported.matches("HTTP/1.1 503").count(), "done, or not begun");
    let again = home.serve("data");
    for table in &made {
        assert_eq!(ada.get(&again, &format!("/api/tables/{table}")).status, 200, "{table} was acknowledged");
    }
    let balance = ada.get(&again, "/api/me").json()["balance"].as_u64().unwrap();
    assert_eq!(balance, 1000 - made.len() as u64, "and nothing took effect without a response");
}

#[test]
fn a_stop_does_not_wait_for_a_peer_that_never_ends() {
    let home = Home::new();
    let server = home.serve("data");
    let mut stream = connect(server.address);
    stream.write_all(b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{").unwrap();
    // A request on another connection shows that the server has read this one.
    assert_eq!(server.ask("GET", "/healthz", &[], "").status, 200);
    server.terminate();
    assert_eq!(server.ended().0, Some(0));
}
