//! The process: crashes, restarts, and coming to rest at the end.

use super::fault_stages::count_crash;
use super::outbound::OutboundCalls;
use super::recording::SERVICE;
use crate::inner::judge::RequestStage;
use crate::inner::model::Model;
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::{Action, Answering, CrashPoint, DiskTrial, StoryStep, What};
use crate::inner::world::SimWorld;

/// One check in this many verifies all deals.
const SELDOM: u64 = 4;

impl SimWorld {
    pub(super) fn crash(&mut self, at: CrashPoint, luck: u64, kill: bool) -> CheckResult {
        // Unsynced writes do not survive a power failure, and buffered durability does not promise that they do.
        let kill = kill || self.judge.settings.buffered;
        if self.judge.settings.buffered {
            self.judge.counts.hit("premise: a process with buffered writes died");
        }
        // Nor do they survive a failed sync.
        let at = if self.judge.settings.buffered && at == CrashPoint::WriteFails { CrashPoint::Writing } else { at };
        if kill {
            self.judge.counts.hit("fault: process killed");
        }
        self.commit(Some((at, luck)))?;
        count_crash(&mut self.judge.counts, kill, at);
        self.start_again((!kill).then_some(luck))
    }

    /// A clean stop, and a start with other settings. Invalid settings are ignored.
    pub(super) fn reconfigure(&mut self, change: &Map<String, Value>) -> CheckResult {
        let Ok(settings) = self.judge.settings.changed(change) else { return Ok(()) };
        self.judge.counts.hit("fault: restart with other settings");
        self.restart(Some(settings))
    }

    /// A clean stop and start.
    pub(super) fn restart(&mut self, settings: Option<WorldSettings>) -> CheckResult {
        self.judge.counts.hit("fault: clean restart");
        self.stop()?;
        if let Some(settings) = settings {
            self.configure(settings)?;
        }
        self.start_again(None)
    }

    /// Wait until the core has nothing that is not durable.
    fn settle(&mut self) -> CheckResult {
        while !self.driver.commits.is_durable() {
            self.commit(None)?;
        }
        Ok(())
    }

    /// A clean stop.
    fn stop(&mut self) -> CheckResult {
        self.order(self.step, Order::Drain);
        // Earlier commands may need several group commits.
        while !self.driver.commits.is_idle() {
            self.commit(None)?;
        }
        let waits = |stage: &RequestStage| stage.until().is_some() || matches!(stage, RequestStage::Duelling);
        let poll = self.pending.values().find(|pending| waits(&pending.stage) && !pending.gone);
        must!(poll.is_none(), "a drain answers every poll", "{:?}", poll.map(|pending| &pending.request))?;
        self.driver.stop()
    }

    /// The next start has these settings. Tokens are valid while the keys that signed them exist.
    fn configure(&mut self, settings: WorldSettings) -> CheckResult {
        self.known.change_keys(&settings)?;
        self.driver.configure(&settings);
        self.judge.configure(settings);
        Ok(())
    }

    /// A clean stop, after which the run continues from a restored backup or a salvaged store.
    pub(super) fn move_away(&mut self, luck: u64) -> CheckResult {
        if self.judge.settings.buffered {
            return Ok(());
        }
        self.stop()?;
        self.driver.move_away(luck)?;
        self.start_again(None)
    }

    /// Try something with a copy of the disk.
    pub(super) fn try_disk(&mut self, what: DiskTrial, luck: u64) -> CheckResult {
        // The trials compare with what is synced.
        if self.judge.settings.buffered {
            return Ok(());
        }
        self.settle()?;
        self.driver.try_disk(what, luck)?;
        self.judge.counts.merge(&std::mem::take(&mut self.driver.counts));
        Ok(())
    }

    fn start_again(&mut self, power: Option<u64>) -> CheckResult {
        let unanswered = self.judge.pending.len();
        self.outbound = OutboundCalls::default();
        self.judge.stopped();
        let promoted = self.driver.restart(power)?;
        self.judge.counts.merge(&std::mem::take(&mut self.driver.counts));
        self.wait_for_the_disk();
        self.record_start(unanswered, promoted);
        if promoted {
            self.judge.counts.hit("premise: the follower became the leader after a crash");
        }
        self.started = self.driver.service().now();
        self.judge.started(self.started, self.driver.records()?)
    }

