//! Requests at the edges of HTTP, byte for byte, and the expected response to each: methods, heads, encodings,
//! credentials, pages of other sites, and sizes at the bound and one beyond. `odd.txt` lists them and describes its
//! format.

use super::client::{ROOM, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
use super::statement::{methods_of, of_pages};
use madsim::time::timeout;
use std::time::Duration;

const CASES: &str = include_str!("odd.txt");
const SIGN_IN: &str = r#"{"handle":"nobody","recoveryCode":"0123456789012345"}"#;
const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
/// The header that clears a session's cookie.
pub(super) const CLEARED: &str = "service_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";

/// A request and the expected response.
#[derive(Default)]
struct OddRequest {
    what: &'static str,
    /// The method and the path.
    line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    status: u16,
    /// Whether the server closes the connection.
    closes: bool,
    /// Expected headers of the response.
    due: Vec<(String, Option<String>)>,
}

impl OddRequest {
    fn line(&mut self, line: &str) {
        let header = |text: &str| text.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
        if let Some(text) = line.strip_prefix("> ") {
            match header(text) {
                _ if text == "-host" => self.headers.retain(|(name, _)| name != "host"),
                None => self.line = text.to_owned(),
                Some((name, value)) => {
                    let (value, times) = value.rsplit_once(" times ").unwrap_or((&value, "1"));
                    let one = (name, filled(value, "f", self.headers_size("x-filler")));
                    self.headers.extend(std::iter::repeat_n(one, times.parse().unwrap_or(1)));
                }
            }
        } else if let Some(text) = line.strip_prefix("body") {
            self.body = unescaped(&filled(text.strip_prefix(' ').unwrap_or(text), " ", 0));
            self.headers.push(("content-length".to_owned(), self.body.len().to_string()));
        } else if let Some(text) = line.strip_prefix("chunked ") {
            let body = unescaped(&filled(text, " ", 0));
            for chunk in body.chunks(body.len().div_ceil(2).max(1)) {
                self.body.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
                self.body.extend([chunk, b"\r\n"].concat());
            }
            self.body.extend(b"0\r\n\r\n");
            self.headers.push(("transfer-encoding".to_owned(), "chunked".to_owned()));
        } else if let Some(text) = line.strip_prefix("< ") {
            match (header(text), text.strip_prefix('-')) {
                (_, Some(name)) => self.due.push((name.to_owned(), None)),
                (Some((name, value)), None) => self.due.push((name, Some(value))),
                (None, None) if text == "of pages" => {
                    self.due.extend(of_pages().map(|(name, value)| (name.to_owned(), Some(value.to_owned()))));
                }
                (None, None) => {
                    let (status, close) = text.split_once(' ').unwrap_or((text, ""));
                    (self.status, self.closes) = (status.parse().unwrap_or_default(), close == "close");
                }
            }
        }
    }

    /// The size of all headers as the server counts them, with another one without a value.
    fn headers_size(&self, more: &str) -> usize {
        self.headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum::<usize>() + more.len() + 4
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{} HTTP/1.1\r\n", self.line);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        [&unescaped(&head), b"\r\n".as_slice(), &self.body].concat()
    }

    fn is_head(&self) -> bool {
        self.line.starts_with("HEAD ")
    }

    fn wrong_headers(&self, response: &ClientResponse) -> Option<String> {
        if self.closes != (response.header("connection") == Some("close")) {
            return Some(format!("the connection closes: {}", !self.closes));
        }
        let given = |name: &str| if name == "error" { response.json["error"].as_str() } else { response.header(name) };
        let wrong = self.due.iter().find(|(name, value)| given(name) != value.as_deref());
        if let Some((name, value)) = wrong {
            return Some(format!("{name} is not {value:?}"));
        }
        None
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

impl SimClient {
    /// One of the cases, with its variables replaced.
    fn draw_odd(&mut self) -> Option<OddRequest> {
        let judge = self.host.judge();
        let token = judge.known.caller(&self.name).claims.map(|claims| judge.keys.token(&claims).reveal().to_owned());
        let seat = judge.known.seats.values().next_back().map(|claims| judge.keys.token(claims).reveal().to_owned());
        drop(judge);
        let setup = &self.host.setup;
        let variables = [
            ("$token", token),
            ("$seat", seat),
            ("$listed", setup.cors_origins.last().cloned()),
            ("$own", Some(setup.own_origin())),
            ("$base", Some(setup.base_url.to_owned())),
        ];
        let is_known = |case: &&str| {
            !case.starts_with('#') && variables.iter().all(|(name, value)| value.is_some() || !case.contains(name))
        };
        let cases: Vec<&'static str> = CASES.trim_end().split("\n\n").filter(is_known).collect();
        let (what, lines) = self.rng.pick(&cases)?.split_once('\n')?;
        let host = ("host".to_owned(), "turnstone.example".to_owned());
        let mut odd = OddRequest { what, headers: vec![host], ..OddRequest::default() };
        for line in lines.lines() {
            let mut line = self.chosen(line).replace("$sign_in", SIGN_IN);
            for (name, value) in &variables {
                line = line.replace(name, value.as_deref().unwrap_or_default());
            }
            if let Some(levels) = line.strip_prefix("body $nested:").and_then(|levels| levels.parse::<usize>().ok()) {
                let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
                line = format!("body {},\"note\":{open}{close}}}", &SIGN_IN[..SIGN_IN.len() - 1]);
            }
            if let Some(count) = line.strip_prefix("body $pings:").and_then(|count| count.parse::<usize>().ok()) {
                line = format!("body [{}]", vec![PING; count].join(","));
            }
            let path = odd.line.split(' ').nth(1).unwrap_or_default();
            odd.line(&line.replace("$allow", &methods_of(path)));
        }
        Some(odd)
    }

    /// A line with one of each of its choices.
    fn chosen(&mut self, line: &str) -> String {
        let (mut out, mut rest) = (String::new(), line);
        while let Some((before, (choices, after))) =
            rest.split_once("?(").and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
        {
            let choices: Vec<&str> = choices.split('|').collect();
            out += before;
            out += self.rng.one(&choices);
            rest = after;
        }
        out + rest
    }

    pub(super) async fn send_odd(&mut self) {
        let Some(odd) = self.draw_odd() else { return };
        let mark = self.host.mark();
        let Some(mut line) = self.connect(ROOM).await else { return };
        let Some(()) = line.send(&odd.bytes()).await else { return };
        let response = timeout(Duration::from_secs(20), line.response(odd.is_head())).await.ok().flatten();
        if let Some(response) = &response {
            let path = format!("{} ({})", odd.line, odd.what);
            let ask = ClientRequest { path, ..ClientRequest::default() };
            self.host.response(self.n, &ask, response);
        }
        // Rate limits are checked before other errors.
        if !self.host.all_well_since(mark) || response.as_ref().is_some_and(|response| response.status == 429) {
            return;
        }
        let brief = response.as_ref().map(ClientResponse::brief);
        let Some(response) = response.filter(|response| response.status == odd.status) else {
            return self.host.fail(format!("{} was answered {brief:?}, {} is due", odd.what, odd.status));
        };
        let (method, path) = odd.line.split_once(' ').unwrap_or_default();
        let stated = self.host.stated((method, path), odd.header("origin"), odd.header("accept-encoding"));
        let wrong = odd.wrong_headers(&response);
        if let Some(what) = wrong.or_else(|| self.host.judge_statement(&stated, &response)) {
            self.host.fail(format!("after {}: {what}: {:?}", odd.what, response.headers));
        }
        self.host.hit("network: an odd request got the expected response");
    }
}

/// A text with as much filler as `$fill` needs, beside `beside` other bytes.
fn filled(text: &str, with: &str, beside: usize) -> String {
    let Some((before, size)) = text.split_once("$fill:") else { return text.to_owned() };
    let size = size.parse::<usize>().unwrap_or_default().saturating_sub(beside + before.len());
    format!("{before}{}", with.repeat(size))
}

/// The bytes of a text with escapes. Escapes of JSON stay.
fn unescaped(text: &str) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let code = rest.get(at + 2..at + 4).and_then(|code| u8::from_str_radix(code, 16).ok());
        let (byte, length) = match (rest.as_bytes().get(at + 1), code) {
            (Some(b't'), _) => (b'\t', 2),
            (Some(b'r'), _) => (b'\r', 2),
            (Some(b'n'), _) => (b'\n', 2),
            (Some(b'x'), Some(code)) => (code, 4),
            _ => (b'\\', 1),
        };
        out.push(byte);
        rest = &rest[at + length..];
    }
    out.extend_from_slice(rest.as_bytes());
    out
}
