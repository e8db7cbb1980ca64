//! The rules for every response: it is a reply of the core, it is in time, its headers are right.

use super::client::{Exchanged, PROMPT, SentState, SimClient};
use super::documents::wrong_document;
use super::exchange::{ClientRequest, ClientResponse};
use super::tool_results::is_unavailable;
use super::tools::wrong_message;
use crate::rejections::{ROUTE_ANSWERS, name_of_answer};
use madsim::time::Instant;
use std::time::Duration;
use turnstone_mcp::MCP_PATH;

impl SimClient {
    pub(super) fn about_to_send(&self, ask: &ClientRequest) -> SentState {
        self.host.notes().has_erased |= (ask.method, ask.path.as_str()) == ("DELETE", "/api/me");
        let (number, mark) = (self.host.next_number(), self.host.mark());
        let replies = self.host.judge().count(self.address());
        SentState { number, mark, began: Instant::now(), queued: Duration::ZERO, replies }
    }

    pub(super) fn judge(&self, exchanged: Exchanged<'_>) {
        self.host.response(self.n, exchanged.0, exchanged.2);
        self.host.check(self.judge_message(exchanged));
        match self.judge_content(exchanged) {
            Ok(released) => self.host.check(self.judge_time(exchanged, released)),
            Err(what) => self.host.fail(what),
        }
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
        let error = self.judge_envelope(exchanged);
        let error = error.or_else(|| (response.status >= 500 && response.status != 503).then_some("an internal error"));
        let error = error.or_else(|| wrong_headers(ask, response)).or_else(|| wrong_document(ask, response));
        if let Some(what) = error.or_else(|| wrong_message(ask, response)) {
            return wrong(what);
        }
        if response.header("etag").is_some_and(|tag| knows(ask, tag) != (response.status == 304)) {
            return wrong("a conditional request gets the wrong response");
        }
        if response.status == 304 && (response.header("etag").is_none() || !response.body.is_empty()) {
            return wrong("a 304 without its tag, or with a body");
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
            || query(&ask.path, "msgs_since").is_some() && self.host.notes().has_erased
            || state["terminal"] == true;
        if !moved && response.json["status"] != "waiting" && took + Duration::from_millis(50) < wait {
            return late("a poll ended with nothing new");
        }
        self.host.hit(if moved { "network: a poll was woken" } else { "network: a poll timed out" });
        Ok(())
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

/// The error in the headers that depend only on the status.
fn wrong_headers(ask: &ClientRequest, response: &ClientResponse) -> Option<&'static str> {
    let status = response.status;
    let retry = response.header("retry-after").and_then(|value| value.parse::<u64>().ok());
    let is_json = response.header("content-type") == Some("application/json");
    let is_api = ask.path.starts_with("/api/") || ask.path == MCP_PATH;
    let rules = [
        (
            "an error of overload without Retry-After",
            matches!(status, 429 | 503) && retry.is_none_or(|seconds| seconds < 1),
        ),
        ("a receipt of an error", status >= 400 && response.header("move-receipt").is_some()),
        ("a success with Retry-After", status < 400 && retry.is_some()),
        ("a wrong WWW-Authenticate", response.header("www-authenticate") != (status == 401).then_some("Bearer")),
        ("a wrong Allow", response.header("allow").is_some() != (status == 405)),
        (
            "a body that is not named as what it is",
            if ask.is_stream() && status == 200 {
                response.header("content-type") != Some("text/event-stream")
            } else {
                (is_api || status >= 400) && status != 304 && !is_json
            },
        ),
        (
            "an error without its object",
            // An error of the other protocol is an object with a number.
            status >= 400
                && !response.json["error"].is_string()
                && !(ask.path.starts_with("/mcp") && response.json["error"]["code"].is_i64()),
        ),
        ("a wrong Cache-Control", is_cached_wrongly(ask, response)),
    ];
    rules.into_iter().find(|(_, broken)| *broken).map(|(what, _)| what)
}

/// How long a response may be cached: a replay for minutes once its seed is revealed and permanently once its day is
/// closed, an end card and a document with revalidation, anything else not at all.
fn is_cached_wrongly(ask: &ClientRequest, response: &ClientResponse) -> bool {
    let (caching, tag) = (response.header("cache-control").unwrap_or(""), response.header("etag"));
    if !matches!(response.status, 200 | 304) {
        return caching != "no-store" || tag.is_some();
    }
    let path = ask.path.split('?').next().unwrap_or_default();
    match path.rsplit('/').next() {
        // A body that is too large to be parsed does not show whether the seed is revealed.
        Some("replay") if response.status == 200 && response.json.is_null() => {
            !matches!(caching, "no-store" | "public, max-age=300, immutable" | "public, max-age=31536000, immutable")
        }
        Some("replay") if response.status == 200 && response.json["seed"].is_null() => {
            response.json["sealedUntil"].as_u64().is_none_or(|until| until == 0)
                && response.json["sealedReason"] != "duel"
                || caching != "no-store"
        }
        Some("replay") => {
            let is_listed = !response.json["fair"].is_null() || response.json["config"]["deal"].is_null();
            let lasts =
                if is_listed { "public, max-age=31536000, immutable" } else { "public, max-age=300, immutable" };
            caching != lasts && response.status == 200 || tag.is_none()
        }
        Some("card") => caching != "no-cache" || tag.is_none(),
        _ if path.starts_with("/api") || path == MCP_PATH => caching != "no-store" || tag.is_some(),
        _ => false,
    }
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
