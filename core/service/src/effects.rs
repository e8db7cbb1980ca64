//! The public step of the core: its input and its output.

use crate::answer::Answer;
use crate::calls::{Call, CallId, CallResult};
use crate::config::Limits;
use crate::cursor::EventId;
use crate::record::{Change, DayName, Record};
use crate::rejection::Rejection;
use crate::request::{Caller, Request, RequestId};
use crate::secret::Secret;
use crate::time::Millis;
use std::fmt;
use turnstone_fairness::{MoveFact, Receipt};

/// The only clock and the only randomness of a command. A stamp from the past counts as now.
#[derive(Clone, Copy)]
pub struct Stamp {
    /// When.
    pub at: Millis,
    /// 32 unpredictable bytes.
    pub entropy: [u8; 32],
}

/// One input of the core.
#[derive(Debug)]
pub enum Command {
    /// A request. The reply may come at once or, for a long-poll, with a later command.
    Request {
        /// Identifies the request in the replies.
        id: RequestId,
        caller: Caller,
        request: Box<Request>,
    },
    /// The peer of a request has disconnected: forget the request if it is pending.
    Hangup(RequestId),
    /// The result of a storage query.
    Found {
        query: QueryId,
        /// The rows, in the order of their keys.
        rows: Result<Vec<Record>, UnreadableRowsError>,
    },
    /// This batch and all before it are durable.
    Durable(BatchId),
    /// The result of an outbound call.
    Returned { call: CallId, result: CallResult },
    /// Time has passed: do what is due.
    Tick,
    /// An order of the process around the core.
    Operate {
        /// Identifies the order in the replies.
        id: RequestId,
        order: Order,
    },
}

/// Some rows of a query are damaged in storage. A part of the rows is never used as if it were all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnreadableRowsError;

/// Orders of the process around the core.
#[derive(Clone, Debug)]
pub enum Order {
    /// Mint an invitation that the server itself needs. It is not audited; an operator's invitation is an act.
    Invite {
        /// How often it can be used, at least 1.
        uses: u32,
        /// Its lifetime; `None` for no limit.
        expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        test: bool,
    },
    /// Answer every pending long-poll with the current view, and reject new requests.
    Drain,
    /// Set whether the disk is nearly full. While it is, requests that create something are rejected.
    Full(bool),
    /// Apply these limits from now on. What was created under other limits stays. They are not stored: a start brings
    /// its own.
    Limits(Limits),
}

/// Everything that a step results in, in the order in which it may happen.
#[must_use]
#[derive(Default)]
pub struct Effects {
    /// First: made durable, all or nothing. Nothing below may leave before it, nor before any earlier batch.
    pub batch: Batch,
    /// The long-polls and streams with news or an end, and why they were checked. For logs and traces.
    pub woken: Vec<(RequestId, WakeReason)>,
    /// Then: may be sent.
    pub replies: Vec<(RequestId, Reply)>,
    /// Then: run in storage, each result returned with [`Command::Found`].
    pub queries: Vec<(QueryId, Query)>,
    /// Then: made, each result returned with [`Command::Returned`].
    pub calls: Vec<(CallId, Call)>,
}

/// Why a long-poll or a stream was checked for news.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WakeReason {
    Opened,
    /// Its table has changed, or one in its cursor.
    Table,
    /// Its party has changed, or one in its cursor.
    Party,
    /// Its ticket is matched or has ended.
    Ticket,
    /// The credentials of its caller's account may have ended.
    Account,
    /// Something else that concerns its member has changed.
    Member,
    /// The rows of its next event were found.
    Rows,
    /// Its time is over.
    Deadline,
    /// The service stops.
    Drain,
}

/// Replies hold texts of members and tokens. They print as their request and whether they are errors.
impl fmt::Debug for Effects {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reply = |(id, reply): &(RequestId, Reply)| {
            (*id, reply.as_ref().map(|_| ()).map_err(|rejected| rejected.rejection.clone()))
        };
        let replies: Vec<(RequestId, Result<(), Rejection>)> = self.replies.iter().map(reply).collect();
        let Self { batch, woken, queries, calls, .. } = self;
        let mut printed = out.debug_struct("Effects");
        printed
            .field("batch", batch)
            .field("woken", woken)
            .field("replies", &replies)
            .field("queries", queries)
            .field("calls", calls)
            .finish()
    }
}

