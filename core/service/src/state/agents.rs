//! The agents in memory, with their texts in the open: by owner, and those that all may see by their record.

use super::hot::HOUSE;
use crate::ids::{AccountId, AgentId, AgentVersionId};
use crate::personal::Sealed;
use crate::record::{AgentPlay, AgentRow};
use crate::secret::Secret;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// One agent.
#[derive(PartialEq, Debug)]
pub(crate) struct Agent {
    /// As stored.
    pub(crate) row: AgentRow,
    /// The name, in the open.
    pub(crate) name: String,
    /// The prompt, in the open, if it has one.
    pub(crate) prompt: Option<Secret>,
    /// Where it stands among those that all may see.
    place: Option<AgentRank>,
}

/// Provisional ones last; then by duels won, descending, and lost.
type AgentRank = (bool, Reverse<u32>, u32);

/// All agents. The house's is there without a row.
#[derive(PartialEq, Debug)]
pub(crate) struct Agents {
    agents: BTreeMap<AgentId, Agent>,
    of: BTreeSet<(AccountId, AgentId)>,
    places: BTreeSet<(AgentRank, AgentId)>,
}

impl Default for Agents {
    fn default() -> Self {
        let row = AgentRow {
            owner: None,
            name: Sealed::Open(HOUSE.to_owned()),
            play: AgentPlay::House,
            accepts_challenges: true,
            version: 1,
            version_id: AgentVersionId(0),
            version_duels: 0,
            wins: 0,
            losses: 0,
        };
        let house = Agent { row, name: HOUSE.to_owned(), prompt: None, place: None };
        Self { agents: BTreeMap::from([(AgentId::HOUSE, house)]), of: BTreeSet::new(), places: BTreeSet::new() }
    }
}

impl AgentRow {
    /// Whether its version has fought too few duels to be ranked.
    pub(crate) const fn is_provisional(&self, threshold: u32) -> bool {
        self.version_duels < threshold
    }
}

impl Agents {
    pub(crate) fn get(&self, id: AgentId) -> Option<&Agent> {
        self.agents.get(&id)
    }

    /// The agents of a member, oldest first.
    pub(crate) fn of(&self, owner: AccountId) -> impl Iterator<Item = (AgentId, &Agent)> {
        let own = self.of.range((owner, AgentId(0))..=(owner, AgentId(u128::MAX)));
        own.map(|(_, id)| (*id, &self.agents[id]))
    }

    /// Members' agents that all may see, in their order.
    pub(crate) fn ranked(&self) -> impl Iterator<Item = (AgentId, &Agent)> {
        self.places.iter().map(|(_, id)| (*id, &self.agents[id]))
    }

    /// Put an agent's row, with its texts in the open. `shown` says whether all may see it.
    pub(super) fn put(
        &mut self,
        id: AgentId,
        row: &AgentRow,
        name: String,
        prompt: Option<Secret>,
        shown: bool,
        threshold: u32,
    ) {
        if let Some(place) = self.agents.get(&id).and_then(|before| before.place) {
            self.places.remove(&(place, id));
        }
        let place = shown.then_some((row.is_provisional(threshold), Reverse(row.wins), row.losses));
        if let Some(place) = place {
            self.places.insert((place, id));
        }
        if let Some(owner) = row.owner {
            self.of.insert((owner, id));
        }
        self.agents.insert(id, Agent { row: row.clone(), name, prompt, place });
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&AgentId, &Agent)> {
        self.agents.iter()
    }
}
