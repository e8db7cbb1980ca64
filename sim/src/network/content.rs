//! A response must be a reply of the core to its request as HTTP carries it, or an error of the transport if no request
//! reached the core.

use super::client::{Exchanged, PROMPT, Sent, SentState, SimClient};
use super::documents::is_counted;
use super::envelope::{fits_receipt, has_rate, rate_of};
use super::exchange::{Auth, ClientRequest, ClientResponse};
use super::following::StreamEvent;
use super::judge::ReleasedReply;
use super::odd::CLEARED;
use super::requests::read;
use super::tool_results::SimToolCall;
use crate::inner::row_of;
use crate::rejections::route_of;
use crate::rules::STREAM_BYTES;
use madsim::time::Instant;
use std::collections::BTreeSet;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::{Access, Session};
use turnstone_documents::WEBHOOK_HEADER;
use turnstone_documents::route::Route;
use turnstone_http::rejection::ErrorResponse;
use turnstone_mcp::MCP_PATH;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Issued, Replied, Reply, ReplyPlace};
use turnstone_service::ids::TableId;
use turnstone_service::rejection::{Auth as AuthError, Rejection};
use turnstone_service::request::{RateClass, Request, RequestId};
use turnstone_service::secret::{Secret, sha256};

/// The credentials of a request as the core gets them: the valid one, a seat's beside a session's, and the headers that
/// clear the cookies.
#[derive(Default)]
struct Credentials {
    claims: Option<Claims>,
    seat: Option<Claims>,
    cleared: Vec<String>,
}

/// The part of a response that depends on the reply.
struct Rendered {
    status: u16,
    body: Vec<u8>,
    cookies: Vec<String>,
    replayed: bool,
    retry_after_s: Option<u64>,
    rate: Option<String>,
}

impl Rendered {
    /// The response to a reply. An invalid request gets its own error, once it was admitted.
    fn of(reply: &Reply, asked: &AskedOfCore) -> Self {
        let rate = rate_of(reply);
        let said = |said: &ErrorResponse| Self {
            status: said.status,
            body: serde_json::to_vec(&said.body()).expect("errors are plain data"),
            cookies: Vec::new(),
            replayed: false,
            retry_after_s: said.retry_after_s,
            rate: rate.clone(),
        };
        let cleared = &asked.credentials.cleared;
        let ends = |session| matches!(session, Session::Ends | Session::Replaces);
        let ends = asked.route.is_some_and(|route| ends(route.about().session));
        match (reply, &asked.fault) {
            (Err(rejected), fault) => {
                let ended = fault.is_none() && rejected.rejection == Rejection::Auth(AuthError::NotSignedIn);
                let cookies = if ended { cleared.clone() } else { Vec::new() };
                Self { cookies, ..said(&ErrorResponse::from(rejected.rejection.clone())) }
            }
            (Ok(_), Some(fault)) => said(fault),
            (Ok(replied), None) => Self {
                status: 200,
                body: if replied.place == ReplyPlace::Opened {
                    Vec::new()
                } else {
                    serde_json::to_vec(&replied.answer).expect("answers are plain data")
                },
                cookies: match &replied.issued {
                    Some(issued) => vec![cookie_of(issued, asked.is_secure)],
                    None if ends && !cleared.is_empty() => vec![CLEARED.to_owned()],
                    None => Vec::new(),
                },
                replayed: replied.replayed,
                retry_after_s: None,
                rate,
            },
        }
    }

    /// The first difference from a response.
    fn difference(&self, response: &ClientResponse) -> Option<&'static str> {
        let tag = format!("\"{}\"", hex::encode(&sha256(&self.body)[..16]));
        let known = response.status == 304;
        let whole = if known { self.status == 200 && response.body.is_empty() } else { self.body == response.body };
        let differences = [
            ("its status", !known && self.status != response.status),
            ("its body", !whole),
            ("its tag", response.header("etag").map_or(known, |etag| etag != tag)),
            ("its cookies", !response.headers_of("set-cookie").eq(self.cookies.iter().map(String::as_str))),
            ("its mark as a repetition", response.header("idempotent-replayed") != self.replayed.then_some("true")),
            ("its Retry-After", response.header("retry-after") != self.retry_after_s.map(|s| s.to_string()).as_deref()),
            ("its RateLimit", !has_rate(self.rate.as_deref(), response)),
        ];
        differences.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
    }
}

