//! `turnstone verify`

use super::{CommandResult, block_on, get, say};
use clap::Args;
use http_body_util::{BodyExt, Limited};
use hyper::body::Bytes;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpStream;
use turnstone_server::config::without_credentials;
use turnstone_service::games::{Bundle, SHIPPED, Verdict};

/// Maximum size of a bundle in bytes.
const LARGEST_BUNDLE: usize = 16 << 20;
/// Maximum length of a shown name of a bundle: an id has 34 characters.
const LONGEST_NAME: usize = 80;
/// Maximum length of a shown error.
const LONGEST_WHY: usize = 300;
/// How long fetching a bundle may take.
const DEADLINE: Duration = Duration::from_secs(30);

#[derive(Args, Debug)]
pub(super) struct Verify {
    /// A file, or an http URL such as http://127.0.0.1:8080/api/tables/t_.../replay
    bundle: String,
}

impl Verify {
    pub(super) fn run(self) -> CommandResult {
        let bytes = if self.bundle.starts_with("http://") {
            // The timer is made inside: it needs the runtime.
            block_on(async { tokio::time::timeout(DEADLINE, fetch(&self.bundle)).await })?
                .map_err(|_| "the bundle was not received in time")??
        } else if self.bundle.starts_with("https://") {
            return Err("only http URLs can be fetched: download the bundle and give the file".into());
        } else {
            read(&self.bundle).map_err(|error| format!("{}: {error}", self.bundle))?
        };
        let bundle =
            parse(&bytes).map_err(|error| format!("not a replay bundle: {}", harmless(&error, LONGEST_WHY)))?;
        Ok(report(&bundle, SHIPPED.verify(&bundle)))
    }
}

fn read(file: &str) -> Result<Bytes, Box<dyn Error>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LARGEST_BUNDLE as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST_BUNDLE {
        return Err(format!("has more than {LARGEST_BUNDLE} bytes, the maximum of a bundle").into());
    }
    Ok(bytes.into())
}

/// A bundle, or the error with its path in the bundle.
fn parse(bytes: &[u8]) -> Result<Bundle, String> {
    #[derive(serde::Deserialize)]
    struct ErrorBody {
        error: String,
    }
    if let Ok(ErrorBody { error }) = serde_json::from_slice(bytes) {
        return Err(format!("the server's error, \"{error}\""));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let bundle = serde_path_to_error::deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(bundle)
}

/// Untrusted text for a terminal: printable characters only, and a bounded number of them.
fn harmless(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (at, letter) in text.chars().enumerate() {
        if at == longest {
            shown.push('…');
            break;
        }
        match letter {
            ' '..='~' => shown.push(letter),
            other => shown.extend(other.escape_debug()),
        }
    }
    shown
}

fn report(bundle: &Bundle, verdict: Verdict) -> ExitCode {
    let [session_id, game_id, version] =
        [&bundle.session_id, &bundle.game_id, &bundle.version].map(|name| harmless(name, LONGEST_NAME));
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
            say(&format!(
                "{session_id} ({game_id} {version}): cannot be checked by this build: {}",
                harmless(&why, LONGEST_WHY)
            ));
            ExitCode::from(3)
        }
        Verdict::Broken(why) => {
            say(&format!("{session_id} ({game_id} {version}): does NOT hold: {}", harmless(&why, LONGEST_WHY)));
            ExitCode::FAILURE
        }
    }
}

async fn fetch(url: &str) -> Result<Bytes, Box<dyn Error>> {
    let uri: hyper::Uri = url.parse()?;
    let host = uri.host().ok_or("the URL names no host")?;
    let stream = TcpStream::connect((host.trim_matches(['[', ']']), uri.port_u16().unwrap_or(80))).await?;
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let response = get(stream, authority, uri.path_and_query().map_or("/", |path| path.as_str())).await?;
    if !response.status().is_success() {
        let url = without_credentials(url);
        return Err(format!("{url} answered {}", response.status()).into());
    }
    let body = Limited::new(response.into_body(), LARGEST_BUNDLE).collect().await.map_err(|error| error.to_string())?;
    Ok(body.to_bytes())
}
