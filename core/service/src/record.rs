//! What is stored: records, never commands or boards. `open` and `absorb` fold the same records that a step puts into
//! its batch. So stored data survives a change of the rules.
//!
//! Hot records are loaded at start; cold ones are read by queries ([`Key::is_cold`]).

use crate::credentials::ServerKeys;
use crate::games::{MatchResult, Seat};
use crate::ids::{AccountId, AgentId, DuelId, GrantId, PartyId, TableId};
use crate::personal::Sealed;
use crate::request::PartyVisibility;
use crate::time::{Day, Millis};
use serde::{Deserialize, Serialize};
use std::fmt;

mod admin;
mod agents;
mod doors;
mod fairness;
mod names;
mod tables;

pub use crate::answer::{DuelLegs, DuelOutcome, FallbackReasons, Reason};
pub use admin::*;
pub use agents::*;
pub use doors::*;
pub use fairness::*;
pub(crate) use fairness::{daily_label, day_label, duel_label};
pub use tables::*;

/// One change of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Change {
    /// Put a record under its key, replacing the previous one.
    Put(Record),
    /// Remove the record of a key, if there is one.
    Remove(Key),
}

/// The key of a record. Keys of one kind sort by their fields, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the identity of the record of the same name")]
pub enum Key {
    Account(AccountId),
    Balance(LedgerAccount),
    Ledger(LedgerAccount, u64),
    Invitation([u8; 32]),
    Ref([u8; 32]),
    Table(TableId),
    Ply(TableId, u32),
    TableMessage(TableId, u64),
    Archive(TableId),
    History(AccountId, Millis, TableId),
    HistoryOfGame(AccountId, String, Millis, TableId),
    Roster([u8; 32]),
    Grant(GrantId),
    Party(PartyId),
    PartyMessage(PartyId, u64),
    Daily(Day),
    DailyTry(Day, AccountId),
    Freed([u8; 32]),
    Clock,
    PartyChat(PartyId),
    TablesMade(Day, AccountId),
    PracticeEnded(Millis, TableId),
    HouseLoss(Day, AccountId),
    Identity([u8; 32]),
    LinkState(AccountId),
    PushSubscription([u8; 32]),
    Notice(NoticeId),
    Agent(AgentId),
    Duel(DuelId),
    DuelEntry(DuelId),
    Audit(u64),
    Sanction(AccountId),
    AuditHead,
    ChatsDropped,
    UncountedTable(TableId),
    UncountedDuel(DuelId),
    KinTables(AccountId),
    ModelUse(Day, AccountId),
    AgentLoss(Day, AccountId),
    Beaten(AgentId, AccountId),
    FairDay(Day),
    FairEntry(Day, u32),
    FairRoots(Day, u32),
    Statement(u32),
    Outage(Millis),
    EraDay(DayName),
    EraEntry(DayName, u32),
    EraRoots(DayName, u32),
    Restored,
}

impl Key {
    /// A day. Days of era 0 have the keys of earlier versions.
    pub const fn fair_day(name: DayName) -> Self {
        if name.era == 0 { Self::FairDay(name.day) } else { Self::EraDay(name) }
    }

    /// An entry of the list of a day.
    pub const fn fair_entry(name: DayName, number: u32) -> Self {
        if name.era == 0 { Self::FairEntry(name.day, number) } else { Self::EraEntry(name, number) }
    }

    /// A row of the roots of a day's list.
    pub const fn fair_roots(name: DayName, row: u32) -> Self {
        if name.era == 0 { Self::FairRoots(name.day, row) } else { Self::EraRoots(name, row) }
    }

    /// Whether the record stays in storage at start and is read only by queries.
    pub const fn is_cold(&self) -> bool {
        matches!(
            self,
            Self::Ledger(..)
                | Self::Archive(_)
                | Self::History(..)
                | Self::HistoryOfGame(..)
                | Self::PartyMessage(..)
                | Self::PracticeEnded(..)
                | Self::DuelEntry(_)
                | Self::Audit(_)
                | Self::UncountedTable(_)
                | Self::UncountedDuel(_)
                | Self::FairEntry(..)
                | Self::FairRoots(..)
                | Self::EraEntry(..)
                | Self::EraRoots(..)
        )
    }
}

