//! Operations of operators. They are served on the operator's listener only. Each act is written to the audit log with
//! the operator's name and reason.

use super::{Access, Definition, OperationFacts, schema_of};
use crate::answer::{
    AccountSheet, AuditEntry, AuditPage, ChatPage, InvitationPage, Invited, MemberPage, RecoveredAccount, TablePage,
    TableStatus,
};
use crate::ids::{AccountId, PartyId, TableId};
use crate::input::fields::{number, trimmed_or_none};
use crate::input::rules::one_line;
use crate::input::{Nothing, OperationInput};
use crate::invalid::Place;
use crate::request::Request;
use crate::time::Millis;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A member, by handle in any spelling, or by id, erased members included.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
#[expect(missing_docs, reason = "the type says it")]
pub enum MemberSelector {
    Id(AccountId),
    Handle(String),
}

impl TryFrom<String> for MemberSelector {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let handle = text.trim_start_matches('@');
        if handle.is_empty() {
            return Err("no, expected a handle or an id");
        }
        Ok(AccountId::parse(&text).map_or_else(|| Self::Handle(handle.to_owned()), Self::Id))
    }
}

/// A chat, by the id of its table or party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
#[expect(missing_docs, reason = "the type says it")]
pub enum ChatPlace {
    Table(TableId),
    Party(PartyId),
}

impl TryFrom<String> for ChatPlace {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let party = || PartyId::parse(&text).map(Self::Party);
        let found = TableId::parse(&text).map(Self::Table).or_else(party);
        found.ok_or("no, expected the id of a table (t_... or duel_...) or of a party (pty_...)")
    }
}

/// The status of a member. A member may have several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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

