//! What there is of running duels besides their records: whose turn it is to be played on, who waits for an answer, and
//! which breakers are open. None of it outlives the process.

use crate::answer::Answer;
use crate::calls::CallId;
use crate::handlers::admission;
use crate::ids::{AccountId, AgentVersionId, DuelId};
use crate::limits::RateKey;
use crate::refusal::{Auth, Refusal};
use crate::request::{RequestId, Requester};
use crate::state::Transaction;
use crate::time::Millis;
use crate::timers::{Deadline, Timer, Timers};
use std::collections::BTreeMap;

/// Failures in a row that stop new questions for a while.
const FAILURES: u32 = 5;
/// How long, in seconds, unless the endpoint asks for more.
const REST_S: u64 = 30;
/// The longest that it can ask for.
const LONGEST_REST_S: u64 = 600;
/// Breakers of versions that are remembered before those that are closed are forgotten.
const REMEMBERED: usize = 1000;

/// Why an agent with a prompt did not make a decision itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FallbackReason {
    TimeOut,
    Unreadable,
    Refused,
    Host,
}

/// Stops asking what has failed several times in a row.
#[derive(Clone, Copy, Default, Debug)]
struct Breaker {
    /// In a row.
    failures: u32,
    open_until: Millis,
}

impl Breaker {
    fn failed(&mut self, now: Millis, retry_after_s: Option<u64>) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= FAILURES {
            let rest_s = retry_after_s.unwrap_or(0).clamp(REST_S, LONGEST_REST_S);
            self.open_until = self.open_until.max(now.plus_s(rest_s));
        }
    }

    /// Seconds until it closes, if it is open.
    fn open_for(&self, now: Millis) -> Option<u64> {
        (self.open_until > now).then(|| self.open_until.seconds_from(now))
    }
}

/// A decision that the model is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedDecision {
    /// Until when its answer is awaited at most.
    pub(crate) until: Millis,
    /// Whose agent it is for.
    pub(crate) owner: AccountId,
    /// In which version.
    pub(crate) version: AgentVersionId,
}

/// Running duels, as far as records do not tell.
#[derive(Default, Debug)]
pub(crate) struct Duelling {
    /// The duel that made a decision last: others have their turn first.
    pub(crate) cursor: DuelId,
    /// Those that wait for the model.
    pub(crate) asked: BTreeMap<DuelId, AskedDecision>,
    /// The member whose agent asked last: others have their turn first.
    pub(crate) asked_last: AccountId,
    /// When the next decisions are to be made.
    due: Option<Millis>,
    /// That moment, and those at which decisions are no longer awaited.
    timers: Timers,
    waiters: BTreeMap<DuelId, Requester>,
    waits_for: BTreeMap<RequestId, DuelId>,
    /// Replies to those who waited, in the order in which they are to be given.
    answers: Vec<(Requester, Result<Answer, Refusal>)>,
    /// Opens when the model's endpoint is unavailable.
    endpoint: Breaker,
    /// Open when a version's own questions fail, with the reason of the last failure.
    versions: BTreeMap<AgentVersionId, (Breaker, FallbackReason)>,
}

impl Duelling {
    /// Have decisions made at this time or, if that is settled, before.
    pub(crate) fn wake(&mut self, at: Millis) {
        if self.due.is_none_or(|due| at < due) {
            self.sleep();
            self.due = Some(at);
            self.timers.set(at, Timer::AgentsDecide);
        }
    }

    /// Nothing is settled any more.
    pub(crate) fn sleep(&mut self) {
        if let Some(due) = self.due.take() {
            self.timers.cancel(due, Timer::AgentsDecide);
        }
    }

    /// Nothing is due any more.
    pub(crate) fn stop(&mut self) {
        (self.due, self.timers) = (None, Timers::default());
    }

    /// What is due.
    pub(crate) const fn timers(&self) -> &Timers {
        &self.timers
    }

    /// What was due is being done.
    pub(crate) fn cancel(&mut self, due: Deadline) {
        self.timers.cancel(due.at, due.timer);
    }

    /// The model is asked for a duel's decision.
    pub(crate) fn asks(&mut self, duel: DuelId, call: CallId, asked: AskedDecision) {
        self.timers.set(asked.until, Timer::DecisionEnds(call));
        self.asked.insert(duel, asked);
    }

    /// The model was asked for a duel's decision, and has answered or had its time.
    pub(crate) fn answered(&mut self, duel: DuelId, call: CallId) -> Option<AskedDecision> {
        let asked = self.asked.remove(&duel)?;
        self.timers.cancel(asked.until, Timer::DecisionEnds(call));
        Some(asked)
    }

