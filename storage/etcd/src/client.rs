//! A connection to etcd: one endpoint at a time, the next one after an error.

use crate::call::{EtcdError, Txn, TxnAnswer, number};
use crate::connection::EtcdConnection;
use crate::watch::Watch;
use http::header::{CONTENT_TYPE, HOST};
use http::{HeaderValue, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long a call may take.
const CALL: Duration = Duration::from_millis(400);
/// The most bytes of an answer.
const ANSWER_BYTES: usize = 64 << 20;

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
    tls: Option<TlsConnector>,
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
        let tls = if is_tls { Some(connector(settings)?) } else { None };
        Ok(Self { endpoints: endpoints.into(), tls, next: 0, connection: None })
    }

    async fn value(&mut self, path: &'static str, body: &Value) -> Result<Value, EtcdError> {
        let answer = self.call(path, body.to_string().into_bytes()).await?;
        // The gateway ends the answer of a stream with a line break.
        serde_json::from_slice(&answer).map_err(|error| EtcdError::Unreadable(error.to_string()))
    }

    async fn call(&mut self, path: &'static str, body: Vec<u8>) -> Result<Bytes, EtcdError> {
        let answered = timeout(CALL, self.exchange(path, body)).await.unwrap_or(Err(EtcdError::TimedOut));
        answered.inspect_err(|_| self.rotate())
    }

    async fn exchange(&mut self, path: &'static str, body: Vec<u8>) -> Result<Bytes, EtcdError> {
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
        let answer = read(response).await?;
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
        let stream = tls.connect(name, stream).await.map_err(lost)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(lost)?;
        drop(tokio::spawn(connection));
        Ok(sender)
    }
}

impl EtcdConnection for EtcdClient {
    type Watch = Watch;

    async fn txn(&mut self, txn: &Txn) -> Result<TxnAnswer, EtcdError> {
        TxnAnswer::read(&self.call("/v3/kv/txn", txn.json()).await?)
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
async fn read(response: Response<Incoming>) -> Result<Bytes, EtcdError> {
    let status = response.status();
    let body = Limited::new(response.into_body(), ANSWER_BYTES).collect().await.map_err(lost)?.to_bytes();
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

/// TLS with the configured authority and the certificate of this node.
fn connector(settings: &EtcdSettings) -> Result<TlsConnector, SettingsError> {
    let mut roots = RootCertStore::empty();
    match &settings.ca_file {
        Some(file) => {
            for certificate in certificates(file)? {
                let failed = |error| SettingsError(format!("{}: {error}", file.display()));
                roots.add(certificate).map_err(failed)?;
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions")
        .with_root_certificates(roots);
    let config = match &settings.client_files {
        Some((certificate, key)) => {
            let failed = |error: String| SettingsError(format!("{}: {error}", key.display()));
            let own = PrivateKeyDer::from_pem_file(key).map_err(|error| failed(error.to_string()))?;
            config.with_client_auth_cert(certificates(certificate)?, own).map_err(|error| failed(error.to_string()))?
        }
        None => config.with_no_client_auth(),
    };
    Ok(TlsConnector::from(Arc::new(config)))
}

fn certificates(file: &PathBuf) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
    let failed = |error: String| SettingsError(format!("{}: {error}", file.display()));
    let found = CertificateDer::pem_file_iter(file).map_err(|error| failed(error.to_string()))?;
    let found = found.collect::<Result<Vec<_>, _>>().map_err(|error| failed(error.to_string()))?;
    if found.is_empty() { Err(failed("there is no certificate in it".to_owned())) } else { Ok(found) }
}
