//! What handlers return: an answer, or what the answer waits for.

use crate::answer::Answer;
use crate::cursor::EventId;
use crate::effects::{Query, Replied};
use crate::ids::{DuelId, TableId};
use crate::pending::{ArchivedRead, QueryPurpose};
use crate::rejection::Rejection;
use crate::watches::WatchCursor;

/// The outcome of a request.
pub(crate) enum Handled {
    /// A reply.
    Now(Box<Replied>),
    /// The reply needs rows from storage.
    Ask(Query, QueryPurpose),
    /// The reply waits for a change, at most this many milliseconds.
    Poll(WatchCursor, u64),
    /// The reply opens a stream, with an event of the present state if the caller does not have it.
    Stream(WatchCursor, bool),
    /// The reply opens a stream that ends at once, because its table is archived, after an event with what the caller
    /// does not have.
    Ended(Option<(EventId, Box<Answer>)>),
    /// The reply waits for the end of a duel.
    Await(DuelId),
}

pub(crate) type HandlerResult = Result<Handled, Rejection>;

impl Handled {
    /// Look for an archived table.
    pub(crate) const fn look_up(table: TableId, read: ArchivedRead) -> Self {
        Self::Ask(Query::Archive(table), QueryPurpose::Archived(table, read))
    }

    /// Reject what an archived table cannot do any more, with 404 where the caller may not know of the table.
    pub(crate) const fn look_up_closed(table: TableId, rejection: Rejection) -> Self {
        Self::look_up(table, ArchivedRead::Closed(rejection))
    }
}

impl From<Answer> for Handled {
    fn from(answer: Answer) -> Self {
        Replied::plain(answer).into()
    }
}

impl From<Replied> for Handled {
    fn from(replied: Replied) -> Self {
        Self::Now(Box::new(replied))
    }
}

/// The error for a field of a request.
pub(crate) const fn invalid(field: &'static str, problem: &'static str) -> Rejection {
    Rejection::Invalid { field, problem }
}
