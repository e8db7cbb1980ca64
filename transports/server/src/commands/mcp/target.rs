//! The server that messages are forwarded to, over HTTP or HTTPS, with a connection for each message: dropping a request
//! closes its connection, and so withdraws it.

use crate::config::without_credentials;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use http::{HeaderValue, Request, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::error::Error;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use turnstone_link::connector;
use turnstone_mcp::MCP_PATH;
use turnstone_service::secret::Secret;

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a response may take: the longest wait of a tool, and some more.
const MAX_WAIT: Duration = Duration::from_secs(75);
const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// The server.
pub(super) struct McpTarget {
    host: String,
    port: u16,
    authority: String,
    path: String,
    /// For HTTPS.
    tls: Option<TlsConnector>,
    /// The path of the API.
    api: String,
    /// The value of `Authorization`.
    token: Mutex<Option<HeaderValue>>,
    recovery: Option<Recovery>,
    /// Takes what the server says before its response.
    notices: fn(&Value),
}

/// How a token is fetched.
pub(super) struct Recovery {
    pub(super) handle: String,
    pub(super) code: Secret,
}

/// The response of the server.
pub(super) struct ForwardAnswer {
    pub(super) status: StatusCode,
    /// Null if it is no JSON.
    pub(super) body: Value,
}

impl McpTarget {
    /// The server at a URL, with or without the path of the protocol.
    pub(super) fn new(
        url: &str,
        token: Option<HeaderValue>,
        recovery: Option<Recovery>,
        notices: fn(&Value),
    ) -> Result<Self, Box<dyn Error>> {
        let shown = without_credentials(url);
        let uri: Uri = url.parse().map_err(|_| format!("{shown} is no URL"))?;
        let is_tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(format!("{shown} must begin with http:// or https://").into()),
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        let authority = authority.ok_or_else(|| format!("{shown} must name a host, and no user"))?;
        let path = uri.path().trim_end_matches('/');
        let base = path.strip_suffix(MCP_PATH).unwrap_or(path);
        Ok(Self {
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port: authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 }),
            authority: authority.to_string(),
            path: format!("{base}{MCP_PATH}"),
            api: format!("{base}/api"),
            tls: is_tls.then(connector),
            token: Mutex::new(token),
            recovery,
            notices,
        })
    }

    /// Send a message; returns its response, or what is wrong with the connection. A token that is not valid, or not there
    /// yet, is fetched if possible, and the message sent again: it had no effect.
    pub(super) async fn post(
        &self,
        body: String,
        headers: &[(&'static str, String)],
        uses_connection: bool,
    ) -> Result<ForwardAnswer, String> {
        let known = self.token.lock().await.clone();
        let token = match known {
            None if self.recovery.is_some() => self.renewed(None).await?,
            token => token,
        };
        let answer = self.send(&self.path, body.clone(), headers, token.as_ref()).await?;
        if self.recovery.is_some() && uses_connection && is_signed_out(&answer) {
            let token = self.renewed(token.as_ref()).await?;
            return self.send(&self.path, body, headers, token.as_ref()).await;
        }
        Ok(answer)
    }

    /// A token after this one. Several requests that find the same token invalid fetch one new token.
    async fn renewed(&self, used: Option<&HeaderValue>) -> Result<Option<HeaderValue>, String> {
        let mut token = self.token.lock().await;
        let Some(Recovery { handle, code }) = self.recovery.as_ref().filter(|_| token.as_ref() == used) else {
            return Ok(token.clone());
        };
        let body = json!({ "handle": handle, "recoveryCode": code.reveal() }).to_string();
        let answer = self.send(&format!("{}/token", self.api), body, &[], None).await?;
        let Some(text) = answer.body.get("token").and_then(Value::as_str) else {
            let said = answer.body.get("error").and_then(Value::as_str).unwrap_or_default();
            return Err(format!("no token for {handle}: the server answered {}: {said}", answer.status));
        };
        let mut value = HeaderValue::from_str(&format!("Bearer {text}")).map_err(|error| error.to_string())?;
        value.set_sensitive(true);
        *token = Some(value);
        Ok(token.clone())
    }

    async fn send(
        &self,
        path: &str,
        body: String,
        headers: &[(&'static str, String)],
        token: Option<&HeaderValue>,
    ) -> Result<ForwardAnswer, String> {
        let request = self.request(path, body, headers, token).map_err(|error| error.to_string())?;
        timeout(MAX_WAIT, self.exchange(request))
            .await
            .unwrap_or_else(|_| Err("the server did not answer in time".into()))
    }

    fn request(
        &self,
        path: &str,
        body: String,
        headers: &[(&'static str, String)],
        token: Option<&HeaderValue>,
    ) -> Result<Request<Full<Bytes>>, http::Error> {
        let mut request = Request::post(path)
            .header(HOST, &self.authority)
            .header(USER_AGENT, "turnstone")
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream");
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, token);
        }
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        request.body(Full::new(body.into()))
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<ForwardAnswer, String> {
        let unreachable = |error: String| format!("no connection to {}: {error}", self.authority);
        let connecting = timeout(CONNECT, TcpStream::connect((self.host.as_str(), self.port))).await;
        let stream = connecting.map_err(|_| unreachable("no answer".into()))?;
        let stream = stream.map_err(|error| unreachable(error.to_string()))?;
        let Some(tls) = &self.tls else { return answered(stream, request, self.notices).await };
        let name = ServerName::try_from(self.host.clone()).map_err(|error| unreachable(error.to_string()))?;
        let secured = timeout(CONNECT, tls.connect(name, stream)).await;
        let secured = secured.map_err(|_| unreachable("no answer".into()))?;
        answered(secured.map_err(|error| unreachable(error.to_string()))?, request, self.notices).await
    }
}

/// Whether the server did not know the caller: by its status, or in the error of a tool.
fn is_signed_out(answer: &ForwardAnswer) -> bool {
    let is_error = answer.body.pointer("/result/isError").is_some_and(|is_error| is_error == true);
    let text = answer.body.pointer("/result/content/0/text").and_then(Value::as_str).filter(|_| is_error);
    let error = text.and_then(|text| serde_json::from_str::<Value>(text).ok()).unwrap_or_default();
    answer.status == StatusCode::UNAUTHORIZED || error["code"] == "not_signed_in"
}

async fn answered(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
    notices: fn(&Value),
) -> Result<ForwardAnswer, String> {
    let broken = |error: hyper::Error| format!("no whole answer: {error}");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // Ends with this exchange.
    let mut driver = JoinSet::new();
    driver.spawn(connection);
    let (head, body) = sender.send_request(request).await.map_err(broken)?.into_parts();
    let is_events =
        head.headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    if is_events {
        let body = last_of_events(Limited::new(body, MAX_RESPONSE_BYTES), notices).await?;
        return Ok(ForwardAnswer { status: head.status, body });
    }
    let body =
        Limited::new(body, MAX_RESPONSE_BYTES).collect().await.map_err(|error| format!("no whole answer: {error}"))?;
    let body = serde_json::from_slice(&body.to_bytes()).unwrap_or_default();
    Ok(ForwardAnswer { status: head.status, body })
}

/// The response among events, each of which is a message; the others are passed on as they come.
async fn last_of_events(mut body: Limited<Incoming>, notices: fn(&Value)) -> Result<Value, String> {
    let mut unread = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| format!("no whole answer: {error}"))?;
        unread.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
        while let Some(end) = unread.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = unread.drain(..end + 2).collect();
            let data = event.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"data: "));
            let message: Value = data.and_then(|data| serde_json::from_slice(data).ok()).unwrap_or_default();
            if message.get("id").is_some() {
                return Ok(message);
            }
            notices(&message);
        }
    }
    Err("the answer has no response".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_may_have_a_path_or_the_path_of_the_protocol() {
        for (url, host, port, path) in [
            ("http://127.0.0.1:8080", "127.0.0.1", 8080, "/mcp"),
            ("http://[::1]:8080/mcp", "::1", 8080, "/mcp"),
            ("https://turnstone.example/", "turnstone.example", 443, "/mcp"),
            ("https://club.example/games/mcp/", "club.example", 443, "/games/mcp"),
        ] {
            let target = McpTarget::new(url, None, None, |_| {}).unwrap();
            assert_eq!((target.host.as_str(), target.port, target.path.as_str()), (host, port, path), "{url}");
            assert_eq!(target.tls.is_some(), url.starts_with("https"), "{url}");
        }
        for bad in ["", "turnstone.example", "ftp://turnstone.example", "http://ada@turnstone.example", "http://"] {
            assert!(McpTarget::new(bad, None, None, |_| {}).is_err(), "{bad}");
        }
    }
}
