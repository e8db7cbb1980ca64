//! Every kind that `GET /api/games` lists, through the HTTP transport to its end: between members, against the house,
//! in practice. No kind is named here.

use crate::room::{Course, Person, Room, text};
use serde_json::{Value, json};
use turnstone_service::config::Bounds;
use turnstone_service::games::{Bundle, SHIPPED, Verdict};

/// One kind as the list describes it.
struct Kind {
    name: String,
    /// Whether members can play it with each other.
    is_open: bool,
    /// Whether it can have more than two seats.
    is_large: bool,
}

fn kinds(room: &mut Room, asker: &Person) -> Vec<Kind> {
    let listed = room.get(Some(asker), "/api/games");
    let kind = |game: &Value| Kind {
        name: text(&game["kind"]),
        is_open: game["openEligible"] == true,
        is_large: game["seats"].as_u64().is_some_and(|seats| seats > 2),
    };
    let kinds: Vec<Kind> = listed["games"].as_array().unwrap().iter().map(kind).collect();
    assert_eq!(kinds.len(), SHIPPED.kinds().count(), "every kind that is shipped");
    kinds
}

/// The members of one table; each match has its own, so that none runs out of chips.
fn members(room: &mut Room, count: usize, at: &mut usize) -> Vec<Person> {
    let mut next = || {
        *at += 1;
        room.joins(&format!("member-{at}"))
    };
    (0..count).map(|_| next()).collect()
}

/// A table that the first member opens and the others join.
fn seated(room: &mut Room, people: &[Person], create: &Value) -> String {
    let table = text(&room.post(Some(&people[0]), "/api/tables", create)["tableId"]);
    for (at, person) in people.iter().enumerate().skip(1) {
        let joined = room.post(Some(person), &format!("/api/tables/{table}/join"), &json!({}));
        assert_eq!(joined["started"], at + 1 == people.len(), "{create}: the last seat starts the match");
    }
    table
}

/// The replay's steps show each player's view of that moment, and their events.
fn stepped(room: &mut Room, table: &str, seen: &[Vec<Value>], log: usize) {
    let path = |seat: i64| format!("/api/tables/{table}/replay?seat={seat}");
    if log > Bounds::default().replay_steps {
        let (status, reported) = room.ask(None, "GET", &path(0), &Value::Null);
        assert_eq!(status, 409, "{table}: {log} entries are too many: {reported:?}");
        return;
    }
    let replay = |room: &mut Room, seat: i64| {
        let (status, reported) = room.ask(None, "GET", &path(seat), &Value::Null);
        assert!(status == 200 && reported.len() < 2_000_000, "{table}: {status}, {} bytes", reported.len());
        serde_json::from_slice::<Value>(&reported).unwrap()
    };
    for (seat, views) in seen.iter().enumerate() {
        let replay = replay(room, seat as i64);
        let steps = replay["steps"].as_array().unwrap();
        assert_eq!(steps.len(), log + 1, "{table}: the deal, and each entry of the log");
        for view in views {
            let plies = view["state"]["plies"].as_u64().unwrap() as usize;
            assert_eq!(steps[plies]["view"], view["state"]["view"], "{table}: seat {seat} after {plies} plies");
        }
        let reported: Vec<&Value> = views.iter().flat_map(|view| view["state"]["events"].as_array().unwrap()).collect();
        let shown: Vec<&Value> = steps.iter().flat_map(|step| step["events"].as_array().unwrap()).collect();
        assert_eq!(shown, reported, "{table}: seat {seat}");
    }
    let bystander = replay(room, -1);
    let events = |step: &Value| step["events"].clone();
    let (other, one) = (replay(room, 0), bystander["steps"].as_array().unwrap());
    assert!(
        one.iter().map(events).eq(other["steps"].as_array().unwrap().iter().map(events)),
        "the same for all viewers"
    );
    assert_eq!(one.last().unwrap()["view"]["phase"], seen[0].last().unwrap()["state"]["view"]["phase"]);
}

