//! Requests that open a stream.

use super::Request;
use crate::cursor::Cursor;
use crate::invalid::Invalid;

impl Request {
    /// Whether it opens a stream: it has several replies.
    pub const fn is_stream(&self) -> bool {
        matches!(self, Self::StreamTable(..) | Self::StreamParty(..) | Self::StreamMe(_))
    }

    /// Continue a stream after the event with this id, which came in a field of this name. Other requests ignore it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other request opens a stream")]
    pub fn resume(&mut self, field: &str, id: &str) -> Result<(), Invalid> {
        fn set<C: Cursor>(after: &mut Option<C>, id: &str) -> bool {
            *after = C::parse(id);
            after.is_some()
        }
        let is_read = match self {
            Self::StreamTable(_, stream) => set(&mut stream.after, id),
            Self::StreamParty(_, stream) => set(&mut stream.after, id),
            Self::StreamMe(stream) => set(&mut stream.after, id),
            _ => true,
        };
        if is_read { Ok(()) } else { Err(Invalid::parameter(field, "must be the id of an event of this stream")) }
    }
}
