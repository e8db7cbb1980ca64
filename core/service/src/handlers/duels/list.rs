//! The list of duels, read from storage. Duels of test accounts are visible to the two owners only.

use crate::answer::{Answer, Duel, Duels};
use crate::effects::Query;
use crate::handled::{Handled, HandlerResult};
use crate::ids::{AccountId, AgentId, DuelId, TableId};
use crate::pending::QueryPurpose;
use crate::record::{DuelEntryRow, DuelTermsRow, Player, Record};
use crate::rejection::{AgentRejection, Rejection};
use crate::request::{Caller, ListDuels};
use crate::state::HotState;
use crate::time::Millis;

pub(crate) const fn list_duels(page: &ListDuels) -> Handled {
    look_up_duels(page.before, page.limit, Vec::new())
}

/// Query storage for duels that the caller may see, in addition to those found before.
const fn look_up_duels(before: Option<Millis>, limit: usize, found: Vec<(DuelId, DuelEntryRow)>) -> Handled {
    Handled::Ask(Query::Duels { before, limit }, QueryPurpose::Duels { limit, found })
}

/// The duels that the caller may see, with those found before, or another query for more.
pub(crate) fn duels_of(
    state: &HotState,
    caller: &Caller,
    limit: usize,
    mut found: Vec<(DuelId, DuelEntryRow)>,
    rows: &[Record],
) -> HandlerResult {
    let reader = caller.member()?;
    let entries =
        || {
            rows.iter().filter_map(|record| {
                if let Record::DuelEntry(id, row) = record { Some((*id, row.clone())) } else { None }
            })
        };
    found.extend(entries().filter(|(_, row)| may_see(state, reader, row)));
    let next = entries().next_back().filter(|_| rows.len() >= limit && found.len() < limit);
    if let Some((last, _)) = next {
        return Ok(look_up_duels(Some(last.made_at()), limit, found));
    }
    // Several queries may have found more than the limit; those of one millisecond stay together.
    if let Some((last, _)) = limit.checked_sub(1).and_then(|last| found.get(last)) {
        let oldest = last.made_at();
        found.retain(|(id, _)| id.made_at() >= oldest);
    }
    Ok(Answer::Duels(Duels { duels: found.iter().map(|(id, row)| shown(state, reader, *id, row)).collect() }).into())
}

pub(crate) const fn read_duel(duel: DuelId) -> Handled {
    Handled::Ask(query_of(duel), QueryPurpose::Duel(duel))
}

/// The query for a duel: those of the same millisecond.
pub(crate) const fn query_of(duel: DuelId) -> Query {
    Query::Duels { before: Some(duel.made_at().plus_ms(1)), limit: 1 }
}

/// A duel of the member's agents that runs or ended not long ago.
pub(crate) fn duel_in_memory(state: &HotState, reader: AccountId, duel: DuelId) -> Option<Duel> {
    let row = state.duels.get(duel).filter(|_| is_in_memory(state, reader, duel))?;
    Some(shown(state, reader, duel, &row.entry()))
}

/// Whether a duel of this reader is in memory.
pub(crate) fn is_in_memory(state: &HotState, reader: AccountId, duel: DuelId) -> bool {
    state.duels.get(duel).is_some_and(|row| !row.self_check && row.owners().any(|owner| owner == reader))
}

/// The duel from storage, if the caller may see it.
pub(crate) fn duel_of_id(
    state: &HotState,
    caller: &Caller,
    duel: DuelId,
    rows: &[Record],
) -> Result<Answer, Rejection> {
    let reader = caller.member()?;
    let entries =
        rows.iter().filter_map(|record| if let Record::DuelEntry(id, row) = record { Some((*id, row)) } else { None });
    let mut seen = entries.filter(|(id, row)| *id == duel && may_see(state, reader, row));
    let (_, row) = seen.next().ok_or(AgentRejection::NoDuel)?;
    Ok(Answer::Duel(shown(state, reader, duel, row)))
}

/// A duel as a member sees it.
fn shown(state: &HotState, reader: AccountId, id: DuelId, row: &DuelEntryRow) -> Duel {
    // The row of a running duel is behind its state.
    let terms = state.duels.get(id).and_then(|duel| duel.entry().terms).or_else(|| row.terms.clone());
    let terms = terms.as_ref();
    let own = row.owners.iter().position(|owner| *owner == Some(reader));
    let version = |side: usize| terms.map(|terms| terms.versions[side]).filter(|version| version.0 != 0);
    Duel {
        id,
        challenger: agent_name(state, row.agents[0]),
        defender: agent_name(state, row.agents[1]),
        outcome: row.end.map(|end| end.outcome),
        stake: row.stake,
        settled_at: row.end.map(|end| end.at),
        mine: own.is_some(),
        game_id: terms.map(|terms| terms.game_id.clone()),
        format: terms.map(|terms| terms.format),
        challenger_version_id: version(0),
        defender_version_id: version(1),
        tables: terms.map_or_else(Vec::new, |terms| terms.tables(id)),
        fallback_reasons: own.and_then(|own| Some(terms?.reasons[own])),
    }
}

fn may_see(state: &HotState, reader: AccountId, row: &DuelEntryRow) -> bool {
    let is_test = |owner: &Option<AccountId>| owner.is_some_and(|owner| state.is_test(Player::Member(owner)));
    row.owners.contains(&Some(reader)) || !row.owners.iter().any(is_test)
}

fn agent_name(state: &HotState, id: AgentId) -> String {
    state.agents.get(id).map_or_else(String::new, |agent| agent.name.clone())
}

impl DuelTermsRow {
    /// The tables of the legs that were dealt, in order.
    fn tables(&self, id: DuelId) -> Vec<TableId> {
        let only = self.format.legs() == 1;
        (1..=self.dealt).map(|leg| TableId::of_leg(id, if only { 0 } else { leg })).collect()
    }
}
