//! What is stored: records, never commands and never boards. `open` and `absorb` fold the same records that a step
//! puts into its batch, so they survive another version of the program.
//!
//! A hot record is loaded at start; a cold one is read when a query asks for it ([`Key::is_cold`]).

use crate::games::PolicyName;
use crate::games::{MatchResult, OutcomeEntry, Seat, Setup};
use crate::ids::{AccountId, AgentId, AgentVersionId, DuelId, GrantId, PartyId, TableId};
use crate::personal::Sealed;
use crate::request::{DuelFormat, Pace, PartyVisibility, Visibility};
use crate::time::{Day, Millis};
use serde::{Deserialize, Serialize};
use std::fmt;

pub use crate::answer::{DuelLegs, DuelOutcome, Reason};

/// One change of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Change {
    /// Put a record under its key, over whatever was there.
    Put(Record),
    /// Remove whatever is under the key.
    Remove(Key),
}

/// Where a record is kept. Keys of one kind sort by their fields, in order.
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
}

impl Key {
    /// Whether the record is left in storage at start and read by queries only.
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
        )
    }
}

/// One stored row. It prints as its key: rows hold seeds, salts and hashes.
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
    /// The moment of the newest batch, put with each: a clock that was set back while the service was down counts as it.
    Clock(Millis),
    PartyChat(PartyId, PartyChatRow),
    /// How many tables a member has made in a UTC day.
    TablesMade(Day, AccountId, u32),
    /// A practice table that has gone cold, by the moment it ended: in this order their archives are dropped.
    PracticeEnded(Millis, TableId),
    HouseLoss(Day, AccountId, HouseLossRow),
    /// Somebody elsewhere, under the keyed hash of who that is.
    Identity([u8; 32], IdentityRow),
    /// The newest state with which a member can link an identity.
    LinkState(AccountId, LinkStateRow),
    /// A browser that is notified, under the hash of its endpoint.
    PushSubscription([u8; 32], PushSubscriptionRow),
    Notice(NoticeId, NoticeRow),
    Agent(AgentId, Box<AgentRow>),
    Duel(DuelId, Box<DuelRow>),
    /// A duel in the list of all.
    DuelEntry(DuelId, DuelEntryRow),
}

impl fmt::Debug for Record {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key().fmt(out)
    }
}

impl Record {
    /// Where it is kept.
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
        }
    }
}

/// Records that cannot be what this program wrote.
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
    /// Where chips come from; its balance is minus all chips ever granted.
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
    /// The handle; after erasure the shell's, in the open.
    pub handle: Sealed,
    /// Bio.
    pub bio: Option<Sealed>,
    /// https URI of a picture.
    pub avatar_url: Option<Sealed>,
    /// Whether the messenger username shows on the public card.
    pub show_messenger: bool,
    /// What the current recovery code is derived from, and its sha256.
    pub recovery: RecoveryRow,
    /// Tokens of an older epoch count no more.
    pub epoch: u32,
    /// Made by a test invitation: on no leaderboard, board or listing.
    pub test: bool,
    /// When it joined.
    pub joined_at: Millis,
    /// Whose referral code it joined with.
    pub referrer: Option<AccountId>,
    /// Its referral code, once it asked for it.
    pub referral: Option<ReferralRow>,
    /// No stakes before this moment.
    pub paused_until: Option<Millis>,
}

/// A root credential, as much of it as may be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecoveryRow {
    /// Random bytes under the derivation.
    pub salt: [u8; 16],
    /// Raised by each rotation.
    pub counter: u32,
    /// sha256 of the code.
    pub hash: [u8; 32],
}

/// A member's referral code and what it brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReferralRow {
    /// Random bytes under the derivation of the code.
    pub salt: [u8; 16],
    /// sha256 of the code: the key of its invitation.
    pub hash: [u8; 32],
    /// Members who joined with it.
    pub invited: u32,
    /// Of these, those that brought the reward.
    pub rewarded: u32,
}

/// What is kept of a ledger account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BalanceRow {
    /// Chips.
    pub balance: i64,
    /// The id of its newest ledger row; 0 if there is none.
    pub ledger_head: u64,
    /// The day of the last refill.
    pub refilled: Option<Day>,
    /// Net chips won at settled tables.
    pub net: i64,
    /// When `net` was reached.
    pub net_at: Millis,
    /// Settled tables that count for leaderboard and referral.
    pub settled_tables: u32,
}

