//! The causes of errors of self-checks and challenges.

use super::Case;
use crate::inner::judge::Judge;
use crate::inner::prelude::*;

/// An agent as its challengers see it.
#[derive(Clone, Copy)]
struct AgentCase<'w> {
    id: AgentId,
    owner: Option<AccountId>,
    play: &'w AgentPlay,
    accepts: bool,
    /// Chips per leg.
    limit: Option<i64>,
}

/// The house's agent accepts every challenge.
const HOUSE: AgentCase<'static> =
    AgentCase { id: AgentId::HOUSE, owner: None, play: &AgentPlay::House, accepts: true, limit: None };

impl AgentCase<'_> {
    /// Whether it can play a game. Not every policy knows every game.
    fn plays(self, rules: &dyn Rules) -> bool {
        match self.play {
            AgentPlay::Policy { policy, .. } => rules.about().policies.contains(policy),
            AgentPlay::House | AgentPlay::Prompt(_) | AgentPlay::Gone => true,
        }
    }
}

/// The names of the causes that hold.
pub(super) fn those<const N: usize>(of: [(bool, &'static str); N]) -> Vec<&'static str> {
    of.into_iter().filter(|(holds, _)| *holds).map(|(_, cause)| cause).collect()
}

rules! {
    /// An agent of kind prompt needs a prompt.
    prompt_says_nothing(_, request): let Request::SaveAgent(save) = request => save.kind == AgentKind::Prompt
        && save.prompt.as_ref().is_none_or(|prompt| prompt.reveal().is_empty());
    /// An agent of kind policy needs a policy.
    policy_is_missing(_, request): let Request::SaveAgent(save) = request =>
        save.kind == AgentKind::Policy && save.policy.is_none();
    /// The cursor must be an agent that the reader sees.
    no_listed_agent(case, request): let Request::ListAgents(ListAgents { cursor: Some(cursor), .. }) = request =>
        !AgentId::parse(cursor).is_some_and(|id| case.world.is_agent_listed(case.member(), id));
    /// Duels of test accounts are shown to their owners only.
    no_duel(case, request): let Request::ReadDuel(duel) = request => {
        let model = &case.world.model;
        let is_test = |owner: &AccountId| model.accounts.get(owner).is_some_and(|row| row.test);
        let owners = model.duel_entries.get(duel).map(|row| row.owners);
        !owners.is_some_and(|owners| {
            owners.iter().any(|owner| case.is(*owner)) || !owners.iter().flatten().any(is_test)
        })
    };
}

pub(super) fn self_check(case: &Case<'_>, request: &Request) -> Vec<&'static str> {
    let Request::SelfCheck(SelfCheck { agent_id, game_id }) = request else { return Vec::new() };
    let Some(own) = case.own_agent(agent_id) else { return vec!["Invalid agentId"] };
    let Some(rules) = SHIPPED.newest(game_id) else { return vec!["Invalid gameId"] };
    let runs = |duel: &DuelRow| duel.self_check && duel.end.is_none() && case.is(duel.sides[0].owner);
    those([
        (!own.plays(rules), "Invalid agentId"),
        (case.world.model.duels.values().any(runs), "Agent SelfCheckRuns"),
        (case.lacks_model(&[own]), "Agent NoModel"),
    ])
}

pub(super) fn challenge(case: &Case<'_>, request: &Request) -> Vec<&'static str> {
    let Request::Challenge(challenge) = request else { return Vec::new() };
    let (own, other) = (case.own_agent(&challenge.agent_id), case.agent(&challenge.opponent_agent_id));
    let apart = |owner: AccountId| case.blocks(owner) || case.is_blocked_by(owner);
    let fit = other.filter(|other| other.accepts && !case.is(other.owner) && !other.owner.is_some_and(apart));
    let (Some(own), Some(other)) = (own, fit) else {
        return those([(own.is_none(), "Invalid agentId"), (fit.is_none(), "Invalid opponentAgentId")]);
    };
    let before = challenge.rematch_of.as_deref().map(|of| case.rematch(of, [own.id, other.id]));
    let (game_id, legs, stake) = match before {
        None => (&challenge.game_id, challenge.format.legs(), challenge.stake),
        Some(None) => return vec!["Invalid rematchOf"],
        Some(Some(duel)) => (&duel.game_id, duel.format.legs(), duel.stake),
    };
    let Some(rules) = SHIPPED.newest(game_id).filter(|rules| rules.about().duellable) else {
        return vec!["Invalid gameId"];
    };
    let Some(account) = case.member() else { return Vec::new() };
    let (chips, worst) = (stake * i64::from(legs), stake * worst_of(0, legs.into()));
    let house_left = case.world.model.house_left(account, case.now.day());
    let house_short = other.owner.is_none() && house_left.is_some_and(|left| left < chips);
    let over = other.limit.is_some_and(|limit| stake > limit);
    let cannot = other.owner.is_some_and(|owner| over || case.cannot_defend(owner, chips, worst));
    those([
        (!own.plays(rules), "Invalid agentId"),
        (!other.plays(rules) || cannot, "Invalid opponentAgentId"),
        (case.is_paused(account), "Money Paused"),
        (case.world.model.chips.balance(account) < chips || house_short, "Agent Unpaid"),
        (case.is_too_soon(account, [own, other], challenge), "Quota Rematch"),
        (case.lacks_model(&[own, other]), "Agent NoModel"),
    ])
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

    fn lacks_model(&self, agents: &[AgentCase<'_>]) -> bool {
        !self.world.settings.model && agents.iter().any(|agent| matches!(agent.play, AgentPlay::Prompt(_)))
    }

    /// The duel of a rematch, if these two agents played it and it is over.
    fn rematch(&self, of: &str, agents: [AgentId; 2]) -> Option<&DuelRow> {
        let duel = self.world.model.duels.get(&DuelId::parse(of)?)?;
        let [one, other] = [duel.sides[0].agent, duel.sides[1].agent];
        let same = [one, other] == agents || [other, one] == agents;
        (same && !duel.self_check && duel.end.is_some()).then_some(duel)
    }

    /// Whether the owner of a challenged agent lacks the chips, has paused, or could exceed the daily loss limit with
    /// this and all running duels.
    fn cannot_defend(&self, owner: AccountId, chips: i64, worst: i64) -> bool {
        let (model, limit) = (&self.world.model, self.world.settings.daily_loss);
        let defends = |row: &&DuelRow| row.end.is_none() && !row.self_check && row.sides[1].owner == Some(owner);
        let at_risk = |row: &DuelRow| {
            let over = row.legs.challenger + row.legs.defender + row.legs.drawn + row.voided;
            let ahead = i64::from(row.legs.challenger) - i64::from(row.legs.defender);
            row.stake * worst_of(ahead, i64::from(row.format.legs() - over))
        };
        let running: i64 = model.duels.values().filter(defends).map(at_risk).sum();
        let lost = model.agent_losses.get(&(self.now.day(), owner)).copied().unwrap_or_default();
        model.is_frozen(owner)
            || self.is_paused(owner)
            || model.chips.balance(owner) < chips
            || limit != 0 && lost + running + worst > limit
    }

    /// Agents of two owners have a cooldown, except for a rematch by the owner of the challenged agent.
    fn is_too_soon(&self, account: AccountId, sides: [AgentCase<'_>; 2], challenge: &Challenge) -> bool {
        let asked = sides.map(|side| (side.id, side.owner));
        let last = self.world.model.duels.iter().rev().find(|(_, duel)| meets(duel, asked));
        let Some((id, last)) = last else { return false };
        let named = challenge.rematch_of.as_deref().and_then(DuelId::parse);
        let strikes_back = named == Some(*id) && last.sides[1].owner == Some(account);
        let ended = last.end.map_or(self.now, |end| end.at);
        !strikes_back && ended.plus_s(self.world.settings.rematch_cooldown_s) > self.now
    }
}

impl Judge {
    /// The agents with a prompt that take part in a request.
    pub(crate) fn prompts_of(&self, request: &Request) -> impl Iterator<Item = &AgentRow> {
        let ids = match request {
            Request::Challenge(challenge) => vec![&challenge.agent_id, &challenge.opponent_agent_id],
            Request::SelfCheck(SelfCheck { agent_id, .. }) => vec![agent_id],
            _ => Vec::new(),
        };
        let rows = ids.into_iter().filter_map(|id| self.model.agents.get(&AgentId::parse(id)?));
        rows.filter(|row| matches!(row.play, AgentPlay::Prompt(_))).collect::<Vec<_>>().into_iter()
    }
}

/// Whether a duel was between agents of these owners. For the house the agent itself is compared.
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

/// The maximum number of legs that a side can still lose, less those that it wins meanwhile, over all possible results.
fn worst_of(ahead: i64, left: i64) -> i64 {
    if left == 0 || ahead.abs() > left {
        return 0;
    }
    let lost = 1 + worst_of(ahead + 1, left - 1);
    lost.max(worst_of(ahead - 1, left - 1) - 1).max(worst_of(ahead, left - 1))
}
