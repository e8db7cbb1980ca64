//! One request and its response, within bounds of time and size. Every request opens a connection of its own: no
//! address is looked up twice, and no old connection is reused after its address was checked. Redirects are not
//! followed, and proxy variables of the environment are ignored.

use crate::addresses::is_public;
use crate::resolver::Resolve;
use http::header::{CONTENT_LENGTH, HOST, RETRY_AFTER, USER_AGENT};
use http::uri::{Authority, Scheme};
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Timeout for resolving a name and connecting.
const CONNECT: Duration = Duration::from_secs(5);
/// Timeout for one of a name's addresses: another one may respond.
const CONNECT_TO_ONE: Duration = Duration::from_secs(2);
/// Addresses of a name that are tried.
const TRIED: usize = 3;
/// Bytes of a response's head.
const HEAD_BYTES: usize = 64 << 10;

/// The origin of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UrlSource {
    /// The operator's configuration, which may name any address.
    Operator,
    /// A member: HTTPS to a name whose addresses are all public; for tests also this machine, and HTTP.
    Member { allow_loopback: bool },
}

/// A URL that may be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Host name, or address without brackets.
    pub(crate) host: String,
    port: u16,
    is_tls: bool,
    authority: Authority,
    uri: Uri,
    source: UrlSource,
}

impl Target {
    /// The target of a URL, if it is permitted.
    pub(crate) fn new(url: &str, source: UrlSource) -> Result<Self, CallError> {
        let uri: Uri = url.parse().map_err(|_| CallError::NotAllowed)?;
        let is_tls = uri.scheme() == Some(&Scheme::HTTPS);
        let (Some(authority), true) = (uri.authority(), is_tls || uri.scheme() == Some(&Scheme::HTTP)) else {
            return Err(CallError::NotAllowed);
        };
        let has_user = authority.as_str().contains('@');
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let is_name = host.parse::<std::net::IpAddr>().is_err();
        let allowed = match source {
            UrlSource::Operator | UrlSource::Member { allow_loopback: true } => true,
            UrlSource::Member { allow_loopback: false } => is_tls && is_name,
        };
        if has_user || host.is_empty() || !allowed {
            return Err(CallError::NotAllowed);
        }
        let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        let path = uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
        let path = path.parse().map_err(|_| CallError::NotAllowed)?;
        Ok(Self { host, port, is_tls, authority: authority.clone(), uri: path, source })
    }

    /// Scheme, host and port, as RFC 6454 serialises them.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.is_tls { "https" } else { "http" };
        let host = self.authority.host().to_ascii_lowercase();
        match (self.is_tls, self.port) {
            (true, 443) | (false, 80) => format!("{scheme}://{host}"),
            (_, port) => format!("{scheme}://{host}:{port}"),
        }
    }

    /// The addresses to connect to: all addresses of the name, or none if one is not permitted.
    fn allowed(&self, addresses: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, CallError> {
        let allowed = |address: &SocketAddr| match self.source {
            UrlSource::Operator => true,
            UrlSource::Member { allow_loopback } => {
                is_public(address.ip()) && self.is_tls || allow_loopback && address.ip().is_loopback()
            }
        };
        if addresses.is_empty() {
            return Err(CallError::Unreachable);
        }
        if addresses.iter().all(allowed) { Ok(addresses) } else { Err(CallError::NotAllowed) }
    }
}

/// A POST request, with the bounds of its response's time and size.
pub(crate) struct Post {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) within: Duration,
    /// Bytes of the response's body that are read. With 0 the body is ignored.
    pub(crate) answer_bytes: usize,
}

/// The response.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    /// The seconds that the server asks to wait.
    pub(crate) retry_after_s: Option<u64>,
    pub(crate) body: Bytes,
}

/// Why there is no usable response. It never contains the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The target is not permitted. Not shown to the member who gave the URL.
    #[error("the address is none that may be called")]
    NotAllowed,
    /// No address, no connection, or an untrusted certificate.
    #[error("no connection")]
    Unreachable,
    /// Timeout.
    #[error("no answer in time")]
    TimedOut,
    /// The response is too large.
    #[error("the answer is too large")]
    TooLarge,
    /// The connection broke, or the response was not HTTP.
    #[error("no whole answer")]
    Broken,
}

