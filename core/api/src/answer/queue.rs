//! Quick match: tickets, and how many members wait.

use crate::game_schemas::TableKind;
use crate::ids::{TableId, TicketId};
use crate::request::{Fallback, Opponents};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of a ticket. The last two are final.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TicketState {
    /// It waits for opponents.
    Waiting,
    /// There is a table.
    Matched,
    /// It ended without a table.
    Ended,
}

/// Why a ticket ended without a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TicketEnd {
    /// The owner ended it.
    Cancelled,
    /// The owner wanted another table of this kind.
    Replaced,
    /// The owner did not ask for it any more.
    Left,
    /// It waited for the longest time.
    Expired,
    /// Another ticket of the owner was matched.
    Elsewhere,
    /// The owner could not pay the stake.
    Chips,
    /// The owner was paused.
    Paused,
    /// The owner had too many tables.
    Quota,
    /// The owner's account was frozen or erased.
    Account,
}

shape! {
    /// A ticket of the queue.
    pub struct Ticket {
        /// The ticket.
        pub ticket_id: TicketId,
        /// The kind of the table.
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Chips; 0 for a free table.
        pub stake: i64,
        /// Seats of the table.
        pub seats: usize,
        /// Whether the table changes ratings, as far as its players allow.
        pub rated: bool,
        /// With whom the owner wants to play.
        pub opponents: Opponents,
        /// What happens when no opponent comes for a while.
        pub fallback: Fallback,
        /// When it was made.
        pub created_at: Millis,
        /// Whether it waits.
        pub state: TicketState,
        /// The table, once it is matched.
        pub table_id: Option<TableId>,
        /// Why it ended without a table.
        pub reason: Option<TicketEnd>,
        /// The `clientRef` of the request that made it, which is part of the computation of the seed.
        pub brought_ref: String,
    }
}

shape! {
    /// What members wait for.
    pub struct QueueLengths {
        /// By kind, stake and seats.
        pub kinds: Vec<QueueLength>,
    }
}

shape! {
    /// How many members wait for one sort of table.
    pub struct QueueLength {
        /// The kind of the table.
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// Chips; 0 for a free table.
        pub stake: i64,
        /// Seats of the table.
        pub seats: usize,
        /// Whether the table changes ratings.
        pub rated: bool,
        /// Members who wait, at least 1.
        pub waiting: usize,
    }
}
