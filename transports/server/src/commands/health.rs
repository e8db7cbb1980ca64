//! `turnstone health`

use super::{CommandResult, block_on, say, send};
use crate::config::Config;
use clap::Args;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Full};
use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a server may take to respond.
const MAX_WAIT: Duration = Duration::from_secs(5);

#[derive(Args, Debug)]
pub(super) struct HealthCommand {
    /// The address of the server, if neither the configuration nor TURNSTONE_LISTEN has it
    #[arg(long, value_name = "IP:PORT")]
    listen: Option<SocketAddr>,
}

impl HealthCommand {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let address = near(self.listen.unwrap_or(config.server.listen));
        let asked = block_on(async { timeout(MAX_WAIT, ask(address)).await })?;
        let (status, body) = asked.map_err(|_| format!("{address} does not answer within {MAX_WAIT:?}"))??;
        if status == StatusCode::OK {
            say(body.trim_end());
            return Ok(ExitCode::SUCCESS);
        }
        Err(format!("{address} is not ready: {status} {}", body.trim_end()).into())
    }
}

/// The address of a server from its own machine.
fn near(listens: SocketAddr) -> SocketAddr {
    let ip = match listens.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        IpAddr::V4(_) | IpAddr::V6(_) => listens.ip(),
    };
    SocketAddr::new(ip, listens.port())
}

async fn ask(address: SocketAddr) -> Result<(StatusCode, String), Box<dyn Error>> {
    let no_listener = |error: std::io::Error| format!("nothing listens on {address}: {error}");
    let stream = TcpStream::connect(address).await.map_err(no_listener)?;
    let request = Request::get("/readyz").body(Full::default())?;
    let response = send(stream, &address.to_string(), request).await?;
    let status = response.status();
    let body = response.into_body().collect().await?.to_bytes();
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}
