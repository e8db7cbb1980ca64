//! Reads addresses over HTTP and HTTPS.

use super::send;
use crate::config::without_credentials;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Request, Uri};
use std::error::Error;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;
use turnstone_link::connector;

/// How long fetching may take.
const DEADLINE: Duration = Duration::from_secs(30);

/// Whether a text is an address that can be fetched, and no file.
pub(super) fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// The body of a successful response with at most `largest` bytes. Redirects are not followed.
pub(super) async fn fetch(url: &str, largest: usize) -> Result<Bytes, Box<dyn Error>> {
    let shown = without_credentials(url);
    let fetched = tokio::time::timeout(DEADLINE, request(url, largest)).await;
    fetched
        .map_err(|_| format!("{shown} was not received in time"))?
        .map_err(|error| format!("{shown}: {error}").into())
}

async fn request(url: &str, largest: usize) -> Result<Bytes, Box<dyn Error>> {
    let uri: Uri = url.parse()?;
    let is_tls = uri.scheme_str() == Some("https");
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
    let authority = authority.ok_or("the URL must name a host, and no user")?;
    let host = authority.host().trim_matches(['[', ']']).to_owned();
    let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::get(path).body(Full::default())?;
    let stream = TcpStream::connect((host.as_str(), port)).await?;
    let response = if is_tls {
        let stream = connector().connect(ServerName::try_from(host)?, stream).await?;
        send(stream, authority.as_str(), request).await?
    } else {
        send(stream, authority.as_str(), request).await?
    };
    if !response.status().is_success() {
        return Err(format!("the server answered {}", response.status()).into());
    }
    let body = Limited::new(response.into_body(), largest).collect().await.map_err(|error| error.to_string())?;
    Ok(body.to_bytes())
}