    /// The request waits for its duel, which is played on now.
    pub(crate) fn park(&mut self, duel: DuelId, to: Requester, now: Millis) {
        self.waits_for.insert(to.id, duel);
        self.waiters.insert(duel, to);
        self.wake(now);
    }

    /// The peer is gone; its duel goes on.
    pub(crate) fn hang_up(&mut self, id: RequestId) {
        if let Some(duel) = self.waits_for.remove(&id) {
            self.waiters.remove(&duel);
        }
    }

    /// A duel is over: the request that waits for it is answered, unless its credential has ended.
    pub(crate) fn answer(&mut self, tx: &Transaction<'_>, duel: DuelId, answer: Answer) {
        let Some(waiter) = self.waiters.get(&duel) else { return };
        let answer = match admission::check_caller(tx, &waiter.caller) {
            Ok(()) => Ok(answer),
            Err(refused) => Err(refused.into()),
        };
        self.release(duel, answer);
    }

    /// The request that waits for a duel is rejected.
    pub(crate) fn turn_away(&mut self, duel: DuelId, refusal: Refusal) {
        self.release(duel, Err(refusal));
    }

    /// The sessions of a member may have ended: then they wait for nothing any more.
    pub(crate) fn turn_away_signed_out(&mut self, tx: &Transaction<'_>, member: AccountId) {
        for duel in self.awaited_by(member) {
            if let Err(refused) = admission::check_caller(tx, &self.waiters[&duel].caller) {
                self.turn_away(duel, refused.into());
            }
        }
    }

    /// A member is about to be erased: they wait for nothing any more.
    pub(crate) fn turn_away_erased(&mut self, member: AccountId) {
        for duel in self.awaited_by(member) {
            self.turn_away(duel, Auth::NotSignedIn.into());
        }
    }

    /// Before a stop: all requests that wait are to be sent again.
    pub(crate) fn turn_all_away(&mut self) {
        for duel in self.waiters.keys().copied().collect::<Vec<_>>() {
            self.turn_away(duel, Refusal::Unavailable);
        }
    }

    /// The replies that are due.
    pub(crate) fn take_answers(&mut self) -> Vec<(Requester, Result<Answer, Refusal>)> {
        std::mem::take(&mut self.answers)
    }

    fn release(&mut self, duel: DuelId, answer: Result<Answer, Refusal>) {
        if let Some(waiter) = self.waiters.remove(&duel) {
            self.waits_for.remove(&waiter.id);
            self.answers.push((waiter, answer));
        }
    }

    fn awaited_by(&self, member: AccountId) -> Vec<DuelId> {
        let is_theirs = |waiter: &Requester| RateKey::by(&waiter.caller) == RateKey::Account(member);
        self.waiters.iter().filter(|(_, waiter)| is_theirs(waiter)).map(|(duel, _)| *duel).collect()
    }

    /// How many decisions are asked for a member's agents.
    pub(crate) fn asked_for(&self, owner: AccountId) -> usize {
        self.asked.values().filter(|asked| asked.owner == owner).count()
    }

    /// The model's endpoint has answered.
    pub(crate) fn endpoint_answered(&mut self) {
        self.endpoint = Breaker::default();
    }

    /// The model's endpoint is unavailable.
    pub(crate) fn endpoint_failed(&mut self, now: Millis, retry_after_s: Option<u64>) {
        self.endpoint.failed(now, retry_after_s);
    }

    /// The model has decided for a version.
    pub(crate) fn version_answered(&mut self, version: AgentVersionId) {
        self.versions.remove(&version);
    }

    /// A question of a version has failed, and not for want of the endpoint.
    pub(crate) fn version_failed(&mut self, version: AgentVersionId, reason: FallbackReason, now: Millis) {
        if self.versions.len() >= REMEMBERED {
            self.versions.retain(|_, (breaker, _)| breaker.open_for(now).is_some());
        }
        let (breaker, last) = self.versions.entry(version).or_insert((Breaker::default(), reason));
        breaker.failed(now, None);
        *last = reason;
    }

    /// Seconds until something new may need the endpoint, if it has failed.
    pub(crate) fn endpoint_rests_for(&self, now: Millis) -> Option<u64> {
        self.endpoint.open_for(now)
    }

    /// Seconds until something new may be asked for a version, if its questions have failed, and why they did.
    pub(crate) fn version_rests_for(&self, version: AgentVersionId, now: Millis) -> Option<(u64, FallbackReason)> {
        let (breaker, reason) = self.versions.get(&version)?;
        Some((breaker.open_for(now)?, *reason))
    }
}
