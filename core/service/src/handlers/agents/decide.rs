//! The decisions of agents in duels. A step makes so many and no more, of one duel after another, and the rest follows in
//! steps of its own: however many duels run, other moves come in between.

use crate::answer::Json;
use crate::calls::{Call, CallId, CallResult, DecisionCall};
use crate::games::{Policy, Seat, Sight};
use crate::ids::{DuelId, TableId};
use crate::pending::PendingCall;
use crate::record::{AgentPlay, DuelRow, EntryRow, Record};
use crate::state::Table;
use crate::step::Step;
use crate::timers::Timer;

/// What a decision costs that a search or the house makes, where one that only draws costs 1.
const SEARCH: u32 = 8;
/// Seconds that a call may take beyond twice the model's own time, before its answer is no longer waited for.
const GRACE_S: u64 = 20;

impl Step<'_> {
    /// Play on in the duels that run.
    pub(crate) fn agents_decide(&mut self) {
        self.duelling.sleep(self.agenda);
        let mut left = self.state.config.bounds.decisions;
        // Duels in a row that wait for the model.
        let mut idle = 0;
        while left > 0 && idle < self.state.duels.running() && self.has_room() {
            let Some(duel) = self.state.duels.next_running(self.duelling.cursor) else { return };
            self.duelling.cursor = duel;
            match self.play_on(duel) {
                Some(cost) => (left, idle) = (left.saturating_sub(cost), 0),
                None => idle += 1,
            }
        }
        // Others are to have their turn meanwhile. What the model decides, its answer wakes.
        if idle < self.state.duels.running() {
            self.duelling.wake(self.now.plus_ms(1), self.agenda);
        }
    }

    /// One thing in one duel, and what it cost; `None` if it waits for the model.
    fn play_on(&mut self, id: DuelId) -> Option<u32> {
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
            AgentPlay::Prompt(_) if self.may_ask(duel) => self.ask_model(id, table, seat),
            AgentPlay::House => {
                self.choose(table, seat, Policy::House);
                Some(SEARCH)
            }
            AgentPlay::Prompt(_) | AgentPlay::Gone => {
                self.fall_back(id, table, seat);
                Some(1)
            }
        }
    }

    /// Whether the model is still asked: a duel does not take for ever, and a prompt is gone with its owner.
    fn may_ask(&self, duel: &DuelRow) -> bool {
        let bounds = &self.state.config.bounds;
        self.state.config.model.configured && self.now < duel.created_at.plus_s(bounds.duel_s) && duel.left.is_none()
    }

    /// Ask for a decision, if not too many are asked for already.
    fn ask_model(&mut self, id: DuelId, table: TableId, seat: Seat) -> Option<u32> {
        let most = self.state.config.bounds.model_calls;
        if self.duelling.asked.contains_key(&id) || self.duelling.asked.len() >= most {
            return None;
        }
        let known = self.state.table(table)?;
        let ply = known.plies().len() as u32;
        let Some(call) = self.decision_call(id, known, seat) else {
            self.fall_back(id, table, seat);
            return Some(1);
        };
        let call = self.call(Call::Decide(Box::new(call)), PendingCall::Decision { duel: id, table, ply, seat });
        let waits_s = 2 * self.state.config.model.timeout_s + GRACE_S;
        let until = self.now.plus_s(waits_s);
        self.agenda.set(until, Timer::DecisionEnds(call));
        self.duelling.asked.insert(id, until);
        Some(1)
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
        if let Some(until) = self.duelling.asked.remove(&id) {
            self.agenda.cancel(until, Timer::DecisionEnds(call));
        }
        self.duelling.wake(self.now, self.agenda);
        match result {
            CallResult::Failed { retry_after_s } => self.duelling.failed(self.now, retry_after_s),
            CallResult::Refused => self.duelling.failed(self.now, None),
            CallResult::Decided(_) | CallResult::Undecided | CallResult::Delivered | CallResult::Gone => {
                self.duelling.answered();
            }
        }
        let (table, ply, seat) = asked;
        let Some(live) = self.state.table(table).filter(|known| known.is_playing()).and_then(Table::live) else {
            return;
        };
        if live.plies().len() != ply as usize || !live.board.to_act().contains(seat) {
            return;
        }
        match result {
            CallResult::Decided(choice) if live.board.action(seat, choice).is_some() => {
                // Where its stream stands, for the next time it falls back.
                let drawn = live.plies().iter().rev().find(|entry| entry.seat == seat).map_or(0, |entry| entry.drawn);
                self.log(table, ply, seat, EntryRow::Choice(choice), drawn);
                self.go_on(table);
            }
            CallResult::Decided(_)
            | CallResult::Undecided
            | CallResult::Delivered
            | CallResult::Gone
            | CallResult::Refused
            | CallResult::Failed { .. } => self.fall_back(id, table, seat),
        }
    }

    /// A decision that the agent did not make itself.
    fn fall_back(&mut self, id: DuelId, table: TableId, seat: Seat) {
        if let Some(mut duel) = self.state.duels.get(id).cloned() {
            duel.fallbacks += 1;
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

const fn cost(policy: Policy) -> u32 {
    match policy {
        Policy::House | Policy::Minimax(_) => SEARCH,
        Policy::Random | Policy::CallingStation => 1,
    }
}
