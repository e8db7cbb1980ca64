//! What there is of running duels besides their records: whose turn it is to be played on, who waits for an answer, and
//! how the model has answered of late. None of it outlives the process.

use crate::ids::DuelId;
use crate::limits::RateKey;
use crate::request::{Caller, RateClass, RequestId};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::BTreeMap;

/// So many failures in a row, and no new duel needs the model for a while.
const FAILURES: u32 = 5;
/// How long, in seconds, unless the model asks for more.
const REST_S: u64 = 30;
/// The longest that it can ask for.
const LONGEST_REST_S: u64 = 600;

/// Running duels, as far as records do not tell.
#[derive(Default, Debug)]
pub(crate) struct Duelling {
    /// The duel that made a decision last: others have their turn first.
    pub(crate) cursor: DuelId,
    /// Those that wait for the model, and until when at most.
    pub(crate) asked: BTreeMap<DuelId, Millis>,
    /// When the next decisions are to be made.
    due: Option<Millis>,
    waiters: BTreeMap<DuelId, Waiter>,
    waits_for: BTreeMap<RequestId, DuelId>,
    /// How often in a row the model has failed.
    failures: u32,
    /// Until when nothing new needs it.
    rests_until: Millis,
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

    /// The model has answered.
    pub(crate) const fn answered(&mut self) {
        self.failures = 0;
        self.rests_until = Millis(0);
    }

    /// It has not.
    pub(crate) fn failed(&mut self, now: Millis, retry_after_s: Option<u64>) {
        self.failures += 1;
        if self.failures >= FAILURES {
            let rest_s = retry_after_s.unwrap_or(0).clamp(REST_S, LONGEST_REST_S);
            self.rests_until = self.rests_until.max(now.plus_s(rest_s));
        }
    }

    /// Seconds until something new may need it, if it rests.
    pub(crate) fn rests_for(&self, now: Millis) -> Option<u64> {
        (self.rests_until > now).then(|| self.rests_until.seconds_from(now))
    }
}
