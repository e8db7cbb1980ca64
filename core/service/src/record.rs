//! What is stored: records, never commands or boards. `open` and `absorb` fold the same records that a step puts into
//! its batch. So stored data survives a change of the rules.
//!
//! Hot records are loaded at start; cold ones are read by queries ([`Key::is_cold`]). The kinds are a table in `kinds.rs`.

use crate::credentials::ServerKeys;
use crate::games::{MatchResult, Seat};
use crate::ids::{AccountId, AgentId, DuelId, GrantId, PartyId, TableId, TicketId};
use crate::personal::Sealed;
use crate::request::PartyVisibility;
use crate::time::{Day, Millis};
use serde::{Deserialize, Serialize};
use std::fmt;

mod admin;
mod agents;
mod fairness;
mod friendly;
mod integrations;
mod kinds;
mod names;
mod queue;
mod ratings;
mod rematch;
mod tables;

pub use crate::answer::{DuelLegs, DuelOutcome, FallbackReasons, Reason};
pub use admin::*;
pub use agents::*;
pub use fairness::*;
pub(crate) use fairness::{daily_label, day_label, duel_label};
pub use friendly::*;
pub use integrations::*;
pub use kinds::{Key, Record, RecordKind};
pub use queue::*;
pub use ratings::*;
pub use rematch::*;
pub use tables::*;

/// One change of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Change {
    /// Put a record under its key, replacing the previous one.
    Put(Record),
    /// Remove the record of a key, if there is one.
    Remove(Key),
}

/// Records that this program cannot have written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageError(pub String);

impl fmt::Display for DamageError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for DamageError {}

/// An account of the double-entry ledger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum LedgerAccount {
    /// The source of chips: its balance is minus all chips granted.
    Mint,
    /// The house, which may go negative.
    House,
    /// Chips held by tables.
    Held,
    /// A member's.
    Member(AccountId),
}

/// A member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountRow {
    /// The slot of the key that seals the personal fields; `None` once erased.
    pub slot: Option<u32>,
    /// The handle. After erasure it is that of the erased account, in the open.
    pub handle: Sealed,
    pub bio: Option<Sealed>,
    /// The https URI of a picture.
    pub avatar_url: Option<Sealed>,
    /// Whether the messenger username is public.
    pub show_messenger: bool,
    /// The derivation of the current recovery code.
    pub recovery: RecoveryRow,
    /// The session epoch. Tokens of an older one are invalid.
    pub epoch: u32,
    /// Created with a test invitation: on no leaderboard, board or listing.
    pub test: bool,
    /// When it joined.
    pub joined_at: Millis,
    /// The member with whose referral code it joined.
    pub referrer: Option<AccountId>,
    /// Its referral code, once it was asked for.
    pub referral: Option<ReferralRow>,
    /// The end of a pause. No stakes before it.
    pub paused_until: Option<Millis>,
    /// The sha256 of the invitation code that admitted it. Accounts of earlier versions have none.
    pub invitation: Option<[u8; 32]>,
    /// Whether it joined with the code of a member who was not established then.
    pub came_early: bool,
    /// Whether the member has yet to confirm that they kept the recovery code. Never set for accounts of earlier versions.
    pub recovery_unconfirmed: bool,
    /// When the sessions of this epoch began that the member has ended one by one. A session is left out once it would
    /// have expired.
    pub ended: Vec<Millis>,
    /// Whether the member is left out of the lists of ratings and of the week.
    pub unranked: bool,
}

impl AccountRow {
    /// A new member, with only a handle.
    pub const fn new(slot: u32, handle: Sealed, recovery: RecoveryRow, joined_at: Millis) -> Self {
        Self {
            slot: Some(slot),
            handle,
            bio: None,
            avatar_url: None,
            show_messenger: false,
            recovery,
            epoch: 0,
            test: false,
            joined_at,
            referrer: None,
            referral: None,
            paused_until: None,
            invitation: None,
            came_early: false,
            recovery_unconfirmed: true,
            ended: Vec::new(),
            unranked: false,
        }
    }
}

/// The stored part of a recovery code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecoveryRow {
    /// The salt of the derivation.
    pub salt: [u8; 16],
    /// Raised by each rotation.
    pub counter: u32,
    /// sha256 of the code.
    pub hash: [u8; 32],
}

/// A member's referral code and its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReferralRow {
    /// The salt of the derivation.
    pub salt: [u8; 16],
    /// The sha256 of the code, which is the key of its invitation.
    pub hash: [u8; 32],
    /// Members who joined with it.
    pub invited: u32,
    /// Those of them that brought the reward.
    pub rewarded: u32,
}

