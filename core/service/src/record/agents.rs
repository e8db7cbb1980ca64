//! Agents and their duels.

use crate::answer::{DuelLegs, DuelOutcome, FallbackReasons};
use crate::games::PolicyName;
use crate::ids::{AccountId, AgentId, AgentVersionId};
use crate::personal::Sealed;
use crate::request::DuelFormat;
use crate::time::Millis;
use serde::{Deserialize, Serialize};

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
    /// Chips a leg above which it cannot be challenged; none for no limit.
    pub stake_limit: Option<i64>,
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
    /// The fallbacks of each side by their reasons. Those of rows that an earlier version wrote have none.
    pub reasons: [FallbackReasons; 2],
    /// Fallbacks of each side in the leg that was dealt last, because the model's endpoint was unavailable.
    pub unserved: [u32; 2],
    /// Legs that are over and count for nothing.
    pub voided: u8,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelEntryRow {
    /// The agents: challenger and defender.
    pub agents: [AgentId; 2],
    /// Their owners.
    pub owners: [Option<AccountId>; 2],
    /// Chips a leg and side.
    pub stake: i64,
    /// How it ended, once it has.
    pub end: Option<DuelEndRow>,
    /// What was fought; none in rows that an earlier version wrote.
    pub terms: Option<DuelTermsRow>,
}

/// What a duel in the list of all is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelTermsRow {
    /// The game.
    pub game_id: String,
    /// How many legs at most.
    pub format: DuelFormat,
    /// The versions of the agents.
    pub versions: [AgentVersionId; 2],
    /// Legs that were dealt, as far as this row says: it is written at the start and at the end.
    pub dealt: u8,
    /// The fallbacks of each side by their reasons.
    pub reasons: [FallbackReasons; 2],
}

/// How often the model was asked for the agents of one member in a UTC day.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ModelUseRow {
    /// In the whole day.
    pub calls: u32,
    /// The hour of the day that was counted last, 0 to 23.
    pub hour: u8,
    /// In that hour.
    pub in_hour: u32,
}
