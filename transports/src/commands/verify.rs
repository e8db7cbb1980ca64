//! `turnstone verify`

use super::{Outcome, block_on, say};
use clap::Args;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpStream;
use turnstone_core::games::{Bundle, Verdict, verify};

/// Bytes of a bundle.
const LARGEST_BUNDLE: usize = 16 << 20;
/// How long a bundle may take to come.
const DEADLINE: Duration = Duration::from_secs(30);

#[derive(Args, Debug)]
pub(super) struct Verify {
    /// A file, or an http URL such as http://127.0.0.1:8080/api/tables/t_.../replay
    bundle: String,
}

impl Verify {
    pub(super) fn run(self) -> Outcome {
        let bytes = if self.bundle.starts_with("http://") {
            // The timer is made inside: it needs the runtime.
            block_on(async { tokio::time::timeout(DEADLINE, fetch(&self.bundle)).await })?
                .map_err(|_| "the bundle did not come in time")??
        } else if self.bundle.starts_with("https://") {
            return Err("only http URLs can be fetched: download the bundle and give the file".into());
        } else {
            Bytes::from(std::fs::read(&self.bundle).map_err(|error| format!("{}: {error}", self.bundle))?)
        };
        let bundle: Bundle = serde_json::from_slice(&bytes).map_err(|error| format!("not a replay bundle: {error}"))?;
        Ok(tell(&bundle, verify(&bundle)))
    }
}

fn tell(bundle: &Bundle, verdict: Verdict) -> ExitCode {
    let Bundle { session_id, game_id, version, .. } = bundle;
    match verdict {
        Verdict::Holds => {
            let plies = bundle.log.len();
            say(&format!("{session_id} ({game_id} {version}): holds: commitment, {plies} plies, outcome and digest"));
            ExitCode::SUCCESS
        }
        Verdict::Sealed => {
            say(&format!(
                "{session_id} ({game_id} {version}): the seed is still sealed; keep this bundle and verify later"
            ));
            ExitCode::from(2)
        }
        Verdict::Unknown(why) => {
            say(&format!("{session_id} ({game_id} {version}): cannot be checked by this build: {why}"));
            ExitCode::from(3)
        }
        Verdict::Broken(why) => {
            say(&format!("{session_id} ({game_id} {version}): does NOT hold: {why}"));
            ExitCode::FAILURE
        }
    }
}

async fn fetch(url: &str) -> Result<Bytes, Box<dyn Error>> {
    let uri: hyper::Uri = url.parse()?;
    let host = uri.host().ok_or("the URL names no host")?;
    let stream = TcpStream::connect((host.trim_matches(['[', ']']), uri.port_u16().unwrap_or(80))).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    drop(tokio::spawn(connection));
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = hyper::Request::get(path).header(hyper::header::HOST, authority).body(Empty::<Bytes>::new())?;
    let response = sender.send_request(request).await?;
    if !response.status().is_success() {
        return Err(format!("{url} answered {}", response.status()).into());
    }
    let body = Limited::new(response.into_body(), LARGEST_BUNDLE).collect().await.map_err(|error| error.to_string())?;
    Ok(body.to_bytes())
}
