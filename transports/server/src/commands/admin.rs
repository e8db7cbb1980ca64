//! `turnstone admin`

use super::searches::{MemberSearch, TableSearchArguments, chat};
use super::{CommandResult, block_on, say};
use crate::config::Config;
use crate::host::Accepted;
use crate::operator;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};
use turnstone_api::operation::{Operation, operator as of};
use turnstone_service::credentials::code_hash;
use turnstone_service::ids::TableId;

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

#[derive(Args, Debug)]
struct MemberName {
    /// The handle, or the id
    whom: String,
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
        chat: String,
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
        chat: String,
        /// The id of the message, as `messages` shows it
        message: u64,
    },
    /// Replace a recovery code that its member lost, and end all sessions; needs --reason. The new code is shown once
    Recover(MemberName),
    /// Show an account
    Account(MemberName),
    /// Reject all credentials of an account until it is unfrozen; its tables continue by the rules
    Freeze(MemberName),
    /// Accept the credentials of a frozen account again
    Unfreeze(MemberName),
    /// End all sessions of an account, and its seat grants
    EndSessions(MemberName),
    /// Add chips to an account, or remove some; needs --reason
    Adjust {
        /// The handle, or the id
        whom: String,
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
        whom: String,
        /// Duration, such as 12h or 7days
        #[arg(long = "for", value_name = "DURATION", value_parser = humantime::parse_duration)]
        lasts: Duration,
    },
    /// Unmute a member
    Unmute(MemberName),
    /// Erase a member irrevocably, as members can themselves
    Erase {
        /// The handle, or the id
        whom: String,
        /// Confirm: it cannot be undone
        #[arg(long)]
        yes: bool,
    },
    /// Print everything stored about a member, as JSON
    Export(MemberName),
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
        let Self { by, reason, command, json } = self;
        let (json, rotates) =
            (json || matches!(command, AdminCommand::Export { .. }), matches!(command, AdminCommand::RotateKey { .. }));
        let (operation, mut fields) = command.request()?;
        (fields["by"], fields["reason"]) = (json!(by), json!(reason));
        let (answer, is_running) = block_on(operator::ask(config, Accepted::default(), operation, &fields))??;
        if json {
            say(&serde_json::to_string_pretty(&answer)?);
        } else {
            say(text(&answer).trim_end());
            if rotates && is_running {
                say("The new key signs after the server is restarted; keep a copy of server.keys elsewhere");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl AdminCommand {
    /// The operation and its fields.
    fn request(self) -> Result<(&'static dyn Operation, Value), Box<dyn Error>> {
        Ok(match self {
            Self::Invitations { after, limit } => (&of::LIST_INVITATIONS, json!({ "after": after, "limit": limit })),
            Self::Members(search) => (&of::SEARCH_MEMBERS, serde_json::to_value(search)?),
            Self::Tables(search) => (&of::SEARCH_TABLES, serde_json::to_value(search)?),
            Self::Messages { chat, after, limit } => {
                (&of::READ_CHAT, json!({ "chat": chat, "after": after, "limit": limit }))
            }
            Self::Account(name) => (&of::SHOW_ACCOUNT, json!({ "member": name.whom })),
            Self::Audit { before, limit } => (&of::READ_AUDIT, json!({ "before": before, "limit": limit })),
            Self::RevokeInvitation { invitation: text } => {
                (&of::REVOKE_INVITATION, json!({ "invitation": invitation(text.trim()) }))
            }
            Self::RemoveMessage { chat, message } => (&of::REMOVE_MESSAGE, json!({ "chat": chat, "message": message })),
            Self::Recover(name) => (&of::RECOVER_ACCOUNT, json!({ "member": name.whom })),
            Self::Freeze(name) => (&of::FREEZE, json!({ "member": name.whom })),
            Self::Unfreeze(name) => (&of::UNFREEZE, json!({ "member": name.whom })),
            Self::EndSessions(name) => (&of::END_SESSIONS, json!({ "member": name.whom })),
            Self::Adjust { whom, chips } => (&of::ADJUST, json!({ "member": whom, "chips": chips })),
            Self::Void { table } => (&of::VOID_TABLE, json!({ "table": table })),
            Self::Mute { whom, lasts } => (&of::MUTE, json!({ "member": whom, "forS": lasts.as_secs() })),
            Self::Unmute(name) => (&of::UNMUTE, json!({ "member": name.whom })),
            Self::Erase { yes: false, .. } => {
                return Err("an erasure cannot be undone: confirm with --yes".into());
            }
            Self::Erase { whom, yes: true } => (&of::ERASE_MEMBER, json!({ "member": whom })),
            Self::Export(name) => (&of::EXPORT_MEMBER, json!({ "member": name.whom })),
            Self::RotateKey { compromised } => (&of::ROTATE_KEY, json!({ "compromised": compromised })),
        })
    }
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
    use clap::FromArgMatches;
    use std::collections::BTreeSet;
    use turnstone_api::operation::OPERATOR;

    /// `turnstone invite`, `backup`, `check`, `standby` and `dev` are the commands of the others.
    #[test]
    fn every_operation_of_operators_has_a_command() {
        let commands = AdminCommand::augment_subcommands(clap::Command::new("admin"));
        let mut reached: BTreeSet<&str> =
            BTreeSet::from(["invite", "backup", "check_stored", "standby_state", "dev_account", "dev_advance"]);
        for command in commands.get_subcommands() {
            let value = |name: &str| match name {
                "chat" | "table" => "t_018bcfe568007b3ab7e1a04c4d1f2a90",
                _ => "5",
            };
            let mut line = vec!["admin", command.get_name()];
            line.extend(command.get_positionals().map(|argument| value(argument.get_id().as_str())));
            line.extend(match command.get_name() {
                "mute" => &["--for", "12h"][..],
                "erase" => &["--yes"],
                _ => &[],
            });
            let matches = commands.clone().try_get_matches_from(line).unwrap();
            let (operation, fields) = AdminCommand::from_arg_matches(&matches).unwrap().request().unwrap();
            let read = operation.read(&[], &turnstone_api::input::fields_of(fields.as_object().unwrap()));
            assert!(read.is_ok(), "{}: {fields}", command.get_name());
            assert!(reached.insert(operation.name()), "{}", command.get_name());
        }
        assert_eq!(reached, OPERATOR.iter().map(|operation| operation.name()).collect());
    }
}
