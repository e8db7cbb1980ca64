//! The tool for quick match.

use super::ToolDefinition;
use super::knowing::UNFIT;
use super::playing::WAIT_MS;
use crate::arguments::ToolArguments;
use crate::calls::{Ran, ToolCalls};
use crate::result::ToolResult;
use crate::text;
use serde_json::json;
use std::time::Duration;
use turnstone_api::operation::queue;
use turnstone_engine::AskError;
use turnstone_service::answer::{Answer, Ticket, TicketState};
use turnstone_service::ids::TicketId;
use turnstone_service::request::{ReadTicket, Request};

pub(super) static FIND_OPPONENT: ToolDefinition = ToolDefinition {
    name: "turnstone_find_opponent",
    title: "Find an opponent",
    description: "Play against another member of similar strength. With `kind`: wait for one as the signed-in member, at a \
                  table without chips unless there is a `stake`. If none comes within `wait` seconds, the result has a \
                  ticketId: call again with it to go on waiting, or with it and `leave: true` to stop. Once there is a \
                  table, call turnstone_wait_for_turn.",
    operations: &[&queue::JOIN_QUEUE, &queue::READ_TICKET, &queue::LEAVE_QUEUE],
    waits: true,
    destroys: false,
    untrusted: &[],
    input: |inputs| {
        let read = inputs.of(&queue::READ_TICKET);
        let ticket = json!({ "type": "string", "description": "The ticketId of an earlier result." });
        let leave = json!({ "type": "boolean", "description": "Stop waiting with this ticketId." });
        let input = inputs.of(&queue::JOIN_QUEUE).client_ref_is_optional().without("clientSeed").optional_with(read);
        let wait = "Seconds to wait, at most 50; 4 if left out.";
        let stake = "Chips that each seat stakes; 0 for a table without chips.";
        let opponents = "Whom to meet: people only, or any member, accounts of programs included.";
        let fallback =
            "house: a practice table against the house if no opponent comes for a while, only without a stake.";
        let input = input.describe("kind", "A kind with the mark M in turnstone_games.").typed("wait", "number", wait);
        let input = input.describe("stake", stake).describe("opponents", opponents).describe("fallback", fallback);
        input.with(TICKET, false, ticket).with(LEAVE, false, leave)
    },
    run: |calls, arguments| Box::pin(find_opponent(calls, arguments)),
};

const TICKET: &str = "ticketId";
const LEAVE: &str = "leave";

async fn find_opponent(calls: ToolCalls, mut arguments: ToolArguments) -> Ran {
    if arguments.take(LEAVE).is_some_and(|leave| leave == true) {
        let Answer::Ok(okay) = calls.ask(&queue::LEAVE_QUEUE, &[TICKET], &arguments).await? else {
            unreachable!("{UNFIT}")
        };
        return Ok(ToolResult::new("You do not wait for an opponent any more.".to_owned(), &okay));
    }
    let is_new = !arguments.has(TICKET);
    if is_new {
        // It only stands in until there is a ticket: the time to wait is checked before one is made.
        arguments.0.insert(TICKET.to_owned(), TicketId(0).to_string().into());
    }
    let waits = arguments.has("wait");
    let Request::ReadTicket(id, asked) = calls.read(&queue::READ_TICKET, &[TICKET], &arguments).await? else {
        unreachable!("{UNFIT}")
    };
    let wait = calls.shortened(Duration::from_millis(if waits { asked.wait_ms } else { WAIT_MS }));
    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    let ticket = if is_new { join(&calls, arguments, wait_ms).await? } else { read(&calls, id, wait_ms).await? };
    Ok(ToolResult::new(text::ticket(&ticket), &ticket))
}

/// Make a ticket, and wait for its end.
async fn join(calls: &ToolCalls, mut arguments: ToolArguments, wait_ms: u64) -> Result<Ticket, AskError> {
    arguments.fill_client_ref();
    let Answer::Ticket(made) = calls.ask(&queue::JOIN_QUEUE, &[], &arguments).await? else { unreachable!("{UNFIT}") };
    if made.state != TicketState::Waiting || wait_ms == 0 {
        return Ok(made);
    }
    // The ticket is made, so that an error of this read is not one of the tool.
    Ok(read(calls, made.ticket_id, wait_ms).await.unwrap_or(made))
}

async fn read(calls: &ToolCalls, id: TicketId, wait_ms: u64) -> Result<Ticket, AskError> {
    let Answer::Ticket(ticket) = calls.send(Request::ReadTicket(id, ReadTicket { wait_ms })).await? else {
        unreachable!("{UNFIT}")
    };
    Ok(ticket)
}
