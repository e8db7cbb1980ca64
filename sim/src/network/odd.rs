//! Requests at the edges of HTTP, byte for byte, and the response that is due to each: methods, heads, encodings,
//! credentials, and sizes at the bound and one beyond.

use super::client::{ROOM, SimClient};
use super::documents::OF_PAGES;
use super::exchange::{ClientRequest, ClientResponse};
use madsim::time::timeout;
use std::time::Duration;
use turnstone_http::ROUTES;

/// Bytes of a body, bytes of all headers and headers at most.
const BODY: usize = 64 << 10;
const HEAD: usize = 16 << 10;
const HEADERS: usize = 64;
const HOST: &str = "turnstone.example";

/// A sign-in with a wrong code: read in full, it is a 401.
const SIGN_IN: &str = r#"{"handle":"nobody","recoveryCode":"0123456789012345"}"#;
const SENT: &str = "authorization, content-type, if-none-match, x-request-id";
/// How a session's cookie is cleared.
pub(super) const CLEARED: &str = "service_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";

/// A request and the response that is due.
#[derive(Clone)]
struct OddRequest {
    what: &'static str,
    /// The method and the path.
    line: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    status: u16,
    /// Whether the server closes the connection.
    closes: bool,
    /// Headers of the response.
    due: Vec<(&'static str, Option<String>)>,
}

fn odd(what: &'static str, line: impl Into<String>, status: u16) -> OddRequest {
    let (headers, due) = (Vec::new(), Vec::new());
    OddRequest { what, line: line.into(), headers, body: Vec::new(), status, closes: false, due }
}

impl OddRequest {
    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn due(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.due.push((name, Some(value.into())));
        self
    }

    fn without(mut self, name: &'static str) -> Self {
        self.due.push((name, None));
        self
    }

    fn closes(mut self, closes: bool) -> Self {
        self.closes = closes;
        self
    }

    fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        let length = self.body.len().to_string();
        self.with("content-length", length)
    }

    /// A body in two chunks. No other request may follow it.
    fn chunked(mut self, body: &[u8]) -> Self {
        for chunk in body.chunks(body.len().div_ceil(2).max(1)) {
            self.body.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
            self.body.extend([chunk, b"\r\n"].concat());
        }
        self.body.extend(b"0\r\n\r\n");
        self.with("transfer-encoding", "chunked").closes(true)
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

    fn wrong_headers(&self, response: &ClientResponse) -> Option<String> {
        if self.closes != (response.header("connection") == Some("close")) {
            return Some(format!("the connection closes: {}", !self.closes));
        }
        let wrong = self.due.iter().find(|(name, value)| response.header(name) != value.as_deref());
        if let Some((name, value)) = wrong {
            return Some(format!("{name} is not {value:?}"));
        }
        if response.status >= 400 && response.header("cache-control") != Some("no-store") {
            return Some("an error may be cached".to_owned());
        }
        let is_page = self.due.iter().any(|(name, _)| *name == "content-type");
        if response.status >= 400 && !self.is_head() && !is_page && !response.json["error"].is_string() {
            return Some("an error without its object".to_owned());
        }
        let has_no_body = self.is_head() || response.status == 204;
        (has_no_body && !response.body.is_empty()).then(|| "a body that must not be there".to_owned())
    }
}

impl SimClient {
    pub(super) async fn send_odd(&mut self) {
        let kinds = [Self::odd_methods, Self::odd_heads, Self::odd_bodies, Self::sizes_at_bound, Self::odd_credentials];
        let all = self.rng.one(&kinds)(self);
        let Some(mut odd) = self.rng.pick(&all).cloned() else { return };
        if !odd.headers.iter().any(|(name, _)| *name == "host") && odd.what != "a request without a Host" {
            odd.headers.insert(0, ("host", HOST.to_owned()));
        }
        let mark = self.host.mark();
        let Some(mut line) = self.connect(ROOM).await else { return };
        if line.send(&odd.bytes()).await.is_none() {
            return;
        }
        let response = timeout(Duration::from_secs(20), line.response_to(odd.is_head())).await.ok().flatten();
        if let Some(response) = &response {
            let path = format!("{} ({})", odd.line, odd.what);
            let ask = ClientRequest { path, ..ClientRequest::default() };
            self.host.response(self.n, &ask, response);
        }
        if !self.host.all_well_since(mark) {
            return;
        }
        // Limits come before what is wrong with a request.
        if response.as_ref().is_some_and(|response| response.status == 429) {
            return;
        }
        let brief = response.as_ref().map(ClientResponse::brief);
        let Some(response) = response.filter(|response| response.status == odd.status) else {
            return self.host.fail(format!("{} was answered {brief:?}, {} is due", odd.what, odd.status));
        };
        let origin = odd.headers.iter().find(|(name, _)| *name == "origin").map(|(_, origin)| origin.as_str());
        let wrong = odd.wrong_headers(&response);
        if let Some(what) = wrong.or_else(|| self.host.judge_origin(origin, &response).map(str::to_owned)) {
            self.host.fail(format!("after {}: {what}: {:?}", odd.what, response.headers));
        }
        self.host.hit("network: an odd request got the response that is due");
    }