/// One movement of a ledger account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LedgerRow {
    /// Chips in (positive) or out.
    pub delta: i64,
    /// Why.
    pub reason: Reason,
    /// The table it is about.
    pub table: Option<TableId>,
    /// When.
    pub at: Millis,
}

/// An invitation, kept under the sha256 of its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InvitationRow {
    /// Accounts that may still join with it.
    pub uses_left: u32,
    /// Until when.
    pub expires_at: Option<Millis>,
    /// Makes test accounts.
    pub test: bool,
    /// The member whose referral code it is.
    pub referrer: Option<AccountId>,
}

/// The answer to an idempotency key, kept under the sha256 of caller, route and key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefRow {
    /// sha256 of the request with its defaults filled in.
    pub fingerprint: [u8; 32],
    /// What it made: enough to give the same answer again.
    pub made: RefResult,
    /// When.
    pub at: Millis,
}

/// What a request with an idempotency key made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RefResult {
    /// An account, whose recovery code was the one of this counter.
    Account(AccountId, u32),
    /// A table.
    Table(TableId),
    /// A guest's practice table, whose token was issued at the time of the row.
    Practice(TableId),
    /// A seat grant.
    Grant(GrantId),
    /// A claim of a seat grant, whose token was issued at the time of the row.
    Claim(GrantId),
    /// A duel.
    Duel(DuelId),
}

/// A table that waits, plays or has just ended: its setup and seed, never a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// The game.
    pub game_id: String,
    /// The engine version.
    pub version: String,
    /// The config of its bundle.
    #[serde(with = "crate::stored::setup")]
    pub setup: Setup,
    /// The seed in its bytes.
    pub seed: [u8; 32],
    /// Who sits where.
    pub players: Vec<Player>,
    /// Chips a seat costs.
    pub buy_in: i64,
    /// Who made it; nobody for a guest's.
    pub host: Option<AccountId>,
    /// Who may find it.
    pub visibility: Visibility,
    /// How fast it is played.
    pub pace: Pace,
    /// The member one seat is reserved for.
    pub invited: Option<AccountId>,
    /// Free practice.
    pub practice: bool,
    /// The day whose deal it is.
    pub daily: Option<Day>,
    /// The party that opened it.
    pub party: Option<PartyId>,
    /// When it was made.
    pub created_at: Millis,
    /// Where it stands.
    pub status: Status,
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Player {
    /// Nobody yet.
    Vacant,
    /// A member.
    Member(AccountId),
    /// Somebody without an account, at a practice table.
    Guest,
    /// The house.
    House,
}

/// The life of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Status {
    /// For members to sit down, until the moment given.
    Waiting {
        /// When it is cancelled by itself.
        expires_at: Millis,
    },
    /// Its log may grow.
    Playing {
        /// When the cards were dealt.
        started_at: Millis,
    },
    /// Over and paid.
    Settled {
        /// When the cards were dealt.
        started_at: Millis,
        /// How it ended.
        end: EndRow,
    },
    /// Ended before it began; all stakes refunded.
    Cancelled {
        /// When.
        at: Millis,
    },
}

/// How a table ended: what its end card shows, as of then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndRow {
    /// When.
    pub settled_at: Millis,
    /// Result and score by seat.
    #[serde(with = "crate::stored::outcome")]
    pub outcome: Vec<OutcomeEntry>,
    /// By seat: chips gained after rake, the title, and the running net within the roster.
    pub card: Vec<CardSeatRow>,
    /// The one seat with the highest positive score.
    pub winner: Option<Seat>,
    /// Consecutive wins of this winner in this game within the roster.
    pub reign: u32,
    /// Settled tables of this roster.
    pub tables_together: u32,
}

/// A seat of an end card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardSeatRow {
    /// Chips gained on the table, after rake.
    pub net: i64,
    /// The title that goes with the place.
    pub title: Option<String>,
    /// Running net of the seat's player over the settled tables of this roster.
    pub roster_net: i64,
}

/// One entry of a table's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlyRow {
    /// Who decided.
    pub seat: Seat,
    /// What.
    pub entry: EntryRow,
    /// When.
    pub at: Millis,
    /// Words that the seat's automatic player had drawn from its stream by then; 0 for members.
    pub drawn: u64,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryRow {
    /// The legal action at this place of the seat's list.
    Choice(u16),
    /// Gave up.
    Forfeited,
    /// Ran out of time.
    TimedOut,
}

