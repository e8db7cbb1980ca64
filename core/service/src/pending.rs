//! Requests that wait for rows from storage or for results of outbound calls.

use crate::answer::{CurrentSeatGrantResponse, Replay, TableEntry};
use crate::calls::{Call, CallId};
use crate::cursor::TableCursor;
use crate::effects::{Query, QueryId};
use crate::games::Seat;
use crate::ids::{AccountId, DuelId, PartyId, TableId};
use crate::record::{DayName, DuelEntryRow, NoticeId, TableRow};
use crate::rejection::Rejection;
use crate::request::{ReadChat, RemoveMessage, ReplaySide, RequestId, Requester, SearchTables};

use std::collections::BTreeMap;

/// Queries or calls of steps: new ones, and those without a result yet.
pub(crate) struct Requested<I, T, P> {
    next: u64,
    new: Vec<(I, T)>,
    pending: BTreeMap<I, P>,
}

pub(crate) type Queries = Requested<QueryId, Query, PendingQuery>;
pub(crate) type Calls = Requested<CallId, Call, PendingCall>;

impl<I, T, P> Default for Requested<I, T, P> {
    fn default() -> Self {
        Self { next: 0, new: Vec::new(), pending: BTreeMap::new() }
    }
}

impl<I: Copy + Ord + From<u64>, T, P> Requested<I, T, P> {
    /// Send one as soon as this step is durable.
    pub(crate) fn send(&mut self, what: T, pending: P) -> I {
        let id = I::from(self.next);
        self.next += 1;
        self.pending.insert(id, pending);
        self.new.push((id, what));
        id
    }

    /// The result has returned, or is not needed any more.
    pub(crate) fn returned(&mut self, id: I) -> Option<P> {
        self.pending.remove(&id)
    }

    /// The reasons of those without a result yet.
    pub(crate) fn pending(&self) -> impl ExactSizeIterator<Item = &P> {
        self.pending.values()
    }

    /// The new ones.
    pub(crate) fn take(&mut self) -> Vec<(I, T)> {
        std::mem::take(&mut self.new)
    }
}

/// The reason of a query.
#[derive(Debug)]
pub(crate) enum PendingQuery {
    Request(Box<Requester>, QueryPurpose),
    /// The next event of a stream. Its rows are those of a request with this purpose.
    Watch(RequestId, QueryPurpose),
    /// The service drops old practice tables.
    PracticeGoes,
    /// The service drops old chats of archived tables.
    ChatsGo,
    /// The service closes the list of a day.
    DayCloses,
    /// The service hides the seed of an archived table.
    SeedIsHidden(TableId),
}

/// A search over tables, with the matches in memory.
#[derive(Clone, Debug)]
pub(crate) struct TableSearch {
    pub(crate) filter: SearchTables,
    /// The member that the filter names.
    pub(crate) member: Option<AccountId>,
    /// Tables in memory that match, newest first.
    pub(crate) hot: Vec<TableEntry>,
    /// The last table that was looked at, if older ones are left.
    pub(crate) hot_floor: Option<TableId>,
}

/// The reason of an outbound call.
#[derive(Debug)]
pub(crate) enum PendingCall {
    /// A push notification, for the turn that began at this length of the table's log.
    Push { notice: NoticeId, turn: u32, browser: [u8; 32] },
    /// The greeting of a new chat with the bot.
    Greeting,
    /// The decision of an agent.
    Decision(DecisionPlace),
}

/// The position for which an agent's decision was asked: the table, the seat and the length of the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecisionPlace {
    pub(crate) duel: DuelId,
    pub(crate) table: TableId,
    /// The length of its log.
    pub(crate) ply: u32,
    pub(crate) seat: Seat,
}

/// What a request needs from an archived table.
#[derive(Clone, Debug)]
pub(crate) enum ArchivedRead {
    /// Its view, with the messages after the cursor if one was sent.
    View(Option<u64>),
    /// The last event of a stream, with the messages after the cursor if one was sent, unless the caller has it.
    Stream(Option<TableCursor>, Option<u64>),
    /// Its chat after the cursor.
    Messages(u64),
    /// Nothing: the request needs a running table. It is rejected with this error once it is known that the caller may
    /// know of the table.
    Closed(Rejection),
    /// An answer that only the owner of a seat may get.
    OwnSeat(Result<CurrentSeatGrantResponse, Rejection>),
    /// The replay, with the steps of one side if asked for.
    Replay(Option<ReplaySide>),
    Card,
}

/// What a request needs rows for.
#[derive(Clone, Debug)]
pub(crate) enum QueryPurpose {
    /// A request about a table that is not in memory.
    Archived(TableId, ArchivedRead),
    /// The place of an archived table in the list of its day, for its replay.
    Proof(Box<TableRow>, Box<Replay>),
    /// The list of a closed day.
    DayList(DayName),
    /// A party with its messages after the cursor.
    Party(PartyId, u64),
    History,
    Ledger,
    Duel(DuelId),
    /// Duels that the caller may see, up to the limit. Earlier queries have found these.
    Duels {
        limit: usize,
        found: Vec<(DuelId, DuelEntryRow)>,
    },
    /// Acts of operators.
    Audit,
    /// A search of an operator over tables.
    Tables(Box<TableSearch>),
    /// A chat, for an operator.
    Chat(ReadChat),
    /// A message whose text an operator removes.
    RemoveMessage(Box<RemoveMessage>),
}
