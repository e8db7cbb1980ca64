//! The limits of the operator's model: calls for one member's agents in an hour and in a UTC day, and for all agents in a
//! UTC day. A duel or self-check is not begun when they are used up; one that runs goes on, and its calls count.
//!
//! Calls are counted in a record of each member and day, in the commit of the step that makes the call: a restart goes on
//! with the same counts.

use crate::ids::{AccountId, AgentId};
use crate::record::{AgentPlay, Record};
use crate::refusal::{AgentRefusal, Quota, Refusal, Retry};
use crate::step::Step;

const HOUR_MS: u64 = 3_600_000;

impl Step<'_> {
    /// Whether the model can be asked for these agents: there is one, it answers, and calls are left.
    pub(super) fn model_answers<const N: usize>(&self, agents: [AgentId; N]) -> Result<(), Refusal> {
        let rows = agents.iter().filter_map(|id| self.state.agents.get(*id)).map(|agent| &agent.row);
        for row in rows.filter(|row| matches!(row.play, AgentPlay::Prompt(_))) {
            if !self.state.config.model.configured {
                return Err(AgentRefusal::NoModel.into());
            }
            let version = || self.duelling.version_rests_for(row.version_id, self.now).map(|(after_s, _)| after_s);
            if let Some(after_s) = self.duelling.endpoint_rests_for(self.now).or_else(version) {
                return Err(AgentRefusal::ModelFails { after_s }.into());
            }
            row.owner.map_or(Ok(()), |owner| self.has_calls_left(owner))?;
        }
        Ok(())
    }

    fn has_calls_left(&self, owner: AccountId) -> Result<(), Quota> {
        let model = &self.state.config.model;
        let day_ends_s = self.now.day().next().start().seconds_from(self.now);
        let hour_ends_s = (HOUR_MS - self.now.0 % HOUR_MS).div_ceil(1000);
        let used = self.state.agent_days.used(owner, self.now);
        let counts = [
            (self.state.agent_days.used_by_all(self.now), model.server_calls_per_day, day_ends_s),
            (used.calls.into(), model.calls_per_day, day_ends_s),
            (used.in_hour.into(), model.calls_per_hour, hour_ends_s),
        ];
        let full = counts.into_iter().find(|(used, limit, _)| *limit != 0 && *used >= u64::from(*limit));
        full.map_or(Ok(()), |(_, limit, after_s)| Err(Quota::ModelCalls(Retry { limit, after_s })))
    }

    /// The model is asked for an agent of this member.
    pub(super) fn count_call(&mut self, owner: AccountId) {
        let mut row = self.state.agent_days.used(owner, self.now);
        row.calls = row.calls.saturating_add(1);
        row.in_hour = row.in_hour.saturating_add(1);
        self.put(Record::ModelUse(self.now.day(), owner, row));
    }
}
