//! The result of a tool must be made of released replies: to the requests that the tool puts for its caller, one after
//! another, each used once. It shows what these replies show, and marks what other people wrote.

use super::client::{Exchanged, SentState, SimClient};
use super::envelope::{has_rate, rate_of};
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::judge::{NetworkJudge, ReleasedReply};
use super::tools::{FIND_OPPONENT, SimTool, TOOL_RESULTS, TOOLS, WAIT_FOR_TURN, counter, seconds, typed};
use crate::coverage::{OF_TOOLS, checked};
use crate::inner::{Fields, key_of, row_of};
use madsim::time::Instant;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::time::Duration;
use turnstone_api::input::fields_of;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::{self, Access, Operation};
use turnstone_api::words::EXPIRED;
use turnstone_http::rejection::ErrorResponse;
use turnstone_service::answer::{Answer, TicketState};
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::games::SHIPPED;
use turnstone_service::ids::{TableId, TicketId};
use turnstone_service::rejection::{Auth as AuthError, Rejection};
use turnstone_service::request::{MoveEvents, RateClass, ReadTable, ReadTicket, Request};

/// Whether a response says that the service cannot answer now.
pub(super) fn is_unavailable(response: &ClientResponse) -> bool {
    let error = result_of(&response.json).and_then(Result::err);
    let unavailable = ErrorResponse::from(Rejection::Unavailable);
    response.status == 503 || error.is_some_and(|error| error["error"] == *unavailable.error)
}

/// The most bytes of a text: some more than the tokens that `turnstone_mcp` allows for a result.
const LONGEST_TEXT: usize = 6_000;

/// The structured content of a result, null if it has none; or its error.
fn result_of(body: &Value) -> Option<Result<Value, Value>> {
    let result = body.get("result")?;
    let text = result.pointer("/content/0/text").and_then(Value::as_str)?;
    match (result.get("structuredContent"), result["isError"] == true) {
        (None, true) => serde_json::from_str(text).ok().map(Err),
        (content, false) if !text.is_empty() && text.len() < LONGEST_TEXT => {
            Some(Ok(content.cloned().unwrap_or_default()))
        }
        _ => None,
    }
}

/// A call of a tool that calls operations.
pub(super) struct SimToolCall {
    tool: &'static SimTool,
    operation: &'static dyn Operation,
    arguments: Fields,
    /// The text of a move.
    text: Option<String>,
    /// Whether its result has structured content.
    is_full: bool,
    claims: Option<Claims>,
    keys: ServerKeys,
    /// The service may have ended between two requests of the call.
    may_end: bool,
}

/// Events before the newest one that a waiting tool reads at its end.
const RECENT: u64 = 12;

/// The text of a move among the arguments; JSON in a text replaces it.
fn text_of_move(arguments: &mut Fields) -> Option<String> {
    let Some(Value::String(text)) = arguments.get("action").cloned() else { return None };
    let read = serde_json::from_str::<Value>(&text).ok().filter(Value::is_object);
    let is_text = read.is_none();
    arguments.insert("action".to_owned(), read.unwrap_or_else(|| json!({})));
    is_text.then_some(text)
}

/// An idempotency key that is valid.
const SOME_KEY: &str = "00000000-0000-4000-8000-000000000001";

/// The first request of a call; or its error, and how it is counted if it is.
type FirstRequest = Result<Request, (Option<RateClass>, ErrorResponse)>;

impl SimToolCall {
    /// `None` for other messages, and for tools without an operation.
    pub(super) fn of(ask: &ClientRequest, keys: &ServerKeys, may_end: bool) -> Option<Self> {
        let message = ask.as_message().filter(|message| message["method"] == "tools/call")?;
        let tool = TOOLS.iter().find(|tool| message["params"]["name"] == tool.name)?;
        let mut arguments =
            message.pointer("/params/arguments").and_then(Value::as_object).cloned().unwrap_or_default();
        arguments.retain(|_, value| !value.is_null());
        let is_full = arguments.remove("full").is_some_and(|full| full == true);
        let mut arguments: Fields =
            arguments.into_iter().map(|(name, value)| (name.clone(), typed(&name, value))).collect();
        let text = text_of_move(&mut arguments).filter(|_| tool.name == "turnstone_act");
        let at = match tool.operations.len() {
            3 if arguments.get("leave").is_some_and(|leave| *leave == true) => 2,
            3 => usize::from(arguments.contains_key("ticketId")),
            2 => usize::from(arguments.contains_key("body")),
            _ => 0,
        };
        let operation = operation::find(tool.operations.get(at)?)?;
        let claims = if let Auth::Bearer(token) = &ask.auth { keys.read_token(token) } else { None };
        Some(Self { tool, operation, arguments, text, is_full, claims, keys: keys.clone(), may_end })
    }

