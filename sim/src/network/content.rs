//! What a client was sent is what the core replied to its request, in the words of HTTP; and where nothing of a request
//! reached the core, what the transport rejects by itself.

use super::checks::SentState;
use super::client::SimClient;
use super::court::ReleasedReply;
use super::exchange::{Auth, ClientRequest, ClientResponse};
use crate::needs::{Need, need_of};
use crate::refusals::route_of;
use madsim::time::Instant;
use std::borrow::Cow;
use turnstone_api::operation::Access;
use turnstone_http::refusal::ErrorResponse;
use turnstone_http::route::{Params, Route};
use turnstone_service::config::Limits;
use turnstone_service::credentials::{Claims, ServerKeys};
use turnstone_service::effects::{Issued, Reply};
use turnstone_service::ids::TableId;
use turnstone_service::request::{RateClass, Request};
use turnstone_service::secret::sha256;

/// The credentials of a request as the core gets them: the one that counts, and a seat's that came beside a session's.
type Credentials = (Option<Claims>, Option<Claims>);

/// A response without what no reply decides.
struct Rendered {
    status: u16,
    body: Vec<u8>,
    cookie: Option<String>,
    replayed: bool,
    retry_after_s: Option<u64>,
    rate: Option<String>,
}

impl Rendered {
    /// The response to a reply; to a request that does not read it is `fault`, once the request was admitted.
    fn of(reply: &Reply, fault: Option<&ErrorResponse>) -> Self {
        let rate = reply.as_ref().map_or_else(|refused| refused.rate, |replied| replied.rate);
        let rate = rate.map(|rate| format!(";r={};t={}", rate.remaining, rate.resets_in_s));
        let said = |said: &ErrorResponse| Self {
            status: said.status,
            body: serde_json::to_vec(&said.body()).expect("errors are plain data"),
            cookie: None,
            replayed: false,
            retry_after_s: said.retry_after_s,
            rate: rate.clone(),
        };
        match (reply, fault) {
            (Err(refused), _) => said(&ErrorResponse::from(refused.refusal.clone())),
            (Ok(_), Some(fault)) => said(fault),
            (Ok(replied), None) => Self {
                status: 200,
                body: serde_json::to_vec(&replied.answer).expect("answers are plain data"),
                cookie: replied.issued.as_ref().map(cookie_of),
                replayed: replied.replayed,
                retry_after_s: None,
                rate,
            },
        }
    }

    /// What of a response differs; nothing if it is this one.
    fn difference(&self, response: &ClientResponse) -> Option<&'static str> {
        let tag = format!("\"{}\"", hex::encode(&sha256(&self.body)[..16]));
        let known = response.status == 304;
        let whole = if known { self.status == 200 && response.body.is_empty() } else { self.body == response.body };
        let cookie = response.header("set-cookie").filter(|cookie| !cookie.contains("Max-Age=0"));
        let rate = response.header("ratelimit");
        let same_rate = match (&self.rate, rate) {
            (None, None) => true,
            (Some(own), Some(rate)) => rate.ends_with(own.as_str()),
            (Some(_), None) | (None, Some(_)) => false,
        };
        let differences = [
            ("its status", !known && self.status != response.status),
            ("its body", !whole),
            ("its tag", response.header("etag").map_or(known, |etag| etag != tag)),
            ("its cookie", cookie != self.cookie.as_deref()),
            ("its mark as replayed", self.replayed != (response.header("idempotent-replayed") == Some("true"))),
            ("its Retry-After", response.header("retry-after") != self.retry_after_s.map(|s| s.to_string()).as_deref()),
            ("its RateLimit", !same_rate),
        ];
        differences.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
    }
}

