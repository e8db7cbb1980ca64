//! The readers of streams: what they put together of the events that reached them, over the streams that they continued,
//! is what there is, without a gap or a repeat.

use super::callers::base;
use super::judge::Judge;
use crate::violation::CheckResult;
use crate::violation::must;
use serde_json::Value;
use std::collections::BTreeMap;
use std::collections::VecDeque;
use turnstone_api::cursor::{Cursor, MemberCursor};
use turnstone_service::answer::Answer;
use turnstone_service::answer::Message;
use turnstone_service::cursor::EventId;
use turnstone_service::request::{Request, StreamParty, StreamTable};

/// How many streams of one reader are remembered.
const KEPT: usize = 6;

/// What a stream is of, as an id; nothing for a member's own.
pub(crate) fn of_stream(request: &Request) -> String {
    match request {
        Request::StreamTable(stream) => stream.table.to_string(),
        Request::StreamParty(stream) => stream.party.to_string(),
        _ => String::new(),
    }
}

/// One event, as its reader keeps it.
#[derive(Clone)]
struct Received {
    id: EventId,
    events: Vec<Value>,
    messages: Vec<u64>,
}

/// What a reader has of a table or a party.
#[derive(Clone)]
struct Reading {
    /// The cursors with which it began.
    events: u64,
    messages: u64,
    received: Vec<Received>,
}

impl Reading {
    /// All that was read.
    fn all<T: Clone>(&self, part: impl Fn(&Received) -> &[T]) -> Vec<T> {
        self.received.iter().flat_map(|received| part(received).to_vec()).collect()
    }
}

/// All readers.
#[derive(Default)]
pub(crate) struct Readers {
    /// Of each stream, and in a member's stream of each thing, until others have taken its place.
    readings: BTreeMap<(u64, String), Reading>,
    /// The streams of a person, of one thing, oldest first.
    own: BTreeMap<(String, String), VecDeque<u64>>,
}

impl Readers {
    /// An event has reached its reader. `stream` is another number for each stream of a run.
    pub(crate) fn take(
        &mut self,
        judge: &mut Judge,
        (who, stream, request): (&str, u64, &Request),
        id: &EventId,
        answer: &Answer,
    ) -> CheckResult {
        let Request::StreamMe { after } = request else {
            return self.take_of(judge, (who, stream, request), (of_stream(request), id), answer);
        };
        let Some((request, id)) = in_own_stream(after.as_deref(), id, answer) else { return Ok(()) };
        let of = format!("me {}", of_stream(&request));
        if matches!(answer, Answer::Table(view) if view.state.events.is_none()) {
            // It begins, perhaps again.
            self.readings.remove(&(stream, of.clone()));
        }
        self.take_of(judge, (who, stream, &request), (of, &id), answer)
    }

    /// The same for the stream of one thing.
    fn take_of(
        &mut self,
        judge: &mut Judge,
        (who, stream, request): (&str, u64, &Request),
        (of, id): (String, &EventId),
        answer: &Answer,
    ) -> CheckResult {
        let received = match answer {
            Answer::Table(view) => {
                let events = view.state.events.iter().flatten();
                let events = events.map(|event| serde_json::to_value(event).expect("events are plain data")).collect();
                Received { id: id.clone(), events, messages: ids(view.messages.iter().flatten()) }
            }
            Answer::Party(view) => Received { id: id.clone(), events: Vec::new(), messages: ids(view.messages.iter()) },
            _ => return Ok(()),
        };
        let key = (base(who).to_owned(), of.clone());
        if !self.readings.contains_key(&(stream, of.clone())) {
            let reading = self.begin(judge, &key, request, &received);
            self.readings.insert((stream, of.clone()), reading);
            let own = self.own.entry(key).or_default();
            own.retain(|other| *other != stream);
            own.push_back(stream);
            let former = if own.len() > KEPT { own.pop_front() } else { None };
            former.into_iter().for_each(|former| drop(self.readings.remove(&(former, of.clone()))));
        }
        let Some(reading) = self.readings.get_mut(&(stream, of)) else { return Ok(()) };
        reading.received.push(received);
        check(judge, (who, request), reading, id)
    }

