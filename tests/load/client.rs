//! A client with one HTTP/1.1 connection. It opens it at its first request, and again when the server has closed it.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::io;
use std::net::SocketAddr;

pub(crate) struct Client {
    connection: Option<SendRequest<Full<Bytes>>>,
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
}

impl Client {
    pub(crate) const fn new(address: SocketAddr) -> Self {
        Self { connection: None, address, token: None }
    }

    /// A client that has connected.
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self { connection: Some(connect(address).await.unwrap()), ..Self::new(address) }
    }

    /// A request with a JSON body (none for null) and the answer's status and body; an error when the server is gone.
    pub(crate) async fn try_ask(&mut self, method: Method, path: &str, body: &Value) -> io::Result<(u16, Value)> {
        let response = self.send(method, path, body).await?;
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.map_err(io::Error::other)?.to_bytes();
        Ok((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
    }

    /// A request with a JSON body (none for null) and the head of the answer.
    pub(crate) async fn send(&mut self, method: Method, path: &str, body: &Value) -> io::Result<Response<Incoming>> {
        let mut request = Request::builder().method(method).uri(path).header("host", self.address.to_string());
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let bytes = if body.is_null() {
            Bytes::new()
        } else {
            request = request.header("content-type", "application/json");
            Bytes::from(body.to_string())
        };
        let mut request = request.body(Full::new(bytes)).unwrap();
        loop {
            let mut connection = match self.connection.take() {
                Some(open) if !open.is_closed() => open,
                Some(_) | None => connect(self.address).await?,
            };
            // If this fails, so does the next call, which returns the request.
            let _ = connection.ready().await;
            match connection.try_send_request(request).await {
                Ok(response) => {
                    self.connection = Some(connection);
                    return Ok(response);
                }
                // The server closed the connection before it took the request.
                Err(mut failed) => match failed.take_message() {
                    Some(unsent) => request = unsent,
                    None => return Err(io::Error::other(failed.into_error())),
                },
            }
        }
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

async fn connect(address: SocketAddr) -> io::Result<SendRequest<Full<Bytes>>> {
    let stream = tokio::net::TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    Ok(sender)
}
