//! The headers of a request that do not depend on its operation: the request id, the headers of proxies, the origin of
//! the page, the media type; and the matching headers of the response, among them the receipt of a move and the rate limit.

use super::client::{Exchanged, SimClient};
use super::exchange::{Auth, ClientRequest, ClientResponse, Header};
use super::host::HostState;
use super::statement::StatedRequest;
use crate::coverage::CHECKED_HEADERS;
use crate::inner::{acknowledges, text_of};
use crate::rejections::route_of;
use crate::rng::{Rng, mix};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use turnstone_api::operation::Session;
use turnstone_fairness::Receipt;
use turnstone_mcp::MCP_PATH;
use turnstone_service::config::Limits;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{AcceptedMove, Reply};
use turnstone_service::request::RateClass;

/// A proxy whose address counts where the chain before it is unreadable.
const NEAREST_PROXY: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 1, 0, 77));

impl SimClient {
    /// The additional headers of the request of this number, and the request id that the response has to repeat. They are
    /// always the same.
    fn envelope(&self, ask: &ClientRequest, number: u64) -> (Vec<Header>, Option<String>) {
        let mut rng = Rng::new(mix(&[self.host.seed, self.n, number, 0xe4e1]));
        let (sent, id) = match rng.below(10) {
            0 => (None, None),
            1 => (Some(rng.one(&["not a name", "a\"b", "x#y"]).to_owned()), None),
            2 => (Some("x".repeat(129)), None),
            3 => (Some(format!("{}-{number}", "y".repeat(100))), Some(format!("{}-{number}", "y".repeat(100)))),
            _ => (Some(format!("client-{}-{number}", self.n)), Some(format!("client-{}-{number}", self.n))),
        };
        let mut headers: Vec<Header> = Vec::new();
        headers.extend(sent.map(|sent| ("x-request-id", sent)));
        headers.extend(self.forwarded(&mut rng).into_iter().map(|hops| ("x-forwarded-for", hops)));
        headers.extend(self.origin(ask, &mut rng).map(|origin| ("origin", origin)));
        if ask.body.is_some() {
            headers.extend(media_type(ask, &mut rng).map(|kind| ("content-type", kind.to_owned())));
        }
        (headers, id)
    }

    /// All headers of a request.
    pub(super) fn all_headers(&self, ask: &ClientRequest, number: u64) -> Vec<Header> {
        let (mut all, _) = self.envelope(ask, number);
        match &ask.auth {
            Auth::Anonymous => {}
            Auth::Bearer(token) => all.push(("authorization", format!("Bearer {token}"))),
            Auth::Cookie(cookie) => all.push(("cookie", cookie.clone())),
        }
        all.extend(ask.headers.iter().filter(|(_, value)| !value.is_empty()).cloned());
        all
    }

