//! Event streams: what their events carry, where they continue, why they end, and how many there may be.

use crate::json::Json;
use crate::matrix::{COLUMNS, SCENE};
use crate::mcp::said;
use crate::readers::Event;
use crate::teller::Teller;
use crate::world::{HOST, World};
use serde_json::Value;
use std::collections::BTreeSet;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};

crate::stories! {

a_stream_has_what_long_polls_answer r##"
# First the present state, then an event for each change. Each has the events and messages since the one before.
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | tableId
ada streams t_1 events_since=0 msgs_since=0 | status seats.*.name state.plies state.events.*.type state.eventsAt messages msgsAt
bob POST /api/tables/t_1/join | started
# A stream without cursors begins without events and has no messages.
cyn streams t_1 | mySeat status state.plies state.events.*.type
mover marks 0 on t_1 | ok
bob POST /api/tables/t_1/messages {"body":"well done"} | message.id
mover POST /api/tables/t_1/forfeit | ok
# What has no news for its readers makes no event.
ada POST /api/tables {"kind":"roulette"} | tableId
ada PATCH /api/me/profile {"bio":"plays to learn"} | bio
+9m
# A stream goes on until the table is archived.
bob POST /api/tables/t_1/messages {"body":"again?"} | message.id
+1m
"##

a_stream_continues_after_any_of_its_events r##"
ada joins
bob joins
ada meets bob for 50
bob streams t_1 events_since=0 msgs_since=0 | state.plies state.events.*.type messages.*.body
mover marks 0 on t_1 | ok
bob hangs up
ada POST /api/tables/t_1/messages {"body":"are you there?"} | message.id
mover marks 1 on t_1 | ok
bob streams t_1 after=event_2 | state.plies state.events.*.type messages.*.body
bob streams t_1 after=event_1 | state.plies state.events.*.type messages.*.body
# The other cursors do not count then.
bob streams t_1 after=event_2 events_since=0 | state.plies state.events.*.type messages.*.body
restart
bob streams t_1 after=event_3 | state.plies
mover marks 2 on t_1 | ok
# The header wins over the parameter, as a browser sends it when it connects again to the same address.
ada GET /api/tables/t_1/stream?after=event_4 [Last-Event-ID: event_1] | state.plies state.events.*.type messages.*.body
"##

an_id_is_one_of_an_event_of_the_stream r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/parties | partyId
ada streams t_1 | -
ada streams pty_1 | -
ada GET /api/tables/t_1/stream?after=event_2
ada GET /api/tables/t_1/stream?after=nonsense
ada GET /api/tables/t_1/stream?after=
ada GET /api/tables/t_1/stream [Last-Event-ID: 1]
ada GET /api/tables/t_1/stream [Last-Event-ID: event_1] [Last-Event-ID: event_1]
ada GET /api/parties/pty_1/stream?after=event_1
ada GET /api/tables/t_1/stream?events_since=-1
ada GET /api/tables/t_1/stream?wait=x | -
ada GET /api/tables/t_9/stream
ada GET /api/parties/pty_9/stream
anonymous GET /api/tables/t_1/stream
anonymous GET /api/parties/pty_1/stream
"##

seats_and_guests_have_streams r##"
ada joins
bob joins
ada meets bob for 50
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_3
guest streams t_2 msgs_since=0 | mySeat messages
guest GET /api/tables/t_1/stream
guest GET /api/parties/pty_1/stream
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-2"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-3"} | seat
agent uses token_4
agent streams t_1 events_since=0 msgs_since=0 | mySeat state.events.*.type messages
ada POST /api/tables/t_1/messages {"body":"for members"} | message.id
agent POST /api/tables/t_1/action {"action":{"type":"mark","cell":4},"expectedPlies":0} | ok
bob marks 0 on t_1 | ok
agent POST /api/tables/t_1/action {"action":{"type":"mark","cell":8},"expectedPlies":0} | ok
"##

