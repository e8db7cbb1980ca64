//! Agents as they are saved, rehearsals, and duels. What a duel comes to follows from the tables of its legs.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::prelude::*;
use std::cmp::Ordering;

/// The table of a leg, counted from 1.
fn leg_table(id: DuelId, row: &DuelRow, leg: u8) -> TableId {
    TableId::of_leg(id, if row.format.legs() == 1 { 0 } else { leg })
}

impl Judge {
    /// An agent plays as it was described; a new version comes with another play, and with nothing else.
    pub(super) fn agent_saved(&self, step: &AnsweredStep<'_>, save: &SaveAgent) -> Result<Value, Violation> {
        let owner = step.member()?;
        let made =
            step.put().find_map(|record| if let Record::Agent(id, row) = record { Some((*id, &**row)) } else { None });
        let (id, row) = made.ok_or_else(|| step.broken("no agent was saved"))?;
        let before = step.before.agent.as_ref();
        let same_id = before.is_none_or(|(before, _)| *before == id);
        let plays_so = |play: &AgentPlay| match (play, save.kind) {
            (AgentPlay::Prompt(prompt), AgentKind::Prompt) => {
                self.model.text(owner, prompt).as_deref() == save.prompt.as_ref().map(|prompt| prompt.reveal())
            }
            (AgentPlay::Policy { policy, aggression }, AgentKind::Policy) => {
                Some(*policy) == save.policy && *aggression == save.aggression.unwrap_or(DEFAULT_AGGRESSION)
            }
            _ => false,
        };
        let (name, play) = (row.name.clone(), row.play.clone());
        let limit = |before: Option<i64>| save.stake_limit.map_or(before, Some).filter(|limit| *limit > 0);
        let should = if let Some((_, before)) = before {
            let kept = plays_so(&before.play);
            AgentRow {
                name,
                play,
                accepts_challenges: save.accepts_challenges.unwrap_or(before.accepts_challenges),
                stake_limit: limit(before.stake_limit),
                version: before.version + u32::from(!kept),
                version_id: if kept { before.version_id } else { row.version_id },
                version_duels: if kept { before.version_duels } else { 0 },
                ..before.clone()
            }
        } else {
            AgentRow {
                owner: Some(owner),
                name,
                play,
                accepts_challenges: save.accepts_challenges.unwrap_or(true),
                version: 1,
                version_id: row.version_id,
                version_duels: 0,
                wins: 0,
                losses: 0,
                stake_limit: limit(None),
            }
        };
        let right = *row == should && same_id && self.model.agent_name(row) == save.name && plays_so(&row.play);
        step.must(right, || format!("{row:?} after {before:?}, not {should:?}"))?;
        Ok(json!({ "ok": true, "agentId": id, "version": row.version, "versionId": row.version_id }))
    }

    /// A rehearsal is one match at a practice table, and no duel any more.
    pub(super) fn self_checked(&self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let Answer::SelfChecked(reported) = step.answer() else { return Err(step.broken("no rehearsal")) };
        let id = self.begun.get(&step.id).ok_or_else(|| step.broken("it was not begun"))?;
        let rows = step.put().filter_map(|record| match record {
            Record::Duel(of, row) if of == id => Some(row),
            _ => None,
        });
        // What the last row says; without one the answer is taken at its word.
        let last = rows.last();
        let fallbacks = last.map_or(reported.fallbacks, |row| row.fallbacks);
        let reasons = last.map_or(reported.fallback_reasons, |row| row.reasons[0]);
        let table = TableId(id.0);
        let over = self.model.row(table).is_some_and(|row| matches!(row.status, Status::Settled { .. }));
        step.must(over && !self.model.duels.contains_key(id), || "it is not over".to_owned())?;
        Ok(json!({
            "ok": true,
            "tableId": table,
            "plies": self.model.plies_of(table),
            "fallbacks": fallbacks,
            "fallbackReasons": reasons,
            "verdict": if fallbacks == 0 { "clean" } else { "fell-back" },
        }))
    }

    /// A duel that was begun by this request or an equal one before, and what the tables of its legs say of it.
    pub(super) fn challenged(&self, step: &AnsweredStep<'_>, challenge: &Challenge) -> Result<Value, Violation> {
        let Answer::Challenged(reported) = step.answer() else { return Err(step.broken("no duel")) };
        let id = self.begun.get(&step.id).copied().unwrap_or(reported.duel_id);
        let row = self.model.duels.get(&id).filter(|row| row.end.is_some());
        let row = row.ok_or_else(|| step.broken("no such duel is over"))?;
        let agents = [row.sides[0].agent.to_string(), row.sides[1].agent.to_string()];
        let asked = [challenge.agent_id.clone(), challenge.opponent_agent_id.clone()];
        let terms = (&row.game_id, row.format, row.stake) == (&challenge.game_id, challenge.format, challenge.stake);
        let right = agents == asked && (terms || challenge.rematch_of.is_some());
        step.must(right, || format!("a duel of {agents:?} in {} for {}", row.game_id, row.stake))?;
        let (mut net, mut plies, mut voided, mut legs) = (0, 0, 0, DuelLegs::default());
        for leg in 1..=row.dealt {
            let table = leg_table(id, row, leg);
            if self.model.is_voided(table) {
                // A leg that the operator ended does not count either, but the model was not unavailable.
                voided += u8::from(!self.model.is_voided_by_operator(table));
                continue;
            }
            let Some(Status::Settled { end, .. }) = self.model.row(table).map(|row| &row.status) else {
                return Err(step.broken(format!("the leg {table} is not over")));
            };
            // Challenger and defender change seats from leg to leg.
            let seat = usize::from(leg + 1) % 2;
            net += end.card[seat].net;
            plies += self.model.plies_of(table);
            match end.outcome[seat].result {
                MatchResult::Win => legs.challenger += 1,
                MatchResult::Loss => legs.defender += 1,
                MatchResult::Draw => legs.drawn += 1,
            }
        }
        let outcome = match (row.left, legs.challenger.cmp(&legs.defender)) {
            (Some(0), _) | (None, Ordering::Less) => DuelOutcome::Defender,
            (Some(_), _) | (None, Ordering::Greater) => DuelOutcome::Challenger,
            (None, Ordering::Equal) => DuelOutcome::Draw,
        };
        Ok(json!({
            "ok": true,
            "duelId": id,
            "outcome": outcome,
            "net": net,
            "plies": plies,
            "legs": legs,
            "voidedLegs": voided,
            "fallbacks": row.fallbacks,
            "fallbackReasons": row.reasons[0],
            "gameId": row.game_id,
            "format": row.format,
            "replayed": step.replied.replayed.then_some(true),
        }))
    }

    /// One duel, as the list has it.
    pub(super) fn duel(&self, step: &AnsweredStep<'_>, id: DuelId) -> Result<Value, Violation> {
        let row = self.model.duel_entries.get(&id).ok_or_else(|| step.broken("no such duel"))?;
        let mut row = row.clone();
        if let Answer::Duel(reported) = step.answer() {
            // It was looked up before it ended.
            row.end = row.end.filter(|_| reported.outcome.is_some());
        }
        Ok(self.duel_facts(step.member()?, id, &row))
    }
}
