//! Rematches: one more table for the people of a settled one.

use crate::ids::TableId;
use crate::record::Player;
use serde::{Deserialize, Serialize};

/// What only the table of a rematch has, until it is archived.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RematchRow {
    /// The settled table.
    pub of: TableId,
    /// The seats of the new table.
    pub seats: Vec<RematchSeat>,
}

/// A seat of a rematch. While the table waits, it is reserved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RematchSeat {
    /// Who sat in the seat before this one.
    pub player: Player,
    /// The name that a guest chose.
    pub name: Option<String>,
    /// The idempotency key that the player brought when they sat down.
    pub brought_ref: Option<String>,
}
