//! Tables from their making to their archive, and what is kept of them in histories and rosters.

use crate::games::{MatchResult, OutcomeEntry, Seat, Setup};
use crate::ids::{AccountId, PartyId, TableId};
use crate::personal::Sealed;
use crate::request::{Pace, Visibility};
use crate::time::{Day, Millis};
use serde::{Deserialize, Serialize};

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
    /// Ended in play by the operator; all stakes refunded.
    Voided {
        /// When the cards were dealt.
        started_at: Millis,
        /// When it was ended.
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

/// What of a seat's result does not count on the leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UncountedSeatRow {
    /// The seat.
    pub seat: Seat,
    /// Chips of its net that do not count: positive for a winner, negative for a loser, 0 where the others won from others.
    pub chips: i64,
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

/// What stands in place of words that an operator removed.
const REMOVED: &str = "removed by the operator";

impl MessageRow {
    /// The same message without its words and the sender's nonce.
    #[must_use]
    pub fn removed(&self) -> Self {
        Self { body: Sealed::Open(REMOVED.to_owned()), client_id: None, ..self.clone() }
    }

    /// Whether an operator removed the words. A member's own words are never stored in the open.
    pub const fn is_removed(&self) -> bool {
        self.seat >= 0 && matches!(self.body, Sealed::Open(_))
    }
}

/// A settled table after it has gone cold: all that its pages show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchiveRow {
    /// The table as it ended.
    pub table: TableRow,
    /// Its log.
    pub plies: Vec<PlyRow>,
    /// Its chat, with the ids of the messages: for as long as chats are kept.
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