/// The stored state of a ledger account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BalanceRow {
    /// Chips.
    pub balance: i64,
    /// The id of its newest ledger row; 0 if there is none.
    pub ledger_head: u64,
    /// The day of the last refill.
    pub refilled: Option<Day>,
    /// Net chips won at settled tables that count.
    pub net: i64,
    /// When `net` was reached.
    pub net_at: Millis,
    /// Settled tables that were not practice.
    pub settled_tables: u32,
}

/// One movement of a ledger account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LedgerRow {
    /// The change in chips.
    pub delta: i64,
    /// Why.
    pub reason: Reason,
    /// The table it is about.
    pub table: Option<TableId>,
    /// When.
    pub at: Millis,
    /// The game of a stake that came back because it was not played for. Not known of movements of earlier versions.
    pub returned: Option<String>,
}

/// An invitation, kept under the sha256 of its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InvitationRow {
    /// Accounts that may still join with it.
    pub uses_left: u32,
    /// When it expires.
    pub expires_at: Option<Millis>,
    /// Whether it makes test accounts.
    pub test: bool,
    /// The member whose referral code it is.
    pub referrer: Option<AccountId>,
}

/// The result of an idempotency key, kept under the sha256 of caller, route and key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefRow {
    /// sha256 of the request with its defaults filled in.
    pub fingerprint: [u8; 32],
    /// The result, from which the same answer can be given again.
    pub made: RefResult,
    /// When.
    pub at: Millis,
}

/// What a request with an idempotency key made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RefResult {
    /// An account, and the counter of its recovery code.
    Account(AccountId, u32),
    Table(TableId),
    /// A guest's practice table. Its token was issued at the time of the row.
    Practice(TableId),
    /// A seat grant.
    Grant(GrantId),
    /// A claim of a seat grant. Its token was issued at the time of the row.
    Claim(GrantId),
    Duel(DuelId),
    /// A guest's seat at a friendly table, and the expiry of its credential.
    GuestSeat(TableId, Seat, Millis),
    /// A ticket of the queue.
    Ticket(TicketId),
}

/// A seat that can be played without the owner's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GrantRow {
    pub table: TableId,
    pub seat: Seat,
    pub owner: AccountId,
    /// The salt of the claim token's derivation.
    pub salt: [u8; 16],
    /// sha256 of the claim token.
    pub claim_hash: [u8; 32],
    /// The end of the claim and of the credential.
    pub expires_at: Millis,
    /// When it was claimed and with which idempotency key (its sha256), if it was.
    pub claimed: Option<(Millis, [u8; 32])>,
    /// Whether it was revoked, has expired or has ended with its table.
    pub ended: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartyRow {
    /// Its members in the order of joining; the owner first.
    pub members: Vec<AccountId>,
    /// Whether the link admits new members.
    pub visibility: PartyVisibility,
    /// The table that it shows.
    pub current_table: Option<TableId>,
    /// Settled tables that it opened.
    pub tables_together: u32,
    /// By account: net, wins and tables played at its tables.
    pub standing: Vec<(AccountId, i64, u32, u32)>,
    /// By game: the last winner and their wins in a row.
    pub reigns: Vec<(String, AccountId, u32)>,
    /// When it was created.
    pub created_at: Millis,
    /// Former members whom the chat may name, with the id of the newest message that does.
    pub left: Vec<(AccountId, u64)>,
}

/// A summary of a party's chat. A party without this row has no messages yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartyChatRow {
    /// The id of the oldest message that is kept.
    pub oldest: u64,
    /// The id of the newest message.
    pub newest: u64,
    /// When a member last wrote, joined or opened a table.
    pub active_at: Millis,
}

/// The daily challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyRow {
    /// The kind of its tables.
    pub kind: String,
    /// The seed, in the form that `form` says.
    pub seed: [u8; 32],
    /// How the seed is stored.
    pub form: SecretForm,
    /// The era. A later era of the same day has another challenge and another board.
    pub era: u64,
}

impl DailyRow {
    /// The seed that an earlier version stored.
    pub fn stored_seed(&self, day: Day, keys: &ServerKeys) -> Option<[u8; 32]> {
        self.form.open(self.seed, &daily_label(day), keys)
    }
}

/// A member's attempt at the daily challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyTryRow {
    pub table: TableId,
    /// How it ended, if it has.
    pub end: Option<DailyEndRow>,
}

/// The end of an attempt at the daily challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyEndRow {
    /// Win, loss or draw.
    pub result: MatchResult,
    /// Chips gained.
    pub score: i64,
    /// The length of the table's log.
    pub plies: u32,
    /// When.
    pub settled_at: Millis,
}

/// A handle that an erasure has freed, kept under its keyed hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreedRow {
    /// When it can be taken again.
    pub free_at: Millis,
}

/// Chips that the house has lost to a member in a UTC day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseLossRow {
    /// Net chips; negative if the house has won.
    pub chips: i64,
}