    /// The first request, with the caller's own idempotency key, or else this one.
    fn first(&self, key: Option<&str>) -> (Option<Claims>, FirstRequest) {
        let (about, mut arguments, mut claims) = (self.operation.about(), self.arguments.clone(), self.claims.clone());
        let token = arguments.remove("seatToken").filter(|_| self.tool.takes_seat);
        if let Some(Value::String(token)) = &token {
            claims = self.keys.read_token(token);
            if !matches!(claims, Some(Claims::Seat { .. })) {
                return (self.claims.clone(), Err((Some(RateClass::Ordinary), not_signed_in())));
            }
        }
        claims = claims.filter(|_| about.access != Access::Open);
        let invalid = |invalid: Invalid| (Some(about.rate), ErrorResponse::from(invalid));
        if token.is_some_and(|token| !token.is_string()) {
            return (claims, Err(invalid(Invalid::parameter("seatToken", "must be a string"))));
        }
        if row_of(self.operation.name()).is_some_and(|row| row.need.lacks(claims.as_ref())) {
            let due = if claims.is_some() { Rejection::Auth(AuthError::AccountNeeded).into() } else { not_signed_in() };
            return (claims, Err((None, due)));
        }
        if self.operation.name() == "join_queue"
            && let Err(wrong) = self.wait_ms()
        {
            return (claims, Err(invalid(wrong)));
        }
        if matches!(self.tool.name, "turnstone_practice" | "turnstone_claim_seat" | FIND_OPPONENT) {
            arguments.entry("clientRef").or_insert_with(|| key.unwrap_or(SOME_KEY).into());
        }
        if let Some(since) = arguments.remove("eventsSince") {
            arguments.insert(
                if self.tool.name == "turnstone_act" { "eventsSince" } else { "events_since" }.to_owned(),
                since,
            );
        }
        (claims, self.read(&arguments).map_err(invalid))
    }

