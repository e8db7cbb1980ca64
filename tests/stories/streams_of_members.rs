//! Streams of members: everything that concerns one member in one stream.

use crate::json::Json;
use crate::readers::Event;
use crate::streams::{MATCH, SlowPeer, data, number};
use crate::teller::Teller;
use serde_json::Value;
use std::collections::BTreeMap;

crate::stories! {

a_member_streams_all_that_concerns_them r##"
# First the present state. The first event of a table is without its earlier events and messages.
ada joins
bob joins
ada meets bob for 50
ada POST /api/parties | partyId
ada streams me | balance tables.*.id tables.*.yourTurn invitations.*.id id status state.plies state.events.*.type messages.*.body members currentTableId
# Then an event for each change: of a table what its own stream would have.
mover marks 0 on t_1 | ok
bob POST /api/tables/t_1/messages {"body":"hello"} | message.id
# What only others have is no event.
bob POST /api/tables {"kind":"roulette"} | tableId
# An invitation, and the table that it leads to.
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada","stake":10} | tableId
ada POST /api/tables/t_3/join | started
# A party.
bob POST /api/parties/pty_1/join | ok
bob POST /api/parties/pty_1/table {"kind":"connect-four-vs-house","stake":1} | tableId
# The end of a match, with its chips.
bob POST /api/tables/t_1/forfeit | ok
# A table that is archived has a last event.
+9m
+1m
"##

a_member_stream_continues_after_any_of_its_events r##"
ada joins
bob joins
ada meets bob for 50
ada streams me | balance tables.*.yourTurn id state.plies state.events.*.type messages.*.body
mover marks 0 on t_1 | ok
ada hangs up
ada POST /api/tables/t_1/messages {"body":"are you there?"} | message.id
mover marks 1 on t_1 | ok
ada streams me after=event_1 | balance tables.*.yourTurn id state.plies state.events.*.type messages.*.body
ada hangs up
restart
# The header wins over the parameter, as a browser sends it when it connects again to the same address.
ada GET /api/me/stream?after=event_1 [Last-Event-ID: event_4] | balance tables.*.yourTurn id state.plies state.events.*.type messages.*.body
mover marks 2 on t_1 | ok
"##

what_a_member_missed_comes_when_the_stream_continues r##"
# A table that ended, one that was archived, one that is new, and a party.
ada joins
bob joins
ada meets bob for 50
bob POST /api/parties | partyId
ada streams me | balance tables.*.id id status state.terminal archived state.events.*.type members messages.*.body
ada hangs up
bob POST /api/tables/t_1/messages {"body":"good luck"} | message.id
bob POST /api/tables/t_1/forfeit | ok
ada POST /api/parties/pty_1/join | ok
+10m
ada meets bob for 20
ada streams me after=event_4 | balance tables.*.id id status state.terminal archived state.events.*.type members messages.*.body
# What is archived is over for the stream.
ada hangs up
ada streams me after=event_9 | balance tables.*.id id status members
"##

a_seat_that_is_left_or_delegated_leaves_the_stream r##"
ada joins
bob joins
cyn joins
ada POST /api/tables {"kind":"holdem-ring","open":true,"seats":3} | tableId
bob POST /api/tables/t_1/join | started
bob streams me | tables.*.id id status
bob POST /api/tables/t_1/forfeit | ok
cyn POST /api/tables/t_1/join | started
bob POST /api/tables/t_1/join | started
# While a program plays the seat, the table is the program's. Then it begins again.
bob POST /api/tables/t_1/seat-grants {"clientRef":"uuid-1"} | claimToken
agent POST /api/seat-grants/claim {"claimToken":"claim_1","clientRef":"uuid-2"} | seat
ada POST /api/tables/t_1/messages {"body":"hello"} | message.id
bob DELETE /api/tables/t_1/seat-grants/grant_1 | ok
ada POST /api/tables/t_1/messages {"body":"welcome back"} | message.id
"##

a_member_streams_the_duels_of_their_agents r##"
set model=1
ada joins
bob joins
ada POST /api/agents {"name":"muse","kind":"prompt","prompt":"Be kind."} | agentId
bob POST /api/agents {"name":"dice","kind":"policy","policy":"random"} | agentId
the model is silent
ada streams me | balance id challenger defender outcome tables
ada POST /api/duels {"agentId":"ag_1","opponentAgentId":"ag_2","gameId":"tic-tac-toe","stake":10,"clientRef":"duel-0001"}
ada hangs up
+1m
ada streams me after=event_5 | balance id challenger defender outcome tables
+3m
+1m
"##

an_invitation_is_withdrawn_declined_or_frozen r##"
ada joins
bob joins
ada streams me | balance tables.*.id invitations.*.id invitations.*.host
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada","stake":10} | tableId
bob POST /api/tables/t_1/forfeit | ok
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada","stake":10} | tableId
ada POST /api/tables/t_2/decline | ok
bob POST /api/tables {"kind":"tic-tac-toe-vs-house","invited":"ada","stake":10} | tableId
mia freezes {"whom":{"handle":"bob"}} because three members reported it | id
mia unfreezes {"whom":{"handle":"bob"}} because it was a mistake | id
# An invitation lasts a day.
+24h
"##

chips_without_a_table_reach_the_stream r##"
# Adjustments by the operator. Below 100 the refill of the day comes at once.
ada joins
ada streams me | balance tables
mia adjusts {"whom":{"handle":"ada"},"chips":250} because the table of yesterday broke off | id
mia adjusts {"whom":{"handle":"ada"},"chips":-1200} because it was paid twice | id
midnight
"##

an_id_is_one_of_an_event_of_a_member_stream r##"
ada joins
bob joins
ada meets bob for 50
ada streams t_1 | -
ada GET /api/me/stream?after=event_1
ada GET /api/me/stream?after=nonsense
ada GET /api/me/stream?after=
ada GET /api/me/stream [Last-Event-ID: 1]
ada GET /api/me/stream?wait=x | account.handle
bob streams me | -
bob GET /api/tables/t_1/stream?after=event_5
bob GET /api/me/stream [Last-Event-ID: event_5] [Last-Event-ID: event_5]
# Another member's id shows nothing that is not one's own.
ada streams me after=event_8 | account.handle tables.*.id id mySeat
anonymous GET /api/me/stream
anonymous GET /api/me/tables
guest POST /api/practice {"kind":"tic-tac-toe-vs-house","clientRef":"uuid-1"} | tableId
guest uses token_3
guest GET /api/me/stream
guest GET /api/me/tables
"##

a_member_stream_ends_with_the_credential r##"
ada joins
bob joins
cyn joins
dan joins
ada streams me | -
ada POST /api/logout | ok
bob streams me | -
bob POST /api/recovery/rotate {"recoveryCode":"recovery_2"} | ok
cyn streams me | -
cyn DELETE /api/me {"confirmHandle":"cyn"} | ok
dan streams me | -
mia freezes {"whom":{"handle":"dan"}} because three members reported it | id
"##

a_member_stream_ends_when_the_credential_expires_or_the_server_stops r##"
ada joins
bob joins
ada streams me | -
+29d
bob POST /api/token {"handle":"bob","recoveryCode":"recovery_2"} | token
bob uses token_3
bob streams me | -
+1d
the operator stops the service
bob GET /api/me/stream
restart
bob streams me after=event_6 | balance
"##

a_member_stream_takes_one_place r##"
set long_polls_per_credential=2
ada joins
20 times ada POST /api/tables {"kind":"tic-tac-toe-vs-house","open":true} | -
ada streams me | -
ada streams me | -
ada GET /api/me/stream
ada GET /api/tables/t_1/stream
ada hangs up
ada streams me | -
"##
}

