//! Tools that lead to a seat.

use super::knowing::UNFIT;
use super::{ToolDefinition, reported};
use crate::arguments::ToolArguments;
use crate::calls::ToolCalls;
use crate::untrusted;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use turnstone_api::ids::TableId;
use turnstone_api::operation::{seats, tables};
use turnstone_api::request::ReadTable;
use turnstone_api::time::Millis;
use turnstone_engine::AskError;
use turnstone_service::answer::{Answer, Created, SharedAnswer, TableView};
use turnstone_service::request::Request;

pub(super) static PRACTICE: ToolDefinition = ToolDefinition {
    name: "practice",
    title: "Play against the house",
    description: "Begin a game against the house, without an account and without chips. The result has the table as you see \
                  it, and a seatToken: send both `tableId` and `seatToken` with act, wait_for_turn and resign. The house may \
                  have moved already.",
    operations: &[&tables::PRACTICE, &tables::READ],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |generators| generators.input(&tables::PRACTICE).client_ref_is_optional(),
    output: |generators| generators.output::<SeatedWithToken>(),
    run: |calls, arguments| Box::pin(practice(calls, arguments)),
};

pub(super) static CLAIM_SEAT: ToolDefinition = ToolDefinition {
    name: "claim_seat",
    title: "Take over a delegated seat",
    description: "Take over the seat of a member who gave you a claim token. The result has the table, and a seatToken to \
                  send with act and wait_for_turn.",
    operations: &[&seats::CLAIM, &tables::READ],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |generators| generators.input(&seats::CLAIM).client_ref_is_optional(),
    output: |generators| generators.output::<SeatedWithToken>(),
    run: |calls, arguments| Box::pin(claim_seat(calls, arguments)),
};

/// A seat with a token of its own.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SeatedWithToken {
    table_id: TableId,
    /// The credential of this one seat. Send it with each call at this table.
    seat_token: String,
    /// The expiry of the token.
    expires_at: Millis,
    /// The table; null if it could not be read now.
    #[schemars(with = "Option<TableView>")]
    table: Option<SharedAnswer<TableView>>,
}

async fn practice(calls: ToolCalls, mut arguments: ToolArguments) -> Result<Value, AskError> {
    arguments.fill_client_ref();
    let Answer::Practice(made) = calls.ask(&tables::PRACTICE, &[], &arguments).await? else { unreachable!("{UNFIT}") };
    with_token(calls, made.table_id, made.access_token, made.expires_at).await
}

async fn claim_seat(calls: ToolCalls, mut arguments: ToolArguments) -> Result<Value, AskError> {
    arguments.fill_client_ref();
    let Answer::Claimed(made) = calls.ask(&seats::CLAIM, &[], &arguments).await? else { unreachable!("{UNFIT}") };
    with_token(calls, made.table_id, made.access_token, made.expires_at).await
}

async fn with_token(
    mut calls: ToolCalls,
    table_id: TableId,
    seat_token: String,
    expires_at: Millis,
) -> Result<Value, AskError> {
    calls.sit(&seat_token)?;
    let table = view(&calls, table_id).await;
    Ok(reported(&SeatedWithToken { table_id, seat_token, expires_at, table }))
}

pub(super) static OPEN_TABLE: ToolDefinition = ToolDefinition {
    name: "open_table",
    title: "Open a table",
    description: "Open a table as the signed-in member; its buy-in is taken from your chips at once. By default the house \
                  takes the other seats and the game begins. With `open: true` or `invited` the table waits for members: \
                  call wait_for_turn until the game begins. With `practice: true` no chips move. The games tool lists \
                  kinds and costs.",
    operations: &[&tables::CREATE, &tables::READ],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |generators| {
        let client_ref = "Only to repeat a call whose result was lost: the same text of 8 to 64 characters gives the same \
                          table.";
        generators.input(&tables::CREATE).without("amount").describe("clientRef", client_ref)
    },
    output: |generators| generators.output::<Seated>(),
    run: |calls, arguments| Box::pin(open_table(calls, arguments)),
};

pub(super) static JOIN_TABLE: ToolDefinition = ToolDefinition {
    name: "join_table",
    title: "Join a table",
    description: "Take a free seat at a waiting table as the signed-in member; its buy-in is taken from your chips. The game \
                  begins when the last seat is taken. Then call wait_for_turn.",
    operations: &[&tables::JOIN, &tables::READ],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |generators| generators.input(&tables::JOIN).table(),
    output: |generators| generators.output::<Seated>(),
    run: |calls, arguments| Box::pin(join_table(calls, arguments)),
};

/// A seat of the signed-in member.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Seated {
    table_id: TableId,
    /// The table; null if it could not be read now.
    #[schemars(with = "Option<TableView>")]
    table: Option<SharedAnswer<TableView>>,
}

async fn open_table(calls: ToolCalls, arguments: ToolArguments) -> Result<Value, AskError> {
    let Answer::Created(Created { table_id }) = calls.ask(&tables::CREATE, &[], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    seated(&calls, table_id).await
}

async fn join_table(calls: ToolCalls, arguments: ToolArguments) -> Result<Value, AskError> {
    let Answer::Joining(joined) = calls.ask(&tables::JOIN, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    seated(&calls, joined.table_id).await
}

async fn seated(calls: &ToolCalls, table_id: TableId) -> Result<Value, AskError> {
    let table = view(calls, table_id).await;
    Ok(reported(&Seated { table_id, table }))
}

/// The table now. The seat is taken, so that an error of this read is not one of the tool.
async fn view(calls: &ToolCalls, table: TableId) -> Option<SharedAnswer<TableView>> {
    let read = ReadTable { table, wait_ms: 0, events_since: None, msgs_since: None };
    match calls.send(Request::ReadTable(read)).await {
        Ok(Answer::Table(view)) => Some(view),
        Ok(_) | Err(_) => None,
    }
}
