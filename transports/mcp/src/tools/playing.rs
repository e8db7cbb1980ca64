//! Tools at a table: waiting, moving, giving up.

use super::knowing::UNFIT;
use super::{ToolDefinition, reported};
use crate::arguments::ToolArguments;
use crate::calls::ToolCalls;
use crate::untrusted;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::tables;
use turnstone_api::request::ReadTable;
use turnstone_engine::AskError;
use turnstone_service::answer::{Answer, Okay, SharedAnswer, TableView};
use turnstone_service::rejection::Rejection;
use turnstone_service::request::Request;

/// How long a wait lasts unless the caller says otherwise: less than any common client waits for a tool.
const WAIT_MS: u64 = 25_000;
/// The cursor, as all tools call it.
const SINCE: &str = "eventsSince";
/// A cursor that no event reaches: the table comes without events.
const NO_EVENTS: u64 = u64::MAX;

pub(super) static WAIT_FOR_TURN: ToolDefinition = ToolDefinition {
    name: "wait_for_turn",
    title: "Wait for my turn",
    description: "Get a table as soon as you are to move there or the game is over. If neither happens within `wait` \
                  seconds (25 if left out, at most 50), the result has `stillWaiting: true`: call it again. With wait 0 it \
                  just reads the table. When `table.state.yourTurn` is true, choose one of `table.state.legalActions` and \
                  send it with act.",
    operations: &[&tables::READ],
    waits: true,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |generators| {
        let input = generators.input(&tables::READ).without("msgs_since").renamed("events_since", SINCE);
        let since = "Include the events after this cursor, `table.state.eventsAt` of your last result.";
        let wait = "Seconds to wait, at most 50; 25 if left out.";
        input.describe("eventsSince", since).describe("wait", wait).table().seat_token()
    },
    output: |generators| generators.output::<Waited>(),
    run: |calls, arguments| Box::pin(wait_for_turn(calls, arguments)),
};

/// A table after a wait.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Waited {
    /// True if it is not your turn and the game is not over: call again.
    still_waiting: bool,
    table: TableView,
}

async fn wait_for_turn(calls: ToolCalls, mut arguments: ToolArguments) -> Result<Value, AskError> {
    arguments.rename(SINCE, "events_since");
    let waits = arguments.has("wait");
    let calls = calls.of_seat(&mut arguments, &tables::READ).await?;
    let read = calls.read(&tables::READ, &["tableId"], &arguments).await.map_err(renamed)?;
    let Request::ReadTable(asked) = read else { unreachable!("{UNFIT}") };
    let wait = Duration::from_millis(if waits { asked.wait_ms } else { WAIT_MS });
    let over = calls.instant() + wait;
    // A poll ends with any event, and another player's move is one. It also ends when a member takes a seat at a waiting
    // table, which is none.
    let mut next = ReadTable { wait_ms: 0, msgs_since: None, ..asked };
    let mut events = Vec::new();
    let mut newest: Option<SharedAnswer<TableView>> = None;
    let view = loop {
        let view = match calls.send(Request::ReadTable(next)).await {
            Ok(Answer::Table(view)) => view,
            Ok(_) => unreachable!("{UNFIT}"),
            // The service is about to stop: it has ended the poll before, and takes no other one.
            Err(error) => break newest.filter(|_| is_unavailable(&error)).ok_or(error)?,
        };
        events.extend(view.state.events.iter().flatten().cloned());
        let left = over.saturating_duration_since(calls.instant());
        if !is_waiting(&view) || left.is_zero() {
            break view;
        }
        // At least a millisecond: 0 would not wait at all.
        let wait_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1);
        next = ReadTable { wait_ms, events_since: Some(view.state.events_at), ..next };
        newest = Some(view);
    };
    let still_waiting = is_waiting(&view);
    let mut table = TableView::clone(&view);
    table.state.events = asked.events_since.map(|_| events);
    Ok(reported(&Waited { still_waiting, table }))
}

/// Whether the caller is not to move yet.
fn is_waiting(view: &TableView) -> bool {
    !view.state.your_turn && !view.state.terminal
}

fn is_unavailable(error: &AskError) -> bool {
    matches!(error, AskError::Rejected(rejected) if rejected.rejection == Rejection::Unavailable)
}

/// An error with the argument's own name.
fn renamed(mut rejected: AskError) -> AskError {
    if let AskError::Invalid(Invalid::Field { name, .. }, _) = &mut rejected
        && name == "events_since"
    {
        SINCE.clone_into(name);
    }
    rejected
}

pub(super) static ACT: ToolDefinition = ToolDefinition {
    name: "act",
    title: "Make a move",
    description: "Make a move: `action` is one element of `table.state.legalActions`, copied unchanged, and \
                  `expectedPlies` is `table.state.plies` of the same result. The house replies at once. The result has the \
                  table after the move: if `table.state.yourTurn` is still true, act again; if it is false and \
                  `table.state.terminal` is false, call wait_for_turn. An error with the code stale_plies means that the \
                  table has changed: read it with wait_for_turn and decide again.",
    operations: &[&tables::ACT],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |generators| {
        let plies = "`table.state.plies` of the result that the decision is based on. Required with a seatToken.";
        let since = "Include the events after this cursor, `table.state.eventsAt` of your last result.";
        let action = "One element of `table.state.legalActions` of the same result, unchanged.";
        let input = generators.input(&tables::ACT).describe("action", action).describe("expectedPlies", plies);
        input.describe("eventsSince", since).table().seat_token()
    },
    output: |generators| generators.output::<Moved>(),
    run: |calls, arguments| Box::pin(act(calls, arguments)),
};

/// The table after a move.
#[derive(Serialize, JsonSchema)]
struct Moved {
    /// The table after the move.
    table: Box<TableView>,
}

async fn act(calls: ToolCalls, mut arguments: ToolArguments) -> Result<Value, AskError> {
    let calls = calls.of_seat(&mut arguments, &tables::ACT).await?;
    let Request::Act(mut act) = calls.read(&tables::ACT, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    let since = act.events_since;
    act.events_since = Some(since.unwrap_or(NO_EVENTS));
    let Answer::Acted(acted) = calls.send(Request::Act(act)).await? else { unreachable!("{UNFIT}") };
    let mut table = acted.table.expect("it was asked for");
    table.state.events = table.state.events.filter(|_| since.is_some());
    Ok(reported(&Moved { table }))
}

pub(super) static RESIGN: ToolDefinition = ToolDefinition {
    name: "resign",
    title: "Give up",
    description: "Give up a running game: your seat loses its stake. At a table that still waits for members, leave it: \
                  stakes are returned, and a table that you opened is cancelled. Only for members and for guests at their \
                  practice table.",
    operations: &[&tables::FORFEIT],
    waits: false,
    destroys: true,
    untrusted: &[],
    input: |generators| generators.input(&tables::FORFEIT).table().seat_token(),
    output: |generators| generators.output::<Okay>(),
    run: |calls, arguments| Box::pin(resign(calls, arguments)),
};

async fn resign(calls: ToolCalls, mut arguments: ToolArguments) -> Result<Value, AskError> {
    let calls = calls.of_seat(&mut arguments, &tables::FORFEIT).await?;
    let Answer::Ok(okay) = calls.ask(&tables::FORFEIT, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    Ok(reported(&okay))
}