fn scene() -> Teller {
    let mut teller = Teller::new();
    teller.go_on("ada joins\nbob joins\ncyn joins\nada meets bob for 50\nada POST /api/parties | partyId");
    teller.go_on("bob POST /api/parties/pty_1/join | ok");
    teller
}

fn table_path(teller: &Teller, rest: &str) -> String {
    format!("/api/tables/{}{rest}", teller.labels().real("t_1").unwrap())
}

/// What is beside the match of `t_1`, in steps.
const AROUND: [&str; 5] = [
    "bob POST /api/parties/pty_1/messages {\"body\":\"one\"} | -",
    "cyn POST /api/tables {\"kind\":\"tic-tac-toe-vs-house\",\"invited\":\"bob\",\"stake\":10} | -",
    "bob POST /api/tables/t_2/join | -",
    "ada POST /api/parties/pty_1/messages {\"body\":\"two\"} | -",
    "cyn POST /api/tables/t_2/messages {\"body\":\"three\"} | -",
];

/// The match, with another step after each of its first ones.
fn steps() -> impl Iterator<Item = &'static str> {
    let around = AROUND.iter().map(|step| vec![*step]).chain(std::iter::repeat_with(Vec::new));
    MATCH.iter().zip(around).flat_map(|(step, more)| std::iter::once(*step).chain(more))
}

