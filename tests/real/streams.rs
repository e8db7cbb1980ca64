//! Event streams over real sockets: over a kill, over a stop, and over a disconnect.

use crate::turnstone::{Home, LONG, Member, Serving};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

/// An event of a stream: its id, its name and its data.
type Event = (Option<String>, String, Value);

/// The reader of a stream.
struct Reader {
    lines: BufReader<TcpStream>,
}

impl Reader {
    fn open(server: &Serving, member: &Member, path: &str, after: Option<&str>) -> Self {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let after = after.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
        let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: {}\r\n{after}\r\n", member.bearer());
        stream.write_all(head.as_bytes()).unwrap();
        let mut reader = Self { lines: BufReader::new(stream) };
        let mut head = Vec::new();
        while let Some(line) = reader.line().filter(|line| !line.is_empty()) {
            head.push(line);
        }
        assert_eq!(head[0], "HTTP/1.1 200 OK");
        for header in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
            assert!(head.iter().any(|line| line == header), "{header}: {head:?}");
        }
        reader
    }

    /// The next line; `None` if the connection has ended.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).unwrap_or(0);
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// The next event; `None` if the connection has ended. The lines between with the sizes of chunks have no field.
    fn event(&mut self) -> Option<Event> {
        let mut event = (None, String::new(), Value::Null);
        loop {
            let line = self.line()?;
            match line.split_once(": ") {
                Some(("id", id)) => event.0 = Some(id.to_owned()),
                Some(("event", name)) => name.clone_into(&mut event.1),
                Some(("data", data)) => {
                    event.2 = serde_json::from_str(data).unwrap();
                    return Some(event);
                }
                Some(_) | None => {}
            }
        }
    }
}

#[test]
fn a_stream_continues_over_a_kill_and_ends_with_a_stop() {
    let home = Home::new();
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "2"]);
    let (ada, bob) = (server.join(&invite, "ada"), server.join(&invite, "bob"));
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    let stream = format!("{table}/stream?events_since=0&msgs_since=0");
    let mut reader = Reader::open(&server, &ada, &stream, None);
    let (first, name, data) = reader.event().unwrap();
    assert_eq!((name.as_str(), &data["status"]), ("table", &json!("waiting")));
    bob.post(&server, &format!("{table}/join"), &Value::Null);
    let (joined, _, data) = reader.event().unwrap();
    assert_eq!((&data["status"], &data["state"]["eventsAt"]), (&json!("playing"), &json!(2)));
    assert!(first.is_some() && joined.is_some() && first != joined);
    bob.post(&server, &format!("{table}/messages"), &json!({ "body": "one" }));
    assert_eq!(reader.event().unwrap().2["messages"][0]["body"], "one");
    // Dropping it is kill -9.
    drop(server);
    assert_eq!(reader.event(), None, "no end is sent");

    let server = home.serve("data");
    let mut reader = Reader::open(&server, &ada, &stream, joined.as_deref());
    let (newest, _, data) = reader.event().unwrap();
    assert_eq!((&data["state"]["events"], &data["messages"][0]["id"]), (&json!([]), &json!(1)), "only what is missing");
    bob.post(&server, &format!("{table}/messages"), &json!({ "body": "two" }));
    let (id, _, data) = reader.event().unwrap();
    assert_eq!(data["messages"].as_array().unwrap().len(), 1);
    assert!(id != newest);
    server.terminate();
    assert_eq!(reader.event().unwrap(), (None, "end".into(), json!({ "reason": "draining" })));
    assert_eq!(server.ended().0, Some(0));
}

#[test]
fn a_reader_that_disconnects_returns_its_place() {
    let home = Home::new();
    let server = home.serve_with("data", &[("TURNSTONE_LIMITS__LONG_POLLS_PER_CREDENTIAL", "1")]);
    let invite = home.invited("data", &["invite", "--uses", "1"]);
    let ada = server.join(&invite, "ada");
    let table = ada.table(&server, &json!({ "kind": "tic-tac-toe-vs-house", "open": true }));
    let stream = format!("{table}/stream");
    let mut reader = Reader::open(&server, &ada, &stream, None);
    assert!(reader.event().is_some());
    assert_eq!(ada.get(&server, &stream).status, 429);
    drop(reader);
    crate::turnstone::eventually(|| ada.get(&server, &format!("{table}?wait=0.01&events_since=0")).status == 200);
    assert!(Reader::open(&server, &ada, &stream, None).event().is_some());
}
