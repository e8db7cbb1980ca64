//! Counts with a limit per UTC day: calls of the model for a member's agents, and their losses to challengers.

use crate::ids::AccountId;
use crate::record::ModelUseRow;
use crate::time::{Day, Millis};
use std::collections::BTreeMap;

const HOUR_MS: u64 = 3_600_000;

/// Counts by day and member.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct AgentDays {
    asked: BTreeMap<(Day, AccountId), ModelUseRow>,
    /// The calls of all members.
    asked_by_all: BTreeMap<Day, u64>,
    lost: BTreeMap<(Day, AccountId), i64>,
}

impl AgentDays {
    pub(super) fn put_use(&mut self, day: Day, member: AccountId, row: ModelUseRow) {
        self.remove_use(day, member);
        self.asked.insert((day, member), row);
        *self.asked_by_all.entry(day).or_default() += u64::from(row.calls);
    }

    pub(super) fn remove_use(&mut self, day: Day, member: AccountId) {
        let Some(row) = self.asked.remove(&(day, member)) else { return };
        if let Some(all) = self.asked_by_all.get_mut(&day) {
            *all -= u64::from(row.calls);
        }
        if self.asked.range((day, AccountId(0))..=(day, AccountId(u128::MAX))).next().is_none() {
            self.asked_by_all.remove(&day);
        }
    }

    pub(super) fn put_loss(&mut self, day: Day, member: AccountId, chips: i64) {
        self.lost.insert((day, member), chips);
    }

    pub(super) fn remove_loss(&mut self, day: Day, member: AccountId) {
        self.lost.remove(&(day, member));
    }

    /// The calls of a member in the current day and hour.
    pub(crate) fn used(&self, member: AccountId, now: Millis) -> ModelUseRow {
        let hour = hour_of(now);
        let row = self.asked.get(&(now.day(), member)).copied().unwrap_or_default();
        if row.hour == hour { row } else { ModelUseRow { hour, in_hour: 0, ..row } }
    }

    /// The calls of all members in the current day.
    pub(crate) fn used_by_all(&self, now: Millis) -> u64 {
        self.asked_by_all.get(&now.day()).copied().unwrap_or_default()
    }

    /// Chips that a member's agents have lost to challengers in a day, less what they won from them.
    pub(crate) fn lost(&self, member: AccountId, day: Day) -> i64 {
        self.lost.get(&(day, member)).copied().unwrap_or_default()
    }

    /// Counts of calls before a day, at most `bound` of them.
    pub(crate) fn uses_before(&self, day: Day, bound: usize) -> Vec<(Day, AccountId)> {
        self.asked.range(..(day, AccountId(0))).take(bound).map(|(key, _)| *key).collect()
    }

    /// Losses before a day, at most `bound` of them.
    pub(crate) fn losses_before(&self, day: Day, bound: usize) -> Vec<(Day, AccountId)> {
        self.lost.range(..(day, AccountId(0))).take(bound).map(|(key, _)| *key).collect()
    }
}

/// The hour of the UTC day, 0 to 23.
const fn hour_of(now: Millis) -> u8 {
    (now.0 / HOUR_MS % 24) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: AccountId = AccountId(1);
    const BOB: AccountId = AccountId(2);

    #[test]
    fn calls_of_another_hour_or_day_do_not_count() {
        let mut days = AgentDays::default();
        let today = Day(9);
        let noon = Millis(today.start().0 + 12 * HOUR_MS);
        days.put_use(today, ADA, ModelUseRow { calls: 7, hour: 12, in_hour: 3 });
        days.put_use(today, BOB, ModelUseRow { calls: 5, hour: 11, in_hour: 5 });
        assert_eq!(days.used(ADA, noon), ModelUseRow { calls: 7, hour: 12, in_hour: 3 });
        assert_eq!(days.used(BOB, noon), ModelUseRow { calls: 5, hour: 12, in_hour: 0 });
        assert_eq!((days.used_by_all(noon), days.used_by_all(Day(10).start())), (12, 0));
        days.put_use(today, ADA, ModelUseRow { calls: 8, hour: 12, in_hour: 4 });
        assert_eq!(days.used_by_all(noon), 13);
        days.remove_use(today, ADA);
        days.remove_use(today, BOB);
        assert_eq!(days, AgentDays::default());
    }
}
