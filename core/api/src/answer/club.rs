//! Answers of the parts Club, Parties and Discovery, and of the operator's door.

use super::{Message, TableStatus};
use crate::ids::{AgentId, PartyId, TableId};
use crate::request::PartyVisibility;
use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;
use turnstone_games::{GameId, MatchResult, TableKind};

shape! {
    /// The deal of the day and who played it how.
    pub struct DailyBoardResponse {
        /// The day, in UTC.
        pub date_key: String,
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// sha256 of the day's seed.
        pub seed_hash: String,
        /// The caller's own try.
        pub mine: Option<DailyMine>,
        pub board: Vec<DailyRank>,
    }
}

shape! {
    /// The caller's try.
    pub struct DailyMine {
        pub table_id: TableId,
        pub status: TableStatus,
        /// Null until it is over.
        pub result: Option<MatchResult>,
        pub plies: Option<u32>,
    }
}

/// How a try went, or that it is still played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
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
    /// A member's try.
    pub struct DailyRank {
        pub handle: String,
        pub result: TryResult,
        pub plies: Option<u32>,
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// Who won most.
    pub struct Leaderboard {
        pub leaderboard: Vec<Leader>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub me: Option<MyRank>,
    }
}

shape! {
    /// A place on the leaderboard.
    pub struct Leader {
        pub handle: String,
        /// Net chips won at tables.
        pub chips: i64,
    }
}

shape! {
    /// Where the caller stands or would stand.
    pub struct MyRank {
        pub rank: u64,
        /// Net chips won at tables.
        pub chips: i64,
    }
}

shape! {
    /// A member's public card.
    pub struct PlayerResponse {
        pub handle: String,
        pub avatar_url: Option<String>,
        pub bio: Option<String>,
        pub member_since: Millis,
        /// Net chips won at tables.
        pub chips: i64,
        /// The messenger's user name, if the member shows it.
        pub messenger: Option<String>,
        pub agents: Vec<PlayerAgent>,
        pub tables: Vec<PlayerTable>,
    }
}

shape! {
    /// An agent on a member's card.
    pub struct PlayerAgent {
        pub id: AgentId,
        pub name: String,
        pub wins: u32,
        pub losses: u32,
    }
}

shape! {
    /// A public table on a member's card.
    pub struct PlayerTable {
        pub id: TableId,
        #[schemars(with = "GameId")]
        pub game_id: String,
        #[schemars(with = "Option<TableKind>")]
        pub kind: Option<String>,
        pub status: TableStatus,
        pub created_at: Millis,
    }
}

shape! {
    /// The party that was founded.
    pub struct PartyCreated {
        pub party_id: PartyId,
    }
}

shape! {
    /// A party as its members see it.
    pub struct PartyView {
        pub id: PartyId,
        /// Handles, the owner first.
        pub members: Vec<String>,
        /// The table that the party opened last.
        pub current_table_id: Option<TableId>,
        pub visibility: PartyVisibility,
        pub is_owner: bool,
        pub messages: Vec<Message>,
        /// What to send as the next `msgs_since`.
        pub msgs_at: u64,
        pub standing: Standing,
    }
}

shape! {
    /// How a party's members stand.
    pub struct Standing {
        pub rows: Vec<StandingRow>,
        /// Settled tables that the party opened.
        pub tables_together: u32,
        pub reigns: Vec<Reign>,
    }
}

shape! {
    /// How a member stands in a party.
    pub struct StandingRow {
        pub name: String,
        /// Chips gained or lost at them.
        pub net: i64,
        pub wins: u32,
        pub played: u32,
    }
}

shape! {
    /// A run of consecutive wins.
    pub struct Reign {
        #[schemars(with = "GameId")]
        pub game_id: String,
        pub champion_name: String,
        pub length: u32,
    }
}

shape! {
    /// Which build answers.
    pub struct DeploymentIdentity {
        pub schema_version: u32,
        pub attested: bool,
        pub commit_sha: Option<String>,
        pub deployment_id: Option<String>,
        #[schemars(extend("enum" = ["production", "preview", "development", null]))]
        pub environment: Option<String>,
        pub schema_ready: bool,
    }
}

shape! {
    /// An invitation that the operator minted.
    secret pub struct Invited {
        pub invite_code: String,
        pub uses: u32,
    }
}
