//! Tools at a table: waiting, moving, giving up.

use super::ToolDefinition;
use super::knowing::UNFIT;
use crate::arguments::ToolArguments;
use crate::calls::{Ran, ToolCalls};
use crate::result::ToolResult;
use crate::text::{self, TableText};
use crate::untrusted;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use turnstone_api::invalid::Invalid;
use turnstone_api::operation::tables;
use turnstone_api::request::{MoveEvents, ReadTable};
use turnstone_engine::AskError;
use turnstone_service::answer::{Answer, Json, SharedAnswer, TableView};
use turnstone_service::ids::TableId;
use turnstone_service::rejection::Rejection;
use turnstone_service::request::Request;

/// How long a wait lasts unless the caller says otherwise: less than any common client waits for a tool.
pub(super) const WAIT_MS: u64 = 4_000;
/// The cursor, as all tools call it.
const SINCE: &str = "eventsSince";
/// Events before the newest one that a result shows if nothing has happened while it waited.
const RECENT: u64 = 12;

pub(super) static WAIT_FOR_TURN: ToolDefinition = ToolDefinition {
    name: "turnstone_wait_for_turn",
    title: "Wait for my turn",
    description: "Get a table as soon as you are to move there or the game is over. If neither happens within `wait` \
                  seconds (4 if left out, at most 50), the result says that it is not your turn: call it again. With wait \
                  0 it just reads the table.",
    operations: &[&tables::READ_TABLE],
    waits: true,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| {
        let input = inputs.of(&tables::READ_TABLE).without("msgs_since").renamed("events_since", SINCE);
        let since = "For programs: include all events after this cursor, `table.state.eventsAt` of the last result.";
        let wait = "Seconds to wait, at most 50; 4 if left out.";
        input.describe(SINCE, since).typed("wait", "number", wait).table().seat_token()
    },
    run: |calls, arguments| Box::pin(wait_for_turn(calls, arguments)),
};

/// A table after a wait.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Waited {
    /// True if it is not your turn and the game is not over: call again.
    still_waiting: bool,
    table: TableView,
}

