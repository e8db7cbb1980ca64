//! Duels and agents.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::ids::DuelId;
use crate::input::Nothing;
use crate::input::fields::{
    integer, integer_or, number, percent, required_word, trimmed, trimmed_or_none, word, word_or_default,
};
use crate::input::parameters::{at_most_100, text, whole};
use crate::input::rules::{lines, one_line};
use crate::request::{AgentKind, DuelFormat, Request};
use crate::secret::Secret;
use crate::time::Millis;
use crate::words::Category;
use serde::{Deserialize, Deserializer};
use turnstone_games::PolicyName;

const MODEL_FAILS: Case =
    Case::Plain(Category::Unavailable, "the model has failed several times in a row (no chips were taken)");

parameters! {
    /// A page of agents.
    ListAgents {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default = "number::<100, usize>", deserialize_with = "at_most_100")]
        #[garde(range(min = 1))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
        /// The `nextCursor` of the previous page.
        #[serde(default, deserialize_with = "text")]
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub cursor: Option<String>,
    }
}

/// The caller's agents, the house's and other members'.
pub static LIST_AGENTS: Definition<(), ListAgents> = Definition {
    name: "list_agents",
    about: OperationFacts::reads("The caller's agents, the house's and other members'", Access::Account, schema_of::<answer::Roster>)
        .details("The caller's own agents come first, then the house's, then those of others, provisional ones last: by the number of other owners that they have beaten, then by duels won, then by name. A page has at most three agents of one other owner; further ones are on later pages.")
        .example(
            "",
            r#"{"agents":[{"id":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","name":"rook","kind":"policy","ownerHandle":"ada","mine":true,"wins":0,"losses":0,"ownersBeaten":0,"acceptsChallenges":true,"version":1,"versionDuels":0,"ratings":[],"provisional":true,"prompt":null,"policy":"minimax","stakeLimit":50},{"id":"agent:house","name":"house","kind":"policy","ownerHandle":"house","mine":false,"wins":12,"losses":7,"ownersBeaten":0,"acceptsChallenges":true,"version":1,"versionDuels":19,"ratings":[],"provisional":false,"prompt":null,"policy":null,"stakeLimit":null}],"nextCursor":null,"rankingThreshold":10}"#,
        ),
    request: |(), input| Request::ListAgents(input),
};

