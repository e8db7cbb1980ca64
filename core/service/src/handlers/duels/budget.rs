//! The limits of the operator's model: calls per hour and per UTC day for the duels and self-checks of one member, and per
//! UTC day for all. All calls of a duel count on the member who challenged, those of the other side too. Calls of
//! a member who is not established count on the member whose code admitted them, so that new accounts bring no calls. Without calls left
//! no duel or self-check starts; running ones continue, and their calls count.
//!
//! Calls are counted in a record per member and day, in the commit of the step that makes the call. A restart continues
//! with the same counts.

use super::running::Duelling;
use crate::ids::{AccountId, AgentId};
use crate::record::{AgentPlay, Record};
use crate::rejection::{AgentRejection, Quota, Rejection, Retry};
use crate::state::Transaction;

const HOUR_MS: u64 = 3_600_000;

/// Check that the model can be used for these agents: it is configured, it answers, and the caller has calls left.
pub(crate) fn model_answers<const N: usize>(
    tx: &Transaction<'_>,
    duelling: &Duelling,
    caller: AccountId,
    agents: [AgentId; N],
) -> Result<(), Rejection> {
    let rows = agents.iter().filter_map(|id| tx.agents.get(*id)).map(|agent| &agent.row);
    for row in rows.filter(|row| matches!(row.play, AgentPlay::Prompt(_))) {
        if !tx.config.model.configured {
            return Err(AgentRejection::NoModel.into());
        }
        let version = || duelling.version_rests_for(row.version_id, tx.now).map(|(after_s, _)| after_s);
        if let Some(after_s) = duelling.endpoint_rests_for(tx.now).or_else(version) {
            return Err(AgentRejection::ModelFails { after_s }.into());
        }
        has_calls_left(tx, caller)?;
    }
    Ok(())
}

fn has_calls_left(tx: &Transaction<'_>, caller: AccountId) -> Result<(), Quota> {
    let model = &tx.config.model;
    let day_ends_s = tx.now.day().next().start().seconds_from(tx.now);
    let hour_ends_s = (HOUR_MS - tx.now.0 % HOUR_MS).div_ceil(1000);
    let used = tx.agent_days.used(payer_of(tx, caller), tx.now);
    let counts = [
        (tx.agent_days.used_by_all(tx.now), model.server_calls_per_day, day_ends_s),
        (used.calls.into(), model.calls_per_day, day_ends_s),
        (used.in_hour.into(), model.calls_per_hour, hour_ends_s),
    ];
    let full = counts.into_iter().find(|(used, limit, _)| *limit != 0 && *used >= u64::from(*limit));
    full.map_or(Ok(()), |(_, limit, after_s)| Err(Quota::ModelCalls(Retry { limit, after_s })))
}

/// The member on whom the calls of a member count.
fn payer_of(tx: &Transaction<'_>, member: AccountId) -> AccountId {
    let referrer = |of: AccountId| tx.accounts.known(of).row.referrer.filter(|_| !tx.is_established(of, tx.now));
    let first = referrer(member).unwrap_or(member);
    // Only an established member admits somebody who can admit others before they are established.
    referrer(first).unwrap_or(first)
}

/// Count a call of the model for this member.
pub(crate) fn count_call(tx: &mut Transaction<'_>, member: AccountId) {
    let payer = payer_of(tx, member);
    let mut row = tx.agent_days.used(payer, tx.now);
    row.calls = row.calls.saturating_add(1);
    row.in_hour = row.in_hour.saturating_add(1);
    tx.put(Record::ModelUse(tx.now.day(), payer, row));
}