async fn wait_for_turn(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    arguments.rename(SINCE, "events_since");
    let waits = arguments.has("wait");
    let calls = calls.of_seat(&mut arguments, &tables::READ_TABLE).await?;
    let read = calls.read(&tables::READ_TABLE, &["tableId"], &arguments).await.map_err(renamed)?;
    let Request::ReadTable(table_id, asked) = read else { unreachable!("{UNFIT}") };
    let wait = Duration::from_millis(if waits { asked.wait_ms } else { WAIT_MS });
    let over = calls.instant() + calls.shortened(wait);
    // A poll ends with any event, and another player's move is one. It also ends when a member takes a seat at a waiting
    // table, which is none.
    let mut next = ReadTable { wait_ms: 0, msgs_since: None, ..asked };
    let mut events = Vec::new();
    let mut newest: Option<SharedAnswer<TableView>> = None;
    let view = loop {
        let view = match calls.send(Request::ReadTable(table_id, next)).await {
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
    let shown = if asked.events_since.is_none() && events.is_empty() && view.state.events_at > 0 {
        recent(&calls, table_id, next, &view).await
    } else {
        events.clone()
    };
    let is_first = view.state.plies < view.seats_total as u64;
    let text = TableText { view: &view, events: &shown, is_first, now: calls.now() }.lines();
    let still_waiting = is_waiting(&view);
    let mut table = TableView::clone(&view);
    table.state.events = asked.events_since.map(|_| events);
    Ok(ToolResult::new(text, &Waited { still_waiting, table }))
}

/// What has happened since the caller's own last move, as far as it is recent.
async fn recent(calls: &ToolCalls, table: TableId, read: ReadTable, view: &TableView) -> Vec<Json> {
    let since = view.state.events_at.saturating_sub(RECENT);
    let read = ReadTable { wait_ms: 0, events_since: Some(since), ..read };
    let Ok(Answer::Table(again)) = calls.send(Request::ReadTable(table, read)).await else { return Vec::new() };
    // The events are those of this view, not of one that came after it.
    if again.state.events_at != view.state.events_at {
        return Vec::new();
    }
    let events = again.state.events.clone().unwrap_or_default();
    let is_own = |event: &Json| {
        let event: Value = serde_json::from_str(event.0.get()).unwrap_or_default();
        event["seat"] == view.my_seat && event["type"] != "turn"
    };
    let after = events.iter().rposition(is_own).map_or(0, |own| own + 1);
    events[after..].to_vec()
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
    name: "turnstone_act",
    title: "Make a move",
    description: "Make a move: `action` is one of the listed moves as text, such as c4, and `expectedPlies` the number of the \
                  same result. The house replies at once, and the result has the board afterwards: if it is your turn \
                  again, act again; if not, call turnstone_wait_for_turn. An error with the code stale_plies means that the \
                  table has changed: read it with turnstone_wait_for_turn and decide again.",
    operations: &[&tables::ACT],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| {
        let plies = "expectedPlies of the result that the decision is based on. Required with a seatToken.";
        let since = "For programs: include all events after this cursor, `table.state.eventsAt` of the last result.";
        let action = "A legal move as text, such as c4, or an element of `table.state.legalActions` as JSON.";
        let input = inputs.of(&tables::ACT).typed("action", "string", action).describe("expectedPlies", plies);
        input.describe(SINCE, since).table().seat_token()
    },
    run: |calls, arguments| Box::pin(act(calls, arguments)),
};

/// The table after a move.
#[derive(Serialize)]
struct Moved {
    table: Box<TableView>,
}

async fn act(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    let calls = calls.of_seat(&mut arguments, &tables::ACT).await?;
    let text = text_of_move(&mut arguments);
    let Request::Act(table, mut act) = calls.read(&tables::ACT, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    if let Some(text) = text {
        act.action = Value::String(text);
    }
    let shows_events = act.events.is_some();
    act.events = act.events.or(Some(MoveEvents::OfMove));
    let Answer::Acted(acted) = calls.send(Request::Act(table, act)).await? else { unreachable!("{UNFIT}") };
    let mut table = acted.table.expect("it was asked for");
    let events = table.state.events.clone().unwrap_or_default();
    let shown = TableText { view: &table, events: &events, is_first: false, now: calls.now() }.lines();
    table.state.events = table.state.events.filter(|_| shows_events);
    Ok(ToolResult::new(shown, &Moved { table }))
}

/// The text of a move, taken out of the arguments: JSON in a text is an element of the legal actions, and stays.
fn text_of_move(arguments: &mut ToolArguments) -> Option<String> {
    let Some(Value::String(text)) = arguments.0.get("action") else { return None };
    let read = serde_json::from_str::<Map<String, Value>>(text).map(Value::Object);
    let text = read.is_err().then(|| text.clone());
    arguments.0.insert("action".to_owned(), read.unwrap_or_else(|_| json!({})));
    text
}

pub(super) static LEGAL_MOVES: ToolDefinition = ToolDefinition {
    name: "turnstone_legal_moves",
    title: "All legal moves",
    description: "List all your legal moves at a table, where a result only has examples of them.",
    operations: &[&tables::READ_TABLE],
    waits: false,
    destroys: false,
    untrusted: untrusted::TABLE,
    input: |inputs| {
        let start =
            json!({ "type": "string", "description": "Only moves that begin with this text, such as shoot a." });
        let input = inputs.of(&tables::READ_TABLE).without("msgs_since").without("events_since").without("wait");
        input.with(START, false, start).table().seat_token()
    },
    run: |calls, arguments| Box::pin(legal_moves(calls, arguments)),
};

/// The argument with the first letters of moves.
const START: &str = "startsWith";

async fn legal_moves(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    let start = arguments.take(START);
    let calls = calls.of_seat(&mut arguments, &tables::READ_TABLE).await?;
    arguments.0.retain(|name, _| name == "tableId");
    let Answer::Table(view) = calls.ask(&tables::READ_TABLE, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    let start = start.as_ref().and_then(Value::as_str).unwrap_or_default();
    let text = text::all_moves(&view, start);
    Ok(ToolResult::new(text, &Moved { table: Box::new(TableView::clone(&view)) }))
}

pub(super) static RESIGN: ToolDefinition = ToolDefinition {
    name: "turnstone_resign",
    title: "Give up",
    description: "Give up a running game: your seat loses its stake. At a table that still waits for members, leave it: \
                  stakes are returned, and a table that you opened is cancelled. Only for members and for guests at their \
                  practice table.",
    operations: &[&tables::FORFEIT],
    waits: false,
    destroys: true,
    untrusted: &[],
    input: |inputs| inputs.of(&tables::FORFEIT).table().seat_token(),
    run: |calls, arguments| Box::pin(resign(calls, arguments)),
};

async fn resign(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    let calls = calls.of_seat(&mut arguments, &tables::FORFEIT).await?;
    let Answer::Ok(okay) = calls.ask(&tables::FORFEIT, &["tableId"], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    Ok(ToolResult::new("You have given up, or left the waiting table.".to_owned(), &okay))
}