/// The reply to a request.
pub type Reply = Result<Replied, Rejected>;

/// An error with its rate limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// Why.
    pub rejection: Rejection,
    /// The rest of the caller's window, if the request counts against a limit.
    pub rate: Option<Rate>,
}

impl From<Rejection> for Rejected {
    fn from(rejection: Rejection) -> Self {
        Self { rejection, rate: None }
    }
}

/// An answer with its metadata.
#[derive(Clone)]
pub struct Replied {
    /// The answer itself.
    pub answer: Answer,
    /// Whether it repeats an earlier answer to the same idempotency key.
    pub replayed: bool,
    /// A token that it issued, for a transport that keeps credentials for its callers.
    pub issued: Option<Issued>,
    /// The move that it accepts.
    pub accepted: Option<Box<AcceptedMove>>,
    /// The rest of the caller's window, if the request counts against a limit.
    pub rate: Option<Rate>,
    /// Its place among the replies to its request.
    pub place: ReplyPlace,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedMove {
    /// What its receipt acknowledges.
    pub fact: MoveFact,
    /// Its receipt. The loop makes it once the move is durable.
    pub receipt: Option<Receipt>,
}

/// The place of a reply among the replies to its request. An error is always the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyPlace {
    /// No other follows. Most requests have one reply.
    Last,
    /// A stream is open. Others follow.
    Opened,
    /// An event of a stream, with its id. Others follow.
    Event(EventId),
}

/// The length of the windows in which requests are counted, in seconds.
pub const RATE_WINDOW_S: u64 = 60;

/// The state of a rate limit after a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The name of the limit.
    pub name: &'static str,
    /// Requests per window of [`RATE_WINDOW_S`].
    pub quota: u32,
    /// Requests left in the window.
    pub remaining: u32,
    /// Seconds until the next window starts, at least 1.
    pub resets_in_s: u64,
}

/// The answer is not printed: only its reader may see it.
impl fmt::Debug for Replied {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { answer: _, replayed, issued, accepted, rate, place } = self;
        let (issued, accepted, facts) = (issued.is_some(), accepted.is_some(), (replayed, rate, place));
        write!(out, "Replied {{ replayed, rate, place: {facts:?}, issued: {issued}, accepted: {accepted} }}")
    }
}

impl Replied {
    /// An answer without metadata.
    pub const fn plain(answer: Answer) -> Self {
        Self { answer, replayed: false, issued: None, accepted: None, rate: None, place: ReplyPlace::Last }
    }
}

/// Whether no other reply to its request follows.
pub const fn is_last(reply: &Reply) -> bool {
    matches!(reply, Err(_) | Ok(Replied { place: ReplyPlace::Last, .. }))
}

/// A token that a request issued.
#[derive(Clone, Debug)]
pub enum Issued {
    /// A member's session.
    Session {
        token: Secret,
        /// Its lifetime in seconds.
        lasts_s: u64,
    },
    /// The seat of one table.
    Seat {
        token: Secret,
        table: crate::ids::TableId,
        /// Its lifetime in seconds.
        lasts_s: u64,
    },
}

/// Numbers the batches that are not empty, from 1 after each start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct BatchId(pub u64);

/// The writes of one step, all or nothing.
#[derive(Clone, Default, Debug)]
pub struct Batch {
    /// The number of this batch; that of the previous step if nothing is written.
    pub id: BatchId,
    /// Rows to put or remove, in order.
    pub changes: Vec<Change>,
    /// Keys of personal data: to write into the key file before the batch, or to destroy after it.
    pub slots: Vec<SlotChange>,
}

/// A change to the file of personal keys.
#[derive(Clone, Debug)]
pub enum SlotChange {
    /// Write a key. It is durable before the batch that needs it.
    Fill(u32, crate::secret::SecretKey),
    /// Overwrite the slot, after the batch that no longer needs it.
    Destroy(u32),
}

