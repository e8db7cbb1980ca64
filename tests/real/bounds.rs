//! One client that takes everything it can get without a credential.

use crate::turnstone::{Home, LONG, Serving, ask, connect, eventually};
use serde_json::Value;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The first bytes of every HTTP/2 connection, and empty settings.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Connections that send only the HTTP/2 preface.
fn prefaces(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    let preface = |_| {
        let mut stream = connect(address);
        // The server may have closed it already.
        drop(stream.write_all(PREFACE));
        stream
    };
    (0..count).map(preface).collect()
}

/// Whether the server keeps a connection: it has sent its settings.
fn is_kept(mut stream: &TcpStream) -> bool {
    stream.read(&mut [0; 1024]).is_ok_and(|count| count > 0)
}

/// Lines of the log with this text, and their fields.
fn warnings(log: &[String], words: &str) -> Vec<Value> {
    let lines = log.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["message"].as_str().is_some_and(|message| message.contains(words))).collect()
}

/// The health of a server, asked from another address of this machine.
fn health_from(server: &Serving, from: Ipv4Addr) -> u16 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((from, 0))).unwrap();
        socket.connect(server.address).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").unwrap();
    crate::turnstone::read(&mut stream).status
}

#[test]
fn connections_of_an_address_are_limited() {
    let home = Home::new();
    let server = home.serve_with("data", &[("TURNSTONE_LIMITS__CONNECTIONS_PER_ADDRESS", "200")]);
    let held = prefaces(server.address, 300);
    let kept = held.iter().filter(|stream| is_kept(stream)).count();
    assert_eq!(kept, 200);
    // Other addresses are served, this one is not.
    assert_eq!(health_from(&server, Ipv4Addr::new(127, 0, 0, 2)), 200);
    assert!(!is_kept(&prefaces(server.address, 1)[0]));
    drop(held);
    eventually(|| is_kept(&prefaces(server.address, 1)[0]));
    server.terminate();
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    let reported = warnings(&log, "the limit of connections of an address is reached");
    assert_eq!(reported.len(), 1, "once in a while: {log:?}");
    assert_eq!(reported[0]["peer"], "127.0.0.1");
    assert_eq!(reported[0]["limit"], 200);
}

#[test]
fn an_address_gets_at_most_half_of_all_connections() {
    let home = Home::new();
    // 88 places.
    let server = home.serve_within("-n 600", "data");
    let held = prefaces(server.address, 88);
    assert_eq!(held.iter().filter(|stream| is_kept(stream)).count(), 44);
    assert_eq!(health_from(&server, Ipv4Addr::new(127, 0, 0, 2)), 200);
}

#[test]
fn warns_once_about_an_untrusted_proxy() {
    let home = Home::new();
    let server = home.serve("data");
    for at in 0..20 {
        ask(server.address, "GET", "/api/deployment", &[("X-Forwarded-For", &format!("203.0.113.{at}"))], "");
    }
    server.terminate();
    let (_, log) = server.ended();
    let reported = warnings(&log, "X-Forwarded-For");
    assert_eq!(reported.len(), 1, "{log:?}");
    assert_eq!(reported[0]["peer"], "127.0.0.1");
    assert!(!log.iter().any(|line| line.contains("203.0.113.")), "its content is not trusted");
}

/// Connections and streams of one peer that reads no byte of any body, each within its own bound.
const STALLED: (usize, u32) = (990, 128);
/// The memory that such a peer may cost the server, in KiB.
const MOST_KIB: u64 = 128 << 10;

/// One frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A connection whose streams have empty windows, with this many GETs on it.
fn stalled_requests(streams: u32) -> Vec<u8> {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const NO_WINDOW: [u8; 6] = [0, 4, 0, 0, 0, 0];
    let mut bytes = [PREFACE, &frame(4, 0, 0, &NO_WINDOW)].concat();
    for stream in 0..streams {
        // Some bodies are shared documents, some are made for each reader.
        let path: &[u8] = [&b"/"[..], b"/openapi.json", b"/nothing"][stream as usize % 3];
        let head = [&[0x82, 0x86, 0x04, path.len() as u8][..], path, b"\x01\x01a"].concat();
        bytes.extend(frame(1, 0x5, 2 * stream + 1, &head));
    }
    bytes
}

/// A memory figure of a server, in KiB.
fn memory(server: &Serving, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Read and discard all received bytes of these connections; returns their number.
fn drain(connections: &mut [TcpStream]) -> usize {
    let mut bytes = [0; 16 << 10];
    let mut drained = 0;
    for stream in connections {
        loop {
            match stream.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => drained += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // The server may close it because of the peer's behaviour.
                Err(_) => break,
            }
        }
    }
    drained
}

/// All heads are read; no byte of any body is accepted.
#[test]
fn unread_streams_hold_little_memory() {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let raised = rustix::process::Rlimit { current: files.maximum, maximum: files.maximum };
    rustix::process::setrlimit(rustix::process::Resource::Nofile, raised).unwrap();
    let home = Home::new();
    let server = home.serve_plain("data", &[]);
    let before = memory(&server, "VmRSS");
    let (count, streams) = STALLED;
    let requests = stalled_requests(streams);
    let mut connections: Vec<TcpStream> = (0..count).map(|_| connect(server.address)).collect();
    for stream in &mut connections {
        stream.write_all(&requests).unwrap();
        stream.set_nonblocking(true).unwrap();
    }
    // Until the server sends nothing more, within the time that it keeps an unread response.
    let (began, mut quiet) = (Instant::now(), 0);
    while quiet < 20 && began.elapsed() < Duration::from_secs(25) {
        quiet = if drain(&mut connections) == 0 { quiet + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(50));
    }
    let (held, peak) = (memory(&server, "VmRSS"), memory(&server, "VmHWM"));
    let reported = format!("{before} KiB before, {held} held, {peak} at most, after {:?}", began.elapsed());
    eprintln!("{reported}");
    assert_eq!(health_from(&server, Ipv4Addr::new(127, 0, 0, 2)), 200, "other addresses are served");
    assert_eq!(ask(server.address, "GET", "/healthz", &[], "").status, 200, "over HTTP/1 the same address is, too");
    assert!(peak < MOST_KIB, "{reported}");
}
