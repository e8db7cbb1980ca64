//! Queries and acts of an operator. An act is written to the audit log with the operator's name and reason.

use crate::answer::TableStatus;
use crate::ids::{AccountId, PartyId, TableId};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// The member that an act is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MemberSelector {
    /// By id, erased members included.
    Id(AccountId),
    /// By handle, in any spelling.
    Handle(String),
}

/// A chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ChatPlace {
    /// At a table.
    Table(TableId),
    /// In a party.
    Party(PartyId),
}

/// Which members are searched. An absent bound excludes none; `since` is inclusive, `until` is exclusive.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MemberFilter {
    /// How the handle starts.
    pub handle: Option<String>,
    /// Joined then or later.
    pub joined_since: Option<Millis>,
    /// Joined earlier.
    pub joined_until: Option<Millis>,
    /// Last seen then or later.
    pub seen_since: Option<Millis>,
    /// Last seen earlier.
    pub seen_until: Option<Millis>,
    /// Lowest balance.
    pub balance_min: Option<i64>,
    /// Highest balance.
    pub balance_max: Option<i64>,
    /// The status.
    pub status: Option<MemberStatus>,
}

/// The status of a member. A member may have several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberStatus {
    /// Neither frozen nor erased.
    Active,
    /// Frozen by an operator.
    Frozen,
    /// Muted by an operator.
    Muted,
    /// In a pause that they asked for.
    Paused,
    /// Erased.
    Erased,
    /// Created with a test invitation.
    Test,
}

/// Which tables are searched. An absent bound excludes none; `since` is inclusive, `until` is exclusive.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TableFilter {
    /// The kind or the game.
    pub kind: Option<String>,
    /// The status.
    pub status: Option<TableStatus>,
    /// A member who sits there, made it or is invited.
    pub member: Option<MemberSelector>,
    /// Made then or later.
    pub created_since: Option<Millis>,
    /// Made earlier.
    pub created_until: Option<Millis>,
}

/// A query of an operator. It changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AdminQuery {
    /// Invitations that can still be used, by their ids.
    Invitations {
        /// The cursor: those after this one.
        after: Option<String>,
        /// The limit.
        limit: usize,
    },
    /// Everything known about an account.
    Account {
        /// The member.
        whom: MemberSelector,
    },
    /// Members, newest first. A page ends at the limit, or after a bounded number of accounts.
    Members {
        /// Which.
        #[serde(default)]
        filter: MemberFilter,
        /// The cursor: members who joined before this one.
        before: Option<AccountId>,
        /// The limit.
        limit: usize,
    },
    /// Tables in memory and in the archive, newest first. A page ends at the limit, or after a bounded number of
    /// tables.
    Tables {
        /// Which.
        #[serde(default)]
        filter: TableFilter,
        /// The cursor: tables made before this one.
        before: Option<TableId>,
        /// The limit.
        limit: usize,
    },
    /// The messages of a chat, oldest first.
    Messages {
        /// The chat.
        chat: ChatPlace,
        /// The cursor: those after this one.
        #[serde(default)]
        after: u64,
        /// The limit.
        limit: usize,
    },
    /// The acts of operators, newest first.
    Audit {
        /// The cursor: those before this one.
        before: Option<u64>,
        /// The limit.
        limit: usize,
    },
}

/// An act of an operator, with their name and reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdminOrder {
    /// What to do.
    pub act: AdminAct,
    /// The operator's name.
    pub by: String,
    /// Why. It is kept for ever, even after an erasure, so it must not name the member.
    pub reason: Option<String>,
}

/// An act of an operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AdminAct {
    /// Mint an invitation. Its code is shown only in the answer.
    Invite {
        /// How often it can be used, at least 1.
        uses: u32,
        /// Its lifetime in seconds; `None` for no limit.
        expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        test: bool,
    },
    /// Revoke an invitation.
    RevokeInvitation {
        /// Its id, or the first letters of it.
        invitation: String,
    },
    /// Reject all credentials of an account until it is unfrozen.
    Freeze {
        /// The member.
        whom: MemberSelector,
    },
    /// Accept them again.
    Unfreeze {
        /// The member.
        whom: MemberSelector,
    },
    /// End all sessions of an account, and the grants of its seats.
    EndSessions {
        /// The member.
        whom: MemberSelector,
    },
    /// Give chips to an account, or take some. A reason is required.
    Adjust {
        /// The member.
        whom: MemberSelector,
        /// How many; negative to take.
        chips: i64,
    },
    /// End a waiting or running table without a result: every stake is refunded.
    Void {
        /// The table.
        table: TableId,
    },
    /// Keep a member from writing in any chat for a time.
    Mute {
        /// The member.
        whom: MemberSelector,
        /// The time in seconds.
        for_s: u64,
    },
    /// Allow them to write again.
    Unmute {
        /// The member.
        whom: MemberSelector,
    },
    /// Erase a member, as they could themselves.
    Erase {
        /// The member.
        whom: MemberSelector,
    },
    /// Export everything that is stored about a member.
    Export {
        /// The member.
        whom: MemberSelector,
    },
    /// Replace a recovery code that its member has lost. All sessions and the old code end. A reason is required.
    Recover {
        /// The member.
        whom: MemberSelector,
    },
    /// Remove the text of a message; a placeholder stays. A reason is required.
    RemoveMessage {
        /// The chat.
        chat: ChatPlace,
        /// The id of the message.
        message: u64,
    },
    /// Sign with another server key from the next start on.
    RotateKey {
        /// The id of the new key.
        key: u32,
    },
}

impl AdminAct {
    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Invite { .. } => "invite",
            Self::RevokeInvitation { .. } => "revoke-invitation",
            Self::Freeze { .. } => "freeze",
            Self::Unfreeze { .. } => "unfreeze",
            Self::EndSessions { .. } => "end-sessions",
            Self::Adjust { .. } => "adjust",
            Self::Void { .. } => "void",
            Self::Mute { .. } => "mute",
            Self::Unmute { .. } => "unmute",
            Self::Erase { .. } => "erase",
            Self::Export { .. } => "export",
            Self::Recover { .. } => "recover",
            Self::RemoveMessage { .. } => "remove-message",
            Self::RotateKey { .. } => "rotate-key",
        }
    }

    /// Whether a reason is required.
    pub(crate) const fn needs_reason(&self) -> bool {
        matches!(self, Self::Adjust { .. } | Self::Recover { .. } | Self::RemoveMessage { .. })
    }
}
