//! Query strings, parsed as strictly as bodies: a known name occurs once and its value parses.

use percent_encoding::percent_decode_str;
use serde_json::Value;
use std::borrow::Cow;
use turnstone_api::invalid::Invalid;

/// The names of a query with their values, which are strings, in order. A name may come twice.
pub(crate) fn read(query: &str) -> Result<Vec<(Cow<'_, str>, Value)>, Invalid> {
    percent_decode_str(query).decode_utf8().map_err(|_| Invalid::parameter("query", "must be UTF-8"))?;
    Ok(form_urlencoded::parse(query.as_bytes()).map(|(name, value)| (name, Value::from(value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_api::input::{self, OperationInput};
    use turnstone_api::request::{History, Ledger, ReadTable};

    fn reported<T: OperationInput>(query: &str, show: fn(T) -> String) -> String {
        let fields = read(query);
        let borrowed = |fields: &Vec<(Cow<'_, str>, Value)>| {
            input::read(&fields.iter().map(|(name, value)| (name.as_ref(), value)).collect::<Vec<_>>())
        };
        match fields.as_ref().map_err(Clone::clone).and_then(borrowed) {
            Ok(input) => show(input),
            Err(Invalid::Field { name, what, .. }) => format!("{name}: {what}"),
            Err(other) => format!("{other:?}"),
        }
    }

    fn table(query: &str) -> String {
        reported(query, |ReadTable { wait_ms, events_since, msgs_since }| {
            format!("{wait_ms} {events_since:?} {msgs_since:?}")
        })
    }

    fn ledger(query: &str) -> String {
        reported(query, |Ledger { since, limit }| format!("{since:?} {limit}"))
    }

    fn game(query: &str) -> String {
        reported(query, |History { game_id, .. }| format!("{game_id:?}"))
    }

    #[test]
    fn values_are_read_by_their_kind() {
        assert_eq!(table("wait=1.5&msgs_since=7"), "1500 None Some(7)");
        assert_eq!(table("other=1&other=2"), "0 None None");
        assert_eq!(table("wait=50.0000"), "50000 None None");
        assert_eq!(table("wait=0.0001"), "1 None None");
        assert_eq!(ledger("limit=200"), "None 200");
        assert_eq!(ledger("since=9007199254740992"), "Some(9007199254740992) 50");
        assert_eq!(game("gameId=a+b"), r#"Some("a b")"#);
    }

    #[test]
    fn rejects_invalid_and_duplicate_parameters_by_name() {
        for bad in
            ["wait=51", "wait=50.001", "wait=50.0001", "wait=", "wait=-1", "wait=1e1", "wait=inf", "wait=1&wait=1"]
        {
            assert!(table(bad).starts_with("wait: "), "{bad} gave {}", table(bad));
        }
        for bad in ["msgs_since=1.0", "msgs_since=%2B1", "msgs_since=x", "msgs_since=9007199254740993"] {
            assert!(table(bad).starts_with("msgs_since: "), "{bad} gave {}", table(bad));
        }
        for bad in ["since=null", "limit=null"] {
            assert!(ledger(bad).ends_with(": must be a whole number of at least 0"), "{bad} gave {}", ledger(bad));
        }
        let most = "since: must be a whole number of at most 9007199254740992";
        assert_eq!(table("msgs_since=9007199254740993"), format!("msgs_{most}"));
        assert_eq!(ledger("since=99999999999999999999999"), most);
        assert_eq!(ledger("limit=99999999999999999999999"), "limit: greater than 200");
        for bad in ["gameId=%ff", "other=%c3", "%80=1"] {
            assert_eq!(game(bad), "query: must be UTF-8");
        }
    }
}
