//! Responses to operators.

use super::TableStatus;
use crate::ids::{AccountId, AgentId, PartyId, TableId};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// An audit record of an operator's action.
    pub struct AuditEntry {
        /// Counted from 1.
        pub id: u64,
        pub at: Millis,
        pub by: String,
        /// The name of the action.
        pub act: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub account: Option<AccountId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub table: Option<TableId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub party: Option<PartyId>,
        /// The id of a message in the chat of the table or party.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub message: Option<u64>,
        /// The id of an invitation: the first letters of its code's hash.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub invitation: Option<String>,
        /// The number of its uses.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub uses: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub chips: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub until: Option<Millis>,
        /// The id of a server key.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub key: Option<u32>,
        pub reason: Option<String>,
    }
}

shape! {
    /// Actions of operators, newest first.
    pub struct AuditPage {
        pub audit: Vec<AuditEntry>,
        /// The cursor of the next page: actions before this one.
        pub before: Option<u64>,
    }
}

shape! {
    /// Invitations that can still be used, by their ids.
    pub struct InvitationPage {
        pub invitations: Vec<InvitationEntry>,
        /// The cursor of the next page: invitations after this one.
        pub after: Option<String>,
    }
}

shape! {
    /// An invitation. Its code was shown once and is not stored.
    pub struct InvitationEntry {
        /// The first letters of its code's hash.
        pub id: String,
        pub uses_left: u32,
        pub expires_at: Option<Millis>,
        pub test: bool,
        /// The member whose referral code it is.
        pub referrer: Option<AccountId>,
    }
}

shape! {
    /// A member's account as the operator sees it.
    pub struct AccountSheet {
        pub id: AccountId,
        pub handle: String,
        pub joined_at: Millis,
        /// The member was seen at this time or later; absent for an erased member.
        pub seen_at: Option<Millis>,
        pub test: bool,
        pub erased: bool,
        /// When an operator replaced the recovery code, until the member has rotated it.
        pub recovered_at: Option<Millis>,
        pub frozen_at: Option<Millis>,
        pub muted_until: Option<Millis>,
        pub paused_until: Option<Millis>,
        pub referrer: Option<AccountId>,
        pub balance: i64,
        /// Chips held by its seats at tables, and by its side of duels.
        pub at_tables: i64,
        pub net: i64,
        pub settled_tables: u32,
        /// Waiting and running tables.
        pub tables: Vec<TableId>,
        pub grants: u32,
        pub parties: Vec<PartyId>,
        pub agents: Vec<AgentId>,
        pub identities: u32,
        pub push_subscriptions: u32,
    }
}

shape! {
    /// A new recovery code, shown only in this response.
    secret pub struct RecoveredAccount {
        /// The audit record.
        #[serde(flatten)]
        pub record: AuditEntry,
        pub handle: String,
        pub recovery_code: String,
    }
}

shape! {
    /// Members, newest first.
    pub struct MemberPage {
        pub members: Vec<MemberEntry>,
        /// The cursor of the next page: members who joined before this one. A page with few rows or none may have it.
        pub before: Option<AccountId>,
    }
}

shape! {
    /// A member in a list.
    pub struct MemberEntry {
        pub id: AccountId,
        pub handle: String,
        pub joined_at: Millis,
        /// The member was seen at this time or later; absent for an erased member.
        pub seen_at: Option<Millis>,
        pub balance: i64,
        pub frozen_at: Option<Millis>,
        pub muted_until: Option<Millis>,
        pub paused_until: Option<Millis>,
        pub erased: bool,
        pub test: bool,
    }
}

shape! {
    /// Tables, newest first.
    pub struct TablePage {
        pub tables: Vec<TableEntry>,
        /// The cursor of the next page: tables created before this one. A page with few rows or none may have it.
        pub before: Option<TableId>,
    }
}

shape! {
    /// A table in a list.
    pub struct TableEntry {
        pub id: TableId,
        pub game_id: String,
        /// Absent for a leg of a duel.
        pub kind: Option<String>,
        pub status: TableStatus,
        pub created_at: Millis,
        pub stake: i64,
        /// The names of the seated players.
        pub players: Vec<String>,
        pub practice: bool,
        /// Whether it is only in storage, no longer in memory.
        pub archived: bool,
        /// The number of messages in its chat.
        pub messages: u32,
    }
}

shape! {
    /// Messages of a chat, oldest first.
    pub struct ChatPage {
        pub messages: Vec<ChatEntry>,
        /// The cursor of the next page: messages after this one.
        pub after: Option<u64>,
    }
}

shape! {
    /// A message of a chat, as an operator sees it.
    pub struct ChatEntry {
        pub id: u64,
        /// The author's seat or place; -1 is the system.
        pub seat: i8,
        pub name: String,
        /// The author, or the subject of a system message.
        pub account: Option<AccountId>,
        pub body: String,
        pub at: Millis,
        /// Whether an operator removed the text.
        pub removed: bool,
    }
}
