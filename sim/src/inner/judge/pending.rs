//! Pending requests and their stages.

use turnstone_api::operation::Effect;
use turnstone_service::answer::TableStatus;
use turnstone_service::credentials::Claims;
use turnstone_service::effects::Order;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{MessageRow, Status, TableRow};
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::time::Millis;

/// A pending request.
pub(crate) struct PendingRequest {
    pub(crate) id: RequestId,
    /// The step that sent the request, and the step that sent it first if it is a repetition.
    pub(crate) step: u32,
    pub(crate) origin: u32,
    pub(crate) who: String,
    pub(crate) caller: Caller,
    pub(crate) request: Request,
    /// The order, if the caller is the operator.
    pub(crate) order: Option<Order>,
    pub(crate) stage: RequestStage,
    /// Whether the caller hung up: no reply is expected.
    pub(crate) gone: bool,
}

impl PendingRequest {
    /// The table that it reads.
    pub(crate) const fn table(&self) -> Option<TableId> {
        if let Request::ReadTable(read) = &self.request { Some(read.table) } else { None }
    }
}

/// The stage of a request.
#[derive(Debug)]
pub(crate) enum RequestStage {
    Queued,
    /// It waits for a query. `known` is whether its table existed when the query started.
    Searching {
        known: bool,
    },
    Polling(PendingPoll),
    /// It waits for the end of a duel.
    Duelling,
    Replied,
}

/// The state that a pending poll compares with.
#[derive(Debug)]
pub(crate) struct PendingPoll {
    pub(crate) until: Millis,
    /// The cursor of the request, at most the head at that time.
    pub(crate) since: Option<u64>,
    pub(crate) events: u64,
    pub(crate) version: u64,
    pub(crate) messages: Option<u64>,
    pub(crate) party_table: Option<TableId>,
}

/// The expected result of a chat query: the messages after a cursor.
pub(crate) struct ExpectedChat {
    pub(crate) after: u64,
    pub(crate) should: Vec<(u64, MessageRow)>,
}

/// The account of a session.
pub(crate) const fn account_in(claims: Option<&Claims>) -> Option<AccountId> {
    if let Some(Claims::Account { account, .. }) = claims { Some(*account) } else { None }
}

/// The account of the caller.
pub(crate) const fn account_of(pending: &PendingRequest) -> Option<AccountId> {
    account_in(pending.caller.claims.as_ref())
}

/// Whether a request is a read.
pub(crate) fn is_read(request: &Request) -> bool {
    request.effect() == Effect::Reads
}

/// The table of a request.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other requests are about no table, which a test checks")]
pub(crate) const fn table_of(request: &Request) -> Option<TableId> {
    match request {
        Request::ReadTable(read) => Some(read.table),
        Request::Act(act) => Some(act.table),
        Request::Forfeit { table }
        | Request::JoinTable { table }
        | Request::Decline { table }
        | Request::Messages { table, .. }
        | Request::PostMessage { table, .. }
        | Request::Replay { table, .. }
        | Request::Card { table }
        | Request::IssueGrant { table, .. }
        | Request::CurrentGrant { table }
        | Request::RevokeGrant { table, .. } => Some(*table),
        _ => None,
    }
}

/// The status of a table in responses.
pub(crate) const fn status_of(status: &Status) -> TableStatus {
    match status {
        Status::Waiting { .. } => TableStatus::Waiting,
        Status::Playing { .. } => TableStatus::Playing,
        Status::Settled { .. } => TableStatus::Settled,
        Status::Cancelled { .. } | Status::Voided { .. } => TableStatus::Cancelled,
    }
}

/// When a table ended, if it has.
pub(crate) const fn ended_at(row: &TableRow) -> Option<Millis> {
    match &row.status {
        Status::Settled { end, .. } => Some(end.settled_at),
        Status::Cancelled { at } | Status::Voided { at, .. } => Some(*at),
        Status::Waiting { .. } | Status::Playing { .. } => None,
    }
}
