//! Members of a [`World`] who play only by the transport's responses and know no game: each waits with a long-poll of
//! their own, and plays random legal actions on their turn.

use crate::world::{HOST, World};
use hyper::body::Bytes;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::effects::Order;
use turnstone_service::record::Record;

/// A longer game counts as endless.
const LONGEST: usize = 5000;

/// A person with a token: a member, or a guest at one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub(crate) name: String,
    token: String,
}

pub(crate) struct Room {
    world: World,
    invite: String,
    arrived: BTreeMap<u64, (u16, Bytes)>,
    lots: u64,
}

/// A seat whose player waits for events.
struct Waiting {
    person: Person,
    poll: u64,
    /// The views before.
    seen: Vec<Value>,
    view: Value,
}

/// An event in the middle of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    /// Only moves.
    Whole,
    /// After this many moves the last of the members gives up, if the rules allow it then.
    Forfeit(usize),
}

impl Room {
    /// A service without rate limits; `lots` is the seed of all choices.
    pub(crate) fn new(lots: u64) -> Self {
        let mut config = Config::default();
        let limits = &mut config.limits;
        for limit in [
            &mut limits.requests_per_minute,
            &mut limits.moves_per_minute,
            &mut limits.anonymous_per_minute,
            &mut limits.credential_per_minute,
            &mut limits.tables_per_day,
            &mut limits.active_tables,
            &mut limits.practice_active,
            &mut limits.practice_per_10_minutes,
            &mut limits.practice_per_day,
        ] {
            *limit = 0;
        }
        let mut world = World::new(config);
        let order = Order::Invite { uses: 1000, expires_in_s: None, test: false };
        let Ok(Answer::Invited(invited)) = world.operate(order).map(|replied| replied.answer) else {
            panic!("the operator invites")
        };
        Self { world, invite: invited.invite_code, arrived: BTreeMap::new(), lots }
    }

    /// A new member.
    pub(crate) fn joins(&mut self, name: &str) -> Person {
        let client_ref = self.uuid();
        let join = json!({ "inviteCode": self.invite, "handle": name, "clientRef": client_ref });
        let joined = self.post(None, "/api/join", &join);
        let credentials = json!({ "handle": name, "recoveryCode": joined["recoveryCode"] });
        let token = self.post(None, "/api/token", &credentials);
        Person { name: name.to_owned(), token: text(&token["token"]) }
    }

    /// A guest with the credential of a practice seat, and the table.
    pub(crate) fn practises(&mut self, kind: &str) -> (Person, String) {
        let client_ref = self.uuid();
        let made = self.post(None, "/api/practice", &json!({ "kind": kind, "clientRef": client_ref }));
        (Person { name: "guest".to_owned(), token: text(&made["accessToken"]) }, text(&made["tableId"]))
    }

    fn uuid(&mut self) -> String {
        format!("00000000-0000-4000-8000-{:012x}", self.lot(1 << 40))
    }

    /// A number under `below`, by splitmix64.
    fn lot(&mut self, below: u64) -> u64 {
        self.lots = self.lots.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.lots;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }

    /// Status and body of a request that is answered at once.
    pub(crate) fn ask(&mut self, who: Option<&Person>, method: &str, path: &str, body: &Value) -> (u16, Bytes) {
        let number = self.send(who, method, path, body);
        self.settle();
        self.arrived.remove(&number).unwrap_or_else(|| panic!("{method} {path} waits"))
    }

    pub(crate) fn post(&mut self, who: Option<&Person>, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(who, "POST", path, body);
        assert_eq!(status, 200, "POST {path} {body}: {answer:?}");
        serde_json::from_slice(&answer).unwrap()
    }

    pub(crate) fn get(&mut self, who: Option<&Person>, path: &str) -> Value {
        let (status, answer) = self.ask(who, "GET", path, &Value::Null);
        assert_eq!(status, 200, "GET {path}: {answer:?}");
        serde_json::from_slice(&answer).unwrap()
    }

    fn send(&mut self, who: Option<&Person>, method: &str, path: &str, body: &Value) -> u64 {
        let mut request = http::Request::builder().method(method).uri(path).header("host", HOST);
        if let Some(person) = who {
            request = request.header("authorization", format!("Bearer {}", person.token));
        }
        let body = if body.is_null() { Bytes::new() } else { Bytes::from(body.to_string()) };
        self.world.send(IpAddr::V4(Ipv4Addr::LOCALHOST), request.body(body).unwrap())
    }

    fn settle(&mut self) {
        self.world.settle();
        for (number, response) in self.world.arrived() {
            let (head, body) = response.into_parts();
            self.arrived.insert(number, (head.status.as_u16(), body));
        }
    }

    /// Advance the clock by this many milliseconds.
    pub(crate) fn passes(&mut self, ms: u64) {
        let until = self.world.now() + ms;
        while self.world.advance(until) {}
        self.settle();
    }

