//! HTTP/1.1 on the client's side: requests as text, responses parsed from the connection.

use crate::world::NetStream;
use futures_util::FutureExt;
use madsim::time::Instant;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Larger bodies are documents and are not parsed as JSON.
const LARGEST: usize = 64 << 10;

#[derive(Clone, Default, Debug)]
pub(super) enum Auth {
    #[default]
    Anonymous,
    Bearer(String),
    /// A `Cookie` header.
    Cookie(String),
}

pub(super) type Header = (&'static str, String);

#[derive(Clone, Default, Debug)]
pub(super) struct ClientRequest {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) body: Option<String>,
    pub(super) auth: Auth,
    pub(super) headers: Vec<Header>,
    /// The caller whose state is updated from the reply, and the step of the request.
    pub(super) caller: Option<(String, u32)>,
}

impl ClientRequest {
    /// A request without a credential.
    pub(super) fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), ..Self::default() }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The number of the step that drew it.
    pub(super) fn step(&self) -> u32 {
        self.caller.as_ref().map_or(0, |(_, step)| *step)
    }

    /// The time that the server may wait, beside the network.
    pub(super) fn wait_s(&self) -> f64 {
        let wait = self.path.split(['?', '&']).find_map(|part| part.strip_prefix("wait="));
        let wait = wait.and_then(|wait| wait.parse::<f64>().ok());
        wait.or_else(|| Some(self.tool_wait_s())).filter(|seconds| (0.0..=50.0).contains(seconds)).unwrap_or_default()
    }

    /// Whether it opens a stream.
    pub(super) fn is_stream(&self) -> bool {
        self.path.split('?').next().is_some_and(|path| path.ends_with("/stream"))
    }
}

#[derive(Clone, Debug)]
pub(super) struct ClientResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    pub(super) json: Value,
}

impl ClientResponse {
    pub(super) fn new(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Self {
        let json =
            if body.len() < LARGEST { serde_json::from_slice(&body).unwrap_or(Value::Null) } else { Value::Null };
        Self { status, headers, body, json }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn headers_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn code(&self) -> &str {
        self.json["code"].as_str().filter(|_| self.status >= 400).unwrap_or("")
    }

    /// A short text for reports.
    pub(super) fn brief(&self) -> String {
        let text: String = String::from_utf8_lossy(&self.body).chars().take(600).collect();
        format!("{} {text}", self.status)
    }
}

/// A connection with a partially read response.
pub(super) struct HalfRead {
    wire: NetStream,
    /// The bytes of an incomplete response.
    pub(super) buffer: Vec<u8>,
    pub(super) used_at: Instant,
}

impl HalfRead {
    pub(super) fn new(wire: NetStream) -> Self {
        Self { wire, buffer: Vec::new(), used_at: Instant::now() }
    }

    pub(super) async fn send(&mut self, bytes: &[u8]) -> Option<()> {
        self.used_at = Instant::now();
        self.wire.write_all(bytes).await.ok()?;
        self.wire.flush().await.ok()
    }

    /// Read at most this many bytes; `None` if the server has closed.
    pub(super) async fn read(&mut self, most: usize) -> Option<usize> {
        let mut bytes = vec![0; most];
        let count = self.wire.read(&mut bytes).await.ok().filter(|count| *count > 0)?;
        self.buffer.extend_from_slice(&bytes[..count]);
        Some(count)
    }

    /// Whether the server has sent something or closed.
    pub(super) fn has_news(&mut self) -> bool {
        let mut bytes = [0; 1 << 10];
        let read = self.wire.read(&mut bytes).now_or_never();
        let count = read.as_ref().and_then(|read| read.as_ref().ok().copied()).unwrap_or(0);
        self.buffer.extend_from_slice(&bytes[..count]);
        read.is_some()
    }

    /// The next response, for HEAD without a body; `None` if the server closes before it is complete.
    pub(super) async fn response(&mut self, is_head: bool) -> Option<ClientResponse> {
        loop {
            if let Some(response) = self.take(is_head) {
                self.used_at = Instant::now();
                return Some(response);
            }
            self.read(16 << 10).await?;
        }
    }

    /// Take a complete response off the buffer.
    pub(super) fn take(&mut self, is_head: bool) -> Option<ClientResponse> {
        let end = self.buffer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let head = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let length: usize = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
        let length = if is_head || status == 304 || status == 204 { 0 } else { length };
        if self.buffer.len() < end + length {
            return None;
        }
        let body = self.buffer[end..end + length].to_vec();
        self.buffer.drain(..end + length);
        Some(ClientResponse::new(status, headers, body))
    }
}
