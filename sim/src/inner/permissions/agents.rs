//! Agents, their rehearsals and duels.

use super::case::{Case, those};
use super::grounds::Ground;
use turnstone_service::games::{Rules, SHIPPED};
use turnstone_service::ids::{AccountId, AgentId, DuelId};
use turnstone_service::record::{AgentPlay, AgentRow, DuelRow};
use turnstone_service::request::{AgentKind, Challenge, SaveAgent};

fn game(id: &str) -> Option<&'static dyn Rules> {
    SHIPPED.games().find(|rules| rules.about().id == id)
}

/// An agent as its challengers know it.
#[derive(Clone, Copy)]
struct AgentCase<'w> {
    id: AgentId,
    owner: Option<AccountId>,
    play: &'w AgentPlay,
    accepts: bool,
    /// Chips a leg.
    limit: Option<i64>,
}

/// The house's accepts whatever it is challenged to.
const HOUSE: AgentCase<'static> =
    AgentCase { id: AgentId::HOUSE, owner: None, play: &AgentPlay::House, accepts: true, limit: None };

impl AgentCase<'_> {
    /// Whether it can play a game: not every policy knows every game.
    fn plays(self, rules: &dyn Rules) -> bool {
        match self.play {
            AgentPlay::Policy { policy, .. } => rules.about().policies.contains(policy),
            AgentPlay::House | AgentPlay::Prompt(_) | AgentPlay::Gone => true,
        }
    }
}

/// Whether a duel was between these two.
fn is_between(duel: &DuelRow, agents: [AgentId; 2]) -> bool {
    let [one, other] = &duel.sides;
    !duel.self_check && ([one.agent, other.agent] == agents || [other.agent, one.agent] == agents)
}