/// The name of a rate limit, and its quota.
fn policy(class: RateClass, is_known: bool, limits: &Limits) -> String {
    let (name, quota) = match (class, is_known) {
        (RateClass::Credential, _) => ("credentials", limits.credential_per_minute),
        (_, false) => ("anonymous", limits.anonymous_per_minute),
        (RateClass::Move, true) => ("moves", limits.moves_per_minute),
        (RateClass::Ordinary, true) => ("requests", limits.requests_per_minute),
    };
    format!("\"{name}\";q={quota};w=60")
}

/// How a browser is to keep a credential.
fn cookie_of(issued: &Issued) -> String {
    match issued {
        Issued::Session { token, lasts_s } => {
            format!("service_session={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts_s}", token.reveal())
        }
        Issued::Seat { token, table, lasts_s } => format!(
            "service_seat={}; Path=/api/tables/{table}; HttpOnly; SameSite=Strict; Max-Age={lasts_s}",
            token.reveal()
        ),
    }
}

/// Which of the credentials of a request count: none where anybody is let in, a seat's cookie at its own table alone.
fn credentials(access: Access, auth: &Auth, table: Option<TableId>, keys: &ServerKeys) -> Credentials {
    if matches!(access, Access::Open | Access::Webhook) {
        return (None, None);
    }
    let cookies = match auth {
        Auth::Nobody => return (None, None),
        Auth::Bearer(token) => return (keys.read_token(token), None),
        Auth::Cookie(cookies) => cookies,
    };
    let cookie = |name: &str| {
        let mut pairs = cookies.split("; ").filter_map(|pair| pair.split_once('='));
        pairs.find(|(own, _)| *own == name).and_then(|(_, token)| keys.read_token(token))
    };
    let takes_seats = matches!(access, Access::AccountOrGuest | Access::AccountOrSeat);
    let is_here = |claims: &Claims| matches!(claims, Claims::Seat { table: own, .. } if Some(*own) == table);
    match (cookie("service_session"), cookie("service_seat").filter(|seat| takes_seats && is_here(seat))) {
        (Some(session), seat) => (Some(session), seat),
        (None, seat) => (seat, None),
    }
}

/// Whether such a credential is not enough.
const fn lacks(need: Need, claims: Option<&Claims>) -> bool {
    match (need, claims) {
        (Need::Nothing, _) | (_, Some(Claims::Account { .. })) => false,
        (Need::AccountOrSeat, Some(Claims::Seat { .. })) => false,
        (Need::AccountOrGuest, Some(Claims::Seat { grant, .. })) => grant.is_some(),
        (Need::Account, Some(Claims::Seat { .. })) | (_, None) => true,
    }
}

/// What a request asks for, as the operation of its route reads it.
fn read(route: &dyn Route, ask: &ClientRequest) -> Result<Request, ErrorResponse> {
    let (path, query) = ask.path.split_once('?').unwrap_or((&ask.path, ""));
    let placeholders = route.path().split('/').zip(path.split('/')).filter(|(own, _)| own.starts_with('{'));
    let params = Params::new(placeholders.map(|(_, value)| Cow::Borrowed(value)).collect());
    let body = if ask.method == "GET" { "" } else { ask.body.as_deref().unwrap_or_default() };
    route.read(&params, query, body.as_bytes()).map_err(ErrorResponse::from)
}

impl SimClient {
    /// The rate limit that a response names is one of the request's own, with a quota that may have been in force.
    pub(super) fn fits_policy(
        &self,
        class: RateClass,
        is_known: bool,
        sent: &SentState,
        response: &ClientResponse,
    ) -> bool {
        let (told, rate) = (response.header("ratelimit-policy"), response.header("ratelimit"));
        let (Some(told), Some(rate)) = (told, rate) else { return told.is_none() && rate.is_none() };
        let fits = |limits: &Limits| told == policy(class, is_known, limits);
        told.split(';').next() == rate.split(';').next() && self.host.limits_since(sent.began, fits)
    }

