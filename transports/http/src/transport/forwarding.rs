//! A node of a cluster that follows: it answers what only reads, and forwards the other requests to the node that leads. While
//! it has no core or is far behind, it forwards all but the health checks.

use super::HttpTransport;
use crate::access_log::AccessEntry;
use crate::answers::{self, Response};
use crate::caller::FORWARDED_FOR;
use crate::commit;
use crate::forward::{Forward, ForwardPlace, Unforwarded};
use crate::pages;
use crate::peer::Peer;
use crate::problem::Problem;
use crate::read_ahead::BodyReadAhead;
use crate::response_body::ResponseBody;
use crate::router::RouteMatch;
use http::header::{
    CONNECTION, CONTENT_LENGTH, HOST, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use http::uri::{self, Authority, PathAndQuery, Scheme};
use http::{HeaderMap, Request, Uri, Version, request};
use hyper::body::Incoming;
use std::net::IpAddr;
use std::time::Duration;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::Effect;
use turnstone_engine::Phase;
use turnstone_engine::env::Env;
use turnstone_service::request::RateClass;

/// Headers of one connection (RFC 9110, 7.6.1).
const OF_CONNECTION: [HeaderName; 7] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// How long a request waits for a commit that its client has seen.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// How long a request waits for a node that leads, and how often it looks for one.
const LEADERLESS: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(100);

/// The authority of a request that names no host, which HTTP/1.0 allows. No origin is the same.
const NO_HOST: &str = "host.invalid";

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

impl<E: Env + Unpin> HttpTransport<E> {
    /// Whether this node leads, so that it answers what others forward.
    pub fn leads(&self) -> bool {
        !self.port.is_following()
    }

    /// Whether this node answers a request itself. It first waits a moment until it has the commit that the client has seen.
    /// Pages and documents show no commit, and are never forwarded.
    pub(super) async fn answers(&self, forward: &dyn Forward, request: &Request<Incoming>, seen: u64) -> bool {
        let port = &self.port;
        match port.phase() {
            _ if self.is_outside_api(request) => true,
            Phase::Starting => false,
            _ if !port.is_following() => true,
            Phase::Draining | Phase::Stopped => false,
            Phase::Serving => forward.is_current() && self.only_reads(request) && self.shows(seen).await,
        }
    }

    /// Whether a request is for a page, a document or a health check, or for nothing.
    pub(super) fn is_outside_api(&self, request: &Request<Incoming>) -> bool {
        let path = request.uri().path();
        let found = self.shared.router.find(request.method(), path);
        matches!(found, RouteMatch::OtherMethods(..) | RouteMatch::Nothing) && self.mount_at(path).is_none()
    }

    /// Whether this node cannot make pages, because it may not have the keys of the cluster yet: pages name the key that browsers
    /// subscribe with.
    pub(super) fn lacks_pages(&self) -> bool {
        let forward = self.forward().filter(|_| self.port.phase() == Phase::Starting);
        forward.is_some_and(|forward| matches!(forward.readiness(), Err("snapshot" | "log")))
    }

    /// Whether a request changes nothing, and a node that follows can answer it. Sign-ins are not among them: their wrong
    /// codes are counted in one place.
    fn only_reads(&self, request: &Request<Incoming>) -> bool {
        let RouteMatch::Route(route, ..) = self.shared.router.find(request.method(), request.uri().path()) else {
            return false;
        };
        let about = route.about();
        about.effect == Effect::Reads && about.rate != RateClass::Credential
    }

    /// The commit that the client of a request has seen.
    pub(super) fn seen(&self, forward: &dyn Forward, headers: &HeaderMap) -> Result<u64, Invalid> {
        commit::seen(headers, forward.newest_commit().max(self.port.commit()))
    }

    /// Name the commit that a response of this node can show. A node that follows names none before the one that the client has
    /// seen, because clients take such a number for that of another history.
    pub(super) fn add_commit(&self, headers: &mut HeaderMap, seen: u64) {
        let commit = self.port.commit();
        if commit >= seen || !self.port.is_following() {
            commit::add(headers, commit);
        }
    }

    /// Whether this node serves, or which check fails.
    pub(super) fn ready(&self) -> Response {
        let (port, now) = (&self.port, self.env.instant());
        match self.forward() {
            Some(forward) if port.phase() == Phase::Starting => pages::ready_to_follow(forward.readiness()),
            Some(forward) if port.is_following() && port.failing(now).is_empty() => {
                pages::ready_to_follow(forward.readiness())
            }
            _ => pages::ready(port, now),
        }
    }

    /// Whether replies show a commit, now or in a moment.
    async fn shows(&self, commit: u64) -> bool {
        if self.port.commit() >= commit {
            return true;
        }
        tokio::select! {
            biased;
            shown = self.port.shows(commit) => shown,
            () = self.env.sleep(MAX_WAIT) => false,
        }
    }

    /// The response of the node that leads. The request comes back if this node has begun to lead.
    pub(super) async fn forwarded(
        &self,
        forward: &dyn Forward,
        (request, seen): (Box<Request<Incoming>>, u64),
        peer: &Peer,
        (id, entry): (&HeaderValue, &mut AccessEntry<'_, E>),
    ) -> Result<Response, Box<Request<Incoming>>> {
        let client = self.address(peer.address, request.headers());
        let is_http1 = request.version() != Version::HTTP_2;
        entry.leads_to("forwarded");
        let mut response = match self.shared.stream_memory.stream(client, self.env.instant()) {
            Some(share) => match self.exchange(forward, request, (peer, client), id).await? {
                Some((response, place)) => {
                    // What the client reads here next shows what it has just done.
                    if self.port.is_following() && forward.is_current() {
                        self.shows(commit::of(response.headers())).await;
                    }
                    response.map(|body| ResponseBody::Forwarded(BodyReadAhead::new(&self.env, body, place, share)))
                }
                None => answers::rejected(&Problem::NoLeader.into()),
            },
            None => answers::rejected(&Problem::Crowded.into()),
        };
        without_headers_of_connection(response.headers_mut());
        self.add_commit(response.headers_mut(), seen);
        *response.version_mut() = Version::default();
        if is_http1 && matches!(response.body(), ResponseBody::Whole(_)) {
            // The body of the request was not read.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        entry.forwarded(response.status());
        Ok(response)
    }

    /// Send a request to the node that leads. While none is reached it waits a moment for the next one: the loss of a leader is
    /// soon noticed. `None` if there is no response.
    async fn exchange(
        &self,
        forward: &dyn Forward,
        request: Box<Request<Incoming>>,
        (peer, client): (&Peer, IpAddr),
        id: &HeaderValue,
    ) -> Result<Option<(http::Response<Incoming>, ForwardPlace)>, Box<Request<Incoming>>> {
        let (own, mut body) = request.into_parts();
        let mut head = own.clone();
        // Both nodes log it under the same id.
        head.headers.insert(REQUEST_ID, id.clone());
        prepare(&mut head, peer.address);
        let until = self.env.instant() + LEADERLESS;
        loop {
            match forward.send(Request::from_parts(head, body), client.into()).await {
                Ok(response) => return Ok(Some(response)),
                Err(Unforwarded::Lost) => return Ok(None),
                Err(Unforwarded::Unsent(unsent)) => (head, body) = unsent.into_parts(),
            }
            if self.port.phase() == Phase::Serving && !self.port.is_following() {
                return Err(Box::new(Request::from_parts(own, body)));
            }
            if self.env.instant() >= until {
                return Ok(None);
            }
            tokio::select! {
                biased;
                () = forward.leader_changes() => {}
                () = self.env.sleep(LOOK) => {}
            }
        }
    }
}

/// Make the head of a request that of the next one: the host becomes the authority, and the client's address is reported.
fn prepare(head: &mut request::Parts, peer: IpAddr) {
    let host = || head.headers.get(HOST).and_then(|host| Authority::try_from(host.as_bytes()).ok());
    let authority = head.uri.authority().cloned().or_else(host).unwrap_or_else(|| Authority::from_static(NO_HOST));
    let path = head.uri.path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
    let mut uri = uri::Parts::default();
    (uri.scheme, uri.authority, uri.path_and_query) = (Some(Scheme::HTTP), Some(authority), Some(path));
    head.uri = Uri::from_parts(uri).expect("it has all of its parts");
    head.version = Version::HTTP_2;
    head.headers.remove(HOST);
    if head.headers.contains_key(TRANSFER_ENCODING) {
        // RFC 9112, 6.3.
        head.headers.remove(CONTENT_LENGTH);
    }
    without_headers_of_connection(&mut head.headers);
    let address = HeaderValue::from_str(&peer.to_string()).expect("an address is plain ASCII");
    head.headers.append(FORWARDED_FOR, address);
}

fn without_headers_of_connection(headers: &mut HeaderMap) {
    for name in OF_CONNECTION {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(request: request::Builder) -> request::Parts {
        let (mut head, ()) = request.body(()).unwrap().into_parts();
        prepare(&mut head, [192, 0, 2, 7].into());
        head
    }

    #[test]
    fn a_request_keeps_its_host_and_its_path_and_loses_what_belongs_to_its_connection() {
        let request = Request::post("/api/join?x=1").header(HOST, "play.example.org:8443").header(TE, "trailers");
        let request =
            request.header(CONNECTION, "close").header(TRANSFER_ENCODING, "chunked").header(CONTENT_LENGTH, "5");
        let head = prepared(request.header("authorization", "Bearer t"));
        assert_eq!(head.uri, "http://play.example.org:8443/api/join?x=1");
        assert_eq!(head.version, Version::HTTP_2);
        let left: Vec<&str> = head.headers.keys().map(HeaderName::as_str).collect();
        assert_eq!(left, ["authorization", FORWARDED_FOR]);
    }

    #[test]
    fn the_clients_address_comes_behind_what_it_claims_itself() {
        let head = prepared(Request::get("http://a/").version(Version::HTTP_2).header(FORWARDED_FOR, "10.0.0.1"));
        let reported: Vec<_> = head.headers.get_all(FORWARDED_FOR).iter().collect();
        assert_eq!(reported, ["10.0.0.1", "192.0.2.7"]);
    }

    #[test]
    fn a_request_of_http_1_0_needs_no_host() {
        let head = prepared(Request::get("/api/kinds").version(Version::HTTP_10));
        assert_eq!(head.uri, "http://host.invalid/api/kinds");
    }
}
