//! `turnstone mcp`: the Model Context Protocol on standard input and output. Each line is a message; it is forwarded to
//! the `/mcp` of a server, and its response is written as a line.

mod messages;
mod target;

use super::{CommandResult, block_on};
use clap::Args;
use http::HeaderValue;
use messages::{Exchange, Incoming};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use target::{McpTarget, Recovery};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};
use turnstone_service::secret::Secret;

/// How long running requests may take once the client has closed its side.
const FAREWELL: Duration = Duration::from_secs(5);
/// The variable with the token.
const TOKEN: &str = "TURNSTONE_TOKEN";

#[derive(Args, Debug)]
pub(super) struct McpCommand {
    /// The address of the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: String,
    /// A file with the token of a member or of a seat. Without it the token is TURNSTONE_TOKEN; without that, only practice
    /// is possible. It is no flag, because other users can see the arguments of a command
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The handle of the member whose token is fetched anew whenever it is needed, with the recovery code of --recovery-file
    #[arg(long, value_name = "HANDLE", requires = "recovery_file", conflicts_with = "token_file")]
    handle: Option<String>,
    /// A file with the recovery code of the member, which only its owner may read
    #[arg(long, value_name = "FILE", requires = "handle")]
    recovery_file: Option<PathBuf>,
}

impl McpCommand {
    pub(super) fn run(self) -> CommandResult {
        let recovery = self.recovery()?;
        let token = if recovery.is_some() { None } else { self.token()? };
        let target = Arc::new(McpTarget::new(&self.url, token, recovery, write)?);
        block_on(forward(target))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The handle and the recovery code.
    fn recovery(&self) -> Result<Option<Recovery>, Box<dyn std::error::Error>> {
        let (Some(handle), Some(file)) = (&self.handle, &self.recovery_file) else { return Ok(None) };
        let wrong = |error: String| format!("{}: {error}", file.display());
        let about = std::fs::metadata(file).map_err(|error| wrong(error.to_string()))?;
        if about.permissions().mode() & 0o077 != 0 {
            return Err(wrong("other users may read it: take the permission away with chmod 600".to_owned()).into());
        }
        let code = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        let code = code.trim();
        if code.is_empty() {
            return Err(wrong("it has no recovery code".to_owned()).into());
        }
        Ok(Some(Recovery { handle: handle.clone(), code: Secret::new(code.to_owned()) }))
    }

    /// The value of the header `Authorization`.
    fn token(&self) -> Result<Option<HeaderValue>, Box<dyn std::error::Error>> {
        let (token, origin) = match (&self.token_file, std::env::var(TOKEN)) {
            (Some(file), _) => {
                let read = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
                (read, file.display().to_string())
            }
            (None, Ok(token)) => (token, TOKEN.to_owned()),
            (None, Err(_)) => return Ok(None),
        };
        let token = token.trim();
        let value = HeaderValue::from_str(&format!("Bearer {token}")).ok().filter(|_| !token.is_empty());
        let mut value = value.ok_or_else(|| format!("{origin} has no token"))?;
        value.set_sensitive(true);
        Ok(Some(value))
    }
}

/// Forward messages until the client closes its side.
async fn forward(target: Arc<McpTarget>) {
    let mut lines = lines();
    let mut running = JoinSet::new();
    let mut by_id: BTreeMap<String, AbortHandle> = BTreeMap::new();
    // The version of the protocol that the two sides have agreed on.
    let mut version = None;
    while let Some(line) = lines.recv().await {
        let message = match Incoming::read(&line) {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(error) => {
                write(&error);
                continue;
            }
        };
        if let Some(cancelled) = message.cancels() {
            // The server notices by the end of the connection.
            if let Some(request) = by_id.remove(&cancelled) {
                request.abort();
            }
            continue;
        }
        while running.try_join_next().is_some() {}
        by_id.retain(|_, request| !request.is_finished());
        let id = message.id();
        let opens = message.opens();
        let exchange = Exchange::new(message, version.clone());
        if opens {
            // Later messages need the version that its response has.
            let answer = exchange.send(&target).await;
            version = answer.as_ref().and_then(messages::agreed_version).or(version);
            answer.iter().for_each(write);
            continue;
        }
        let target = target.clone();
        let request = running.spawn(async move { exchange.send(&target).await.iter().for_each(write) });
        by_id.extend(id.map(|id| (id, request)));
    }
    // It stops the rest when it is dropped.
    let _ = tokio::time::timeout(FAREWELL, async { while running.join_next().await.is_some() {} }).await;
}

/// The lines of standard input. A line need not be text: it gets an error, and the next one is read.
fn lines() -> mpsc::Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::channel(64);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { return };
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Write a message as a line.
fn write(message: &serde_json::Value) {
    let mut out = std::io::stdout().lock();
    // A closed output is the end of the client, which closes the input, too.
    let _ = writeln!(out, "{message}").and_then(|()| out.flush());
}
