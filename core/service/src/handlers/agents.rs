//! Agents: creation, changes, lists, and what stays of them after an erasure.

use crate::answer::{Answer, PlayerAgent, Roster, RosterAgent, SaveAgentResponse, True};
use crate::games::PolicyName;
use crate::handled::{HandlerResult, invalid};
use crate::handlers::ratings::shown_ratings;
use crate::ids::{AccountId, AgentId, AgentVersionId};
use crate::personal::Sealed;
use crate::record::{AgentPlay, AgentRow, RatedPlayer, Record};
use crate::rejection::{Auth, Rejection};
use crate::request::{AgentKind, ListAgents, SaveAgent};
use crate::state::{Agent, GONE, HOUSE, HotState, Transaction};
use crate::time::Millis;

/// Maximum number of agents of a member.
const MAX_AGENTS: usize = 50;
/// The default aggression, in percent.
const AGGRESSION: u8 = 50;

/// Create an agent, or change the one with this name.
pub(crate) fn save_agent(tx: &mut Transaction<'_>, account: AccountId, save: &SaveAgent) -> HandlerResult {
    let slot = tx.accounts.known(account).row.slot.ok_or(Auth::NotSignedIn)?;
    let play = play_of(tx, slot, save)?;
    let wanted = save.name.to_lowercase();
    let name = tx.seal(slot, &save.name);
    let existing = tx.agents.of(account).find(|(_, agent)| agent.name.to_lowercase() == wanted);
    let (id, row) = match existing {
        Some((id, agent)) => {
            let same = is_played_so(agent, save);
            let mut row = AgentRow { name, ..agent.row.clone() };
            row.accepts_challenges = save.accepts_challenges.unwrap_or(row.accepts_challenges);
            row.stake_limit = save.stake_limit.map_or(row.stake_limit, limited);
            if !same {
                row.play = play;
                row.version += 1;
                row.version_id = AgentVersionId::new(tx.now, tx.bytes());
                row.version_duels = 0;
            }
            (id, row)
        }
        None => {
            if tx.agents.of(account).count() >= MAX_AGENTS {
                return Err(invalid("name", "exceeds the 50 agents that a member can have"));
            }
            let row = AgentRow {
                owner: Some(account),
                name,
                play,
                accepts_challenges: save.accepts_challenges.unwrap_or(true),
                version: 1,
                version_id: AgentVersionId::new(tx.now, tx.bytes()),
                version_duels: 0,
                wins: 0,
                losses: 0,
                stake_limit: limited(save.stake_limit.unwrap_or(tx.config.agents.stake_limit)),
            };
            (AgentId::new(tx.now, tx.bytes()), row)
        }
    };
    let saved = SaveAgentResponse { ok: True, agent_id: id, version: row.version, version_id: row.version_id };
    tx.put(Record::Agent(id, Box::new(row)));
    Ok(Answer::AgentSaved(saved).into())
}

/// What makes its decisions. Fields of the other kind are ignored.
fn play_of(tx: &mut Transaction<'_>, slot: u32, save: &SaveAgent) -> Result<AgentPlay, Rejection> {
    match save.kind {
        AgentKind::Prompt => {
            let prompt = save.prompt.as_ref().filter(|prompt| !prompt.reveal().is_empty());
            let prompt = prompt.ok_or_else(|| invalid("prompt", "is needed for an agent of the kind prompt"))?;
            Ok(AgentPlay::Prompt(tx.seal(slot, prompt.reveal())))
        }
        AgentKind::Policy => {
            let policy = save.policy.ok_or_else(|| invalid("policy", "is needed for an agent of the kind policy"))?;
            Ok(AgentPlay::Policy { policy, aggression: save.aggression.unwrap_or(AGGRESSION) })
        }
    }
}

/// Whether this already makes its decisions.
fn is_played_so(agent: &Agent, save: &SaveAgent) -> bool {
    match (&agent.row.play, save.kind) {
        (AgentPlay::Prompt(_), AgentKind::Prompt) => agent.prompt == save.prompt,
        (AgentPlay::Policy { policy, aggression }, AgentKind::Policy) => {
            Some(*policy) == save.policy && *aggression == save.aggression.unwrap_or(AGGRESSION)
        }
        (AgentPlay::Prompt(_), AgentKind::Policy)
        | (AgentPlay::Policy { .. }, AgentKind::Prompt)
        | (AgentPlay::House | AgentPlay::Gone, _) => false,
    }
}

