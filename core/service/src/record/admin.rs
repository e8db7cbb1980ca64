//! Acts of operators, and sanctions against members.

use crate::ids::{AccountId, PartyId, TableId};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// An act of an operator. It names members by their ids only, because it outlives an erasure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditRow {
    /// When.
    pub at: Millis,
    /// The operator's name, as given.
    pub by: String,
    pub act: AuditedAct,
    /// The operator's reason.
    pub reason: Option<String>,
}

/// The act and its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is described by its name and object")]
pub enum AuditedAct {
    /// An invitation was revoked, named by the hash of its code.
    InvitationRevoked([u8; 32]),
    Frozen(AccountId),
    Unfrozen(AccountId),
    SessionsEnded(AccountId),
    /// Chips were given, or taken if negative.
    Adjusted(AccountId, i64),
    TableVoided(TableId),
    /// Muted until this moment.
    Muted(AccountId, Millis),
    Unmuted(AccountId),
    Erased(AccountId),
    Exported(AccountId),
    /// A key with this id signs from the next start on.
    KeyRotated(u32),
    /// An invitation, named by the hash of its code, with this many uses.
    InvitationMinted([u8; 32], u32),
    /// A lost recovery code was replaced.
    Recovered(AccountId),
    /// The text of this message was removed. The account is its author.
    TableMessageRemoved(AccountId, TableId, u64),
    PartyMessageRemoved(AccountId, PartyId, u64),
}

/// Sanctions of operators against a member. A member without this row has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SanctionRow {
    /// When the account was frozen.
    pub frozen_at: Option<Millis>,
    /// Until when the member cannot write in chats.
    pub muted_until: Option<Millis>,
    /// When an operator replaced the recovery code, until the member has rotated it. Since version 2.
    pub recovered_at: Option<Millis>,
}
