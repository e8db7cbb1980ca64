//! Requests at the edges of HTTP, byte for byte: methods, headers, encodings and sizes at the bound and one beyond; and what
//! is due to each.

use super::client::{ROOM, SimClient};
use super::exchange::{Auth, ClientRequest, ClientResponse};
use crate::rng::Rng;
use madsim::time::timeout;
use std::time::Duration;
use turnstone_http::ROUTES;

/// Bytes of a body, bytes of all headers and headers at most.
const BODY: usize = 64 << 10;
const HEAD: usize = 16 << 10;
const HEADERS: usize = 64;

/// A wrong sign-in: read in full, it is a 401.
const SIGN_IN: &str = r#"{"handle":"nobody","recoveryCode":"0123456789012345"}"#;
const SENT: &str = "authorization, content-type, if-none-match, x-request-id";

/// What is sent and what is due.
struct OddRequest {
    what: &'static str,
    /// The request line without the version.
    line: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    status: u16,
    /// No further request may follow on the connection.
    closes: bool,
    /// Headers of the response.
    due: Vec<(&'static str, Option<String>)>,
}

impl OddRequest {
    fn new(what: &'static str, line: impl Into<String>, status: u16) -> Self {
        let (headers, due) = (Vec::new(), Vec::new());
        Self { what, line: line.into(), headers, body: Vec::new(), status, closes: false, due }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn due(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.due.push((name, Some(value.into())));
        self
    }

    fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        let length = self.body.len().to_string();
        self.with("content-length", length)
    }

    /// The same body in two chunks. No other request may follow it.
    fn chunked(mut self, body: &[u8]) -> Self {
        self.closes = true;
        for chunk in body.chunks(body.len().div_ceil(2).max(1)) {
            self.body.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
            self.body.extend([chunk, b"\r\n"].concat());
        }
        self.body.extend(b"0\r\n\r\n");
        self.with("transfer-encoding", "chunked")
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{} HTTP/1.1\r\n", self.line);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }

    fn is_head(&self) -> bool {
        self.line.starts_with("HEAD ")
    }

    /// Make the headers this long, in bytes as the server counts them.
    fn filled_to(self, size: usize) -> Self {
        let own: usize = self.headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
        self.with("x-filler", "f".repeat(size - own - "x-filler".len() - 4))
    }
}

impl SimClient {
    pub(super) async fn send_odd(&mut self) {
        let mut odd = self.odd_request();
        if !odd.headers.iter().any(|(name, _)| *name == "host") && odd.what != "a request without a Host" {
            odd.headers.insert(0, ("host", "turnstone.example".to_owned()));
        }
        let mark = self.host.mark();
        let Some(mut line) = self.connect(ROOM).await else { return };
        if line.send(&odd.bytes()).await.is_none() {
            return;
        }
        let response = timeout(Duration::from_secs(20), line.answer_to(odd.is_head())).await.ok().flatten();
        if let Some(response) = &response {
            let ask = ClientRequest::get(format!("{} ({})", odd.line, odd.what), Auth::Nobody);
            self.host.response(self.n, &ask, response);
        }
        if !self.host.all_well_since(mark) {
            return;
        }
        let told = response.as_ref().map(ClientResponse::brief);
        // Limits come before what is wrong with a request.
        let limited = response.as_ref().is_some_and(|response| response.status == 429);
        let Some(response) = response.filter(|response| limited || response.status == odd.status) else {
            return self.host.fail(format!("{} was answered {told:?}, {} is due", odd.what, odd.status));
        };
        if !limited && let Some(what) = self.wrong_headers(&odd, &response) {
            self.host.fail(format!("after {}: {what}: {:?}", odd.what, response.headers));
        }
        self.host.hit("network: an odd request was answered as is due");
    }

