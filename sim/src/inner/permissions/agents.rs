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
}

/// The house's accepts whatever it is challenged to.
const HOUSE: AgentCase<'static> = AgentCase { id: AgentId::HOUSE, owner: None, play: &AgentPlay::House, accepts: true };

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
        let AgentRow { owner, play, accepts_challenges, .. } = self.world.model.agents.get(&id)?;
        Some(AgentCase { id, owner: *owner, play, accepts: *accepts_challenges })
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
        let mut grounds = those([
            (!own.plays(rules), Ground::Invalid("agentId")),
            (!other.plays(rules) || other.owner.is_some_and(short), Ground::Invalid("opponentAgentId")),
            (self.is_paused(account), Ground::Paused),
            (self.purse(account) < chips || house_short, Ground::Unpaid),
            (self.is_too_soon(account, agents, challenge.rematch_of.as_deref()), Ground::Rematch),
        ]);
        grounds.extend(self.lacks_model(&[own, other]));
        grounds
    }

    /// The duel that is to be fought again, if these two fought it and it is over.
    fn rematch(&self, of: &str, agents: [AgentId; 2]) -> Option<&DuelRow> {
        let duel = self.world.model.duels.get(&DuelId::parse(of)?)?;
        (is_between(duel, agents) && duel.end.is_some()).then_some(duel)
    }

    /// Two agents wait before they meet again, unless the one that was challenged last strikes back.
    fn is_too_soon(&self, account: AccountId, agents: [AgentId; 2], rematch_of: Option<&str>) -> bool {
        let duels = self.world.model.duels.iter().rev();
        let Some((id, last)) = duels.into_iter().find(|(_, duel)| is_between(duel, agents)) else { return false };
        let strikes_back = rematch_of.and_then(DuelId::parse) == Some(*id) && last.sides[1].owner == Some(account);
        let ended = last.end.map_or(self.now, |end| end.at);
        !strikes_back && ended.plus_s(self.world.settings.rematch_cooldown_s) > self.now
    }
}