    /// The response is one to this request, and of a reply that has left the loop, which no other client was sent. Returned
    /// is when it left, if it is of a reply.
    pub(super) fn judge_content(
        &self,
        ask: &ClientRequest,
        sent: &SentState,
        response: &ClientResponse,
    ) -> Result<Option<Instant>, String> {
        let wrong = |what: &str| Err(format!("{what}: {ask:?} {:?} {}", response.headers, response.brief()));
        let mut court = self.host.court();
        let Some(asked) = AskedOfCore::of(ask, &court.keys) else { return Ok(None) };
        let need = need_of(asked.route.operation().name()).ok_or_else(|| format!("{ask:?} needs what?"))?;
        if lacks(need, asked.claims.as_ref()) {
            let rejected = matches!(response.status, 401 | 403 | 503);
            return if rejected { Ok(None) } else { wrong("a credential that is not enough is taken") };
        }
        let mut nearest = None;
        for reply in court.since(self.address(), sent.replies).iter_mut().filter(|reply| asked.is_for(reply)) {
            nearest = Rendered::of(&reply.reply, asked.fault.as_ref()).difference(response);
            if nearest.is_none() {
                reply.is_taken = true;
                let at = reply.at;
                drop(court);
                let fits = self.fits_policy(asked.route.about().rate, asked.claims.is_some(), sent, response);
                return if fits { Ok(Some(at)) } else { wrong("a rate limit that is not in force") };
            }
        }
        let by_browser = ["origin", "sec-fetch-site", "content-type"];
        let from_elsewhere = ask.headers.iter().any(|(name, _)| by_browser.contains(name));
        match (nearest, response.status) {
            // What the transport says by itself: that the service stops, or that another site's page has asked.
            (_, 503) => Ok(None),
            (None, 403) if from_elsewhere => Ok(None),
            (None, _) => wrong("a response without a reply of the core"),
            (Some(what), _) => wrong(&format!("a response that differs from the reply of the core in {what}")),
        }
    }

    /// What came of a response before the connection ended begins a reply to this request: nothing else is in it.
    pub(super) fn judge_part(&self, ask: &ClientRequest, sent: &SentState, part: &[u8]) {
        let Some(at) = part.windows(4).position(|four| four == b"\r\n\r\n") else { return };
        let (head, body) = part.split_at(at + 4);
        if body.is_empty() || !head.starts_with(b"HTTP/1.1 200") {
            return;
        }
        self.host.hit("network: a response was cut");
        let mut court = self.host.court();
        let Some(asked) = AskedOfCore::of(ask, &court.keys) else { return };
        let begins = |reply: &mut ReleasedReply| Rendered::of(&reply.reply, None).body.starts_with(body);
        let is_own =
            court.since(self.address(), sent.replies).iter_mut().filter(|reply| asked.is_for(reply)).any(begins);
        drop(court);
        if !is_own {
            self.host.fail(format!("a response that was cut has what is not its own: {ask:?} {part:?}"));
        }
    }
}

/// A request as the core gets it.
struct AskedOfCore {
    route: &'static dyn Route,
    claims: Option<Claims>,
    seat: Option<Claims>,
    request: Request,
    /// What cannot be read of it.
    fault: Option<ErrorResponse>,
}

impl AskedOfCore {
    /// Nothing, where no route leads.
    fn of(ask: &ClientRequest, keys: &ServerKeys) -> Option<Self> {
        let route = route_of(ask.method, &ask.path)?;
        let table = ask.path.split(['/', '?']).find_map(TableId::parse);
        let (claims, seat) = credentials(route.about().access, &ask.auth, table, keys);
        let (request, fault) = match read(route, ask) {
            Ok(request) => (request, None),
            Err(fault) => (Request::Admission(route.about().rate), Some(fault)),
        };
        Some(Self { route, claims, seat, request, fault })
    }

    /// Whether a reply may be one to this request.
    fn is_for(&self, reply: &ReleasedReply) -> bool {
        let by_same = (&reply.caller.claims, &reply.caller.seat) == (&self.claims, &self.seat);
        !reply.is_taken && by_same && reply.request == self.request
    }
}
