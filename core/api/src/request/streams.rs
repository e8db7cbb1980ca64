//! Requests that open a stream.

use super::Request;
use crate::cursor::{Cursor, MemberCursor, PartyCursor, TableCursor};
use crate::ids::{PartyId, TableId};
use crate::invalid::Invalid;

/// A stream of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamTable {
    /// The table.
    pub table: TableId,
    /// Continue after this event; the two cursors below do not count then.
    pub after: Option<TableCursor>,
    /// The caller has the events up to this cursor.
    pub events_since: Option<u64>,
    /// The caller has the messages up to this cursor, and wants newer ones.
    pub msgs_since: Option<u64>,
}

/// A stream of a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamParty {
    /// The party.
    pub party: PartyId,
    /// Continue after this event; the cursor below does not count then.
    pub after: Option<PartyCursor>,
    /// The caller has the messages up to this cursor.
    pub msgs_since: Option<u64>,
}

impl Request {
    /// Whether it opens a stream: it has several replies.
    pub const fn is_stream(&self) -> bool {
        matches!(self, Self::StreamTable(_) | Self::StreamParty(_) | Self::StreamMe { .. })
    }

    /// Continue a stream after the event with this id, which came in a field of this name. Other requests ignore it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other request opens a stream")]
    pub fn resume(&mut self, field: &str, id: &str) -> Result<(), Invalid> {
        let is_read = match self {
            Self::StreamTable(stream) => {
                stream.after = TableCursor::parse(id);
                stream.after.is_some()
            }
            Self::StreamParty(stream) => {
                stream.after = PartyCursor::parse(id);
                stream.after.is_some()
            }
            Self::StreamMe { after } => {
                *after = MemberCursor::parse(id).map(Box::new);
                after.is_some()
            }
            _ => true,
        };
        if is_read { Ok(()) } else { Err(Invalid::parameter(field, "must be the id of an event of this stream")) }
    }
}
