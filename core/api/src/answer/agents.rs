//! Responses of the section Duels and agents.

use super::{GameRating, True};
use crate::game_schemas::GameId;
use crate::ids::{AgentId, AgentVersionId, DuelId, TableId};
use crate::request::{AgentKind, DuelFormat};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_games::PolicyName;

shape! {
    /// The agent that was saved.
    pub struct SaveAgentResponse {
        pub ok: True,
        /// Stays the same for this name.
        pub agent_id: AgentId,
        /// Grows when kind, prompt, policy or aggression changes; renaming keeps it.
        pub version: u32,
        /// Unique to this version.
        pub version_id: AgentVersionId,
    }
}

shape! {
    /// The caller's agents, the house's and other members'.
    pub struct Roster {
        /// The caller's own agents first.
        pub agents: Vec<RosterAgent>,
        /// The `cursor` of the next page; null where this is the last.
        pub next_cursor: Option<AgentId>,
        /// The number of duels after which a version is no longer provisional.
        pub ranking_threshold: u32,
    }
}

shape! {
    /// An agent; only its owner sees its prompt.
    secret pub struct RosterAgent {
        /// Used in challenges and self-checks.
        pub id: AgentId,
        /// Unique among its owner's agents.
        pub name: String,
        /// What makes its decisions.
        pub kind: AgentKind,
        /// The owner's handle, or `house`.
        pub owner_handle: String,
        /// Whether it is the caller's.
        pub mine: bool,
        /// Duels won, of all versions.
        pub wins: u32,
        /// Duels lost, of all versions.
        pub losses: u32,
        /// Other owners whose agents it has beaten: ranked agents are ordered by this first.
        pub owners_beaten: u32,
        /// Whether others may challenge it.
        pub accepts_challenges: bool,
        /// Counted from 1.
        pub version: u32,
        /// Duels of this version.
        pub version_duels: u32,
        /// The ratings of this version, by game.
        pub ratings: Vec<GameRating>,
        /// Whether `versionDuels` is below `rankingThreshold`: it is listed after all ranked agents.
        pub provisional: bool,
        /// For the caller's own agents of kind `prompt`; null for others.
        pub prompt: Option<String>,
        /// For kind `policy`; null for others.
        pub policy: Option<PolicyName>,
        /// The highest stake a leg at which others can challenge it, for the caller's own agents with a limit; null for
        /// others.
        pub stake_limit: Option<i64>,
    }
}

/// The outcome of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DuelOutcome {
    /// The challenger won.
    Challenger,
    /// The challenged agent won.
    Defender,
    /// Neither side won.
    Draw,
}

shape! {
    /// How a duel ended; `net` is the challenger's.
    pub struct ChallengeResponse {
        pub ok: True,
        /// For `bo1` also the table's id; otherwise the legs are the tables `<duelId>_l1` and so on.
        pub duel_id: DuelId,
        /// The side that won more legs.
        pub outcome: DuelOutcome,
        /// The challenger's chips gained or lost.
        pub net: i64,
        /// Decisions of all legs.
        pub plies: u64,
        /// The results of the legs.
        pub legs: DuelLegs,
        /// Legs that do not count because the model was unavailable; their stakes were returned.
        pub voided_legs: u8,
        /// Decisions of both sides that the fallback made, because a model did not answer in time or readably.
        pub fallbacks: u64,
        /// The challenger's fallbacks by reason.
        pub fallback_reasons: FallbackReasons,
        /// The game.
        #[schemars(with = "GameId")]
        pub game_id: String,
        /// The maximum number of legs.
        pub format: DuelFormat,
        /// True if this repeats the result of an earlier request with this `clientRef`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replayed: Option<bool>,
    }
}

shape! {
    /// Legs by winner.
    #[derive(Copy, PartialEq, Eq, Default, Deserialize)]
    pub struct DuelLegs {
        /// Won by the challenger.
        pub challenger: u8,
        /// Won by the defender.
        pub defender: u8,
        /// Legs without a winner.
        pub drawn: u8,
    }
}

shape! {
    /// Decisions that an agent did not make itself, by reason.
    #[derive(Copy, PartialEq, Eq, Default, Deserialize)]
    pub struct FallbackReasons {
        /// The model did not answer in time, or the duel took longer than 30 minutes.
        pub time_out: u32,
        /// The model's answers named none of the legal actions.
        pub unreadable: u32,
        /// The model's endpoint rejected the question, or the agent was no longer available.
        pub refused: u32,
        /// The model's endpoint was unavailable.
        pub host: u32,
    }
}

shape! {
    /// Duels, newest first.
    pub struct Duels {
        /// One page of duels.
        pub duels: Vec<Duel>,
    }
}

shape! {
    /// A duel; the outcome is null while it runs.
    pub struct Duel {
        /// For `bo1` also the table's id.
        pub id: DuelId,
        /// The agent that challenged.
        pub challenger: String,
        /// The agent that was challenged.
        pub defender: String,
        /// Null while it runs.
        pub outcome: Option<DuelOutcome>,
        /// Chips a leg and side.
        pub stake: i64,
        /// When it ended; null while it runs.
        pub settled_at: Option<Millis>,
        /// Whether an agent of the caller takes part.
        pub mine: bool,
        /// The game; null for a duel of an earlier version of this server.
        #[schemars(with = "Option<GameId>")]
        pub game_id: Option<String>,
        /// The maximum number of legs; null like the game.
        pub format: Option<DuelFormat>,
        /// The version of the agent that challenged; null like the game.
        pub challenger_version_id: Option<AgentVersionId>,
        /// The version of the agent that was challenged; null for the house's, and like the game.
        pub defender_version_id: Option<AgentVersionId>,
        /// The tables of the dealt legs, in order.
        pub tables: Vec<TableId>,
        /// The fallbacks of the caller's own agent; null for others, and like the game.
        pub fallback_reasons: Option<FallbackReasons>,
    }
}

shape! {
    /// The result of a self-check, and its practice table.
    pub struct SelfCheckResponse {
        pub ok: True,
        /// Its replay is public for some days.
        pub table_id: TableId,
        /// Decisions of both sides.
        pub plies: u64,
        /// Decisions that the fallback made, because a model did not answer in time or readably.
        pub fallbacks: u64,
        /// The fallbacks by reason.
        pub fallback_reasons: FallbackReasons,
        /// Whether there was no fallback.
        pub verdict: SelfCheckVerdict,
    }
}

/// Whether an agent made all its decisions itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Verdict")]
pub enum SelfCheckVerdict {
    /// All of them.
    Clean,
    /// Not all of them.
    FellBack,
}
