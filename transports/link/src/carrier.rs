//! The carrier of a session: one HTTP/1.1 request that is upgraded to a byte stream, so that it passes proxies.

use crate::machine::LinkMachine;
use crate::session::{Carried, LinkVersion, PROOF, in_this_time};
use http::header::{CONNECTION, HOST, UPGRADE};
use http::{HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_body_util::Empty;
use hyper::body::{Bytes, Incoming};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use turnstone_engine::env::{Env, within};
use turnstone_engine::hyper_env::Hyper;

/// How long a request, a connection or its response may take.
const DEADLINE: Duration = Duration::from_secs(5);

/// A byte stream that began as a request.
pub type LinkStream = TokioIo<Upgraded>;

/// Answer the request of a peer that dials, within 3 s.
pub async fn upgraded<S>(env: &impl Env, stream: TokioIo<S>) -> io::Result<Carried<LinkStream>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    in_this_time(env, PROOF, async { upgrade(env, stream).await.map_err(io::Error::other) }).await
}

async fn upgrade<S>(
    env: &impl Env,
    stream: TokioIo<S>,
) -> Result<Carried<LinkStream>, Box<dyn std::error::Error + Send + Sync>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let upgrade = Arc::new(Mutex::new(None::<(OnUpgrade, LinkVersion)>));
    let own = upgrade.clone();
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        let mut response = Response::new(Empty::<Bytes>::new());
        let version = request.headers().get(UPGRADE).and_then(LinkVersion::of_protocol);
        if let (&Method::POST, Some(version)) = (request.method(), version) {
            *own.lock().unwrap_or_else(PoisonError::into_inner) = Some((hyper::upgrade::on(&mut request), version));
            *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("upgrade"));
            response.headers_mut().insert(UPGRADE, version.protocol());
        } else {
            *response.status_mut() = StatusCode::NOT_FOUND;
        }
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(Hyper(env.clone())).serve_connection(stream, service).with_upgrades().await?;
    let upgrade = upgrade.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (upgrade, version) = upgrade.ok_or("it was no request for a link")?;
    Ok(Carried { stream: TokioIo::new(upgrade.await?), version })
}

/// How long a look at an address may take.
const PROBE: Duration = Duration::from_millis(200);

/// The address of a listener for links.
#[derive(Clone, Debug)]
pub struct PeerAddress {
    text: String,
    host: String,
    port: u16,
    is_tls: bool,
    uri: Uri,
    authority: HeaderValue,
}

impl PeerAddress {
    /// Read an address such as `https://primary.example.org` or `http://10.0.0.1:9500`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} must be an http or https URL without a user");
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) | None => return Err(wrong()),
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(wrong)?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).parse().map_err(|_| wrong())?;
        let header = HeaderValue::from_str(authority.as_str()).map_err(|_| wrong())?;
        Ok(Self { text: text.to_owned(), host, port, is_tls, uri: path, authority: header })
    }

    /// The address as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the machine says that nothing listens at the address: the process there has ended. `None` if it does not say
    /// anything in time.
    pub async fn is_closed(&self, machine: &impl LinkMachine) -> Option<bool> {
        match within(machine, PROBE, machine.connect(&self.host, self.port)).await? {
            Ok(_) => Some(false),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => Some(true),
            Err(_) => None,
        }
    }

    /// Connect, and upgrade the connection.
    pub async fn connect(&self, machine: &impl LinkMachine) -> io::Result<Carried<LinkStream>> {
        match in_this_time(machine, DEADLINE, self.request(machine, LinkVersion::Present)).await {
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                in_this_time(machine, DEADLINE, self.request(machine, LinkVersion::Former)).await
            }
            connected => connected,
        }
    }

    async fn request(&self, machine: &impl LinkMachine, version: LinkVersion) -> io::Result<Carried<LinkStream>> {
        let stream = machine.connect(&self.host, self.port).await?;
        if !self.is_tls {
            return self.upgrade(machine, stream, version).await;
        }
        let name = ServerName::try_from(self.host.clone()).map_err(io::Error::other)?;
        self.upgrade(machine, connector().connect(name, stream).await?, version).await
    }

    async fn upgrade(
        &self,
        env: &impl Env,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        version: LinkVersion,
    ) -> io::Result<Carried<LinkStream>> {
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(io::Error::other)?;
        env.spawn(async move { drop(connection.with_upgrades().await) });
        let mut request = Request::new(Empty::<Bytes>::new());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.uri.clone();
        request.headers_mut().insert(HOST, self.authority.clone());
        request.headers_mut().insert(CONNECTION, HeaderValue::from_static("upgrade"));
        request.headers_mut().insert(UPGRADE, version.protocol());
        let response = sender.send_request(request).await.map_err(io::Error::other)?;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            let has_other = response.status() == StatusCode::NOT_FOUND;
            let kind = if has_other { ErrorKind::Unsupported } else { ErrorKind::Other };
            return Err(io::Error::new(kind, format!("no listener for this link: it answered {}", response.status())));
        }
        let stream = TokioIo::new(hyper::upgrade::on(response).await.map_err(io::Error::other)?);
        Ok(Carried { stream, version })
    }
}

/// TLS that trusts the public certificate authorities.
pub fn connector() -> TlsConnector {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use turnstone_engine::runtime::Tokio;

    async fn listener() -> (TcpListener, PeerAddress) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = PeerAddress::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        (listener, address)
    }

    #[tokio::test]
    async fn two_machines_of_this_version_use_its_link() {
        let (listener, address) = listener().await;
        let answers =
            async { upgraded(&Tokio::current(), TokioIo::new(listener.accept().await.unwrap().0)).await.unwrap() };
        let machine = Tokio::current();
        let (answered, dialed) = tokio::join!(answers, address.connect(&machine));
        assert_eq!([answered.version, dialed.unwrap().version], [LinkVersion::Present; 2]);
    }

    #[tokio::test]
    async fn a_machine_of_the_version_before_is_answered_with_its_link() {
        let (listener, address) = listener().await;
        let answers =
            async { upgraded(&Tokio::current(), TokioIo::new(listener.accept().await.unwrap().0)).await.unwrap() };
        let machine = Tokio::current();
        let (answered, dialed) = tokio::join!(answers, address.request(&machine, LinkVersion::Former));
        assert_eq!([answered.version, dialed.unwrap().version], [LinkVersion::Former; 2]);
    }

    /// It knows one protocol, and answers every other one with 404.
    async fn answer_as_former(listener: TcpListener) {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                request.push(stream.read_u8().await.unwrap());
            }
            let request = String::from_utf8(request).unwrap();
            let answer = if request.contains("upgrade: turnstone-standby\r\n") {
                "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: turnstone-standby\r\n\r\n"
            } else {
                "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
            };
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_machine_of_the_version_before_is_dialled_by_its_link() {
        let (listener, address) = listener().await;
        let answers = tokio::spawn(answer_as_former(listener));
        assert_eq!(address.connect(&Tokio::current()).await.unwrap().version, LinkVersion::Former);
        answers.abort();
    }
}
