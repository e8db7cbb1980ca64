//! The public step of the core: what goes in and what comes out.

use crate::admin::{AdminOrder, AdminQuery};
use crate::answer::Answer;
use crate::calls::{Call, CallId, CallResult};
use crate::config::Limits;
use crate::record::{Change, Record};
use crate::refusal::Refusal;
use crate::request::{Caller, Request, RequestId};
use crate::secret::Secret;
use crate::time::Millis;
use std::fmt;

/// The only clock and the only dice of a command. A stamp from the past counts as now.
#[derive(Clone, Copy)]
pub struct Stamp {
    /// When.
    pub at: Millis,
    /// 32 bytes that nobody can guess.
    pub entropy: [u8; 32],
}

/// One input of the core.
#[derive(Debug)]
pub enum Command {
    /// A caller asks. The reply may come at once or, for a long-poll, with a later command.
    Request {
        /// Names the request in the replies.
        id: RequestId,
        /// Who asks.
        caller: Caller,
        /// For what.
        request: Box<Request>,
    },
    /// The peer of a request is gone: a parked one is forgotten.
    Hangup(RequestId),
    /// What a cold query brought back from storage.
    Found {
        /// The query.
        query: QueryId,
        /// The rows, in the order of their keys.
        rows: Result<Vec<Record>, Unreadable>,
    },
    /// Storage has this batch and all before it.
    Durable(BatchId),
    /// What came of a call to the outside.
    Returned {
        /// The call.
        call: CallId,
        /// Its result.
        result: CallResult,
    },
    /// Time passed: do what is due.
    Tick,
    /// The operator asks.
    Operate {
        /// Names the order in the replies.
        id: RequestId,
        /// What to do.
        order: Order,
    },
}

/// Some of the rows of a query are damaged where they are stored. Nobody is told a part of them as if it were all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

/// What only the operator may ask.
#[derive(Clone, Debug)]
pub enum Order {
    /// Mint an invitation that the server itself needs: nobody has asked for it by name. An operator's is an act.
    Invite {
        /// How often it can be used, at least 1.
        uses: u32,
        /// Until when; `None` for ever.
        expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        test: bool,
    },
    /// Answer every parked long-poll with the current view and park no more.
    Drain,
    /// Make nothing new while this is so.
    Full(bool),
    /// Go by these limits from now on. What was made under others stays. They are not stored: a start brings its own.
    Limits(Limits),
    /// Show something.
    Show(AdminQuery),
    /// Do something to somebody, and write it down.
    Act(Box<AdminOrder>),
}

/// All that a step brings about, in the order in which it may happen.
#[must_use]
#[derive(Default)]
pub struct Effects {
    /// First: made durable, all or nothing. Nothing below may leave before it, nor before any batch that came earlier.
    pub batch: Batch,
    /// Then: may leave.
    pub replies: Vec<(RequestId, Reply)>,
    /// Then: to be looked up in storage and handed back with [`Command::Found`].
    pub queries: Vec<(QueryId, Query)>,
    /// Then: to be made, each handed back with [`Command::Returned`].
    pub calls: Vec<(CallId, Call)>,
}

/// Replies hold what members wrote, and tokens: they print as whom they are for and whether they are refusals.
impl fmt::Debug for Effects {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reply = |(id, reply): &(RequestId, Reply)| {
            (*id, reply.as_ref().map(|_| ()).map_err(|refused| refused.refusal.clone()))
        };
        let replies: Vec<(RequestId, Result<(), Refusal>)> = self.replies.iter().map(reply).collect();
        let Self { batch, queries, calls, .. } = self;
        let mut printed = out.debug_struct("Effects");
        printed
            .field("batch", batch)
            .field("replies", &replies)
            .field("queries", queries)
            .field("calls", calls)
            .finish()
    }
}

/// What a request is answered with.
pub type Reply = Result<Replied, Refused>;

/// A refusal with what a transport puts around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Why.
    pub refusal: Refusal,
    /// What is left in the caller's window, if the request counted in one that has a limit.
    pub rate: Option<Rate>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, rate: None }
    }
}

/// An answer with what a transport puts around it.
#[derive(Clone)]
pub struct Replied {
    /// The answer itself.
    pub answer: Answer,
    /// Whether it repeats an earlier answer to the same idempotency key.
    pub replayed: bool,
    /// A token that it brought, for a door that keeps credentials for its callers.
    pub issued: Option<Issued>,
    /// What is left in the caller's window, if the request counts in one that has a limit.
    pub rate: Option<Rate>,
}

