//! A self-check: one match of an agent against the house's own play, for nothing, at a practice table.

use super::roster::invalid;
use crate::answer::{SelfCheckResponse, SelfCheckVerdict, True};
use crate::games::BuyIn;
use crate::ids::{AgentId, DuelId};
use crate::limits::Hourly;
use crate::record::{DuelLegs, DuelRow, FallbackReasons, Record};
use crate::refusal::{AgentRefusal as Refused, Quota};
use crate::request::{Caller, DuelFormat, RequestId};
use crate::step::{HandlerResult, Step};

/// What is staked, in name, where a game has no fixed stake.
const STAKE: i64 = 10;

impl Step<'_> {
    pub(crate) fn self_check(
        &mut self,
        id: RequestId,
        caller: &Caller,
        agent_id: &str,
        game_id: &str,
    ) -> HandlerResult {
        let account = self.member(caller)?;
        let agent = self.own_agent(account, agent_id)?;
        let rules = self.state.config.games.newest(game_id).ok_or_else(|| invalid("gameId", "is not a game"))?;
        self.plays_game(agent, "agentId", rules)?;
        let runs = self.state.duels.running_of(account).any(|(_, duel)| duel.self_check);
        if runs {
            return Err(Refused::SelfCheckRuns.into());
        }
        let limit = self.state.config.limits.selfchecks_per_hour;
        self.limiter.may_again(account, Hourly::SelfCheck, limit, self.now).map_err(Quota::SelfChecks)?;
        self.model_answers([agent])?;
        self.limiter.done(account, Hourly::SelfCheck);
        let stake = rules.about().kinds.first().map_or(STAKE, |kind| match kind.buy_in {
            BuyIn::Fixed(chips) => chips,
            BuyIn::Stake | BuyIn::PerStake(_) => STAKE,
        });
        let duel = DuelRow {
            sides: [agent, AgentId::HOUSE].map(|agent| self.side(agent)),
            game_id: rules.about().id.to_owned(),
            version: rules.about().version.to_owned(),
            stake,
            format: DuelFormat::Bo1,
            self_check: true,
            seed: [0; 32],
            dealt: 0,
            legs: DuelLegs::default(),
            net: 0,
            plies: 0,
            fallbacks: 0,
            left: None,
            created_at: self.now,
            end: None,
            reasons: [FallbackReasons::default(); 2],
            unserved: [0; 2],
            voided: 0,
        };
        // Its table has the same id.
        let check = DuelId::new(self.now, self.random.bytes());
        self.put(Record::Duel(check, Box::new(duel)));
        Ok(self.await_duel(id, caller, check))
    }
}

impl DuelRow {
    /// What whoever rehearses is told at its end.
    pub(super) fn verdict(&self, id: DuelId) -> SelfCheckResponse {
        SelfCheckResponse {
            ok: True,
            table_id: self.table(id, 1),
            plies: self.plies,
            fallbacks: self.fallbacks,
            fallback_reasons: self.reasons[0],
            verdict: if self.fallbacks == 0 { SelfCheckVerdict::Clean } else { SelfCheckVerdict::FellBack },
        }
    }
}