fn cookie_of(issued: &Issued, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    match issued {
        Issued::Session { token, lasts_s } => {
            format!("service_session={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts_s}{secure}", token.reveal())
        }
        Issued::Seat { token, table, lasts_s } => format!(
            "service_seat={}; Path=/api/tables/{table}; HttpOnly; SameSite=Strict; Max-Age={lasts_s}{secure}",
            token.reveal()
        ),
    }
}

/// The valid credentials of a request: none for open operations, and a seat's cookie only at its own table.
fn credentials(access: Access, auth: &Auth, table: Option<TableId>, keys: &ServerKeys) -> Credentials {
    if matches!(access, Access::Open | Access::Webhook) {
        return Credentials::default();
    }
    let cookies = match auth {
        Auth::Anonymous => return Credentials::default(),
        Auth::Bearer(token) => return Credentials { claims: keys.read_token(token), ..Credentials::default() },
        Auth::Cookie(cookies) => cookies,
    };
    let cookie = |name: &str| {
        let mut pairs = cookies.split("; ").filter_map(|pair| pair.split_once('='));
        pairs.find(|(own, _)| *own == name).and_then(|(_, token)| keys.read_token(token))
    };
    let takes_seats = matches!(access, Access::AccountOrGuest | Access::AccountOrSeat | Access::SpectatorOrSeat);
    let is_here = |claims: &Claims| matches!(claims, Claims::Seat { table: own, .. } if Some(*own) == table);
    let (session, seat) =
        (cookie("service_session"), cookie("service_seat").filter(|seat| takes_seats && is_here(seat)));
    let path = table.map(|table| table.to_string()).unwrap_or_default();
    let seat_cleared = format!("service_seat=; Path=/api/tables/{path}; HttpOnly; SameSite=Strict; Max-Age=0");
    let mut cleared: Vec<String> = session.iter().map(|_| CLEARED.to_owned()).collect();
    cleared.extend(seat.iter().map(|_| seat_cleared.clone()));
    match (session, seat) {
        (Some(session), seat) => Credentials { claims: Some(session), seat, cleared },
        (None, seat) => Credentials { claims: seat, seat: None, cleared },
    }
}

impl SimClient {
    /// Whether the response is made from a released reply to this request that no other response used. Returns when the
    /// reply was released.
    pub(super) fn judge_content(&self, exchanged: Exchanged<'_>) -> Result<Option<Instant>, String> {
        let (ask, sent, response) = exchanged;
        let wrong = |what: &str| Err(format!("{what}: {ask:?} {:?} {}", response.headers, response.brief()));
        if self.is_from_elsewhere(ask, sent.number) {
            let is_due = response.status == 403 && response.header("ratelimit").is_none();
            return if is_due { Ok(None) } else { wrong("a page of another origin was answered") };
        }
        let mut judge = self.host.judge();
        if let Some(call) = SimToolCall::of(ask, &judge.keys, !self.host.all_well_since(sent.mark)) {
            return self.judge_tool(&call, exchanged, &mut judge);
        }
        let Some(asked) = AskedOfCore::of(ask, &judge.keys, self.host.setup.is_secure()) else {
            let names_limit = response.header("ratelimit").is_some();
            return if names_limit { wrong("a rate limit on an uncounted request") } else { Ok(None) };
        };
        // The transport itself reports that the service is stopping.
        let by_transport = response.status == 503 && response.code().is_empty();
        if let Some(due) = asked.lacks()? {
            let body = serde_json::to_value(due.body()).unwrap_or_default();
            let is_due = (response.status, &response.json) == (due.status, &body);
            let sets_cookie = response.header("set-cookie").is_some();
            return if by_transport || is_due && !sets_cookie {
                Ok(None)
            } else {
                wrong("a wrong response to an insufficient credential")
            };
        }
        let mut nearest = None;
        let is_for = |reply: &&mut ReleasedReply| asked.is_for(reply);
        let replies = judge.since(sent.address, sent.replies).iter_mut().filter(is_for);
        let found = replies.into_iter().find_map(|reply| {
            nearest = if asked.route.is_none() {
                asked.differs_from_limit(&reply.reply, response)
            } else {
                Rendered::of(&reply.reply, &asked).difference(response)
            };
            nearest.is_none().then(|| {
                reply.is_taken = true;
                (reply.at, reply.reply.clone(), reply.is_current)
            })
        });
        if let Some((at, reply, is_current)) = found {
            if let Some(caller) = ask.caller.as_ref().filter(|_| is_current) {
                judge.learn(caller, &asked.request, &reply);
            }
            self.measure_limit(sent, response, &reply);
            if !fits_receipt(&reply, response, &judge.keys) {
                return wrong("a wrong receipt");
            }
            drop(judge);
            let fits = self.fits_policy((asked.rate, asked.credentials.claims.is_some()), exchanged);
            return if fits { Ok(Some(at)) } else { wrong("a rate limit that is not in force") };
        }
        match nearest {
            _ if by_transport => Ok(None),
            None => wrong("a response without a reply of the core"),
            Some(what) => wrong(&format!("a response that differs from the reply of the core in {what}")),
        }
    }