/// One message of a chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MessageRow {
    /// Who wrote it, or whom a system message is about.
    pub author: Option<AccountId>,
    /// The author's seat or place; -1 for a system message.
    pub seat: i8,
    /// The text and, after a zero, the sender's nonce if there is one, sealed with the author's key; in the open,
    /// without a name, for a system message.
    pub body: Sealed,
    /// When.
    pub at: Millis,
    /// The sender's nonce in the open, as earlier builds wrote it.
    pub client_id: Option<String>,
}

/// A settled table after it has gone cold: all that its pages show for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchiveRow {
    /// The table as it ended.
    pub table: TableRow,
    /// Its log.
    pub plies: Vec<PlyRow>,
    /// Its chat, with the ids of the messages.
    pub messages: Vec<(u64, MessageRow)>,
    /// How many events it told: the cursor of its end.
    pub events: u64,
}

/// A settled table in a member's history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HistoryRow {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game_id: String,
    /// The kind; none for a duel's leg.
    pub kind: Option<String>,
    /// By the sign of `net`.
    pub result: MatchResult,
    /// The other seats' players.
    pub opponents: Vec<Player>,
    /// Chips gained, after rake.
    pub net: i64,
    /// When it was settled.
    pub settled_at: Millis,
}

/// What one set of players has played together, kept under a hash of the set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RosterRow {
    /// Settled tables.
    pub tables: u32,
    /// Running net by player.
    pub nets: Vec<(Player, i64)>,
    /// By game: who won last and how often in a row.
    pub reigns: Vec<(String, Player, u32)>,
}

/// A seat handed to somebody without the owner's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GrantRow {
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: Seat,
    /// Its owner.
    pub owner: AccountId,
    /// Random bytes under the derivation of the claim token.
    pub salt: [u8; 16],
    /// sha256 of the claim token.
    pub claim_hash: [u8; 32],
    /// Bounds the claim and the credential.
    pub expires_at: Millis,
    /// When it was claimed and with which reference (its sha256), if it was.
    pub claimed: Option<(Millis, [u8; 32])>,
    /// Revoked, expired or ended with its table.
    pub ended: bool,
}

/// A party.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartyRow {
    /// Its members in the order in which they came; the owner first.
    pub members: Vec<AccountId>,
    /// Whether the link admits new members.
    pub visibility: PartyVisibility,
    /// The table it points at.
    pub current_table: Option<TableId>,
    /// Settled tables that it opened.
    pub tables_together: u32,
    /// By account: net, wins and tables played at its tables.
    pub standing: Vec<(AccountId, i64, u32, u32)>,
    /// By game: who won last and how often in a row.
    pub reigns: Vec<(String, AccountId, u32)>,
    /// When it was founded.
    pub created_at: Millis,
}

/// What is known of a party's chat without reading it. A party without this row has said nothing yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartyChatRow {
    /// The id of the oldest message that is kept.
    pub oldest: u64,
    /// The id of the newest message.
    pub newest: u64,
    /// When somebody last wrote, joined or opened a table.
    pub active_at: Millis,
}

/// The deal of a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyRow {
    /// The kind that all play.
    pub kind: String,
    /// The seed in its bytes, sealed until the day is over.
    pub seed: [u8; 32],
}

/// A member's try at the deal of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyTryRow {
    /// Where it is played.
    pub table: TableId,
    /// How it ended, once it has.
    pub end: Option<DailyEndRow>,
}

/// How a try at the deal of a day ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyEndRow {
    /// Win, loss or draw.
    pub result: MatchResult,
    /// Chips gained.
    pub score: i64,
    /// Entries of its log.
    pub plies: u32,
    /// When.
    pub settled_at: Millis,
}

/// A handle that an erased account set free, kept under its keyed hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreedRow {
    /// From when it can be taken again.
    pub free_at: Millis,
}

/// What the house has lost to a member in a UTC day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseLossRow {
    /// Net chips; negative where it has won.
    pub chips: i64,
}

/// Somebody elsewhere, who belongs to one account for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IdentityRow {
    /// Whose.
    pub account: AccountId,
    /// What it is known by there, sealed, while it is linked: username and picture as JSON.
    pub linked: Option<Sealed>,
}

/// A state with which a member can link an identity, once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkStateRow {
    /// sha256 of the state.
    pub hash: [u8; 32],
    /// Until when it counts.
    pub expires_at: Millis,
}

