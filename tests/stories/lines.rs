//! A second transport as an example: it reads a line of JSON for each request and writes one for each response, over
//! any stream, and uses only the port.

use crate::world::World;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, ReadBuf, split};
use turnstone_api::operation;
use turnstone_api::words::Words;
use turnstone_engine::{Closing, Port, Transport};
use turnstone_local::LocalTransport;
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::effects::{Order, Replied};

struct LineTransport {
    port: Port,
    stream: DuplexStream,
}

impl Transport for LineTransport {
    fn serve(self: Box<Self>, closing: Closing) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(closing.ends(talk(*self)))
    }
}

async fn talk(LineTransport { port, stream }: LineTransport) {
    let (read, mut write) = split(stream);
    let mut lines = BufReader::new(read).lines();
    let local = LocalTransport::new(port, IpAddr::V4(Ipv4Addr::LOCALHOST));
    while let Ok(Some(line)) = lines.next_line().await {
        let asked: Value = serde_json::from_str(&line).unwrap_or_default();
        let token = asked["token"].as_str();
        if let Some(table) = asked["watch"].as_str() {
            let opened = local.subscribe(token, &operation::tables::STREAM_TABLE, &[table.into()], &Map::new()).await;
            let Ok(mut stream) = opened else { return };
            while let Some(reply) = stream.next().await {
                let line = written(reply.map_err(|rejected| rejected.rejection.into()));
                if write.write_all(line.as_bytes()).await.is_err() {
                    return;
                }
            }
            continue;
        }
        let Some(operation) = asked["operation"].as_str().and_then(operation::find) else { return };
        let names = asked["names"].as_array().into_iter().flatten().filter_map(Value::as_str).map(Cow::Borrowed);
        let fields = asked["fields"].as_object().cloned().unwrap_or_default();
        let reply = local.call(token, operation, &names.collect::<Vec<_>>(), &fields).await;
        if write.write_all(written(reply).as_bytes()).await.is_err() {
            return;
        }
    }
}

fn written(reply: Result<Replied, Words>) -> String {
    let line = match &reply {
        Ok(replied) => serde_json::to_string(&replied.answer),
        Err(words) => serde_json::to_string(&words.body()),
    };
    line.unwrap() + "\n"
}

/// A peer of the transport.
struct Peer {
    world: World,
    near: DuplexStream,
}

impl Peer {
    /// Send a line; returns the lines that have arrived by then.
    fn send(&mut self, line: &Value) -> Vec<Value> {
        let mut context = Context::from_waker(Waker::noop());
        let sent = Pin::new(&mut self.near).poll_write(&mut context, format!("{line}\n").as_bytes());
        assert!(sent.is_ready());
        self.world.settle();
        self.read()
    }

    fn read(&mut self) -> Vec<Value> {
        let mut context = Context::from_waker(Waker::noop());
        let (mut bytes, mut got) = ([0; 4096], Vec::new());
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.near).poll_read(&mut context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => got.extend_from_slice(buffer.filled()),
                Poll::Ready(_) | Poll::Pending => break,
            }
            self.world.settle();
        }
        got.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }

    fn ask(&mut self, token: &str, operation: &str, names: &[&str], fields: Value) -> Value {
        let fields: Map<String, Value> = serde_json::from_value(fields).unwrap();
        let line = json!({ "token": token, "operation": operation, "names": names, "fields": fields });
        let mut reported = self.send(&line);
        assert_eq!(reported.len(), 1, "{reported:?}");
        reported.remove(0)
    }
}

#[test]
fn a_transport_needs_only_the_port() {
    let mut world = World::new(Config::default());
    let invited = world.operate(Order::Invite { uses: 1, expires_in_s: None, test: false }).unwrap();
    let Answer::Invited(invited) = invited.answer else { panic!() };
    let (near, far) = tokio::io::duplex(1 << 20);
    let (close, closing) = Closing::new();
    let transport = LineTransport { port: world.port(), stream: far };
    world.spawner().spawn(Box::new(transport).serve(closing));
    let mut peer = Peer { world, near };

    let client_ref = "00000000-0000-4000-8000-000000000001";
    let body = json!({ "inviteCode": invited.invite_code, "handle": "ada", "clientRef": client_ref });
    let joined = peer.send(&json!({ "operation": "join", "fields": body })).remove(0);
    let body = json!({ "handle": "ada", "recoveryCode": joined["recoveryCode"] });
    let token = peer.send(&json!({ "operation": "issue_token", "fields": body })).remove(0);
    let token = token["token"].as_str().unwrap().to_owned();
    assert_eq!(peer.ask(&token, "me", &[], json!({}))["account"]["handle"], "ada");
    let rejected = peer.ask("invalid", "me", &[], json!({}));
    assert_eq!(rejected["code"], "not_signed_in");
    let rejected = peer.ask(&token, "create_table", &[], json!({ "kind": "chess" }));
    assert_eq!(rejected["code"], "invalid_request", "{rejected}");

    // A stream reports the present state at once, and again when something has happened.
    let made = peer.ask(&token, "create_table", &[], json!({ "kind": "tic-tac-toe-vs-house" }));
    let table = made["tableId"].as_str().unwrap().to_owned();
    let watched = peer.send(&json!({ "token": token, "watch": table }));
    assert_eq!((watched.len(), &watched[0]["id"]), (1, &Value::from(table)));
    assert!(peer.read().is_empty());
    let quiet = peer.world.now() + 50_000;
    while peer.world.advance(quiet) {}
    assert!(peer.read().is_empty(), "no event, and no reply without one");
    let turn_ends = quiet + 850_000;
    while peer.world.advance(turn_ends) {}
    let reported = peer.read();
    assert_eq!((reported.len(), &reported[0]["state"]["terminal"]), (1, &Value::from(true)), "{reported:?}");
    close.tell();
    peer.world.settle();
}