    /// The credential that counts for a request.
    pub(super) fn claims_of(&self, ask: &ClientRequest) -> Option<Claims> {
        let asked = AskedOfCore::of(ask, &self.host.judge().keys, self.host.setup.is_secure())?;
        asked.credentials.claims
    }

    /// An event of a stream is the next one that has left the loop for its request: none is lost, repeated or overtaken.
    /// `stream` is that request, once an event of it was read.
    pub(super) fn judge_event(
        &self,
        (ask, sent): Sent<'_>,
        event: &StreamEvent,
        stream: &mut Option<RequestId>,
    ) -> Result<(), String> {
        let mut judge = self.host.judge();
        let Some(asked) = AskedOfCore::of(ask, &judge.keys, self.host.setup.is_secure()) else { return Ok(()) };
        let id =
            |replied: &Replied| if let ReplyPlace::Event(id) = &replied.place { Some(id.to_string()) } else { None };
        let is_it = |replied: &Replied| {
            id(replied) == event.id
                && replied.answer.event() == Some(&event.name)
                && replied.answer.json() == event.data
        };
        let mut streams = BTreeSet::new();
        let replies = judge.since(sent.address, sent.replies).iter_mut();
        let mut next = replies.filter(|reply| {
            let is_own = reply.is_event() && stream.is_none_or(|id| id == reply.id) && asked.is_for(reply);
            is_own && streams.insert(reply.id)
        });
        let Some(found) = next.find(|reply| reply.reply.as_ref().as_ref().is_ok_and(is_it)) else {
            // The transport says by itself that it lost the loop, or that its reader is slow.
            let is_slow = overflows(judge.since(sent.address, sent.replies), *stream, &asked.request);
            let is_own = event.name == "end" && (!self.host.all_well_since(sent.mark) || is_slow);
            return if is_own { Ok(()) } else { Err(format!("not the next event of a stream: {ask:?} {event:?}")) };
        };
        found.is_taken = true;
        self.count_check(ask, "its events");
        *stream = Some(found.id);
        let reply = found.reply.clone();
        // What a reply of a replaced server shows may be lost.
        let caller = ask.caller.as_ref().filter(|_| found.is_current);
        let (Some(caller), Ok(replied)) = (caller, &*reply) else { return Ok(()) };
        judge.learn(caller, &asked.request, &reply);
        if let ReplyPlace::Event(id) = &replied.place {
            judge.known.take_event(&caller.0, &asked.request, id);
        }
        Ok(())
    }

    /// A response that was cut off must be the beginning of a reply to this request.
    pub(super) fn judge_part(&self, ask: &ClientRequest, sent: &SentState, part: &[u8]) {
        let Some(at) = part.windows(4).position(|four| four == b"\r\n\r\n") else { return };
        let (head, body) = part.split_at(at + 4);
        if body.is_empty() || !head.starts_with(b"HTTP/1.1 200") || ask.path == MCP_PATH {
            return;
        }
        self.host.hit("network: a response was cut");
        let mut judge = self.host.judge();
        let Some(asked) = AskedOfCore::of(ask, &judge.keys, self.host.setup.is_secure()) else { return };
        let begins = |reply: &mut ReleasedReply| Rendered::of(&reply.reply, &asked).body.starts_with(body);
        let is_own = judge.since(sent.address, sent.replies).iter_mut().filter(|reply| asked.is_for(reply)).any(begins);
        drop(judge);
        if !is_own {
            self.host.fail(format!("a response that was cut has what is not its own: {ask:?} {part:?}"));
        }
    }
}