    fn wrong_headers(&self, odd: &OddRequest, response: &ClientResponse) -> Option<String> {
        if odd.closes != (response.header("connection") == Some("close")) {
            return Some(format!("the connection closes: {}", !odd.closes));
        }
        let wrong = odd.due.iter().find(|(name, value)| response.header(name) != value.as_deref());
        if let Some((name, value)) = wrong {
            return Some(format!("{name} is not {value:?}"));
        }
        if response.status >= 400 && response.header("cache-control") != Some("no-store") {
            return Some("an error may be kept".to_owned());
        }
        if response.status >= 400 && !odd.is_head() && !response.json["error"].is_string() {
            return Some("an error without its object".to_owned());
        }
        if (odd.is_head() || response.status == 204) && !response.body.is_empty() {
            return Some("a body that must not be there".to_owned());
        }
        let origin = odd.headers.iter().find(|(name, _)| *name == "origin").map(|(_, origin)| origin.as_str());
        self.host.judge_origin(origin, response).map(str::to_owned)
    }

    fn odd_request(&mut self) -> OddRequest {
        match self.rng.below(5) {
            0 => self.odd_method(),
            1 => self.odd_head(),
            2 => odd_body(&mut self.rng),
            3 => self.size_at_bound(),
            _ => self.odd_credential(),
        }
    }

    fn odd_method(&mut self) -> OddRequest {
        let path = self.rng.one(&["/api/me", "/api/tables", "/api/logout", "/api/me/pause", "/api/leaderboard"]);
        let allow = methods_of(path);
        let asked = OddRequest::new("a browser that asks first", format!("OPTIONS {path}"), 405);
        let first = self.host.setup.cors_origins.first().cloned();
        match (self.rng.below(7), first) {
            (0, _) => {
                let document = self.rng.one(&["/skill.md", "/openapi.json", "/readyz", "/healthz"]);
                let method = self.rng.one(&["PUT", "POST", "DELETE", "OPTIONS", "TRACE"]);
                OddRequest::new("a page that is only read", format!("{method} {document}"), 405)
                    .due("allow", "GET, HEAD")
            }
            (1, _) => OddRequest::new("the head of a page", "HEAD /healthz", 200).due("content-length", "3"),
            (2, Some(origin)) => asked
                .with("origin", origin)
                .with("access-control-request-method", "POST")
                .granted("access-control-allow-methods", &allow),
            (3, Some(origin)) => asked.with("origin", origin).due("allow", allow),
            (4, _) => asked
                .with("origin", "https://other.example")
                .with("access-control-request-method", "POST")
                .due("allow", allow),
            _ => {
                let method = self.rng.one(&["HEAD", "TRACE", "PUT", "PATCH", "BREW", "OPTIONS", "get"]);
                OddRequest::new("a method that the path has not", format!("{method} {path}"), 405).due("allow", allow)
            }
        }
    }

    fn odd_head(&mut self) -> OddRequest {
        let none = "GET /api/nothing";
        match self.rng.below(6) {
            0 => {
                let mut odd = OddRequest::new("a request without a Host", none, 400);
                odd.closes = true;
                odd
            }
            1 => {
                let two = OddRequest::new("a request with two Hosts", none, 400);
                let mut odd = two.with("host", "turnstone.example").with("host", "other.example");
                odd.closes = true;
                odd
            }
            2 => OddRequest::new("a path that is none", none, 404),
            3 => {
                let path = self.rng.one(&["/api/me/", "/API/me", "//api/me", "/api/tables//action"]);
                OddRequest::new("a path that is nearly one", format!("GET {path}"), 404)
            }
            4 => {
                let encoding = self.rng.one(&["gzip", "br, gzip;q=0.5", "*", "x-gzip"]);
                OddRequest::new("a document compressed", "HEAD /skill.md", 200)
                    .with("accept-encoding", encoding)
                    .due("content-encoding", "gzip")
            }
            _ => {
                let encoding = self.rng.one(&["gzip;q=0", "identity", "br", "*;q=0", "gzip;q=0, *"]);
                let mut odd = OddRequest::new("a document as it is", "HEAD /skill.md", 200);
                odd.due.push(("content-encoding", None));
                odd.with("accept-encoding", encoding)
            }
        }
    }