/// The caller's agents, the house's, and those of others in their order, after the cursor. A page ends where the list
/// reaches the next agents of owners whose best three have been shown.
pub(crate) fn list_agents(state: &Transaction<'_>, account: AccountId, page: &ListAgents) -> HandlerResult {
    let unknown = || invalid("cursor", "does not name an agent of the list");
    let after = page.cursor.as_deref().map(|cursor| AgentId::parse(cursor).ok_or_else(unknown)).transpose()?;
    let rows = roster_after(state, account, after).ok_or_else(unknown)?;
    let limit = page.limit.min(state.config.bounds.rows);
    let mut listed: Vec<AgentId> = Vec::new();
    let (mut tier, mut goes_on) = (None, false);
    for (id, of_tier) in rows {
        let is_next_tier = of_tier.is_some() && tier.is_some() && of_tier != tier;
        if listed.len() == limit || is_next_tier {
            goes_on = true;
            break;
        }
        tier = tier.or(of_tier);
        listed.push(id);
    }
    let threshold = state.config.agents.ranking_threshold;
    let shown = |id: &AgentId| roster_agent(state, account, *id, state.agents.get(*id).expect("listed"), threshold);
    let next_cursor = listed.last().copied().filter(|_| goes_on);
    let agents = listed.iter().map(shown).collect();
    Ok(Answer::Roster(Roster { agents, next_cursor, ranking_threshold: threshold }).into())
}

/// The agents that a member sees after one of them, or from the first, with their tiers; `None` if that one does not
/// exist.
fn roster_after(
    state: &HotState,
    account: AccountId,
    after: Option<AgentId>,
) -> Option<impl Iterator<Item = (AgentId, Option<usize>)>> {
    let agents = &state.agents;
    let is_own = |id: AgentId| agents.get(id).is_some_and(|agent| agent.row.owner == Some(account));
    let own_after = after.filter(|id| is_own(*id));
    let ranked = agents.ranked(after.filter(|id| own_after.is_none() && *id != AgentId::HOUSE))?;
    let first = after.is_none() || own_after.is_some();
    let own = agents.of(account).map(|(id, _)| id).filter(move |id| first && own_after.is_none_or(|own| own < *id));
    let house = first.then_some(AgentId::HOUSE);
    let others = ranked.filter(move |(_, _, agent)| agent.row.owner != Some(account));
    Some(own.chain(house).map(|id| (id, None)).chain(others.map(|(id, tier, _)| (id, Some(tier)))))
}

fn roster_agent(state: &Transaction<'_>, reader: AccountId, id: AgentId, agent: &Agent, threshold: u32) -> RosterAgent {
    let row = &agent.row;
    let mine = row.owner == Some(reader);
    RosterAgent {
        id,
        name: agent.name.clone(),
        kind: if matches!(row.play, AgentPlay::Prompt(_)) { AgentKind::Prompt } else { AgentKind::Policy },
        owner_handle: row.owner.map_or(HOUSE.to_owned(), |owner| state.accounts.known(owner).handle.clone()),
        mine,
        wins: row.wins,
        losses: row.losses,
        owners_beaten: agent.owners_beaten,
        accepts_challenges: row.accepts_challenges,
        version: row.version,
        version_duels: row.version_duels,
        ratings: shown_ratings(state, RatedPlayer::Version(row.version_id), state.now),
        provisional: row.is_provisional(threshold),
        prompt: agent.prompt.as_ref().filter(|_| mine).map(|prompt| prompt.reveal().to_owned()),
        policy: row.play.policy(),
        stake_limit: row.stake_limit.filter(|_| mine),
    }
}

pub(crate) fn agents_on_card(state: &HotState, account: AccountId, now: Millis) -> Vec<PlayerAgent> {
    let agent = |(id, agent): (AgentId, &Agent)| PlayerAgent {
        id,
        name: agent.name.clone(),
        wins: agent.row.wins,
        losses: agent.row.losses,
        ratings: shown_ratings(state, RatedPlayer::Version(agent.row.version_id), now),
    };
    state.agents.of(account).map(agent).collect()
}

/// Remove name and prompt of a member's agents, which stay because of their duels. Returns their number.
pub(crate) fn anonymise_agents(tx: &mut Transaction<'_>, account: AccountId) -> u32 {
    let agents: Vec<_> = tx.agents.of(account).map(|(id, agent)| (id, agent.row.clone())).collect();
    for (id, row) in &agents {
        let (name, play) = (Sealed::Open(GONE.to_owned()), AgentPlay::Gone);
        let row = AgentRow { name, play, accepts_challenges: false, ..row.clone() };
        tx.put(Record::Agent(*id, Box::new(row)));
    }
    agents.len() as u32
}

impl AgentPlay {
    /// The built-in policy, if it has one.
    pub(crate) const fn policy(&self) -> Option<PolicyName> {
        match self {
            Self::Policy { policy, .. } => Some(*policy),
            Self::House | Self::Prompt(_) | Self::Gone => None,
        }
    }
}

/// 0 means no limit.
fn limited(chips: i64) -> Option<i64> {
    (chips != 0).then_some(chips)
}