/// Whether more events of a stream left the loop within a moment than may wait for its reader. The first one that the
/// reader did not get is the one too many.
fn overflows(replies: &[ReleasedReply], stream: Option<RequestId>, request: &Request) -> bool {
    let most = if matches!(request, Request::StreamMe(_)) { STREAM_BYTES.1 } else { STREAM_BYTES.0 };
    let own: Vec<&ReleasedReply> =
        replies.iter().filter(|reply| Some(reply.id) == stream && reply.is_event()).collect();
    let Some(excess) = own.iter().position(|reply| !reply.is_taken) else { return false };
    let waited = own[..=excess].iter().rev().take_while(|reply| own[excess].at.duration_since(reply.at) <= PROMPT);
    let size = |reply: &ReleasedReply| match &*reply.reply {
        Ok(Replied { place: ReplyPlace::Event(id), answer, .. }) => id.to_string().len() + answer.json().len(),
        Ok(_) | Err(_) => 0,
    };
    waited.map(|reply| size(reply)).sum::<usize>() > most
}

/// A request as the core gets it.
struct AskedOfCore {
    /// `None` for a document, and for a message that calls no operation.
    route: Option<&'static Route>,
    rate: RateClass,
    credentials: Credentials,
    request: Request,
    /// Why it is invalid.
    fault: Option<ErrorResponse>,
    /// Whether the cookies of the service are sent over https alone.
    is_secure: bool,
}

impl AskedOfCore {
    /// `None` for a request that does not reach the core.
    fn of(ask: &ClientRequest, keys: &ServerKeys, is_secure: bool) -> Option<Self> {
        let (is_message, rate) = (ask.path == MCP_PATH, RateClass::Ordinary);
        if is_message || ask.method == "GET" && is_counted(&ask.path) {
            // A document, or a message that calls no operation.
            let access = if is_message { Access::Public } else { Access::Open };
            let is_valid =
                !is_message || ask.as_message().is_some_and(|message| message.is_object() || message.is_array());
            let fault = (!is_valid).then(|| Invalid::parameter("", "is no object").into());
            let credentials = credentials(access, &ask.auth, None, keys);
            return Some(Self { route: None, rate, credentials, request: Request::Admission(rate), fault, is_secure });
        }
        let route = route_of(ask.method, &ask.path)?;
        let (about, table) = (route.about(), ask.path.split(['/', '?']).find_map(TableId::parse));
        let credentials = credentials(about.access, &ask.auth, table, keys);
        let (read, fault) = match read(route, ask) {
            Ok(request) => (Some(request), None),
            Err(fault) => (None, Some(ErrorResponse::from(fault))),
        };
        let secret = ask.headers.iter().find(|(name, _)| *name == WEBHOOK_HEADER);
        let request = match (about.secret, read) {
            (Some(with), read) => with(secret.map(|(_, secret)| Secret::new(secret.clone())), read),
            (None, read) => read.unwrap_or(Request::Admission(about.rate)),
        };
        Some(Self { route: Some(route), rate: about.rate, credentials, request, fault, is_secure })
    }

    /// The error for an insufficient credential.
    fn lacks(&self) -> Result<Option<ErrorResponse>, String> {
        let Some(route) = self.route else { return Ok(None) };
        let name = route.operation().name();
        let need = row_of(name).map(|row| row.need).ok_or_else(|| format!("it is not known what {name} needs"))?;
        let claims = self.credentials.claims.as_ref();
        let due = if claims.is_some() { AuthError::AccountNeeded } else { AuthError::NotSignedIn };
        Ok(need.lacks(claims).then(|| Rejection::Auth(due).into()))
    }

    /// Whether a reply can belong to this request.
    fn is_for(&self, reply: &ReleasedReply) -> bool {
        let own = &self.credentials;
        let by_same = (&reply.caller.claims, &reply.caller.seat) == (&own.claims, &own.seat);
        !reply.is_taken && by_same && reply.request == self.request
    }

    /// The difference between a document's response and the reply that admitted its reader.
    fn differs_from_limit(&self, reply: &Reply, response: &ClientResponse) -> Option<&'static str> {
        let rendered = Rendered::of(reply, self);
        let is_due = match &self.fault {
            Some(fault) => response.status == fault.status,
            None => matches!(response.status, 200 | 304),
        };
        match reply {
            Ok(_) if is_due => (!has_rate(rendered.rate.as_deref(), response)).then_some("its RateLimit"),
            Ok(_) => Some("its status"),
            Err(_) => rendered.difference(response),
        }
    }
}
