//! Answers of the part Duels and agents.

use super::True;
use crate::ids::{AgentId, AgentVersionId, DuelId, TableId};
use crate::request::{AgentKind, DuelFormat};
use crate::time::Millis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_games::{GameId, PolicyName};

shape! {
    /// The agent that was saved.
    pub struct SaveAgentResponse {
        pub ok: True,
        pub agent_id: AgentId,
        /// Grows when what decides has changed; a new name alone keeps it.
        pub version: u32,
        pub version_id: AgentVersionId,
    }
}

shape! {
    /// The caller's agents, the house's and other members'.
    pub struct Roster {
        pub agents: Vec<RosterAgent>,
        /// After so many duels a version is no longer provisional.
        pub ranking_threshold: u32,
    }
}

shape! {
    /// An agent; its prompt is its owner's alone.
    secret pub struct RosterAgent {
        pub id: AgentId,
        pub name: String,
        pub kind: AgentKind,
        pub owner_handle: String,
        pub mine: bool,
        pub wins: u32,
        pub losses: u32,
        pub accepts_challenges: bool,
        pub version: u32,
        /// Duels of this version.
        pub version_duels: u32,
        /// Whether these are fewer than `rankingThreshold`: it is shown and not ranked.
        pub provisional: bool,
        /// Of the caller's own agents that have one; null for others.
        pub prompt: Option<String>,
        pub policy: Option<PolicyName>,
    }
}

/// Who won a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DuelOutcome {
    /// Whoever challenged.
    Challenger,
    /// Whoever was challenged.
    Defender,
    /// Nobody.
    Draw,
}

shape! {
    /// How a duel ended; `net` is the challenger's.
    pub struct ChallengeResponse {
        pub ok: True,
        pub duel_id: DuelId,
        pub outcome: DuelOutcome,
        /// The challenger's chips gained or lost.
        pub net: i64,
        pub plies: u64,
        pub legs: DuelLegs,
        /// Decisions that a model did not make in time or form: the fallback did.
        pub fallbacks: u64,
        #[schemars(with = "GameId")]
        pub game_id: String,
        pub format: DuelFormat,
        /// True where this `clientRef` had already been fought.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub replayed: Option<bool>,
    }
}

shape! {
    /// Legs by who won them.
    #[derive(Copy, PartialEq, Eq, Default, Deserialize)]
    pub struct DuelLegs {
        pub challenger: u8,
        pub defender: u8,
        pub drawn: u8,
    }
}

shape! {
    /// Duels, newest first.
    pub struct Duels {
        pub duels: Vec<Duel>,
    }
}

shape! {
    /// A duel by the names of its agents; the outcome is null while it runs.
    pub struct Duel {
        pub id: DuelId,
        pub challenger: String,
        pub defender: String,
        pub outcome: Option<DuelOutcome>,
        /// Chips a leg and side.
        pub stake: i64,
        pub settled_at: Option<Millis>,
        pub mine: bool,
    }
}

shape! {
    /// How a rehearsal went, and the practice table it was played at.
    pub struct SelfCheckResponse {
        pub ok: True,
        pub table_id: TableId,
        pub plies: u64,
        /// Decisions that a model did not make in time or form: the fallback did.
        pub fallbacks: u64,
        pub verdict: Verdict,
    }
}

/// Whether an agent made all its decisions itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All.
    Clean,
    /// Not all.
    FellBack,
}