    /// Sizes at the bound and one beyond. What the client asks is wrong in another way, or there would be nothing to see.
    fn size_at_bound(&mut self) -> OddRequest {
        let beyond = usize::from(self.rng.percent(50));
        let sign_in = OddRequest::new("a body at its bound", "POST /api/token", if beyond == 1 { 413 } else { 401 });
        let body = format!("{SIGN_IN}{}", " ".repeat(BODY + beyond - SIGN_IN.len()));
        let mut head =
            OddRequest::new("headers at their bound", "GET /api/nothing", if beyond == 1 { 431 } else { 404 });
        head.closes = beyond == 1;
        head = head.with("host", "turnstone.example");
        match self.rng.below(4) {
            0 => {
                let mut odd = sign_in.body(body);
                // It is announced, and not read.
                odd.closes = beyond == 1;
                odd
            }
            1 => sign_in.chunked(body.as_bytes()),
            2 => head.filled_to(HEAD + beyond),
            _ => {
                for _ in 0..HEADERS + beyond - 1 {
                    head = head.with("x-filler", "f");
                }
                head
            }
        }
    }

    fn odd_credential(&mut self) -> OddRequest {
        let me = |what| OddRequest::new(what, "GET /api/me", 401).due("www-authenticate", "Bearer");
        match (self.rng.below(4), self.who.cookie.clone()) {
            (0, _) => OddRequest::new("a request with two Authorizations", "GET /api/leaderboard", 400)
                .with("authorization", "Bearer one")
                .with("authorization", "Bearer two"),
            (1, Some(cookie)) => {
                me("a Bearer that is none beside a cookie").with("authorization", "Bearer none").with("cookie", cookie)
            }
            (2, _) => me("a cookie that is none").with("cookie", "service_session=none"),
            _ => {
                let value = self.rng.one(&["", " ", "Bearer", "Bearer ", "Basic bm9ib2R5OngK", "none", "Bearer\tx"]);
                me("an Authorization that is none").with("authorization", value)
            }
        }
    }
}

impl OddRequest {
    /// A preflight that is granted.
    fn granted(mut self, name: &'static str, value: &str) -> Self {
        self.status = 204;
        self.due(name, value).due("access-control-allow-headers", SENT).due("access-control-max-age", "600")
    }
}

/// Bodies that are encoded in an odd way.
fn odd_body(rng: &mut Rng) -> OddRequest {
    let sign_in = |what, status| OddRequest::new(what, "POST /api/token", status);
    match rng.below(6) {
        0 => sign_in("a body with a key twice", 400)
            .body(r#"{"handle":"nobody","recoveryCode":"0123456789012345","note":{"a":1,"a":2}}"#),
        1 => {
            sign_in("a body that is no UTF-8", 400).body(b"{\"handle\":\"\xff\",\"recoveryCode\":\"0123456789012345\"}")
        }
        2 => sign_in("a body with two lengths", 401).with("content-length", "5").chunked(SIGN_IN.as_bytes()),
        3 => sign_in("a body that is compressed", 400)
            .with("content-encoding", "gzip")
            .body(b"\x1f\x8b\x08\0\0\0\0\0\0\0"),
        4 => {
            let kind = rng.one(&["text/plain", "application/json; charset=utf-16", "multipart/form-data", "x"]);
            sign_in("a body of another media type", 401).with("content-type", kind).body(SIGN_IN)
        }
        _ => sign_in("a body with something after it", 400).body(format!("{SIGN_IN}{{}}")),
    }
}

/// The methods of a path, as `Allow` lists them.
fn methods_of(path: &str) -> String {
    let methods = ROUTES.iter().filter(|route| route.path() == path).map(|route| route.method().as_str());
    methods.collect::<Vec<_>>().join(", ")
}