/// The inputs of operations, whose bodies may be missing. That of an act has the operator's name and reason.
macro_rules! inputs {
    ($($(#[$meta:meta])* $kind:ident $name:ident { $($body:tt)* })*) => {
        $(input!($kind $(#[$meta])* $name { $($body)* });)*
    };
}

macro_rules! input {
    (query $(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema, Validate)]
        #[serde(rename_all = "camelCase")]
        #[garde(allow_unvalidated)]
        pub struct $name { $($body)* }

        impl OperationInput for $name {
            const PLACE: Place = Place::Body;
            const MAY_BE_MISSING: bool = true;
        }
    };
    (act $(#[$meta:meta])* $name:ident { $($body:tt)* }) => {
        input!(query $(#[$meta])* $name {
            $($body)*
            /// The operator's name for the audit log; by default the user at the other end of the socket.
            #[serde(default, deserialize_with = "trimmed_or_none")]
            #[garde(length(chars, min = 1, max = 64), custom(one_line))]
            pub by: Option<String>,
            /// The reason for the audit log. It is kept for ever, even after an erasure, so it must not name the member.
            #[serde(default, deserialize_with = "trimmed_or_none")]
            #[garde(length(chars, min = 1, max = 280), custom(one_line))]
            pub reason: Option<String>,
        });

        impl $name {
            /// The operator's name, if it was given, and the reason.
            pub fn signature(&self) -> (Option<&str>, Option<&str>) {
                (self.by.as_deref(), self.reason.as_deref())
            }
        }
    };
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that garde asks for")]
fn page_size(limit: &usize, (): &()) -> garde::Result {
    if (1..=1000).contains(limit) { Ok(()) } else { Err(garde::Error::new("must be 1 to 1000")) }
}

inputs! {
    /// A page of invitations.
    query ListInvitations {
        /// The cursor: those after this one.
        pub after: Option<String>,
        #[serde(default = "number::<100, usize>")]
        #[garde(custom(page_size))]
        pub limit: usize,
    }
    query ShowAccount {
        pub member: MemberSelector,
    }
    #[derive(Default)]
    /// Which members are searched. An absent bound excludes none; `since` is inclusive, `until` is exclusive.
    query SearchMembers {
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
        pub balance_min: Option<i64>,
        pub balance_max: Option<i64>,
        pub status: Option<MemberStatus>,
        /// The cursor: members who joined before this one.
        pub before: Option<AccountId>,
        #[serde(default = "number::<100, usize>")]
        #[garde(custom(page_size))]
        pub limit: usize,
    }
    /// Which tables are searched. An absent bound excludes none; `since` is inclusive, `until` is exclusive.
    query SearchTables {
        /// The kind or the game.
        pub kind: Option<String>,
        pub status: Option<TableStatus>,
        /// A member who sits there, made it or is invited.
        pub member: Option<MemberSelector>,
        /// Made then or later.
        pub created_since: Option<Millis>,
        /// Made earlier.
        pub created_until: Option<Millis>,
        /// The cursor: tables made before this one.
        pub before: Option<TableId>,
        #[serde(default = "number::<100, usize>")]
        #[garde(custom(page_size))]
        pub limit: usize,
    }
    /// A page of a chat.
    query ReadChat {
        pub chat: ChatPlace,
        /// The cursor: messages after this one.
        #[serde(default)]
        pub after: u64,
        #[serde(default = "number::<100, usize>")]
        #[garde(custom(page_size))]
        pub limit: usize,
    }
    /// A page of the audit log.
    query ReadAudit {
        /// The cursor: acts before this one.
        pub before: Option<u64>,
        #[serde(default = "number::<50, usize>")]
        #[garde(custom(page_size))]
        pub limit: usize,
    }
    /// An invitation to mint.
    act Invite {
        /// How often it can be used, at least 1.
        #[serde(default = "number::<1, u32>")]
        pub uses: u32,
        /// Its lifetime in seconds; without limit if absent.
        pub expires_in_s: Option<u64>,
        /// Whether its accounts are test accounts.
        #[serde(default)]
        pub test: bool,
    }
    /// An invitation.
    act RevokeInvitation {
        /// Its id, or the first letters of it.
        pub invitation: String,
    }
    act MemberAct {
        pub member: MemberSelector,
    }
    /// Chips for a member.
    act Adjust {
        pub member: MemberSelector,
        /// How many; negative to take.
        pub chips: i64,
    }
    /// A table to void.
    act VoidTable {
        pub table: TableId,
    }
    /// A member to mute.
    act Mute {
        pub member: MemberSelector,
        /// The time in seconds.
        pub for_s: u64,
    }
    /// A message to remove.
    act RemoveMessage {
        pub chat: ChatPlace,
        pub message: u64,
    }
    /// A new server key.
    act RotateKey {
        /// Whether others may know the older keys: new secrets of days are stated, too.
        #[serde(default)]
        pub compromised: bool,
        /// The id of the new key. Only the process that has the keys gives it.
        #[serde(skip)]
        pub key: u32,
    }
    /// A backup.
    query Backup {
        /// Whether it includes the root secrets.
        #[serde(default)]
        pub with_keys: bool,
    }
    /// An account of a server for tests.
    query DevAccount {
        pub handle: String,
    }
    /// A time to advance by.
    query DevAdvance {
        #[serde(default)]
        pub ms: u64,
    }
}

/// Declares the operations of operators: the effect, the input with an example, the answer, the request.
macro_rules! operations {
    ($($constant:ident $name:literal $summary:literal $effect:ident $input:ident $example:literal $answer:ty => $request:ident;)*) => {
        $(#[doc = concat!($summary, ".")]
        pub static $constant: Definition<(), $input> = Definition {
            name: $name,
            about: OperationFacts::$effect($summary, Access::Operator, schema_of::<$answer>).example($example, "{}"),
            request: |(), input| Request::$request(input),
        };)*
    };
}

operations! {
    LIST_INVITATIONS "list_invitations" "Invitations that can still be used, by their ids"
        reads ListInvitations "" InvitationPage => ListInvitations;
    SHOW_ACCOUNT "show_account" "Everything known about an account"
        reads ShowAccount r#"{"member":"ada"}"# AccountSheet => ShowAccount;
    SEARCH_MEMBERS "search_members" "Members, newest first; a page ends at the limit, or after a bounded number of accounts"
        reads SearchMembers "" MemberPage => SearchMembers;
    SEARCH_TABLES "search_tables" "Tables in memory and in the archive, newest first; pages end as those of members"
        reads SearchTables "" TablePage => SearchTables;
    READ_CHAT "read_chat" "The messages of a chat, oldest first"
        reads ReadChat r#"{"chat":"t_018bcfe568007b3ab7e1a04c4d1f2a90"}"# ChatPage => ReadChat;
    READ_AUDIT "read_audit" "The acts of operators, newest first"
        reads ReadAudit "" AuditPage => ReadAudit;
    INVITE "invite" "Mint an invitation; its code is shown only in the answer"
        changes Invite "" Invited => Invite;
    REVOKE_INVITATION "revoke_invitation" "Revoke an invitation"
        changes RevokeInvitation r#"{"invitation":"0123456789abcdef"}"# AuditEntry => RevokeInvitation;
    FREEZE "freeze" "Reject all credentials of an account until it is unfrozen"
        changes MemberAct r#"{"member":"ada"}"# AuditEntry => Freeze;
    UNFREEZE "unfreeze" "Accept the credentials of a frozen account again"
        changes MemberAct r#"{"member":"ada"}"# AuditEntry => Unfreeze;
    END_SESSIONS "end_sessions" "End all sessions of an account, and the grants of its seats"
        changes MemberAct r#"{"member":"ada"}"# AuditEntry => EndSessions;
    ADJUST "adjust" "Give chips to an account, or take some; a reason is required"
        changes Adjust r#"{"member":"ada","chips":5}"# AuditEntry => Adjust;
    VOID_TABLE "void_table" "End a waiting or running table without a result: every stake is refunded"
        changes VoidTable r#"{"table":"t_018bcfe568007b3ab7e1a04c4d1f2a90"}"# AuditEntry => VoidTable;
    MUTE "mute" "Keep a member from writing in any chat for a time"
        changes Mute r#"{"member":"ada","forS":60}"# AuditEntry => Mute;
    UNMUTE "unmute" "Allow a muted member to write again"
        changes MemberAct r#"{"member":"ada"}"# AuditEntry => Unmute;
    ERASE_MEMBER "erase_member" "Erase a member, as they could themselves"
        changes MemberAct r#"{"member":"ada"}"# AuditEntry => EraseMember;
    EXPORT_MEMBER "export_member" "Export everything that is stored about a member"
        changes MemberAct r#"{"member":"ada"}"# Value => ExportMember;
    RECOVER_ACCOUNT "recover_account" "Replace a recovery code that its member has lost; a reason is required"
        changes MemberAct r#"{"member":"ada"}"# RecoveredAccount => RecoverAccount;
    REMOVE_MESSAGE "remove_message" "Remove the text of a message; a placeholder stays. A reason is required"
        changes RemoveMessage r#"{"chat":"t_018bcfe568007b3ab7e1a04c4d1f2a90","message":1}"# AuditEntry => RemoveMessage;
    ROTATE_KEY "rotate_key" "Sign with another server key from the next start on"
        changes RotateKey "" AuditEntry => RotateKey;
    BACKUP "backup" "A backup, as a file" reads Backup "" Value => Backup;
    CHECK_STORED "check_stored" "Check everything stored" reads Nothing "" Value => CheckStored;
    STANDBY_STATE "standby_state" "How far the standby is" reads Nothing "" Value => StandbyState;
    DEV_ACCOUNT "dev_account" "A token of an account of a server for tests, which is created if it does not exist"
        changes DevAccount r#"{"handle":"ada"}"# Value => DevAccount;
    DEV_ADVANCE "dev_advance" "Advance the clock of a server for tests, until everything that became due is done"
        changes DevAdvance "" Value => DevAdvance;
}
