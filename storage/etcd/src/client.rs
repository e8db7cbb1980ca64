//! A connection to etcd: one endpoint at a time, the next one after an error.

use crate::call::{EtcdError, Txn, TxnAnswer, number};
use crate::connection::EtcdConnection;
use crate::tls::{CertificateEnds, EtcdTls};
use crate::watch::Watch;
use http::header::{CONTENT_TYPE, HOST};
use http::{HeaderValue, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::ServerName;

/// How long a call may take.
const CALL: Duration = Duration::from_millis(400);
/// The most bytes of an answer to a transaction, and to any other call.
const ANSWER_BYTES: usize = 64 << 20;
const SHORT_ANSWER_BYTES: usize = 64 << 10;

/// Where etcd is, and how it is reached.
#[derive(Clone, Default, Debug)]
pub struct EtcdSettings {
    /// The URLs of its endpoints.
    pub endpoints: Vec<String>,
    /// The certificate authority of its certificates; public ones without it.
    pub ca_file: Option<PathBuf>,
    /// The certificate and the private key of this node, if etcd requires them.
    pub client_files: Option<(PathBuf, PathBuf)>,
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(String);

impl SettingsError {
    pub(crate) const fn new(why: String) -> Self {
        Self(why)
    }
}

#[derive(Clone)]
struct EtcdEndpoint {
    host: String,
    port: u16,
    is_tls: bool,
    authority: HeaderValue,
}

/// A client with at most one connection for calls. Each clone has its own. A watch has a connection of its own, too.
pub struct EtcdClient {
    endpoints: Arc<[EtcdEndpoint]>,
    tls: Option<Arc<EtcdTls>>,
    /// The endpoint of the next connection.
    next: usize,
    connection: Option<SendRequest<Full<Bytes>>>,
}

impl Clone for EtcdClient {
    fn clone(&self) -> Self {
        let (endpoints, tls) = (self.endpoints.clone(), self.tls.clone());
        Self { endpoints, tls, next: self.next, connection: None }
    }
}

impl EtcdClient {
    /// A client, which connects at its first call.
    pub fn new(settings: &EtcdSettings) -> Result<Self, SettingsError> {
        let endpoints = settings.endpoints.iter().map(|url| EtcdEndpoint::parse(url)).collect::<Result<Vec<_>, _>>()?;
        if endpoints.is_empty() {
            return Err(SettingsError("there is no endpoint of etcd".to_owned()));
        }
        let is_tls = endpoints.iter().any(|endpoint| endpoint.is_tls);
        let tls = if is_tls { Some(EtcdTls::new(settings)?) } else { None };
        Ok(Self { endpoints: endpoints.into(), tls, next: 0, connection: None })
    }

    /// When the certificates of its connections end. Changed files are read.
    pub fn certificate_ends(&self) -> CertificateEnds {
        self.tls.as_ref().map_or_else(CertificateEnds::default, |tls| tls.ends())
    }

    /// The version of each endpoint that answers, with its URL.
    pub async fn versions(&mut self) -> Vec<(String, String)> {
        let mut versions = Vec::new();
        for _ in 0..self.endpoints.len() {
            let endpoint = self.endpoints[self.next].authority.to_str().unwrap_or_default().to_owned();
            // An error leads to the next endpoint by itself.
            if let Ok(status) = self.value("/v3/maintenance/status", &json!({})).await {
                versions.push((endpoint, status["version"].as_str().unwrap_or_default().to_owned()));
                self.rotate();
            }
        }
        versions
    }

    async fn value(&mut self, path: &'static str, body: &Value) -> Result<Value, EtcdError> {
        let answer = self.call(path, body.to_string().into_bytes(), SHORT_ANSWER_BYTES).await?;
        // The gateway ends the answer of a stream with a line break.
        serde_json::from_slice(&answer).map_err(|error| EtcdError::Unreadable(error.to_string()))
    }

    async fn call(&mut self, path: &'static str, body: Vec<u8>, most: usize) -> Result<Bytes, EtcdError> {
        let answered = timeout(CALL, self.exchange(path, body, most)).await.unwrap_or(Err(EtcdError::TimedOut));
        answered.inspect_err(|_| self.rotate())
    }

    async fn exchange(&mut self, path: &'static str, body: Vec<u8>, most: usize) -> Result<Bytes, EtcdError> {
        let endpoint = self.endpoints[self.next].clone();
        let reused = match self.connection.take() {
            Some(mut connection) => connection.ready().await.is_ok().then_some(connection),
            None => None,
        };
        let mut connection = match reused {
            Some(connection) => connection,
            None => self.connect(&endpoint).await?,
        };
        let response = connection.send_request(request(&endpoint, path, body)).await.map_err(lost)?;
        let answer = read(response, most).await?;
        self.connection = Some(connection);
        Ok(answer)
    }

    async fn connect(&self, endpoint: &EtcdEndpoint) -> Result<SendRequest<Full<Bytes>>, EtcdError> {
        let stream = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).await.map_err(lost)?;
        stream.set_nodelay(true).map_err(lost)?;
        let Some(tls) = self.tls.as_ref().filter(|_| endpoint.is_tls) else {
            let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(lost)?;
            drop(tokio::spawn(connection));
            return Ok(sender);
        };
        let name = ServerName::try_from(endpoint.host.clone()).map_err(lost)?;
        let stream = tls.connector().connect(name, stream).await.map_err(handshake_failed)?;
        tls.saw(stream.get_ref().1.peer_certificates());
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(lost)?;
        drop(tokio::spawn(connection));
        Ok(sender)
    }
}

impl EtcdConnection for EtcdClient {
    type Watch = Watch;

    async fn txn(&mut self, txn: &Txn) -> Result<TxnAnswer, EtcdError> {
        TxnAnswer::read(&self.call("/v3/kv/txn", txn.json(), ANSWER_BYTES).await?)
    }

    async fn grant(&mut self, seconds: u64) -> Result<i64, EtcdError> {
        let answer = self.value("/v3/lease/grant", &json!({ "TTL": seconds.to_string() })).await?;
        match text_number(&answer["ID"])? {
            0 => Err(EtcdError::Unreadable("a lease without an id".to_owned())),
            id => Ok(id),
        }
    }

    async fn keep_alive(&mut self, lease: i64) -> Result<bool, EtcdError> {
        let answer = self.value("/v3/lease/keepalive", &json!({ "ID": lease.to_string() })).await?;
        Ok(text_number(&answer["result"]["TTL"])? > 0)
    }

    async fn revoke(&mut self, lease: i64) -> Result<(), EtcdError> {
        self.value("/v3/lease/revoke", &json!({ "ID": lease.to_string() })).await.map(drop)
    }

    async fn watch(&mut self, key: &[u8], end: &[u8], revision: i64) -> Result<Watch, EtcdError> {
        let body = Watch::request(key, end, revision);
        let endpoint = self.endpoints[self.next].clone();
        let opened = timeout(CALL, async {
            let mut connection = self.connect(&endpoint).await?;
            let response = connection.send_request(request(&endpoint, "/v3/watch", body)).await.map_err(lost)?;
            Ok((connection, response))
        });
        let opened = opened.await.unwrap_or(Err(EtcdError::TimedOut));
        let (connection, response) = opened.inspect_err(|_| self.rotate())?;
        if response.status() != StatusCode::OK {
            self.rotate();
            return Err(EtcdError::Rejected(format!("status {}", response.status())));
        }
        Ok(Watch::new(connection, response.into_body()))
    }

    fn rotate(&mut self) {
        self.connection = None;
        self.next = (self.next + 1) % self.endpoints.len();
    }
}

fn handshake_failed(error: io::Error) -> EtcdError {
    EtcdError::Lost(format!("the TLS handshake failed: {error}"))
}

fn lost(error: impl ToString) -> EtcdError {
    EtcdError::Lost(error.to_string())
}

fn request(endpoint: &EtcdEndpoint, path: &'static str, body: Vec<u8>) -> Request<Full<Bytes>> {
    let mut request = Request::new(Full::new(Bytes::from(body)));
    *request.method_mut() = http::Method::POST;
    *request.uri_mut() = Uri::from_static(path);
    request.headers_mut().insert(HOST, endpoint.authority.clone());
    request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    request
}

/// The body of an answer. An error of etcd is a status with a text in its body.
async fn read(response: Response<Incoming>, most: usize) -> Result<Bytes, EtcdError> {
    let status = response.status();
    let most = if status == StatusCode::OK { most } else { SHORT_ANSWER_BYTES };
    let body = Limited::new(response.into_body(), most).collect().await.map_err(lost)?.to_bytes();
    if status == StatusCode::OK {
        return Ok(body);
    }
    let said: Value = serde_json::from_slice(&body).unwrap_or_default();
    let text = said["error"].as_str().or_else(|| said["message"].as_str()).unwrap_or("no reason");
    Err(EtcdError::Rejected(format!("{text} (status {status})")))
}

fn text_number(value: &Value) -> Result<i64, EtcdError> {
    number(value.as_str().unwrap_or(""))
}

impl EtcdEndpoint {
    fn parse(url: &str) -> Result<Self, SettingsError> {
        let wrong = || SettingsError(format!("{url:?} must be an http or https URL with a host"));
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        let is_tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) | None => return Err(wrong()),
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(wrong)?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let port = authority.port_u16().unwrap_or(2379);
        let authority = HeaderValue::from_str(authority.as_str()).map_err(|_| wrong())?;
        Ok(Self { host, port, is_tls, authority })
    }
}
