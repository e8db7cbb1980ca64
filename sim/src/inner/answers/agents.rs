//! Agents, rehearsals and duels. What a duel comes to is told from the tables of its legs.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::{HOUSE, Violation};
use crate::inner::oracles::ExpectedPage;
use std::cmp::Reverse;
use turnstone_service::answer::{
    Answer, ChallengeResponse, Duel, DuelLegs, DuelOutcome, Duels, Roster, RosterAgent, SaveAgentResponse,
    SelfCheckResponse, SelfCheckVerdict, True,
};
use turnstone_service::games::MatchResult;
use turnstone_service::ids::{AccountId, AgentId, AgentVersionId, DuelId, TableId};
use turnstone_service::record::{AgentPlay, AgentRow, DuelEntryRow, DuelRow, Record, Status};
use turnstone_service::request::{AgentKind, Challenge, SaveAgent};

/// Aggression in percent where the owner sets none.
const AGGRESSION: u8 = 50;

/// What a duel came to.
struct DuelSum {
    net: i64,
    plies: u64,
    legs: DuelLegs,
}

impl Judge {
    /// The agents that a member sees in the list besides the house's, in order.
    pub(crate) fn agents_listed(&self, reader: Option<AccountId>) -> Vec<AgentId> {
        let own = reader.into_iter().flat_map(|reader| self.model.agents_of(reader)).map(|(id, _)| id);
        let others = self.others_listed();
        let is_other = |id: &AgentId| self.model.agents.get(id).is_some_and(|row| row.owner != reader);
        own.chain(others.into_iter().map(|(_, id)| id).filter(is_other)).collect()
    }

    /// All agents that every member sees, by how many agents of the same owner stand before them, three counting as one;
    /// then those that are provisional last, and by owners beaten, duels won and name.
    fn others_listed(&self) -> Vec<(usize, AgentId)> {
        let shown = |row: &AgentRow| {
            let owner = row.owner.and_then(|owner| self.model.accounts.get(&owner));
            row.play != AgentPlay::Gone && owner.is_some_and(|owner| !owner.test)
        };
        let all = self.model.agents.iter().filter(|(_, row)| shown(row));
        let mut all: Vec<(AgentId, &AgentRow)> = all.map(|(id, row)| (*id, row)).collect();
        all.sort_by_key(|(id, row)| {
            let provisional = row.version_duels < self.model.config.agents.ranking_threshold;
            (provisional, Reverse(self.owners_beaten(*id)), Reverse(row.wins), self.model.agent_name(row), *id)
        });
        let before = |at: usize| all[..at].iter().filter(|(_, row)| row.owner == all[at].1.owner).count();
        let mut tiers: Vec<(usize, usize)> = (0..all.len()).map(|at| (before(at) / 3, at)).collect();
        tiers.sort_unstable();
        tiers.into_iter().map(|(tier, at)| (tier, all[at].0)).collect()
    }

    fn owners_beaten(&self, agent: AgentId) -> u32 {
        self.model.beaten.iter().filter(|(id, _)| *id == agent).count() as u32
    }

    /// A page of the caller's agents, the house's, then the others.
    pub(super) fn roster(&mut self, reader: AccountId, limit: usize, cursor: Option<&str>) -> Answer {
        let own = self.model.agents_of(reader).map(|(id, _)| (None, id));
        let is_other = |id: &AgentId| self.model.agents.get(id).is_some_and(|row| row.owner != Some(reader));
        let others = self.others_listed().into_iter().map(|(tier, id)| (Some(tier), id));
        let house = [(None, AgentId::HOUSE)];
        let all: Vec<_> = own.chain(house).chain(others.filter(|(_, id)| is_other(id))).collect();
        let after = cursor.and_then(AgentId::parse);
        let start = after.and_then(|after| all.iter().position(|(_, id)| *id == after)).map_or(0, |at| at + 1);
        let rows = &all[start..];
        let first = rows.iter().find_map(|(tier, _)| *tier);
        let of_tier = rows.iter().take_while(|(tier, _)| tier.is_none() || *tier == first).count();
        let length = of_tier.min(limit).min(self.model.bounds().rows);
        let tier_ends = length == of_tier && length < rows.len();
        let next_cursor = rows[..length].last().map(|(_, id)| *id).filter(|_| length < rows.len());
        let agents = rows[..length].iter().map(|(_, id)| self.roster_row(reader, *id)).collect();
        if tier_ends {
            self.counts.hit("premise: a page of agents ended at its tier");
        }
        let ranking_threshold = self.model.config.agents.ranking_threshold;
        Answer::Roster(Roster { agents, next_cursor, ranking_threshold })
    }

