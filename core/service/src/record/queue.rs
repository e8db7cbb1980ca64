//! Tickets of the queue.

use crate::answer::TicketEnd;
use crate::ids::{AccountId, TableId};
use crate::request::{Fallback, Opponents};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// A member's ticket of the queue. It is removed some time after its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketRow {
    pub account: AccountId,
    pub sort: QueueSort,
    pub opponents: Opponents,
    pub fallback: Fallback,
    /// The idempotency key of the request that made it.
    pub client_ref: String,
    /// What that request brought for the seed besides.
    pub client_seed: Option<String>,
    /// Whether it came by a tool of a model, whose requests are rarer.
    pub by_model: bool,
    /// The member's rating in whole points when the ticket was made, if they had one.
    pub rating: Option<u16>,
    pub created_at: Millis,
    pub stage: TicketStage,
}

/// The sort of table that a ticket waits for. Tickets of one sort meet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct QueueSort {
    pub kind: String,
    /// Chips; 0 for a free table.
    pub stake: i64,
    pub seats: u8,
    /// Whether the table is rated where it may be.
    pub rated: bool,
}

/// Whether a ticket waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TicketStage {
    Waiting,
    Matched { table: TableId, at: Millis },
    Ended { reason: TicketEnd, at: Millis },
}

impl TicketRow {
    pub(crate) fn waits(&self) -> bool {
        self.stage == TicketStage::Waiting
    }
}
