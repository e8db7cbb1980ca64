//! What waits for rows from storage, and for what comes of calls to the outside.

use crate::admin::{AdminOrder, ChatPlace, TableFilter};
use crate::answer::{CurrentSeatGrantResponse, TableEntry};
use crate::games::Seat;
use crate::ids::{AccountId, DuelId, PartyId, TableId};
use crate::record::{DuelEntryRow, NoticeId};
use crate::refusal::Refusal;
use crate::request::{Caller, RateClass, ReplaySide, RequestId};

/// A query's reason.
#[derive(Debug)]
pub(crate) enum PendingQuery {
    /// A request.
    Request { id: RequestId, caller: Box<Caller>, class: RateClass, asked: QueryPurpose },
    /// The service itself: it drops old practice tables.
    PracticeGoes,
    /// The service itself: it drops old chats of archived tables.
    ChatsGo,
    /// An operator, who reads what operators did.
    Audit(RequestId),
    /// An operator, who searches tables.
    Tables(RequestId, Box<TableSearch>),
    /// An operator, who reads a chat after a cursor.
    Chat { id: RequestId, chat: ChatPlace, after: u64, limit: usize },
    /// An operator, whose act is about something cold.
    Act(RequestId, Box<AdminOrder>),
}

/// A search over tables, with what was found of it in memory.
#[derive(Debug)]
pub(crate) struct TableSearch {
    pub(crate) filter: TableFilter,
    /// The member of the filter.
    pub(crate) member: Option<AccountId>,
    pub(crate) limit: usize,
    /// Tables in memory that match, newest first.
    pub(crate) hot: Vec<TableEntry>,
    /// The last one that was looked at, if older ones were left.
    pub(crate) hot_floor: Option<TableId>,
}

/// What a call to the outside was made for.
#[derive(Debug)]
pub(crate) enum PendingCall {
    /// To tell a browser of something: of the turn that began when the table's log was so long.
    Push { notice: NoticeId, turn: u32, browser: [u8; 32] },
    /// To greet somebody in the messenger.
    Greeting,
    /// The decision of an agent, where its log then stood.
    Decision {
        /// In which duel.
        duel: DuelId,
        /// At which table.
        table: TableId,
        /// Entries of its log.
        ply: u32,
        /// For which seat.
        seat: Seat,
    },
}

/// What the rows are for.
#[derive(Clone, Debug)]
pub(crate) enum QueryPurpose {
    /// A read of an archived table: messages after the cursor come along, if it was sent.
    Table(TableId, Option<u64>),
    /// Its chat after the cursor.
    Messages(TableId, u64),
    /// A request that needs a running table: refused, once it is known whether the caller may know of it.
    Closed(TableId, Refusal),
    /// Something that only who has a seat at the archived table may hear.
    OwnSeat(Result<CurrentSeatGrantResponse, Refusal>),
    /// The replay, with the steps of a side, if it was asked for.
    Replay(TableId, Option<ReplaySide>),
    Card(TableId),
    /// A party with its messages after the cursor.
    Party(PartyId, u64),
    History,
    Ledger,
    /// One duel.
    Duel(DuelId),
    /// Duels that the caller may see, at least so many if there are; these were found before.
    Duels {
        limit: usize,
        found: Vec<(DuelId, DuelEntryRow)>,
    },
}