    fn read(&self, arguments: &Fields) -> Result<Request, Invalid> {
        let name = |name: &&'static str| {
            let name = if *name == "id" { "tableId" } else { *name };
            match arguments.get(name) {
                Some(Value::String(id)) => Ok(Cow::Borrowed(id.as_str())),
                Some(_) => Err(Invalid::parameter(name, "must be a string")),
                None => Err(Invalid::parameter(name, "is missing")),
            }
        };
        let names = self.operation.names().iter().map(name).collect::<Result<Vec<_>, _>>()?;
        let mut request = self.operation.read(&names, &fields_of(arguments))?;
        match &mut request {
            Request::ReadTable(_, read) => (read.wait_ms, read.msgs_since) = (0, None),
            Request::ReadTicket(_, read) => read.wait_ms = self.wait_ms()?,
            // The table comes without events unless they are asked for.
            Request::Act(_, act) => {
                act.events.get_or_insert(MoveEvents::OfMove);
                if let Some(text) = &self.text {
                    act.action = json!(text);
                }
            }
            _ => {}
        }
        Ok(request)
    }

    /// The time to wait for an opponent: 4 seconds if it is left out.
    fn wait_ms(&self) -> Result<u64, Invalid> {
        let Some(wait) = self.arguments.get("wait") else { return Ok(4_000) };
        let operation = operation::find("read_ticket").expect("the contract has it");
        let id = Cow::Owned(TicketId(0).to_string());
        let fields = Fields::from_iter([("wait".to_owned(), wait.clone())]);
        match operation.read(&[id], &fields_of(&fields))? {
            Request::ReadTicket(_, read) => Ok(read.wait_ms),
            _ => Ok(0),
        }
    }

    /// The request after these replies.
    fn later(&self, last: &ReleasedReply) -> Option<(Option<Claims>, Request)> {
        let Ok(replied) = &*last.reply else { return None };
        let read = |table: TableId, events_since: Option<u64>| {
            Request::ReadTable(table, ReadTable { wait_ms: 0, events_since, msgs_since: None })
        };
        let own = last.caller.claims.clone();
        match &replied.answer {
            Answer::Practice(made) => Some((self.keys.read_token(&made.access_token), read(made.table_id, None))),
            Answer::Claimed(made) => Some((self.keys.read_token(&made.access_token), read(made.table_id, None))),
            Answer::Created(made) => Some((own, read(made.table_id, None))),
            Answer::JoinedTable(made) => Some((own, read(made.table_id, None))),
            Answer::MyTables(_) => Some((own, Request::MyInvitations)),
            Answer::Me(_) => Some((own, operation::find("history")?.read(&[], &[]).ok()?)),
            Answer::Ticket(ticket) if matches!(last.request, Request::JoinQueue(_)) => {
                let wait_ms = self.wait_ms().ok().filter(|wait| ticket.state == TicketState::Waiting && *wait > 0)?;
                Some((own, Request::ReadTicket(ticket.ticket_id, ReadTicket { wait_ms })))
            }
            Answer::Table(view) if self.tool.name == WAIT_FOR_TURN => {
                Some((own, read(view.id, Some(view.state.events_at))))
            }
            _ => None,
        }
    }

    /// Whether a released reply is that to the next request of the call.
    fn is_next(&self, before: &[&ReleasedReply], reply: &ReleasedReply) -> bool {
        let due = match before.last() {
            Some(last) => self.later(last),
            None => match self.first(key_of(&reply.request)) {
                (claims, Ok(request)) => Some((claims, request)),
                (claims, Err((class, _))) => class.map(|class| (claims, Request::Admission(class))),
            },
        };
        let waited = match &reply.request {
            Request::ReadTable(table, read) if self.tool.name == WAIT_FOR_TURN && !before.is_empty() => {
                Request::ReadTable(*table, ReadTable { wait_ms: 0, ..*read })
            }
            other => other.clone(),
        };
        let is_due = |due| due == Some((reply.caller.claims.clone(), waited.clone()));
        let is_recent = is_due(before.last().and_then(|last| self.recent(last)));
        !reply.is_taken && reply.caller.seat.is_none() && (is_due(due) || is_recent)
    }

    /// The read of recent events, with which a waiting tool ends if nothing has happened while it waited.
    fn recent(&self, last: &ReleasedReply) -> Option<(Option<Claims>, Request)> {
        let view = match &last.reply.as_ref().as_ref().ok()?.answer {
            Answer::Table(view) if self.tool.name == WAIT_FOR_TURN && view.state.events_at > 0 => view,
            _ => return None,
        };
        let is_asked = self.arguments.contains_key("eventsSince");
        let events_since = Some(view.state.events_at.saturating_sub(RECENT)).filter(|_| !is_asked)?;
        let read = ReadTable { wait_ms: 0, events_since: Some(events_since), msgs_since: None };
        Some((last.caller.claims.clone(), Request::ReadTable(view.id, read)))
    }

    /// The result after these replies; `None` while another request is due.
    fn result(&self, replies: &[&ReleasedReply]) -> Option<Result<Value, ErrorResponse>> {
        let Some(last) = replies.last() else {
            let (_, Err((None, due))) = self.first(None) else { return None };
            return Some(Err(due));
        };
        if let [before @ .., last, recent] = replies
            && self.recent(last).is_some_and(|(_, read)| read == recent.request)
        {
            let replies: Vec<&ReleasedReply> = before.iter().chain([last]).copied().collect();
            return self.result(&replies);
        }
        // Whether it takes a seat and then reads the table.
        let is_seating = matches!(
            self.tool.name,
            "turnstone_practice" | "turnstone_claim_seat" | "turnstone_open_table" | "turnstone_join_table"
        );
        let first = match (&*replies[0].reply, self.first(key_of(&replies[0].request)).1) {
            (Err(rejected), _) => return Some(Err(rejected.rejection.clone().into())),
            (Ok(_), Err((_, due))) => return Some(Err(due)),
            (Ok(replied), Ok(_)) => shown(&replied.answer),
        };
        let second = match &*last.reply {
            Ok(replied) => shown(&replied.answer),
            // The ticket is made all the same.
            Err(_) if self.operation.name() == "join_queue" => first.clone(),
            // The seat is taken all the same.
            Err(_) if is_seating => Value::Null,
            Err(rejected) => return Some(Err(rejected.rejection.clone().into())),
        };
        let is_alone = replies.len() == 1;
        let second = if is_alone && is_seating { Value::Null } else { second };
        let mut result = match self.tool.name {
            "turnstone_my_tables" | "turnstone_me" if is_alone => return None,
            _ if is_alone && is_seating && !self.may_end => return None,
            FIND_OPPONENT if is_alone && !self.may_end && self.later(last).is_some() => return None,
            FIND_OPPONENT => second,
            "turnstone_practice" | "turnstone_claim_seat" => json!({
                "tableId": first["tableId"], "seatToken": first["accessToken"], "expiresAt": first["expiresAt"],
                "table": second,
            }),
            "turnstone_open_table" | "turnstone_join_table" => json!({ "tableId": first["tableId"], "table": second }),
            "turnstone_my_tables" => json!({ "tables": first["tables"], "invitations": second["invitations"] }),
            "turnstone_me" => with_fields(first, second),
            "turnstone_legal_moves" => json!({ "table": first }),
            "turnstone_act" => json!({ "table": self.without_events(first["table"].clone()) }),
            WAIT_FOR_TURN => self.waited(replies, second),
            "turnstone_chat" if self.arguments.contains_key("body") => json!({ "posted": first["message"] }),
            _ => first,
        };
        if !self.tool.untrusted.is_empty() {
            result["untrusted"] = json!(self.tool.untrusted);
        }
        Some(Ok(result))
    }

    /// The result of a tool that waits: the newest view with the events of all of them.
    fn waited(&self, replies: &[&ReleasedReply], view: Value) -> Value {
        let still_waiting = view["state"]["yourTurn"] != true && view["state"]["terminal"] != true;
        let mut table = self.without_events(view);
        if self.arguments.contains_key("eventsSince") {
            let views = replies.iter().filter_map(|reply| reply.reply.as_ref().as_ref().ok());
            let events = views.map(|replied| shown(&replied.answer)["state"]["events"].as_array().cloned());
            table["state"]["events"] = events.flatten().flatten().collect();
        }
        json!({ "stillWaiting": still_waiting, "table": table })
    }

    fn without_events(&self, mut table: Value) -> Value {
        if !self.arguments.contains_key("eventsSince")
            && let Some(state) = table["state"].as_object_mut()
        {
            state.remove("events");
        }
        table
    }

    /// The difference between a response and what it should be after these replies.
    fn difference(&self, replies: &[&ReleasedReply], response: &ClientResponse, body: &Value) -> Option<&'static str> {
        let Some(due) = self.result(replies) else { return Some("its number of replies") };
        let uncalled = matches!(self.first(None).1, Err((Some(_), due)) if due.status == 401);
        // The protocol counted it after its result.
        let counts = |reply: &&&ReleasedReply| !uncalled || reply.reply.is_err();
        let rate = replies.iter().rev().filter(counts).find_map(|reply| rate_of(&reply.reply));
        if !has_rate(rate.as_deref(), response) {
            return Some("its RateLimit");
        }
        if uncalled && let Some(Err(rejected)) = replies.first().map(|first| &*first.reply) {
            let due = ErrorResponse::from(rejected.rejection.clone());
            return (response.status != due.status).then_some("its status");
        }
        match (due, result_of(body)) {
            _ if response.status != 200 => Some("its status"),
            (Ok(due), Some(Ok(_))) if !self.says_the_turn(body, &due) => Some("its text"),
            (Ok(_), Some(Ok(content))) if content.is_null() && !self.is_full => None,
            (Ok(due), Some(Ok(content))) => self.differs(due, content),
            (Err(due), Some(Err(error))) => differs_from(&due, &error),
            _ => Some("whether it is an error"),
        }
    }

    /// Whether the text of a result says whose turn it is as its table does, and how many moves begin as asked.
    fn says_the_turn(&self, body: &Value, due: &Value) -> bool {
        let text = body.pointer("/result/content/0/text").and_then(Value::as_str).unwrap_or_default();
        let Some(state) = due.pointer("/table/state").filter(|state| state.is_object()) else { return true };
        if text.contains("legal move") {
            let start = self.arguments.get("startsWith").and_then(Value::as_str).unwrap_or_default();
            let start = start.trim().to_lowercase();
            let rules = due["table"]["gameId"].as_str().and_then(|game| SHIPPED.newest(game));
            let text_of = |action: &Value| rules.and_then(|rules| rules.move_text(action));
            let is_asked = |action: &&Value| text_of(action).is_none_or(|text| text.starts_with(&start));
            let legal = state["legalActions"].as_array().map_or(0, |all| all.iter().filter(is_asked).count());
            return text.split(' ').next() == Some(&legal.to_string());
        }
        match (state["yourTurn"] == true, state["terminal"] == true) {
            (true, _) => text.contains(&format!("Your turn (expectedPlies {}", state["plies"])),
            (false, true) => text.contains("Game over.") || text.contains("was cancelled"),
            (false, false) => text.contains(WAIT_FOR_TURN),
        }
    }

    fn differs(&self, due: Value, mut content: Value) -> Option<&'static str> {
        if let Some(note) = content.get("untrusted").map(|marked| marked["note"].clone()) {
            content["untrusted"] = content["untrusted"]["fields"].clone();
            if note.as_str().is_none_or(|note| !note.contains("do not follow")) {
                return Some("its note on the texts of others");
            }
        }
        if self.tool.name == "turnstone_replay" {
            let verdict = content.as_object_mut().and_then(|content| content.remove("verification"));
            let expected = if due["seed"].is_null() { "sealed" } else { "holds" };
            if verdict.is_none_or(|verdict| verdict["verdict"] != expected) {
                return Some("its verdict");
            }
        }
        (content != due).then_some("its content")
    }

    /// Find the replies that a response was made of, in their order, after these.
    fn find(
        &self,
        (all, used): (&[ReleasedReply], &mut Vec<usize>),
        (response, body): (&ClientResponse, &Value),
        nearest: &mut Option<&'static str>,
    ) -> bool {
        let before: Vec<&ReleasedReply> = used.iter().map(|at| &all[*at]).collect();
        let difference = self.difference(&before, response, body);
        if difference.is_none() {
            return true;
        }
        *nearest = difference.filter(|_| !before.is_empty()).or(*nearest);
        let from = used.last().map_or(0, |at| at + 1);
        let next: Vec<usize> = (from..all.len()).filter(|at| self.is_next(&before, &all[*at])).collect();
        next.into_iter().any(|at| {
            used.push(at);
            let is_found = self.find((all, used), (response, body), nearest);
            if !is_found {
                used.pop();
            }
            is_found
        })
    }
}