/// The state of a rate limit after a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The name of the limit.
    pub name: &'static str,
    /// Requests that the limit takes a minute.
    pub quota: u32,
    /// Requests that the window still takes.
    pub remaining: u32,
    /// Seconds until the next window begins, at least 1.
    pub resets_in_s: u64,
}

/// The answer is its reader's alone.
impl fmt::Debug for Replied {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { answer: _, replayed, issued, rate } = self;
        let (issued, told) = (issued.is_some(), (replayed, rate));
        write!(out, "Replied {{ replayed, rate: {told:?}, issued: {issued} }}")
    }
}

impl Replied {
    /// An answer and nothing around it.
    pub const fn plain(answer: Answer) -> Self {
        Self { answer, replayed: false, issued: None, rate: None }
    }
}

/// A token that a request brought its caller.
#[derive(Clone, Debug)]
pub enum Issued {
    /// A member's session.
    Session {
        /// The token.
        token: Secret,
        /// How long it counts, in seconds.
        lasts_s: u64,
    },
    /// The seat of one table.
    Seat {
        /// The token.
        token: Secret,
        /// The table it is for.
        table: crate::ids::TableId,
        /// How long it counts, in seconds.
        lasts_s: u64,
    },
}

/// Counts batches that are not empty, from 1 after each start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct BatchId(pub u64);

/// What one step wants written, all or nothing.
#[derive(Clone, Default, Debug)]
pub struct Batch {
    /// Which batch this is; that of the step before if nothing is to be written.
    pub id: BatchId,
    /// Rows to put or remove, in order.
    pub changes: Vec<Change>,
    /// Keys of personal data to write into the key file before the batch, or to destroy after it.
    pub slots: Vec<SlotChange>,
}

/// A change to the file of personal keys.
#[derive(Clone, Debug)]
pub enum SlotChange {
    /// Write a key; durable before the batch that needs it.
    Fill(u32, crate::secret::SecretKey),
    /// Overwrite the slot; after the batch that no longer needs it.
    Destroy(u32),
}

/// Names a query until its rows are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct QueryId(pub u64);

impl From<u64> for QueryId {
    fn from(id: u64) -> Self {
        Self(id)
    }
}

/// A read of rows that the core does not keep in memory. It must see all batches up to the step that asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// The archived table, at most one row.
    Archive(crate::ids::TableId),
    /// Archived tables, newest first, at most `limit`.
    ArchivesBefore {
        /// Only those with smaller ids.
        before: Option<crate::ids::TableId>,
        /// How many.
        limit: usize,
    },
    /// Archived tables with ids over `after`, ascending, at most `limit`.
    Archives {
        /// The cursor.
        after: crate::ids::TableId,
        /// How many.
        limit: usize,
    },
    /// Messages of a party with ids over `after`, ascending, at most `limit`.
    PartyMessages {
        /// Of which.
        party: crate::ids::PartyId,
        /// The cursor.
        after: u64,
        /// How many.
        limit: usize,
    },
    /// Practice tables that have gone cold and ended before a moment or in it, the first to end first, at most `limit`.
    PracticeEnded {
        /// The moment.
        until: Millis,
        /// How many.
        limit: usize,
    },
    /// Ledger rows of an account with ids over `after`, ascending, at most `limit`.
    Ledger {
        /// Whose.
        account: crate::ids::AccountId,
        /// The cursor.
        after: u64,
        /// How many.
        limit: usize,
    },
    /// Entries of duels made before a moment, newest first; at least `limit` if there are so many, more only to complete
    /// those of one millisecond.
    Duels {
        /// Only before this moment.
        before: Option<Millis>,
        /// How many.
        limit: usize,
    },
    /// Acts of operators, newest first, at most `limit`.
    Audit {
        /// Only those with smaller numbers.
        before: Option<u64>,
        /// How many.
        limit: usize,
    },
    /// History rows of an account, newest first, settled before a moment; at least `limit` if there are so many, more
    /// only to complete the rows of one millisecond.
    History {
        /// Whose.
        account: crate::ids::AccountId,
        /// Only of this game.
        game_id: Option<String>,
        /// Only before this moment.
        before: Option<Millis>,
        /// How many.
        limit: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Answer, TokenResponse};
    use crate::record::DailyRow;
    use crate::secret::SecretKey;
    use crate::time::Day;

    #[test]
    fn what_a_step_brought_about_prints_without_seeds_keys_and_tokens() {
        let row = DailyRow { kind: "canary-kind".into(), seed: [0xca; 32] };
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
