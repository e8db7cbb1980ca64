//! Agents: made, changed, listed, and made anonymous.

use crate::answer::{Answer, PlayerAgent, Roster, RosterAgent, SaveAgentResponse, True};
use crate::games::PolicyName;
use crate::ids::{AccountId, AgentId, AgentVersionId};
use crate::personal::Sealed;
use crate::record::{AgentPlay, AgentRow, Record};
use crate::refusal::{Auth, Refusal};
use crate::request::{AgentKind, Caller, SaveAgent};
use crate::state::{Agent, GONE, HOUSE};
use crate::step::{HandlerResult, Step};

/// Agents of a member at most.
const MOST: usize = 50;
/// Aggression in percent where the owner sets none.
const AGGRESSION: u8 = 50;

impl Step<'_> {
    /// Make an agent, or change the one that the name names.
    pub(crate) fn save_agent(&mut self, caller: &Caller, save: &SaveAgent) -> HandlerResult {
        let account = self.member(caller)?;
        let slot = self.state.accounts.known(account).row.slot.ok_or(Auth::NotSignedIn)?;
        let play = self.play_of(slot, save)?;
        let wanted = save.name.to_lowercase();
        let existing = self.state.agents.of(account).find(|(_, agent)| agent.name.to_lowercase() == wanted);
        let name = self.state.vault.seal(slot, &save.name, &mut self.random);
        let (id, row) = match existing {
            Some((id, agent)) => {
                let same = self.is_played_so(agent, save);
                let mut row = AgentRow { name, ..agent.row.clone() };
                row.accepts_challenges = save.accepts_challenges.unwrap_or(row.accepts_challenges);
                if !same {
                    row.play = play;
                    row.version += 1;
                    row.version_id = AgentVersionId::new(self.now, self.random.bytes());
                    row.version_duels = 0;
                }
                (id, row)
            }
            None => {
                if self.state.agents.of(account).count() >= MOST {
                    return Err(invalid("name", "is one more than the 50 agents that a member can have"));
                }
                let row = AgentRow {
                    owner: Some(account),
                    name,
                    play,
                    accepts_challenges: save.accepts_challenges.unwrap_or(true),
                    version: 1,
                    version_id: AgentVersionId::new(self.now, self.random.bytes()),
                    version_duels: 0,
                    wins: 0,
                    losses: 0,
                };
                (AgentId::new(self.now, self.random.bytes()), row)
            }
        };
        let saved = SaveAgentResponse { ok: True, agent_id: id, version: row.version, version_id: row.version_id };
        self.put(Record::Agent(id, Box::new(row)));
        Ok(Answer::AgentSaved(saved).into())
    }

    /// What is to make its decisions; what belongs to the other kind counts for nothing.
    fn play_of(&mut self, slot: u32, save: &SaveAgent) -> Result<AgentPlay, Refusal> {
        match save.kind {
            AgentKind::Prompt => {
                let prompt = save.prompt.as_ref().filter(|prompt| !prompt.reveal().is_empty());
                let prompt = prompt.ok_or_else(|| invalid("prompt", "is needed for an agent of the kind prompt"))?;
                Ok(AgentPlay::Prompt(self.state.vault.seal(slot, prompt.reveal(), &mut self.random)))
            }
            AgentKind::Policy => {
                let policy =
                    save.policy.ok_or_else(|| invalid("policy", "is needed for an agent of the kind policy"))?;
                Ok(AgentPlay::Policy { policy, aggression: save.aggression.unwrap_or(AGGRESSION) })
            }
        }
    }

    /// Whether what makes its decisions is already this.
    fn is_played_so(&self, agent: &Agent, save: &SaveAgent) -> bool {
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

    /// The caller's own, the house's, and others' in their order.
    pub(crate) fn roster(&self, caller: &Caller) -> HandlerResult {
        let account = self.member(caller)?;
        let agents = &self.state.agents;
        let house = agents.get(AgentId::HOUSE).map(|house| (AgentId::HOUSE, house));
        let others = agents.ranked().filter(|(_, agent)| agent.row.owner != Some(account));
        let all = agents.of(account).chain(house).chain(others).take(self.rows());
        let threshold = self.state.config.agents.ranking_threshold;
        let agents = all.map(|(id, agent)| self.roster_agent(account, id, agent, threshold)).collect();
        Ok(Answer::Roster(Roster { agents, ranking_threshold: threshold }).into())
    }

    fn roster_agent(&self, reader: AccountId, id: AgentId, agent: &Agent, threshold: u32) -> RosterAgent {
        let row = &agent.row;
        let mine = row.owner == Some(reader);
        RosterAgent {
            id,
            name: agent.name.clone(),
            kind: if matches!(row.play, AgentPlay::Prompt(_)) { AgentKind::Prompt } else { AgentKind::Policy },
            owner_handle: row.owner.map_or(HOUSE.to_owned(), |owner| self.state.accounts.known(owner).handle.clone()),
            mine,
            wins: row.wins,
            losses: row.losses,
            accepts_challenges: row.accepts_challenges,
            version: row.version,
            version_duels: row.version_duels,
            provisional: row.is_provisional(threshold),
            prompt: agent.prompt.as_ref().filter(|_| mine).map(|prompt| prompt.reveal().to_owned()),
            policy: row.play.policy(),
        }
    }

    pub(crate) fn agents_on_card(&self, account: AccountId) -> Vec<PlayerAgent> {
        let agent = |(id, agent): (AgentId, &Agent)| PlayerAgent {
            id,
            name: agent.name.clone(),
            wins: agent.row.wins,
            losses: agent.row.losses,
        };
        self.state.agents.of(account).map(agent).collect()
    }

    /// The agents of a member stay for the sake of their duels, without name and prompt; how many there are.
    pub(crate) fn anonymise_agents(&mut self, account: AccountId) -> u32 {
        let agents: Vec<_> = self.state.agents.of(account).map(|(id, agent)| (id, agent.row.clone())).collect();
        for (id, row) in &agents {
            let (name, play) = (Sealed::Open(GONE.to_owned()), AgentPlay::Gone);
            let row = AgentRow { name, play, accepts_challenges: false, ..row.clone() };
            self.put(Record::Agent(*id, Box::new(row)));
        }
        agents.len() as u32
    }
}

impl AgentPlay {
    /// The built-in policy, if it is one.
    pub(crate) const fn policy(&self) -> Option<PolicyName> {
        match self {
            Self::Policy { policy, .. } => Some(*policy),
            Self::House | Self::Prompt(_) | Self::Gone => None,
        }
    }
}

pub(super) const fn invalid(field: &'static str, problem: &'static str) -> Refusal {
    Refusal::Invalid { field, problem }
}