    pub(super) fn text(&self, ask: &ClientRequest, number: u64) -> String {
        let mut text = format!("{} {} HTTP/1.1\r\nhost: turnstone.example\r\n", ask.method, ask.path);
        for (name, value) in self.all_headers(ask, number) {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        let body = ask.body.as_deref().unwrap_or_default();
        if ask.method != "GET" {
            text.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        text + "\r\n" + body
    }

    /// The `X-Forwarded-For` headers of a request. Only a trusted proxy's count, up to the first address that is not
    /// trusted.
    fn forwarded(&self, rng: &mut Rng) -> Vec<String> {
        let own = self.address();
        if !self.host.setup.is_proxied {
            return if rng.percent(15) { vec!["198.51.100.9".to_owned()] } else { Vec::new() };
        }
        match rng.below(7) {
            0 => vec![format!("198.51.100.9, {own}")],
            1 => vec![format!("{own}, 10.1.0.77")],
            2 => vec!["198.51.100.9".to_owned(), own.to_string()],
            3 => vec![format!("nobody,{own} ,10.1.0.77")],
            4 => vec![format!("::ffff:{own}")],
            5 => vec![format!("{own}, nonsense, {NEAREST_PROXY}")],
            _ => vec![own.to_string()],
        }
    }

    /// The origin of the page that sends a request, if it comes from a page that may.
    fn origin(&self, ask: &ClientRequest, rng: &mut Rng) -> Option<String> {
        let let_in = &self.host.setup.cors_origins;
        let (by_cookie, own) = (matches!(ask.auth, Auth::Cookie(_)), self.host.setup.own_origin());
        if ask.path == MCP_PATH {
            // Not even the origin to which the request is sent may call it, unless it is the configured one.
            return match rng.below(16) {
                0 => Some(rng.one(&["https://other.example", "null", &own]).to_owned()),
                1 | 2 => rng.pick(let_in).cloned(),
                3 => Some(self.host.setup.base_url.to_owned()),
                _ => None,
            };
        }
        match rng.below(8) {
            0 if ask.method == "GET" => Some(rng.one(&["https://other.example", "null"]).to_owned()),
            // Almost an allowed origin.
            1 if ask.method == "GET" => Some(rng.one(&["http://play.example", "https://play.example.evil"]).to_owned()),
            2 | 3 if ask.method == "GET" || !by_cookie => rng.pick(let_in).cloned(),
            4 => Some(own),
            _ => None,
        }
    }

    /// Whether a request comes from a page that may not call it.
    pub(super) fn is_from_elsewhere(&self, ask: &ClientRequest, number: u64) -> bool {
        let (headers, _) = self.envelope(ask, number);
        let mut origins = headers.iter().filter(|(name, _)| *name == "origin").map(|(_, origin)| origin);
        ask.path == MCP_PATH
            && origins.any(|own| own != self.host.setup.base_url && !self.host.setup.cors_origins.contains(own))
    }

    /// The address that counts for a request: the nearest proxy's if what comes before it in the chain is unreadable.
    pub(super) fn address_of(&self, ask: &ClientRequest, number: u64) -> IpAddr {
        let (headers, _) = self.envelope(ask, number);
        let is_hidden = headers.iter().any(|(name, hops)| *name == "x-forwarded-for" && hops.contains("nonsense"));
        if is_hidden { NEAREST_PROXY } else { self.address() }
    }

    /// The address of the client.
    pub(super) fn address(&self) -> IpAddr {
        if self.host.setup.is_proxied {
            IpAddr::V4(Ipv4Addr::new(203, 0, 113, self.n as u8 + 1))
        } else {
            HostState::client_address(self.n)
        }
    }

    /// The error in a response for the envelope of its request.
    pub(super) fn judge_envelope(&self, (ask, sent, response): Exchanged<'_>) -> Option<String> {
        let (headers, id) = self.envelope(ask, sent.number);
        let named = response.header("x-request-id").unwrap_or_default();
        match &id {
            Some(id) if named != id => return Some("a response with another request id".to_owned()),
            None if named.is_empty() || !self.host.notes().own_ids.insert(named.to_owned()) => {
                return Some("a response without a new request id".to_owned());
            }
            Some(_) | None => {}
        }
        let sent = |name: &str| headers.iter().chain(&ask.headers).find(|(own, _)| *own == name);
        let sent = |name: &str| sent(name).map(|(_, value)| value.as_str());
        let stated = self.host.stated((ask.method, &ask.path), sent("origin"), sent("accept-encoding"));
        self.host.judge_statement(&stated, response)
    }

    /// Whether the rate limit of a response is one of the request's own, with a quota that may have been in force.
    pub(super) fn fits_policy(&self, (class, is_known): (RateClass, bool), (_, sent, response): Exchanged<'_>) -> bool {
        let (named, rate) = (response.header("ratelimit-policy"), response.header("ratelimit"));
        let (Some(named), Some(rate)) = (named, rate) else { return named.is_none() && rate.is_none() };
        let fits = |limits: &Limits| named == policy(class, is_known, limits);
        named.split(';').next() == rate.split(';').next() && self.host.limits_since(sent.began, fits)
    }
}

impl HostState {
    /// A request with the headers on which those of its response depend.
    pub(super) fn stated<'a>(
        &'a self,
        (method, path): (&'a str, &'a str),
        origin: Option<&'a str>,
        encodings: Option<&'a str>,
    ) -> StatedRequest<'a> {
        let setup = &self.setup;
        let listed_origin = origin.filter(|origin| setup.cors_origins.iter().any(|own| own == origin));
        let (has_cors, is_secure) = (!setup.cors_origins.is_empty(), setup.is_secure());
        StatedRequest { method, path, listed_origin, has_cors, is_secure, encodings }
    }