/// An object with the fields of another one.
fn with_fields(mut object: Value, other: Value) -> Value {
    if let (Some(fields), Value::Object(other)) = (object.as_object_mut(), other) {
        fields.extend(other);
    }
    object
}

/// The difference between the error of a tool and the error of its operation. Hints name tools in place of routes.
fn differs_from(due: &ErrorResponse, error: &Value) -> Option<&'static str> {
    let named = due.field.as_deref().map(|field| match field {
        "id" => "tableId",
        "events_since" => "eventsSince",
        field => field.trim_start_matches('/').split('/').next().unwrap_or(field),
    });
    let differences = [
        ("its code", error["code"].as_str() != due.code.map(|code| code.name())),
        ("its field", error["field"].as_str() != named),
        ("its text", due.field.is_none() && error["error"] != *due.error && error["error"] != EXPIRED),
        ("its time to retry", error["retryAfterSeconds"].as_u64() != due.retry_after_s),
        ("its hint, which names a route", error["hint"].as_str().is_some_and(|hint| hint.contains("/api/"))),
    ];
    differences.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}

fn not_signed_in() -> ErrorResponse {
    Rejection::Auth(AuthError::NotSignedIn).into()
}

fn shown(answer: &Answer) -> Value {
    serde_json::to_value(answer).expect("answers are plain data")
}

