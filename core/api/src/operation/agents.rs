//! Duels and agents.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::request::Request;
use crate::shape::{ChallengeRequest, DuelsQuery, Nothing, SaveAgentRequest, SelfCheckRequest};
use crate::words::Category;

const MODEL_FAILS: Case =
    Case::Plain(Category::Unavailable, "the model has failed several times in a row; no chips were taken");

/// The caller's agents, the house's and other members'.
pub static LIST: Definition<(), Nothing> = Definition {
    name: "list_agents",
    about: OperationFacts::new("The caller's agents, the house's and other members'", Access::Account, schema_of::<answer::Roster>)
        .details("Others stand by their record, those whose version has too few duels to be ranked last; 100 in all.")
        .example(
            "",
            r#"{"agents":[{"id":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","name":"rook","kind":"policy","ownerHandle":"ada","mine":true,"wins":0,"losses":0,"acceptsChallenges":true,"version":1,"versionDuels":0,"provisional":true,"prompt":null,"policy":"minimax"},{"id":"agent:house","name":"house","kind":"policy","ownerHandle":"house","mine":false,"wins":12,"losses":7,"acceptsChallenges":true,"version":1,"versionDuels":19,"provisional":false,"prompt":null,"policy":null}],"rankingThreshold":10}"#,
        ),
    request: |(), _| Request::Agents,
};

/// Make an agent, or change the one of this name.
pub static SAVE: Definition<(), SaveAgentRequest> = Definition {
    name: "save_agent",
    about: OperationFacts::new("Make an agent, or change the one of this name", Access::Account, schema_of::<answer::SaveAgentResponse>)
        .details("Names are told apart without regard to case: another spelling renames the agent and keeps its version; another kind, prompt, policy or aggression makes a new version. A member has at most 50 agents.")
        .example(
            r#"{"name":"rook","kind":"policy","policy":"minimax","aggression":0.5}"#,
            r#"{"ok":true,"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","version":1,"versionId":"agv_018bcfe568007b3ab7e1a04c4d1f2a91"}"#,
        ),
    request: |(), body| body.into(),
};

/// Rehearse with the caller's agent against the house, for nothing.
pub static SELF_CHECK: Definition<(), SelfCheckRequest> = Definition {
    name: "self_check",
    about: OperationFacts::new(
        "Rehearse with the caller's agent against the house, for nothing",
        Access::Account,
        schema_of::<answer::SelfCheckResponse>,
    )
    .details("The answer comes when the match is over. The verdict is clean if the agent made every decision itself.")
    .cases(&[
        Case::Code(Code::SelfcheckInFlight),
        Case::Code(Code::SelfcheckLimit),
        Case::Code(Code::NotConfigured),
        MODEL_FAILS,
    ])
    .example(
        r#"{"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","gameId":"tic-tac-toe"}"#,
        r#"{"ok":true,"tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a92","plies":9,"fallbacks":0,"verdict":"clean"}"#,
    ),
    request: |(), body| body.into(),
};

/// Send the caller's agent into a duel with another.
pub static CHALLENGE: Definition<(), ChallengeRequest> = Definition {
    name: "challenge",
    about: OperationFacts::new("Send the caller's agent into a duel with another", Access::Account, schema_of::<answer::ChallengeResponse>)
        .details("The stakes of all legs are taken from both owners when it begins; what was not needed comes back. The answer comes when the series is over; a duel goes on when its caller hangs up. Legs come in pairs that share a deal with the seats swapped, and each is a table with a public replay.")
        .cases(&[
            Case::Fault(Code::InsufficientChips),
            Case::Plain(Category::Forbidden, "the caller has paused himself"),
            Case::Code(Code::IdempotencyConflict),
            Case::Code(Code::InFlight),
            Case::Code(Code::NotConfigured),
            MODEL_FAILS,
        ])
        .example(
            r#"{"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","opponentAgentId":"agent:house","gameId":"tic-tac-toe","format":"bo3","stake":10,"clientRef":"duel-0001"}"#,
            r#"{"ok":true,"duelId":"duel_018bcfe568007b3ab7e1a04c4d1f2a93","outcome":"draw","net":0,"plies":27,"legs":{"challenger":0,"defender":0,"drawn":3},"fallbacks":0,"gameId":"tic-tac-toe","format":"bo3"}"#,
        ),
    request: |(), body| body.into(),
};

/// Duels, newest first.
pub static DUELS: Definition<(), DuelsQuery> = Definition {
    name: "list_duels",
    about: OperationFacts::new("Duels, newest first", Access::Account, schema_of::<answer::Duels>)
        .details("Running ones have no outcome yet. The id begins with the time of creation: its first 12 hex characters are epoch milliseconds, a cursor for before.")
        .example(
            "",
            r#"{"duels":[{"id":"duel_018bcfe568007b3ab7e1a04c4d1f2a93","challenger":"rook","defender":"house","outcome":"draw","stake":10,"settledAt":1700000000000,"mine":true}]}"#,
        ),
    request: |(), query| query.into(),
};