/// A browser that is notified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushSubscriptionRow {
    /// Of whose turns.
    pub account: AccountId,
    /// Its endpoint and keys, sealed: as JSON.
    pub browser: Sealed,
}

/// What a member is told of, and where. A table's seat has one of each kind at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct NoticeId {
    /// The table.
    pub table: TableId,
    /// The member's seat there.
    pub seat: Seat,
    /// What happened.
    pub kind: NoticeKind,
}

/// What a member is told of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum NoticeKind {
    /// His turn has begun.
    TurnBegan,
    /// Three quarters of his turn are over.
    TurnEndsSoon,
    /// His invitation was declined.
    Declined,
}

/// How far a notice has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoticeRow {
    /// Who is to be told.
    pub account: AccountId,
    /// The length of the table's log when the turn began that it is about.
    pub turn: u32,
    /// Nobody wants to know after this moment.
    pub until: Millis,
    /// How often it was tried.
    pub tries: u8,
    /// The browsers that have yet to be told, by the hashes of their endpoints; before the first try all that there are
    /// then.
    pub left: Option<Vec<[u8; 32]>>,
    /// Whether it waits, or is on its way.
    pub stage: NoticeStage,
}

/// Whether a notice waits, or is on its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NoticeStage {
    /// It is tried at this moment.
    Due(Millis),
    /// It has left, and some of the browsers in `left` have not answered yet.
    Sent {
        /// Those that could not be told.
        failed: Vec<[u8; 32]>,
        /// When they are tried again, at the earliest.
        again_at: Millis,
    },
}

/// An agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgentRow {
    /// Whose; nobody's for the house's.
    pub owner: Option<AccountId>,
    /// Its name.
    pub name: Sealed,
    /// What makes its decisions.
    pub play: AgentPlay,
    /// Whether others may challenge it.
    pub accepts_challenges: bool,
    /// Raised by each change of its play.
    pub version: u32,
    /// The name of that version.
    pub version_id: AgentVersionId,
    /// Duels that this version has fought.
    pub version_duels: u32,
    /// Duels that it has won, by all its versions.
    pub wins: u32,
    /// And lost.
    pub losses: u32,
}

/// What makes an agent's decisions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AgentPlay {
    /// The house's own play.
    House,
    /// A built-in policy.
    Policy {
        /// Which.
        policy: PolicyName,
        /// In percent.
        aggression: u8,
    },
    /// A model that is told this.
    Prompt(Sealed),
    /// Nothing any more: its owner was erased.
    Gone,
}

/// A duel, or a self-check, which is one for nothing against the house. Its legs are tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelRow {
    /// Challenger and defender, as they were when it began.
    pub sides: [DuelSideRow; 2],
    /// The game.
    pub game_id: String,
    /// The engine version of all its legs: twins are played by the same rules, whatever comes with an upgrade.
    pub version: String,
    /// Chips a leg and side.
    pub stake: i64,
    /// How many legs at most.
    pub format: DuelFormat,
    /// Whether it is a self-check.
    pub self_check: bool,
    /// The seed of the leg that was dealt last, and of its twin.
    pub seed: [u8; 32],
    /// Legs that were dealt.
    pub dealt: u8,
    /// Those that are over, by who won them.
    pub legs: DuelLegs,
    /// Chips that the challenger has won, after rake.
    pub net: i64,
    /// Entries of their logs.
    pub plies: u64,
    /// Decisions that agents with prompts did not make themselves.
    pub fallbacks: u64,
    /// The place of the side whose owner was erased.
    pub left: Option<u8>,
    /// When it was begun.
    pub created_at: Millis,
    /// How it ended, once it has.
    pub end: Option<DuelEndRow>,
}

/// A side of a duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelSideRow {
    /// Which agent.
    pub agent: AgentId,
    /// In which version.
    pub version: AgentVersionId,
    /// Its owner; nobody for the house's.
    pub owner: Option<AccountId>,
    /// What makes its decisions.
    pub play: AgentPlay,
}

/// How a duel ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelEndRow {
    /// When.
    pub at: Millis,
    /// Who won.
    pub outcome: DuelOutcome,
}

/// A duel in the list of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelEntryRow {
    /// The agents: challenger and defender.
    pub agents: [AgentId; 2],
    /// Their owners.
    pub owners: [Option<AccountId>; 2],
    /// Chips a leg and side.
    pub stake: i64,
    /// How it ended, once it has.
    pub end: Option<DuelEndRow>,
}