    fn odd_methods(&mut self) -> Vec<OddRequest> {
        let path = self.rng.one(&["/api/me", "/api/tables", "/api/logout", "/api/me/pause", "/api/leaderboard"]);
        let allow = methods_of(path);
        let document = self.rng.one(&["/skill.md", "/openapi.json", "/readyz", "/healthz", "/", "/lobby"]);
        let method = self.rng.one(&["PUT", "POST", "DELETE", "OPTIONS", "TRACE"]);
        let other = self.rng.one(&["HEAD", "TRACE", "PUT", "PATCH", "BREW", "OPTIONS", "get"]);
        let unlisted =
            self.rng.one(&["https://other.example", "http://play.example", "https://play.example.evil", "null"]);
        let preflight = odd("a preflight", format!("OPTIONS {path}"), 405).due("allow", &allow);
        let asked = ("access-control-request-method", "POST");
        let mut all = vec![
            odd("a page with another method", format!("{method} {document}"), 405).due("allow", "GET, HEAD"),
            odd("the head of a page", "HEAD /healthz", 200).due("content-length", "3").due("cache-control", "no-store"),
            preflight.clone().with("origin", unlisted).with(asked.0, asked.1).without("access-control-allow-methods"),
            preflight.clone().with(asked.0, asked.1),
            odd("a method that the path has not", format!("{other} {path}"), 405).due("allow", &allow),
        ];
        if let Some(origin) = self.host.setup.cors_origins.last().cloned() {
            all.push(preflight.with("origin", &origin));
            let granted = odd("a preflight that is granted", format!("OPTIONS {path}"), 204)
                .with("origin", origin)
                .with(asked.0, asked.1);
            all.push(
                granted
                    .due("access-control-allow-methods", allow)
                    .due("access-control-allow-headers", SENT)
                    .due("access-control-max-age", "600")
                    .without("content-type"),
            );
        }
        all
    }

    fn odd_heads(&mut self) -> Vec<OddRequest> {
        let near = self.rng.one(&["/api/me/", "/API/me", "//api/me", "/api/tables//action", "/api", "/nothing"]);
        let packed = self.rng.one(&["gzip", "br, gzip;q=0.5", "*", "x-gzip", "identity;q=0, *;q=1", "GZIP ; Q=0.1"]);
        let plain = self.rng.one(&["gzip;q=0", "identity", "br", "*;q=0", "gzip;q=0, *", "gzipped", "gzip;q=x"]);
        let html =
            self.rng.one(&["text/html", "text/html,*/*;q=0.8", "application/json;q=0.5, TEXT/HTML;level=1;q=0.6"]);
        let json = self.rng.one(&["*/*", "text/html;q=0, */*", "text/html;q=0.5, application/json"]);
        let page = |line: &str| {
            let page = odd("a path without a page, in a browser", line, 404).with("accept", html);
            OF_PAGES.iter().fold(page, |page, (name, value)| page.due(name, *value))
        };
        vec![
            odd("a request without a Host", "GET /api/nothing", 400).closes(true),
            odd("a request with two Hosts", "GET /api/nothing", 400)
                .with("host", HOST)
                .with("host", "other.example")
                .closes(true),
            odd("a path that leads nowhere", "GET /api/nothing", 404).due("content-type", "application/json"),
            odd("a path that is nearly one", format!("GET {near}"), 404),
            odd("an unknown path of the interface in a browser", "GET /api/nothing", 404).with("accept", html),
            odd("an unknown path for a program", "GET /nothing", 404).with("accept", json),
            page("GET /nothing").due("content-type", "text/html; charset=utf-8").without("etag"),
            odd("a document compressed", "HEAD /skill.md", 200)
                .with("accept-encoding", packed)
                .due("content-encoding", "gzip")
                .due("content-type", "text/markdown; charset=utf-8"),
            odd("a document as it is", "HEAD /skill.md", 200)
                .with("accept-encoding", plain)
                .without("content-encoding"),
            odd("a condition where there is no tag", "GET /api/deployment", 200)
                .with("if-none-match", "*")
                .without("etag")
                .due("cache-control", "no-store"),
        ]
    }