    fn roster_row(&self, reader: AccountId, id: AgentId) -> RosterAgent {
        let threshold = self.model.config.agents.ranking_threshold;
        let (wins, losses, version_duels) = self.model.record_of(id);
        let Some(row) = self.model.agents.get(&id) else {
            return RosterAgent {
                id,
                name: HOUSE.to_owned(),
                kind: AgentKind::Policy,
                owner_handle: HOUSE.to_owned(),
                mine: false,
                wins,
                losses,
                owners_beaten: self.owners_beaten(id),
                accepts_challenges: true,
                version: 1,
                version_duels,
                provisional: version_duels < threshold,
                prompt: None,
                policy: None,
                stake_limit: None,
            };
        };
        let mine = row.owner == Some(reader);
        let (kind, prompt, policy) = match &row.play {
            AgentPlay::Prompt(prompt) => {
                (AgentKind::Prompt, row.owner.and_then(|owner| self.model.text(owner, prompt)), None)
            }
            AgentPlay::Policy { policy, .. } => (AgentKind::Policy, None, Some(*policy)),
            AgentPlay::House | AgentPlay::Gone => (AgentKind::Policy, None, None),
        };
        RosterAgent {
            id,
            name: self.model.agent_name(row),
            kind,
            owner_handle: row.owner.map_or_else(|| HOUSE.to_owned(), |owner| self.model.handle(owner)),
            mine,
            wins,
            losses,
            owners_beaten: self.owners_beaten(id),
            accepts_challenges: row.accepts_challenges,
            version: row.version,
            version_duels: row.version_duels,
            provisional: row.version_duels < threshold,
            prompt: prompt.filter(|_| mine),
            policy,
            stake_limit: row.stake_limit.filter(|_| mine),
        }
    }

    /// An agent plays as it was described; a new version comes with another play, and with nothing else.
    pub(super) fn agent_saved(&self, step: &AnsweredStep<'_>, save: &SaveAgent) -> Result<Answer, Violation> {
        let owner = step.member()?;
        let made =
            step.put().find_map(|record| if let Record::Agent(id, row) = record { Some((*id, &**row)) } else { None });
        let (agent_id, row) = made.ok_or_else(|| step.broken("no agent was saved"))?;
        let before = step.before.agent.as_ref();
        let same_id = before.is_none_or(|(id, _)| *id == agent_id);
        let plays_so = |play: &AgentPlay| match (play, save.kind) {
            (AgentPlay::Prompt(prompt), AgentKind::Prompt) => {
                self.model.text(owner, prompt).as_deref() == save.prompt.as_ref().map(|prompt| prompt.reveal())
            }
            (AgentPlay::Policy { policy, aggression }, AgentKind::Policy) => {
                Some(*policy) == save.policy && *aggression == save.aggression.unwrap_or(AGGRESSION)
            }
            _ => false,
        };
        let should = match before {
            Some((_, before)) => {
                let kept = plays_so(&before.play);
                AgentRow {
                    name: row.name.clone(),
                    play: row.play.clone(),
                    accepts_challenges: save.accepts_challenges.unwrap_or(before.accepts_challenges),
                    stake_limit: save
                        .stake_limit
                        .map_or(before.stake_limit, |limit| Some(limit).filter(|limit| *limit > 0)),
                    version: before.version + u32::from(!kept),
                    version_id: if kept { before.version_id } else { row.version_id },
                    version_duels: if kept { before.version_duels } else { 0 },
                    ..before.clone()
                }
            }
            None => AgentRow {
                owner: Some(owner),
                name: row.name.clone(),
                play: row.play.clone(),
                accepts_challenges: save.accepts_challenges.unwrap_or(true),
                version: 1,
                version_id: row.version_id,
                version_duels: 0,
                wins: 0,
                losses: 0,
                stake_limit: save.stake_limit.filter(|limit| *limit > 0),
            },
        };
        let named = self.model.agent_name(row) == save.name;
        let right = *row == should && same_id && named && plays_so(&row.play);
        step.must(right, || format!("{row:?} after {before:?}, not {should:?}"))?;
        Ok(Answer::AgentSaved(SaveAgentResponse {
            ok: True,
            agent_id,
            version: should.version,
            version_id: should.version_id,
        }))
    }