a_party_has_a_stream r##"
ada joins
bob joins
cyn joins
ada POST /api/parties | partyId
ada streams pty_1 | members currentTableId messages.*.body msgsAt
bob GET /api/parties/pty_1/stream
bob POST /api/parties/pty_1/join | ok
bob POST /api/parties/pty_1/messages {"body":"hello"} | message.id
bob POST /api/parties/pty_1/table {"kind":"tic-tac-toe-vs-house"} | tableId
restart
ada POST /api/parties/pty_1/messages {"body":"a good one"} | message.id
ada streams pty_1 after=event_2 | members currentTableId messages.*.body msgsAt
bob streams pty_1 msgs_since=2 | members currentTableId messages.*.body msgsAt
cyn POST /api/parties/pty_1/join | ok
"##

a_party_of_which_nothing_is_left_ends_its_streams r##"
set party_kept_s=60
ada joins
ada POST /api/parties | partyId
ada streams pty_1 | members
+59s
+1s
"##

ended_rights_end_streams r##"
# A claim ends the owner's; a revocation the holder's; a logout, a rotation, an erasure and a freeze the member's.
ada joins
bob joins
cyn joins
dan joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
ada streams t_1 | -
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
agent uses token_5
agent streams t_1 | -
ada DELETE /api/tables/t_1/seat-grants/grant_1 | ok
ada streams t_1 | -
ada POST /api/logout | ok
bob streams t_1 | -
bob POST /api/recovery/rotate {"recoveryCode":"recovery_2"} | ok
cyn streams t_1 | -
cyn DELETE /api/me {"confirmHandle":"cyn"} | ok
dan streams t_1 | -
mia freezes {"whom":{"handle":"dan"}} because three members reported it | id
"##

a_frozen_owner_ends_the_stream_of_the_seat r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
agent uses token_3
agent streams t_1 | -
mia freezes {"whom":{"handle":"ada"}} because three members reported it | id
"##

a_credential_that_expires_ends_its_streams r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1","expiresInSeconds":60} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
agent uses token_3
agent streams t_1 | -
+59s
+1s
# A member's token lasts thirty days.
ada POST /api/parties | partyId
ada streams pty_1 | -
+29d
+1d
"##

an_archived_table_has_one_event_and_the_end r##"
ada joins
bob joins
ada beats bob for 50
ada streams t_1 events_since=0 | status state.terminal archived state.outcome.*.result
+9m
bob streams t_1 | -
bob hangs up
+1m
ada streams t_1 after=event_1 | status archived state.eventsAt
# Who has that has all there is.
ada streams t_1 after=event_2 | status archived
cyn joins
cyn streams t_1 | mySeat status archived seed
"##

an_expired_chat_is_no_news r##"
set chat_kept_s=86400
ada joins
bob joins
ada meets bob for 50
ada POST /api/tables/t_1/messages {"body":"hello"} | message.id
bob POST /api/tables/t_1/forfeit
+10m
ada streams t_1 events_since=0 msgs_since=0 | archived messages.*.body msgsAt
+24h
ada GET /api/tables/t_1/messages
ada streams t_1 after=event_1 | archived messages msgsAt
"##

a_stop_ends_streams r##"
ada joins
bob joins
ada meets bob for 50
ada POST /api/parties | partyId
ada streams t_1 | -
bob streams t_1 | -
ada streams pty_1 | -
bob waits 30s on t_1 events_since=2 | state.plies
the operator stops the service
ada GET /api/tables/t_1/stream
restart
ada streams t_1 after=event_1 | state.plies
mover marks 0 on t_1 | ok
"##

streams_count_as_long_polls r##"
set long_polls_per_credential=2
ada joins
bob joins
ada meets bob for 50
ada streams t_1 | -
ada waits 30s on t_1 events_since=2 | state.plies
# All places are taken, by a stream and a poll. The next place is known from the poll.
ada GET /api/tables/t_1/stream
ada obeys
ada GET /api/tables/t_1?wait=30&events_since=2
ada hangs up
ada streams t_1 | -
ada streams t_1 | -
ada GET /api/tables/t_1/stream
# A stream that ends returns its place.
ada POST /api/logout | ok
phone POST /api/token {"handle":"ada","recoveryCode":"recovery_1"} | token
phone uses token_3
phone streams t_1 | -
phone streams t_1 | -
phone GET /api/tables/t_1/stream
"##