    /// The difference of a response from the statement.
    pub(super) fn judge_statement(&self, asked: &StatedRequest<'_>, response: &ClientResponse) -> Option<String> {
        if asked.listed_origin.is_some() {
            self.hit("network: a page of another origin was allowed");
        }
        let mut due = Vec::new();
        let difference = asked.difference(response, &mut |name| due.push(name));
        let counts = &mut self.notes().report.totals.counts;
        for name in due {
            counts.hit_cell(&CHECKED_HEADERS, &format!("checked: the header {name}, its value"));
        }
        difference
    }
}

/// The media type of a body: any with a Bearer token, JSON with a cookie.
fn media_type(ask: &ClientRequest, rng: &mut Rng) -> Option<&'static str> {
    const JSON: [&str; 4] = [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=\"utf-8\"",
    ];
    let sets_cookie = |session| matches!(session, Session::SignsIn | Session::Replaces);
    let sets_cookie = route_of(ask.method, &ask.path).is_some_and(|route| sets_cookie(route.about().session));
    if matches!(ask.auth, Auth::Cookie(_)) || sets_cookie || ask.path == MCP_PATH || rng.percent(60) {
        return Some(rng.one(&JSON));
    }
    rng.one(&[None, Some("text/plain"), Some("application/x-www-form-urlencoded")])
}

/// The end of the `RateLimit` header in a response to this reply.
pub(super) fn rate_of(reply: &Reply) -> Option<String> {
    let rate = reply.as_ref().map_or_else(|rejected| rejected.rate, |replied| replied.rate);
    rate.map(|rate| format!(";r={};t={}", rate.remaining, rate.resets_in_s))
}

/// Whether a response has this `RateLimit`.
pub(super) fn has_rate(rate: Option<&str>, response: &ClientResponse) -> bool {
    match (rate, response.header("ratelimit")) {
        (None, None) => true,
        (Some(own), Some(rate)) => rate.ends_with(own),
        (Some(_), None) | (None, Some(_)) => false,
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

/// Whether the receipt of a response is the right one for the reply that it was made of.
pub(super) fn fits_receipt(reply: &Reply, response: &ClientResponse, keys: &ServerKeys) -> bool {
    let accepted = reply.as_ref().ok().and_then(|replied| replied.accepted.as_deref());
    match (accepted, response.header("move-receipt")) {
        (None, None) => true,
        (Some(accepted), Some(header)) => is_right(accepted, header, keys).unwrap_or(false),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn is_right(AcceptedMove { fact, .. }: &AcceptedMove, header: &str, keys: &ServerKeys) -> Option<bool> {
    let members: BTreeMap<&str, &str> = header.split(", ").filter_map(|member| member.split_once('=')).collect();
    let number = |name: &str| members.get(name)?.parse::<u64>().ok();
    let path = members.get("path")?.strip_prefix('(')?.strip_suffix(')')?;
    let receipt = Receipt {
        index: number("index")?.try_into().ok()?,
        count: number("count")?.try_into().ok()?,
        path: path.split_whitespace().map(bytes).collect::<Option<_>>()?,
        key: bytes(members.get("key")?)?,
        signature: bytes(members.get("signature")?)?,
    };
    let named = [number("ply")?, number("seat")?, number("at")?] == [fact.ply.into(), fact.seat.into(), fact.at];
    let newest = keys.signing_keys().last()?.public();
    Some(members.len() == 8 && named && receipt.key == newest && acknowledges(&receipt, &text_of(fact)))
}

fn bytes<const N: usize>(item: &str) -> Option<[u8; N]> {
    STANDARD.decode(item.strip_prefix(':')?.strip_suffix(':')?).ok()?.try_into().ok()
}