    /// What a reader has before the first event of a stream. One who continues after an event of before forgets what came
    /// after it.
    fn begin(&self, judge: &mut Judge, key: &(String, String), request: &Request, first: &Received) -> Reading {
        let after = match request {
            Request::StreamTable(stream) => stream.after.map(EventId::Table),
            Request::StreamParty(stream) => stream.after.map(EventId::Party),
            _ => None,
        };
        let own = self.own.get(key).into_iter().flatten().rev();
        let own = own.filter_map(|stream| self.readings.get(&(*stream, key.1.clone())));
        for former in own.filter(|_| after.is_some()) {
            let at = former.received.iter().rposition(|received| Some(&received.id) == after.as_ref());
            if let Some(at) = at {
                judge.counts.hit("premise: a reader continued after an event that it had");
                if at + 1 < former.received.len() {
                    judge.counts.hit("premise: a reader went back to an event");
                }
                return Reading { received: former.received[..=at].to_vec(), ..former.clone() };
            }
        }
        let (events, messages) = match (after, &first.id) {
            (Some(EventId::Table(after)), _) => (after.events, after.messages.unwrap_or_default()),
            (Some(EventId::Party(after)), _) => (0, after.messages),
            (None, EventId::Table(id)) => (id.events - first.events.len() as u64, before(first, id.messages)),
            (None, EventId::Party(id)) => (0, before(first, Some(id.messages))),
            (Some(EventId::Member(_)), _) | (None, EventId::Member(_)) => (0, 0),
        };
        Reading { events, messages, received: Vec::new() }
    }
}

/// The event of a table's or a party's own stream that an event of a member's stream is.
fn in_own_stream(after: Option<&MemberCursor>, id: &EventId, answer: &Answer) -> Option<(Request, EventId)> {
    let EventId::Member(text) = id else { return None };
    let now = MemberCursor::parse(text)?;
    match answer {
        Answer::Table(view) => {
            let table = view.id;
            let after = after.and_then(|after| after.seen.get(&table).copied());
            let after = after.filter(|_| view.state.events.is_some());
            let request = StreamTable { table, after, events_since: None, msgs_since: None };
            Some((Request::StreamTable(request), EventId::Table(*now.seen.get(&table)?)))
        }
        Answer::Party(view) => {
            let party = view.id;
            let after = after.and_then(|after| after.parties.get(&party).copied());
            let request = StreamParty { party, after, msgs_since: None };
            Some((Request::StreamParty(request), EventId::Party(*now.parties.get(&party)?)))
        }
        _ => None,
    }
}

fn ids<'m>(messages: impl Iterator<Item = &'m Message>) -> Vec<u64> {
    messages.map(|message| message.id).collect()
}

/// The cursor before the first messages of a stream.
fn before(first: &Received, at: Option<u64>) -> u64 {
    first.messages.first().map_or(at.unwrap_or_default(), |first| first - 1)
}

/// What a reader has put together is what there is, up to the event.
fn check(judge: &mut Judge, (who, request): (&str, &Request), reading: &Reading, id: &EventId) -> CheckResult {
    const RULE: &str = "a reader of streams misses and repeats nothing";
    let said = || format!("{who} {request:?} at {id}");
    let (events, messages) = (reading.all(|received| &received.events), reading.all(|received| &received.messages));
    let (chat, msgs_at) = match (id, request) {
        (EventId::Table(id), Request::StreamTable(stream)) => {
            let Some(table) = judge.model.tables.get(&stream.table) else { return Ok(()) };
            let there = table.events.get(reading.events as usize..id.events as usize).unwrap_or_default();
            let there: Vec<Value> =
                there.iter().map(|event| serde_json::to_value(event).expect("events are plain data")).collect();
            must(there == events, RULE, || format!("{}: {events:?}, not {there:?}", said()))?;
            (Some(&table.messages), id.messages)
        }
        (EventId::Party(id), Request::StreamParty(stream)) => {
            (judge.model.party_messages.get(&stream.party), Some(id.messages))
        }
        _ => return must(false, RULE, said),
    };
    let Some(msgs_at) = msgs_at else { return Ok(()) };
    // A chat keeps its newest messages alone.
    let oldest = chat.and_then(|chat| chat.keys().next().copied()).unwrap_or(u64::MAX);
    let messages: Vec<u64> = messages.into_iter().filter(|id| *id >= oldest).collect();
    let there = chat.into_iter().flatten().map(|(id, _)| *id);
    let there: Vec<u64> = there.filter(|id| *id > reading.messages && *id <= msgs_at).collect();
    must(there == messages, RULE, || format!("{}: messages {messages:?}, not {there:?}", said()))?;
    judge.counts.add("premise: events that a reader put together", events.len() as u64);
    judge.counts.add("premise: messages that a reader put together", messages.len() as u64);
    Ok(())
}
