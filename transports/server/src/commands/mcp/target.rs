//! The server that messages are forwarded to, over HTTP or HTTPS, with a connection for each message: dropping a request
//! closes its connection, and so withdraws it.

use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use http::{HeaderValue, Request, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::error::Error;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use turnstone_mcp::MCP_PATH;
use turnstone_server::config::without_credentials;
use turnstone_standby::connector;

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a response may take: the longest wait of a tool, and some more.
const LONGEST: Duration = Duration::from_secs(75);
/// Bytes of a response.
const LARGEST: usize = 16 << 20;

/// The server.
pub(super) struct McpTarget {
    host: String,
    port: u16,
    authority: String,
    path: String,
    /// For HTTPS.
    tls: Option<TlsConnector>,
    /// The value of `Authorization`.
    token: Option<HeaderValue>,
}

/// The response of the server.
pub(super) struct ForwardAnswer {
    pub(super) status: StatusCode,
    /// Null if it is no JSON.
    pub(super) body: Value,
}

impl McpTarget {
    /// The server at a URL, with or without the path of the protocol.
    pub(super) fn new(url: &str, token: Option<HeaderValue>) -> Result<Self, Box<dyn Error>> {
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
        Ok(Self {
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port: authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 }),
            authority: authority.to_string(),
            path: format!("{}{MCP_PATH}", path.strip_suffix(MCP_PATH).unwrap_or(path)),
            tls: is_tls.then(connector),
            token,
        })
    }

    /// Send a message; returns its response, or what is wrong with the connection.
    pub(super) async fn post(&self, body: String, headers: &[(&'static str, String)]) -> Result<ForwardAnswer, String> {
        let request = self.request(body, headers).map_err(|error| error.to_string())?;
        timeout(LONGEST, self.exchange(request))
            .await
            .unwrap_or_else(|_| Err("the server did not answer in time".into()))
    }

    fn request(&self, body: String, headers: &[(&'static str, String)]) -> Result<Request<Full<Bytes>>, http::Error> {
        let mut request = Request::post(&self.path)
            .header(HOST, &self.authority)
            .header(USER_AGENT, "turnstone")
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream");
        if let Some(token) = &self.token {
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
        let Some(tls) = &self.tls else { return answered(stream, request).await };
        let name = ServerName::try_from(self.host.clone()).map_err(|error| unreachable(error.to_string()))?;
        let secured = timeout(CONNECT, tls.connect(name, stream)).await;
        let secured = secured.map_err(|_| unreachable("no answer".into()))?;
        answered(secured.map_err(|error| unreachable(error.to_string()))?, request).await
    }
}

async fn answered(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<ForwardAnswer, String> {
    let broken = |error: hyper::Error| format!("no whole answer: {error}");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // Ends with this exchange.
    let mut driver = JoinSet::new();
    driver.spawn(connection);
    let (head, body) = sender.send_request(request).await.map_err(broken)?.into_parts();
    let body = Limited::new(body, LARGEST).collect().await.map_err(|error| format!("no whole answer: {error}"))?;
    let body = serde_json::from_slice(&body.to_bytes()).unwrap_or_default();
    Ok(ForwardAnswer { status: head.status, body })
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
            let target = McpTarget::new(url, None).unwrap();
            assert_eq!((target.host.as_str(), target.port, target.path.as_str()), (host, port, path), "{url}");
            assert_eq!(target.tls.is_some(), url.starts_with("https"), "{url}");
        }
        for bad in ["", "turnstone.example", "ftp://turnstone.example", "http://ada@turnstone.example", "http://"] {
            assert!(McpTarget::new(bad, None).is_err(), "{bad}");
        }
    }
}
