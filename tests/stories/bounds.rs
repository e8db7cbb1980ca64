//! Many deadlines at one moment: a commit is bounded, so several steps handle what one cannot hold.

use crate::room::{Person, Room, text};
use serde_json::{Value, json};

const KIND: &str = "tic-tac-toe-vs-house";

/// A table of two members, one chip each.
fn meets(room: &mut Room, host: &Person, guest: &Person) -> String {
    let created = room.post(Some(host), "/api/tables", &json!({ "kind": KIND, "open": true, "stake": 1 }));
    let table = text(&created["tableId"]);
    room.post(Some(guest), &format!("/api/tables/{table}/join"), &Value::Null);
    table
}

/// The longest chat that is kept: 200 messages of 500 characters of four bytes each.
fn talks(room: &mut Room, who: &Person, table: &str) {
    let body = json!({ "body": "\u{1f0a1}".repeat(500), "clientId": "\u{1f0a1}".repeat(64) });
    for _ in 0..200 {
        room.post(Some(who), &format!("/api/tables/{table}/messages"), &body);
    }
}

#[test]
fn many_long_chats_are_archived_at_once() {
    let mut room = Room::new(1);
    let (ada, bob) = (room.joins("ada"), room.joins("bob"));
    let tables: Vec<String> = (0..6).map(|_| meets(&mut room, &ada, &bob)).collect();
    for table in &tables {
        talks(&mut room, &ada, table);
        room.post(Some(&bob), &format!("/api/tables/{table}/forfeit"), &Value::Null);
    }
    room.passes(11 * 60_000);
    room.restarts();
    for table in &tables {
        let path = format!("/api/tables/{table}");
        assert_eq!(room.get(Some(&ada), &path)["archived"], true);
        let chat = room.get(Some(&bob), &format!("{path}/messages?since=199"));
        assert_eq!(text(&chat["messages"][0]["body"]).chars().count(), 500);
    }
}

/// A member who sits at very many tables, and the members who opened them.
fn busy(room: &mut Room) -> (Person, [Person; 2], Vec<String>) {
    let [ada, bob, cyn, dan] = ["ada", "bob", "cyn", "dan"].map(|name| room.joins(name));
    // Two thousand chips, for as many seats.
    let rich = room.post(Some(&cyn), "/api/tables", &json!({ "kind": KIND, "open": true, "stake": 1000 }));
    let rich = text(&rich["tableId"]);
    room.post(Some(&ada), &format!("/api/tables/{rich}/join"), &Value::Null);
    room.post(Some(&cyn), &format!("/api/tables/{rich}/forfeit"), &Value::Null);
    let hosts = [bob, dan];
    let tables = (0..1800).map(|at| meets(room, &hosts[at % 2], &ada)).collect();
    (ada, hosts, tables)
}

/// All of them have ended, and the other side has won.
fn all_won(room: &mut Room, hosts: &[Person], tables: &[String]) {
    for host in hosts {
        assert_eq!(room.get(Some(host), "/api/me")["balance"], 1000 + 900);
        assert_eq!(room.get(Some(host), "/api/me/tables")["tables"], json!([]));
    }
    for table in tables {
        let card = room.get(None, &format!("/api/tables/{table}/card"));
        assert_eq!(card["winnerSeat"], 0);
        assert!(text(&card["seats"][1]["name"]).starts_with("gone-"));
    }
}

#[test]
fn a_member_with_very_many_seats_is_erased() {
    let mut room = Room::new(2);
    let (ada, hosts, tables) = busy(&mut room);
    assert_eq!(room.ask(Some(&ada), "DELETE", "/api/me", &json!({ "confirmHandle": "ada" })).0, 200);
    all_won(&mut room, &hosts, &tables);
}

#[test]
fn an_interrupted_erasure_continues_after_a_restart() {
    let mut room = Room::new(3);
    let (ada, hosts, tables) = busy(&mut room);
    room.asks_and_restarts(&ada, "DELETE", "/api/me", &json!({ "confirmHandle": "ada" }));
    assert_eq!(room.ask(Some(&ada), "GET", "/api/me", &Value::Null).0, 401);
    all_won(&mut room, &hosts, &tables);
}

#[test]
fn rejects_a_late_move_with_many_deadlines_due() {
    let mut room = Room::new(4);
    let (ada, hosts, tables) = busy(&mut room);
    let last = tables.last().unwrap();
    let path = format!("/api/tables/{last}");
    let player = if room.get(Some(&ada), &path)["state"]["yourTurn"] == true { &ada } else { &hosts[1] };
    let legal = room.get(Some(player), &path)["state"]["legalActions"][0].clone();
    // A turn and its bank are over, at all tables in one moment.
    room.leaps(60_000 + 120_000);
    let (status, answer) = room.ask(Some(player), "POST", &format!("{path}/action"), &json!({ "action": legal }));
    assert_eq!(status, 409, "{answer:?}");
    assert_eq!(room.get(Some(player), &path)["status"], "settled");
}
