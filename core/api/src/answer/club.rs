//! Responses of the sections Club, Parties and Discovery, and of the operator's socket.

use super::{GameRating, Message, TableStatus};
use crate::game_schemas::{GameId, TableKind};
use crate::ids::{AgentId, PartyId, TableId};
use crate::request::PartyVisibility;
use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;
use turnstone_games::MatchResult;

shape! {
    /// The daily challenge and its results.
    pub struct DailyBoardResponse {
        /// The day, in UTC.
        pub date_key: String,
        /// The table kind of the day.
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// sha256 of the day's seed.
        pub seed_hash: String,
        /// The caller's attempt.
        pub mine: Option<DailyMine>,
        /// The best first.
        pub board: Vec<DailyRank>,
    }
}

shape! {
    /// The caller's attempt.
    pub struct DailyMine {
        /// The table of the attempt.
        pub table_id: TableId,
        /// Its status.
        pub status: TableStatus,
        /// Null until it is over.
        pub result: Option<MatchResult>,
        /// The number of moves; null until it is over.
        pub plies: Option<u32>,
    }
}

/// The result of an attempt, or that it is still running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names differ")]
pub enum TryResult {
    Win,
    Loss,
    Draw,
    Playing,
}

impl From<MatchResult> for TryResult {
    fn from(result: MatchResult) -> Self {
        match result {
            MatchResult::Win => Self::Win,
            MatchResult::Loss => Self::Loss,
            MatchResult::Draw => Self::Draw,
        }
    }
}

shape! {
    /// A member's attempt.
    pub struct DailyRank {
        /// The member's handle.
        pub handle: String,
        /// The result.
        pub result: TryResult,
        /// The number of moves; null until it is over.
        pub plies: Option<u32>,
        /// When it ended; null before.
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// Members by net chips won.
    pub struct Leaderboard {
        /// The most net chips first.
        pub leaderboard: Vec<Leader>,
        /// The caller's own place; absent without credentials. Null for the week, if the caller is left out of its list.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<MyRank>", extend("x-null" = true))]
        pub me: Option<Option<MyRank>>,
    }
}

shape! {
    /// A place on the leaderboard.
    pub struct Leader {
        /// The member.
        pub handle: String,
        /// Net chips won at tables.
        pub chips: i64,
    }
}

shape! {
    /// The caller's own place, also if it is beyond the list.
    pub struct MyRank {
        /// From 1.
        pub rank: u64,
        /// Net chips won at tables.
        pub chips: i64,
    }
}

shape! {
    /// A member's public card.
    pub struct PlayerResponse {
        /// The member's name.
        pub handle: String,
        /// A picture; null means a generated avatar.
        pub avatar_url: Option<String>,
        /// In the member's own words; null if empty.
        pub bio: Option<String>,
        /// When the account was created.
        pub member_since: Millis,
        /// Net chips won at tables.
        pub chips: i64,
        /// The member's ratings, by game.
        pub ratings: Vec<GameRating>,
        /// The messenger's user name, if the member shows it.
        pub messenger: Option<String>,
        /// The member's agents.
        pub agents: Vec<PlayerAgent>,
        /// Public tables at which the member is seated, newest first.
        pub tables: Vec<PlayerTable>,
    }
}

shape! {
    /// An agent on a member's card.
    pub struct PlayerAgent {
        /// Used in challenges.
        pub id: AgentId,
        /// Its name.
        pub name: String,
        /// Duels won.
        pub wins: u32,
        /// Duels lost.
        pub losses: u32,
        /// The ratings of its current version, by game.
        pub ratings: Vec<GameRating>,
    }
}

shape! {
    /// A public table on a member's card.
    pub struct PlayerTable {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Its kind.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// Its status.
        pub status: TableStatus,
        /// When it was opened.
        pub created_at: Millis,
    }
}

shape! {
    /// The party that was created.
    pub struct PartyCreated {
        /// The id. Every member who knows it can join.
        pub party_id: PartyId,
    }
}

shape! {
    /// A party as its members see it.
    pub struct PartyView {
        /// The party.
        pub id: PartyId,
        /// The handle of the owner.
        pub owner: String,
        /// Handles, the owner first.
        pub members: Vec<String>,
        /// The latest table that the party opened.
        pub current_table_id: Option<TableId>,
        /// All tables that the party opened and that wait or run, newest first. A change of them alone is no news.
        pub tables: Vec<PartyTable>,
        /// Who may join.
        pub visibility: PartyVisibility,
        /// Whether the caller is the owner.
        pub is_owner: bool,
        /// The chat after `msgs_since`, system messages included.
        pub messages: Vec<Message>,
        /// To be sent as the next `msgs_since`.
        pub msgs_at: u64,
        /// The members' results.
        pub standing: Standing,
    }
}

shape! {
    /// A waiting or running table that a party opened.
    pub struct PartyTable {
        /// The table.
        pub id: TableId,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// Its kind.
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        /// `waiting` or `playing`.
        pub status: TableStatus,
        /// The buy-in or bet, in chips.
        pub stake: i64,
        /// The names of those who sit there.
        pub seats: Vec<String>,
        /// The number of seats.
        pub seats_total: usize,
    }
}

shape! {
    /// Whose party a link leads to.
    pub struct PartyInvitation {
        /// The party.
        pub id: PartyId,
        /// The handle of the owner.
        pub owner: String,
        /// The number of members.
        pub members: usize,
    }
}

shape! {
    /// The results of a party's members.
    pub struct Standing {
        /// Members by net chips, the most first.
        pub rows: Vec<StandingRow>,
        /// Settled tables that the party opened.
        pub tables_together: u32,
        /// Runs of at least two wins, by game.
        pub reigns: Vec<Reign>,
    }
}

shape! {
    /// A member's results in a party.
    pub struct StandingRow {
        /// The member's handle.
        pub name: String,
        /// Chips gained or lost at the party's tables.
        pub net: i64,
        /// The number of tables won.
        pub wins: u32,
        /// The number of tables played.
        pub played: u32,
    }
}

shape! {
    /// A run of consecutive wins.
    pub struct Reign {
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// The winner's handle.
        pub champion_name: String,
        /// Wins in a row, at least 2.
        pub length: u32,
    }
}

shape! {
    /// The running build.
    pub struct DeploymentIdentity {
        /// Version of this object: 1.
        pub schema_version: u32,
        /// Whether a third party attests the build.
        pub attested: bool,
        /// 40 lowercase hex digits; null if the build did not record it.
        pub commit_sha: Option<String>,
        /// `dpl_` and letters and digits; null if the operator sets none.
        pub deployment_id: Option<String>,
        /// Null if the operator sets none.
        #[schemars(extend("enum" = ["production", "preview", "development", null]))]
        pub environment: Option<String>,
        /// Whether the stored data has this build's encoding.
        pub schema_ready: bool,
    }
}

shape! {
    /// An invitation that the operator created.
    secret pub struct Invited {
        /// The code to pass on.
        pub invite_code: String,
        /// How many members can join with it.
        pub uses: u32,
    }
}
