//! `turnstone verify`

mod fair;

use super::fetch::{fetch, is_url};
use super::{CommandResult, block_on, say};
use clap::Args;
use hyper::body::Bytes;
use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::process::ExitCode;
use turnstone_service::games::{Bundle, SHIPPED, Verdict};

/// Maximum size of a bundle in bytes.
const MAX_BUNDLE_BYTES: usize = 16 << 20;
/// Maximum length of a shown name of a bundle: an id has 34 characters.
const MAX_NAME_LENGTH: usize = 80;
/// Maximum length of a shown error.
const MAX_REASON_LENGTH: usize = 300;

#[derive(Args, Debug)]
pub(super) struct Verify {
    /// Files, or URLs such as https://turnstone.example/api/tables/t_.../replay
    #[arg(required = true, value_name = "BUNDLE")]
    bundles: Vec<String>,
    #[command(flatten)]
    fair: fair::Fair,
}

impl Verify {
    pub(super) fn run(self) -> CommandResult {
        block_on(async {
            if self.fair.is_asked() {
                return self.fair.verify(&self.bundles).await;
            }
            let mut worst = 0;
            for place in &self.bundles {
                let bytes = read(place).await?;
                let bundle = parse(&bytes)
                    .map_err(|error| format!("not a replay bundle: {}", harmless(&error, MAX_REASON_LENGTH)))?;
                worst = worse(worst, report(&bundle, SHIPPED.verify(&bundle)));
            }
            Ok(ExitCode::from(worst))
        })?
    }
}

/// The exit status for two bundles: 1 if one is broken, otherwise the higher one.
const fn worse(one: u8, other: u8) -> u8 {
    if one == 1 || (other != 1 && one > other) { one } else { other }
}

/// The content of a file or an address.
async fn read(place: &str) -> Result<Bytes, Box<dyn Error>> {
    if is_url(place) {
        return fetch(place, MAX_BUNDLE_BYTES).await;
    }
    read_file(place).map_err(|error| format!("{place}: {error}").into())
}

fn read_file(file: &str) -> Result<Bytes, Box<dyn Error>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_BUNDLE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BUNDLE_BYTES {
        return Err(format!("has more than {MAX_BUNDLE_BYTES} bytes, the maximum of a bundle").into());
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

/// Print the verdict; returns the exit status.
fn report(bundle: &Bundle, verdict: Verdict) -> u8 {
    let [session_id, game_id, version] =
        [&bundle.session_id, &bundle.game_id, &bundle.version].map(|name| harmless(name, MAX_NAME_LENGTH));
    match verdict {
        Verdict::Holds => {
            let plies = bundle.log.len();
            say(&format!("{session_id} ({game_id} {version}): holds: commitment, {plies} plies, outcome and digest"));
            0
        }
        Verdict::Sealed => {
            say(&format!(
                "{session_id} ({game_id} {version}): the seed is still sealed; keep this bundle and verify later"
            ));
            2
        }
        Verdict::Unknown(why) => {
            say(&format!(
                "{session_id} ({game_id} {version}): cannot be checked by this build: {}",
                harmless(&why, MAX_REASON_LENGTH)
            ));
            3
        }
        Verdict::Broken(why) => {
            say(&format!("{session_id} ({game_id} {version}): does NOT hold: {}", harmless(&why, MAX_REASON_LENGTH)));
            1
        }
    }
}