streams_count_in_the_places_of_all r##"
set long_polls_total=3
ada joins
bob joins
ada meets bob for 50
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_3
guest streams t_2 | -
guest GET /api/tables/t_2/stream
ada streams t_1 | -
bob streams t_1 | -
bob GET /api/tables/t_1/stream
guest hangs up
bob streams t_1 | -
"##
}

/// A whole match with chat, in steps. Who moves first depends on the deal.
pub(crate) const MATCH: [&str; 12] = [
    "mover marks 0 on t_1 | -",
    "ada POST /api/tables/t_1/messages {\"body\":\"one\"} | -",
    "mover marks 1 on t_1 | -",
    "bob POST /api/tables/t_1/messages {\"body\":\"two\",\"clientId\":\"nonce-1\"} | -",
    "ada POST /api/tables/t_1/messages {\"body\":\"three\"} | -",
    "mover marks 2 on t_1 | -",
    "mover marks 4 on t_1 | -",
    "mover marks 3 on t_1 | -",
    "bob POST /api/tables/t_1/messages {\"body\":\"four\"} | -",
    "mover marks 5 on t_1 | -",
    "idle POST /api/tables/t_1/forfeit | -",
    "ada POST /api/tables/t_1/messages {\"body\":\"five\"} | -",
];

const READERS: [&str; 3] = ["ada", "bob", "cyn"];

fn a_table() -> Teller {
    let mut teller = Teller::new();
    teller.go_on("ada joins\nbob joins\ncyn joins\nada meets bob for 50");
    teller
}

fn path(teller: &Teller, rest: &str) -> String {
    format!("/api/tables/{}{rest}", teller.labels().real("t_1").unwrap())
}

pub(crate) fn number(view: &Json, at: &str) -> u64 {
    view.at(at).to_string().parse().unwrap()
}

pub(crate) fn data(event: &Event) -> Json {
    Json::read(event.data.as_bytes()).unwrap()
}

#[test]
fn the_events_of_a_stream_are_the_answers_of_long_polls() {
    let mut teller = a_table();
    let open = |teller: &mut Teller, who: &&str| teller.open(who, &path(teller, "/stream?events_since=0&msgs_since=0"));
    let streams: Vec<u64> = READERS.iter().map(|who| open(&mut teller, who)).collect();
    let mut cursors = [(0, 0); READERS.len()];
    let mut compared = 0;
    for step in [""].iter().chain(&MATCH) {
        teller.go_on(step);
        for ((who, stream), cursor) in READERS.iter().zip(&streams).zip(&mut cursors) {
            for event in teller.arrived(*stream).0 {
                let (events, messages) = *cursor;
                let poll = path(&teller, &format!("?wait=50&events_since={events}&msgs_since={messages}"));
                let (status, view) = teller.ask(who, "GET", &poll, None);
                assert_eq!((status, view.to_string()), (200, data(&event).to_string()), "{step}: {who}");
                *cursor = (number(&view, "state.eventsAt"), number(&view, "msgsAt"));
                compared += 1;
            }
            // The reader has all that there is.
            let read = path(&teller, &format!("?events_since={}&msgs_since={}", cursor.0, cursor.1));
            let (_, rest) = teller.ask(who, "GET", &read, None);
            assert_eq!(
                (rest.at("state.events").to_string(), rest.at("messages").to_string()),
                ("[]".into(), "[]".into())
            );
        }
    }
    assert_eq!(compared, READERS.len() * (MATCH.len() + 1));
}