/// One stored row. It prints as its key, because rows hold seeds, salts and hashes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is an identity and the row described at its type")]
pub enum Record {
    Account(AccountId, Box<AccountRow>),
    Balance(LedgerAccount, BalanceRow),
    Ledger(LedgerAccount, u64, LedgerRow),
    Invitation([u8; 32], InvitationRow),
    Ref([u8; 32], RefRow),
    Table(TableId, Box<TableRow>),
    Ply(TableId, u32, PlyRow),
    TableMessage(TableId, u64, MessageRow),
    Archive(TableId, Box<ArchiveRow>),
    History(AccountId, HistoryRow),
    HistoryOfGame(AccountId, HistoryRow),
    Roster([u8; 32], RosterRow),
    Grant(GrantId, GrantRow),
    Party(PartyId, PartyRow),
    PartyMessage(PartyId, u64, MessageRow),
    Daily(Day, DailyRow),
    DailyTry(Day, AccountId, DailyTryRow),
    Freed([u8; 32], FreedRow),
    /// The moment of the newest batch, put with each. The clock never counts as earlier than this after a restart.
    Clock(Millis),
    PartyChat(PartyId, PartyChatRow),
    /// Tables that a member has created in a UTC day.
    TablesMade(Day, AccountId, u32),
    /// An archived practice table, by the moment of its end. Archives are dropped in this order.
    PracticeEnded(Millis, TableId),
    HouseLoss(Day, AccountId, HouseLossRow),
    /// An identity elsewhere, under its keyed hash.
    Identity([u8; 32], IdentityRow),
    /// The newest state with which a member can link an identity.
    LinkState(AccountId, LinkStateRow),
    /// A browser with notifications, under the hash of its endpoint.
    PushSubscription([u8; 32], PushSubscriptionRow),
    Notice(NoticeId, NoticeRow),
    Agent(AgentId, Box<AgentRow>),
    Duel(DuelId, Box<DuelRow>),
    /// A duel in the list of all duels.
    DuelEntry(DuelId, DuelEntryRow),
    /// An act of an operator, numbered from 1.
    Audit(u64, AuditRow),
    /// Sanctions of operators against a member.
    Sanction(AccountId, SanctionRow),
    /// The number of the newest act.
    AuditHead(u64),
    /// The archived tables up to this one, by id, have no chat any more.
    ChatsDropped(TableId),
    /// The part of a settled table that does not count, by seat: accounts of one referral tree played there, and not
    /// all of them were established. A table that counts in full has no such row.
    UncountedTable(TableId, Vec<UncountedSeatRow>),
    /// A duel that counts in no agent's record, for the same reason.
    UncountedDuel(DuelId),
    /// Settled tables of a referred member that did not count for the referrer's reward, for the same reason. Kept
    /// until the reward.
    KinTables(AccountId, u32),
    /// Calls of the model for a member's agents in a UTC day.
    ModelUse(Day, AccountId, ModelUseRow),
    /// Chips that a member's agents have lost to challengers in a UTC day, less what they won from them.
    AgentLoss(Day, AccountId, i64),
    /// An agent has won a duel against an agent of this member.
    Beaten(AgentId, AccountId),
    /// A day with its secret.
    FairDay(DayName, FairDayRow),
    /// An archived table in the list of the day on which it was created, by its number.
    FairEntry(DayName, u32, FairEntryRow),
    /// Roots of the pages of a closed day's list, up to [`ROOTS_IN_ROW`], by the number of the row from 0.
    FairRoots(DayName, u32, Vec<[u8; 32]>),
    /// A signed statement, by its number from 1.
    Statement(u32, StatementRow),
    /// A time in which the service did not run: when serving began, and the newest batch before.
    Outage(Millis, Millis),
    /// The records are those of a backup or of a damaged store: the next start begins an era, and removes this.
    Restored,
}

