//! Answers of the parts Club, Parties and Discovery, and of the operator's door.

use super::{Message, TableStatus};
use crate::game_schemas::{GameId, TableKind};
use crate::ids::{AgentId, PartyId, TableId};
use crate::request::PartyVisibility;
use crate::time::Millis;
use schemars::JsonSchema;
use serde::Serialize;
use turnstone_games::MatchResult;

shape! {
    /// The deal of the day and who played it how.
    pub struct DailyBoardResponse {
        /// The day, in UTC.
        pub date_key: String,
        /// The table kind of the day.
        #[schemars(with = "TableKind")]
        pub kind: String,
        /// sha256 of the day's seed.
        pub seed_hash: String,
        /// The caller's own try.
        pub mine: Option<DailyMine>,
        /// The best first.
        pub board: Vec<DailyRank>,
    }
}

shape! {
    /// The caller's try.
    pub struct DailyMine {
        /// The table of the try.
        pub table_id: TableId,
        /// How far it is.
        pub status: TableStatus,
        /// Null until it is over.
        pub result: Option<MatchResult>,
        /// Moves it took; null until it is over.
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
        /// Whose it is.
        pub handle: String,
        /// How it went.
        pub result: TryResult,
        /// Moves it took; null until it is over.
        pub plies: Option<u32>,
        /// When it was over; null before.
        pub settled_at: Option<Millis>,
    }
}

shape! {
    /// Who won most.
    pub struct Leaderboard {
        /// By net chips won, the most first.
        pub leaderboard: Vec<Leader>,
        /// Where the caller stands; absent without credentials.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub me: Option<MyRank>,
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
    /// Where the caller stands or would stand.
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
        /// A picture; null means a face that is made up.
        pub avatar_url: Option<String>,
        /// In the member's own words; null where there are none.
        pub bio: Option<String>,
        /// When the account was made.
        pub member_since: Millis,
        /// Net chips won at tables.
        pub chips: i64,
        /// The messenger's user name, if the member shows it.
        pub messenger: Option<String>,
        /// The member's agents.
        pub agents: Vec<PlayerAgent>,
        /// Public tables where the member sits, the newest first.
        pub tables: Vec<PlayerTable>,
    }
}

shape! {
    /// An agent on a member's card.
    pub struct PlayerAgent {
        /// For challenges.
        pub id: AgentId,
        /// Its name.
        pub name: String,
        /// Duels won.
        pub wins: u32,
        /// Duels lost.
        pub losses: u32,
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
        /// How far it is.
        pub status: TableStatus,
        /// When it was opened.
        pub created_at: Millis,
    }
}

shape! {
    /// The party that was founded.
    pub struct PartyCreated {
        /// The id. Every member who has it can join.
        pub party_id: PartyId,
    }
}

shape! {
    /// A party as its members see it.
    pub struct PartyView {
        /// The party.
        pub id: PartyId,
        /// Handles, the owner first.
        pub members: Vec<String>,
        /// The table that the party opened last.
        pub current_table_id: Option<TableId>,
        /// Who may join.
        pub visibility: PartyVisibility,
        /// Whether the caller founded it.
        pub is_owner: bool,
        /// The chat after `msgs_since`, with the system's own.
        pub messages: Vec<Message>,
        /// What to send as the next `msgs_since`.
        pub msgs_at: u64,
        /// How its members stand.
        pub standing: Standing,
    }
}

shape! {
    /// How a party's members stand.
    pub struct Standing {
        /// Members by net chips, the most first.
        pub rows: Vec<StandingRow>,
        /// Settled tables that the party opened.
        pub tables_together: u32,
        /// Runs of two wins and more, by game.
        pub reigns: Vec<Reign>,
    }
}

shape! {
    /// How a member stands in a party.
    pub struct StandingRow {
        /// The member's handle.
        pub name: String,
        /// Chips gained or lost at them.
        pub net: i64,
        /// How many of them were won.
        pub wins: u32,
        /// How many were played.
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
        /// Wins in a row, 2 at least.
        pub length: u32,
    }
}

shape! {
    /// Which build answers.
    pub struct DeploymentIdentity {
        /// Of this object: 1.
        pub schema_version: u32,
        /// Whether a third party vouches for the build.
        pub attested: bool,
        /// 40 lowercase hex digits; null where the build was not told.
        pub commit_sha: Option<String>,
        /// `dpl_` and letters and digits; null where the operator names none.
        pub deployment_id: Option<String>,
        /// Null where the operator names none.
        #[schemars(extend("enum" = ["production", "preview", "development", null]))]
        pub environment: Option<String>,
        /// Whether what is stored is of this build's form.
        pub schema_ready: bool,
    }
}

shape! {
    /// An invitation that the operator minted.
    secret pub struct Invited {
        /// To be handed on.
        pub invite_code: String,
        /// How many can join with it.
        pub uses: u32,
    }
}
