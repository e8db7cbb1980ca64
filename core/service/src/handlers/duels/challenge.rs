//! A challenge: all its checks, then the stakes of all legs, then the duel. The answer comes at the end of the duel.

use super::row::Terms;
use super::running::Duelling;
use super::{budget, row};
use crate::answer::{Answer, ChallengeResponse};
use crate::effects::Replied;
use crate::games::{Brought, Rules};
use crate::handled::{Handled, HandlerResult, invalid};
use crate::handlers::chips::{house, ledger};
use crate::handlers::refs::{InFlight, Reference};
use crate::ids::{AccountId, AgentId, DuelId};
use crate::limits::{Hourly, Limiter};
use crate::record::{DuelRow, Record, RefResult};
use crate::rejection::{AgentRejection as Rejected, Idempotency, Quota, Rejection, Retry};
use crate::request::Challenge;
use crate::state::{Agent, HotState, OwnerPair, Transaction};
use crate::stored_names::StoredName;

pub(crate) fn challenge(
    tx: &mut Transaction<'_>,
    refs: &mut InFlight,
    limiter: &mut Limiter,
    duelling: &Duelling,
    account: AccountId,
    challenge: &Challenge,
) -> HandlerResult {
    let reference = challenge.client_ref.as_deref().map(|client_ref| reference(account, client_ref, challenge));
    if let Some(reference) = &reference
        && let Some(answer) = duel_of(tx, refs, reference)?
    {
        return Ok(answer.replayed().into());
    }
    let limit = tx.config.limits.duels_per_hour;
    limiter.may_again(account, Hourly::Duel, limit, tx.now).map_err(Quota::Duels)?;
    // A rejected challenge counts too: otherwise rejections would reveal what a defender can stake.
    limiter.done(account, Hourly::Duel);
    let (own, other) = opponents(tx, account, challenge)?;
    let terms = terms(tx, challenge, own, other)?;
    plays_game(tx, own, "agentId", terms.rules)?;
    plays_game(tx, other, "opponentAgentId", terms.rules)?;
    ledger::may_stake(tx, account)?;
    has_cooled_down(tx, account, challenge, own, other)?;
    budget::model_answers(tx, duelling, account, [own, other])?;
    sides_can_pay(tx, account, other, &terms)?;
    let brought = Brought::of(challenge.client_ref.as_deref(), challenge.client_seed.as_deref());
    let duel = begin_duel(tx, [own, other], &terms, brought);
    if let Some(reference) = &reference {
        refs.remember(tx, reference, RefResult::Duel(duel));
    }
    Ok(Handled::Await(duel))
}

/// The duel of an earlier request with this key; `None` if the key is new.
fn duel_of(tx: &Transaction<'_>, refs: &InFlight, reference: &Reference) -> Result<Option<Replied>, Rejection> {
    let made = refs.recall(tx, reference)?.map(|row| row.made);
    let Some(RefResult::Duel(id)) = made else { return Ok(None) };
    let Some(duel) = tx.duels.get(id) else { return Ok(None) };
    if duel.end.is_none() {
        return Err(Idempotency::InFlight.into());
    }
    Ok(Some(Replied::plain(Answer::Challenged(ChallengeResponse { replayed: Some(true), ..duel.response(id) }))))
}

/// The caller's agent and its opponent.
fn opponents(state: &HotState, account: AccountId, challenge: &Challenge) -> Result<(AgentId, AgentId), Rejection> {
    let own = own_agent(state, account, &challenge.agent_id)?;
    let unknown = || invalid("opponentAgentId", "is not an agent");
    let other = AgentId::parse(&challenge.opponent_agent_id).ok_or_else(unknown)?;
    let Agent { row, .. } = state.agents.get(other).ok_or_else(unknown)?;
    if row.owner == Some(account) {
        return Err(invalid("opponentAgentId", "is an agent of yours"));
    }
    if row.owner.is_some_and(|owner| state.blocks.holds(account, owner)) {
        return Err(invalid("opponentAgentId", "is an agent of a member whom you block: unblock them first"));
    }
    let is_blocked = row.owner.is_some_and(|owner| state.blocks.holds(owner, account));
    if !row.accepts_challenges || is_blocked {
        return Err(invalid("opponentAgentId", "accepts no challenges"));
    }
    Ok((own, other))
}

/// The caller's agent with this id.
pub(crate) fn own_agent(state: &HotState, account: AccountId, agent_id: &str) -> Result<AgentId, Rejection> {
    let owner = |id: &AgentId| state.agents.get(*id).and_then(|agent| agent.row.owner);
    let own = AgentId::parse(agent_id).filter(|id| owner(id) == Some(account));
    own.ok_or_else(|| invalid("agentId", "is not an agent of yours"))
}