impl SimClient {
    /// Whether the response to a call of a tool is made of released replies that no other response used. Returns when the
    /// last one was released.
    pub(super) fn judge_tool(
        &self,
        call: &SimToolCall,
        exchanged: Exchanged<'_>,
        judge: &mut NetworkJudge,
    ) -> Result<Option<Instant>, String> {
        let (ask, sent, response) = exchanged;
        let wrong = |what: &str| Err(format!("{what}: {ask:?} {:?} {}", response.headers, response.brief()));
        let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
        let (mut used, mut nearest) = (Vec::new(), None);
        let all = judge.since(sent.address, sent.replies);
        if !call.find((all, &mut used), (response, &body), &mut nearest) {
            return match nearest {
                _ if is_unavailable(response) => Ok(None),
                Some(what) => wrong(&format!("the result of a tool differs from the replies of the core in {what}")),
                None => wrong("the result of a tool without a reply of the core"),
            };
        }
        let mut replies = Vec::new();
        for at in used {
            all[at].is_taken = true;
            let ReleasedReply { caller, request, reply, at, .. } = &all[at];
            replies.push((caller.claims.is_some(), request.clone(), reply.clone(), *at));
        }
        for (at, (_, request, reply, _)) in replies.iter().enumerate() {
            let Some((who, step)) = &ask.caller else { continue };
            let who = match call.tool.name {
                "turnstone_practice" if at > 0 => format!("guest{step}"),
                "turnstone_claim_seat" if at > 0 => format!("delegate{step}"),
                _ => who.clone(),
            };
            if at == 0 || reply.is_ok() {
                judge.learn(&(who, *step), request, reply);
            }
        }
        let granted = replies.iter().filter(|(_, _, reply, _)| reply.is_ok()).count();
        self.count_tool(call, sent, &body, (replies.len(), granted))?;
        let Some(at) = replies.last().map(|(.., at)| *at) else { return Ok(None) };
        let counted = replies.iter().rfind(|(_, _, reply, _)| rate_of(reply).is_some());
        let Some((is_known, request, ..)) = counted else { return Ok(Some(at)) };
        let class = match request {
            Request::Admission(class) => *class,
            request => request.operation().map_or(RateClass::Ordinary, |operation| operation.about().rate),
        };
        let fits = self.fits_policy((class, *is_known), exchanged);
        if fits { Ok(Some(at)) } else { wrong("a rate limit that is not in force") }
    }

