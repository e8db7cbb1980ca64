//! What there is of running duels besides their records: whose turn it is to be played on, who waits for an answer, and
//! which breakers are open. None of it outlives the process.

use crate::ids::{AccountId, AgentVersionId, DuelId};
use crate::limits::RateKey;
use crate::request::{Caller, RateClass, RequestId};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
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
    waiters: BTreeMap<DuelId, Waiter>,
    waits_for: BTreeMap<RequestId, DuelId>,
    /// Opens when the model's endpoint is unavailable.
    endpoint: Breaker,
    /// Open when a version's own questions fail, with the reason of the last failure.
    versions: BTreeMap<AgentVersionId, (Breaker, FallbackReason)>,
}

/// A request whose answer comes when its duel is over.
#[derive(Debug)]
pub(crate) struct Waiter {
    pub(crate) id: RequestId,
    pub(crate) caller: Caller,
    pub(crate) class: RateClass,
}

impl Duelling {
    /// Have decisions made at this time or, if that is settled, before.
    pub(crate) fn wake(&mut self, at: Millis, agenda: &mut Timers) {
        if self.due.is_none_or(|due| at < due) {
            self.sleep(agenda);
            self.due = Some(at);
            agenda.set(at, Timer::AgentsDecide);
        }
    }

    /// Nothing is settled any more.
    pub(crate) fn sleep(&mut self, agenda: &mut Timers) {
        if let Some(due) = self.due.take() {
            agenda.cancel(due, Timer::AgentsDecide);
        }
    }

    /// The request waits for its duel.
    pub(crate) fn park(&mut self, duel: DuelId, waiter: Waiter) {
        self.waits_for.insert(waiter.id, duel);
        self.waiters.insert(duel, waiter);
    }

    /// The peer is gone; its duel goes on.
    pub(crate) fn hang_up(&mut self, id: RequestId) {
        if let Some(duel) = self.waits_for.remove(&id) {
            self.waiters.remove(&duel);
        }
    }

    /// Who waits for a duel.
    pub(crate) fn waiter(&self, duel: DuelId) -> Option<&Waiter> {
        self.waiters.get(&duel)
    }

    /// Who waits for a duel, and waits no more.
    pub(crate) fn release(&mut self, duel: DuelId) -> Option<Waiter> {
        let waiter = self.waiters.remove(&duel)?;
        self.waits_for.remove(&waiter.id);
        Some(waiter)
    }

    /// The duels that a member waits for.
    pub(crate) fn awaited_by(&self, member: RateKey) -> Vec<DuelId> {
        let is_his = |waiter: &Waiter| RateKey::by(&waiter.caller) == member;
        self.waiters.iter().filter(|(_, waiter)| is_his(waiter)).map(|(duel, _)| *duel).collect()
    }

    /// The duels that somebody waits for.
    pub(crate) fn awaited(&self) -> Vec<DuelId> {
        self.waiters.keys().copied().collect()
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
