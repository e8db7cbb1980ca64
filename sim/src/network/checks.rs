//! The rules for every response: it is a reply of the core, it is in time, its headers are right.

use super::client::{Exchanged, PROMPT, SentState, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
use super::tool_results::is_unavailable;
use super::tools::wrong_message;
use crate::coverage::{OF_ROUTES, checked};
use crate::rejections::{ROUTE_ANSWERS, name_of_answer, route_of};
use madsim::time::Instant;
use std::time::Duration;

impl SimClient {
    pub(super) fn about_to_send(&self, ask: &ClientRequest) -> SentState {
        let (number, mark) = (self.host.next_number(), self.host.mark());
        if is_erasure(ask) {
            self.host.notes().erasures.insert(number, None);
        }
        let address = self.address_of(ask, number);
        let replies = self.host.judge().count(address);
        let start = self.host.notes().measured.start;
        SentState { number, mark, began: Instant::now(), queued: Duration::ZERO, address, replies, start }
    }

    pub(super) fn judge(&self, exchanged: Exchanged<'_>) {
        self.host.response(self.n, exchanged.0, exchanged.2);
        if is_erasure(exchanged.0) {
            self.host.notes().erasures.insert(exchanged.1.number, Some(Instant::now()));
        }
        self.host.check(self.judge_message(exchanged));
        self.measure(exchanged);
        let claims = self.claims_of(exchanged.0);
        self.host.check(self.judge_lines(exchanged, claims.as_ref()));
        let (ask, ..) = exchanged;
        self.count_check(ask, "its headers");
        match self.judge_content(exchanged) {
            Ok(released) => {
                if released.is_some() {
                    self.count_check(ask, if ask.is_stream() { "its opening" } else { "its body" });
                }
                self.host.check(self.judge_time(exchanged, released));
            }
            Err(what) => self.host.fail(what),
        }
    }

    /// Count a check of the operation of a request.
    pub(super) fn count_check(&self, ask: &ClientRequest, check: &str) {
        let Some(route) = route_of(ask.method, &ask.path) else { return };
        self.host.notes().report.totals.counts.hit_cell(&OF_ROUTES, &checked(route.operation().name(), check));
    }

    fn judge_message(&self, exchanged: Exchanged<'_>) -> Result<(), String> {
        let (ask, _, response) = exchanged;
        let wrong = |what: &str| Err(format!("{what}: {ask:?} {:?} {}", response.headers, response.brief()));
        self.host.hit(match response.status {
            503 => "network: 503",
            400 => "network: 400",
            429 => "network: 429",
            401..500 => "network: 4xx",
            _ => "network: answered",
        });
        let name = name_of_answer(ask.method, &ask.path, response.status, response.code());
        if name.is_some_and(|name| self.host.notes().report.totals.counts.hit_cell(&ROUTE_ANSWERS, &name).is_none()) {
            return wrong("a response that the contract does not list");
        }
        if let Some(what) = self.judge_envelope(exchanged) {
            return wrong(&what);
        }
        let error = (response.status >= 500 && response.status != 503).then_some("an internal error");
        let error = error.or_else(|| is_sealed_silently(ask, response).then_some("a sealed replay without a reason"));
        if let Some(what) = error.or_else(|| wrong_message(ask, response)) {
            return wrong(what);
        }
        if ask.calls_games() && response.status == 200 {
            self.count_tool_check("turnstone_games", response.json.pointer("/result/structuredContent").is_none());
        }
        if response.header("etag").is_some_and(|tag| knows(ask, tag) != (response.status == 304)) {
            return wrong("a conditional request gets the wrong response");
        }
        Ok(())
    }

    fn judge_time(&self, (ask, sent, response): Exchanged<'_>, released: Option<Instant>) -> Result<(), String> {
        let (took, wait) = (sent.began.elapsed(), Duration::from_secs_f64(ask.wait_s()));
        let late = |what: &str| Err(format!("{what} after {took:?}: {ask:?} {}", response.brief()));
        if self.host.was_drained_after(sent.mark, sent.began + sent.queued) && !wait.is_zero() {
            self.host.hit("network: a pending long-poll was answered by a stop");
            if is_unavailable(response) {
                return late("a stop rejected a pending long-poll");
            }
        }
        if !self.host.all_well_since(sent.mark) {
            return Ok(());
        }
        let is_due = ask.path == "/readyz" && self.host.notes().is_leaving || response.code() == "not_configured";
        if is_unavailable(response) && !is_due {
            return late("503 without a fault");
        }
        if response.header("connection") == Some("close") {
            return late("a connection was closed without a reason");
        }
        self.count_check(ask, "its time");
        if took > sent.queued + wait + PROMPT {
            return late("answered");
        }
        if released.is_some_and(|at| at.elapsed() > sent.queued + PROMPT) {
            return late("a reply was delivered late");
        }
        let Some(since) = query(&ask.path, "events_since").filter(|_| !wait.is_zero() && response.status == 200) else {
            return Ok(());
        };
        let state = &response.json["state"];
        let logged = response.json["messages"].as_array().is_some_and(|all| !all.is_empty());
        // An erasure wakes those who see the name at a seat or in the chat.
        let seats = response.json["seats"].as_array().into_iter().flatten();
        let erased = seats.filter_map(|seat| seat["name"].as_str()).any(|name| name.starts_with("gone-"));
        let moved = state["eventsAt"].as_u64().is_none_or(|events| events != since)
            || logged
            || erased
            || query(&ask.path, "msgs_since").is_some() && self.may_erase_since(sent.began)
            || state["terminal"] == true;
        if !moved && response.json["status"] != "waiting" && took + Duration::from_millis(50) < wait {
            return late("a poll ended with nothing new");
        }
        self.host.hit(if moved { "network: a poll was woken" } else { "network: a poll timed out" });
        Ok(())
    }

    /// Whether an account may have been erased since a time.
    fn may_erase_since(&self, began: Instant) -> bool {
        self.host.notes().erasures.values().any(|answered| answered.is_none_or(|answered| answered >= began))
    }

    /// There is no response, which needs a reason.
    pub(super) fn judge_silence(&self, ask: &ClientRequest, sent: &SentState) {
        self.host.hit("network: no response");
        let took = sent.began.elapsed();
        if self.host.all_well_since(sent.mark) {
            self.host.fail(format!("no answer in {took:?} although all was well: {ask:?}"));
        }
        if self.host.was_drained_after(sent.mark, sent.began + sent.queued) {
            self.host.fail(format!("a stop left a request without an answer: {ask:?}"));
        }
    }
}

fn is_erasure(ask: &ClientRequest) -> bool {
    (ask.method, ask.path.as_str()) == ("DELETE", "/api/me")
}

/// A deal that is not revealed, without the reason.
fn is_sealed_silently(ask: &ClientRequest, response: &ClientResponse) -> bool {
    let body = &response.json;
    let is_replay = ask.path.split('?').next().is_some_and(|path| path.ends_with("/replay"));
    let is_sealed = is_replay && response.status == 200 && !body.is_null() && body["seed"].is_null();
    let has_reason = body["sealedUntil"].as_u64().is_some_and(|until| until > 0) || body["sealedReason"] == "duel";
    is_sealed && !has_reason
}

/// Whether a request says that its client has the response with this tag.
fn knows(ask: &ClientRequest, tag: &str) -> bool {
    let known = ask.headers.iter().filter(|(name, _)| *name == "if-none-match").flat_map(|(_, tags)| tags.split(','));
    known.map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

/// An integer in the query of a path.
fn query(path: &str, name: &str) -> Option<u64> {
    let mut pairs = path.split_once('?')?.1.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(own, _)| *own == name).and_then(|(_, value)| value.parse().ok())
}