    /// The duel that a request began, now or before.
    fn duel_begun(&self, step: &AnsweredStep<'_>, told: DuelId) -> Result<(DuelId, &DuelRow), Violation> {
        let id = self.begun.get(&step.id).copied().unwrap_or(told);
        let row = self.model.duels.get(&id).filter(|row| row.end.is_some());
        row.map(|row| (id, row)).ok_or_else(|| step.broken("no such duel is over"))
    }

    /// What the tables of its legs say of a duel.
    fn sum(&self, step: &AnsweredStep<'_>, id: DuelId, row: &DuelRow) -> Result<DuelSum, Violation> {
        let mut sum = DuelSum { net: 0, plies: 0, legs: DuelLegs::default() };
        for leg in 1..=row.dealt {
            let table = leg_table(id, row, leg);
            if self.model.is_voided(table) {
                continue;
            }
            let Some(Status::Settled { end, .. }) = self.model.row(table).map(|row| &row.status) else {
                return Err(step.broken(format!("the leg {table} is not over")));
            };
            // Challenger and defender change seats from leg to leg.
            let seat = usize::from(leg + 1) % 2;
            sum.net += end.card[seat].net;
            sum.plies += u64::from(self.model.plies_of(table));
            match end.outcome[seat].result {
                MatchResult::Win => sum.legs.challenger += 1,
                MatchResult::Loss => sum.legs.defender += 1,
                MatchResult::Draw => sum.legs.drawn += 1,
            }
        }
        Ok(sum)
    }

    /// A rehearsal is one match at a practice table, and no duel any more.
    pub(super) fn self_checked(&self, step: &AnsweredStep<'_>) -> Result<Answer, Violation> {
        let Answer::SelfChecked(told) = step.answer() else { return Err(step.broken("no rehearsal")) };
        let id = self.begun.get(&step.id).ok_or_else(|| step.broken("it was not begun"))?;
        // What the last row says; without one the answer is taken at its word.
        let rows = step.put().filter_map(|record| {
            if let Record::Duel(of, row) = record
                && of == id
            {
                Some(row)
            } else {
                None
            }
        });
        let last = rows.last();
        let fallbacks = last.map_or(told.fallbacks, |row| row.fallbacks);
        let fallback_reasons = last.map_or(told.fallback_reasons, |row| row.reasons[0]);
        let table_id = TableId(id.0);
        let over = self.model.row(table_id).is_some_and(|row| matches!(row.status, Status::Settled { .. }));
        step.must(over && !self.model.duels.contains_key(id), || "it is not over".to_owned())?;
        let verdict = if fallbacks == 0 { SelfCheckVerdict::Clean } else { SelfCheckVerdict::FellBack };
        let plies = u64::from(self.model.plies_of(table_id));
        Ok(Answer::SelfChecked(SelfCheckResponse { ok: True, table_id, plies, fallbacks, fallback_reasons, verdict }))
    }

    pub(super) fn challenged(&self, step: &AnsweredStep<'_>, challenge: &Challenge) -> Result<Answer, Violation> {
        let Answer::Challenged(told) = step.answer() else { return Err(step.broken("no duel")) };
        let (duel_id, row) = self.duel_begun(step, told.duel_id)?;
        let agents = [row.sides[0].agent.to_string(), row.sides[1].agent.to_string()];
        let asked = [challenge.agent_id.clone(), challenge.opponent_agent_id.clone()];
        let terms = (&row.game_id, row.format, row.stake) == (&challenge.game_id, challenge.format, challenge.stake);
        let right = agents == asked && (terms || challenge.rematch_of.is_some());
        step.must(right, || format!("a duel of {agents:?} in {} for {}", row.game_id, row.stake))?;
        let DuelSum { net, plies, legs } = self.sum(step, duel_id, row)?;
        let outcome = match (row.left, legs.challenger.cmp(&legs.defender)) {
            (Some(0), _) | (None, std::cmp::Ordering::Less) => DuelOutcome::Defender,
            (Some(_), _) | (None, std::cmp::Ordering::Greater) => DuelOutcome::Challenger,
            (None, std::cmp::Ordering::Equal) => DuelOutcome::Draw,
        };
        step.must(told.fallbacks == row.fallbacks, || format!("{} fallbacks are kept", row.fallbacks))?;
        Ok(Answer::Challenged(ChallengeResponse {
            ok: True,
            duel_id,
            outcome,
            net,
            plies,
            legs,
            voided_legs: (1..=row.dealt).filter(|leg| self.model.is_voided(leg_table(duel_id, row, *leg))).count()
                as u8,
            fallbacks: row.fallbacks,
            fallback_reasons: row.reasons[0],
            game_id: row.game_id.clone(),
            format: row.format,
            replayed: step.replied.replayed.then_some(true),
        }))
    }