impl fmt::Debug for Record {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key().fmt(out)
    }
}

impl Record {
    /// Its key.
    pub fn key(&self) -> Key {
        match self {
            Self::Account(id, _) => Key::Account(*id),
            Self::Balance(account, _) => Key::Balance(*account),
            Self::Ledger(account, id, _) => Key::Ledger(*account, *id),
            Self::Invitation(hash, _) => Key::Invitation(*hash),
            Self::Ref(hash, _) => Key::Ref(*hash),
            Self::Table(id, _) => Key::Table(*id),
            Self::Ply(table, ply, _) => Key::Ply(*table, *ply),
            Self::TableMessage(table, id, _) => Key::TableMessage(*table, *id),
            Self::Archive(id, _) => Key::Archive(*id),
            Self::History(account, row) => Key::History(*account, row.settled_at, row.table),
            Self::HistoryOfGame(account, row) => {
                Key::HistoryOfGame(*account, row.game_id.clone(), row.settled_at, row.table)
            }
            Self::Roster(hash, _) => Key::Roster(*hash),
            Self::Grant(id, _) => Key::Grant(*id),
            Self::Party(id, _) => Key::Party(*id),
            Self::PartyMessage(party, id, _) => Key::PartyMessage(*party, *id),
            Self::Daily(day, _) => Key::Daily(*day),
            Self::DailyTry(day, account, _) => Key::DailyTry(*day, *account),
            Self::Freed(hash, _) => Key::Freed(*hash),
            Self::Clock(_) => Key::Clock,
            Self::PartyChat(id, _) => Key::PartyChat(*id),
            Self::TablesMade(day, account, _) => Key::TablesMade(*day, *account),
            Self::PracticeEnded(at, table) => Key::PracticeEnded(*at, *table),
            Self::HouseLoss(day, account, _) => Key::HouseLoss(*day, *account),
            Self::Identity(hash, _) => Key::Identity(*hash),
            Self::LinkState(account, _) => Key::LinkState(*account),
            Self::PushSubscription(hash, _) => Key::PushSubscription(*hash),
            Self::Notice(id, _) => Key::Notice(*id),
            Self::Agent(id, _) => Key::Agent(*id),
            Self::Duel(id, _) => Key::Duel(*id),
            Self::DuelEntry(id, _) => Key::DuelEntry(*id),
            Self::Audit(id, _) => Key::Audit(*id),
            Self::Sanction(account, _) => Key::Sanction(*account),
            Self::AuditHead(_) => Key::AuditHead,
            Self::ChatsDropped(_) => Key::ChatsDropped,
            Self::UncountedTable(table, _) => Key::UncountedTable(*table),
            Self::UncountedDuel(duel) => Key::UncountedDuel(*duel),
            Self::KinTables(account, _) => Key::KinTables(*account),
            Self::ModelUse(day, account, _) => Key::ModelUse(*day, *account),
            Self::AgentLoss(day, account, _) => Key::AgentLoss(*day, *account),
            Self::Beaten(agent, account) => Key::Beaten(*agent, *account),
            Self::FairDay(name, _) => Key::fair_day(*name),
            Self::FairEntry(name, number, _) => Key::fair_entry(*name, *number),
            Self::FairRoots(name, row, _) => Key::fair_roots(*name, *row),
            Self::Statement(number, _) => Key::Statement(*number),
            Self::Outage(until, _) => Key::Outage(*until),
            Self::Restored => Key::Restored,
        }
    }
}

/// Records that this program cannot have written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage(pub String);

impl fmt::Display for Damage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Damage {}

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
    /// Bio.
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
    /// A table.
    Table(TableId),
    /// A guest's practice table. Its token was issued at the time of the row.
    Practice(TableId),
    /// A seat grant.
    Grant(GrantId),
    /// A claim of a seat grant. Its token was issued at the time of the row.
    Claim(GrantId),
    /// A duel.
    Duel(DuelId),
}

/// A seat that can be played without the owner's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GrantRow {
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: Seat,
    /// Its owner.
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

/// A party.
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
    /// Its table.
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
