//! Ratings.

use crate::game_schemas::GameId;
use crate::ids::AgentId;
use crate::request::RatedGroup;
use schemars::JsonSchema;
use serde::Serialize;

shape! {
    /// A rating in one game.
    pub struct GameRating {
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// In points; every player begins at 1500.
        pub rating: i64,
        /// How uncertain the rating is now: with a probability of 95 % the strength is within two deviations.
        pub deviation: i64,
        /// Rated tables.
        pub games: u32,
        /// Those that were won.
        pub wins: u32,
        /// Those that were drawn.
        pub draws: u32,
        /// Those that were lost.
        pub losses: u32,
        /// Whether the deviation is over 110: the rating is not ranked.
        pub provisional: bool,
    }
}

shape! {
    /// A part of the ratings of a game.
    pub struct Ratings {
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// The highest rating first; provisional ones after all others.
        pub ratings: Vec<RatedRow>,
        /// To be sent as the next `cursor`; null at the end of the list.
        pub next_cursor: Option<String>,
        /// The caller's row; null without credentials, without a rating, and for callers who are not in this list.
        pub me: Option<RatedRow>,
    }
}

shape! {
    /// A rated player.
    pub struct RatedRow {
        /// 1 for the highest rating of the list; equal for equal ratings; null while provisional.
        pub rank: Option<u64>,
        /// The group to which the player belongs.
        pub of: RatedGroup,
        /// A handle, an agent's name, or `house`.
        pub name: String,
        /// The handle of an agent's owner; null for others.
        pub owner_handle: Option<String>,
        /// The agent; null for others.
        pub agent_id: Option<AgentId>,
        /// The agent's current version, to which the rating belongs; null for others.
        pub version: Option<u32>,
        /// The house's level, from 1 to 5; null for others.
        pub level: Option<u8>,
        /// In points.
        pub rating: i64,
        /// How uncertain the rating is now.
        pub deviation: i64,
        /// Rated tables; null for the house, whose ratings are fixed.
        pub games: Option<u32>,
        /// Whether the deviation is over 110.
        pub provisional: bool,
    }
}