    /// Sizes at the bound and one beyond. The request is wrong in another way, so that the bound shows.
    fn sizes_at_bound(&mut self) -> Vec<OddRequest> {
        let beyond = usize::from(self.rng.percent(50));
        let sign_in = odd("a body at its bound", "POST /api/token", if beyond == 1 { 413 } else { 401 });
        let body = format!("{SIGN_IN}{}", " ".repeat(BODY + beyond - SIGN_IN.len()));
        let head = odd("headers at their bound", "GET /api/nothing", if beyond == 1 { 431 } else { 404 });
        let head = head.with("host", HOST).closes(beyond == 1);
        let many = (0..HEADERS + beyond - 1).fold(head.clone(), |head, _| head.with("x-filler", "f"));
        let ignored = odd("a body where no route leads", "POST /api/nothing", 404);
        vec![
            // Beyond the bound it is announced, and not read.
            sign_in.clone().body(body.clone()).closes(beyond == 1),
            sign_in.chunked(body.as_bytes()),
            head.filled_to(HEAD + beyond),
            many,
            ignored.clone().body(body).closes(beyond == 1),
            ignored.clone().chunked(SIGN_IN.as_bytes()),
            ignored.with("expect", "100-continue").body(SIGN_IN).closes(true),
        ]
    }

    fn odd_credentials(&mut self) -> Vec<OddRequest> {
        let wrong =
            self.rng.one(&["", " ", "Bearer", "Bearer ", "Basic bm9ib2R5OngK", "none", "Bearer\tx", "Bearer none"]);
        let me = |what, status| odd(what, "GET /api/me", status);
        let rejected = |what| me(what, 401).due("www-authenticate", "Bearer").due("content-type", "application/json");
        let court = self.host.court();
        let caller = court.known.caller(&self.name).claims;
        let seat = court.known.seats.values().next_back().map(|claims| court.keys.token(claims).reveal().to_owned());
        let token = caller.map(|claims| court.keys.token(&claims).reveal().to_owned());
        drop(court);
        let mut all = vec![
            odd("a request with two Authorizations", "GET /api/leaderboard", 400)
                .with("authorization", "Bearer one")
                .with("authorization", "Bearer two"),
            rejected("a cookie without a token").with("cookie", "service_session=none").due("set-cookie", CLEARED),
            rejected("an Authorization without a token").with("authorization", wrong).without("set-cookie"),
            rejected("a cookie of another name").with("cookie", "session=x; service_seat=none").without("set-cookie"),
        ];
        if let Some(token) = token {
            let cookie = format!("service_session={token}");
            let without = rejected("a Bearer without a token beside a cookie").with("authorization", "Bearer none");
            all.push(without.with("cookie", cookie).without("set-cookie"));
        }
        if let Some(seat) = seat {
            let seat = format!("service_session={seat}");
            all.push(rejected("a seat's token as a session").with("cookie", seat).due("set-cookie", CLEARED));
        }
        all
    }

    /// Bodies in unusual encodings.
    fn odd_bodies(&mut self) -> Vec<OddRequest> {
        let sign_in = |what, status| odd(what, "POST /api/token", status);
        let kind = self.rng.one(&["text/plain", "application/json; charset=utf-16", "multipart/form-data", "x"]);
        let nested = |levels: usize| {
            let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
            format!("{},\"note\":{open}{close}}}", &SIGN_IN[..SIGN_IN.len() - 1])
        };
        vec![
            sign_in("a body with a key twice", 400)
                .body(r#"{"handle":"nobody","recoveryCode":"0123456789012345","note":{"a":1,"a":2}}"#),
            sign_in("a body with a key twice, encoded", 400)
                .body(r#"{"handle":"nobody","recoveryCode":"0123456789012345","note":[{"a":1,"\u0061":2}]}"#),
            sign_in("a body that is no UTF-8", 400)
                .body(b"{\"handle\":\"\xff\",\"recoveryCode\":\"0123456789012345\"}"),
            sign_in("a body with two lengths", 401).with("content-length", "5").chunked(SIGN_IN.as_bytes()),
            sign_in("a body that is compressed", 400)
                .with("content-encoding", "gzip")
                .body(b"\x1f\x8b\x08\0\0\0\0\0\0\0"),
            sign_in("a body of another media type", 401).with("content-type", kind).body(SIGN_IN),
            sign_in("a body with something after it", 400).body(format!("{SIGN_IN}{{}}")),
            sign_in("a body with space around it", 401).body(format!("\r\n\t {SIGN_IN} \n")),
            sign_in("a body that is an array", 400).body(format!("[{SIGN_IN}]")),
            sign_in("an empty body", 400).body(""),
            sign_in("a body of 32 levels", 401).body(nested(32)),
            sign_in("a body of 33 levels", 400).body(nested(33)),
            odd("a GET with a body", "GET /api/deployment", 200).body("not JSON"),
            odd("a query that is no UTF-8", "GET /api/leaderboard?limit=5&other=%ff", 400),
            odd("a parameter twice", "GET /api/leaderboard?limit=5&limit=5", 400),
            odd("an unknown parameter twice", "GET /api/leaderboard?other=1&limit=5&other=1", 200),
        ]
    }
}

/// The methods of a path, as `Allow` lists them.
fn methods_of(path: &str) -> String {
    let methods = ROUTES.iter().filter(|route| route.path() == path).map(|route| route.method().as_str());
    methods.collect::<Vec<_>>().join(", ")
}
