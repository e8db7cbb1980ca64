//! Runs a story: sends its requests to a [`World`], and records the responses.

mod responses;
mod settings;

use self::settings::set;
use crate::json::Json;
use crate::labels::{Labels, START, show_span};
use crate::operator_lines::request_of;
use crate::outside::{Told, with_proofs};
use crate::readers::{Event, is_stream};
use crate::script::{self, Ask, Line, Match};
use crate::world::{HOST, Response, World};
use hyper::body::Bytes;
use serde_json::json;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use turnstone_api::invalid::Invalid;
use turnstone_api::request::Request;
use turnstone_api::words::Words;
use turnstone_service::answer::Answer;
use turnstone_service::config::Config;
use turnstone_service::effects::Order;

/// A caller.
#[derive(Clone)]
struct Person {
    address: IpAddr,
    credential: Option<Credential>,
    /// The last rejected request with a `Retry-After`, and its seconds.
    reported_to_wait: Option<(Ask, u64)>,
}

#[derive(Clone)]
struct Credential {
    token: String,
    cookie: bool,
}

/// A pending request, and the parts of its response to record.
struct Asked {
    who: String,
    ask: Ask,
    /// Whether the clock has moved since: then the response is recorded with the caller's name.
    late: bool,
}

/// The caller whose requests go to the listener of operators.
pub(crate) const OPERATOR: &str = "operator";

pub(crate) struct Teller {
    /// Whether the story runs through the in-process transport.
    is_local: bool,
    config: Config,
    world: Option<World>,
    labels: Labels,
    people: BTreeMap<String, Person>,
    waiting: BTreeMap<u64, Asked>,
    /// Open streams.
    streams: BTreeMap<u64, Asked>,
    /// Streams of tests that look at the events themselves.
    unrecorded: BTreeMap<u64, (Vec<Event>, bool)>,
    together: bool,
    out: String,
    /// Every byte that the service ever sent, for the tests that search it.
    pub(crate) sent: Vec<(u16, String)>,
}

impl Teller {
    /// The transcript of a story.
    pub(crate) fn tell(text: &str) -> String {
        let mut teller = Self::new();
        teller.go_on(text);
        std::mem::take(&mut teller.out)
    }

    /// Runs lines through the in-process transport.
    pub(crate) fn in_process() -> Self {
        Self { is_local: true, ..Self::new() }
    }

    /// The transcript of a story through the in-process transport.
    pub(crate) fn local(text: &str) -> String {
        let mut teller = Self::in_process();
        teller.go_on(text);
        std::mem::take(&mut teller.out)
    }

    pub(crate) fn new() -> Self {
        Self {
            is_local: false,
            config: Config::default(),
            world: None,
            labels: Labels::default(),
            people: BTreeMap::new(),
            waiting: BTreeMap::new(),
            streams: BTreeMap::new(),
            unrecorded: BTreeMap::new(),
            together: false,
            out: String::new(),
            sent: Vec::new(),
        }
    }

    /// Run some lines.
    pub(crate) fn go_on(&mut self, text: &str) {
        for line in text.trim().lines() {
            self.out += line.trim();
            self.out.push('\n');
            self.line(script::read(line));
        }
    }

    pub(crate) fn world(&mut self) -> &mut World {
        let config = &self.config;
        self.world.get_or_insert_with(|| World::new(config.clone()))
    }

    pub(crate) fn labels(&self) -> &Labels {
        &self.labels
    }

