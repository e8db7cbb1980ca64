//! Errors of operations as results of tools: a model reads them and corrects itself.

use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use turnstone_api::words::{Error, Words};

/// The error object of the API, with the header that HTTP has beside it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolError<'a> {
    #[serde(flatten)]
    error: Error<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_seconds: Option<u64>,
}

/// The result of a tool that was rejected. It is text alone: structured content has the schema of a success.
pub(crate) fn result(words: &Words) -> CallToolResult {
    let hint = hint(words.hint);
    let field = words.field.as_deref().map(argument);
    let error = ToolError { error: Error { hint: &hint, field, ..words.body() }, retry_after_seconds: words.after_s };
    let text = serde_json::to_string(&error).expect("errors are plain data");
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// The name of an argument, of the field or parameter of an operation: all of them are arguments here.
fn argument(field: &str) -> &str {
    match field.trim_start_matches('/').split('/').next().unwrap_or(field) {
        "id" => "tableId",
        name => name,
    }
}

/// What the hints of the API name, and what a model has instead; longer names first.
const INSTEAD: [(&str, &str); 16] = [
    (
        "Get a token from POST /api/token, and send it as Authorization: Bearer",
        "Send the seatToken of turnstone_practice or turnstone_claim_seat, or ask for a connection with a member's token",
    ),
    ("Send the token of a member, from POST /api/token", "Ask for a connection with a member's token"),
    (
        "GET /api/me/tables, /api/tables/open or /api/tables/playing",
        "turnstone_my_tables or turnstone_list_open_tables",
    ),
    ("GET /api/me/tables", "turnstone_my_tables"),
    (
        "send one element of state.legalActions unchanged",
        "send one of its moves as text, or an element of legalActions unchanged; turnstone_legal_moves lists all",
    ),
    ("GET /api/tables/open", "turnstone_list_open_tables"),
    ("GET /api/tables/{id}?wait=50", "turnstone_wait_for_turn"),
    ("POST /api/tables/{id}/forfeit", "turnstone_resign"),
    ("POST /api/practice", "turnstone_practice"),
    ("POST /api/queue", "turnstone_find_opponent"),
    (", or take the seat back with DELETE /api/tables/{id}/seat-grants/{grantId}", " until the seat is returned"),
    (", with DELETE /api/blocks", "; no tool does that"),
    ("Correct it as /openapi.json describes it", "Correct it as the schema of the tool describes it"),
    ("Retry-After seconds", "retryAfterSeconds"),
    ("the request", "the call"),
    ("requests without wait", "calls with wait 0"),
];

/// The hint of an error, with tools in place of routes.
fn hint(of_api: &str) -> String {
    INSTEAD.iter().fold(of_api.to_owned(), |hint, (route, tool)| hint.replace(route, tool))
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnstone_service::rejection::{Auth, BlockRejection, Grant, QueueRejection, Rejection, TableRejection};

    #[test]
    fn hints_name_tools() {
        let hint_of = |rejection: Rejection| hint(Words::from(rejection).hint);
        assert!(hint_of(Auth::NotSignedIn.into()).starts_with("Send the seatToken of turnstone_practice"));
        assert_eq!(hint_of(Auth::AccountNeeded.into()), "Ask for a connection with a member's token.");
        assert_eq!(
            hint_of(TableRejection::NotFound.into()),
            "Take an id from turnstone_my_tables or turnstone_list_open_tables."
        );
        assert!(!hint_of(TableRejection::StillRunning.into()).contains('/'));
        assert_eq!(hint_of(Grant::Delegated.into()), "Wait until the seat is returned.");
        assert_eq!(
            hint_of(QueueRejection::NoTicket.into()),
            "Make a ticket with turnstone_find_opponent; an ended one is kept for an hour."
        );
        assert!(hint_of(QueueRejection::Matched.into()).ends_with("give it up with turnstone_resign."));
        assert_eq!(hint_of(BlockRejection::HostBlocked.into()), "Unblock the member first; no tool does that.");
    }

    #[test]
    fn every_replaced_text_is_in_a_hint() {
        let hints = include_str!("../../../golden/errors.txt");
        for (text, _) in INSTEAD {
            assert!(hints.contains(text), "{text} is in no hint");
        }
    }
}
