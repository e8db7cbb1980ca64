//! What must hold of every answer, whatever was asked.

use super::client::{PROMPT, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
use super::facts::{TableFloor, number};
use super::finish::keep_view;
use super::host::SendMark;
use super::manners::kept_wrongly;
use super::permissions::{Relation, Stage};
use crate::refusals::{ROUTE_ANSWERS, name_of_answer};
use madsim::time::Instant;
use serde_json::Value;
use std::time::Duration;

/// What things were like when a request was sent.
pub(super) struct SentState {
    pub(super) number: u64,
    pub(super) mark: SendMark,
    pub(super) began: Instant,
    /// How long the answers before it on the same connection may take, or a peer who takes little at a time.
    pub(super) queued: Duration,
    pub(super) relation: Relation,
    floor: TableFloor,
    newest_message: u64,
}

impl SentState {
    /// How far the table was at least.
    pub(super) const fn stage(&self) -> Stage {
        match self.floor.rank {
            0 => Stage::Waiting,
            1 => Stage::Playing,
            _ => Stage::Over,
        }
    }
}

impl SimClient {
    pub(super) fn about_to_send(&self, ask: &ClientRequest) -> SentState {
        let (number, mark) = (self.host.next_number(), self.host.mark());
        let relation = self.relation(ask);
        let notes = self.host.notes();
        let (floor, newest_message) =
            thing(&ask.path).map(|id| (notes.facts.floor(id), notes.facts.newest_message(id))).unwrap_or_default();
        SentState { number, mark, began: Instant::now(), queued: Duration::ZERO, relation, floor, newest_message }
    }

    pub(super) fn judge(&self, ask: &ClientRequest, sent: &SentState, response: &ClientResponse) {
        self.host.response(self.n, sent.number, ask, response);
        self.host.check(self.judge_message(ask, sent, response));
        self.host.check(self.judge_time(ask, sent, response));
        self.host.check(self.judge_permission(ask, sent, response));
        if response.status == 200 {
            self.host.check(self.learn(ask, sent, response));
            self.host.check(self.judge_answer(ask, response));
        }
    }

    fn judge_message(&self, ask: &ClientRequest, sent: &SentState, response: &ClientResponse) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{what}: {ask:?} {:?} {}", response.headers, response.brief()));
        self.host.hit(match response.status {
            503 => "outer: 503",
            400 => "outer: 400",
            429 => "outer: 429",
            401..500 => "outer: 4xx",
            _ => "outer: answered",
        });
        let name = name_of_answer(ask.method, &ask.path, response.status, response.code());
        if name.is_some_and(|name| self.host.notes().counts.hit_cell(&ROUTE_ANSWERS, &name).is_none()) {
            return wrong("an answer that the contract does not list");
        }
        if response.header("x-request-id") != Some(self.id_of(sent.number).as_str()) {
            return wrong("an answer to another request");
        }
        if response.header("x-content-type-options") != Some("nosniff") {
            return wrong("a browser may guess another media type");
        }
        if response.status >= 500 && response.status != 503 {
            return wrong("the server says that it is broken");
        }
        let retry = response.header("retry-after").and_then(|value| value.parse::<u64>().ok());
        if matches!(response.status, 429 | 503) && retry.is_none_or(|seconds| seconds < 1) {
            return wrong("no Retry-After");
        }
        if response.status == 401 && response.header("www-authenticate") != Some("Bearer") {
            return wrong("no WWW-Authenticate");
        }
        if response.status >= 400 && !response.json["error"].is_string() {
            return wrong("an error without its object");
        }
        if kept_wrongly(ask, response) {
            return wrong("an answer that may be kept, or not as long as it should");
        }
        Ok(())
    }

    fn judge_time(&self, ask: &ClientRequest, sent: &SentState, response: &ClientResponse) -> Result<(), String> {
        let (took, wait) = (sent.began.elapsed(), Duration::from_secs_f64(ask.wait_s()));
        let late = |what: String| Err(format!("{what} after {took:?}: {ask:?} {}", response.brief()));
        if self.host.was_drained_after(sent.mark, sent.began + sent.queued) && !wait.is_zero() {
            self.host.hit("outer: a parked poll was answered by a stop");
            if response.status == 503 {
                return late("a stop refused a parked poll".to_owned());
            }
        }
        if !self.host.all_well_since(sent.mark) {
            return Ok(());
        }
        if response.status == 503 {
            return late("503 although all was well".to_owned());
        }
        if took > sent.queued + wait + PROMPT {
            return late("answered".to_owned());
        }
        let Some(since) = query(&ask.path, "events_since").filter(|_| !wait.is_zero() && response.status == 200) else {
            return Ok(());
        };
        let state = &response.json["state"];
        let logged = response.json["messages"].as_array().is_some_and(|all| !all.is_empty());
        let moved = number(&state["eventsAt"]) > since || logged || state["terminal"] == true;
        if !moved && response.json["status"] != "waiting" && took + Duration::from_millis(50) < wait {
            return late("a poll ended with nothing new".to_owned());
        }
        self.host.hit(if moved { "outer: a poll was woken" } else { "outer: a poll came to its end" });
        let told_others = thing(&ask.path).and_then(|id| self.host.notes().facts.told_of_event_after(id, since));
        if told_others.is_some_and(|at| at.max(sent.began) + sent.queued + PROMPT < Instant::now()) {
            return late("a poll was woken late".to_owned());
        }
        Ok(())
    }

    /// No answer: only when something was wrong.
    pub(super) fn judge_silence(&self, ask: &ClientRequest, sent: &SentState, rest: &[u8]) {
        self.host.hit("outer: no answer");
        self.host.told_a_part(self.n, sent.number, ask, rest);
        let took = sent.began.elapsed();
        if self.host.all_well_since(sent.mark) {
            self.host.fail(format!("no answer in {took:?} although all was well: {ask:?}"));
        }
        if self.host.was_drained_after(sent.mark, sent.began + sent.queued) {
            self.host.fail(format!("a stop left a request without an answer: {ask:?}"));
        }
    }

    /// Take in what an answer says about tables and chats: it fits all that was said before.
    fn learn(&self, ask: &ClientRequest, sent: &SentState, response: &ClientResponse) -> Result<(), String> {
        let Some(id) = thing(&ask.path) else { return Ok(()) };
        let mut notes = self.host.notes();
        let erased = !notes.erased.is_empty();
        let json = &response.json;
        let view = if json["seatsTotal"].is_u64() { json } else { &json["table"] };
        if view.is_object() {
            if view["id"] != id {
                return Err(format!("asked for {id}, told of {}", view["id"]));
            }
            let since = query(&ask.path, "events_since").or_else(|| ask.body.as_deref().and_then(events_since));
            notes.facts.learn_view(view, sent.floor, since)?;
            keep_view(&mut notes.seen, view);
        }
        if let Some(message) = json.get("message") {
            let number = number(&message["id"]);
            let one = std::slice::from_ref(message);
            return notes.facts.learn_messages(id, number.saturating_sub(1), number, one, erased);
        }
        let Some(messages) = json["messages"].as_array() else { return Ok(()) };
        let cursor = if json["msgsAt"].is_u64() { number(&json["msgsAt"]) } else { number(&json["since"]) };
        let since = query(&ask.path, "msgs_since").or_else(|| query(&ask.path, "since")).unwrap_or(0).min(cursor);
        if messages.len() < 100 && cursor < sent.newest_message {
            let newest = sent.newest_message;
            return Err(format!("{id}: the newest message was {newest}, now it is {cursor}: {}", response.brief()));
        }
        notes.facts.learn_messages(id, since, cursor, messages, erased)
    }
}

/// The table or party that a path is about.
pub(super) fn thing(path: &str) -> Option<&str> {
    path.split(['/', '?']).find(|part| part.starts_with("t_") || part.starts_with("pty_"))
}

/// A whole number in the query of a path.
pub(super) fn query(path: &str, name: &str) -> Option<u64> {
    let pairs = path.split_once('?')?.1.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(own, _)| *own == name).and_then(|(_, value)| value.parse().ok())
}

fn events_since(body: &str) -> Option<u64> {
    serde_json::from_str::<Value>(body).ok()?["eventsSince"].as_u64()
}
