//! `turnstone invite`

use super::{CommandResult, block_on, must_have_keys, say};
use crate::config::Config;
use crate::host::{Accepted, Host};
use crate::operator::{self, OperatorReply, OperatorRequest};
use clap::Args;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;
use turnstone_engine::{Held, Typed};

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

/// An invitation, and its link.
struct Minted {
    code: String,
    uses: u32,
    link: String,
}

/// At least a second: a shorter one is a mistake.
fn lifetime(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if duration.as_secs() == 0 { Err("must be at least one second".to_owned()) } else { Ok(duration) }
}

impl Invite {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let Minted { code, uses, link } = block_on(self.mint(config))??;
        if self.json {
            say(&serde_json::json!({ "inviteCode": code, "uses": uses }).to_string());
        } else {
            say(&format!("{code}\n{link}"));
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn mint(&self, config: &Config) -> Result<Minted, Box<dyn Error>> {
        let (uses, test) = (self.uses, self.test);
        let expires_in_s = self.expires_in.map(|duration| duration.as_secs());
        let (by, reason) = (self.by.clone(), self.reason.clone());
        let asked = OperatorRequest::Invite { uses, expires_in_s, test, by: by.clone(), reason: reason.clone() };
        let of = |reply| {
            let OperatorReply::Invited { invite_code: code, uses, link } = reply else { return None };
            Some(Minted { code, uses, link })
        };
        if let Some(minted) = operator::ask(&config.server.data, asked, of).await? {
            return Ok(minted);
        }
        must_have_keys(config)?;
        let accepted = Accepted { clock: self.accept_clock, ..Accepted::default() };
        let host = Host::start(config, accepted, Box::new(|_| Ok(Box::new(Held::default()))))?.ready().await?;
        let by = by.unwrap_or_else(operator::own_name);
        let invited = host.ask(Typed::invite_as(uses, expires_in_s, test, by, reason)).await?;
        host.running.stop()?;
        let link = match config.server.base_url.is_some() {
            true => config.invitation_link(&invited.invite_code),
            // The address of the server that this directory belongs to is unknown here.
            false => format!("The link is BASE_URL/join#{}, with the address of the service", invited.invite_code),
        };
        Ok(Minted { code: invited.invite_code, uses: invited.uses, link })
    }
}
