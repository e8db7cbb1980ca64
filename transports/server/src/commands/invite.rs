//! `turnstone invite`

use super::{CommandResult, block_on, say};
use crate::config::Config;
use crate::host::Accepted;
use crate::operator;
use clap::Args;
use serde_json::json;
use std::process::ExitCode;
use std::time::Duration;
use turnstone_api::operation::operator::INVITE;

#[derive(Args, Debug)]
pub(super) struct Invite {
    /// Number of accounts that can join with it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    uses: u32,
    /// How long it is valid, such as 12h or 7days; without limit if not given
    #[arg(long, value_name = "DURATION", value_parser = lifetime)]
    expires_in: Option<Duration>,
    /// Make its accounts test accounts: hidden from leaderboards, the daily board and public lists
    #[arg(long)]
    test: bool,
    /// Your name, for the audit log; by default the user at this end of the socket
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// The reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Accept, this once, a clock that is more than 30 days ahead of the newest commit
    #[arg(long)]
    accept_clock: bool,
}

/// At least a second: a shorter one is a mistake.
fn lifetime(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if duration.as_secs() == 0 { Err("must be at least one second".to_owned()) } else { Ok(duration) }
}

impl Invite {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let Self { uses, test, by, reason, json, accept_clock, .. } = self;
        let expires_in_s = self.expires_in.map(|duration| duration.as_secs());
        let fields = json!({ "uses": uses, "expiresInS": expires_in_s, "test": test, "by": by, "reason": reason });
        let accepted = Accepted { clock: accept_clock, ..Accepted::default() };
        let (invited, is_running) = block_on(operator::ask(config, accepted, &INVITE, &fields))??;
        let code = invited["inviteCode"].as_str().unwrap_or_default();
        if json {
            say(&json!({ "inviteCode": code, "uses": invited["uses"] }).to_string());
        } else if is_running || config.server.base_url.is_some() {
            say(&format!("{code}\n{}", invited["link"].as_str().unwrap_or_default()));
        } else {
            // The address of the server that this directory belongs to is unknown here.
            say(&format!("{code}\nThe link is BASE_URL/join#{code}, with the address of the service"));
        }
        Ok(ExitCode::SUCCESS)
    }
}
