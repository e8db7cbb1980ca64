//! Requests on their way, and how far they have come.

use turnstone_service::effects::Order;
use turnstone_service::ids::TableId;
use turnstone_service::record::MessageRow;
use turnstone_service::request::{Caller, Request, RequestId};
use turnstone_service::time::Millis;

/// A request on its way.
pub(crate) struct PendingRequest {
    pub(crate) id: RequestId,
    /// The step that asked, and the one that asked first if it is a repetition.
    pub(crate) step: u32,
    pub(crate) origin: u32,
    pub(crate) who: String,
    pub(crate) caller: Caller,
    pub(crate) request: Request,
    /// What the operator ordered, if the operator asked.
    pub(crate) order: Option<Order>,
    pub(crate) stage: RequestStage,
    /// Whether its peer hung up: no reply is expected, none is learned from.
    pub(crate) gone: bool,
}

impl PendingRequest {
    /// The table that it reads.
    pub(crate) const fn table(&self) -> Option<TableId> {
        if let Request::ReadTable(read) = &self.request { Some(read.table) } else { None }
    }
}

/// How far a request has come.
pub(crate) enum RequestStage {
    Queued,
    /// It waits for rows; what it is about, if that is a table, was there when they were asked for, or was not.
    Searching {
        known: bool,
    },
    Parked(ParkedPoll),
    /// It waits for the end of a duel.
    Duelling,
    Replied,
}

/// What a parked request waits for.
pub(crate) struct ParkedPoll {
    pub(crate) until: Millis,
    /// The cursor that came along, at most the head of then.
    pub(crate) since: Option<u64>,
    pub(crate) events: u64,
    pub(crate) version: u64,
    pub(crate) messages: Option<u64>,
    pub(crate) party_table: Option<TableId>,
}

/// What a search of a party's chat should find: the messages after a cursor.
pub(crate) struct ExpectedChat {
    pub(crate) after: u64,
    pub(crate) should: Vec<(u64, MessageRow)>,
}
