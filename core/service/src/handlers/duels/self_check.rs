//! A self-check: a match of an agent against the house without stakes, at a practice table.

use super::row::Terms;
use super::running::Duelling;
use super::{budget, challenge, row};
use crate::games::BuyIn;
use crate::handled::{Handled, HandlerResult, invalid};
use crate::ids::{AccountId, AgentId, DuelId};
use crate::limits::{Hourly, Limiter};
use crate::record::{DuelRow, Record};
use crate::rejection::{AgentRejection as Rejected, Quota};
use crate::request::{DuelFormat, SelfCheck};
use crate::state::Transaction;

/// The nominal stake where a game has no fixed one.
const STAKE: i64 = 10;

pub(crate) fn self_check(
    tx: &mut Transaction<'_>,
    limiter: &mut Limiter,
    duelling: &Duelling,
    account: AccountId,
    SelfCheck { agent_id, game_id }: &SelfCheck,
) -> HandlerResult {
    let agent = challenge::own_agent(tx, account, agent_id)?;
    let rules = tx.config.games.newest(game_id).ok_or_else(|| invalid("gameId", "is not a game"))?;
    challenge::plays_game(tx, agent, "agentId", rules)?;
    let runs = tx.duels.running_of(account).any(|(_, duel)| duel.self_check);
    if runs {
        return Err(Rejected::SelfCheckRuns.into());
    }
    let limit = tx.config.limits.selfchecks_per_hour;
    limiter.may_again(account, Hourly::SelfCheck, limit, tx.now).map_err(Quota::SelfChecks)?;
    budget::model_answers(tx, duelling, account, [agent])?;
    limiter.done(account, Hourly::SelfCheck);
    let stake = rules.about().kinds.first().map_or(STAKE, |kind| match kind.buy_in {
        BuyIn::Fixed(chips) => chips,
        BuyIn::Stake | BuyIn::PerStake(_) => STAKE,
    });
    let terms = Terms { rules, format: DuelFormat::Bo1, stake };
    let duel = DuelRow { self_check: true, ..row::new(tx, [agent, AgentId::HOUSE], &terms) };
    // Its table has the same id.
    let check = DuelId::new(tx.now, tx.bytes());
    tx.put(Record::Duel(check, Box::new(duel)));
    Ok(Handled::Await(check))
}
