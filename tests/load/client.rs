//! One persistent HTTP/1.1 connection.

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
    pub(crate) host: String,
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

    /// A request with a JSON body (none for null) and the answer's status and body; an error when the server is gone.
    pub(crate) async fn try_ask(&mut self, method: Method, path: &str, body: &Value) -> hyper::Result<(u16, Value)> {
        let response = self.send(method, path, body).await?;
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await?.to_bytes();
        Ok((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
    }

    /// A request with a JSON body (none for null) and the head of the answer.
    pub(crate) async fn send(&mut self, method: Method, path: &str, body: &Value) -> hyper::Result<Response<Incoming>> {
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
