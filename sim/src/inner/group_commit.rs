//! A group commit of the shipped loop. The judge gets its events.

use crate::inner::prelude::*;

impl SimWorld {
    /// Run a group commit. Returns whether the process died in it.
    pub(super) fn commit(&mut self, fault: Option<(CrashPoint, u64)>) -> Result<bool, Violation> {
        let (at, seed, step, mut drawn) = (self.loop_clock(), self.seed, self.step, self.drawn);
        self.judge.begin_commit(at, self.driver.service().next_deadline().is_some_and(|deadline| deadline.at <= at));
        let stamp = || {
            let entropy = Rng::new(mix(&[seed, u64::from(step), drawn])).bytes();
            drawn += 1;
            Stamp { at, entropy }
        };
        let ran = self.driver.run(stamp, fault);
        // The first stamp only reads the clock.
        self.drawn = drawn.saturating_sub(1).max(self.drawn);
        for event in self.driver.log.take() {
            self.look_at(event)?;
        }
        self.wait_for_the_disk();
        let Some(released) = ran? else { return Ok(true) };
        self.judge.check_receipts(&released)?;
        self.judge.end_commit(&released, !self.driver.is_due(at))?;
        for (id, call) in released.calls {
            self.record_call(id, &call);
            self.note_call(id, &call);
            self.outbound.pending.insert(id, call);
        }
        for (id, reply) in released.replies {
            self.record_reply(id, &reply);
            self.note_reply(id, &reply);
            self.release(id, reply)?;
        }
        Ok(false)
    }

    /// The time of the syncs passes: replies are released after it, and timers run late.
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
            self.judge.counts.hit("premise: a timer became due during a sync");
        }
        if self.judge.pending.values().any(|pending| pending.stage.until().is_some_and(passed)) {
            self.judge.counts.hit("premise: a poll expired during a sync");
        }
    }

    /// The clock of the loop: the wall clock, but never before the core's clock at its start.
    fn loop_clock(&self) -> Millis {
        Millis(self.clock).max(self.started)
    }

    fn look_at(&mut self, event: LoopEvent) -> CheckResult {
        self.record_event(&event);
        let (mut appended, mut is_applied) = (None, false);
        match &event {
            LoopEvent::Applied(_) => is_applied = true,
            LoopEvent::Append { commit, group } => appended = Some((*commit, group.clone())),
            LoopEvent::Stored(_, commit) => self.note(&commit.hash[..8]),
            LoopEvent::Read { .. } => {}
        }
        self.judge.event(event)?;
        self.driver.behind.extend(appended);
        if is_applied {
            self.record_things();
        }
        Ok(())
    }
}