/// Play it, and check everything that is reported of it afterwards.
fn played(room: &mut Room, table: &str, people: &[Person], course: Course) -> Bundle {
    let first = room.get(Some(&people[0]), &format!("/api/tables/{table}"));
    let seen = room.play(table, people, course);
    let views: Vec<&Value> = seen.iter().map(|views| views.last().unwrap()).collect();
    let bundle: Bundle = serde_json::from_value(room.get(None, &format!("/api/tables/{table}/replay"))).unwrap();
    assert_eq!(SHIPPED.verify(&bundle), Verdict::Holds, "{table}");
    assert_eq!(bundle.log.len() as u64, views[0]["state"]["plies"].as_u64().unwrap());
    stepped(room, table, &seen, bundle.log.len());
    assert_eq!(bundle.seed_commit.as_deref(), first["seedCommit"].as_str(), "committed to before it was played");
    let outcome = serde_json::to_value(&bundle.outcome).unwrap();
    for (at, view) in views.iter().enumerate() {
        assert_eq!(view["status"], "settled");
        assert_eq!(view["mySeat"], at);
        assert_eq!(view["seed"].as_str(), bundle.seed.as_deref());
        assert_eq!(view["state"]["outcome"], outcome);
        assert_eq!(view["state"]["legalActions"], json!([]));
    }
    let card = room.get(None, &format!("/api/tables/{table}/card"));
    assert_eq!(card["seats"].as_array().unwrap().len(), bundle.outcome.len());
    for (seat, outcome) in card["seats"].as_array().unwrap().iter().zip(&bundle.outcome) {
        assert_eq!((&seat["score"], &seat["seat"]), (&json!(outcome.score), &json!(outcome.seat)));
        assert_eq!(seat["result"], json!(outcome.result));
    }
    for (person, seat) in people.iter().zip(card["seats"].as_array().unwrap()) {
        assert_eq!(seat["name"], person.name);
    }
    if bundle.outcome.len() > 1 {
        let sum: i64 = bundle.outcome.iter().map(|seat| seat.score).sum();
        assert_eq!(sum, 0, "scores sum to zero: {outcome}");
    }
    bundle
}

/// Every chip of the match is in each member's ledger and history.
fn booked(room: &mut Room, table: &str, people: &[Person], bundle: &Bundle) {
    for (person, outcome) in people.iter().zip(&bundle.outcome) {
        let ledger = room.get(Some(person), "/api/me/ledger");
        let rows = ledger["entries"].as_array().unwrap();
        let of = |table: &Value| rows.iter().filter(|row| row["tableId"] == *table).map(delta).sum::<i64>();
        assert_eq!(of(&json!(table)), outcome.score, "{}: {rows:?}", person.name);
        let balance = room.get(Some(person), "/api/me")["balance"].as_i64();
        assert_eq!(balance, Some(rows.iter().map(delta).sum()), "a balance is the sum of its rows");
        let history = room.get(Some(person), "/api/me/history");
        let hand = &history["hands"][0];
        assert_eq!((&hand["tableId"], &hand["net"]), (&json!(table), &json!(outcome.score)));
        let others = hand["opponents"].as_array().unwrap().len();
        assert_eq!(others, (bundle.outcome.len() - 1).max(1), "the house counts, with or without a seat");
    }
}

fn delta(row: &Value) -> i64 {
    row["delta"].as_i64().unwrap()
}

/// The number of seats that gave up.
fn leaves(bundle: &Bundle, seat: usize) -> usize {
    bundle.log.iter().filter(|entry| entry.leave && entry.seat.index() == seat).count()
}

/// A practice match is not in the ledger.
fn is_free(room: &mut Room, person: &Person) {
    assert_eq!(room.get(Some(person), "/api/me")["balance"], 1000);
    assert_eq!(room.get(Some(person), "/api/me/ledger")["entries"].as_array().unwrap().len(), 1);
    assert_eq!(room.get(Some(person), "/api/me/history")["hands"], json!([]));
}