impl Case<'_> {
    fn agent(&self, text: &str) -> Option<AgentCase<'_>> {
        let id = AgentId::parse(text)?;
        if id == AgentId::HOUSE {
            return Some(HOUSE);
        }
        let AgentRow { owner, play, accepts_challenges, stake_limit, .. } = self.world.model.agents.get(&id)?;
        Some(AgentCase { id, owner: *owner, play, accepts: *accepts_challenges, limit: *stake_limit })
    }

    fn own_agent(&self, text: &str) -> Option<AgentCase<'_>> {
        self.agent(text).filter(|agent| self.is(agent.owner))
    }

    fn lacks_model(&self, agents: &[AgentCase<'_>]) -> Vec<Ground> {
        let needed = agents.iter().any(|agent| matches!(agent.play, AgentPlay::Prompt(_)));
        those([(needed && !self.world.settings.model, Ground::NoModel)])
    }

    pub(super) fn save_agent(&self, save: &SaveAgent) -> Vec<Ground> {
        let says_nothing = save.prompt.as_ref().is_none_or(|prompt| prompt.reveal().is_empty());
        those([
            (save.kind == AgentKind::Prompt && says_nothing, Ground::Invalid("prompt")),
            (save.kind == AgentKind::Policy && save.policy.is_none(), Ground::Invalid("policy")),
        ])
    }

    pub(super) fn self_check(&self, agent: &str, game_id: &str) -> Vec<Ground> {
        let Some(own) = self.own_agent(agent) else { return vec![Ground::Invalid("agentId")] };
        let Some(rules) = game(game_id) else { return vec![Ground::Invalid("gameId")] };
        let duels = &self.world.model.duels;
        let runs = |duel: &DuelRow| duel.self_check && duel.end.is_none() && self.is(duel.sides[0].owner);
        let mut grounds =
            those([(!own.plays(rules), Ground::Invalid("agentId")), (duels.values().any(runs), Ground::SelfCheckRuns)]);
        grounds.extend(self.lacks_model(&[own]));
        grounds
    }

    pub(super) fn challenge(&self, challenge: &Challenge) -> Vec<Ground> {
        let (own, other) = (self.own_agent(&challenge.agent_id), self.agent(&challenge.opponent_agent_id));
        let fit = other.filter(|other| other.accepts && !self.is(other.owner));
        let (Some(own), Some(other)) = (own, fit) else {
            return those([
                (own.is_none(), Ground::Invalid("agentId")),
                (fit.is_none(), Ground::Invalid("opponentAgentId")),
            ]);
        };
        let agents = [own.id, other.id];
        let before = challenge.rematch_of.as_deref().map(|of| self.rematch(of, agents));
        let (game_id, legs, stake) = match before {
            None => (&challenge.game_id, challenge.format.legs(), challenge.stake),
            Some(None) => return vec![Ground::Invalid("rematchOf")],
            Some(Some(duel)) => (&duel.game_id, duel.format.legs(), duel.stake),
        };
        let Some(rules) = game(game_id).filter(|rules| rules.about().duellable) else {
            return vec![Ground::Invalid("gameId")];
        };
        let chips = stake * i64::from(legs);
        let Some(account) = self.member() else { return Vec::new() };
        let model = &self.world.model;
        let short = |owner: AccountId| {
            model.is_frozen(owner) || self.is_paused(owner) || self.world.model.chips.balance(owner) < chips
        };
        let house_left = self.world.model.house_left(account, self.now.day());
        let house_short = other.owner.is_none() && house_left.is_some_and(|left| left < chips);
        let over = |owner: AccountId| {
            other.limit.is_some_and(|limit| stake > limit)
                || self.loses_too_much(owner, stake * worst_of(0, legs.into()))
        };
        let cannot = other.owner.is_some_and(|owner| short(owner) || over(owner));
        let mut grounds = those([
            (!own.plays(rules), Ground::Invalid("agentId")),
            (!other.plays(rules) || cannot, Ground::Invalid("opponentAgentId")),
            (self.is_paused(account), Ground::Paused),
            (self.purse(account) < chips || house_short, Ground::Unpaid),
            (self.is_too_soon(account, [own, other], challenge.rematch_of.as_deref()), Ground::Rematch),
        ]);
        grounds.extend(self.lacks_model(&[own, other]));
        grounds
    }

    /// The duel that is to be fought again, if these two fought it and it is over.
    fn rematch(&self, of: &str, agents: [AgentId; 2]) -> Option<&DuelRow> {
        let duel = self.world.model.duels.get(&DuelId::parse(of)?)?;
        (is_between(duel, agents) && duel.end.is_some()).then_some(duel)
    }

    /// Whether a member's agents could lose more to challengers today than they may, with this duel and all that run.
    fn loses_too_much(&self, owner: AccountId, chips: i64) -> bool {
        let limit = self.world.settings.daily_loss;
        let model = &self.world.model;
        let defends = |row: &&DuelRow| row.end.is_none() && !row.self_check && row.sides[1].owner == Some(owner);
        let at_risk = |row: &DuelRow| {
            let over = row.legs.challenger + row.legs.defender + row.legs.drawn + row.voided;
            let ahead = i64::from(row.legs.challenger) - i64::from(row.legs.defender);
            row.stake * worst_of(ahead, i64::from(row.format.legs() - over))
        };
        let running: i64 = model.duels.values().filter(defends).map(at_risk).sum();
        let lost = model.agent_losses.get(&(self.now.day(), owner)).copied().unwrap_or_default();
        limit != 0 && lost + running + chips > limit
    }

    /// The agent that a page of the list begins after is one that the reader sees.
    pub(super) fn list_agents(&self, cursor: Option<&str>) -> Vec<Ground> {
        let is_listed = |id: AgentId| id == AgentId::HOUSE || self.world.agents_listed(self.member()).contains(&id);
        let fits = cursor.is_none_or(|cursor| AgentId::parse(cursor).is_some_and(is_listed));
        those([(!fits, Ground::Invalid("cursor"))])
    }

    /// A duel of test accounts is for their owners alone.
    pub(super) fn read_duel(&self, duel: DuelId) -> Vec<Ground> {
        let model = &self.world.model;
        let is_test = |owner: &AccountId| model.accounts.get(owner).is_some_and(|row| row.test);
        let fits = model.duel_entries.get(&duel).is_some_and(|row| {
            row.owners.iter().any(|owner| self.is(*owner)) || !row.owners.iter().flatten().any(is_test)
        });
        those([(!fits, Ground::NoDuel)])
    }

    /// Agents of two owners wait before they meet again, unless the one that was challenged last strikes back.
    fn is_too_soon(&self, account: AccountId, sides: [AgentCase<'_>; 2], rematch_of: Option<&str>) -> bool {
        let asked = sides.map(|side| (side.id, side.owner));
        let duels = self.world.model.duels.iter().rev();
        let Some((id, last)) = duels.into_iter().find(|(_, duel)| meets(duel, asked)) else { return false };
        let strikes_back = rematch_of.and_then(DuelId::parse) == Some(*id) && last.sides[1].owner == Some(account);
        let ended = last.end.map_or(self.now, |end| end.at);
        !strikes_back && ended.plus_s(self.world.settings.rematch_cooldown_s) > self.now
    }
}

/// Whether a duel was between agents of these owners; against the house's, the agent itself.
pub(crate) fn meets(duel: &DuelRow, asked: [(AgentId, Option<AccountId>); 2]) -> bool {
    let key = |(agent, owner): (AgentId, Option<AccountId>), other: Option<AccountId>| match (owner, other) {
        (Some(owner), Some(_)) => owner.to_string(),
        _ => agent.to_string(),
    };
    let both = |sides: [(AgentId, Option<AccountId>); 2]| {
        let mut keys = [key(sides[0], sides[1].1), key(sides[1], sides[0].1)];
        keys.sort();
        keys
    };
    let [one, other] = &duel.sides;
    !duel.self_check && both([(one.agent, one.owner), (other.agent, other.owner)]) == both(asked)
}

/// The most legs that a side can still lose, less those that it wins meanwhile: all ways to go on are tried.
fn worst_of(ahead: i64, left: i64) -> i64 {
    if left == 0 || ahead.abs() > left {
        return 0;
    }
    let lost = 1 + worst_of(ahead + 1, left - 1);
    let won = worst_of(ahead - 1, left - 1) - 1;
    lost.max(won).max(worst_of(ahead, left - 1))
}