    /// The page that was looked up. Duels of one millisecond may stand in any order; and where it was looked up in several
    /// steps, one that has ended meanwhile may be told as it was before.
    pub(super) fn duels(&mut self, step: &AnsweredStep<'_>) -> Result<Answer, Violation> {
        let reader = step.member()?;
        let Some(ExpectedPage::Duels(mut rows, several)) = self.pages.remove(&step.id) else {
            return Err(step.broken("no such page was looked up in storage"));
        };
        if let Answer::Duels(told) = step.answer() {
            let place = |id| told.duels.iter().position(|duel| duel.id == id);
            rows.sort_by_key(|(id, _)| (Reverse(id.made_at()), place(*id)));
            for (id, row) in rows.iter_mut().filter(|_| several) {
                let over = self.model.duel_entries.get(id).and_then(|row| row.end);
                let says_so = told.duels.iter().any(|duel| duel.id == *id && duel.outcome.is_some());
                row.end = row.end.or(over.filter(|_| says_so));
            }
        }
        self.counts.add("premise: rows of duels compared", rows.len() as u64);
        let duels = rows.iter().map(|(id, row)| self.duel_row(reader, *id, row)).collect();
        Ok(Answer::Duels(Duels { duels }))
    }

    /// One duel, as the list has it.
    pub(super) fn duel(&self, step: &AnsweredStep<'_>, id: DuelId) -> Result<Answer, Violation> {
        let row = self.model.duel_entries.get(&id).ok_or_else(|| step.broken("no such duel"))?;
        let mut row = row.clone();
        if let Answer::Duel(told) = step.answer() {
            // It was looked up before it ended.
            row.end = row.end.filter(|_| told.outcome.is_some());
        }
        Ok(Answer::Duel(self.duel_row(step.member()?, id, &row)))
    }

    fn duel_row(&self, reader: AccountId, id: DuelId, row: &DuelEntryRow) -> Duel {
        let name = |id: AgentId| match self.model.agents.get(&id) {
            Some(row) => self.model.agent_name(row),
            None => HOUSE.to_owned(),
        };
        // While a duel is known its own row says most; then its entry does, if it was written so.
        let known = self.model.duels.get(&id);
        let (format, dealt, reasons) = match (known, &row.terms) {
            (Some(known), _) => (Some(known.format), known.dealt, Some(known.reasons)),
            (None, Some(terms)) => (Some(terms.format), terms.dealt, Some(terms.reasons)),
            (None, None) => (None, 0, None),
        };
        let game = known.map(|known| &known.game_id).or_else(|| row.terms.as_ref().map(|terms| &terms.game_id));
        let versions = known.map(|known| [known.sides[0].version, known.sides[1].version]);
        let versions = versions.or_else(|| row.terms.as_ref().map(|terms| terms.versions));
        let version = |side: usize| versions.map(|both| both[side]).filter(|version| *version != AgentVersionId(0));
        let only = format.is_some_and(|format| format.legs() == 1);
        let own = row.owners.iter().position(|owner| *owner == Some(reader));
        Duel {
            id,
            challenger: name(row.agents[0]),
            defender: name(row.agents[1]),
            outcome: row.end.map(|end| end.outcome),
            stake: row.stake,
            settled_at: row.end.map(|end| end.at),
            mine: own.is_some(),
            game_id: game.cloned(),
            format,
            challenger_version_id: version(0),
            defender_version_id: version(1),
            tables: (1..=dealt).map(|leg| TableId::of_leg(id, if only { 0 } else { leg })).collect(),
            fallback_reasons: own.and_then(|own| Some(reasons?[own])),
        }
    }
}

/// The table of a leg, counted from 1.
fn leg_table(id: DuelId, row: &DuelRow, leg: u8) -> TableId {
    TableId::of_leg(id, if row.format.legs() == 1 { 0 } else { leg })
}
