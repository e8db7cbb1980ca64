//! `turnstone admin`

use super::searches::{MemberSearch, TableSearchArguments, chat};
use super::{CommandResult, block_on, must_have_keys, say};
use crate::admin::{AdminRequest, Administration};
use crate::config::Config;
use crate::host::{Accepted, Host};
use crate::operator::{self, OperatorReply, OperatorRequest};
use clap::{Args, Subcommand};
use serde_json::Value;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};
use turnstone_engine::Held;
use turnstone_service::admin::{AdminAct, AdminQuery, ChatPlace, MemberSelector};
use turnstone_service::credentials::code_hash;
use turnstone_service::ids::{AccountId, TableId};

#[derive(Args, Debug)]
pub(super) struct Admin {
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    /// Your name, for the audit log; by default the user at this end of the socket
    #[arg(long, global = true, value_name = "NAME")]
    by: Option<String>,
    /// The reason, for the audit log. It is kept after an erasure: do not name members
    #[arg(long, global = true, value_name = "TEXT")]
    reason: Option<String>,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(Subcommand, Debug)]
enum AdminCommand {
    /// List invitations that can still be used
    Invitations {
        /// Invitations after this one
        #[arg(long, value_name = "ID")]
        after: Option<String>,
        /// Number of rows
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: usize,
    },
    /// Revoke an invitation, by its id or its code
    RevokeInvitation {
        /// Its id, as `invitations` lists it, or the code itself
        invitation: String,
    },
    /// Search members, the newest first
    Members(MemberSearch),
    /// Search tables, in memory and archived, the newest first
    Tables(TableSearchArguments),
    /// Read the chat of a table or a party, the oldest message first
    Messages {
        /// The id of the table or the party
        #[arg(value_parser = chat)]
        chat: ChatPlace,
        /// Messages after this one
        #[arg(long, value_name = "ID", default_value_t = 0)]
        after: u64,
        /// Number of rows
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: usize,
    },
    /// Erase the text of one message; a placeholder stays in the chat. Needs --reason
    RemoveMessage {
        /// The id of the table or the party
        #[arg(value_parser = chat)]
        chat: ChatPlace,
        /// The id of the message, as `messages` shows it
        message: u64,
    },
    /// Replace a recovery code that its member lost, and end all sessions; needs --reason. The new code is shown once
    Recover {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// Show an account
    Account {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// Reject all credentials of an account until it is unfrozen; its tables continue by the rules
    Freeze {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// Accept the credentials of a frozen account again
    Unfreeze {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// End all sessions of an account, and its seat grants
    EndSessions {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// Add chips to an account, or remove some; needs --reason
    Adjust {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
        /// Number of chips; negative to remove
        #[arg(allow_negative_numbers = true)]
        chips: i64,
    },
    /// Void a waiting or running table: all stakes are returned, and the match does not count
    Void {
        /// Its id
        #[arg(value_parser = table)]
        table: TableId,
    },
    /// Mute a member in all chats for a time
    Mute {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
        /// Duration, such as 12h or 7days
        #[arg(long = "for", value_name = "DURATION", value_parser = humantime::parse_duration)]
        lasts: Duration,
    },
    /// Unmute a member
    Unmute {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// Erase a member irrevocably, as members can themselves
    Erase {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
        /// Confirm: it cannot be undone
        #[arg(long)]
        yes: bool,
    },
    /// Print everything stored about a member, as JSON
    Export {
        /// The handle, or the id
        #[arg(value_parser = whom)]
        whom: MemberSelector,
    },
    /// Add a server key, which signs from the next start on; what older keys signed stays valid
    RotateKey {
        /// Others may know the older keys, or a backup with secrets in clear: state new secrets for today and all days ahead
        #[arg(long)]
        compromised: bool,
    },
    /// Read the audit log, newest first
    Audit {
        /// Acts before this one
        #[arg(long, value_name = "ID")]
        before: Option<u64>,
        /// Number of rows
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
}

pub(super) fn whom(text: &str) -> Result<MemberSelector, String> {
    let handle = text.trim_start_matches('@');
    if handle.is_empty() {
        return Err("must be a handle or an id".to_owned());
    }
    Ok(AccountId::parse(text).map_or_else(|| MemberSelector::Handle(handle.to_owned()), MemberSelector::Id))
}

pub(super) fn table(text: &str) -> Result<TableId, String> {
    TableId::parse(text).ok_or_else(|| "is not the id of a table: those begin with t_ or duel_".to_owned())
}

/// An id is hex digits of the code's hash; anything else is a code.
fn invitation(text: &str) -> String {
    let is_id = text.len() >= 8 && text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c));
    if is_id { text.to_owned() } else { code_hash(text).iter().map(|byte| format!("{byte:02x}")).collect() }
}

impl Admin {
    pub(super) fn run(self, config: &Config) -> CommandResult {
        let (json, is_export) = (self.json, matches!(self.command, AdminCommand::Export { .. }));
        let asked = self.request()?;
        let rotates = matches!(asked, AdminRequest::RotateKey { .. });
        let (answer, is_running) = block_on(ask(config, asked))??;
        if json || is_export {
            say(&serde_json::to_string_pretty(&answer)?);
        } else {
            say(text(&answer).trim_end());
            if rotates && is_running {
                say("The new key signs after the server is restarted; keep a copy of server.keys elsewhere");
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn request(self) -> Result<AdminRequest, Box<dyn Error>> {
        let Self { by, reason, command, json: _ } = self;
        let act = match command {
            AdminCommand::Invitations { after, limit } => {
                return Ok(AdminRequest::Show(AdminQuery::Invitations { after, limit }));
            }
            AdminCommand::Members(search) => return Ok(AdminRequest::Show(search.query())),
            AdminCommand::Tables(search) => return Ok(AdminRequest::Show(search.query())),
            AdminCommand::Messages { chat, after, limit } => {
                return Ok(AdminRequest::Show(AdminQuery::Messages { chat, after, limit }));
            }
            AdminCommand::RemoveMessage { chat, message } => AdminAct::RemoveMessage { chat, message },
            AdminCommand::Recover { whom } => AdminAct::Recover { whom },
            AdminCommand::Account { whom } => return Ok(AdminRequest::Show(AdminQuery::Account { whom })),
            AdminCommand::Audit { before, limit } => {
                return Ok(AdminRequest::Show(AdminQuery::Audit { before, limit }));
            }
            AdminCommand::RotateKey { compromised } => return Ok(AdminRequest::RotateKey { by, reason, compromised }),
            AdminCommand::RevokeInvitation { invitation: text } => {
                AdminAct::RevokeInvitation { invitation: invitation(text.trim()) }
            }
            AdminCommand::Freeze { whom } => AdminAct::Freeze { whom },
            AdminCommand::Unfreeze { whom } => AdminAct::Unfreeze { whom },
            AdminCommand::EndSessions { whom } => AdminAct::EndSessions { whom },
            AdminCommand::Adjust { whom, chips } => AdminAct::Adjust { whom, chips },
            AdminCommand::Void { table } => AdminAct::Void { table },
            AdminCommand::Mute { whom, lasts } => AdminAct::Mute { whom, for_s: lasts.as_secs() },
            AdminCommand::Unmute { whom } => AdminAct::Unmute { whom },
            AdminCommand::Erase { yes: false, .. } => {
                return Err("an erasure cannot be undone: confirm with --yes".into());
            }
            AdminCommand::Erase { whom, yes: true } => AdminAct::Erase { whom },
            AdminCommand::Export { whom } => AdminAct::Export { whom },
        };
        Ok(AdminRequest::Act { act, by, reason })
    }
}

/// Ask a running server, or do it on the data directory itself. Returns the answer, and whether a server was running.
async fn ask(config: &Config, asked: AdminRequest) -> Result<(Value, bool), Box<dyn Error>> {
    let of = |reply| if let OperatorReply::Answered { answer } = reply { Some(answer) } else { None };
    if let Some(answer) = operator::ask(&config.server.data, OperatorRequest::Admin(asked.clone()), of).await? {
        return Ok((answer, true));
    }
    must_have_keys(config)?;
    let host = Host::start(config, Accepted::default(), Box::new(|_| Ok(Box::new(Held::default()))))?.ready().await?;
    let handle = host.running.handle();
    let admin = Administration { handle: &handle, state: &host.state, config, user: operator::own_name() };
    let answer = admin.answer(asked).await;
    host.running.stop()?;
    Ok((answer?, false))
}

/// An answer as text: a list as a line for each row, anything else as its fields.
fn text(answer: &Value) -> String {
    let Value::Object(fields) = answer else { return answer.to_string() };
    let mut lines = String::new();
    for (name, value) in fields {
        match value {
            Value::Array(rows) if rows.iter().any(Value::is_object) => {
                for row in rows {
                    lines += &one_line(row);
                    lines.push('\n');
                }
            }
            Value::Array(rows) if rows.is_empty() && fields.len() <= 2 => lines += "none\n",
            Value::Array(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| plain(name, row)).collect();
                lines += &format!("{name}: {}\n", if rows.is_empty() { "none".to_owned() } else { rows.join(", ") });
            }
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                lines += &format!("{name}: {}\n", plain(name, value));
            }
        }
    }
    lines
}

fn one_line(row: &Value) -> String {
    let Value::Object(fields) = row else { return row.to_string() };
    let set = fields.iter().filter(|(_, value)| !value.is_null());
    set.map(|(name, value)| format!("{name} {}", plain(name, value))).collect::<Vec<_>>().join("  ")
}

/// A value without quotation marks; times as dates.
fn plain(name: &str, value: &Value) -> String {
    let is_time = ["at", "until"].contains(&name) || name.ends_with("At") || name.ends_with("Until");
    match (value, value.as_u64()) {
        (Value::String(text), _) => text.clone(),
        (_, Some(at)) if is_time => {
            humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(at)).to_string()
        }
        (other, _) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// serde's error about an unknown act lists all acts. `turnstone invite` is the command of `invite`.
    #[test]
    fn every_act_has_a_command() {
        let error = serde_json::from_str::<AdminAct>("\"none\"").expect_err("there is no such act").to_string();
        let acts: Vec<&str> = error.split('`').skip(3).step_by(2).filter(|act| *act != "invite").collect();
        assert!(acts.len() > 10, "{error}");
        let commands = AdminCommand::augment_subcommands(clap::Command::new("admin"));
        for act in acts {
            let command = act.chars().fold(String::new(), |name, letter| match letter.is_ascii_uppercase() {
                true => format!("{name}-{}", letter.to_ascii_lowercase()),
                false => format!("{name}{letter}"),
            });
            assert!(commands.find_subcommand(&command).is_some(), "{act} has no command {command}");
        }
    }
}