fn of_table<'e>(events: &'e [Event], table: &str) -> Vec<&'e Event> {
    events.iter().filter(|event| event.name == "table" && data(event).at("id") == Json::Text(table.into())).collect()
}

#[test]
fn a_table_has_the_same_events_in_a_member_stream_as_in_its_own() {
    let mut teller = scene();
    let id = teller.labels().real("t_1").unwrap().to_owned();
    let whole = teller.open("bob", "/api/me/stream");
    let first = teller.arrived(whole).0;
    let names: Vec<&str> = first.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["me", "tables", "invitations", "table", "party"]);
    let begun = data(of_table(&first, &id)[0]);
    assert_eq!(
        (begun.at("state.events"), begun.at("messages")),
        (Json::Plain("absent".into()), Json::Plain("absent".into()))
    );
    let at = number(&begun, "state.eventsAt");
    let own = teller.open("bob", &table_path(&teller, &format!("/stream?events_since={at}&msgs_since=0")));
    assert_eq!(teller.arrived(own).0.len(), 1);
    let mut compared = 0;
    for step in steps() {
        teller.go_on(step);
        let events = teller.arrived(whole).0;
        let of_member: Vec<&str> = of_table(&events, &id).iter().map(|event| event.data.as_str()).collect();
        let (of_table, _) = teller.arrived(own);
        assert_eq!(of_member, of_table.iter().map(|event| event.data.as_str()).collect::<Vec<_>>(), "{step}");
        compared += of_member.len();
    }
    assert_eq!(compared, MATCH.len());
}

/// What a reader has put together: the newest event of each kind and of each table, duel or party, with the events and
/// messages of all of them.
fn reconstructed(events: &[Event]) -> BTreeMap<String, Value> {
    let mut newest: BTreeMap<String, Value> = BTreeMap::new();
    for event in events {
        let mut view: Value = serde_json::from_str(&event.data).unwrap();
        let name = format!("{} {}", event.name, view["id"].as_str().unwrap_or_default());
        for at in ["/messages", "/state/events"] {
            let before = newest.get(&name).and_then(|view| view.pointer(at)).and_then(Value::as_array).cloned();
            if let Some(list) = view.pointer_mut(at).and_then(Value::as_array_mut) {
                list.splice(0..0, before.unwrap_or_default());
            }
        }
        newest.insert(name, view);
    }
    newest
}

/// The first event of the table.
const FIRST: usize = 4;