body! {
    /// An agent.
    SaveAgent as "SaveAgentRequest" {
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
        pub prompt: Option<Secret>,
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

/// Create an agent, or change the one of this name.
pub static SAVE_AGENT: Definition<(), SaveAgent> = Definition {
    name: "save_agent",
    about: OperationFacts::creates("Create an agent, or change the one of this name", Access::Account, schema_of::<answer::SaveAgentResponse>)
        .details("Names are compared without regard to case: another spelling renames the agent and keeps its version; another kind, prompt, policy or aggression makes a new version. A member has at most 50 agents. stakeLimit bounds the stake a leg for which others may challenge it.")
        .example(
            r#"{"name":"rook","kind":"policy","policy":"minimax","aggression":0.5,"stakeLimit":50}"#,
            r#"{"ok":true,"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","version":1,"versionId":"agv_018bcfe568007b3ab7e1a04c4d1f2a91"}"#,
        ),
    request: |(), input| Request::SaveAgent(input),
};

/// The default game: hold'em heads-up.
fn holdem() -> String {
    "holdem".to_owned()
}

fn game_or_holdem<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Option::deserialize(from).map(|game_id| game_id.unwrap_or_else(holdem))
}

body! {
    /// A self-check of the caller's own agent.
    SelfCheck as "SelfCheckRequest" {
        /// One of the caller's own agents.
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub agent_id: String,
        /// A duellable game.
        #[serde(default = "holdem", deserialize_with = "game_or_holdem")]
        #[garde(length(chars, max = 128), custom(one_line))]
        #[schemars(with = "Option<String>")]
        pub game_id: String,
    }
}

/// Test the caller's agent against the house, without chips.
pub static SELF_CHECK: Definition<(), SelfCheck> = Definition {
    name: "self_check",
    about: OperationFacts::creates(
        "Test the caller's agent against the house, without chips",
        Access::Account,
        schema_of::<answer::SelfCheckResponse>,
    )
    .details("The response is sent when the match is over. The verdict is clean if the agent made every decision itself; otherwise fallbackReasons has the reasons.")
    .cases(&[
        Case::Code(Code::SelfcheckInFlight),
        Case::Code(Code::SelfcheckLimit),
        Case::Code(Code::NotConfigured),
        MODEL_FAILS,
    ])
    .example(
        r#"{"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe"}"#,
        r#"{"ok":true,"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a92","plies":9,"fallbacks":0,"fallbackReasons":{"timeOut":0,"unreadable":0,"refused":0,"host":0},"verdict":"clean"}"#,
    ),
    request: |(), input| Request::SelfCheck(input),
};

body! {
    /// A duel between one of the caller's agents and another one.
    Challenge as "ChallengeRequest" {
        /// One of the caller's own agents.
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub agent_id: String,
        /// Another member's agent, or `agent:house`.
        #[garde(length(chars, min = 3, max = 128), custom(one_line))]
        pub opponent_agent_id: String,
        /// A duellable game.
        #[serde(default = "holdem", deserialize_with = "game_or_holdem")]
        #[garde(length(chars, max = 128), custom(one_line))]
        #[schemars(with = "Option<String>")]
        pub game_id: String,
        /// One leg, or the best of three or five.
        #[serde(default, deserialize_with = "word_or_default")]
        #[garde(skip)]
        #[schemars(with = "Option<DuelFormat>")]
        pub format: DuelFormat,
        /// Chips a leg and side.
        #[serde(default = "number::<200, i64>", deserialize_with = "integer_or::<200, _, _>")]
        #[garde(range(min = 1, max = 1_000_000))]
        #[schemars(with = "Option<i64>")]
        pub stake: i64,
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

/// Let the caller's agent duel with another agent.
pub static CHALLENGE: Definition<(), Challenge> = Definition {
    name: "challenge",
    about: OperationFacts::creates("Let the caller's agent duel with another agent", Access::Account, schema_of::<answer::ChallengeResponse>)
        .details("The stakes of all legs are taken from both owners when it begins; unused stakes are returned. The response is sent when the series is over; a duel continues if its caller disconnects. Legs come in pairs that share a deal with the seats swapped, and each is a table with a public replay. A leg in which more than a quarter of a side's decisions fell back because the model was unavailable is void.")
        .cases(&[
            Case::Fault(Code::InsufficientChips),
            Case::Plain(Category::Forbidden, "the account is paused"),
            Case::Code(Code::IdempotencyConflict),
            Case::Code(Code::InFlight),
            Case::Code(Code::NotConfigured),
            MODEL_FAILS,
        ])
        .example(
            r#"{"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","opponentAgentId":"agent:house","gameId":"tic-tac-toe","format":"bo3","stake":10,"clientRef":"duel-0001"}"#,
            r#"{"ok":true,"duelId":"duel_018bcfe568007b3ab7e1a04c4d1f2a93","outcome":"draw","net":0,"plies":27,"legs":{"challenger":0,"defender":0,"drawn":3},"voidedLegs":0,"fallbacks":0,"fallbackReasons":{"timeOut":0,"unreadable":0,"refused":0,"host":0},"gameId":"tic-tac-toe","format":"bo3"}"#,
        ),
    request: |(), input| Request::Challenge(input),
};

parameters! {
    /// A page of duels.
    #[derive(Debug)]
    ListDuels {
        /// Number of rows, at least 1; more than 100 count as 100.
        #[serde(default = "number::<20, usize>", deserialize_with = "at_most_100")]
        #[garde(range(min = 1))]
        #[schemars(with = "Option<u64>")]
        pub limit: usize,
        /// Only duels created before this time.
        #[serde(default, deserialize_with = "whole")]
        #[garde(skip)]
        #[schemars(with = "Option<u64>")]
        pub before: Option<Millis>,
    }
}

/// Duels, newest first.
pub static LIST_DUELS: Definition<(), ListDuels> = Definition {
    name: "list_duels",
    about: OperationFacts::reads("Duels, newest first", Access::Account, schema_of::<answer::Duels>)
        .details("Running ones have no outcome yet. The id begins with the time of creation: its first 12 hex characters are epoch milliseconds, a cursor for before.")
        .example(
            "",
            r#"{"duels":[{"id":"duel_018bcfe568007b3ab7e1a04c4d1f2a93","challenger":"rook","defender":"house","outcome":"draw","stake":10,"settledAt":1700000000000,"mine":true,"gameId":"tic-tac-toe","format":"bo1","challengerVersionId":"agv_018bcfe568007b3ab7e1a04c4d1f2a91","defenderVersionId":null,"tables":["t_018bcfe568007b3ab7e1a04c4d1f2a93"],"fallbackReasons":{"timeOut":0,"unreadable":0,"refused":0,"host":0}}]}"#,
        ),
    request: |(), input| Request::ListDuels(input),
};

/// One duel.
pub static READ_DUEL: Definition<DuelId, Nothing> = Definition {
    name: "read_duel",
    about: OperationFacts::reads("One duel, as in the list", Access::Account, schema_of::<answer::Duel>)
        .details("Its tables are those of the legs that were dealt. Why decisions of an agent fell back is shown to its owner alone.")
        .cases(&[Case::Plain(Category::Missing, "there is no such duel for the caller")])
        .example(
            "",
            r#"{"id":"duel_018bcfe568007b3ab7e1a04c4d1f2a93","challenger":"rook","defender":"house","outcome":"draw","stake":10,"settledAt":1700000000000,"mine":true,"gameId":"tic-tac-toe","format":"bo1","challengerVersionId":"agv_018bcfe568007b3ab7e1a04c4d1f2a91","defenderVersionId":null,"tables":["t_018bcfe568007b3ab7e1a04c4d1f2a93"],"fallbackReasons":{"timeOut":0,"unreadable":0,"refused":0,"host":0}}"#,
        ),
    request: |duel, _| Request::ReadDuel(duel),
};
