//! Answers of the part Account and session.

use super::True;
use crate::ids::{AccountId, TableId};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_games::{GameId, MatchResult, TableKind};

shape! {
    /// Done.
    #[derive(Default)]
    #[schemars(rename = "Ok")]
    pub struct Okay {
        pub ok: True,
    }
}

shape! {
    /// A new account; the recovery code is shown this once.
    secret pub struct JoinResponse {
        pub ok: True,
        pub handle: String,
        pub recovery_code: String,
    }
}

shape! {
    /// A Bearer token.
    secret pub struct TokenResponse {
        pub token: String,
        pub expires_in_seconds: u64,
    }
}

shape! {
    /// A new recovery code.
    secret pub struct RotateRecoveryResponse {
        pub ok: True,
        pub recovery_code: String,
    }
}

shape! {
    /// The caller's account and balance.
    pub struct MeResponse {
        pub account: AccountName,
        pub balance: i64,
    }
}

shape! {
    /// An account's id and handle.
    pub struct AccountName {
        pub id: AccountId,
        pub handle: String,
    }
}

shape! {
    /// What an erasure removed.
    pub struct EraseResponse {
        pub ok: True,
        pub handle: String,
        pub identities_removed: u32,
        pub push_subs_removed: u32,
        pub agents_anonymised: u32,
    }
}

shape! {
    /// The caller's own profile.
    pub struct Profile {
        pub handle: String,
        pub avatar_url: Option<String>,
        pub bio: Option<String>,
        pub identities: Vec<String>,
        pub doors: Vec<Door>,
        pub show_messenger: bool,
    }
}

shape! {
    /// A linked identity, as its owner sees it.
    pub struct Door {
        pub provider: String,
        pub username: Option<String>,
        pub photo_url: Option<String>,
    }
}

shape! {
    /// Settled tables of the caller, newest first.
    pub struct History {
        pub hands: Vec<Hand>,
    }
}

shape! {
    /// A settled table in a history.
    pub struct Hand {
        pub table_id: TableId,
        #[schemars(with = "GameId")]
        pub game_id: String,
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        pub result: MatchResult,
        pub opponents: Vec<String>,
        pub net: i64,
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// Movements of the caller's chips, oldest first.
    pub struct Ledger {
        pub entries: Vec<LedgerEntry>,
    }
}

shape! {
    /// One movement.
    pub struct LedgerEntry {
        pub id: u64,
        pub delta: i64,
        pub reason: Reason,
        pub currency: &'static str,
        pub table_id: Option<TableId>,
        pub created_at: Millis,
    }
}

/// Why chips moved.
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
    /// The caller's referral code and what it brought.
    secret pub struct Referral {
        pub code: String,
        pub uses_left: u32,
        pub invited: u32,
        pub rewarded: u32,
        pub cap: u32,
        pub reward: i64,
        pub threshold: u32,
    }
}

shape! {
    /// Whether and until when the caller has paused himself.
    pub struct PauseState {
        pub paused: bool,
        pub until: Option<Millis>,
    }
}
