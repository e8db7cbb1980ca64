//! What waits for rows from storage, and for what comes of calls to the outside.

use crate::admin::{AdminOrder, ChatPlace, TableFilter};
use crate::answer::{CurrentSeatGrantResponse, TableEntry};
use crate::calls::{Call, CallId};
use crate::effects::{Query, QueryId};
use crate::games::Seat;
use crate::ids::{AccountId, DuelId, PartyId, TableId};
use crate::record::{DuelEntryRow, NoticeId};
use crate::refusal::Refusal;
use crate::request::{ReplaySide, RequestId, Requester};
use std::collections::BTreeMap;

/// What steps have done outside: the new ones, and those whose results are not back.
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
    /// Have something done once this step is durable.
    pub(crate) fn send(&mut self, what: T, pending: P) -> I {
        let id = I::from(self.next);
        self.next += 1;
        self.pending.insert(id, pending);
        self.new.push((id, what));
        id
    }

    /// A result is back, or is not awaited any more.
    pub(crate) fn returned(&mut self, id: I) -> Option<P> {
        self.pending.remove(&id)
    }

    /// What waits for results.
    pub(crate) fn pending(&self) -> impl ExactSizeIterator<Item = &P> {
        self.pending.values()
    }

    /// The new ones.
    pub(crate) fn take(&mut self) -> Vec<(I, T)> {
        std::mem::take(&mut self.new)
    }
}

/// A query's reason.
#[derive(Debug)]
pub(crate) enum PendingQuery {
    /// A request.
    Request(Box<Requester>, QueryPurpose),
    /// The service itself: it drops old practice tables.
    PracticeGoes,
    /// The service itself: it drops old chats of archived tables.
    ChatsGo,
    /// An order of the operator.
    Operator(RequestId, OperatorQuery),
}

/// What an operator's order needs rows for.
#[derive(Debug)]
pub(crate) enum OperatorQuery {
    /// Acts of operators.
    Audit,
    /// A search over tables.
    Tables(Box<TableSearch>),
    /// A chat after a cursor.
    Chat { chat: ChatPlace, after: u64, limit: usize },
    /// An act about something cold.
    Act(Box<AdminOrder>),
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
    /// The decision of an agent.
    Decision(DecisionPlace),
}

/// Where an agent's decision is to be made: where its log stood when the model was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecisionPlace {
    /// In which duel.
    pub(crate) duel: DuelId,
    /// At which table.
    pub(crate) table: TableId,
    /// Entries of its log.
    pub(crate) ply: u32,
    /// For which seat.
    pub(crate) seat: Seat,
}

/// What is read of an archived table.
#[derive(Clone, Debug)]
pub(crate) enum ArchivedRead {
    /// Its view, with the messages after the cursor, if one was sent.
    View(Option<u64>),
    /// Its chat after the cursor.
    Messages(u64),
    /// Nothing: the request needs a running table. It is rejected so, once it is known whether the caller may know of the
    /// table.
    Closed(Refusal),
    /// What only the owner of a seat may see.
    OwnSeat(Result<CurrentSeatGrantResponse, Refusal>),
    /// The replay, with the steps of a side, if they were asked for.
    Replay(Option<ReplaySide>),
    Card,
}

/// What the rows are for.
#[derive(Clone, Debug)]
pub(crate) enum QueryPurpose {
    /// A request about a table that is not in memory.
    Archived(TableId, ArchivedRead),
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
