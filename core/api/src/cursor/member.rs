//! The ids of the events of a member's stream: digests of the newest responses, and a cursor for each table and party.

use super::{Cursor, PartyCursor, TableCursor};
use crate::ids::{DuelId, PartyId, TableId, TicketId};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::{fmt, iter};

/// The longest text of an id of a member's stream, in bytes: it fits a header.
pub const MAX_MEMBER_LENGTH: usize = 8 << 10;
/// The most tables that an id holds. With the bounds below, every id is short enough.
pub const MAX_TABLES: usize = 90;
/// The most parties that an id holds.
pub const MAX_PARTIES: usize = 24;
/// The most duels that an id holds.
pub const MAX_DUELS: usize = 24;
/// The most tickets of the queue that an id holds.
pub const MAX_TICKETS: usize = 24;

/// The first character of a text says how the rest is written.
const VERSION: char = '1';

/// What the reader of a member's stream has. A digest is 0 if the reader has no such event yet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MemberCursor {
    /// The digest of the newest event `me`.
    pub me: u64,
    /// The digest of the newest event `tables`.
    pub tables: u64,
    /// The digest of the newest event `invitations`.
    pub invitations: u64,
    /// The digests of the newest events of running duels.
    pub duels: BTreeMap<DuelId, u64>,
    /// The cursors of the tables. All of them have one of messages.
    pub seen: BTreeMap<TableId, TableCursor>,
    pub parties: BTreeMap<PartyId, PartyCursor>,
    /// Waiting tickets of the queue of which the reader has an event.
    pub tickets: BTreeSet<TicketId>,
}

type Id = [u8; 16];
type Digest = [u8; 8];

/// The digest of the erased members whom each party names, after the rest. Without any it is absent, as in earlier versions.
type ErasedNames = Vec<[u8; 4]>;

/// The tickets, after all else. Without any they are absent.
type WrittenTickets = Vec<Id>;

/// How it is written: ids and digests with all their bytes, cursors with as few as they need.
#[derive(Serialize, Deserialize)]
struct WrittenCursor {
    digests: [Digest; 3],
    duels: Vec<(Id, Digest)>,
    tables: Vec<(Id, u64, u64, Digest)>,
    parties: Vec<(Id, u64, Option<Id>)>,
}

impl From<&MemberCursor> for WrittenCursor {
    fn from(cursor: &MemberCursor) -> Self {
        let digest = u64::to_be_bytes;
        let table = |(id, table): (&TableId, &TableCursor)| {
            (id.0.to_be_bytes(), table.events, table.messages.unwrap_or_default(), digest(table.row_digest))
        };
        let party = |(id, party): (&PartyId, &PartyCursor)| {
            (id.0.to_be_bytes(), party.messages, party.table.map(|table| table.0.to_be_bytes()))
        };
        Self {
            digests: [cursor.me, cursor.tables, cursor.invitations].map(digest),
            duels: cursor.duels.iter().map(|(id, own)| (id.0.to_be_bytes(), digest(*own))).collect(),
            tables: cursor.seen.iter().map(table).collect(),
            parties: cursor.parties.iter().map(party).collect(),
        }
    }
}

impl MemberCursor {
    fn of_written(
        WrittenCursor { digests, duels, tables, parties }: WrittenCursor,
        erased: ErasedNames,
        tickets: WrittenTickets,
    ) -> Self {
        let (id, digest) = (u128::from_be_bytes, u64::from_be_bytes);
        let [me, of_tables, invitations] = digests.map(digest);
        let table = |(table, events, messages, row_digest)| {
            (TableId(id(table)), TableCursor { events, messages: Some(messages), row_digest: digest(row_digest) })
        };
        let erased = erased.into_iter().map(u32::from_be_bytes).chain(iter::repeat(0));
        let party = |((party, messages, table), erased): ((Id, u64, Option<Id>), u32)| {
            (PartyId(id(party)), PartyCursor { messages, table: table.map(|table| TableId(id(table))), erased })
        };
        Self {
            me,
            tables: of_tables,
            invitations,
            duels: duels.into_iter().map(|(duel, own)| (DuelId(id(duel)), digest(own))).collect(),
            seen: tables.into_iter().map(table).collect(),
            parties: parties.into_iter().zip(erased).map(party).collect(),
            tickets: tickets.into_iter().map(|ticket| TicketId(id(ticket))).collect(),
        }
    }
}

