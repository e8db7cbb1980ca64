//! What operators did, and what they have laid on members.

use crate::ids::{AccountId, PartyId, TableId};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// An act of an operator. Members stand in it by their ids alone: it outlives an erasure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditRow {
    /// When.
    pub at: Millis,
    /// The operator's name, as they give it.
    pub by: String,
    /// What.
    pub act: AuditedAct,
    /// The operator's reason.
    pub reason: Option<String>,
}

/// What was done, and to whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is told by its name and what it is about")]
pub enum AuditedAct {
    /// An invitation, by the hash of its code, was used up.
    InvitationRevoked([u8; 32]),
    Frozen(AccountId),
    Unfrozen(AccountId),
    SessionsEnded(AccountId),
    /// Chips were given, or taken.
    Adjusted(AccountId, i64),
    TableVoided(TableId),
    /// Until when.
    Muted(AccountId, Millis),
    Unmuted(AccountId),
    Erased(AccountId),
    Exported(AccountId),
    /// A key of this id signs from the next start on.
    KeyRotated(u32),
    /// An invitation, by the hash of its code, for so many uses.
    InvitationMinted([u8; 32], u32),
    /// A lost recovery code was replaced.
    Recovered(AccountId),
    /// The words of the author's message of this id were erased.
    TableMessageRemoved(AccountId, TableId, u64),
    PartyMessageRemoved(AccountId, PartyId, u64),
}

/// What operators have laid on a member. One without this row is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SanctionRow {
    /// Since when none of the member's credentials is valid.
    pub frozen_at: Option<Millis>,
    /// Until when the member cannot write in a chat.
    pub muted_until: Option<Millis>,
    /// When an operator replaced the recovery code, until the member has rotated it. Since version 2.
    pub recovered_at: Option<Millis>,
}
