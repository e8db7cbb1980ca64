//! Identities elsewhere, browsers with notifications, and notices.

use crate::games::Seat;
use crate::ids::{AccountId, TableId};
use crate::personal::Sealed;
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// An identity elsewhere. It belongs to one account for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IdentityRow {
    pub account: AccountId,
    /// Username and picture as sealed JSON, while it is linked.
    pub linked: Option<Sealed>,
}

/// A one-time state with which a member can link an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkStateRow {
    /// sha256 of the state.
    pub hash: [u8; 32],
    /// When it expires.
    pub expires_at: Millis,
}

/// A browser with notifications.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushSubscriptionRow {
    /// The member.
    pub account: AccountId,
    /// Its endpoint and keys, as sealed JSON.
    pub browser: Sealed,
    /// Since when its push service has rejected every message to it.
    pub rejected_since: Option<Millis>,
}

/// The identity of a notice. A table's seat has at most one of each kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct NoticeId {
    pub table: TableId,
    /// The member's seat there.
    pub seat: Seat,
    /// The event.
    pub kind: NoticeKind,
}

/// The event of a notice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum NoticeKind {
    /// The member's turn has begun.
    TurnBegan,
    /// Three quarters of the member's turn are over.
    TurnEndsSoon,
    /// The member's invitation was declined.
    Declined,
}

/// The state of a notice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoticeRow {
    /// Its recipient.
    pub account: AccountId,
    /// The length of the table's log when its turn began.
    pub turn: u32,
    /// After this moment it is not sent any more.
    pub until: Millis,
    /// Attempts so far.
    pub tries: u8,
    /// Hashes of the endpoints that have not received it. Before the first attempt `None`: all browsers that exist
    /// then.
    pub left: Option<Vec<[u8; 32]>>,
    /// Whether it is due or on its way.
    pub stage: NoticeStage,
}

/// Whether a notice is due or on its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NoticeStage {
    /// It is sent at this moment.
    Due(Millis),
    /// It was sent, and some of the browsers in `left` have no result yet.
    Sent {
        /// Those that could not be reached.
        failed: Vec<[u8; 32]>,
        /// The earliest time of the next attempt.
        again_at: Millis,
    },
}
