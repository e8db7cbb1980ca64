//! The decisions of agents in duels. A step makes so many and no more, of one duel after another, and the rest follows in
//! steps of its own: however many duels run, other moves come in between.

use crate::answer::Json;
use crate::calls::{Call, CallId, CallResult, DecisionCall};
use crate::duelling::{AskedDecision, FallbackReason};
use crate::games::{Policy, Seat, Sight};
use crate::ids::{AccountId, AgentVersionId, DuelId, TableId};
use crate::pending::PendingCall;
use crate::record::{AgentPlay, DuelRow, EntryRow, Record};
use crate::state::Table;
use crate::step::Step;
use crate::timers::Timer;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Unbounded};

/// What a decision costs that a search or the house makes, where one that only draws costs 1.
const SEARCH: u32 = 8;
/// Seconds that a call may take beyond twice the model's own time, before its answer is no longer waited for.
const GRACE_S: u64 = 20;
/// The concurrent calls are divided by this: one part is the most that one owner takes.
const SHARES: usize = 4;

/// Duels whose next decision is the model's, by the owner of the agent.
type Wanting = BTreeMap<AccountId, BTreeSet<DuelId>>;

impl Step<'_> {
    /// Play on in the duels that run.
    pub(crate) fn agents_decide(&mut self) {
        self.duelling.sleep(self.agenda);
        let mut left = self.state.config.bounds.decisions;
        let mut wanting = Wanting::new();
        // Duels in a row that wait for the model.
        let mut idle = 0;
        while left > 0 && idle < self.state.duels.running() && self.has_room() {
            let Some(duel) = self.state.duels.next_running(self.duelling.cursor) else { break };
            self.duelling.cursor = duel;
            match self.play_on(duel, &mut wanting) {
                Some(cost) => (left, idle) = (left.saturating_sub(cost), 0),
                None => idle += 1,
            }
        }
        // Others are to have their turn meanwhile. What the model decides, its answer wakes.
        if idle < self.state.duels.running() {
            self.duelling.wake(self.now.plus_ms(1), self.agenda);
        }
        self.ask_in_turn(wanting);
    }

    /// One thing in one duel, and what it cost; `None` if it waits for the model or is to ask it.
    fn play_on(&mut self, id: DuelId, wanting: &mut Wanting) -> Option<u32> {
        let duel = self.state.duels.get(id)?;
        if duel.dealt == duel.over() {
            // Without its rules it waits for a program that has them.
            self.state.config.games.find(&duel.game_id, &duel.version)?;
            self.deal_leg(id);
            return Some(SEARCH);
        }
        let table = duel.table(id, duel.dealt);
        let Some(known) = self.state.table(table) else {
            // It did not come out of a damaged store.
            self.end_unplayed(id);
            return Some(1);
        };
        let seat = known.live()?.board.to_act().first()?;
        let house = duel.sides.iter().any(|side| side.owner.is_none());
        match duel.sides[duel.side_in(seat)].play.clone() {
            AgentPlay::Policy { policy, aggression } => {
                let policy = policy.with_aggression(aggression);
                self.choose(table, seat, policy);
                Some(cost(policy) + if house { SEARCH } else { 0 })
            }
            AgentPlay::House => {
                self.choose(table, seat, Policy::House);
                Some(SEARCH)
            }
            AgentPlay::Prompt(_) | AgentPlay::Gone if self.duelling.asked.contains_key(&id) => None,
            AgentPlay::Prompt(_) | AgentPlay::Gone => match self.may_ask(duel, seat) {
                Ok(owner) => {
                    wanting.entry(owner).or_default().insert(id);
                    None
                }
                Err(reason) => {
                    self.fall_back(id, table, seat, reason);
                    Some(1)
                }
            },
        }
    }

    /// For whom the model is asked, or why it is not: a duel does not take for ever, a prompt is gone with its owner, and a
    /// version whose questions fail is not asked for a while.
    fn may_ask(&self, duel: &DuelRow, seat: Seat) -> Result<AccountId, FallbackReason> {
        let side = &duel.sides[duel.side_in(seat)];
        let (Some(owner), AgentPlay::Prompt(_), None) = (side.owner, &side.play, duel.left) else {
            return Err(FallbackReason::Refused);
        };
        if !self.state.config.model.configured {
            return Err(FallbackReason::Host);
        }
        if self.now >= duel.created_at.plus_s(self.state.config.bounds.duel_s) {
            return Err(FallbackReason::TimeOut);
        }
        self.duelling.version_rests_for(side.version, self.now).map_or(Ok(owner), |(_, reason)| Err(reason))
    }

    /// Ask the model for one owner after another, so that no owner waits for the decisions of another one: each has a
    /// quarter of all places at most.
    fn ask_in_turn(&mut self, mut wanting: Wanting) {
        let most = self.state.config.bounds.model_calls;
        let share = (most / SHARES).max(1);
        while self.duelling.asked.len() < most {
            wanting.retain(|owner, duels| !duels.is_empty() && self.duelling.asked_for(*owner) < share);
            let next = wanting.range((Excluded(self.duelling.asked_last), Unbounded)).next();
            let Some(owner) = next.or_else(|| wanting.first_key_value()).map(|(owner, _)| *owner) else { return };
            self.duelling.asked_last = owner;
            if let Some(duel) = wanting.get_mut(&owner).and_then(BTreeSet::pop_first) {
                self.ask_model(duel, owner);
            }
        }
    }

    /// Ask for the decision that a duel waits for.
    fn ask_model(&mut self, id: DuelId, owner: AccountId) {
        let Some(duel) = self.state.duels.get(id) else { return };
        let table = duel.table(id, duel.dealt);
        let Some(known) = self.state.table(table) else { return };
        let Some(seat) = known.live().and_then(|live| live.board.to_act().first()) else { return };
        let (ply, version) = (known.plies().len() as u32, duel.sides[duel.side_in(seat)].version);
        let Some(call) = self.decision_call(id, known, seat) else {
            self.fall_back(id, table, seat, FallbackReason::Refused);
            return self.duelling.wake(self.now.plus_ms(1), self.agenda);
        };
        let call = self.call(Call::Decide(Box::new(call)), PendingCall::Decision { duel: id, table, ply, seat });
        let waits_s = 2 * self.state.config.model.timeout_s + GRACE_S;
        let until = self.now.plus_s(waits_s);
        self.agenda.set(until, Timer::DecisionEnds(call));
        self.duelling.asked.insert(id, AskedDecision { until, owner, version });
        self.count_call(owner);
    }

    /// All that a model is told: the rules, what the seat sees and may do, and its owner's words. No name, no chat.
    fn decision_call(&self, id: DuelId, known: &Table, seat: Seat) -> Option<DecisionCall> {
        let duel = self.state.duels.get(id)?;
        let side = &duel.sides[duel.side_in(seat)];
        let AgentPlay::Prompt(prompt) = &side.play else { return None };
        let slot = side.owner.and_then(|owner| self.state.accounts.get(owner)).and_then(|owner| owner.row.slot);
        let prompt = self.state.vault.open(slot, prompt)?;
        let about = self.state.rules_of(&known.row).ok()?.about();
        let board = &known.live()?.board;
        Some(DecisionCall {
            label: about.kinds.first().map_or(about.id, |kind| kind.label).to_owned(),
            rules: about.rules.to_owned(),
            view: board.view(Sight::of(seat)).into(),
            legal_actions: board.legal_actions(seat).into_iter().map(Json::from).collect(),
            prompt: crate::secret::Secret::new(prompt),
        })
    }

    /// What came of asking the model. An answer to what is no longer asked is passed over.
    pub(crate) fn decided(&mut self, call: CallId, id: DuelId, asked: (TableId, u32, Seat), result: CallResult) {
        if let Some(AskedDecision { until, owner, version }) = self.duelling.asked.remove(&id) {
            self.agenda.cancel(until, Timer::DecisionEnds(call));
            self.judge_answer(owner, version, result);
        }
        self.duelling.wake(self.now, self.agenda);
        let (table, ply, seat) = asked;
        let Some(live) = self.state.table(table).filter(|known| known.is_playing()).and_then(Table::live) else {
            return;
        };
        if live.plies().len() != ply as usize || !live.board.to_act().contains(seat) {
            return;
        }
        match result {
            CallResult::Decided(choice) | CallResult::DecidedAgain(choice)
                if live.board.action(seat, choice).is_some() =>
            {
                // Where its stream stands, for the next time it falls back.
                let drawn = live.plies().iter().rev().find(|entry| entry.seat == seat).map_or(0, |entry| entry.drawn);
                self.log(table, ply, seat, EntryRow::Choice(choice), drawn);
                self.go_on(table);
            }
            CallResult::Decided(_)
            | CallResult::DecidedAgain(_)
            | CallResult::Undecided
            | CallResult::TimedOut
            | CallResult::Delivered
            | CallResult::Gone
            | CallResult::Refused
            | CallResult::Failed { .. } => self.fall_back(id, table, seat, reason_of(result)),
        }
    }

    /// What an answer says of the endpoint and of the version that asked. A second question is a second call.
    fn judge_answer(&mut self, owner: AccountId, version: AgentVersionId, result: CallResult) {
        if matches!(result, CallResult::DecidedAgain(_) | CallResult::Undecided) {
            self.count_call(owner);
        }
        match result {
            CallResult::Failed { retry_after_s } => return self.duelling.endpoint_failed(self.now, retry_after_s),
            // A slow answer says nothing of the endpoint: the question may be what takes long.
            CallResult::TimedOut => {}
            CallResult::Decided(_)
            | CallResult::DecidedAgain(_)
            | CallResult::Undecided
            | CallResult::Refused
            | CallResult::Delivered
            | CallResult::Gone => self.duelling.endpoint_answered(),
        }
        if matches!(result, CallResult::Decided(_) | CallResult::DecidedAgain(_)) {
            self.duelling.version_answered(version);
        } else {
            self.duelling.version_failed(version, reason_of(result), self.now);
        }
    }

    /// A decision that the agent did not make itself.
    fn fall_back(&mut self, id: DuelId, table: TableId, seat: Seat, reason: FallbackReason) {
        if let Some(mut duel) = self.state.duels.get(id).cloned() {
            duel.fallbacks += 1;
            duel.count_fallback(duel.side_in(seat), reason);
            self.put(Record::Duel(id, Box::new(duel)));
        }
        self.choose(table, seat, Policy::Random);
    }

    /// Play what a policy chooses.
    fn choose(&mut self, table: TableId, seat: Seat, policy: Policy) {
        let Some(live) = self.state.table(table).and_then(Table::live) else { return };
        let (choice, drawn) = live.board.choice_of(seat, policy).expect("a seat that is to act has a legal action");
        self.log(table, live.plies().len() as u32, seat, EntryRow::Choice(choice), drawn);
        self.go_on(table);
    }
}

impl DuelRow {
    fn count_fallback(&mut self, side: usize, reason: FallbackReason) {
        let reasons = &mut self.reasons[side];
        match reason {
            FallbackReason::TimeOut => reasons.time_out += 1,
            FallbackReason::Unreadable => reasons.unreadable += 1,
            FallbackReason::Refused => reasons.refused += 1,
            FallbackReason::Host => {
                reasons.host += 1;
                self.unserved[side] += 1;
            }
        }
    }
}

/// Why an answer is no decision. A place that is not in the list is as unreadable as one that cannot be read.
const fn reason_of(result: CallResult) -> FallbackReason {
    match result {
        CallResult::Failed { .. } => FallbackReason::Host,
        CallResult::TimedOut => FallbackReason::TimeOut,
        CallResult::Refused => FallbackReason::Refused,
        CallResult::Decided(_)
        | CallResult::DecidedAgain(_)
        | CallResult::Undecided
        | CallResult::Delivered
        | CallResult::Gone => FallbackReason::Unreadable,
    }
}

const fn cost(policy: Policy) -> u32 {
    match policy {
        Policy::House | Policy::Minimax(_) => SEARCH,
        Policy::Random | Policy::CallingStation => 1,
    }
}