/// Sends requests.
pub(crate) struct Client {
    resolver: Arc<dyn Resolve>,
    tls: TlsConnector,
}

impl Client {
    /// A client that trusts servers with certificates under these roots.
    pub(crate) fn new(resolver: Arc<dyn Resolve>, roots: RootCertStore) -> Self {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider has the usual versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { resolver, tls: TlsConnector::from(Arc::new(config)) }
    }

    /// Send a request and read its response.
    pub(crate) async fn post(&self, target: &Target, post: Post) -> Result<Answered, CallError> {
        let within = post.within;
        timeout(within, self.send(target, post)).await.unwrap_or(Err(CallError::TimedOut))
    }

    async fn send(&self, target: &Target, post: Post) -> Result<Answered, CallError> {
        // A connect timeout is reported as such, however little time is left for the response.
        let connecting = CONNECT.min(post.within / 2);
        let stream = timeout(connecting, self.connect(target)).await.unwrap_or(Err(CallError::Unreachable))?;
        if !target.is_tls {
            return exchange(stream, target, post).await;
        }
        let name = ServerName::try_from(target.host.clone()).map_err(|_| CallError::NotAllowed)?;
        let stream = timeout(connecting, self.tls.connect(name, stream)).await.map_err(|_| CallError::Unreachable)?;
        let stream = stream.map_err(|error| {
            tracing::debug!(host = %target.host, %error, "TLS");
            CallError::Unreachable
        })?;
        exchange(stream, target, post).await
    }

    /// Resolve the name once, and connect to one of the addresses that were checked.
    async fn connect(&self, target: &Target) -> Result<TcpStream, CallError> {
        let found = self.resolver.resolve(&target.host, target.port).await.map_err(|_| CallError::Unreachable)?;
        for address in target.allowed(found)?.into_iter().take(TRIED) {
            if let Ok(Ok(stream)) = timeout(CONNECT_TO_ONE, TcpStream::connect(address)).await {
                return Ok(stream);
            }
        }
        Err(CallError::Unreachable)
    }
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    target: &Target,
    post: Post,
) -> Result<Answered, CallError> {
    let handshake = http1::Builder::new().max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream));
    let (mut sender, connection) = handshake.await.map_err(|_| CallError::Broken)?;
    // Ends with this exchange.
    let mut driver = JoinSet::new();
    driver.spawn(connection);
    let answer = sender.send_request(request(target, &post)?).await.map_err(|_| CallError::Broken)?;
    let (head, body) = answer.into_parts();
    let retry_after_s = head.headers.get(RETRY_AFTER).and_then(|value| seconds(value, SystemTime::now()));
    Ok(Answered { status: head.status, retry_after_s, body: read(body, post.answer_bytes).await? })
}

fn request(target: &Target, post: &Post) -> Result<Request<Full<Bytes>>, CallError> {
    let mut request = Request::new(Full::new(post.body.clone()));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = target.uri.clone();
    *request.headers_mut() = post.headers.clone();
    let host = HeaderValue::from_str(target.authority.as_str()).map_err(|_| CallError::NotAllowed)?;
    request.headers_mut().insert(HOST, host);
    request.headers_mut().insert(USER_AGENT, HeaderValue::from_static("turnstone"));
    request.headers_mut().insert(CONTENT_LENGTH, post.body.len().into());
    Ok(request)
}

async fn read(body: Incoming, most: usize) -> Result<Bytes, CallError> {
    if most == 0 {
        return Ok(Bytes::new());
    }
    let read = Limited::new(body, most).collect().await.map_err(|error| {
        let too_large = error.downcast_ref::<http_body_util::LengthLimitError>().is_some();
        if too_large { CallError::TooLarge } else { CallError::Broken }
    });
    Ok(read?.to_bytes())
}

