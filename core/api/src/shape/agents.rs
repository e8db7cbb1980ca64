//! Request shapes of the section Duels and agents.

use super::fields::{integer, percent, required_word, trimmed, trimmed_or_none, word};
use super::parameters::{text, whole};
use super::read::count;
use super::rules::{lines, one_line};
use crate::request::{AgentKind, Challenge, DuelFormat, Request, SaveAgent};
use crate::secret::Secret;
use crate::time::Millis;
use turnstone_games::PolicyName;

/// The default game: hold'em heads-up.
const DEFAULT_GAME: &str = "holdem";
/// The default stake, in chips a leg and side.
const DEFAULT_STAKE: i64 = 200;
/// Rows of a list for which the API gives no limit.
const MOST_ROWS: usize = 100;

body! {
    /// An agent.
    SaveAgentRequest {
        /// If the caller has an agent of this name, ignoring case, it is changed; otherwise a new one is created.
        #[serde(deserialize_with = "trimmed")]
        #[garde(length(chars, min = 2, max = 24), custom(one_line))]
        pub name: String,
        /// What makes its decisions.
        #[serde(deserialize_with = "required_word")]
        #[garde(skip)]
        pub kind: AgentKind,
        /// The prompt for the model, for kind `prompt`; ignored otherwise.
        #[serde(default, deserialize_with = "trimmed_or_none")]
        #[garde(length(chars, max = 2000), custom(lines))]
        pub prompt: Option<String>,
        /// For kind `policy`; ignored otherwise.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        pub policy: Option<PolicyName>,
        /// How often `minimax` bets and raises in hold'em.
        #[serde(default, deserialize_with = "percent")]
        #[garde(skip)]
        #[schemars(with = "Option<f64>", range(min = 0, max = 1), extend("default" = 0.5))]
        pub aggression: Option<u8>,
        /// Whether others may challenge it. True for a new agent; absent keeps the setting.
        #[serde(default)]
        #[garde(skip)]
        pub accepts_challenges: Option<bool>,
        /// The highest stake a leg at which others can challenge it; 0 for no limit. Absent keeps the setting; a new agent
        /// has the limit of the server, by default 200.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 0, max = 1_000_000))]
        pub stake_limit: Option<i64>,
    }
}

impl From<SaveAgentRequest> for Request {
    fn from(sent: SaveAgentRequest) -> Self {
        let SaveAgentRequest { name, kind, prompt, policy, aggression, accepts_challenges, stake_limit } = sent;
        let prompt = prompt.map(Secret::new);
        Self::SaveAgent(SaveAgent { name, kind, prompt, policy, aggression, accepts_challenges, stake_limit })
    }
}

body! {
    /// A self-check of the caller's own agent.
    SelfCheckRequest {
        /// One of the caller's own agents.
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub agent_id: String,
        /// A duellable game.
        #[serde(default)]
        #[garde(length(chars, max = 128), custom(one_line))]
        #[schemars(extend("default" = "holdem"))]
        pub game_id: Option<String>,
    }
}

impl From<SelfCheckRequest> for Request {
    fn from(SelfCheckRequest { agent_id, game_id }: SelfCheckRequest) -> Self {
        Self::SelfCheck { agent_id, game_id: game_id.unwrap_or_else(|| DEFAULT_GAME.to_owned()) }
    }
}

body! {
    /// A duel between one of the caller's agents and another one.
    ChallengeRequest {
        /// One of the caller's own agents.
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub agent_id: String,
        /// Another member's agent, or `agent:house`.
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub opponent_agent_id: String,
        /// A duellable game.
        #[serde(default)]
        #[garde(length(chars, max = 128), custom(one_line))]
        #[schemars(extend("default" = "holdem"))]
        pub game_id: Option<String>,
        /// One leg, or the best of three or five.
        #[serde(default, deserialize_with = "word")]
        #[garde(skip)]
        #[schemars(extend("default" = "bo1"))]
        pub format: Option<DuelFormat>,
        /// Chips a leg and side.
        #[serde(default, deserialize_with = "integer")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(extend("default" = 200))]
        pub stake: Option<i64>,
        /// A duel of the last day between the same two agents: its game, format and stake are used.
        #[serde(default)]
        #[garde(length(chars, max = 128), custom(one_line))]
        pub rematch_of: Option<String>,
        /// The idempotency key.
        #[serde(default)]
        #[garde(length(chars, min = 8, max = 64), custom(one_line))]
        pub client_ref: Option<String>,
        /// Your part in the computation of the seed, at best 16 random bytes in hex.
        #[serde(default)]
        #[garde(length(chars, min = 1, max = 64), custom(one_line))]
        pub client_seed: Option<String>,
    }
}

impl From<ChallengeRequest> for Request {
    fn from(sent: ChallengeRequest) -> Self {
        let ChallengeRequest {
            agent_id,
            opponent_agent_id,
            game_id,
            format,
            stake,
            rematch_of,
            client_ref,
            client_seed,
        } = sent;
        Self::Challenge(Challenge {
            agent_id,
            opponent_agent_id,
            game_id: game_id.unwrap_or_else(|| DEFAULT_GAME.to_owned()),
            format: format.unwrap_or_default(),
            stake: stake.unwrap_or(DEFAULT_STAKE),
            rematch_of,
            client_ref,
            client_seed,
        })
    }
}

parameters! {
    /// A page of agents.
    AgentsQuery {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default, deserialize_with = "whole")]
        #[garde(range(min = 1))]
        #[schemars(extend("default" = 100))]
        pub limit: Option<u64>,
        /// The `nextCursor` of the previous page.
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub cursor: Option<String>,
    }
}

impl From<AgentsQuery> for Request {
    fn from(AgentsQuery { limit, cursor }: AgentsQuery) -> Self {
        Self::ListAgents { limit: count(limit, MOST_ROWS).min(MOST_ROWS), cursor }
    }
}

parameters! {
    /// A page of duels.
    DuelsQuery {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default, deserialize_with = "whole")]
        #[garde(range(min = 1))]
        #[schemars(extend("default" = 20))]
        pub limit: Option<u64>,
        /// Only duels created before this time.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        pub before: Option<u64>,
    }
}

impl From<DuelsQuery> for Request {
    fn from(DuelsQuery { limit, before }: DuelsQuery) -> Self {
        Self::ListDuels { limit: count(limit, 20).min(MOST_ROWS), before: before.map(Millis) }
    }
}