/// The terms of a duel. A rematch has the terms of its first duel.
fn terms(state: &HotState, challenge: &Challenge, own: AgentId, other: AgentId) -> Result<Terms, Rejection> {
    let (game_id, format, stake) = match &challenge.rematch_of {
        None => (&challenge.game_id, challenge.format, challenge.stake),
        Some(rematch_of) => {
            let duel = DuelId::parse(rematch_of).and_then(|id| state.duels.get(id));
            let duel = duel.filter(|duel| !duel.self_check);
            let duel = duel.filter(|duel| [[own, other], [other, own]].contains(&duel.agents()));
            let unknown = || invalid("rematchOf", "is not a duel that these two agents fought in the last day");
            let duel = duel.ok_or_else(unknown)?;
            if duel.end.is_none() {
                return Err(invalid("rematchOf", "is not over yet"));
            }
            (&duel.game_id, duel.format, duel.stake)
        }
    };
    let rules = state.config.games.newest(game_id).filter(|rules| rules.about().duellable);
    let rules = rules.ok_or_else(|| invalid("gameId", "is not a game that agents duel in"))?;
    Ok(Terms { rules, format, stake })
}

/// An error if an agent cannot play a game: not every policy plays every game.
pub(crate) fn plays_game(
    state: &HotState,
    agent: AgentId,
    field: &'static str,
    rules: &dyn Rules,
) -> Result<(), Rejection> {
    let policy = state.agents.get(agent).and_then(|agent| agent.row.play.policy());
    if policy.is_some_and(|policy| !rules.about().policies.contains(&policy)) {
        return Err(invalid(field, "has a policy that does not know this game"));
    }
    Ok(())
}

/// An error if agents of the same two owners have met too recently. The owner who was challenged last may challenge
/// back.
fn has_cooled_down(
    tx: &Transaction<'_>,
    account: AccountId,
    challenge: &Challenge,
    own: AgentId,
    other: AgentId,
) -> Result<(), Quota> {
    let owner = tx.agents.get(other).and_then(|agent| agent.row.owner);
    let owner_pair = OwnerPair::of([(own, Some(account)), (other, owner)]);
    let Some((last, duel)) = tx.duels.last_at(owner_pair) else { return Ok(()) };
    let names_it = challenge.rematch_of.as_deref().and_then(DuelId::parse) == Some(last);
    if names_it && duel.sides[1].owner == Some(account) {
        return Ok(());
    }
    let cooldown_s = tx.config.agents.rematch_cooldown_s;
    let until = duel.end.map_or(tx.now, |end| end.at).plus_s(cooldown_s);
    if until > tx.now {
        return Err(Quota::Rematch(Retry { limit: 1, after_s: until.seconds_from(tx.now) }));
    }
    Ok(())
}

/// An error if one of the owners cannot stake this. It does not say more about the defender.
fn sides_can_pay(tx: &Transaction<'_>, account: AccountId, other: AgentId, terms: &Terms) -> Result<(), Rejection> {
    let chips = terms.stake * i64::from(terms.format.legs());
    ledger::afford(tx, account, chips).map_err(Rejected::Unpaid)?;
    let Some(agent) = tx.agents.get(other) else { return Ok(()) };
    let Some(owner) = agent.row.owner else {
        return Ok(house::house_affords(tx, account, chips).map_err(Rejected::Unpaid)?);
    };
    let can_stake = ledger::may_stake(tx, owner).is_ok()
        && ledger::afford(tx, owner, chips).is_ok()
        && !tx.is_frozen(owner)
        && agent.row.stake_limit.is_none_or(|limit| terms.stake <= limit)
        && may_lose(tx, owner, terms);
    if can_stake { Ok(()) } else { Err(invalid("opponentAgentId", "has an owner who cannot stake that now")) }
}

/// An error if a member's agents could exceed their daily limit of losses to challengers by losing this duel and all
/// running ones.
fn may_lose(tx: &Transaction<'_>, owner: AccountId, terms: &Terms) -> bool {
    let limit = tx.config.agents.daily_loss;
    let running = tx.duels.running_of(owner).filter(|(_, duel)| duel.sides[1].owner == Some(owner));
    let at_risk: i64 = running.map(|(_, duel)| duel.defender_may_lose()).sum();
    let lost = tx.agent_days.lost(owner, tx.now.day());
    limit == 0 || lost + at_risk + terms.stake * i64::from(terms.format.majority()) <= limit
}

/// Take the stakes of all legs and start the duel.
fn begin_duel(tx: &mut Transaction<'_>, agents: [AgentId; 2], terms: &Terms, brought: Option<Brought>) -> DuelId {
    let id = DuelId::new(tx.now, tx.bytes());
    let duel = DuelRow { brought: brought.map(|brought| brought.0), ..row::new(tx, agents, terms) };
    for leg in 1..=duel.format.legs() {
        for side in [0, 1] {
            ledger::buy_in(tx, duel.player(side), duel.stake, duel.table(id, leg));
        }
    }
    tx.put(Record::DuelEntry(id, duel.entry()));
    tx.put(Record::Duel(id, Box::new(duel)));
    id
}

fn reference(account: AccountId, client_ref: &str, challenge: &Challenge) -> Reference {
    let Challenge { agent_id, opponent_agent_id, game_id, format, stake, rematch_of, client_ref: _, client_seed } =
        challenge;
    let terms = format!("{} {stake}", format.stored_name());
    let rematch_of = rematch_of.as_deref().unwrap_or_default();
    let mut request = vec![agent_id.as_str(), opponent_agent_id.as_str(), game_id.as_str(), terms.as_str(), rematch_of];
    // Stored fingerprints have no seed.
    request.extend(client_seed.as_deref());
    Reference::new("duels", &account.to_string(), client_ref, &request)
}
