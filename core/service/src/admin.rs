//! What the operator asks for over his own door: to look at something, or to do something to somebody, which is written
//! down with who did it and why.

use crate::answer::TableStatus;
use crate::ids::{AccountId, PartyId, TableId};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// Whom an act is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Whom {
    /// By id, members that were erased too.
    Id(AccountId),
    /// By handle, however it was typed.
    Handle(String),
}

/// Where members write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ChatPlace {
    /// At a table.
    Table(TableId),
    /// In a party.
    Party(PartyId),
}

/// Which members are searched. A bound that is absent excludes nobody; `since` is within a range, `until` is not.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MemberFilter {
    /// How the handle begins.
    pub handle: Option<String>,
    /// Joined then or later.
    pub joined_since: Option<Millis>,
    /// Joined earlier.
    pub joined_until: Option<Millis>,
    /// Last seen then or later.
    pub seen_since: Option<Millis>,
    /// Last seen earlier.
    pub seen_until: Option<Millis>,
    /// Chips at least.
    pub balance_min: Option<i64>,
    /// Chips at most.
    pub balance_max: Option<i64>,
    /// In which state.
    pub status: Option<MemberStatus>,
}

/// The state of a member. A member may be in several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberStatus {
    /// Neither frozen nor erased.
    Active,
    /// Frozen by an operator.
    Frozen,
    /// Muted by an operator.
    Muted,
    /// In a pause of their own.
    Paused,
    /// Erased.
    Erased,
    /// Made by a test invitation.
    Test,
}

/// Which tables are searched. A bound that is absent excludes none; `since` is within a range, `until` is not.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TableFilter {
    /// The kind, or the game.
    pub kind: Option<String>,
    /// The status.
    pub status: Option<TableStatus>,
    /// Who sits there, made it or is invited.
    pub member: Option<Whom>,
    /// Made then or later.
    pub created_since: Option<Millis>,
    /// Made earlier.
    pub created_until: Option<Millis>,
}

/// What the operator wants to see. Nothing changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AdminQuery {
    /// Invitations that still open something, those after this one by their ids, at most so many.
    Invitations {
        /// The id of the last one that is known.
        after: Option<String>,
        /// How many.
        limit: usize,
    },
    /// What is known of an account.
    Account {
        /// Which.
        whom: Whom,
    },
    /// Members, the newest first. A page ends after so many rows, or so many accounts that were looked at.
    Members {
        /// Which.
        #[serde(default)]
        filter: MemberFilter,
        /// The cursor: members who joined before this one.
        before: Option<AccountId>,
        /// How many.
        limit: usize,
    },
    /// Tables in memory and archived, the newest first. A page ends after so many rows, or so many tables that were
    /// looked at.
    Tables {
        /// Which.
        #[serde(default)]
        filter: TableFilter,
        /// The cursor: tables made before this one.
        before: Option<TableId>,
        /// How many.
        limit: usize,
    },
    /// The messages of a chat after this one, the oldest first, at most so many.
    Messages {
        /// Whose chat.
        chat: ChatPlace,
        /// The cursor.
        #[serde(default)]
        after: u64,
        /// How many.
        limit: usize,
    },
    /// The acts of operators before this one, newest first, at most so many.
    Audit {
        /// Its number.
        before: Option<u64>,
        /// How many.
        limit: usize,
    },
}

/// An act of an operator, with their name and reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdminOrder {
    /// What to do.
    pub act: AdminAct,
    /// Who does it.
    pub by: String,
    /// Why. It is kept for ever, beyond an erasure too: it must not name the member.
    pub reason: Option<String>,
}

/// What the operator does to somebody or something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AdminAct {
    /// Mint an invitation. Its code is told this once.
    Invite {
        /// How often it can be used, at least 1.
        uses: u32,
        /// Until when, in seconds from now; `None` for ever.
        expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        test: bool,
    },
    /// Nobody joins with this invitation any more.
    RevokeInvitation {
        /// Its id, or how that begins.
        invitation: String,
    },
    /// Refuse all credentials of an account until it is unfrozen.
    Freeze {
        /// Which.
        whom: Whom,
    },
    /// Take them again.
    Unfreeze {
        /// Which.
        whom: Whom,
    },
    /// End all sessions of an account, and the grants of its seats.
    EndSessions {
        /// Which.
        whom: Whom,
    },
    /// Give chips to an account, or take some. It needs a reason.
    Adjust {
        /// Which.
        whom: Whom,
        /// How many; negative to take.
        chips: i64,
    },
    /// End a table that waits or is played as if it had never been: every stake goes back.
    Void {
        /// Which.
        table: TableId,
    },
    /// Let a member write nothing in any chat for a time.
    Mute {
        /// Whom.
        whom: Whom,
        /// For how many seconds.
        for_s: u64,
    },
    /// Let them write again.
    Unmute {
        /// Whom.
        whom: Whom,
    },
    /// Erase a member, as they could themselves.
    Erase {
        /// Whom.
        whom: Whom,
    },
    /// All that is stored about a member is handed out.
    Export {
        /// About whom.
        whom: Whom,
    },
    /// Replace a recovery code that its member lost. All sessions and the former code end. It needs a reason.
    Recover {
        /// Whose.
        whom: Whom,
    },
    /// Erase the words of one message; a placeholder stays. It needs a reason.
    RemoveMessage {
        /// In which chat.
        chat: ChatPlace,
        /// Its id there.
        message: u64,
    },
    /// Another server key signs from the next start on.
    RotateKey {
        /// The id of the new key.
        key: u32,
    },
}

impl AdminAct {
    /// A word for it.
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

    /// Whether it is rejected without a reason.
    pub(crate) const fn needs_reason(&self) -> bool {
        matches!(self, Self::Adjust { .. } | Self::Recover { .. } | Self::RemoveMessage { .. })
    }
}