#[test]
fn resuming_a_member_stream_misses_and_repeats_nothing() {
    let mut teller = scene();
    let whole = teller.open("bob", "/api/me/stream");
    let mut events = teller.arrived(whole).0;
    for step in steps() {
        teller.go_on(step);
        events.append(&mut teller.arrived(whole).0);
    }
    let everything = reconstructed(&events);
    let reads = [("me ", "/api/me"), ("tables ", "/api/me/tables"), ("invitations ", "/api/me/invitations")];
    for (name, path) in reads {
        let (_, read) = teller.ask("bob", "GET", path, None);
        assert_eq!(everything[name], serde_json::from_str::<Value>(&read.to_string()).unwrap());
    }
    assert_eq!(everything.len(), 6, "{:?}", everything.keys());
    // A table that a reader has not seen begins with its present state.
    let begin = |views: &BTreeMap<String, Value>, taken: &BTreeMap<String, Value>| {
        let mut views = views.clone();
        let is_new = |name: &String| name.starts_with("table ") && !taken.contains_key(name);
        views.retain(|name, _| !is_new(name));
        views
    };
    for restarted in [false, true] {
        if restarted {
            teller.go_on("restart");
        } else {
            teller.close(whole);
        }
        for kept in 1..=events.len() {
            let id = events[kept - 1].id.as_ref().unwrap();
            let stream = teller.open("bob", &format!("/api/me/stream?after={id}"));
            let (rest, is_over) = teller.arrived(stream);
            assert!(!is_over && rest.is_empty() == (kept == events.len()), "{kept}: {rest:?}");
            let taken: Vec<Event> = events[..kept].iter().chain(&rest).cloned().collect();
            let seen = reconstructed(&events[..kept]);
            assert_eq!(begin(&reconstructed(&taken), &seen), begin(&everything, &seen), "{kept}");
            // A table that has ended meanwhile comes to those alone who have seen it.
            let has_seen = kept >= FIRST;
            assert_eq!(reconstructed(&taken).len(), everything.len() - usize::from(!has_seen), "{kept}");
            assert_eq!(taken.last().unwrap().id == events.last().unwrap().id, has_seen, "a cursor has one id");
            teller.close(stream);
        }
    }
}

/// A member with more tables than a stream covers.
fn a_busy_member() -> Teller {
    let mut teller = Teller::new();
    teller.go_on("set active_tables=0 tables_per_day=0 requests_per_minute=0 practice_active=0\nada joins");
    for _ in 0..120 {
        teller.go_on("ada POST /api/tables {\"kind\":\"dominoes\",\"practice\":true} | -");
    }
    teller
}

/// The ids of the tables of these events.
fn tables_of(events: &[Event]) -> Vec<String> {
    events.iter().filter(|event| event.name == "table").map(|event| data(event).at("id").to_string()).collect()
}

#[test]
fn a_member_with_many_tables_gets_the_newest_at_once() {
    let mut teller = a_busy_member();
    let stream = teller.open("ada", "/api/me/stream");
    let (events, is_over) = teller.arrived(stream);
    assert!(!is_over, "{:?}", events.last());
    let (_, tables) = teller.ask("ada", "GET", "/api/me/tables", None);
    let mut shown = tables_of(&events);
    shown.reverse();
    assert_eq!(shown.len(), 90);
    let all = tables.at("tables.*.id").to_string();
    assert!(all.starts_with(&format!("[{}, ", shown.join(", "))), "{all}");
    assert!(events.iter().all(|event| event.id.as_ref().unwrap().len() <= 8192));
}

#[test]
fn a_slow_reader_of_a_member_is_cut_off_and_can_resume() {
    let mut teller = a_busy_member();
    let token = teller.labels().real("token_1").unwrap().to_owned();
    let mut slow = SlowPeer::connect(teller.world(), "/api/me/stream", &token);
    let reader = teller.open("ada", "/api/me/stream");
    let covered = tables_of(&teller.arrived(reader).0);
    teller.close(reader);
    let mut over = 0;
    for number in 51..=120 {
        let id = teller.labels().real(&format!("t_{number}")).unwrap().to_owned();
        over += usize::from(covered.contains(&Json::Text(id).to_string()));
        teller.go_on(&format!("ada POST /api/tables/t_{number}/forfeit | -"));
    }
    let text = slow.read(teller.world());
    assert!((1 << 20..2 << 20).contains(&text.len()), "what waits for a reader has a bound: {} bytes", text.len());
    let end = text.find("event: end").expect("the reader is told");
    assert!(text[end..].contains(r#"{"reason":"slow"}"#), "{}", &text[end..]);
    let last = text.lines().filter_map(|line| line.strip_prefix("id: ")).next_back().unwrap();
    let is_over = |data: &str| data.contains(r#""terminal":true"#);
    let had = text.lines().filter(|line| line.starts_with("data: ") && is_over(line)).count();
    let stream = teller.open("ada", &format!("/api/me/stream?after={last}"));
    let rest = tables_of(&teller.arrived(stream).0);
    assert!(had < over && had + rest.len() == over, "{had} and {} tables ended", rest.len());
}