    /// Check all invariants of the whole state; at the end of a run, the deals, too.
    pub(crate) fn check_all(&mut self, is_over: bool) -> CheckResult {
        self.settle()?;
        self.judge.counts.hit("premise: all invariants were checked");
        self.judge.counts.merge(&std::mem::take(&mut self.driver.counts));
        let audit = self.driver.service().audit();
        must!(audit.is_ok(), "the core's own audit passes", "{audit:?}")?;
        self.driver.compare("a follower that absorbs every batch equals the leader")?;
        self.driver.compare_with_storage()?;
        self.ask_alike()?;
        if is_over || mix(&[self.seed, self.step.into(), 0xfa17]).is_multiple_of(SELDOM) {
            self.verify_deals()?;
        }
        Model::of((self.judge.settings.config(), self.judge.settings.keys()), Vault::default(), self.driver.records()?)
            .map(drop)
    }

    /// A step that was not drawn. It is part of the story if a rule is violated here.
    fn rest_step(&mut self, steps: &mut Vec<StoryStep>, after_ms: u64, action: Action) -> CheckResult {
        let step = StoryStep { n: self.step + 1, after_ms, who: "world".to_owned(), what: What::Do(action) };
        steps.push(step.clone());
        self.act(&step)
    }

    /// Let time pass and everything happen that is due then.
    fn pass(&mut self, steps: &mut Vec<StoryStep>, ms: u64) -> CheckResult {
        self.rest_step(steps, ms, Action::Commit)?;
        // Work that exceeds a step continues a millisecond later.
        while self.driver.is_due(Millis(self.clock + 1))
            || !self.driver.commits.is_idle()
            || !self.outbound.pending.is_empty()
        {
            self.answer_all(steps)?;
            self.rest_step(steps, 1, Action::Commit)?;
        }
        Ok(())
    }

    /// Answer all pending outbound calls.
    fn answer_all(&mut self, steps: &mut Vec<StoryStep>) -> CheckResult {
        while !self.outbound.pending.is_empty() {
            let luck = u64::from(self.step);
            self.rest_step(steps, 0, Action::Answer { place: 0, how: Answering::Right, luck })?;
        }
        Ok(())
    }

    /// The faults stop, and the run comes to rest by ordinary steps.
    pub(crate) fn rest(&mut self, steps: &mut Vec<StoryStep>) -> CheckResult {
        self.record(SERVICE, "rest", None, "the steps are over, the run comes to rest", "");
        if self.driver.reads_fail() {
            self.rest_step(steps, 0, Action::BadReads { next: 0 })?;
        }
        // The maximum duration of a match without moves: seven days of waiting, then the turns of every seat.
        let patience = self.clock + 40 * DAY_MS;
        while (self.model.has_active() || !self.driver.commits.is_idle() || !self.pending.is_empty())
            && self.clock < patience
        {
            self.answer_all(steps)?;
            if self.driver.commits.is_idle() {
                self.rest_step(steps, 0, Action::Sleep)?;
            }
            if self.driver.commits.is_idle() && !self.driver.is_due(Millis(self.clock)) {
                break;
            }
            self.rest_step(steps, 0, Action::Commit)?;
        }
        let pending = self.pending.values().next().map(|pending| format!("{:?}", pending.request));
        must(pending.is_none(), "every request is answered", || pending.unwrap_or_default())?;
        let active = self.model.tables.iter().find(|(_, table)| table.is_active());
        let left = active.map(|(id, table)| format!("{id} {:?}", table.row.status));
        must(left.is_none(), "every table ends without reads", || left.unwrap_or_default())?;
        let held = self.model.chips.balances.get(&LedgerAccount::Held).map_or(0, |row| row.balance);
        must(held == 0, "no chips are held at the end", || held.to_string())?;
        // After the wall clock was set back, the core's clock is ahead.
        let mut after_ms = self.now.0.saturating_sub(self.clock);
        while self.driver.is_due(Millis(self.clock + after_ms)) || !self.outbound.pending.is_empty() {
            self.answer_all(steps)?;
            self.rest_step(steps, std::mem::take(&mut after_ms), Action::Commit)?;
        }
        self.judge.model.check_erased()?;
        // After the retention times, temporary rows are gone.
        let settings = &self.judge.settings;
        let kept_s = settings.party_kept_s.max(settings.practice_kept_s).max(settings.chat_kept_s);
        // A chat expires at the turn of a day after its table was archived.
        self.pass(steps, after_ms + settings.archive_after_s * 1_000)?;
        self.pass(steps, kept_s * 1_000 + 2 * DAY_MS)?;
        self.judge.commits.at_rest()?;
        self.judge.model.check_gone()?;
        self.check_all(true)
    }
}
