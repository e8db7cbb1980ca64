//! A node of a cluster that follows: it answers what only reads, and forwards the other requests to the node that leads. While
//! it has no core or is far behind, it forwards all but the health checks.

use super::answers::{self, Response};
use super::caller::FORWARDED_FOR;
use super::commit;
use super::entry::AccessEntry;
use super::events::ResponseBody;
use super::pages;
use super::peer::Peer;
use super::problem::Problem;
use super::router::RouteMatch;
use super::transport::HttpTransport;
use http::header::{
    CONNECTION, CONTENT_LENGTH, HOST, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use http::uri::{PathAndQuery, Scheme};
use http::{HeaderMap, Request, Uri, Version, request};
use hyper::body::Incoming;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;
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
const LONGEST_WAIT: Duration = Duration::from_secs(1);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The way to the node that leads.
pub trait Forward: Send + Sync + 'static {
    /// Send a request over HTTP/2 and return the response. `None` if no node that leads is reached. Dropping the future
    /// withdraws the request.
    fn send(&self, request: Request<Incoming>) -> ForwardedResponse;

    /// Whether requests can be forwarded; if not, what fails.
    fn readiness(&self) -> Result<(), &'static str>;

    /// Whether this node has nearly everything that the cluster has, so that it can answer reads itself.
    fn is_current(&self) -> bool;
}

/// The response to a forwarded request, once it is there.
pub type ForwardedResponse = Pin<Box<dyn Future<Output = Option<(http::Response<Incoming>, ForwardPlace)>> + Send>>;

/// Is dropped when a forwarded response has ended.
pub type ForwardPlace = Box<dyn Send + Sync>;

impl<E: Env + Unpin> HttpTransport<E> {
    /// Whether this node leads, so that it answers what others forward.
    pub fn leads(&self) -> bool {
        !self.port().is_following()
    }

    /// Whether this node answers a request itself. It first waits a moment until it has the commit that the client has seen.
    pub(super) async fn answers(&self, forward: &dyn Forward, request: &Request<Incoming>, seen: u64) -> bool {
        let port = self.port();
        match port.phase() {
            _ if matches!(request.uri().path(), "/healthz" | "/readyz") => true,
            Phase::Starting => false,
            _ if !port.is_following() => true,
            Phase::Draining | Phase::Stopped => false,
            Phase::Serving => forward.is_current() && self.only_reads(request) && self.shows(seen).await,
        }
    }

    /// Whether a request changes nothing, and a node that follows can answer it. Sign-ins are not among them: their wrong
    /// codes are counted in one place.
    fn only_reads(&self, request: &Request<Incoming>) -> bool {
        let path = request.uri().path();
        match self.find_route(request.method(), path) {
            RouteMatch::Route(route, ..) => {
                let about = route.about();
                about.effect == Effect::Reads && about.rate != RateClass::Credential
            }
            RouteMatch::OtherMethods(..) | RouteMatch::Nothing => self.mount_at(path).is_none(),
        }
    }

    /// Whether this node serves, or which check fails.
    pub(super) fn ready(&self) -> Response {
        let (port, now) = (self.port(), self.env.instant());
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
        if self.port().commit() >= commit {
            return true;
        }
        tokio::select! {
            biased;
            shown = self.port().shows(commit) => shown,
            () = self.env.sleep(LONGEST_WAIT) => false,
        }
    }

    /// The response of the node that leads.
    pub(super) async fn forwarded(
        &self,
        forward: &dyn Forward,
        request: Box<Request<Incoming>>,
        peer: &Peer,
        (id, mut entry): (HeaderValue, AccessEntry<'_, E>),
    ) -> Response {
        let (mut head, body) = request.into_parts();
        let is_http1 = head.version != Version::HTTP_2;
        entry.leads_to("forwarded");
        // Both nodes log it under the same id.
        head.headers.insert(REQUEST_ID, id);
        let sent = match prepare(&mut head, peer.address) {
            Some(()) => forward.send(Request::from_parts(head, body)).await,
            None => None,
        };
        let mut response = match sent {
            Some((response, place)) => {
                // What the client reads here next shows what it has just done.
                if self.port().is_following() && forward.is_current() {
                    self.shows(commit::of(response.headers())).await;
                }
                response.map(|body| ResponseBody::Forwarded { body, _place: place })
            }
            None => answers::rejected(&Problem::NoLeader.into()),
        };
        without_headers_of_connection(response.headers_mut());
        commit::add(response.headers_mut(), self.port().commit());
        *response.version_mut() = Version::default();
        if is_http1 && matches!(response.body(), ResponseBody::Whole(_)) {
            // The body of the request was not read.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        entry.forwarded(response.status());
        response
    }
}

/// Make the head of a request that of the next one: the host becomes the authority, and the client's address is reported.
/// `None` if that cannot be.
fn prepare(head: &mut request::Parts, client: IpAddr) -> Option<()> {
    let authority = match head.uri.authority() {
        Some(authority) => authority.clone(),
        None => head.headers.get(HOST)?.to_str().ok()?.parse().ok()?,
    };
    let path = head.uri.path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
    let uri = Uri::builder().scheme(Scheme::HTTP).authority(authority).path_and_query(path).build();
    head.uri = uri.ok()?;
    head.version = Version::HTTP_2;
    head.headers.remove(HOST);
    if head.headers.contains_key(TRANSFER_ENCODING) {
        // RFC 9112, 6.3.
        head.headers.remove(CONTENT_LENGTH);
    }
    without_headers_of_connection(&mut head.headers);
    let address = HeaderValue::from_str(&client.to_string()).expect("an address is plain ASCII");
    head.headers.append(FORWARDED_FOR, address);
    Some(())
}

fn without_headers_of_connection(headers: &mut HeaderMap) {
    for name in OF_CONNECTION {
        headers.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(request: request::Builder) -> Option<request::Parts> {
        let (mut head, ()) = request.body(()).unwrap().into_parts();
        prepare(&mut head, [192, 0, 2, 7].into()).map(|()| head)
    }

    #[test]
    fn a_request_keeps_its_host_and_its_path_and_loses_what_belongs_to_its_connection() {
        let request = Request::post("/api/join?x=1").header(HOST, "play.example.org:8443").header(TE, "trailers");
        let request =
            request.header(CONNECTION, "close").header(TRANSFER_ENCODING, "chunked").header(CONTENT_LENGTH, "5");
        let head = prepared(request.header("authorization", "Bearer t")).unwrap();
        assert_eq!(head.uri, "http://play.example.org:8443/api/join?x=1");
        assert_eq!(head.version, Version::HTTP_2);
        let left: Vec<&str> = head.headers.keys().map(HeaderName::as_str).collect();
        assert_eq!(left, ["authorization", FORWARDED_FOR]);
    }

    #[test]
    fn the_clients_address_comes_behind_what_it_claims_itself() {
        let head =
            prepared(Request::get("http://a/").version(Version::HTTP_2).header(FORWARDED_FOR, "10.0.0.1")).unwrap();
        let reported: Vec<_> = head.headers.get_all(FORWARDED_FOR).iter().collect();
        assert_eq!(reported, ["10.0.0.1", "192.0.2.7"]);
    }

    #[test]
    fn a_request_without_a_host_is_not_forwarded() {
        assert!(prepared(Request::get("/").version(Version::HTTP_10)).is_none());
        assert!(prepared(Request::get("/").header(HOST, "a b")).is_none());
    }
}
