//! Decisions of agents in duels. A step makes a bounded number of them, one duel after another. The rest follows in
//! later steps, so that other commands run in between.

use super::running::{AskedDecision, Duelling, FallbackReason};
use super::{budget, end, legs};
use crate::answer::Json;
use crate::calls::{Call, CallId, CallResult, DecisionCall};
use crate::games::{Audience, Policy, Seat};
use crate::handlers::tables::turns;
use crate::ids::{AccountId, AgentVersionId, DuelId, TableId};
use crate::pending::{Calls, DecisionPlace, PendingCall};
use crate::record::{AgentPlay, DuelRow, EntryRow, Record};
use crate::secret::Secret;
use crate::state::{HotState, Table, Transaction};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Unbounded};

/// The cost of a decision by a search or by the house. A random one costs 1.
const SEARCH: u32 = 8;
/// Seconds that a call may take beyond twice the model's own time limit, before its answer is ignored.
const GRACE_S: u64 = 20;
/// One member uses at most one part in this many of the concurrent calls.
const SHARES: usize = 4;

/// Duels that need a decision of the model, by the member on whom its calls count.
type Wanting = BTreeMap<AccountId, BTreeSet<DuelId>>;

/// Continue the running duels.
pub(crate) fn agents_decide(tx: &mut Transaction<'_>, duelling: &mut Duelling, calls: &mut Calls) {
    duelling.sleep();
    let mut left = tx.config.bounds.decisions;
    let mut wanting = Wanting::new();
    // Consecutive duels that wait for the model.
    let mut idle = 0;
    while left > 0 && idle < tx.duels.running() && tx.has_room() {
        let Some(duel) = tx.duels.next_running(duelling.cursor) else { break };
        duelling.cursor = duel;
        match play_on(tx, duelling, duel, &mut wanting) {
            Some(cost) => (left, idle) = (left.saturating_sub(cost), 0),
            None => idle += 1,
        }
    }
    // Another step continues, at any time: decisions need none. The model's answers wake their duels.
    if idle < tx.duels.running() {
        duelling.wake(tx.now);
    }
    ask_in_turn(tx, duelling, calls, wanting);
}

/// Do one thing in a duel, and return its cost; `None` if it waits for the model or needs it.
fn play_on(tx: &mut Transaction<'_>, duelling: &mut Duelling, id: DuelId, wanting: &mut Wanting) -> Option<u32> {
    let duel = tx.duels.get(id)?;
    if duel.dealt == duel.over() {
        // Without its rules the duel waits for a version of the program that has them.
        tx.config.games.find(&duel.game_id, &duel.version)?;
        legs::deal_leg(tx, duelling, id);
        return Some(SEARCH);
    }
    let table = duel.table(id, duel.dealt);
    let Some(known) = tx.table(table) else {
        // A damaged store has lost the leg.
        end::end_unplayed(tx, duelling, id);
        return Some(1);
    };
    let seat = known.live()?.board.to_act().first()?;
    let house = duel.sides.iter().any(|side| side.owner.is_none());
    match duel.sides[duel.side_in(seat)].play.clone() {
        AgentPlay::Policy { policy, aggression } => {
            let policy = policy.with_aggression(aggression);
            choose(tx, duelling, table, seat, policy);
            Some(cost(policy) + if house { SEARCH } else { 0 })
        }
        AgentPlay::House => {
            choose(tx, duelling, table, seat, Policy::HOUSE);
            Some(SEARCH)
        }
        AgentPlay::Prompt(_) | AgentPlay::Gone if duelling.asked.contains_key(&id) => None,
        AgentPlay::Prompt(_) | AgentPlay::Gone => match may_ask(tx, duelling, duel, seat) {
            Ok(owner) => {
                wanting.entry(owner).or_default().insert(id);
                None
            }
            Err(reason) => {
                fall_back(tx, duelling, id, table, (seat, reason));
                Some(1)
            }
        },
    }
}

