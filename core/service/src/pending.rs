//! What waits for rows from storage, and for what comes of calls to the outside.

use crate::answer::CurrentSeatGrantResponse;
use crate::games::Seat;
use crate::ids::{DuelId, PartyId, TableId};
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
