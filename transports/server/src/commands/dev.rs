//! `turnstone dev`

use super::{CommandResult, block_on, say};
use crate::dev::{DevReply, DevRequest};
use crate::operator::{self, OperatorReply, OperatorRequest};
use clap::{Args, Subcommand};
use serde_json::json;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

#[derive(Args, Debug)]
pub(super) struct DevCommand {
    /// The directory of the operator's socket: that of `serve --dev --socket`, or the one that it printed
    #[arg(long, global = true, value_name = "DIR")]
    socket: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    asked: DevSubcommand,
}

#[derive(Subcommand, Debug)]
enum DevSubcommand {
    /// Print a token of the account with this handle, which is created if it does not exist
    Account {
        /// The handle
        handle: String,
    },
    /// Print or advance the time of the server
    #[command(subcommand)]
    Clock(DevClockCommand),
}

#[derive(Subcommand, Debug)]
enum DevClockCommand {
    /// Print the time
    Show,
    /// Advance the time, deadline by deadline, and print it when everything that became due is done
    Advance {
        /// Duration, such as 90s or 2d
        #[arg(value_parser = at_most_ten_years)]
        by: Duration,
    },
}

const TEN_YEARS: Duration = Duration::from_hours(24 * 3650);

fn at_most_ten_years(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if duration <= TEN_YEARS { Ok(duration) } else { Err("must be ten years at most".to_owned()) }
}

impl DevCommand {
    pub(super) fn run(self) -> CommandResult {
        let socket = self.socket.ok_or("--socket DIR is required: the directory of the server's operator socket")?;
        let asked = match self.asked {
            DevSubcommand::Account { handle } => DevRequest::Account { handle },
            DevSubcommand::Clock(DevClockCommand::Show) => DevRequest::Clock,
            DevSubcommand::Clock(DevClockCommand::Advance { by }) => {
                DevRequest::Advance { ms: u64::try_from(by.as_millis()).unwrap_or(u64::MAX) }
            }
        };
        let reply = block_on(ask(&socket, asked))??;
        say(&if self.json { as_json(reply) } else { as_text(reply) });
        Ok(ExitCode::SUCCESS)
    }
}

async fn ask(socket: &Path, asked: DevRequest) -> Result<DevReply, Box<dyn Error>> {
    let of = |reply| if let OperatorReply::Dev(reply) = reply { Some(reply) } else { None };
    let reply = operator::ask(socket, OperatorRequest::Dev(asked), of).await?;
    reply.ok_or_else(|| format!("no server has its operator's socket in {}", socket.display()).into())
}

fn as_json(reply: DevReply) -> String {
    let json = match reply {
        DevReply::Account { handle, token, recovery_code } => {
            json!({ "handle": handle, "token": token, "recoveryCode": recovery_code })
        }
        DevReply::Clock { now } => json!({ "now": now, "time": date(now) }),
    };
    json.to_string()
}

fn as_text(reply: DevReply) -> String {
    match reply {
        DevReply::Account { token, .. } => token,
        DevReply::Clock { now } => date(now),
    }
}

fn date(ms: u64) -> String {
    humantime::format_rfc3339_millis(UNIX_EPOCH + Duration::from_millis(ms)).to_string()
}
