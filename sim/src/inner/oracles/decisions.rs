//! Decisions of a model: the content of the request, the counting of the results, and when the model is no longer
//! called.

use crate::inner::judge::{AskedDecision, Judge};
use crate::inner::model::{Model, leg_label, leg_of, side_at};
use crate::inner::prelude::*;

impl Model {
    /// The model request that a running duel needs, and its decision.
    fn question(&self, id: DuelId) -> Option<(AskedDecision, DecisionCall)> {
        let row = self.duels.get(&id).filter(|row| row.end.is_none())?;
        let table = leg_of(id, row, row.dealt);
        let known = self.tables.get(&table)?;
        let (seat, board) = (known.to_act().first()?, known.board.as_ref()?);
        let side = side_at(row, row.dealt, seat.index());
        let AgentPlay::Prompt(prompt) = &row.sides[side].play else { return None };
        let about = SHIPPED.find(&row.game_id, &row.version)?.about();
        let legal: Vec<Json> = board.legal_actions(seat).into_iter().map(Json::from).collect();
        let asked = AskedDecision {
            duel: id,
            table,
            ply: known.plies.len() as u32,
            side,
            choices: legal.len(),
            reasons: row.reasons[side],
            until: Millis(0),
        };
        let call = DecisionCall {
            label: leg_label(about.id).to_owned(),
            rules: about.rules.to_owned(),
            view: board.view(Audience::of(seat)).into(),
            legal_actions: legal,
            prompt: turnstone_service::secret::Secret::new(self.text(row.sides[side].owner?, prompt)?),
        };
        Some((asked, call))
    }
}

fn is_same(one: &DecisionCall, other: &DecisionCall) -> bool {
    let text = |call: &DecisionCall| {
        json!([call.label, call.rules, call.view, call.legal_actions, call.prompt.reveal()]).to_string()
    };
    text(one) == text(other)
}

impl Judge {
    /// Each model request is that of a decision which is due now, with the view of its seat. Of equal requests any may
    /// be meant.
    pub(super) fn check_questions(&mut self, effects: &Effects) -> CheckResult {
        for (id, call) in &effects.calls {
            let Call::Decide(reported) = call else { continue };
            // A duel that has gone on was meant by none of the pending requests.
            let is_pending = |asked: &AskedDecision| {
                self.decisions.asked.values().any(|other| (other.duel, other.ply) == (asked.duel, asked.ply))
            };
            let fits =
                |(asked, should): &(AskedDecision, DecisionCall)| !is_pending(asked) && is_same(should, reported);
            let mut open = self.model.duels.keys().filter_map(|duel| self.model.question(*duel));
            let Some((asked, _)) = open.find(fits) else {
                // The same step may end the duel after the request, when the owner of the other agent is being erased.
                let ends = |change: &Change| matches!(change, Change::Put(Record::Duel(_, row)) if row.end.is_some());
                if effects.batch.changes.iter().any(ends) {
                    self.counts.hit("a model request of a duel that ended in the same step");
                    self.decisions.of_ended.insert(*id);
                    continue;
                }
                let said = || json!([reported.label, reported.view, reported.legal_actions]).to_string();
                return must(false, "a model request shows the view of its seat", said);
            };
            let until = self.now.plus_s(2 * self.model.config.model.timeout_s + DECISION_GRACE_S);
            self.decisions.asked.insert(*id, AskedDecision { until, ..asked });
        }
        Ok(())
    }

    /// Model requests without an answer time out.
    pub(crate) fn end_questions(&mut self) {
        let (now, before) = (self.now, self.decisions.asked.len());
        self.decisions.asked.retain(|_, asked| asked.until > now);
        self.decisions.failures += (before - self.decisions.asked.len()) as u32;
    }

    /// The model's answer is played, and a decision that it did not make is counted with its reason. Returns how many
    /// more calls than one it took.
    pub(crate) fn check_decision(&mut self, call: CallId, effects: &Effects) -> Result<Option<u64>, Violation> {
        let Some(mut asked) = self.decisions.asked.remove(&call) else {
            // How often a model was called for a duel that has ended is not known here.
            return Ok(if self.decisions.of_ended.remove(&call) { None } else { Some(0) });
        };
        let Some(result) = self.results.remove(&call) else {
            self.decisions.failures += 1;
            return Ok(None);
        };
        self.decisions.failures += u32::from(!matches!(result, CallResult::Decided(_) | CallResult::DecidedAgain(_)));
        let again = u64::from(matches!(result, CallResult::DecidedAgain(_) | CallResult::Undecided));
        let entry = |asked: &AskedDecision| {
            effects.batch.changes.iter().find_map(|change| match change {
                Change::Put(Record::Ply(table, ply, row)) if (*table, *ply) == (asked.table, asked.ply) => {
                    Some(row.entry)
                }
                _ => None,
            })
        };
        // Of two equal requests the other one was meant.
        if entry(&asked).is_none()
            && let Some(other) = self.decisions.asked.values_mut().find(|other| entry(other).is_some())
        {
            std::mem::swap(other, &mut asked);
        }
        let ply = entry(&asked);
        let row = effects.batch.changes.iter().find_map(|change| {
            let Change::Put(Record::Duel(id, row)) = change else { return None };
            (*id == asked.duel).then(|| row.reasons[asked.side])
        });
        let Some(entry) = ply else { return Ok(Some(again)) };
        let mut should = asked.reasons;
        let chosen = match result {
            CallResult::Decided(choice) | CallResult::DecidedAgain(choice) => Some(choice),
            _ => None,
        };
        let chosen = chosen.filter(|choice| usize::from(*choice) < asked.choices).map(EntryRow::Choice);
        if chosen.is_none() {
            *match result {
                CallResult::Failed { .. } => &mut should.host,
                CallResult::TimedOut => &mut should.time_out,
                CallResult::Refused => &mut should.refused,
                _ => &mut should.unreadable,
            } += 1;
        }
        let right = chosen.is_none_or(|chosen| chosen == entry)
            && row.is_none_or(|row| row == should)
            && (chosen.is_some() || row.is_some());
        must!(right, "a decision matches the model's answer", "{result:?}: {entry:?}, {row:?}, not {should:?}")?;
        Ok(Some(again))
    }
}
