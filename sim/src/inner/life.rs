//! The life of the process: crashes, restarts, and the rest at the end.

use super::fault_stages::count_crash;
use super::model::{CheckResult, Model, must};
use super::oracles::{RoundOracle, Windows};
use super::outside::Outside;
use super::step::{Answering, CrashPoint};
use super::world::{RequestStage, SimWorld};
use turnstone_service::effects::Order;
use turnstone_service::personal::Vault;
use turnstone_service::time::Millis;

impl SimWorld {
    pub(super) fn crash(&mut self, at: CrashPoint, luck: u64, kill: bool) -> CheckResult {
        if kill {
            self.counts.hit("fault: process killed");
        }
        self.round(Some((at, luck)))?;
        count_crash(&mut self.counts, kill, at);
        self.start_again((!kill).then_some(luck))
    }

    pub(super) fn restart(&mut self) -> CheckResult {
        self.counts.hit("fault: clean restart");
        self.order(self.step, Order::Drain);
        self.round(None)?;
        let waits = |stage: &RequestStage| matches!(stage, RequestStage::Parked(_) | RequestStage::Duelling);
        let parked = self.pending.values().find(|pending| waits(&pending.stage) && !pending.gone);
        must(parked.is_none(), "a drain answers every poll", || {
            format!("{:?}", parked.map(|pending| &pending.request))
        })?;
        self.round(None)?;
        self.driver.stop()?;
        self.start_again(None)
    }

    fn start_again(&mut self, power: Option<u64>) -> CheckResult {
        self.rounds = RoundOracle::default();
        let unanswered = self.pending.len();
        self.pending.clear();
        self.outside = Outside::default();
        self.forget_pushed();
        self.searches.clear();
        self.chats.clear();
        self.pages.clear();
        self.begun.clear();
        self.windows = Windows::default();
        self.full = false;
        // What was never durable was never told: it may be made again for somebody else.
        for secret in std::mem::take(&mut self.unsure) {
            self.secrets.remove(&secret);
        }
        let promoted = self.driver.restart(power)?;
        self.record_start(unanswered, promoted);
        if promoted {
            self.counts.hit("premise: the follower went on after a crash");
        }
        self.now = self.driver.service().now();
        self.reread()?;
        let (now, latest) = (self.now(), self.model.latest);
        must(now >= latest, "the core's clock never goes back", || format!("{latest:?} to {now:?} in a restart"))?;
        self.counts.hit("premise: facts looked for after a restart");
        self.check_facts()
    }

    fn reread(&mut self) -> CheckResult {
        let records = self.driver.records()?;
        let gone = std::mem::take(&mut self.model.gone);
        let keys = self.model.keys();
        self.model = Model::of(self.settings.config(), keys, records)?;
        self.model.gone = gone;
        Ok(())
    }

    /// Everything that must hold of the whole.
    pub(crate) fn check_all(&mut self) -> CheckResult {
        self.counts.hit("premise: the whole looked at");
        let audit = self.driver.service().audit();
        must(audit.is_ok(), "the audit holds", || format!("{audit:?}"))?;
        self.driver.compare("a follower that absorbs every batch equals the leader")?;
        self.driver.compare_with_storage()?;
        let records = self.driver.records()?;
        Model::of(self.settings.config(), Vault::default(), records)?;
        self.check_facts()
    }

    /// The outside answers whatever it was asked.
    fn answer_all(&mut self) {
        while self.outside.is_asked() {
            self.answer(0, Answering::Right, u64::from(self.step));
        }
    }

    /// The faults stop: everything comes to rest.
    pub(crate) fn rest(&mut self) -> CheckResult {
        self.record_rest();
        self.driver.fail_reads(0);
        // The longest a match can last when nobody plays it: seven days of waiting, then every seat's turns.
        let patience = self.clock + 40 * 86_400_000;
        while (self.model.has_active() || !self.is_idle() || !self.pending.is_empty()) && self.clock < patience {
            self.answer_all();
            if self.is_idle() {
                self.sleep();
            }
            let due = self.driver.is_due(Millis(self.clock));
            if self.is_idle() && !due {
                break;
            }
            self.step += 1;
            self.round(None)?;
        }
        let pending = self.pending.values().next().map(|pending| format!("{:?}", pending.request));
        must(pending.is_none(), "every request is answered in the end", || pending.unwrap_or_default())?;
        let active = self.model.tables.iter().find(|(_, table)| table.is_active());
        let left = active.map(|(id, table)| format!("{id} {:?}", table.row.status));
        must(left.is_none(), "every table ends without a reader", || left.unwrap_or_default())?;
        let held = self
            .model
            .chips
            .purses
            .get(&turnstone_service::record::LedgerAccount::Held)
            .map_or(0, |purse| purse.balance);
        must(held == 0, "no chips are held in the end", || held.to_string())?;
        // Where the clock was set back, that of the core is ahead.
        self.clock = self.clock.max(self.now.0);
        while self.driver.is_due(Millis(self.clock)) || self.outside.is_asked() {
            self.answer_all();
            self.round(None)?;
        }
        self.model.check_erased()?;
        // Long after that, what is kept for a time only is gone.
        let kept_s = self.settings.party_kept_s.max(self.settings.practice_kept_s);
        self.clock += (kept_s + 2 * 86_400) * 1_000;
        self.round(None)?;
        while self.driver.is_due(Millis(self.clock)) || !self.is_idle() || self.outside.is_asked() {
            self.answer_all();
            self.clock += 1;
            self.round(None)?;
        }
        self.rounds.at_rest()?;
        self.model.check_gone()?;
        self.check_all()
    }
}
