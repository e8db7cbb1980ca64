//! What happens to an honest operator: outages, clocks, stores that are restored, salvaged or lack commits, and keys that
//! are replaced or lost.

use super::players::World;
use super::server::{Copied, key};
use super::{EXPLAINED, NEVER_ACCUSED, Pocket, premise};
use crate::inner::prelude::*;
use turnstone_fairness::check::FairCode;
use turnstone_service::config::Begins;
use turnstone_service::repair::repair;

const HOUR_MS: u64 = 3_600_000;

/// What can happen, with its weight.
const LUCK: [(Luck, u64); 11] = [
    (Luck::Restart, 3),
    (Luck::Outage, 2),
    (Luck::LongOutage, 1),
    (Luck::Restore, 2),
    (Luck::Lossy, 2),
    (Luck::Salvage, 1),
    (Luck::Cut, 1),
    (Luck::Rotate, 2),
    (Luck::Compromised, 1),
    (Luck::Lost, 1),
    (Luck::Clock, 2),
];

#[derive(Clone, Copy)]
enum Luck {
    Restart,
    /// Up to two days.
    Outage,
    /// Longer than secrets are stated ahead, or nearly.
    LongOutage,
    /// A backup is restored.
    Restore,
    /// The newest commits are lost: an unclean end with buffered writes, or a promotion.
    Lossy,
    /// The store is salvaged, with all its rows.
    Salvage,
    /// The store is salvaged without one of its statements: the chain ends before it.
    Cut,
    Rotate,
    Compromised,
    /// All keys are lost.
    Lost,
    /// The clock is ahead, or put right.
    Clock,
}

/// A store that says that it was restored.
fn restored(copied: &Copied) -> Copied {
    let mut copied = copied.clone();
    copied.rows.retain(|record| !matches!(record, Record::Restored(())));
    copied.rows.push(Record::Restored(()));
    copied
}

impl World {
    /// Something happens to the operator.
    pub(super) fn suffer(&mut self, backups: &[Copied]) -> CheckResult {
        let luck: Vec<Luck> = LUCK.iter().flat_map(|(luck, weight)| vec![*luck; *weight as usize]).collect();
        match self.rng.one(&luck) {
            Luck::Restart => self.server.restart(),
            Luck::Outage => {
                self.counts.hit("luck: an outage");
                let ms = self.rng.below(48 * HOUR_MS);
                self.server.outage(ms)
            }
            Luck::LongOutage => {
                self.counts.hit("luck: an outage of many days");
                let days = self.rng.between(3, 2 * u64::from(self.server.config.days_ahead.0) + 5);
                self.server.outage(days * 24 * HOUR_MS)
            }
            Luck::Restore => {
                let Some(backup) = self.rng.pick(backups).cloned() else { return Ok(()) };
                self.counts.hit("luck: a backup was restored");
                self.restore(&backup)
            }
            Luck::Lossy => {
                let copies: Vec<Copied> = self.server.copies.iter().cloned().collect();
                let Some(copy) = self.rng.pick(&copies).cloned() else { return Ok(()) };
                self.counts.hit("luck: the newest commits were lost");
                self.server.start(&copy, true)?;
                self.find_lost()
            }
            Luck::Salvage => {
                self.counts.hit("luck: a store was salvaged");
                let copy = self.server.copied()?;
                self.restore(&copy)
            }
            Luck::Cut => {
                self.counts.hit("luck: a salvage cut the chain");
                let mut copy = self.server.copied()?;
                let statements = copy.rows.iter().filter(|record| matches!(record, Record::Statement(..))).count();
                let missing = Key::Statement(1 + self.rng.below(statements as u64) as u32);
                let keyed = copy.rows.drain(..).map(|record| (record.key(), record));
                let mut rows: BTreeMap<Key, Record> = keyed.filter(|(key, _)| *key != missing).collect();
                repair(&mut rows, &|_| false, &|_| true, &mut Vec::new());
                copy.rows.extend(rows.into_values());
                // The statement that keys were lost can be lost, too: the operator accepts that once more.
                self.server.begin(&restored(&copy), Begins { new_keys: true, ..Begins::default() })?;
                self.has_cut = true;
                self.find_lost()
            }
            Luck::Rotate => {
                self.counts.hit("luck: a key was added");
                self.add_key();
                self.server.restart()
            }
            Luck::Compromised => {
                self.counts.hit("luck: a compromised key was replaced");
                self.replace_compromised()
            }
            Luck::Lost => {
                self.counts.hit("luck: all keys were lost");
                self.lose_keys()
            }
            Luck::Clock if self.server.ahead_ms > 0 => {
                self.counts.hit("luck: a clock was put right");
                self.put_clock_right();
                Ok(())
            }
            Luck::Clock => {
                self.counts.hit("luck: a clock was ahead");
                let ahead_ms = self.rng.below(72 * HOUR_MS);
                self.server.ahead_ms = ahead_ms;
                self.server.pass(ahead_ms)
            }
        }
    }

