//! The filters of `turnstone admin members` and `tables`.

use super::admin::table;
use clap::Args;
use serde::Serialize;
use std::time::UNIX_EPOCH;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::request::ChatPlace;
use turnstone_service::time::Millis;

/// Dates are `2026-11-23` or `2026-11-23T12:00:00Z`, UTC. A range includes `since` and excludes `until`.
#[derive(Args, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemberSearch {
    /// Prefix of the handle
    #[arg(value_name = "PREFIX")]
    handle: Option<String>,
    /// Joined then or later
    #[arg(long, value_name = "DATE", value_parser = date)]
    joined_since: Option<Millis>,
    /// Joined earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    joined_until: Option<Millis>,
    /// Last seen then or later
    #[arg(long, value_name = "DATE", value_parser = date)]
    seen_since: Option<Millis>,
    /// Last seen earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    seen_until: Option<Millis>,
    /// Minimum balance, in chips
    #[arg(long, value_name = "CHIPS", allow_negative_numbers = true)]
    balance_min: Option<i64>,
    /// Maximum balance, in chips
    #[arg(long, value_name = "CHIPS", allow_negative_numbers = true)]
    balance_max: Option<i64>,
    /// With this status
    #[arg(long, value_parser = ["active", "frozen", "muted", "paused", "erased", "test"])]
    status: Option<String>,
    /// Members who joined before this one: the cursor of the next page
    #[arg(long, value_name = "ID", value_parser = account)]
    before: Option<AccountId>,
    /// Number of rows
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
}

/// Dates are `2026-11-23` or `2026-11-23T12:00:00Z`, UTC. A range includes `since` and excludes `until`.
#[derive(Args, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableSearchArguments {
    /// Of this kind or game
    #[arg(long)]
    kind: Option<String>,
    /// With this status
    #[arg(long, value_parser = ["waiting", "playing", "settled", "cancelled"])]
    status: Option<String>,
    /// Tables of this member (seated, invited or created): the handle, or the id
    #[arg(long)]
    member: Option<String>,
    /// Created then or later
    #[arg(long, value_name = "DATE", value_parser = date)]
    created_since: Option<Millis>,
    /// Created earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    created_until: Option<Millis>,
    /// Tables created before this one: the cursor of the next page
    #[arg(long, value_name = "ID", value_parser = table)]
    before: Option<TableId>,
    /// Number of rows
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
}

/// A table or a party, by its id.
pub(super) fn chat(text: &str) -> Result<String, String> {
    let found = ChatPlace::try_from(text.to_owned()).map(|_| text.to_owned());
    found.map_err(|_| "must be the id of a table (t_... or duel_...) or of a party (pty_...)".to_owned())
}

fn account(text: &str) -> Result<AccountId, String> {
    AccountId::parse(text).ok_or_else(|| "must be the id of an account (acc_...)".to_owned())
}

/// A date means the start of the day.
fn date(text: &str) -> Result<Millis, String> {
    let whole = if text.len() == "2026-11-23".len() { format!("{text}T00:00:00Z") } else { text.to_owned() };
    let at = humantime::parse_rfc3339_weak(&whole).ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let wrong = || "must be a date: 2026-11-23, or 2026-11-23T12:00:00Z (UTC)".to_owned();
    at.map(|since| Millis(since.as_millis() as u64)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_means_the_start_of_the_day() {
        assert_eq!(date("1970-01-02"), Ok(Millis(86_400_000)));
        assert_eq!(date("1970-01-02T00:00:01Z"), Ok(Millis(86_401_000)));
        for wrong in ["", "tomorrow", "2026-13-01", "1969-12-31"] {
            assert!(date(wrong).is_err(), "{wrong}");
        }
    }
}
