//! The deals of a run, verified by its players: with the shipped verifier, from what the service publishes, and from the
//! notes and receipts that they kept.

use super::starts::{OPENS, follow, reported};
use crate::fairness::{NEVER_ACCUSED, Published, premise};
use crate::inner::driver::Driver;
use crate::inner::prelude::*;
use crate::inner::world::SimWorld;
use turnstone_fairness::check::FairCode;

/// A statement is noted after one group commit in this many.
const SELDOM: u64 = 24;
/// Players whose clocks are ahead of the server's by more than this get a warning, and note nothing.
const CLOCKS_MS: u64 = 600_000;

impl SimWorld {
    /// A player may note the newest statement, with the time by a right clock.
    pub(super) fn note_statement(&mut self) {
        let right = self.clock.saturating_add_signed(-self.ahead_ms);
        let is_near = right <= self.judge.now.0 + CLOCKS_MS;
        let drawn = mix(&[self.seed, self.step.into(), self.drawn, 0x2073]).is_multiple_of(SELDOM);
        if !drawn || !is_near || !self.driver.commits.is_durable() {
            return;
        }
        if let Some((_, newest)) = self.judge.model.fairness.statements.last_key_value() {
            self.judge.pocket.note(&newest.text, right);
        }
    }

    pub(super) fn verify_deals(&mut self) -> CheckResult {
        let at = self.judge.now.max(Millis(self.clock));
        let published = self.driver.published(at)?;
        let verdicts = self.judge.pocket.verdicts(&published);
        for (bundle, verdict) in published.bundles.iter().zip(verdicts.bundles) {
            let is_excused = verdict.code == FairCode::Late && published.may_be_late(bundle);
            let said = || format!("{}: {verdict:?}", bundle["sessionId"]);
            must(!verdict.code.is_broken() || is_excused, NEVER_ACCUSED, said)?;
            self.judge.counts.hit(premise(verdict.code));
        }
        for (table, verdict) in verdicts.unlisted {
            must!(!verdict.code.is_broken(), NEVER_ACCUSED, "receipts of {table}: {verdict:?}")?;
        }
        Ok(())
    }
}

impl Driver {
    fn published(&mut self, at: Millis) -> Result<Published, Violation> {
        let config =
            Config { limits: Limits { anonymous_per_minute: 0, ..self.config.limits.clone() }, ..self.config.clone() };
        let keys = self.keys.clone();
        let mut service = follow(self.storage(), &config, &keys)?;
        let rows = self.storage().state().snapshot().map_err(reported(OPENS))?;
        Ok(Published::read(&mut service, &*rows, at))
    }
}
