//! Pending requests and their stages.

use crate::inner::callers::account_in;
use crate::inner::prelude::*;

#[derive(Clone)]
pub(crate) struct PendingRequest {
    pub(crate) id: RequestId,
    /// The step that sent the request, and the step that sent it first if it is a repetition.
    pub(crate) step: u32,
    pub(crate) origin: u32,
    pub(crate) who: String,
    pub(crate) caller: Caller,
    pub(crate) request: Request,
    /// The order, if it is one of the process itself.
    pub(crate) order: Option<Order>,
    pub(crate) stage: RequestStage,
    /// Whether the caller hung up: no reply is expected.
    pub(crate) gone: bool,
}

impl PendingRequest {
    /// A request that is sent in the first step, and was sent first in the second one.
    pub(crate) fn new(id: RequestId, (step, origin): (u32, u32), who: &str, caller: Caller, request: Request) -> Self {
        let (who, stage) = (who.to_owned(), RequestStage::Queued);
        Self { id, step, origin, who, caller, request, order: None, stage, gone: false }
    }

    pub(crate) fn of_operator(id: RequestId, step: u32, caller: Caller, order: Order) -> Self {
        Self { order: Some(order), ..Self::new(id, (step, step), "operator", caller, Request::Deployment) }
    }

    /// Whether it is an order, or an operator's.
    pub(crate) const fn is_operators(&self) -> bool {
        self.order.is_some() || self.caller.operator.is_some()
    }

    pub(crate) const fn table(&self) -> Option<TableId> {
        match &self.request {
            Request::ReadTable(table, _) | Request::StreamTable(table, _) => Some(*table),
            _ => None,
        }
    }
}

/// How far a request has come.
#[derive(Clone, Debug)]
pub(crate) enum RequestStage {
    Queued,
    /// It waits for a query. `known` is whether its table existed when the query started.
    Searching {
        known: bool,
    },
    Polling(PendingPoll),
    /// It is an open stream.
    Open(OpenStream),
    /// It is an open stream of a member.
    Member(Box<OpenMemberStream>),
    /// It waits for the end of a duel.
    Duelling,
    Replied,
}

impl RequestStage {
    /// What the caller has of what a poll or a stream is about.
    pub(crate) const fn has(&self) -> Option<&PendingPoll> {
        if let Self::Polling(has) | Self::Open(OpenStream { has, .. }) = self { Some(has) } else { None }
    }

    /// When a poll or a stream ends by itself.
    pub(crate) fn until(&self) -> Option<Millis> {
        if let Self::Member(stream) = self { Some(stream.until) } else { self.has().map(|has| has.until) }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct OpenStream {
    pub(crate) has: PendingPoll,
    /// Whether its reader is still to get the present state.
    pub(crate) is_first: bool,
    /// Whether its next event waits for rows.
    pub(crate) searches: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct OpenMemberStream {
    pub(crate) has: MemberCursor,
    pub(crate) until: Millis,
    /// The number of the command that opened it.
    pub(crate) opened: u64,
    /// The query whose rows its next event waits for.
    pub(crate) searches: Option<Query>,
    /// Tables that the reader has, and that were not the member's at the end of a step since. `true` if the stream waited
    /// for no rows then: it has noticed that.
    pub(crate) left: BTreeMap<TableId, bool>,
}

/// What a pending poll or an open stream waits for.
#[derive(Clone, Debug)]
pub(crate) struct PendingPoll {
    pub(crate) until: Millis,
    /// The cursor of the request, at most the head at that time.
    pub(crate) since: Option<u64>,
    pub(crate) events: u64,
    pub(crate) version: u64,
    pub(crate) messages: Option<u64>,
    /// The table that a party shows, and the digest of the erased members whom it names.
    pub(crate) party: (Option<TableId>, u32),
    /// The rematch of a table that its players see.
    pub(crate) rematch: Option<TableId>,
}

/// The expected result of a chat query: the messages after a cursor.
pub(crate) struct ExpectedChat {
    pub(crate) after: u64,
    pub(crate) should: Vec<(u64, MessageRow)>,
}

pub(crate) const fn account_of(pending: &PendingRequest) -> Option<AccountId> {
    account_in(pending.caller.claims.as_ref())
}

pub(crate) fn is_read(request: &Request) -> bool {
    request.effect() == Effect::Reads
}

pub(crate) const fn table_of(request: &Request) -> Option<TableId> {
    match request {
        Request::ReadTable(table, _)
        | Request::StreamTable(table, _)
        | Request::Act(table, _)
        | Request::Forfeit(table)
        | Request::JoinTable(table, _)
        | Request::Decline(table)
        | Request::GuestSeat(table, _)
        | Request::FillTable(table, _)
        | Request::Rematch(table, _)
        | Request::TableMessages(table, _)
        | Request::PostTableMessage(table, _)
        | Request::Replay(table, _)
        | Request::EndCard(table)
        | Request::IssueSeatGrant(table, _)
        | Request::CurrentSeatGrant(table)
        | Request::RevokeSeatGrant(table, _) => Some(*table),
        _ => None,
    }
}

pub(crate) const fn status_of(status: &Status) -> TableStatus {
    match status {
        Status::Waiting { .. } => TableStatus::Waiting,
        Status::Playing { .. } => TableStatus::Playing,
        Status::Settled { .. } => TableStatus::Settled,
        Status::Cancelled { .. } | Status::Voided { .. } => TableStatus::Cancelled,
    }
}