impl Cursor for MemberCursor {
    fn parts(text: &str) -> Option<Self> {
        let text = text.strip_prefix(VERSION).filter(|text| text.len() < MAX_MEMBER_LENGTH)?;
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (written, rest) = postcard::take_from_bytes(&bytes).ok()?;
        let (erased, rest) =
            if rest.is_empty() { (ErasedNames::new(), rest) } else { postcard::take_from_bytes(rest).ok()? };
        let tickets = if rest.is_empty() { WrittenTickets::new() } else { postcard::from_bytes(rest).ok()? };
        Some(Self::of_written(written, erased, tickets))
    }
}

impl fmt::Display for MemberCursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = postcard::to_stdvec(&WrittenCursor::from(self));
        let erased: ErasedNames = self.parties.values().map(|party| party.erased.to_be_bytes()).collect();
        let tickets: WrittenTickets = self.tickets.iter().map(|id| id.0.to_be_bytes()).collect();
        let is_absent = tickets.is_empty() && erased.iter().all(|digest| *digest == [0; 4]);
        let erased = if is_absent { Ok(Vec::new()) } else { postcard::to_stdvec(&erased) };
        let tickets = if tickets.is_empty() { Ok(Vec::new()) } else { postcard::to_stdvec(&tickets) };
        let bytes = [written, erased, tickets].map(|part| part.expect("numbers are plain data")).concat();
        write!(out, "{VERSION}{}", URL_SAFE_NO_PAD.encode(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn largest() -> MemberCursor {
        let (most, table) = (u64::MAX, |at: usize| TableId(u128::MAX - at as u128));
        let seen = TableCursor { events: most, messages: Some(most), row_digest: most };
        MemberCursor {
            me: most,
            tables: most,
            invitations: most,
            duels: (0..MAX_DUELS).map(|at| (DuelId(at as u128), most)).collect(),
            seen: (0..MAX_TABLES).map(|at| (table(at), seen)).collect(),
            parties: (0..MAX_PARTIES)
                .map(|at| {
                    (PartyId(at as u128), PartyCursor { messages: most, table: Some(table(at)), erased: u32::MAX })
                })
                .collect(),
            tickets: (0..MAX_TICKETS).map(|at| TicketId(at as u128)).collect(),
        }
    }

    #[test]
    fn every_cursor_fits_an_id_and_is_read_back() {
        for cursor in [MemberCursor::default(), largest()] {
            let text = cursor.to_string();
            assert!(text.len() <= MAX_MEMBER_LENGTH, "{} bytes", text.len());
            assert_eq!(MemberCursor::parse(&text), Some(cursor));
        }
    }

    #[test]
    fn only_the_text_of_an_id_is_read() {
        let text = largest().to_string();
        let twice =
            WrittenCursor { duels: vec![([1; 16], [0; 8]); 2], ..WrittenCursor::from(&MemberCursor::default()) };
        let twice = format!("1{}", URL_SAFE_NO_PAD.encode(postcard::to_stdvec(&twice).unwrap()));
        let others = [
            "",
            "1",
            "2",
            "5.-.0123456789abcdef",
            "2.-",
            &text[1..],
            &text[..text.len() - 1],
            &format!("{text}A"),
            &format!("{text}="),
            &text.replacen('1', "2", 1),
            &twice,
            &"1".repeat(MAX_MEMBER_LENGTH + 1),
        ];
        for other in others {
            assert_eq!(MemberCursor::parse(other), None, "{other}");
        }
    }
}
