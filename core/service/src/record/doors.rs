//! Who members are elsewhere, their browsers, and what these are to be told.

use crate::games::Seat;
use crate::ids::{AccountId, TableId};
use crate::personal::Sealed;
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// Somebody elsewhere, who belongs to one account for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IdentityRow {
    /// Whose.
    pub account: AccountId,
    /// What it is known by there, sealed, while it is linked: username and picture as JSON.
    pub linked: Option<Sealed>,
}

/// A state with which a member can link an identity, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkStateRow {
    /// sha256 of the state.
    pub hash: [u8; 32],
    /// Until when it counts.
    pub expires_at: Millis,
}

/// A browser that is notified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushSubscriptionRow {
    /// Of whose turns.
    pub account: AccountId,
    /// Its endpoint and keys, sealed: as JSON.
    pub browser: Sealed,
}

/// What a member is told of, and where. A table's seat has one of each kind at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct NoticeId {
    /// The table.
    pub table: TableId,
    /// The member's seat there.
    pub seat: Seat,
    /// What happened.
    pub kind: NoticeKind,
}

/// What a member is told of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum NoticeKind {
    /// The member's turn has begun.
    TurnBegan,
    /// Three quarters of the member's turn are over.
    TurnEndsSoon,
    /// The member's invitation was declined.
    Declined,
}

/// How far a notice has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoticeRow {
    /// Who is to be told.
    pub account: AccountId,
    /// The length of the table's log when the turn began that it is about.
    pub turn: u32,
    /// Nobody wants to know after this moment.
    pub until: Millis,
    /// How often it was tried.
    pub tries: u8,
    /// The browsers that have yet to be told, by the hashes of their endpoints; before the first try all that there are
    /// then.
    pub left: Option<Vec<[u8; 32]>>,
    /// Whether it waits, or is on its way.
    pub stage: NoticeStage,
}

/// Whether a notice waits, or is on its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NoticeStage {
    /// It is tried at this moment.
    Due(Millis),
    /// It has left, and some of the browsers in `left` have not answered yet.
    Sent {
        /// Those that could not be told.
        failed: Vec<[u8; 32]>,
        /// When they are tried again, at the earliest.
        again_at: Millis,
    },
}
