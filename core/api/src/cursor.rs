//! The ids of the events of a stream. An id holds what its reader has, so that a stream can be continued after any event,
//! also after a restart of the service. Its text is opaque to clients, and no longer than [`MAX_LENGTH`], or
//! [`MAX_MEMBER_LENGTH`] for a member's stream.

mod member;

pub use member::{MAX_DUELS, MAX_MEMBER_LENGTH, MAX_PARTIES, MAX_TABLES, MAX_TICKETS, MemberCursor};

use crate::ids::TableId;
use std::fmt;
use std::sync::Arc;

/// The longest text of an id, in bytes.
pub const MAX_LENGTH: usize = 64;

/// What the reader of a table's stream has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableCursor {
    /// The cursor of its events.
    pub events: u64,
    /// The cursor of its messages, if the stream has them.
    pub messages: Option<u64>,
    /// The digest of its row: its seats, its status and the rest.
    pub row_digest: u64,
}

/// What the reader of a party's stream has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartyCursor {
    /// The cursor of its messages.
    pub messages: u64,
    /// Its current table.
    pub table: Option<TableId>,
    /// The digest of the erased members whom it may name; 0 if there are none.
    pub erased: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventId {
    /// Of a table's stream.
    Table(TableCursor),
    /// Of a party's stream.
    Party(PartyCursor),
    /// Of a member's stream: the text of a [`MemberCursor`].
    Member(Arc<str>),
}

impl EventId {
    /// The bytes that it takes beside those of every event.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Table(_) | Self::Party(_) => 0,
            Self::Member(text) => text.len(),
        }
    }
}

/// What an id of a kind of stream can be read from.
pub trait Cursor: Clone + fmt::Display {
    /// Reads the text that it prints as; `None` for any other text.
    fn parse(text: &str) -> Option<Self> {
        Self::parts(text).filter(|read| read.to_string() == text)
    }

    /// Reads its parts, possibly from a text that it does not print as.
    fn parts(text: &str) -> Option<Self>;
}

impl Cursor for TableCursor {
    fn parts(text: &str) -> Option<Self> {
        let (events, rest) = text.split_once('.')?;
        let (messages, row_digest) = rest.split_once('.')?;
        let messages = if messages == "-" { None } else { Some(messages.parse().ok()?) };
        Some(Self { events: events.parse().ok()?, messages, row_digest: u64::from_str_radix(row_digest, 16).ok()? })
    }
}

impl<C: Cursor> Cursor for Box<C> {
    fn parts(text: &str) -> Option<Self> {
        C::parts(text).map(Self::new)
    }
}

impl Cursor for PartyCursor {
    fn parts(text: &str) -> Option<Self> {
        let (messages, rest) = text.split_once('.')?;
        let (table, erased) = rest.split_once('~').map_or((rest, None), |(table, erased)| (table, Some(erased)));
        let table = if table == "-" { None } else { Some(TableId::parse(table)?) };
        let erased = erased.map_or(Some(0), |erased| u32::from_str_radix(erased, 16).ok())?;
        Some(Self { messages: messages.parse().ok()?, table, erased })
    }
}

/// A part that may be missing.
fn or_dash<T: fmt::Display>(part: Option<T>) -> String {
    part.map_or_else(|| "-".to_owned(), |part| part.to_string())
}

impl fmt::Display for TableCursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}.{:016x}", self.events, or_dash(self.messages), self.row_digest)
    }
}

impl fmt::Display for PartyCursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.messages, or_dash(self.table))?;
        // Without erased members it is the text of earlier versions.
        if self.erased == 0 { Ok(()) } else { write!(out, "~{:08x}", self.erased) }
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(cursor) => cursor.fmt(out),
            Self::Party(cursor) => cursor.fmt(out),
            Self::Member(text) => out.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_of_an_id_is_read() {
        let most = u64::MAX;
        for messages in [None, Some(0), Some(most)] {
            let cursor = TableCursor { events: most, messages, row_digest: 7 };
            assert_eq!(TableCursor::parse(&cursor.to_string()), Some(cursor));
            assert!(cursor.to_string().len() <= MAX_LENGTH);
        }
        // A party shows no leg of a duel.
        let table = TableId::parse("t_018bcfe568007b3ab7e1a04c4d1f2a90");
        for (table, erased) in [(None, 0), (table, 0), (None, 7), (table, u32::MAX)] {
            let cursor = PartyCursor { messages: most, table, erased };
            assert_eq!(PartyCursor::parse(&cursor.to_string()), Some(cursor));
            assert!(cursor.to_string().len() <= MAX_LENGTH, "{cursor}");
        }
        for text in
            ["", "1", "1.2", "+1.-.0000000000000007", "01.-.0000000000000007", "1.-.7", "1.-.0000000000000007.", "5.-"]
        {
            assert_eq!(TableCursor::parse(text), None, "{text}");
        }
        for text in ["", "1", "1.", "1.t_1", "-1.-", "1.-.0000000000000007", "1.-~00000000", "1.-~7"] {
            assert_eq!(PartyCursor::parse(text), None, "{text}");
        }
    }
}
