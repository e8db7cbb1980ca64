//! Answers of the part Account and session.

use super::True;
use crate::game_schemas::{GameId, TableKind};
use crate::ids::{AccountId, TableId};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_games::MatchResult;

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
        /// As it counts: in lower case.
        pub handle: String,
        /// The root of the account, exchanged for tokens at `POST /api/token`. Keep it.
        pub recovery_code: String,
    }
}

shape! {
    /// A Bearer token.
    secret pub struct TokenResponse {
        /// To be sent as `Authorization: Bearer`.
        pub token: String,
        /// How long it lasts: 30 days.
        pub expires_in_seconds: u64,
    }
}

shape! {
    /// A new recovery code.
    secret pub struct RotateRecoveryResponse {
        pub ok: True,
        /// The new root of the account. Keep it.
        pub recovery_code: String,
    }
}

shape! {
    /// The caller's account and balance.
    pub struct MeResponse {
        /// Who is asking.
        pub account: AccountName,
        /// Chips, without those at tables.
        pub balance: i64,
        /// When an operator replaced the recovery code. The operator has seen the present code: rotate it, and this goes.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub recovered_at: Option<Millis>,
    }
}

shape! {
    /// An account's id and handle.
    pub struct AccountName {
        /// Never changes.
        pub id: AccountId,
        /// The member's name; an erasure alone changes it.
        pub handle: String,
    }
}

shape! {
    /// What an erasure removed.
    pub struct EraseResponse {
        pub ok: True,
        /// The name that past tables now show.
        pub handle: String,
        /// How many linked identities are gone.
        pub identities_removed: u32,
        /// How many browsers are no longer notified.
        pub push_subs_removed: u32,
        /// How many agents stay without name and prompt.
        pub agents_anonymised: u32,
    }
}

shape! {
    /// The caller's own profile.
    pub struct Profile {
        /// The member's name.
        pub handle: String,
        /// A picture; null means a face that is made up.
        pub avatar_url: Option<String>,
        /// In the member's own words; null where there are none.
        pub bio: Option<String>,
        /// The providers of linked identities.
        pub identities: Vec<String>,
        /// Linked identities in detail.
        pub doors: Vec<LinkedIdentity>,
        /// Whether the messenger's user name is on the public card.
        pub show_messenger: bool,
    }
}

shape! {
    /// A linked identity, as its owner sees it.
    #[schemars(rename = "Door")]
    pub struct LinkedIdentity {
        /// So far `messenger` alone.
        pub provider: String,
        /// As the provider tells it; null where it tells none.
        pub username: Option<String>,
        /// As the provider tells it; null where it tells none.
        pub photo_url: Option<String>,
    }
}

shape! {
    /// Settled tables of the caller, newest first.
    pub struct History {
        /// By the time of settlement.
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
        /// Null where an agent played it.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// By `net`: a win above 0, a loss below.
        pub result: MatchResult,
        /// Handles; `house` is one.
        pub opponents: Vec<String>,
        /// The chips gained or lost, the buy-in taken off.
        pub net: i64,
        /// When it was over.
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// Movements of the caller's chips, oldest first.
    pub struct Ledger {
        /// By id.
        pub entries: Vec<LedgerEntry>,
    }
}

shape! {
    /// One movement.
    pub struct LedgerEntry {
        /// The cursor of this movement.
        pub id: u64,
        /// Signed: what was paid is negative.
        pub delta: i64,
        /// Why.
        pub reason: Reason,
        /// Always `chips`.
        pub currency: &'static str,
        /// Null where the chips are of no table.
        pub table_id: Option<TableId>,
        /// When they moved.
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
        /// An invitation code of the caller.
        pub code: String,
        /// How many can still join with it: 0 until the caller is established.
        pub uses_left: u32,
        /// Settled tables that the caller still needs to be established.
        pub tables_needed: u32,
        /// Until when the caller has not been a member for long enough to be established; null once they have.
        pub waits_until: Option<Millis>,
        /// How many accounts the caller's referral tree has room for; null where it has no bound.
        pub tree_left: Option<u32>,
        /// How many have joined.
        pub invited: u32,
        /// For how many of them a reward has come.
        pub rewarded: u32,
        /// For how many at most.
        pub cap: u32,
        /// Chips for each.
        pub reward: i64,
        /// How many tables that count an invitee settles before it comes.
        pub threshold: u32,
    }
}

shape! {
    /// Whether the account is paused, and until when.
    pub struct PauseState {
        /// Whether a pause is in force.
        pub paused: bool,
        /// When the caller can stake again.
        pub until: Option<Millis>,
    }
}