impl SlotChange {
    pub const fn slot(&self) -> u32 {
        match self {
            Self::Fill(slot, _) | Self::Destroy(slot) => *slot,
        }
    }
}

/// Identifies a query until its rows are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct QueryId(pub u64);

impl From<u64> for QueryId {
    fn from(id: u64) -> Self {
        Self(id)
    }
}

/// A read of rows that are not kept in memory. It must see all batches up to the step that asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// The archived table, at most one row.
    Archive(crate::ids::TableId),
    /// Archived tables, newest first, at most `limit`.
    ArchivesBefore {
        /// Only those with smaller ids.
        before: Option<crate::ids::TableId>,
        limit: usize,
    },
    /// Archived tables with ids over `after`, ascending, at most `limit`.
    Archives {
        /// The cursor.
        after: crate::ids::TableId,
        limit: usize,
    },
    /// Messages of a party with ids over `after`, ascending, at most `limit`.
    PartyMessages {
        party: crate::ids::PartyId,
        /// The cursor.
        after: u64,
        limit: usize,
    },
    /// Archived practice tables that ended at or before a moment, the first to end first, at most `limit`.
    PracticeEnded {
        /// The moment.
        until: Millis,
        limit: usize,
    },
    /// Ledger rows of an account with ids over `after`, ascending, at most `limit`.
    Ledger {
        account: crate::ids::AccountId,
        /// The cursor.
        after: u64,
        limit: usize,
    },
    /// Entries of duels made before a moment, newest first. There are at least `limit` if that many exist; there may be
    /// more, to complete those of one millisecond.
    Duels {
        /// Only before this moment.
        before: Option<Millis>,
        /// The minimum.
        limit: usize,
    },
    /// Entries of a day's list with numbers over `after`, ascending, at most `limit`.
    FairEntries {
        day: DayName,
        /// The cursor.
        after: u32,
        limit: usize,
    },
    /// A page of a closed day's list, then the roots of all its pages.
    FairProof {
        day: DayName,
        /// The number of the page, from 0.
        page: u32,
    },
    /// Acts of operators, newest first, at most `limit`.
    Audit {
        /// Only those with smaller numbers.
        before: Option<u64>,
        limit: usize,
    },
    /// History rows of an account that were settled before a moment, newest first. There are at least `limit` if that
    /// many exist; there may be more, to complete those of one millisecond.
    History {
        account: crate::ids::AccountId,
        /// Only of this game.
        game_id: Option<String>,
        /// Only before this moment.
        before: Option<Millis>,
        /// The minimum.
        limit: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Answer, TokenResponse};
    use crate::record::{DailyRow, SecretForm};
    use crate::secret::SecretKey;
    use crate::time::Day;

    #[test]
    fn effects_print_without_seeds_keys_and_tokens() {
        let row = DailyRow { kind: "canary-kind".into(), seed: [0xca; 32], form: SecretForm::Clear, era: 0 };
        let token = TokenResponse { token: "canary-token".into(), expires_in_seconds: 7 };
        let issued = Issued::Session { token: Secret::new("canary-session".into()), lasts_s: 7 };
        let replied = Replied { issued: Some(issued), ..Replied::plain(Answer::Token(token)) };
        let batch = Batch {
            id: BatchId(3),
            changes: vec![Change::Put(Record::Daily(Day(5), row.clone()))],
            slots: vec![SlotChange::Fill(9, SecretKey([0xca; 32]))],
        };
        let effects = Effects { batch, replies: vec![(RequestId(4), Ok(replied.clone()))], ..Effects::default() };
        let found = Command::Found { query: QueryId(1), rows: Ok(vec![Record::Daily(Day(5), row)]) };
        for printed in [format!("{effects:?}"), format!("{found:?}"), format!("{replied:?} {:?}", replied.answer)] {
            assert!(!printed.contains("canary") && !printed.contains("202"), "{printed}");
        }
        let printed = format!("{effects:?}");
        assert!(printed.contains("Daily(Day(5))") && printed.contains("RequestId(4), Ok"), "{printed}");
    }
}
