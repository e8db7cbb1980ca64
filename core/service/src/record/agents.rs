//! Agents and their duels.

use crate::answer::{DuelLegs, DuelOutcome, FallbackReasons};
use crate::games::PolicyName;
use crate::ids::{AccountId, AgentId, AgentVersionId};
use crate::personal::Sealed;
use crate::record::{DayName, SecretForm};
use crate::request::DuelFormat;
use crate::time::{Day, Millis};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgentRow {
    /// The owner; none for the house's.
    pub owner: Option<AccountId>,
    pub name: Sealed,
    /// What makes its decisions.
    pub play: AgentPlay,
    /// Whether others may challenge it.
    pub accepts_challenges: bool,
    /// Raised by each change of `play`.
    pub version: u32,
    /// The id of this version.
    pub version_id: AgentVersionId,
    /// Duels of this version.
    pub version_duels: u32,
    /// Duels won, by all versions.
    pub wins: u32,
    /// Duels lost.
    pub losses: u32,
    /// Chips per leg above which it cannot be challenged; `None` for no limit.
    pub stake_limit: Option<i64>,
}

/// What makes an agent's decisions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AgentPlay {
    /// The house's policy for each game.
    House,
    /// A built-in policy.
    Policy {
        /// Which.
        policy: PolicyName,
        /// In percent.
        aggression: u8,
    },
    /// A model with this prompt.
    Prompt(Sealed),
    /// Nothing: its owner was erased.
    Gone,
}

/// A duel, or a self-check, which is a duel against the house without a stake. Its legs are tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelRow {
    /// Challenger and defender, as they were at the start.
    pub sides: [DuelSideRow; 2],
    pub game_id: String,
    /// The engine version of all legs. Both legs of a pair follow the same rules, even across an upgrade.
    pub version: String,
    /// Chips per leg and side.
    pub stake: i64,
    /// The maximum number of legs.
    pub format: DuelFormat,
    /// Whether it is a self-check.
    pub self_check: bool,
    /// The seed of a pair that an earlier version began, in the form that `seed_form` says. Otherwise zeros: the seed
    /// is computed from the deal.
    pub seed: [u8; 32],
    /// Legs that were dealt.
    pub dealt: u8,
    /// The winners of the legs that are over.
    pub legs: DuelLegs,
    /// Net chips of the challenger, after rake.
    pub net: i64,
    /// Log entries of all legs.
    pub plies: u64,
    /// Decisions of agents with prompts that the model did not make.
    pub fallbacks: u64,
    /// The side whose owner was erased.
    pub left: Option<u8>,
    /// When it started.
    pub created_at: Millis,
    /// How it ended, if it has.
    pub end: Option<DuelEndRow>,
    /// The fallbacks of each side by reason. Rows of earlier versions have none.
    pub reasons: [FallbackReasons; 2],
    /// Fallbacks of each side in the leg that was dealt last for which the model was unavailable.
    pub unserved: [u32; 2],
    /// Legs that are over and do not count.
    pub voided: u8,
    /// What the challenger brought for the seeds.
    pub brought: Option<[u8; 32]>,
    /// The day and the number of the first leg of the current pair. Rows of earlier versions have none.
    pub pair: Option<(Day, u32)>,
    /// The era of that day.
    pub pair_era: u64,
    /// How the seed is stored.
    pub seed_form: SecretForm,
}

impl DuelRow {
    /// The day name and the number of the first leg of the current pair.
    pub fn first_leg(&self) -> Option<(DayName, u32)> {
        self.pair.map(|(day, number)| (DayName { day, era: self.pair_era }, number))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelSideRow {
    pub agent: AgentId,
    pub version: AgentVersionId,
    /// Its owner; `None` for the house's.
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

/// A duel in the list of all duels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelEntryRow {
    /// The agents: challenger and defender.
    pub agents: [AgentId; 2],
    pub owners: [Option<AccountId>; 2],
    /// Chips per leg and side.
    pub stake: i64,
    /// How it ended, if it has.
    pub end: Option<DuelEndRow>,
    /// Its terms; `None` in rows of earlier versions.
    pub terms: Option<DuelTermsRow>,
}

/// The terms of a duel in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelTermsRow {
    pub game_id: String,
    /// The maximum number of legs.
    pub format: DuelFormat,
    pub versions: [AgentVersionId; 2],
    /// Legs that were dealt. The row is written at the start and at the end only.
    pub dealt: u8,
    /// The fallbacks of each side by reason.
    pub reasons: [FallbackReasons; 2],
}

/// Calls of the model for the agents of one member in a UTC day.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ModelUseRow {
    /// Calls in the whole day.
    pub calls: u32,
    /// The hour of the newest call, 0 to 23.
    pub hour: u8,
    /// Calls in that hour.
    pub in_hour: u32,
}