/// Seconds of a `Retry-After` field: a number, or the time until a date.
fn seconds(value: &HeaderValue, now: SystemTime) -> Option<u64> {
    let text = value.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    let date = httpdate::parse_http_date(text).ok()?;
    // A date in the past gives 0 seconds.
    Some(date.duration_since(now).map_or(0, |left| left.as_secs() + u64::from(left.subsec_nanos() > 0)))
}

/// The machine's clock, in whole seconds of Unix time.
pub(crate) fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBER: UrlSource = UrlSource::Member { allow_loopback: false };
    const TESTER: UrlSource = UrlSource::Member { allow_loopback: true };

    #[test]
    fn a_member_names_https_and_a_name() {
        for rejected in [
            "",
            "push.example",
            "//push.example/x",
            "/x",
            "http://push.example/x",
            "ftp://push.example/x",
            "wss://push.example/x",
            "https://user@push.example/x",
            "https://user:word@push.example/x",
            "https://127.0.0.1/x",
            "https://8.8.8.8/x",
            "https://[::1]/x",
            "https://[2606:4700:4700::1111]/x",
            "https://[::ffff:127.0.0.1]:443/x",
            "https://:443/x",
            "https:///x",
        ] {
            assert_eq!(Target::new(rejected, MEMBER).map(drop), Err(CallError::NotAllowed), "{rejected:?}");
        }
        let target = Target::new("https://Push.example:8443/a/b?c=d", MEMBER).unwrap();
        assert_eq!(
            (target.origin().as_str(), target.uri.to_string().as_str()),
            ("https://push.example:8443", "/a/b?c=d")
        );
        assert_eq!(Target::new("https://push.example:443", MEMBER).unwrap().origin(), "https://push.example");
        for fine in ["http://127.0.0.1:80/x", "http://[::1]/", "http://localhost:8080/x"] {
            assert!(Target::new(fine, TESTER).is_ok() && Target::new(fine, UrlSource::Operator).is_ok(), "{fine:?}");
        }
    }

    #[test]
    fn rejects_a_name_with_one_private_address() {
        let judged = |url: &str, source, addresses: &[&str]| {
            let addresses = addresses.iter().map(|address| SocketAddr::new(address.parse().unwrap(), 443)).collect();
            Target::new(url, source).unwrap().allowed(addresses).map(|allowed| allowed.len())
        };
        let (url, public) = ("https://push.example", ["1.1.1.1", "2606:4700:4700::1111"]);
        assert_eq!(judged(url, MEMBER, &public), Ok(2));
        assert_eq!(judged(url, MEMBER, &[]), Err(CallError::Unreachable));
        for other in ["10.0.0.1", "127.0.0.1", "::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "fe80::1", "0.0.0.0"] {
            let mixed = [public[0], other, public[1]];
            assert_eq!(judged(url, MEMBER, &mixed), Err(CallError::NotAllowed), "{other}");
            assert_eq!(judged(url, UrlSource::Operator, &mixed), Ok(3), "{other}");
        }
        assert_eq!(judged(url, TESTER, &["127.0.0.1", "::1"]), Ok(2));
        assert_eq!(judged(url, TESTER, &["127.0.0.1", "10.0.0.1"]), Err(CallError::NotAllowed));
        assert_eq!(judged("http://push.example", TESTER, &public), Err(CallError::NotAllowed), "HTTP is for loopback");
    }

    #[test]
    fn retry_after_is_a_number_or_a_date() {
        let now = httpdate::parse_http_date("Wed, 21 Oct 2026 07:28:00 GMT").unwrap();
        let reported = |text: &str| seconds(&HeaderValue::from_str(text).unwrap(), now);
        assert_eq!(reported("120"), Some(120));
        assert_eq!(reported(" 0 "), Some(0));
        assert_eq!(reported("Wed, 21 Oct 2026 07:30:00 GMT"), Some(120));
        assert_eq!(reported("Wed, 21 Oct 2026 07:00:00 GMT"), Some(0));
        for none in ["", "soon", "-1", "1.5", "99999999999999999999999"] {
            assert_eq!(reported(none), None, "{none:?}");
        }
        assert_eq!(seconds(&HeaderValue::from_bytes(b"\xff").unwrap(), now), None);
    }
}
