//! `turnstone serve`

use super::{Outcome, say};
use clap::Args;
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::signal::unix::{SignalKind, signal};
use turnstone_transports::config::{Config, Flags};
use turnstone_transports::server::Server;

#[derive(Args, Debug, Default)]
pub(super) struct Serve {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Show the configuration in force, secrets as ***, and stop
    #[arg(long)]
    print_config: bool,
}

impl Serve {
    /// Take what was said before the command's name.
    pub(super) fn or(&mut self, other: Self) {
        self.listen = self.listen.or(other.listen);
        self.print_config |= other.print_config;
    }

    pub(super) fn run(self, mut flags: Flags) -> Outcome {
        flags.listen = self.listen;
        let config = Config::load(&flags)?;
        if self.print_config {
            say(config.print().trim_end());
            return Ok(ExitCode::SUCCESS);
        }
        // One thread for all sockets, beside the engine's: measured, every thread more costs more in wake-ups between
        // threads than it carries.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(serve(config))?;
        // Connections that did not end in time end here.
        runtime.shutdown_background();
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let server = Server::start(config).await?;
    let (address, base_url) = (server.address(), server.base_url());
    say(&format!("Turnstone serves at {base_url}"));
    if let Some(first) = server.first_invitation().await? {
        say(&welcome(&base_url, &first.invite_code, first.uses)?);
    }
    tracing::info!(%address, %base_url, "serving");
    let stop = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("draining");
    };
    server.run(stop).await?;
    tracing::info!("stopped");
    Ok(())
}

/// What to do first. The request can be sent as it stands.
fn welcome(base_url: &str, code: &str, uses: u32) -> std::io::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random)?;
    let client_ref = uuid::Builder::from_random_bytes(random).into_uuid();
    let join = serde_json::json!({ "inviteCode": code, "handle": "ada", "clientRef": client_ref.to_string() });
    Ok(format!(
        "\nInvitation code ({uses} uses): {code}\n\nNext: read {base_url}/skill.md, or join:\n  \
         curl -s {base_url}/api/join -H 'content-type: application/json' \\\n    -d '{join}'\n\
         More invitations: turnstone invite"
    ))
}
