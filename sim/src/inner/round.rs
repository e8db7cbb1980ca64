//! A group commit of the loop that ships: its events go to the judge.

use super::events::LoopEvent;
use super::judge::{PendingRequest, RequestStage};
use super::step::CrashPoint;
use super::world::SimWorld;
use crate::prelude::*;

impl SimWorld {
    /// Let the loop run a group commit. True if the process died on the way.
    pub(super) fn round(&mut self, fault: Option<(CrashPoint, u64)>) -> Result<bool, Violation> {
        let (at, seed, step, mut drawn) = (self.loop_clock(), self.seed, self.step, self.drawn);
        let due = self.driver.service().next_deadline();
        self.judge.begin_round(at, due.is_some_and(|deadline| deadline.at <= at));
        let stamp = || {
            let entropy = Rng::new(mix(&[seed, u64::from(step), drawn])).bytes();
            drawn += 1;
            Stamp { at, entropy }
        };
        let ran = self.driver.run(stamp, fault);
        // The first stamp only tells the time.
        self.drawn = drawn.saturating_sub(1).max(self.drawn);
        for event in self.driver.log.take() {
            self.look_at(event)?;
        }
        self.wait_for_the_disk();
        let Some(released) = ran? else { return Ok(true) };
        self.judge.end_round(&released, !self.driver.is_due(at))?;
        for (id, call) in released.calls {
            self.record_call(id, &call);
            self.note_call(id, &call);
            self.outside.take(id, call);
        }
        for (id, reply) in released.replies {
            self.record_reply(id, &reply);
            self.note_reply(id, &reply);
            self.release(id, reply);
        }
        Ok(false)
    }

    /// The disk has taken its time: replies leave after it, and what came due meanwhile is done late.
    pub(super) fn wait_for_the_disk(&mut self) {
        let waited_ms = self.driver.machine.waited_ms();
        if waited_ms == 0 {
            return;
        }
        let before = self.loop_clock();
        self.clock = self.clock.saturating_add(waited_ms);
        let now = self.loop_clock();
        let passed = |at: Millis| before < at && at <= now;
        if waited_ms >= 1_000 {
            self.judge.counts.hit("fault: a sync took seconds");
        }
        if self.driver.next_deadline().is_some_and(|deadline| passed(deadline.at)) {
            self.judge.counts.hit("premise: something came due while the disk synced");
        }
        let ended =
            |pending: &PendingRequest| matches!(&pending.stage, RequestStage::Parked(poll) if passed(poll.until));
        if self.judge.pending.values().any(ended) {
            self.judge.counts.hit("premise: a poll's time ended while the disk synced");
        }
    }

    /// What the loop takes for the time: the wall clock's, or while that is behind, when the core was started.
    fn loop_clock(&self) -> Millis {
        Millis(self.clock).max(self.started)
    }

    fn look_at(&mut self, event: LoopEvent) -> CheckResult {
        self.record_event(&event);
        let (mut appended, mut is_applied) = (None, false);
        match &event {
            LoopEvent::Applied(_) => is_applied = true,
            LoopEvent::Append { commit, .. } => appended = Some(*commit),
            LoopEvent::Stored(_, commit) => self.note(&commit.hash[..8]),
            LoopEvent::Read { .. } => {}
        }
        let batches = self.judge.event(event)?;
        if let Some(commit) = appended {
            self.driver.follow(commit, batches);
        }
        if is_applied {
            self.record_things();
        }
        Ok(())
    }
}
