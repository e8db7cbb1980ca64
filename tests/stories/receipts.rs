//! Receipts for moves: who gets one, and that it acknowledges the move as the log of the replay has it.

use crate::script::Ask;
use crate::teller::Teller;
use crate::world::{HOST, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::body::Bytes;
use serde_json::{Map, Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use turnstone_api::operation::tables::ACT;
use turnstone_api::words::Words;
use turnstone_fairness::{MoveFact, Receipt};
use turnstone_local::LocalTransport;
use turnstone_service::effects::{AcceptedMove, Replied};
use turnstone_service::games::canonical_hash;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A guest with a practice table, and a member with another one whose seat is delegated.
const SCENE: &str = r#"
ada joins
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId accessToken
guest uses token_2
ada POST /api/tables {"kind":"tic-tac-toe-vs-house"} | tableId
"#;

fn scene() -> Teller {
    let mut teller = Teller::new();
    teller.go_on(SCENE);
    teller
}

/// A receipt as a header has it, with the ply, the seat and the time that it names.
#[derive(Debug)]
struct Received {
    ply: u32,
    seat: u8,
    at: u64,
    receipt: Receipt,
}

fn header(response: &Response) -> Option<Received> {
    let mut values = response.headers().get_all("move-receipt").iter();
    let text = values.next()?.to_str().unwrap();
    assert_eq!(values.next(), None);
    let members: Vec<(&str, &str)> = text.split(", ").map(|member| member.split_once('=').unwrap()).collect();
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["ply", "seat", "at", "index", "count", "path", "key", "signature"]);
    let values: Vec<&str> = members.iter().map(|(_, value)| *value).collect();
    let [ply, seat, at, index, count, path, key, signature] = values.try_into().unwrap();
    let path = path.strip_prefix('(').unwrap().strip_suffix(')').unwrap();
    let receipt = Receipt {
        index: index.parse().unwrap(),
        count: count.parse().unwrap(),
        path: path.split_terminator(' ').map(bytes).collect(),
        key: bytes(key),
        signature: bytes(signature),
    };
    Some(Received { ply: ply.parse().unwrap(), seat: seat.parse().unwrap(), at: at.parse().unwrap(), receipt })
}

/// A byte sequence of a structured field.
fn bytes<const N: usize>(item: &str) -> [u8; N] {
    let text = item.strip_prefix(':').unwrap().strip_suffix(':').unwrap();
    STANDARD.decode(text).unwrap().try_into().unwrap()
}

fn ask(method: &str, path: &str, body: Option<Value>) -> Ask {
    let body = body.map(|body| body.to_string());
    Ask { method: method.into(), path: path.into(), headers: Vec::new(), body, shown: None }
}

fn json_of(response: &Response) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

/// The body of a move that the caller can make, and the length of the log before it; `None` if the table is over.
fn next_move(teller: &mut Teller, who: &str, table: &str) -> Option<(Value, u64)> {
    let view = json_of(&teller.response(who, ask("GET", &format!("/api/tables/{table}"), None)));
    let (plies, action) = (view["state"]["plies"].as_u64().unwrap(), &view["state"]["legalActions"][0]);
    (view["state"]["terminal"] == false).then(|| (json!({"action": action, "expectedPlies": plies}), plies))
}

fn act(teller: &mut Teller, who: &str, table: &str, body: Value) -> Response {
    teller.response(who, ask("POST", &format!("/api/tables/{table}/action"), Some(body)))
}

/// The move at a ply, as the public replay has it.
fn logged(bundle: &Value, ply: u32) -> MoveFact {
    let entry = &bundle["log"][ply as usize];
    MoveFact {
        table: bundle["sessionId"].as_str().unwrap().to_owned(),
        ply,
        seat: entry["seat"].as_u64().unwrap() as u8,
        action: canonical_hash(&entry["action"]),
        at: entry["at"].as_u64().unwrap(),
    }
}

/// Play to the end; returns the receipts of all moves and the replay.
fn played(teller: &mut Teller, who: &str, table: &str) -> (Vec<Received>, Value) {
    let mut receipts = Vec::new();
    while let Some((body, plies)) = next_move(teller, who, table) {
        let response = act(teller, who, table, body);
        assert_eq!(response.status(), 200);
        let received = header(&response).expect("an accepted move has a receipt");
        assert_eq!(u64::from(received.ply), plies);
        receipts.push(received);
        let later = teller.world().now() + 7;
        while teller.world().advance(later) {}
    }
    let bundle = json_of(&teller.response(who, ask("GET", &format!("/api/tables/{table}/replay"), None)));
    (receipts, bundle)
}

#[test]
fn every_accepted_move_has_a_receipt_that_acknowledges_the_log() {
    let mut teller = scene();
    let key = teller.world().signing_key();
    for (who, table) in [("guest", "t_1"), ("ada", "t_2")] {
        let (receipts, bundle) = played(&mut teller, who, table);
        assert!(receipts.len() >= 2, "{bundle}");
        for Received { ply, seat, at, receipt } in receipts {
            let fact = logged(&bundle, ply);
            assert_eq!((fact.seat, fact.at, receipt.key), (seat, at, key));
            assert!(receipt.acknowledges(&fact), "{receipt:?} {fact:?}");
            assert!(!receipt.acknowledges(&MoveFact { ply: ply + 1, ..fact }));
        }
    }
}

#[test]
fn the_holder_of_a_delegated_seat_gets_receipts() {
    let mut teller = scene();
    teller.go_on(
        r#"
ada POST /api/tables/t_2/seat-grants {"clientRef":"uuid-2"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-3"} | accessToken
agent uses token_3
"#,
    );
    let (receipts, bundle) = played(&mut teller, "agent", "t_2");
    assert!(receipts.iter().all(|own| own.receipt.acknowledges(&logged(&bundle, own.ply))), "{bundle}");
}

#[test]
fn nothing_but_an_accepted_move_has_a_receipt() {
    let mut teller = scene();
    let (first, _) = next_move(&mut teller, "guest", "t_1").unwrap();
    assert!(header(&act(&mut teller, "guest", "t_1", first.clone())).is_some());
    let is_rejected = |response: &Response| response.status().is_client_error() && header(response).is_none();
    let late = act(&mut teller, "guest", "t_1", first.clone());
    assert!(is_rejected(&late), "{late:?}");
    let (_, plies) = next_move(&mut teller, "guest", "t_1").unwrap();
    let taken = act(&mut teller, "guest", "t_1", json!({"action": first["action"], "expectedPlies": plies}));
    assert!(is_rejected(&taken), "{taken:?}");
    let foreign = act(&mut teller, "ada", "t_1", first.clone());
    assert!(is_rejected(&foreign), "{foreign:?}");
    // After a restart the retry of an accepted move is late, and has no receipt.
    teller.world().restart(0);
    let retried = act(&mut teller, "guest", "t_1", first);
    assert!(is_rejected(&retried), "{retried:?}");
    for (method, path) in [("GET", "/api/tables/t_1"), ("POST", "/api/tables/t_1/forfeit")] {
        let response = teller.response("guest", ask(method, path, None));
        assert_eq!((response.status().as_u16(), header(&response).is_none()), (200, true), "{path}");
    }
}

#[test]
fn moves_of_one_commit_share_a_signature() {
    let mut teller = scene();
    let seats = [("guest", "t_1", "token_2"), ("ada", "t_2", "token_1")];
    let bodies = seats.map(|(who, table, _)| next_move(&mut teller, who, table).unwrap().0);
    let mut facts = Vec::new();
    for ((_, table, token), body) in seats.into_iter().zip(&bodies) {
        let [table, token] = [table, token].map(|label| teller.labels().real(label).unwrap().to_owned());
        let request = http::Request::post(format!("/api/tables/{table}/action"))
            .header("host", HOST)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .body(Bytes::from(body.to_string()))
            .unwrap();
        teller.world().send(HERE, request);
        let ply = body["expectedPlies"].as_u64().unwrap() as u32;
        facts.push(MoveFact { table, ply, seat: 0, action: canonical_hash(&body["action"]), at: 0 });
    }
    teller.world().settle();
    let received: Vec<Received> =
        teller.world().arrived().iter().map(|(_, response)| header(response).unwrap()).collect();
    let [first, second] = received.as_slice() else { panic!("{received:?}") };
    assert_eq!(first.receipt.signature, second.receipt.signature);
    for (place, own) in received.iter().enumerate() {
        let fact = |place: usize| MoveFact { seat: own.seat, at: own.at, ..facts[place].clone() };
        assert!(own.receipt.acknowledges(&fact(place)));
        assert!(!own.receipt.acknowledges(&fact(1 - place)));
    }
}

#[test]
fn a_caller_in_the_same_process_gets_the_receipt_of_its_move() {
    let mut teller = scene();
    let (body, plies) = next_move(&mut teller, "guest", "t_1").unwrap();
    let [table, token] = ["t_1", "token_2"].map(|label| teller.labels().real(label).unwrap().to_owned());
    let fields: Map<String, Value> = serde_json::from_value(body.clone()).unwrap();
    let key = teller.world().signing_key();
    for is_accepted in [true, false] {
        let replied = call(&mut teller, &table, &token, fields.clone());
        if !is_accepted {
            assert_eq!(replied.err().map(|words| words.category.code().unwrap().name()), Some("stale_plies"));
            continue;
        }
        let AcceptedMove { fact, receipt } = *replied.ok().unwrap().accepted.unwrap();
        let receipt = receipt.unwrap();
        assert_eq!((fact.ply, &fact.table, fact.action), (plies as u32, &table, canonical_hash(&body["action"])));
        assert!(receipt.acknowledges(&fact) && receipt.key == key);
    }
}

fn call(teller: &mut Teller, table: &str, token: &str, fields: Map<String, Value>) -> Result<Replied, Words> {
    let local = LocalTransport::new(teller.world().port(), HERE);
    let (reply, table, token) = (Arc::new(Mutex::new(None)), table.to_owned(), token.to_owned());
    let filled = reply.clone();
    teller.world().spawner().spawn(async move {
        let replied = local.call(Some(&token), &ACT, &[table.into()], &fields).await;
        *filled.lock().unwrap() = Some(replied);
    });
    teller.world().settle();
    reply.lock().unwrap().take().unwrap()
}