    pub(super) fn put_clock_right(&mut self) {
        self.server.clock = self.server.right();
        self.server.ahead_ms = 0;
    }

    /// Go on with an earlier store, which says that it was restored.
    pub(super) fn restore(&mut self, copied: &Copied) -> CheckResult {
        self.server.start(&restored(copied), false)?;
        self.find_lost()
    }

    /// A new key signs from the next start on. Returns its number.
    pub(super) fn add_key(&mut self) -> u32 {
        let number = self.server.keys.last().map_or(1, |(number, _)| number + 1);
        self.server.keys.push((number, key(number)));
        number
    }

    pub(super) fn replace_compromised(&mut self) -> CheckResult {
        self.has_replaced = true;
        self.server.compromised = self.server.keys.last().map(|(number, _)| *number);
        self.add_key();
        self.server.restart()
    }

    pub(super) fn lose_keys(&mut self) -> CheckResult {
        self.has_replaced = true;
        let copied = self.server.copied()?;
        let number = self.add_key();
        self.server.keys.retain(|(own, _)| *own == number);
        self.server.compromised = None;
        self.server.start(&copied, false)
    }

    /// An honest server is not accused by those who keep what it has. Those who keep more get a verdict that says why it is missing.
    pub(super) fn judge_honest(&mut self) -> CheckResult {
        let mut pocket = self.pocket.clone();
        self.judge(&pocket, false)?;
        pocket.receipts.extend_from_slice(&self.lost.receipts);
        self.judge(&pocket, true)?;
        pocket.notes.extend_from_slice(&self.lost.notes);
        self.judge(&pocket, true)
    }

    fn judge(&mut self, pocket: &Pocket, has_lost: bool) -> CheckResult {
        let (published, verdicts) = self.verdicts(pocket, has_lost)?;
        let rule = if has_lost { EXPLAINED } else { NEVER_ACCUSED };
        for (table, verdict) in verdicts {
            let bundle = published.bundles.iter().find(|bundle| bundle["sessionId"] == *table);
            let is_late = verdict.code == FairCode::Late && bundle.is_some_and(|bundle| published.may_be_late(bundle));
            let is_loss =
                matches!(verdict.code, FairCode::Rewritten | FairCode::Proof | FairCode::Receipt | FairCode::Day);
            // With a table, the statement of its secret can be lost, too. A newer key may give the one that follows.
            let is_secret = matches!(verdict.code, FairCode::Seed | FairCode::Late);
            // A salvage can leave out eras, too. Secrets that are stated again were stated earlier: nothing proves that. If
            // the day had several secrets, one of them cannot be stated any more.
            let is_cut = self.has_cut
                && ((is_loss || verdict.code == FairCode::Late) && verdict.why.contains("(restored) began")
                    || self.has_replaced && matches!(verdict.code, FairCode::Seed | FairCode::Late));
            // The keys were lost before a table of a restored store was listed: its entry can differ from its bundle.
            let is_relisted =
                verdict.code == FairCode::Proof && self.has_replaced && verdict.why.contains("explains it");
            let is_explained = is_cut
                || is_relisted
                || has_lost
                    && (is_loss && verdict.why.contains("(restored)")
                        || is_secret && self.lost_bundles.contains_key(&table));
            let said = || format!("{table}: {verdict:?}\n{bundle:?}\n{}", published.eras());
            must(!verdict.code.is_broken() || is_late || is_explained, rule, said)?;
            self.counts.hit(if is_explained {
                "premise: an era explained what was lost"
            } else {
                premise(verdict.code)
            });
        }
        Ok(())
    }
}
