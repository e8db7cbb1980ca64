//! `turnstone dev`

use super::{CommandResult, block_on, say};
use crate::operator::ask_server;
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};
use turnstone_api::operation::{Operation, operator};

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
        let (operation, fields): (&dyn Operation, _) = match self.asked {
            DevSubcommand::Account { handle } => (&operator::DEV_ACCOUNT, json!({ "handle": handle })),
            DevSubcommand::Clock(DevClockCommand::Show) => (&operator::DEV_ADVANCE, json!({ "ms": 0 })),
            DevSubcommand::Clock(DevClockCommand::Advance { by }) => {
                (&operator::DEV_ADVANCE, json!({ "ms": u64::try_from(by.as_millis()).unwrap_or(u64::MAX) }))
            }
        };
        let answer = block_on(ask_server(&socket, operation, &fields))??;
        let mut answer =
            answer.ok_or_else(|| format!("no server has its operator's socket in {}", socket.display()))?;
        if let Some(now) = answer["now"].as_u64() {
            answer["time"] = json!(date(now));
        }
        let shown = answer["time"].as_str().or(answer["token"].as_str()).unwrap_or_default();
        say(&if self.json { answer.to_string() } else { shown.to_owned() });
        Ok(ExitCode::SUCCESS)
    }
}

fn date(ms: u64) -> String {
    humantime::format_rfc3339_millis(UNIX_EPOCH + Duration::from_millis(ms)).to_string()
}
