//! Tools that lead to a seat.

use super::ToolDefinition;
use super::knowing::UNFIT;
use crate::arguments::ToolArguments;
use crate::calls::{Ran, ToolCalls};
use crate::result::ToolResult;
use crate::text::TableText;
use crate::untrusted;
use serde::Serialize;
use turnstone_api::ids::TableId;
use turnstone_api::operation::{seats, tables};
use turnstone_api::request::ReadTable;
use turnstone_api::time::Millis;
use turnstone_service::answer::{Answer, Created, SharedAnswer, TableView};
use turnstone_service::request::Request;

pub(super) static PRACTICE: ToolDefinition = ToolDefinition {
    name: "turnstone_practice",
    title: "Play against the house",
    description: "Begin a game against the house, without an account and without chips. The result has the table as you see \
                  it, and a seatToken: send both `tableId` and `seatToken` with turnstone_act, turnstone_wait_for_turn and \
                  turnstone_resign. The house may have moved already.",
    operations: &[&tables::PRACTICE, &tables::READ_TABLE],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| {
        let level = "How well the house plays, 1 to 5 (its best). Leave it out for games in which its choices do not matter: \
                     rps, blackjack, roulette, baccarat and video-poker.";
        inputs.of(&tables::PRACTICE).client_ref_is_optional().describe("level", level)
    },
    run: |calls, arguments| Box::pin(practice(calls, arguments)),
};

pub(super) static CLAIM_SEAT: ToolDefinition = ToolDefinition {
    name: "turnstone_claim_seat",
    title: "Take over a delegated seat",
    description: "Take over the seat of a member who gave you a claim token. The result has the table, and a seatToken to \
                  send with turnstone_act and turnstone_wait_for_turn.",
    operations: &[&seats::CLAIM_SEAT_GRANT, &tables::READ_TABLE],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| inputs.of(&seats::CLAIM_SEAT_GRANT).client_ref_is_optional(),
    run: |calls, arguments| Box::pin(claim_seat(calls, arguments)),
};

/// A seat with a token of its own.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SeatedWithToken {
    table_id: TableId,
    seat_token: String,
    expires_at: Millis,
    /// Null if it could not be read now.
    table: Option<SharedAnswer<TableView>>,
}

async fn practice(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    arguments.fill_client_ref();
    let Answer::Practice(made) = calls.ask(&tables::PRACTICE, &[], &arguments).await? else { unreachable!("{UNFIT}") };
    with_token(calls, made.table_id, made.access_token, made.expires_at).await
}

async fn claim_seat(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    arguments.fill_client_ref();
    let Answer::Claimed(made) = calls.ask(&seats::CLAIM_SEAT_GRANT, &[], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    with_token(calls, made.table_id, made.access_token, made.expires_at).await
}

async fn with_token(mut calls: ToolCalls, table_id: TableId, seat_token: String, expires_at: Millis) -> Ran {
    calls.sit(&seat_token)?;
    let table = view(&calls, table_id).await;
    let text = format!("tableId: {table_id}\nseatToken: {seat_token}\n{}", first_look(&calls, table.as_ref()));
    Ok(ToolResult::new(text, &SeatedWithToken { table_id, seat_token, expires_at, table }))
}

pub(super) static OPEN_TABLE: ToolDefinition = ToolDefinition {
    name: "turnstone_open_table",
    title: "Open a table",
    description: "Open a table as the signed-in member; its buy-in is taken from your chips at once. By default the house \
                  takes the other seats and the game begins. With `open: true` or `invited` the table waits for members: \
                  call turnstone_wait_for_turn until the game begins. With `practice: true` no chips move. \
                  turnstone_games lists kinds and costs.",
    operations: &[&tables::CREATE_TABLE, &tables::READ_TABLE],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| {
        let client_ref = "Only to repeat a call whose result was lost: the same text of 8 to 64 characters gives the same \
                          table.";
        inputs.of(&tables::CREATE_TABLE).without("amount").describe("clientRef", client_ref)
    },
    run: |calls, arguments| Box::pin(open_table(calls, arguments)),
};

pub(super) static JOIN_TABLE: ToolDefinition = ToolDefinition {
    name: "turnstone_join_table",
    title: "Join a table",
    description: "Take a free seat at a waiting table as the signed-in member; its buy-in is taken from your chips. The game \
                  begins when the last seat is taken. Then call turnstone_wait_for_turn.",
    operations: &[&tables::JOIN_TABLE, &tables::READ_TABLE],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| inputs.of(&tables::JOIN_TABLE).table(),
    run: |calls, arguments| Box::pin(join_table(calls, arguments)),
};

/// A seat of the signed-in member.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Seated {
    table_id: TableId,
    /// Null if it could not be read now.
    table: Option<SharedAnswer<TableView>>,
}

async fn open_table(calls: ToolCalls, arguments: ToolArguments) -> Ran {
    let Answer::Created(Created { table_id }) = calls.ask(&tables::CREATE_TABLE, &[], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    seated(&calls, table_id).await
}

async fn join_table(calls: ToolCalls, arguments: ToolArguments) -> Ran {
    let Answer::JoinedTable(joined) = calls.ask(&tables::JOIN_TABLE, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    seated(&calls, joined.table_id).await
}

async fn seated(calls: &ToolCalls, table_id: TableId) -> Ran {
    let table = view(calls, table_id).await;
    let text = format!("tableId: {table_id}\n{}", first_look(calls, table.as_ref()));
    Ok(ToolResult::new(text, &Seated { table_id, table }))
}

/// The first result of a table.
fn first_look(calls: &ToolCalls, table: Option<&SharedAnswer<TableView>>) -> String {
    let text = |view| TableText { view, events: &[], is_first: true, now: calls.now() }.lines();
    let unread = || "The table could not be read now: call turnstone_wait_for_turn.".to_owned();
    table.map_or_else(unread, |view| text(view))
}

/// The table now. The seat is taken, so that an error of this read is not one of the tool.
async fn view(calls: &ToolCalls, table: TableId) -> Option<SharedAnswer<TableView>> {
    let read = ReadTable { wait_ms: 0, events_since: None, msgs_since: None };
    match calls.send(Request::ReadTable(table, read)).await {
        Ok(Answer::Table(view)) => Some(view),
        Ok(_) | Err(_) => None,
    }
}
