//! One persistent HTTP/1.1 connection, and the events of a stream on one.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;

pub(crate) struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    pub(crate) token: Option<String>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let stream = tokio::net::TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Self { sender, host: address.to_string(), token: None }
    }

    /// Another connection of the same member.
    pub(crate) async fn again(&self) -> Self {
        Self { token: self.token.clone(), ..Self::connect(self.host.parse().unwrap()).await }
    }

    /// A request with a JSON body (none for null) and the answer's status and body; an error when the server is gone.
    pub(crate) async fn try_ask(&mut self, method: Method, path: &str, body: &Value) -> hyper::Result<(u16, Value)> {
        let response = self.send(method, path, body).await?;
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await?.to_bytes();
        Ok((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
    }

    async fn send(&mut self, method: Method, path: &str, body: &Value) -> hyper::Result<Response<Incoming>> {
        let mut request = Request::builder().method(method).uri(path).header("host", &self.host);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let bytes = if body.is_null() {
            Bytes::new()
        } else {
            request = request.header("content-type", "application/json");
            Bytes::from(body.to_string())
        };
        self.sender.ready().await?;
        self.sender.send_request(request.body(Full::new(bytes)).unwrap()).await
    }

    /// Open a stream. It takes the connection.
    pub(crate) async fn stream(mut self, path: &str) -> Events {
        let response = self.send(Method::GET, path, &Value::Null).await.unwrap();
        assert_eq!(response.status(), 200, "GET {path}");
        Events { body: response.into_body(), text: Vec::new(), _client: self }
    }

    pub(crate) async fn ask(&mut self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        self.try_ask(method, path, body).await.unwrap()
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, body).await;
        assert_eq!(status, 200, "POST {path}: {answer}");
        answer
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        let (status, answer) = self.ask(Method::GET, path, &Value::Null).await;
        assert_eq!(status, 200, "GET {path}: {answer}");
        answer
    }
}

/// The events of an open stream.
pub(crate) struct Events {
    body: Incoming,
    /// What has been read of the next event.
    text: Vec<u8>,
    /// The connection lasts as long.
    _client: Client,
}

impl Events {
    /// The data of the next event; nothing once the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            while let Some(end) = self.text.windows(2).position(|two| two == b"\n\n") {
                let event: Vec<u8> = self.text.drain(..end + 2).collect();
                let event = String::from_utf8(event).unwrap();
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                if field("event: ") == Some("end") {
                    return None;
                }
                if let Some(data) = field("data: ") {
                    return Some(serde_json::from_str(data).unwrap());
                }
            }
            let frame = self.body.frame().await?.ok()?;
            self.text.extend_from_slice(frame.data_ref()?);
        }
    }
}