/// The member on whom a call of the model counts: the challenger, for both sides, because otherwise a stranger could use
/// up the calls of a member. Or the reason for a fallback: the duel has taken too long, an owner and the prompt are gone,
/// or calls of this version fail.
fn may_ask(tx: &Transaction<'_>, duelling: &Duelling, duel: &DuelRow, seat: Seat) -> Result<AccountId, FallbackReason> {
    let side = &duel.sides[duel.side_in(seat)];
    let (Some(payer), AgentPlay::Prompt(_), None) = (duel.sides[0].owner, &side.play, duel.left) else {
        return Err(FallbackReason::Refused);
    };
    if !tx.config.model.configured {
        return Err(FallbackReason::Host);
    }
    if tx.now >= tx.outages.moved(duel.created_at, duel.created_at.plus_s(tx.config.bounds.duel_s)) {
        return Err(FallbackReason::TimeOut);
    }
    duelling.version_rests_for(side.version, tx.now).map_or(Ok(payer), |(_, reason)| Err(reason))
}

/// Ask the model for one member after another. Each of them uses at most a quarter of the concurrent calls, so that none
/// delays the others.
fn ask_in_turn(tx: &mut Transaction<'_>, duelling: &mut Duelling, calls: &mut Calls, mut wanting: Wanting) {
    let most = tx.config.bounds.model_calls;
    let share = (most / SHARES).max(1);
    while duelling.asked.len() < most {
        wanting.retain(|owner, duels| !duels.is_empty() && duelling.asked_for(*owner) < share);
        let next = wanting.range((Excluded(duelling.asked_last), Unbounded)).next();
        let Some(owner) = next.or_else(|| wanting.first_key_value()).map(|(owner, _)| *owner) else { return };
        duelling.asked_last = owner;
        if let Some(duel) = wanting.get_mut(&owner).and_then(BTreeSet::pop_first) {
            ask_model(tx, duelling, calls, duel, owner);
        }
    }
}

/// Ask for the next decision of a duel.
fn ask_model(tx: &mut Transaction<'_>, duelling: &mut Duelling, calls: &mut Calls, id: DuelId, owner: AccountId) {
    let Some(duel) = tx.duels.get(id) else { return };
    let table = duel.table(id, duel.dealt);
    let Some(known) = tx.table(table) else { return };
    let Some(seat) = known.live().and_then(|live| live.board.to_act().first()) else { return };
    let (ply, version) = (known.plies().len() as u32, duel.sides[duel.side_in(seat)].version);
    let Some(call) = decision_call(tx, id, known, seat) else {
        fall_back(tx, duelling, id, table, (seat, FallbackReason::Refused));
        return duelling.wake(tx.now);
    };
    let call =
        calls.send(Call::Decide(Box::new(call)), PendingCall::Decision(DecisionPlace { duel: id, table, ply, seat }));
    let until = tx.now.plus_s(2 * tx.config.model.timeout_s + GRACE_S);
    duelling.asks(id, call, AskedDecision { until, owner, version });
    budget::count_call(tx, owner);
}

/// The input of the model: the rules, the seat's view and legal actions, and its owner's prompt. It has no names and no
/// chat.
fn decision_call(state: &HotState, id: DuelId, known: &Table, seat: Seat) -> Option<DecisionCall> {
    let duel = state.duels.get(id)?;
    let side = &duel.sides[duel.side_in(seat)];
    let AgentPlay::Prompt(prompt) = &side.play else { return None };
    let slot = side.owner.and_then(|owner| state.accounts.get(owner)).and_then(|owner| owner.row.slot);
    let prompt = state.vault.open(slot, prompt)?;
    let about = state.rules_of(&known.row).ok()?.about();
    let board = &known.live()?.board;
    Some(DecisionCall {
        label: about.label().to_owned(),
        rules: about.rules.to_owned(),
        view: board.view(Audience::of(seat)).into(),
        legal_actions: board.legal_actions(seat).into_iter().map(Json::from).collect(),
        prompt: Secret::new(prompt),
    })
}