    /// The clock jumps ahead, over all deadlines in between.
    pub(crate) fn leaps(&mut self, ms: u64) {
        self.world.leap(ms);
    }

    /// All that is stored now.
    pub(crate) fn records(&mut self) -> Vec<Record> {
        self.world.records()
    }

    /// The power fails and comes back.
    pub(crate) fn restarts(&mut self) {
        self.world.restart(0);
    }

    /// A request in the first group commit before the power fails.
    pub(crate) fn asks_and_restarts(&mut self, who: &Person, method: &str, path: &str, body: &Value) {
        self.send(Some(who), method, path, body);
        self.world.turn();
        self.restarts();
    }

    /// Play a table to its end. Returns all views of each player, in the order of `people`.
    pub(crate) fn play(&mut self, table: &str, people: &[Person], course: Course) -> Vec<Vec<Value>> {
        let path = format!("/api/tables/{table}");
        let mut seats: Vec<Waiting> = Vec::new();
        for person in people {
            let view = self.get(Some(person), &format!("{path}?events_since=0"));
            seats.push(Waiting { person: person.clone(), poll: 0, seen: Vec::new(), view });
        }
        let mut moves = 0;
        while seats[0].view["state"]["terminal"] == false {
            assert!(moves < LONGEST, "{table} does not end");
            self.wait(&path, &mut seats);
            let is_time = matches!(course, Course::Forfeit(after) if after == moves);
            if !(is_time && self.gives_up(&path, &seats)) {
                self.moves(&path, &seats);
            }
            moves += 1;
            self.all_see_the_same(&mut seats);
        }
        let all = |seat: Waiting| seat.seen.into_iter().chain([seat.view]).collect();
        seats.into_iter().map(all).collect()
    }

    /// All players have all events, and wait for more, also on their own turn.
    fn wait(&mut self, path: &str, seats: &mut [Waiting]) {
        for seat in seats.iter_mut() {
            let waiting = format!("{path}?wait=50&events_since={}", seat.view["state"]["eventsAt"]);
            seat.poll = self.send(Some(&seat.person), "GET", &waiting, &Value::Null);
        }
        self.settle();
        assert!(self.arrived.is_empty(), "{path}: there is no new event");
    }

    /// One of the players to move makes a move.
    fn moves(&mut self, path: &str, seats: &[Waiting]) {
        let to_move: Vec<usize> = (0..seats.len()).filter(|at| seats[*at].view["state"]["yourTurn"] == true).collect();
        assert!(!to_move.is_empty(), "{path}: no seat is to move, and it is not over");
        let mover = to_move[self.lot(to_move.len() as u64) as usize];
        let Waiting { person, view, .. } = &seats[mover];
        let state = &view["state"];
        let legal = state["legalActions"].as_array().unwrap();
        assert!(!legal.is_empty(), "{path}: a turn without a legal action");
        let action = &legal[self.lot(legal.len() as u64) as usize];
        let act = json!({ "action": action, "expectedPlies": state["plies"], "eventsSince": state["eventsAt"] });
        let before = state["plies"].as_u64().unwrap();
        let acted = self.post(Some(person), &format!("{path}/action"), &act);
        let table = &acted["table"];
        assert!(table["state"]["plies"].as_u64().unwrap() > before, "{path}: an accepted move is a ply");
        let (status, _) = self.ask(Some(person), "POST", &format!("{path}/action"), &act);
        assert_eq!(status, 409, "{path}: the same move again is stale");
    }

    /// The last of several members leaves, if the rules allow it.
    fn gives_up(&mut self, path: &str, seats: &[Waiting]) -> bool {
        let last = &seats.last().unwrap().person;
        let (status, answer) = self.ask(Some(last), "POST", &format!("{path}/forfeit"), &json!({}));
        assert!(matches!(status, 200 | 409), "{path}: {answer:?}");
        status == 200
    }

    /// The last step has woken all players, and all of them get the same events.
    fn all_see_the_same(&mut self, seats: &mut [Waiting]) {
        for seat in seats.iter_mut() {
            let woken = self.arrived.remove(&seat.poll);
            let (status, body) = woken.unwrap_or_else(|| panic!("{} was not woken", seat.person.name));
            assert_eq!(status, 200, "{body:?}");
            let view: Value = serde_json::from_slice(&body).unwrap();
            let (old, new) = (seat.view["state"]["eventsAt"].as_u64(), view["state"]["eventsAt"].as_u64());
            let reported = view["state"]["events"].as_array().unwrap().len() as u64;
            assert_eq!(new, old.map(|at| at + reported), "a cursor leads over what was told");
            assert!(reported > 0, "every ply has an event");
            seat.seen.push(std::mem::replace(&mut seat.view, view));
        }
        let shared = |view: &Value| {
            let state = &view["state"];
            ["plies", "terminal", "eventsAt", "events", "outcome"].map(|field| state[field].clone())
        };
        for seat in &seats[1..] {
            assert_eq!(shared(&seat.view), shared(&seats[0].view));
        }
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