    /// Count a check of a tool.
    pub(super) fn count_tool_check(&self, tool: &str, is_error: bool) {
        let name = checked(&format!("the tool {tool}"), if is_error { "its error" } else { "its result" });
        self.host.notes().report.totals.counts.hit_cell(&OF_TOOLS, &name);
    }

    /// Count a result, and check that a tool which still waits has waited for its time.
    fn count_tool(
        &self,
        call: &SimToolCall,
        sent: &SentState,
        body: &Value,
        (replies, granted): (usize, usize),
    ) -> Result<(), String> {
        let result = result_of(body);
        let name = counter(call.tool.name, !matches!(result, Some(Ok(_))));
        let is_error = !matches!(result, Some(Ok(_)));
        self.host.notes().report.totals.counts.hit_cell(&TOOL_RESULTS, &name);
        self.count_tool_check(call.tool.name, is_error);
        let Some(Ok(content)) = result.filter(|result| !matches!(result, Ok(Value::Null))) else { return Ok(()) };
        let (waits, [ended, timed_out]) = match call.tool.name {
            WAIT_FOR_TURN if replies > 1 => (
                content["stillWaiting"] == true,
                ["network: a waiting tool ended with the turn", "network: a waiting tool ended with its time"],
            ),
            FIND_OPPONENT if granted > 1 || content["state"] == "matched" => (
                content["state"] == "waiting",
                ["network: a tool found an opponent", "network: a tool found no opponent in its time"],
            ),
            _ => return Ok(()),
        };
        self.host.hit(if waits { timed_out } else { ended });
        if !waits {
            return Ok(());
        }
        let wait = call.arguments.get("wait").map_or(4.0, seconds);
        let took = sent.began.elapsed() + Duration::from_millis(50);
        if self.host.all_well_since(sent.mark) && took < Duration::from_secs_f64(wait) {
            return Err(format!("a tool still waits before its time: {took:?} of {wait} s, {content}"));
        }
        Ok(())
    }
}
