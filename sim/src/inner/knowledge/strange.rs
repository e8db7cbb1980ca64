//! Requests of before with the key of another one, or about something that there is not.

use super::Knowledge;
use crate::inner::step::Strangeness;
use turnstone_service::ids::{AgentId, DuelId, GrantId, PartyId, TableId};
use turnstone_service::request::Request;

/// The four bits in which an id says of which version it is.
const VERSION: u128 = 0xf << 76;
const LEG: u128 = 8 << 76;
const USUAL: u128 = 7 << 76;

/// The same request under another key.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other requests have no key")]
pub(super) fn with_key(request: &Request, key: String) -> Option<Request> {
    let mut request = request.clone();
    match &mut request {
        Request::Join { client_ref, .. }
        | Request::Practice { client_ref, .. }
        | Request::IssueGrant { client_ref, .. }
        | Request::ClaimGrant { client_ref, .. } => *client_ref = key,
        Request::CreateTable(create) => create.client_ref = Some(key),
        Request::Challenge(challenge) => challenge.client_ref = Some(key),
        _ => return None,
    }
    Some(request)
}

/// The same request about something else, which may be nothing.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other requests are about nothing that has an id")]
pub(super) fn about_another(known: &Knowledge, request: &Request, how: Strangeness) -> Option<Request> {
    let mut request = request.clone();
    let table = |id: TableId| {
        let other = known.parties.values().next_back().map_or(0, |party| party.0);
        TableId(strange(id.0, how, other))
    };
    let party = |id: PartyId| {
        let other = known.tables.values().next_back().map_or(0, |table| table.0);
        PartyId(strange(id.0, how, other))
    };
    match &mut request {
        Request::ReadTable(read) => read.table = table(read.table),
        Request::Act(act) => act.table = table(act.table),
        Request::Forfeit { table: id }
        | Request::JoinTable { table: id }
        | Request::Decline { table: id }
        | Request::Messages { table: id, .. }
        | Request::PostMessage { table: id, .. }
        | Request::Replay { table: id, .. }
        | Request::Card { table: id }
        | Request::IssueGrant { table: id, .. }
        | Request::CurrentGrant { table: id } => *id = table(*id),
        Request::RevokeGrant { table: id, grant } => match how {
            // A grant of his, at another table.
            Strangeness::OfAnother => *id = known.tables.values().rev().find(|other| *other != id).copied()?,
            Strangeness::Version | Strangeness::Next | Strangeness::Nothing => {
                *grant = GrantId(strange(grant.0, how, 0));
            }
        },
        Request::JoinParty { party: id }
        | Request::SetVisibility { party: id, .. }
        | Request::PartyTable { party: id, .. }
        | Request::Party { party: id, .. }
        | Request::PostPartyMessage { party: id, .. } => *id = party(*id),
        Request::SelfCheck { agent_id, .. } => *agent_id = agent(known, agent_id, how),
        Request::Challenge(challenge) => {
            challenge.client_ref = None;
            match (&mut challenge.rematch_of, how) {
                (Some(duel), _) => {
                    let id = DuelId::parse(duel).unwrap_or_default();
                    let other = known.duels.values().next().map_or(0, |duel| duel.0);
                    *duel = DuelId(strange(id.0, how, other)).to_string();
                }
                (None, Strangeness::Version | Strangeness::Next) => {
                    challenge.opponent_agent_id = agent(known, &challenge.opponent_agent_id, how);
                }
                (None, Strangeness::Nothing | Strangeness::OfAnother) => {
                    challenge.agent_id = agent(known, &challenge.agent_id, how);
                }
            }
        }
        _ => return None,
    }
    Some(request)
}

fn agent(known: &Knowledge, id: &str, how: Strangeness) -> String {
    let other = known.agents.values().next_back().map_or(0, |(agent, _)| agent.0);
    AgentId(strange(AgentId::parse(id).unwrap_or_default().0, how, other)).to_string()
}

const fn strange(id: u128, how: Strangeness, other: u128) -> u128 {
    match how {
        Strangeness::Version if id & VERSION == LEG => id & !VERSION | USUAL,
        Strangeness::Version => id & !VERSION | LEG,
        Strangeness::Next => id.wrapping_add(1),
        Strangeness::Nothing => 0,
        Strangeness::OfAnother => other,
    }
}