    fn line(&mut self, line: Line) {
        match line {
            Line::Comment => {}
            Line::Set(pairs) => {
                pairs.iter().for_each(|(key, value)| set(&mut self.config, key, value.parse().unwrap()))
            }
            Line::Joins { who, test, by } => self.joins(&who, test, by),
            Line::Invites { uses, expires_in_s, test } => {
                let code = self.invite(uses, expires_in_s, test);
                let label = self.labels.label("invite", &code);
                self.say(&label);
            }
            Line::Asks { who, times, ask } => self.asks(&who, times, &ask),
            Line::HangsUp { who } => self.hangs_up(&who),
            Line::Uses { who, cookie, credential } => {
                let real = |label: String| self.labels.resolve(&label);
                let credential = credential.map(real).map(|token| Credential { token, cookie });
                self.person(&who).credential = credential;
            }
            Line::ComesFrom { who, address } => self.person(&who).address = address,
            Line::Obeys { who } => self.obeys(&who),
            Line::Plays { who, whom, stake, how, times } => {
                (0..times).for_each(|_| self.plays(&who, &whom, stake, how));
            }
            Line::Subscribes { who, endpoint } => {
                let keys = r#"{"p256dh":"point-1","auth":"AAAAAAAAAAAAAAAAAAAAAA"}"#;
                let body = format!(r#"{{"subscription":{{"endpoint":"{endpoint}","keys":{keys}}}}}"#);
                let reported = self.quietly(&who, "POST", "/api/push/subscribe", Some(body));
                assert_eq!(reported.at("ok"), Json::Plain("true".into()), "{reported}");
            }
            Line::Outside(result) => self.world().outside().answer(result),
            Line::Model(says) => self.world().model().say(says),
            Line::Together => self.together = true,
            Line::End => {
                self.settle();
                self.together = false;
            }
            Line::Later(ms) => self.later(ms),
            Line::Midnight => {
                const DAY_MS: u64 = 86_400_000;
                let now = self.world().now();
                self.later(DAY_MS - now % DAY_MS);
            }
            Line::Drain => {
                self.waiting.values_mut().for_each(|asked| asked.late = true);
                let _ = self.world().operate(Order::Drain).unwrap();
                self.settle();
            }
            Line::Acts { act, by, reason, shown } => {
                let act = serde_json::from_str(&self.labels.resolve(&act)).unwrap();
                let mut signature = serde_json::Map::from_iter([("by".to_owned(), json!(by))]);
                signature.extend(reason.map(|reason| ("reason".to_owned(), json!(reason))));
                self.operates(request_of(&act, signature), shown);
            }
            Line::Sees { query, shown } => {
                let query = serde_json::from_str(&self.labels.resolve(&query)).unwrap();
                self.operates(request_of(&query, serde_json::Map::new()), shown);
            }
            Line::Restart(back) => {
                self.world().restart(back);
                self.forget_pending();
            }
            Line::Outage(ms) => {
                self.world().restart_after(ms);
                self.forget_pending();
            }
        }
    }

    /// Pending requests are gone with their process.
    fn forget_pending(&mut self) {
        self.waiting.clear();
        self.streams.clear();
        self.unrecorded.clear();
    }

    /// Run an operation of an operator, and record its result.
    fn operates(&mut self, request: Result<Request, Invalid>, shown: Option<Vec<String>>) {
        self.waiting.values_mut().for_each(|asked| asked.late = true);
        let answer = request.map_err(Words::from).and_then(|request| {
            let reply = self.world().administer(request);
            reply.map(|replied| replied.answer).map_err(|rejected| rejected.rejection.into())
        });
        let reported = match answer {
            Ok(answer) => {
                let json = self.answered(answer);
                let json = self.labels.redact(Json::read(&json).unwrap());
                let parts = shown.map(|shown| {
                    let parts = shown.iter().map(|path| format!("{path}={}", json.at(path)));
                    parts.collect::<Vec<_>>().join(" ")
                });
                parts.unwrap_or_else(|| json.print(4))
            }
            Err(words) => format!("refused: {}", words.error),
        };
        self.say(&reported);
        self.settle();
    }

    /// The result of an operation, with the server's reaction once an act is recorded.
    fn answered(&mut self, answer: Answer) -> Vec<u8> {
        if let Answer::Audited(entry) = &answer {
            if let Some(key) = entry.key {
                self.world().add_server_key(key);
            }
            if let Some(account) = entry.account.filter(|_| entry.act == "export") {
                return serde_json::to_vec(&self.world().export(account)).unwrap();
            }
        }
        serde_json::to_vec(&answer).unwrap()
    }

    fn say(&mut self, text: &str) {
        self.out += "    ";
        self.out += text;
        self.out.push('\n');
    }

    fn person(&mut self, who: &str) -> &mut Person {
        let number = self.people.len() as u8 + 1;
        let stranger =
            || Person { address: Ipv4Addr::new(192, 0, 2, number).into(), credential: None, reported_to_wait: None };
        self.people.entry(who.to_owned()).or_insert_with(stranger)
    }

    fn invite(&mut self, uses: u32, expires_in_s: Option<u64>, test: bool) -> String {
        let order = Order::Invite { uses, expires_in_s, test };
        let replied = self.world().operate(order).unwrap();
        let Answer::Invited(invited) = replied.answer else { panic!("an invite command returns a code") };
        invited.invite_code
    }

    /// A member, with an operator's invitation if no other is named, with a Bearer token.
    fn joins(&mut self, who: &str, test: bool, by: Option<String>) {
        let code = by.map(|label| self.labels.resolve(&label)).unwrap_or_else(|| self.invite(1, None, test));
        let number = self.people.len() as u64 + 900_000;
        let body =
            format!(r#"{{"inviteCode":"{code}","handle":"{who}","clientRef":"00000000-0000-4000-8000-{number:012}"}}"#);
        let joined = self.quietly(who, "POST", "/api/join", Some(body));
        let recovery = joined.get("recoveryCode").and_then(Json::text).expect("joining succeeds").to_owned();
        let body = format!(r#"{{"handle":"{who}","recoveryCode":"{recovery}"}}"#);
        let token = self.quietly(who, "POST", "/api/token", Some(body));
        let token = token.get("token").and_then(Json::text).unwrap().to_owned();
        let (recovery, label) = (self.labels.label("recovery", &recovery), self.labels.label("token", &token));
        self.person(who).credential = Some(Credential { token, cookie: false });
        let me = self.quietly(who, "GET", "/api/me", None);
        let id = self.labels.redact(me.at("account.id"));
        self.say(&format!("{} with {label} and {recovery}", id.text().unwrap()));
    }

    /// A request that is not recorded.
    fn quietly(&mut self, who: &str, method: &str, path: &str, body: Option<String>) -> Json {
        self.ask(who, method, path, body).1
    }

    /// The status of a request and its answer.
    pub(crate) fn ask(&mut self, who: &str, method: &str, path: &str, body: Option<String>) -> (u16, Json) {
        let response = self
            .response(who, Ask { method: method.into(), path: path.into(), headers: Vec::new(), body, shown: None });
        (response.status().as_u16(), Json::read(response.body()).unwrap_or(Json::Plain("null".into())))
    }

    /// The response to a request.
    pub(crate) fn response(&mut self, who: &str, ask: Ask) -> Response {
        let (method, path) = (ask.method.clone(), ask.path.clone());
        let number = self.send(who, &ask);
        let asked = self.waiting.remove(&number).unwrap();
        self.world().settle();
        let response = self.world().arrived().into_iter().find(|(own, _)| *own == number);
        let (_, response) = response.unwrap_or_else(|| panic!("{method} {path} waits"));
        if is_stream(&response) {
            self.world().hang_up(number);
        }
        self.check(&asked, &response);
        response
    }

    /// Open a stream whose events are not recorded; returns its number.
    pub(crate) fn open(&mut self, who: &str, path: &str) -> u64 {
        let ask = Ask { method: "GET".into(), path: path.into(), headers: Vec::new(), body: None, shown: None };
        let number = self.send(who, &ask);
        let asked = self.waiting.remove(&number).unwrap();
        self.world().settle();
        let response = self.world().arrived().into_iter().find(|(own, _)| *own == number);
        let (_, response) = response.unwrap_or_else(|| panic!("{path} waits"));
        self.check(&asked, &response);
        assert_eq!(response.status(), 200, "{path}");
        self.unrecorded.insert(number, (Vec::new(), false));
        number
    }

    /// What has arrived of a stream that is not recorded, and whether the stream has ended.
    pub(crate) fn arrived(&mut self, number: u64) -> (Vec<Event>, bool) {
        self.settle();
        let (events, is_over) = self.unrecorded.get_mut(&number).unwrap();
        (std::mem::take(events), *is_over)
    }

    /// The reader of a stream that is not recorded is gone.
    pub(crate) fn close(&mut self, number: u64) {
        self.unrecorded.remove(&number);
        self.world().hang_up(number);
    }

    fn send(&mut self, who: &str, ask: &Ask) -> u64 {
        let now = self.world().now();
        let body = ask
            .body
            .as_deref()
            .map(|body| with_proofs(&stretched(&self.labels.resolve(body)), now))
            .unwrap_or_default();
        let path = self.labels.resolve(&ask.path);
        let mut request = http::Request::builder().method(ask.method.as_str()).uri(path).header("host", HOST);
        let person = self.person(who).clone();
        if let Some(Credential { token, cookie }) = &person.credential {
            request = match cookie {
                true => request.header("cookie", format!("service_session={token}; service_seat={token}")),
                false => request.header("authorization", format!("Bearer {token}")),
            };
        }
        if !body.is_empty() && !ask.headers.iter().any(|(name, _)| name == "Content-Type") {
            request = request.header("content-type", "application/json");
        }
        for (name, value) in &ask.headers {
            request = request.header(name, self.labels.resolve(value));
        }
        let request = request.body(Bytes::from(body)).unwrap();
        let is_local = self.is_local;
        let world = self.world();
        let number = match (is_local, who) {
            (true, _) => world.send_local(person.address, request),
            (false, OPERATOR) => world.send_as_operator(request),
            (false, _) => world.send(person.address, request),
        };
        self.waiting.insert(number, Asked { who: who.to_owned(), ask: ask.clone(), late: false });
        number
    }

    fn asks(&mut self, who: &str, times: u32, ask: &Ask) {
        let who = self.played_by(who, ask);
        if times == 1 {
            let number = self.send(&who, ask);
            if !self.together {
                self.settle();
                self.tell_waiting(number);
            }
            return;
        }
        // Equal consecutive responses are recorded once.
        let mut runs: Vec<(String, u32)> = Vec::new();
        for _ in 0..times {
            let start = self.out.len();
            let number = self.send(&who, ask);
            self.settle();
            self.tell_waiting(number);
            let reported = self.out.split_off(start);
            match runs.last_mut() {
                Some((same, count)) if *same == reported => *count += 1,
                Some(_) | None => runs.push((reported, 1)),
            }
        }
        for (reported, count) in runs {
            self.say(&format!("{count} times:"));
            self.out += &reported;
        }
    }

    fn tell_waiting(&mut self, number: u64) {
        if self.waiting.contains_key(&number) {
            self.say("...");
        }
    }

    /// `mover` is the member to move at the table of the request, `idle` the other member there.
    fn played_by(&mut self, who: &str, ask: &Ask) -> String {
        if who != "mover" && who != "idle" {
            return who.to_owned();
        }
        let parts = ask.path.split(['/', '?']).chain(ask.body.iter().flat_map(|body| body.split('"')));
        let table = { parts }.find(|part| part.starts_with("t_")).expect("a move is made at a table").to_owned();
        let people: Vec<String> = self.people.keys().cloned().collect();
        for person in people {
            let view = self.quietly(&person, "GET", &format!("/api/tables/{table}"), None);
            let seated = view.get("mySeat").is_some_and(|seat| *seat != Json::Plain("-1".into()));
            let moves = view.at("state.yourTurn") == Json::Plain("true".into());
            if seated && moves == (who == "mover") {
                self.say(&format!("({person})"));
                return person;
            }
        }
        panic!("no player is {who} at {table}")
    }

    fn settle(&mut self) {
        self.world().settle();
        for (number, response) in self.world().arrived() {
            let Some(asked) = self.waiting.remove(&number) else { continue };
            self.check(&asked, &response);
            let reported = self.reported(&asked, &response);
            let name = if asked.late || self.together || reported_together(&self.waiting, number) {
                format!("{}: ", asked.who)
            } else {
                String::new()
            };
            self.say(&format!("{name}{reported}"));
            if is_stream(&response) {
                self.streams.insert(number, asked);
            }
        }
        for (number, events, is_over) in self.world().events() {
            self.tell_events(number, &events, is_over);
        }
        for reported in self.world().outside().reported() {
            let line = self.reported_outside(reported);
            self.say(&line);
        }
    }

    /// The events of a stream, as the story shows them. Comments are not shown.
    fn tell_events(&mut self, number: u64, events: &[Event], is_over: bool) {
        if let Some((arrived, over)) = self.unrecorded.get_mut(&number) {
            arrived.extend_from_slice(events);
            *over = is_over;
            return;
        }
        let Some(Asked { who, ask, .. }) = self.streams.get(&number) else { return };
        let (who, shown, of_member) = (who.clone(), ask.shown.clone(), ask.path.starts_with("/api/me/stream"));
        for event in events.iter().filter(|event| !event.is_comment()) {
            self.sent.push((200, event.data.clone()));
            let id = event.id.as_ref().map(|id| format!(" [{}]", self.labels.label("event", id))).unwrap_or_default();
            let data = self.labels.redact(Json::read(event.data.as_bytes()).unwrap());
            let parts = shown.as_ref().filter(|_| event.id.is_some()).map(|shown| {
                let values = shown.iter().filter(|path| *path != "-").map(|path| (path, data.at(path)));
                // Not every event of all that concerns a member has each value.
                let values = values.filter(|(_, value)| !of_member || *value != Json::Plain("absent".into()));
                values.map(|(path, value)| format!(" {path}={value}")).collect::<String>()
            });
            let parts = parts.unwrap_or_else(|| format!(" {}", data.print(4)));
            self.say(&format!("{who}: {}{id}{parts}", event.name));
        }
        if is_over {
            self.say(&format!("{who}: (the stream is over)"));
            self.streams.remove(&number);
        }
    }

    /// The outbound calls, as the story shows them.
    fn reported_outside(&mut self, reported: Told) -> String {
        match reported {
            Told::Push { endpoint, payload, ttl_s, topic } => {
                assert!((1..=32).contains(&topic.len()), "{topic}");
                let (topic, lasts) = (self.labels.label("topic", &topic), show_span(ttl_s * 1000));
                let payload = self.labels.redact(Json::read(payload.as_bytes()).unwrap());
                format!("-> {endpoint} for {lasts}, {topic}: {payload}")
            }
            Told::Bot { chat, text, link } => format!("-> chat {chat}: {text} [{link}]"),
        }
    }

    fn later(&mut self, ms: u64) {
        let to = self.world().now() + ms;
        self.waiting.values_mut().for_each(|asked| asked.late = true);
        loop {
            let more = self.world().advance(to);
            let reported = self.out.len();
            let at = self.world().now();
            self.settle();
            if more && self.out.len() > reported {
                let line = format!("    at @+{}\n", show_span(at - START));
                self.out.insert_str(reported, &line);
            }
            if !more {
                break;
            }
        }
    }

    fn hangs_up(&mut self, who: &str) {
        let open = self.waiting.iter().chain(&self.streams);
        let mine: Vec<u64> = open.filter(|(_, asked)| asked.who == who).map(|(own, _)| *own).collect();
        assert!(!mine.is_empty(), "{who} waits for nothing");
        for number in mine {
            self.waiting.remove(&number);
            self.streams.remove(&number);
            self.world().hang_up(number);
        }
    }

    fn obeys(&mut self, who: &str) {
        let (ask, seconds) =
            self.person(who).reported_to_wait.clone().expect("a request was rejected with a Retry-After");
        self.later(seconds * 1000);
        self.asks(who, 1, &ask);
    }

    /// An open tic-tac-toe table of two members, played to the given extent.
    fn plays(&mut self, who: &str, whom: &str, stake: u64, how: Match) {
        let body = format!(r#"{{"kind":"tic-tac-toe-vs-house","open":true,"stake":{stake}}}"#);
        let made = self.quietly(who, "POST", "/api/tables", Some(body));
        let table = made.get("tableId").and_then(Json::text).unwrap_or_else(|| panic!("{made}")).to_owned();
        let joined = self.quietly(whom, "POST", &format!("/api/tables/{table}/join"), None);
        assert_eq!(joined.at("started"), Json::Plain("true".into()), "{joined}");
        let label = self.labels.label("t", &table);
        if how != Match::Begun {
            self.plays_on(who, whom, &table, how);
        }
        self.say(&label);
    }

    /// Play a table to its end.
    fn plays_on(&mut self, who: &str, whom: &str, table: &str, how: Match) {
        // The script works in either order of turns.
        let (mine, theirs): (&[u8], &[u8]) = match how {
            Match::Begun => (&[], &[]),
            Match::Won => (&[0, 1, 2], &[3, 4, 8]),
            Match::Drawn => (&[0, 2, 3, 7, 8], &[1, 4, 5, 6, 8]),
        };
        let (mut mine, mut theirs) = (mine.iter(), theirs.iter());
        loop {
            let view = self.quietly(who, "GET", &format!("/api/tables/{table}"), None);
            if view.at("state.terminal") == Json::Plain("true".into()) {
                break;
            }
            let (mover, cells) = if view.at("state.yourTurn") == Json::Plain("true".into()) {
                (who, &mut mine)
            } else {
                (whom, &mut theirs)
            };
            let action = format!(r#"{{"action":{{"type":"mark","cell":{}}}}}"#, cells.next().unwrap());
            let acted = self.quietly(mover, "POST", &format!("/api/tables/{table}/action"), Some(action));
            assert_eq!(acted.at("ok"), Json::Plain("true".into()), "{acted}");
        }
    }
}

/// Whether other requests than this one are still pending.
fn reported_together(waiting: &BTreeMap<u64, Asked>, number: u64) -> bool {
    waiting.keys().any(|other| *other != number)
}

/// `<<501>>` is a text of this many letters.
fn stretched(body: &str) -> String {
    let Some((before, rest)) = body.split_once("<<") else { return body.to_owned() };
    let Some((length, after)) = rest.split_once(">>") else { return body.to_owned() };
    format!("{before}{}{after}", "a".repeat(length.parse().unwrap()))
}