#[test]
fn every_open_kind_is_played_by_members_to_its_end() {
    let (mut room, mut count) = (Room::new(1), 0);
    let asker = room.joins("asker");
    let (mut open, mut left) = (0, 0);
    for kind in kinds(&mut room, &asker).iter().filter(|kind| kind.is_open) {
        let mut match_of = |seats: usize, create: Value, course: Course| {
            let people = members(&mut room, seats, &mut count);
            let table = seated(&mut room, &people, &create);
            let bundle = played(&mut room, &table, &people, course);
            booked(&mut room, &table, &people, &bundle);
            left += leaves(&bundle, seats - 1);
        };
        for pace in ["live", "daily"] {
            let create = json!({ "kind": kind.name, "open": true, "seats": 2, "stake": 7, "pace": pace });
            let seats = if kind.is_large { 4 } else { 2 };
            let create = if kind.is_large { with(create, "seats", json!(seats)) } else { create };
            match_of(seats, create, Course::Whole);
        }
        let create = json!({ "kind": kind.name, "open": true, "stake": 9 });
        let (seats, create) = if kind.is_large { (3, with(create, "seats", json!(3))) } else { (2, create) };
        for after in [0, 2, 5] {
            match_of(seats, create.clone(), Course::Forfeit(after));
        }
        open += 1;
    }
    assert!(open > 0, "members play with each other");
    assert!(left > 2 * open, "nearly all could leave when they wanted to: {left}");
}

#[test]
fn members_and_the_house_share_the_large_tables() {
    let (mut room, mut count) = (Room::new(2), 0);
    let asker = room.joins("asker");
    let (mut large, mut left) = (0, 0);
    for kind in kinds(&mut room, &asker).iter().filter(|kind| kind.is_large) {
        for course in [Course::Whole, Course::Forfeit(0), Course::Forfeit(1), Course::Forfeit(4)] {
            let people = members(&mut room, 2, &mut count);
            let create = json!({ "kind": kind.name, "invited": people[1].name, "seats": 4, "stake": 5 });
            let table = seated(&mut room, &people, &create);
            let bundle = played(&mut room, &table, &people, course);
            assert_eq!(bundle.outcome.len(), 4, "the house has the other two seats");
            booked(&mut room, &table, &people, &bundle);
            left += leaves(&bundle, 1);
        }
        large += 1;
    }
    assert!(large > 0, "there are tables of more than two seats");
    assert!(left > large, "members left in the middle: {left}");
}

#[test]
fn every_kind_is_played_against_the_house_to_its_end() {
    let (mut room, mut count) = (Room::new(3), 0);
    let asker = room.joins("asker");
    for kind in kinds(&mut room, &asker) {
        for stake in [10, 33] {
            let people = members(&mut room, 1, &mut count);
            let create = json!({ "kind": kind.name, "stake": stake });
            let table = text(&room.post(Some(&people[0]), "/api/tables", &create)["tableId"]);
            let view = room.get(Some(&people[0]), &format!("/api/tables/{table}"));
            if view["status"] == "waiting" {
                assert!(kind.is_open, "{}: waits for a member that cannot come", kind.name);
                continue;
            }
            let bundle = played(&mut room, &table, &people, Course::Whole);
            booked(&mut room, &table, &people, &bundle);
        }
    }
}

#[test]
fn every_kind_is_practised_by_members_and_guests_to_its_end() {
    let mut room = Room::new(4);
    let asker = room.joins("asker");
    for (at, kind) in kinds(&mut room, &asker).iter().enumerate() {
        let member = [room.joins(&format!("member-{at}"))];
        let create = json!({ "kind": kind.name, "practice": true });
        let table = text(&room.post(Some(&member[0]), "/api/tables", &create)["tableId"]);
        played(&mut room, &table, &member, Course::Whole);
        is_free(&mut room, &member[0]);
        let (guest, table) = room.practises(&kind.name);
        played(&mut room, &table, &[guest], Course::Whole);
    }
}

fn with(mut object: Value, field: &str, value: Value) -> Value {
    object[field] = value;
    object
}
