//! The list of duels, read from storage. Those of test accounts are seen by the two owners alone.

use crate::answer::{Answer, Duel, Duels};
use crate::effects::Query;
use crate::ids::{AccountId, AgentId, DuelId, TableId};
use crate::pending::{PendingQuery, QueryPurpose};
use crate::record::{DuelEntryRow, DuelTermsRow, Player, Record};
use crate::refusal::{AgentRefusal, Refusal};
use crate::request::{Caller, RateClass, RequestId};
use crate::step::{Handled, HandlerResult, Step};
use crate::time::Millis;

impl Step<'_> {
    pub(crate) fn duels(
        &mut self,
        id: RequestId,
        caller: &Caller,
        limit: usize,
        before: Option<Millis>,
    ) -> HandlerResult {
        self.member(caller)?;
        Ok(self.look_up_duels(id, caller, self.class, before, QueryPurpose::Duels { limit, found: Vec::new() }))
    }

    fn look_up_duels(
        &mut self,
        id: RequestId,
        caller: &Caller,
        class: RateClass,
        before: Option<Millis>,
        asked: QueryPurpose,
    ) -> Handled {
        let QueryPurpose::Duels { limit, .. } = asked else { return Handled::Later };
        let pending = PendingQuery::Request { id, caller: Box::new(caller.clone()), class, asked };
        self.ask(Query::Duels { before, limit }, pending)
    }

    /// The duels that the caller may see, with those found before; `None` if more of them are looked for first.
    pub(crate) fn duels_of(
        &mut self,
        id: RequestId,
        caller: &Caller,
        class: RateClass,
        limit: usize,
        mut found: Vec<(DuelId, DuelEntryRow)>,
        rows: &[Record],
    ) -> Option<Answer> {
        let reader = self.member(caller).ok()?;
        let entries = || {
            rows.iter().filter_map(|record| {
                if let Record::DuelEntry(id, row) = record { Some((*id, row.clone())) } else { None }
            })
        };
        found.extend(entries().filter(|(_, row)| self.may_see(reader, row)));
        let next = entries().next_back().filter(|_| rows.len() >= limit && found.len() < limit);
        if let Some((last, _)) = next {
            self.look_up_duels(id, caller, class, Some(last.made_at()), QueryPurpose::Duels { limit, found });
            return None;
        }
        // Several looks may have found more; those of one millisecond stay together.
        if let Some((last, _)) = limit.checked_sub(1).and_then(|last| found.get(last)) {
            let oldest = last.made_at();
            found.retain(|(id, _)| id.made_at() >= oldest);
        }
        Some(Answer::Duels(Duels { duels: found.iter().map(|(id, row)| self.duel(reader, *id, row)).collect() }))
    }

    pub(crate) fn read_duel(&mut self, id: RequestId, caller: &Caller, duel: DuelId) -> HandlerResult {
        self.member(caller)?;
        let asked = QueryPurpose::Duel(duel);
        let pending = PendingQuery::Request { id, caller: Box::new(caller.clone()), class: self.class, asked };
        // Those that were made in its millisecond.
        Ok(self.ask(Query::Duels { before: Some(duel.made_at().plus_ms(1)), limit: 1 }, pending))
    }

    /// The duel that was looked up, if the caller may see it.
    pub(crate) fn duel_of_id(&self, caller: &Caller, duel: DuelId, rows: &[Record]) -> Result<Answer, Refusal> {
        let reader = self.member(caller)?;
        let entries = rows
            .iter()
            .filter_map(|record| if let Record::DuelEntry(id, row) = record { Some((*id, row)) } else { None });
        let mut seen = entries.filter(|(id, row)| *id == duel && self.may_see(reader, row));
        let (_, row) = seen.next().ok_or(AgentRefusal::NoDuel)?;
        Ok(Answer::Duel(self.duel(reader, duel, row)))
    }

    fn duel(&self, reader: AccountId, id: DuelId, row: &DuelEntryRow) -> Duel {
        // One that runs has come further than its row says.
        let terms = self.state.duels.get(id).and_then(|duel| duel.entry().terms).or_else(|| row.terms.clone());
        let terms = terms.as_ref();
        let own = row.owners.iter().position(|owner| *owner == Some(reader));
        let version = |side: usize| terms.map(|terms| terms.versions[side]).filter(|version| version.0 != 0);
        Duel {
            id,
            challenger: self.agent_name(row.agents[0]),
            defender: self.agent_name(row.agents[1]),
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

    fn may_see(&self, reader: AccountId, row: &DuelEntryRow) -> bool {
        let is_test = |owner: &Option<AccountId>| owner.is_some_and(|owner| self.state.is_test(Player::Member(owner)));
        row.owners.contains(&Some(reader)) || !row.owners.iter().any(is_test)
    }

    fn agent_name(&self, id: AgentId) -> String {
        self.state.agents.get(id).map_or_else(String::new, |agent| agent.name.clone())
    }
}

impl DuelTermsRow {
    /// The tables of the legs that were dealt, in order.
    fn tables(&self, id: DuelId) -> Vec<TableId> {
        let only = self.format.legs() == 1;
        (1..=self.dealt).map(|leg| TableId::of_leg(id, if only { 0 } else { leg })).collect()
    }
}
