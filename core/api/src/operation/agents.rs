//! Duels and agents.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::code::Code;
use crate::ids::DuelId;
use crate::request::Request;
use crate::shape::{AgentsQuery, ChallengeRequest, DuelsQuery, Nothing, SaveAgentRequest, SelfCheckRequest};
use crate::words::Category;

const MODEL_FAILS: Case =
    Case::Plain(Category::Unavailable, "the model has failed several times in a row (no chips were taken)");

/// The caller's agents, the house's and other members'.
pub static LIST_AGENTS: Definition<(), AgentsQuery> = Definition {
    name: "list_agents",
    about: OperationFacts::reads("The caller's agents, the house's and other members'", Access::Account, schema_of::<answer::Roster>)
        .details("The caller's own agents come first, then the house's, then those of others, provisional ones last: by the number of other owners that they have beaten, then by duels won, then by name. A page has at most three agents of one other owner; further ones are on later pages.")
        .example(
            "",
            r#"{"agents":[{"id":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","name":"rook","kind":"policy","ownerHandle":"ada","mine":true,"wins":0,"losses":0,"ownersBeaten":0,"acceptsChallenges":true,"version":1,"versionDuels":0,"provisional":true,"prompt":null,"policy":"minimax","stakeLimit":50},{"id":"agent:house","name":"house","kind":"policy","ownerHandle":"house","mine":false,"wins":12,"losses":7,"ownersBeaten":0,"acceptsChallenges":true,"version":1,"versionDuels":19,"provisional":false,"prompt":null,"policy":null,"stakeLimit":null}],"nextCursor":null,"rankingThreshold":10}"#,
        ),
    request: |(), query| query.into(),
};

/// Create an agent, or change the one of this name.
pub static SAVE_AGENT: Definition<(), SaveAgentRequest> = Definition {
    name: "save_agent",
    about: OperationFacts::creates("Create an agent, or change the one of this name", Access::Account, schema_of::<answer::SaveAgentResponse>)
        .details("Names are compared without regard to case: another spelling renames the agent and keeps its version; another kind, prompt, policy or aggression makes a new version. A member has at most 50 agents. stakeLimit bounds the stake a leg for which others may challenge it.")
        .example(
            r#"{"name":"rook","kind":"policy","policy":"minimax","aggression":0.5,"stakeLimit":50}"#,
            r#"{"ok":true,"agentId":"ag_018bcfe568007b3ab7e1a04c4d1f2a90","version":1,"versionId":"agv_018bcfe568007b3ab7e1a04c4d1f2a91"}"#,
        ),
    request: |(), body| body.into(),
};

/// Test the caller's agent against the house, without chips.
pub static SELF_CHECK: Definition<(), SelfCheckRequest> = Definition {
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
    request: |(), body| body.into(),
};

/// Let the caller's agent duel with another agent.
pub static CHALLENGE: Definition<(), ChallengeRequest> = Definition {
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
    request: |(), body| body.into(),
};

/// Duels, newest first.
pub static LIST_DUELS: Definition<(), DuelsQuery> = Definition {
    name: "list_duels",
    about: OperationFacts::reads("Duels, newest first", Access::Account, schema_of::<answer::Duels>)
        .details("Running ones have no outcome yet. The id begins with the time of creation: its first 12 hex characters are epoch milliseconds, a cursor for before.")
        .example(
            "",
            r#"{"duels":[{"id":"duel_018bcfe568007b3ab7e1a04c4d1f2a93","challenger":"rook","defender":"house","outcome":"draw","stake":10,"settledAt":1700000000000,"mine":true,"gameId":"tic-tac-toe","format":"bo1","challengerVersionId":"agv_018bcfe568007b3ab7e1a04c4d1f2a91","defenderVersionId":null,"tables":["t_018bcfe568007b3ab7e1a04c4d1f2a93"],"fallbackReasons":{"timeOut":0,"unreadable":0,"refused":0,"host":0}}]}"#,
        ),
    request: |(), query| query.into(),
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
    request: |duel, _| Request::ReadDuel { duel },
};
