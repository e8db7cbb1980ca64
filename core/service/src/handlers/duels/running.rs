//! The state of running duels that is not stored: whose turn it is, pending requests, and circuit breakers.

use crate::answer::Answer;
use crate::calls::CallId;
use crate::handlers::admission;
use crate::ids::{AccountId, AgentVersionId, DuelId};
use crate::limits::RateKey;
use crate::rejection::{Auth, Rejection};
use crate::request::{RequestId, Requester};
use crate::state::Transaction;
use crate::time::Millis;
use crate::timers::{Deadline, Timer, Timers};
use std::collections::BTreeMap;

/// Consecutive failures that open a breaker.
const FAILURES: u32 = 5;
/// How long a breaker stays open, in seconds, unless the endpoint asks for longer.
const REST_S: u64 = 30;
/// The longest time that the endpoint can ask for.
const MAX_REST_S: u64 = 600;
/// Breakers of versions that are kept before closed ones are forgotten.
const REMEMBERED: usize = 1000;

/// Why an agent with a prompt did not make a decision itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FallbackReason {
    TimeOut,
    Unreadable,
    Refused,
    Host,
}

/// A circuit breaker: stops calls after several consecutive failures.
#[derive(Clone, Copy, Default, Debug)]
struct Breaker {
    /// Consecutive failures.
    failures: u32,
    open_until: Millis,
}

impl Breaker {
    fn failed(&mut self, now: Millis, retry_after_s: Option<u64>) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= FAILURES {
            let rest_s = retry_after_s.unwrap_or(0).clamp(REST_S, MAX_REST_S);
            self.open_until = self.open_until.max(now.plus_s(rest_s));
        }
    }

    /// Seconds until it closes, if it is open.
    fn open_for(&self, now: Millis) -> Option<u64> {
        (self.open_until > now).then(|| self.open_until.seconds_from(now))
    }
}

/// A decision that the model was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedDecision {
    /// When its answer is ignored at the latest.
    pub(crate) until: Millis,
    /// The owner of the agent.
    pub(crate) owner: AccountId,
    pub(crate) version: AgentVersionId,
}

/// The state of running duels that is not in records.
#[derive(Default, Debug)]
pub(crate) struct Duelling {
    /// The duel that made the last decision. The next one continues.
    pub(crate) cursor: DuelId,
    /// Duels that wait for the model.
    pub(crate) asked: BTreeMap<DuelId, AskedDecision>,
    /// The owner for whom the model was asked last. The next one continues.
    pub(crate) asked_last: AccountId,
    /// When the next decisions are to be made.
    due: Option<Millis>,
    /// That time, and the ends of calls.
    timers: Timers,
    waiters: BTreeMap<DuelId, Requester>,
    waits_for: BTreeMap<RequestId, DuelId>,
    /// Replies to pending requests, in order.
    answers: Vec<(Requester, Result<Answer, Rejection>)>,
    /// The breaker of the model's endpoint.
    endpoint: Breaker,
    /// The breakers of agents' versions, with the reason of the last failure.
    versions: BTreeMap<AgentVersionId, (Breaker, FallbackReason)>,
}

impl Duelling {
    /// Make decisions at this time, or earlier if they are due earlier.
    pub(crate) fn wake(&mut self, at: Millis) {
        if self.due.is_none_or(|due| at < due) {
            self.sleep();
            self.due = Some(at);
            self.timers.set(at, Timer::AgentsDecide);
        }
    }

    /// No decisions are due.
    pub(crate) fn sleep(&mut self) {
        if let Some(due) = self.due.take() {
            self.timers.cancel(due, Timer::AgentsDecide);
        }
    }

    pub(crate) const fn timers(&self) -> &Timers {
        &self.timers
    }

    /// Cancel a timer that is being handled.
    pub(crate) fn cancel(&mut self, due: Deadline) {
        self.timers.cancel(due.at, due.timer);
    }

    /// The model was asked for a duel's decision.
    pub(crate) fn asks(&mut self, duel: DuelId, call: CallId, asked: AskedDecision) {
        self.timers.set(asked.until, Timer::DecisionEnds(call));
        self.asked.insert(duel, asked);
    }

