//! What the operator is told over his own door.

use crate::ids::{AccountId, AgentId, PartyId, TableId};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer to the operator.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each is the object of the same name")]
pub enum AdminAnswer {
    Done(AuditEntry),
    Audit(AuditPage),
    Account(AccountSheet),
    Invitations(InvitationPage),
}

shape! {
    /// An act of an operator, as it is kept.
    pub struct AuditEntry {
        /// Counted from 1.
        pub id: u64,
        pub at: Millis,
        pub by: String,
        /// A word for what was done.
        pub act: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub account: Option<AccountId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub table: Option<TableId>,
        /// The id of an invitation: the first letters of its code's hash.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub invitation: Option<String>,
        /// How often it could be used.
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
    /// Acts of operators, newest first.
    pub struct AuditPage {
        pub audit: Vec<AuditEntry>,
        /// What to ask for next: the acts before this one.
        pub before: Option<u64>,
    }
}

shape! {
    /// Invitations that still open something, by their ids.
    pub struct InvitationPage {
        pub invitations: Vec<InvitationEntry>,
        /// What to ask for next: those after this one.
        pub after: Option<String>,
    }
}

shape! {
    /// An invitation. Its code was told once and is not known.
    pub struct InvitationEntry {
        /// The first letters of its code's hash.
        pub id: String,
        pub uses_left: u32,
        pub expires_at: Option<Millis>,
        pub test: bool,
        /// Whose referral code it is.
        pub referrer: Option<AccountId>,
    }
}

shape! {
    /// What the operator sees of an account.
    pub struct AccountSheet {
        pub id: AccountId,
        pub handle: String,
        pub joined_at: Millis,
        pub test: bool,
        pub erased: bool,
        pub frozen_at: Option<Millis>,
        pub muted_until: Option<Millis>,
        pub paused_until: Option<Millis>,
        pub referrer: Option<AccountId>,
        pub balance: i64,
        /// Chips that its seats hold at tables, and its side of duels.
        pub at_tables: i64,
        pub net: i64,
        pub settled_tables: u32,
        /// Those that wait or are played.
        pub tables: Vec<TableId>,
        pub grants: u32,
        pub parties: Vec<PartyId>,
        pub agents: Vec<AgentId>,
        pub identities: u32,
        pub push_subscriptions: u32,
    }
}
