//! Tables from their creation to their archive, and what histories and rosters keep of them.

use crate::games::{MatchResult, OutcomeEntry, Seat, Setup};
use crate::ids::{AccountId, PartyId, TableId};
use crate::personal::Sealed;
use crate::record::{SeedRow, TableRatingRow};
use crate::request::{Pace, Visibility};
use crate::time::{Day, Millis};
use serde::{Deserialize, Serialize};

/// A waiting, running or recently ended table: its setup and seed, never a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    pub game_id: String,
    /// The engine version.
    pub version: String,
    /// The config of its bundle.
    #[serde(with = "crate::stored::setup")]
    pub setup: Setup,
    pub seed: SeedRow,
    /// The players by seat.
    pub players: Vec<Player>,
    /// The price of a seat, in chips.
    pub buy_in: i64,
    /// The member who created it; `None` for a guest's.
    pub host: Option<AccountId>,
    /// Who can find it.
    pub visibility: Visibility,
    /// How fast it is played.
    pub pace: Pace,
    /// The member for whom one seat is reserved.
    pub invited: Option<AccountId>,
    /// Practice without chips.
    pub practice: bool,
    /// The day whose daily challenge it is.
    pub daily: Option<Day>,
    /// The party that opened it, if one did.
    pub party: Option<PartyId>,
    /// When it was created.
    pub created_at: Millis,
    pub status: Status,
}

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Player {
    /// An empty seat.
    Vacant,
    Member(AccountId),
    /// A guest without an account, at a practice table.
    Guest,
    House,
}

/// The status of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Status {
    /// It waits for members, until the moment given.
    Waiting {
        /// When it is cancelled.
        expires_at: Millis,
    },
    /// It is being played.
    Playing {
        /// When it was dealt.
        started_at: Millis,
    },
    /// It is over and paid out.
    Settled {
        /// When it was dealt.
        started_at: Millis,
        /// How it ended.
        end: EndRow,
    },
    /// It was cancelled before it began; all stakes were refunded.
    Cancelled {
        /// When.
        at: Millis,
    },
    /// The operator ended it during play; all stakes were refunded.
    Voided {
        /// When it was dealt.
        started_at: Millis,
        /// When it was ended.
        at: Millis,
    },
}

/// How a table ended: the facts of its end card.
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
    /// Wins in a row of this winner in this game within the roster.
    pub reign: u32,
    /// Settled tables of this roster.
    pub tables_together: u32,
}

/// A seat of an end card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardSeatRow {
    /// Net chips at this table, after rake.
    pub net: i64,
    /// The title for this rank.
    pub title: Option<String>,
    /// The player's net over all settled tables of this roster.
    pub roster_net: i64,
}

/// The part of a seat's result that does not count on the leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UncountedSeatRow {
    pub seat: Seat,
    /// Chips of its net that do not count: positive for a winner, negative for a loser, 0 if the others won from
    /// others.
    pub chips: i64,
}

/// An entry of a table's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlyRow {
    /// The seat that decided.
    pub seat: Seat,
    /// The decision.
    pub entry: EntryRow,
    /// When.
    pub at: Millis,
    /// Words that the seat's automatic player had drawn from its random stream by then; 0 for members.
    pub drawn: u64,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryRow {
    /// The legal action at this index of the seat's list.
    Choice(u16),
    /// The seat conceded.
    Forfeited,
    /// The seat ran out of time.
    TimedOut,
}

/// A message of a chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MessageRow {
    /// The author, or the member whom a system message is about.
    pub author: Option<AccountId>,
    /// The author's seat or place; -1 for a system message.
    pub seat: i8,
    /// The text and, after a zero byte, the sender's nonce if there is one, sealed with the author's key. A system
    /// message is in the open and has no name in it.
    pub body: Sealed,
    /// When.
    pub at: Millis,
    /// The sender's nonce in the open, as earlier versions wrote it.
    pub client_id: Option<String>,
}

/// The text of a message that an operator removed.
const REMOVED: &str = "removed by the operator";

impl MessageRow {
    /// The same message without its text and the sender's nonce.
    #[must_use]
    pub fn removed(&self) -> Self {
        Self { body: Sealed::Open(REMOVED.to_owned()), client_id: None, ..self.clone() }
    }

    /// Whether an operator removed the text. Only removed messages of members have a text in the open.
    pub const fn is_removed(&self) -> bool {
        self.seat >= 0 && matches!(self.body, Sealed::Open(_))
    }
}

/// An archived table: everything that its pages show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchiveRow {
    /// The table as it ended.
    pub table: TableRow,
    /// Its log.
    pub plies: Vec<PlyRow>,
    /// Its chat with message ids, for as long as chats are kept.
    pub messages: Vec<(u64, MessageRow)>,
    /// The number of its events: the cursor of its end.
    pub events: u64,
    /// What it has to do with ratings, unless it was archived by an earlier version.
    pub rating: Option<TableRatingRow>,
}

/// A settled table in a member's history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HistoryRow {
    pub table: TableId,
    pub game_id: String,
    /// The kind; `None` for a duel's leg.
    pub kind: Option<String>,
    /// The sign of `net`.
    pub result: MatchResult,
    /// The players of the other seats.
    pub opponents: Vec<Player>,
    /// Net chips, after rake.
    pub net: i64,
    /// When it was settled.
    pub settled_at: Millis,
    /// How a free table ended for the member. Rows of earlier versions do not have it.
    pub free: FreeResult,
}

/// The result at a free table, where `net` says nothing. The first variant is written as a zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum FreeResult {
    #[default]
    NotFree,
    Win,
    Loss,
    Draw,
}

impl FreeResult {
    /// The result, if the table was free.
    pub const fn result(self) -> Option<MatchResult> {
        match self {
            Self::NotFree => None,
            Self::Win => Some(MatchResult::Win),
            Self::Loss => Some(MatchResult::Loss),
            Self::Draw => Some(MatchResult::Draw),
        }
    }
}

impl From<MatchResult> for FreeResult {
    fn from(result: MatchResult) -> Self {
        match result {
            MatchResult::Win => Self::Win,
            MatchResult::Loss => Self::Loss,
            MatchResult::Draw => Self::Draw,
        }
    }
}

/// The record of one set of players, kept under a hash of the set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RosterRow {
    /// Settled tables.
    pub tables: u32,
    /// Net chips by player.
    pub nets: Vec<(Player, i64)>,
    /// By game: the last winner and their wins in a row.
    pub reigns: Vec<(String, Player, u32)>,
}
