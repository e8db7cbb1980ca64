//! A watch: consecutive long-polls, each from the cursor of the last response.

use crate::port::Port;
use turnstone_api::ids::{PartyId, TableId};
use turnstone_api::operation::{self, Access};
use turnstone_api::request::{ReadTable, Request};
use turnstone_service::answer::Answer;
use turnstone_service::effects::Reply;
use turnstone_service::request::Caller;

/// How long one poll of a watch waits for an event, in milliseconds: the longest time that the API allows.
const WAIT_MS: u64 = 50_000;

/// The watched object, and its cursors.
#[derive(Clone, Copy, Debug)]
pub enum Watched {
    /// A table.
    Table {
        /// The table.
        table: TableId,
        /// Include events after this cursor in the responses; without it none are included.
        events_since: Option<u64>,
        /// Include messages after this cursor.
        msgs_since: Option<u64>,
    },
    /// A party.
    Party {
        /// The party.
        party: PartyId,
        /// Include messages after this cursor in the responses.
        msgs_since: Option<u64>,
    },
}

impl Watched {
    /// The credentials.
    pub fn access(&self) -> Access {
        match self {
            Self::Table { .. } => operation::tables::READ.about.access,
            Self::Party { .. } => operation::parties::READ.about.access,
        }
    }
}

/// A running watch.
pub struct Watch {
    port: Port,
    caller: Caller,
    next: Option<Watched>,
    wait_ms: u64,
}

impl Watch {
    pub(crate) const fn new(port: Port, caller: Caller, watched: Watched) -> Self {
        Self { port, caller, next: Some(watched), wait_ms: 0 }
    }

    /// The next response: first the present state, then whenever there is an event, or after fifty seconds without one.
    /// `None` after an error, and after the end of a table.
    pub async fn next(&mut self) -> Option<Reply> {
        let watched = self.next.take()?;
        let request = match watched {
            Watched::Table { table, events_since, msgs_since } => {
                Request::ReadTable(ReadTable { table, wait_ms: self.wait_ms, events_since, msgs_since })
            }
            Watched::Party { party, msgs_since } => Request::Party { party, wait_ms: self.wait_ms, msgs_since },
        };
        self.wait_ms = WAIT_MS;
        let reply = self.port.call(self.caller.clone(), request, 0).await;
        self.next = reply.as_ref().ok().and_then(|replied| after(watched, &replied.answer));
        Some(reply)
    }
}

/// The cursors after a response; `None` if nothing can follow.
fn after(watched: Watched, answer: &Answer) -> Option<Watched> {
    match (watched, answer) {
        (Watched::Table { table, msgs_since, .. }, Answer::Table(view)) if !view.state.terminal => {
            // With a cursor a poll waits for an event; without one it would return at once while it is the caller's
            // turn.
            let events_since = Some(view.state.events_at);
            Some(Watched::Table { table, events_since, msgs_since: view.msgs_at.or(msgs_since) })
        }
        (Watched::Party { party, .. }, Answer::Party(view)) => {
            Some(Watched::Party { party, msgs_since: Some(view.msgs_at) })
        }
        _ => None,
    }
}