/// What a reader has who has taken these events: all events, all messages, and the newest view.
fn reconstructed(events: &[Event]) -> Value {
    let views: Vec<Value> = events.iter().map(|event| serde_json::from_str(&event.data).unwrap()).collect();
    let all = |at: &str| -> Vec<Value> {
        views.iter().flat_map(|view| view.pointer(at).and_then(Value::as_array).unwrap().clone()).collect()
    };
    let (said, happened) = (all("/messages"), all("/state/events"));
    let mut newest = views.last().unwrap().clone();
    newest["messages"] = said.into();
    newest["state"]["events"] = happened.into();
    newest
}

#[test]
fn resuming_after_any_event_misses_and_repeats_nothing() {
    let mut teller = a_table();
    let begin = path(&teller, "/stream?events_since=0&msgs_since=0");
    let whole = teller.open("bob", &begin);
    let mut events = Vec::new();
    for step in MATCH {
        teller.go_on(step);
        events.append(&mut teller.arrived(whole).0);
    }
    assert_eq!(events.len(), MATCH.len() + 1);
    let (_, read) = teller.ask("bob", "GET", &path(&teller, "?events_since=0&msgs_since=0"), None);
    let everything = serde_json::from_str::<Value>(&read.to_string()).unwrap();
    assert_eq!(reconstructed(&events), everything, "it is what one read shows");
    for restarted in [false, true] {
        if restarted {
            teller.go_on("restart");
        } else {
            teller.close(whole);
        }
        for kept in 1..=events.len() {
            let id = events[kept - 1].id.as_ref().unwrap();
            let stream = teller.open("bob", &path(&teller, &format!("/stream?after={id}")));
            let (rest, is_over) = teller.arrived(stream);
            assert!(!is_over && rest.len() == usize::from(kept < events.len()), "{id}: {rest:?}");
            let taken: Vec<Event> = events[..kept].iter().chain(&rest).cloned().collect();
            assert_eq!(reconstructed(&taken), everything, "{id}");
            assert_eq!(taken.last().unwrap().id, events.last().unwrap().id, "a cursor has one id");
            teller.close(stream);
        }
    }
}

#[test]
fn a_quiet_stream_has_a_comment_every_fifteen_seconds() {
    let mut teller = a_table();
    let stream = teller.open("bob", &path(&teller, "/stream"));
    assert_eq!(teller.arrived(stream).0.len(), 1);
    let comments = |teller: &mut Teller, ms: u64| {
        let to = teller.world().now() + ms;
        while teller.world().advance(to) {}
        let (events, is_over) = teller.arrived(stream);
        assert!(!is_over && events.iter().all(Event::is_comment), "{events:?}");
        events.len()
    };
    for _ in 0..3 {
        assert_eq!((comments(&mut teller, 14_999), comments(&mut teller, 1)), (0, 1));
    }
    // An event counts as a sign of life.
    let _ = comments(&mut teller, 10_000);
    teller.go_on(MATCH[0]);
    assert_eq!(teller.arrived(stream).0.len(), 1);
    assert_eq!((comments(&mut teller, 14_999), comments(&mut teller, 1)), (0, 1));
}

/// What each caller gets of the tables and of the party, by a read or by a stream.
fn matrix(mut teller: Teller, of_stream: bool) -> Vec<String> {
    teller.go_on(SCENE);
    teller.go_on(
        "agent POST /api/seat-grants/claim {\"claimToken\":\"claim_1\",\"clientRef\":\"uuid-9\"} | seat accessToken",
    );
    teller.go_on("agent uses token_7");
    let rest = if of_stream { "/stream" } else { "" };
    let callers: BTreeSet<&str> = COLUMNS.iter().map(|(_, who, _)| *who).chain(["agent"]).collect();
    let mut results = Vec::new();
    for who in callers {
        for thing in
            ["tables/t_1", "tables/t_2", "tables/t_3", "tables/t_9", "tables/pty_1", "parties/pty_1", "parties/t_1"]
        {
            let (status, body) = teller.ask(who, "GET", &format!("/api/{thing}{rest}"), None);
            results.push(format!("{who} {thing}: {status} {}", said(status >= 400, &body)));
        }
    }
    results
}

