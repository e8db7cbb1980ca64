//! Responses of the section Account and session.

use super::True;
use crate::game_schemas::{GameId, TableKind};
use crate::ids::{AccountId, TableId};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_games::MatchResult;

shape! {
    /// Success.
    #[derive(Default)]
    #[schemars(rename = "Ok")]
    pub struct Okay {
        pub ok: True,
    }
}

shape! {
    /// A new account. The recovery code is shown only in this response.
    secret pub struct JoinResponse {
        pub ok: True,
        /// In lower case.
        pub handle: String,
        /// The account's root credential, exchanged for tokens at `POST /api/token`. Keep it.
        pub recovery_code: String,
    }
}

shape! {
    /// A Bearer token.
    secret pub struct TokenResponse {
        /// Send it as `Authorization: Bearer`.
        pub token: String,
        /// Its lifetime: 30 days.
        pub expires_in_seconds: u64,
    }
}

shape! {
    /// A new recovery code.
    secret pub struct RotateRecoveryResponse {
        pub ok: True,
        /// The new root credential of the account. Keep it.
        pub recovery_code: String,
    }
}

shape! {
    /// The caller's account and balance.
    pub struct MeResponse {
        /// The caller.
        pub account: AccountName,
        /// Chips, without those at tables.
        pub balance: i64,
        /// When an operator replaced the recovery code. The operator has seen the present code; the field is absent
        /// after a rotation.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub recovered_at: Option<Millis>,
        /// Whether the member has kept the recovery code: they said so, or signed in with it.
        pub recovery_confirmed: bool,
    }
}

shape! {
    /// An account's id and handle.
    pub struct AccountName {
        /// Never changes.
        pub id: AccountId,
        /// The member's name; only an erasure changes it.
        pub handle: String,
    }
}

shape! {
    /// What an erasure removed.
    pub struct EraseResponse {
        pub ok: True,
        /// The name that past tables show from now on.
        pub handle: String,
        /// The number of linked identities removed.
        pub identities_removed: u32,
        /// The number of browsers that are no longer notified.
        pub push_subs_removed: u32,
        /// The number of agents kept without name and prompt.
        pub agents_anonymised: u32,
    }
}

shape! {
    /// The caller's own profile.
    pub struct Profile {
        /// The member's name.
        pub handle: String,
        /// A picture; null means a generated avatar.
        pub avatar_url: Option<String>,
        /// In the member's own words; null if empty.
        pub bio: Option<String>,
        /// The providers of linked identities.
        pub identities: Vec<String>,
        /// Linked identities in detail.
        pub doors: Vec<LinkedIdentity>,
        /// Whether the messenger's user name is on the public card.
        pub show_messenger: bool,
        /// Whether the member is in the lists of ratings and of the week.
        pub ranked: bool,
    }
}

shape! {
    /// A linked identity, as its owner sees it.
    #[schemars(rename = "Door")]
    pub struct LinkedIdentity {
        /// Currently always `messenger`.
        pub provider: String,
        /// As the provider reports it; null if it reports none.
        pub username: Option<String>,
        /// As the provider reports it; null if it reports none.
        pub photo_url: Option<String>,
    }
}

shape! {
    /// Settled tables of the caller, newest first.
    pub struct History {
        /// Ordered by the time of settlement.
        pub hands: Vec<Hand>,
    }
}

shape! {
    /// A settled table in a history.
    pub struct Hand {
        /// Its replay and card are public.
        pub table_id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Null if an agent played it.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// By `net`: a win above 0, a loss below.
        pub result: MatchResult,
        /// Handles; `house` is one.
        pub opponents: Vec<String>,
        /// The chips gained or lost, minus the buy-in.
        pub net: i64,
        /// When it ended.
        pub settled_at: Option<Millis>,
        /// True for a table that was played for a nominal stake; otherwise missing.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<bool>")]
        pub free: Option<True>,
        /// How such a table ended for the member; otherwise missing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub outcome: Option<MatchResult>,
    }
}

shape! {
    /// Movements of the caller's chips, oldest first.
    pub struct Ledger {
        /// Ordered by id.
        pub entries: Vec<LedgerEntry>,
    }
}

shape! {
    /// One movement.
    pub struct LedgerEntry {
        /// The cursor of this movement.
        pub id: u64,
        /// Signed: payments by the caller are negative.
        pub delta: i64,
        /// The reason.
        pub reason: Reason,
        /// Always `chips`.
        pub currency: &'static str,
        /// Null if the chips belong to no table.
        pub table_id: Option<TableId>,
        /// When they moved.
        pub created_at: Millis,
        /// The game whose stake this gives back, because the table was not played or is void; absent for all other
        /// movements, and for those of earlier versions.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<GameId>")]
        pub returned: Option<String>,
    }
}

/// The reason of a movement of chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Starting chips, a refill, or an erased account's chips going back.
    Grant,
    /// A stake put down.
    Buyin,
    /// A stake refunded or chips won.
    Payout,
    /// The house's share of a pot.
    Rake,
    /// A reward for an invitee.
    Referral,
}

shape! {
    /// The caller's referral code and its results.
    secret pub struct Referral {
        /// An invitation code of the caller.
        pub code: String,
        /// How many members can still join with it now: few until the caller is established.
        pub uses_left: u32,
        /// Settled tables that are missing until the caller is established.
        pub tables_needed: u32,
        /// The caller has not been a member long enough before this time; null afterwards.
        pub waits_until: Option<Millis>,
        /// Accounts that the caller's referral tree can still take; null if it has no bound.
        pub tree_left: Option<u32>,
        /// How many members have joined.
        pub invited: u32,
        /// For how many of them a reward was paid.
        pub rewarded: u32,
        /// The maximum number of rewards.
        pub cap: u32,
        /// Chips for each reward.
        pub reward: i64,
        /// Settled tables of an invitee that count, until the reward is paid.
        pub threshold: u32,
    }
}

shape! {
    /// Whether the account is paused, and until when.
    pub struct PauseState {
        /// Whether the account is paused now.
        pub paused: bool,
        /// When the caller can stake again.
        pub until: Option<Millis>,
    }
}
