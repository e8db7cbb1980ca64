//! The agents in memory, with their texts in plain text: by owner, and the public ones by their record.

use crate::ids::{AccountId, AgentId, AgentVersionId};
use crate::personal::Sealed;
use crate::record::{AgentPlay, AgentRow};
use crate::secret::Secret;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Unbounded};

/// The house's public name.
pub(crate) const HOUSE: &str = "house";

/// The name of an agent whose owner was erased.
pub(crate) const GONE: &str = "gone";

#[derive(PartialEq, Debug)]
pub(crate) struct Agent {
    /// As stored.
    pub(crate) row: AgentRow,
    /// The name, in plain text.
    pub(crate) name: String,
    /// The prompt in plain text, if it has one.
    pub(crate) prompt: Option<Secret>,
    /// How many other owners' agents it has beaten.
    pub(crate) owners_beaten: u32,
    /// Whether it is public.
    is_shown: bool,
    /// Whether its version has too few duels to be ranked.
    is_provisional: bool,
    /// Its place among the public agents.
    place: Option<AgentRank>,
}

/// Agents of one owner in a row in the list before the agents of all others: no page has more rows of one owner.
const OF_ONE_OWNER: usize = 3;

/// A place in the public list. The best three agents of each owner are in the first tier, their next three in the
/// second, and so on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct AgentRank {
    pub(crate) tier: usize,
    record: AgentRecord,
}

/// Provisional agents last; then owners beaten and duels won, descending; then the name.
type AgentRecord = (bool, Reverse<u32>, Reverse<u32>, String, AgentId);

/// All agents. The house's agent exists without a row.
#[derive(PartialEq, Debug)]
pub(crate) struct Agents {
    agents: BTreeMap<AgentId, Agent>,
    of: BTreeSet<(AccountId, AgentId)>,
    places: BTreeSet<AgentRank>,
    /// Agents, each with the members whose agents they have beaten.
    beaten: BTreeSet<(AgentId, AccountId)>,
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
            stake_limit: None,
        };
        let house = Agent {
            row,
            name: HOUSE.to_owned(),
            prompt: None,
            owners_beaten: 0,
            is_shown: false,
            is_provisional: false,
            place: None,
        };
        Self {
            agents: BTreeMap::from([(AgentId::HOUSE, house)]),
            of: BTreeSet::new(),
            places: BTreeSet::new(),
            beaten: BTreeSet::new(),
        }
    }
}

impl AgentRow {
    /// Whether its version has too few duels to be ranked.
    pub(crate) const fn is_provisional(&self, threshold: u32) -> bool {
        self.version_duels < threshold
    }
}

impl Agent {
    /// Whether it is public.
    pub(crate) const fn is_shown(&self) -> bool {
        self.is_shown
    }

    fn record(&self, id: AgentId) -> Option<AgentRecord> {
        let (owners, wins) = (Reverse(self.owners_beaten), Reverse(self.row.wins));
        self.is_shown.then(|| (self.is_provisional, owners, wins, self.name.clone(), id))
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

    /// Record that an agent has won a duel against an agent of this member.
    pub(super) fn put_beaten(&mut self, id: AgentId, owner: AccountId) {
        if !self.beaten.insert((id, owner)) {
            return;
        }
        if let Some(agent) = self.agents.get_mut(&id) {
            agent.owners_beaten += 1;
            let of = agent.row.owner;
            self.rank_all_of(of);
        }
    }

    /// Whether an agent has won a duel against an agent of this member.
    pub(crate) fn has_beaten(&self, agent: AgentId, owner: AccountId) -> bool {
        self.beaten.contains(&(agent, owner))
    }

    /// Public agents of members in order, after one of them or from the first. `None` if that one is not among them.
    pub(crate) fn ranked(&self, after: Option<AgentId>) -> Option<impl Iterator<Item = (AgentId, usize, &Agent)>> {
        let place = |id| self.agents.get(&id)?.place.clone();
        let start = match after {
            Some(id) => Excluded(place(id)?),
            None => Unbounded,
        };
        Some(self.places.range((start, Unbounded)).map(|rank| {
            let id = rank.record.4;
            (id, rank.tier, &self.agents[&id])
        }))
    }

    /// Put an agent's row with its texts in plain text. `is_shown` says whether it is public.
    pub(super) fn put(
        &mut self,
        id: AgentId,
        row: &AgentRow,
        name: String,
        prompt: Option<Secret>,
        is_shown: bool,
        threshold: u32,
    ) {
        let before = self.agents.remove(&id);
        let owners_beaten = before.as_ref().map_or_else(|| self.count_beaten(id), |before| before.owners_beaten);
        let place = before.and_then(|before| before.place);
        self.of.extend(row.owner.map(|owner| (owner, id)));
        let (is_provisional, row) = (row.is_provisional(threshold), row.clone());
        let owner = row.owner;
        self.agents.insert(id, Agent { row, name, prompt, owners_beaten, is_shown, is_provisional, place });
        self.rank_all_of(owner);
    }

    fn count_beaten(&self, id: AgentId) -> u32 {
        self.beaten.range((id, AccountId(0))..=(id, AccountId(u128::MAX))).count() as u32
    }

    /// Rank all agents of one owner: they share tiers, so the place of one depends on the others.
    fn rank_all_of(&mut self, owner: Option<AccountId>) {
        let Some(owner) = owner else { return };
        let mut records: Vec<AgentRecord> = self.of(owner).filter_map(|(id, agent)| agent.record(id)).collect();
        records.sort_unstable();
        let own: Vec<AgentId> = self.of(owner).map(|(id, _)| id).collect();
        for id in own {
            if let Some(place) = self.agents.get_mut(&id).and_then(|agent| agent.place.take()) {
                self.places.remove(&place);
            }
        }
        for (at, record) in records.into_iter().enumerate() {
            let place = AgentRank { tier: at / OF_ONE_OWNER, record };
            if let Some(agent) = self.agents.get_mut(&place.record.4) {
                agent.place = Some(place.clone());
            }
            self.places.insert(place);
        }
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&AgentId, &Agent)> {
        self.agents.iter()
    }
}