/// The result of a call of the model. It is ignored if the position is not the one that was asked about.
pub(crate) fn decided(
    tx: &mut Transaction<'_>,
    duelling: &mut Duelling,
    call: CallId,
    place: DecisionPlace,
    result: CallResult,
) {
    let DecisionPlace { duel: id, table, ply, seat } = place;
    if let Some(asked) = duelling.answered(id, call) {
        judge_answer(tx, duelling, asked.owner, asked.version, result);
    }
    duelling.wake(tx.now);
    let Some(live) = tx.table(table).filter(|known| known.is_playing()).and_then(Table::live) else {
        return;
    };
    if live.plies().len() != ply as usize || !live.board.to_act().contains(seat) {
        return;
    }
    match result {
        CallResult::Decided(choice) | CallResult::DecidedAgain(choice) if live.board.action(seat, choice).is_some() => {
            // The position of its random stream, for its next fallback.
            let drawn = live.plies().iter().rev().find(|entry| entry.seat == seat).map_or(0, |entry| entry.drawn);
            turns::log(tx, table, ply, seat, EntryRow::Choice(choice), drawn);
            legs::go_on(tx, duelling, table);
        }
        CallResult::Decided(_)
        | CallResult::DecidedAgain(_)
        | CallResult::Undecided
        | CallResult::TimedOut
        | CallResult::Delivered
        | CallResult::Gone
        | CallResult::Refused
        | CallResult::Rejected
        | CallResult::Failed { .. } => fall_back(tx, duelling, id, table, (seat, reason_of(result))),
    }
}

/// Note what a result shows about the endpoint and about the agent's version. A second attempt is a second call.
fn judge_answer(
    tx: &mut Transaction<'_>,
    duelling: &mut Duelling,
    owner: AccountId,
    version: AgentVersionId,
    result: CallResult,
) {
    if matches!(result, CallResult::DecidedAgain(_) | CallResult::Undecided) {
        budget::count_call(tx, owner);
    }
    match result {
        CallResult::Failed { retry_after_s } => return duelling.endpoint_failed(tx.now, retry_after_s),
        // A slow answer shows nothing about the endpoint: the prompt may cause it.
        CallResult::TimedOut => {}
        CallResult::Decided(_)
        | CallResult::DecidedAgain(_)
        | CallResult::Undecided
        | CallResult::Refused
        | CallResult::Rejected
        | CallResult::Delivered
        | CallResult::Gone => duelling.endpoint_answered(),
    }
    if matches!(result, CallResult::Decided(_) | CallResult::DecidedAgain(_)) {
        duelling.version_answered(version);
    } else {
        duelling.version_failed(version, reason_of(result), tx.now);
    }
}

/// Make a decision for an agent that did not make it itself.
fn fall_back(
    tx: &mut Transaction<'_>,
    duelling: &mut Duelling,
    id: DuelId,
    table: TableId,
    (seat, reason): (Seat, FallbackReason),
) {
    if let Some(mut duel) = tx.duels.get(id).cloned() {
        duel.fallbacks += 1;
        duel.count_fallback(duel.side_in(seat), reason);
        tx.put(Record::Duel(id, Box::new(duel)));
    }
    choose(tx, duelling, table, seat, Policy::Random);
}

/// Play the choice of a policy.
fn choose(tx: &mut Transaction<'_>, duelling: &mut Duelling, table: TableId, seat: Seat, policy: Policy) {
    let Some(live) = tx.table(table).and_then(Table::live) else { return };
    let (choice, drawn) = live.board.choice_of(seat, policy).expect("a seat that is to act has a legal action");
    turns::log(tx, table, live.plies().len() as u32, seat, EntryRow::Choice(choice), drawn);
    legs::go_on(tx, duelling, table);
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

/// Why a result is not a decision. An index beyond the list counts as an unreadable answer.
const fn reason_of(result: CallResult) -> FallbackReason {
    match result {
        CallResult::Failed { .. } => FallbackReason::Host,
        CallResult::TimedOut => FallbackReason::TimeOut,
        CallResult::Refused | CallResult::Rejected => FallbackReason::Refused,
        CallResult::Decided(_)
        | CallResult::DecidedAgain(_)
        | CallResult::Undecided
        | CallResult::Delivered
        | CallResult::Gone => FallbackReason::Unreadable,
    }
}

const fn cost(policy: Policy) -> u32 {
    match policy {
        Policy::House(_) | Policy::Minimax(_) => SEARCH,
        Policy::Random | Policy::CallingStation => 1,
    }
}
