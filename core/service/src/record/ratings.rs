//! Ratings: the numbers of each player, what each table did to them, and counts for the rules.

use crate::games::Seat;
use crate::glicko::Numbers;
use crate::ids::{AccountId, AgentVersionId};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// A player with a rating. Levels of the house have fixed ratings and no rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum RatedPlayer {
    Account(AccountId),
    Version(AgentVersionId),
}

/// A player's rating in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingRow {
    pub numbers: Numbers,
    /// Rated tables.
    pub games: u32,
    /// Rated tables that were won.
    pub wins: u32,
    /// Rated tables that were drawn.
    pub draws: u32,
    /// When the last rated table was settled.
    pub rated_at: Millis,
}

impl RatingRow {
    /// A player without a rated table.
    pub(crate) const NEW: Self = Self { numbers: Numbers::NEW, games: 0, wins: 0, draws: 0, rated_at: Millis(0) };

    /// Rated tables that were lost.
    pub const fn losses(&self) -> u32 {
        self.games.saturating_sub(self.wins).saturating_sub(self.draws)
    }
}

/// What a table has to do with ratings. A table of a version without ratings has no such row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRatingRow {
    /// Whether it was created as a rated table.
    pub rated: bool,
    /// By seat: the rating at the start, in whole points, of a player who had one. Empty before the start.
    pub at_start: Vec<Option<u16>>,
    /// What its settlement did to the ratings of its players. Empty if it rated none.
    pub steps: Vec<RatingStepRow>,
    /// The version of the rules for ratings. Never 0: an archive that ends with a zero has no such row.
    pub rules: u8,
}

/// The version of the rules for ratings: Glicko-2 with tau 0.5.
pub const RATING_RULES: u8 = 1;

/// What a settlement did to the rating of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingStepRow {
    pub player: RatedPlayer,
    /// The player's seat.
    pub seat: Seat,
    /// The seats against which the result counted.
    pub against: Vec<Seat>,
    pub before: RatingRow,
    pub after: RatingRow,
}

/// A member's results of one week, Monday to Sunday in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeekRow {
    /// Net chips won at settled tables that count.
    pub net: i64,
    /// When `net` was reached.
    pub net_at: Millis,
}
