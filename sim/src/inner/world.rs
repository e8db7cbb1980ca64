//! The world of a run: the driver, the callers, and the judge.

use super::outbound::OutboundCalls;
use super::recorded::Recording;
use crate::inner::callers::CallerState;
use crate::inner::driver::Driver;
use crate::inner::events::LoopEvent;
use crate::inner::judge::Judge;
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::CrashPoint;
use std::ops::Deref;

pub(crate) struct SimWorld {
    pub(super) seed: u64,
    /// The wall clock in milliseconds.
    pub(crate) clock: u64,
    pub(crate) driver: Driver,
    pub(super) judge: Judge,
    pub(crate) known: CallerState,
    /// The core's clock at the latest start: the loop's is never behind it.
    pub(super) started: Millis,
    pub(crate) outbound: OutboundCalls,
    pub(super) recording: Option<Box<Recording>>,
    /// A hash over everything that was written and replied.
    pub(super) trace: u64,
    pub(super) step: u32,
    pub(super) drawn: u64,
    /// How far the wall clock is ahead of a right one.
    pub(super) ahead_ms: i64,
}

/// The state of the judge can be read.
impl Deref for SimWorld {
    type Target = Judge;

    fn deref(&self) -> &Judge {
        &self.judge
    }
}

/// What requests are drawn from: the judge's model and the expected state of the callers.
pub(crate) trait Scene: Deref<Target = Judge> {
    fn known(&self) -> &CallerState;

    fn clock(&self) -> u64;
}

impl Scene for SimWorld {
    fn known(&self) -> &CallerState {
        &self.known
    }

    fn clock(&self) -> u64 {
        self.clock
    }
}

impl SimWorld {
    pub(crate) fn new(seed: u64, settings: WorldSettings) -> Result<Self, Violation> {
        let driver = Driver::new(seed, &settings)?;
        let (former, started) = (settings.former, driver.service().now());
        let mut world = Self {
            seed,
            clock: settings.start_ms,
            known: CallerState::new(settings.server_keys),
            judge: Judge::new(settings, started),
            started,
            driver,
            outbound: OutboundCalls::default(),
            recording: None,
            trace: 0xcbf2_9ce4_8422_2325,
            step: 0,
            drawn: 0,
            ahead_ms: 0,
        };
        if former {
            world.take_over()?;
        }
        Ok(world)
    }

    /// Advance the clock to the next deadline.
    pub(crate) fn sleep(&mut self) {
        if let Some(deadline) = self.driver.service().next_deadline() {
            self.clock = self.clock.max(deadline.at.0);
        }
    }
}

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
        self.driver.go_on_reading()?;
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
        self.note_statement();
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
        if self.driver.commits.next_deadline().is_some_and(|deadline| passed(deadline.at)) {
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