    /// The model has answered, or its time is over.
    pub(crate) fn answered(&mut self, duel: DuelId, call: CallId) -> Option<AskedDecision> {
        let asked = self.asked.remove(&duel)?;
        self.timers.cancel(asked.until, Timer::DecisionEnds(call));
        Some(asked)
    }

    /// Keep a request pending until its duel ends, and continue the duel now.
    pub(crate) fn wait(&mut self, duel: DuelId, to: Requester, now: Millis) {
        self.waits_for.insert(to.id, duel);
        self.waiters.insert(duel, to);
        self.wake(now);
    }

    /// The peer has disconnected. Its duel continues.
    pub(crate) fn hang_up(&mut self, id: RequestId) {
        if let Some(duel) = self.waits_for.remove(&id) {
            self.waiters.remove(&duel);
        }
    }

    /// Answer the request that waits for a duel, unless its credential has ended.
    pub(crate) fn answer(&mut self, tx: &Transaction<'_>, duel: DuelId, answer: Answer) {
        let Some(waiter) = self.waiters.get(&duel) else { return };
        let answer = match admission::check_caller(tx, &waiter.caller) {
            Ok(()) => Ok(answer),
            Err(rejected) => Err(rejected.into()),
        };
        self.release(duel, answer);
    }

    /// Reject the request that waits for a duel.
    pub(crate) fn reject(&mut self, duel: DuelId, rejection: Rejection) {
        self.release(duel, Err(rejection));
    }

    /// Reject the requests of a member whose sessions have ended.
    pub(crate) fn reject_signed_out(&mut self, tx: &Transaction<'_>, member: AccountId) {
        for duel in self.awaited_by(member) {
            if let Err(rejected) = admission::check_caller(tx, &self.waiters[&duel].caller) {
                self.reject(duel, rejected.into());
            }
        }
    }

    /// Reject the requests of a member who is being erased.
    pub(crate) fn reject_erased(&mut self, member: AccountId) {
        for duel in self.awaited_by(member) {
            self.reject(duel, Auth::NotSignedIn.into());
        }
    }

    /// Before a stop, reject all pending requests, to be sent again.
    pub(crate) fn reject_all(&mut self) {
        for duel in self.waiters.keys().copied().collect::<Vec<_>>() {
            self.reject(duel, Rejection::Unavailable);
        }
    }

    /// The replies that are due.
    pub(crate) fn take_answers(&mut self) -> Vec<(Requester, Result<Answer, Rejection>)> {
        std::mem::take(&mut self.answers)
    }

    fn release(&mut self, duel: DuelId, answer: Result<Answer, Rejection>) {
        if let Some(waiter) = self.waiters.remove(&duel) {
            self.waits_for.remove(&waiter.id);
            self.answers.push((waiter, answer));
        }
    }

    fn awaited_by(&self, member: AccountId) -> Vec<DuelId> {
        let is_theirs = |waiter: &Requester| RateKey::by(&waiter.caller) == RateKey::Account(member);
        self.waiters.iter().filter(|(_, waiter)| is_theirs(waiter)).map(|(duel, _)| *duel).collect()
    }

    /// The number of pending decisions for a member's agents.
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

    /// A call for a version has failed, for another reason than an unavailable endpoint.
    pub(crate) fn version_failed(&mut self, version: AgentVersionId, reason: FallbackReason, now: Millis) {
        if self.versions.len() >= REMEMBERED {
            self.versions.retain(|_, (breaker, _)| breaker.open_for(now).is_some());
        }
        let (breaker, last) = self.versions.entry(version).or_insert((Breaker::default(), reason));
        breaker.failed(now, None);
        *last = reason;
    }

    /// Seconds until the endpoint is tried again, if its breaker is open.
    pub(crate) fn endpoint_rests_for(&self, now: Millis) -> Option<u64> {
        self.endpoint.open_for(now)
    }

    /// Seconds until the model is asked again for a version, if its breaker is open, and the reason.
    pub(crate) fn version_rests_for(&self, version: AgentVersionId, now: Millis) -> Option<(u64, FallbackReason)> {
        let (breaker, reason) = self.versions.get(&version)?;
        Some((breaker.open_for(now)?, *reason))
    }
}