#[test]
fn a_stream_is_for_those_who_may_read_or_watch_on_all_transports() {
    let reads = matrix(Teller::new(), false);
    let differ: BTreeSet<&str> = reads.iter().map(|line| line.split_once(": ").unwrap().1).collect();
    assert!(differ.len() > 5, "the matrix has few results: {differ:?}");
    // Without credentials a public table can be watched, and nothing else exists.
    let watched = |line: &String| match line.split_once(": ") {
        Some((whose, _)) if whose == "anonymous tables/t_1" => format!("{whose}: 200 ok"),
        Some((whose, _)) if whose.starts_with("anonymous tables/") => format!("{whose}: 404 - there is no such table"),
        Some(_) | None => line.clone(),
    };
    let streams: Vec<String> = reads.iter().map(watched).collect();
    assert_eq!(matrix(Teller::new(), true), streams);
    assert_eq!(matrix(Teller::in_process(), true), streams, "in process");
}

/// A peer that reads when the test says so.
pub(crate) struct SlowPeer {
    near: DuplexStream,
    got: Vec<u8>,
}

impl SlowPeer {
    pub(crate) fn connect(world: &mut World, path: &str, token: &str) -> Self {
        let mut near = world.connect(std::net::Ipv4Addr::LOCALHOST.into(), 4 << 10);
        let request = format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n\r\n");
        let mut context = Context::from_waker(Waker::noop());
        assert!(Pin::new(&mut near).poll_write(&mut context, request.as_bytes()).is_ready());
        world.settle();
        Self { near, got: Vec::new() }
    }

    /// Read all that comes.
    pub(crate) fn read(&mut self, world: &mut World) -> String {
        let mut bytes = [0; 4096];
        loop {
            world.settle();
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.near).poll_read(&mut Context::from_waker(Waker::noop()), &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => self.got.extend_from_slice(buffer.filled()),
                Poll::Ready(_) | Poll::Pending => break,
            }
        }
        String::from_utf8(self.got.clone()).unwrap()
    }
}

#[test]
fn a_slow_reader_is_cut_off_and_can_resume() {
    let mut teller = Teller::new();
    teller.go_on("set long_polls_per_credential=1\nada joins\nbob joins\nada meets bob for 50");
    let token = teller.labels().real("token_1").unwrap().to_owned();
    let begin = path(&teller, "/stream?events_since=0&msgs_since=0");
    let mut slow = SlowPeer::connect(teller.world(), &begin, &token);
    let full = path(&teller, "/stream");
    assert_eq!(teller.ask("ada", "GET", &full, None).0, 429, "its place is taken");
    let said = 120;
    for _ in 0..said {
        teller.go_on("bob POST /api/tables/t_1/messages {\"body\":\"<<500>>\"} | -");
    }
    // It has left a place before it has read anything.
    assert_eq!(teller.ask("ada", "GET", &full, None).0, 200, "its place is free");
    let text = slow.read(teller.world());
    assert!(text.len() < 300 << 10, "what waits for a reader has a bound: {} bytes", text.len());
    let end = text.find("event: end").expect("it is told");
    assert!(text[end..].contains(r#"{"reason":"slow"}"#) && text.ends_with("0\r\n\r\n"), "{}", &text[end..]);
    let ids: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    assert!((2..said).contains(&ids.len()), "{} events", ids.len());
    let stream = teller.open("ada", &path(&teller, &format!("/stream?after={}", ids.last().unwrap())));
    let (rest, _) = teller.arrived(stream);
    let messages = |event: &Event| data(event).at("messages.*.id").to_string();
    let listed: String = rest.iter().map(messages).collect::<Vec<_>>().join(",").replace("],[", ", ");
    let missing: Vec<String> = (ids.len()..=said).map(|id| id.to_string()).collect();
    assert_eq!(listed, format!("[{}]", missing.join(", ")), "the messages after those that it has");
}
