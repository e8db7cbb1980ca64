//! Losses of the house to members, by day.

use crate::ids::AccountId;
use crate::record::HouseLossRow;
use crate::time::Day;
use std::collections::BTreeMap;

/// Net chips that the house has lost, by day and member.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct HouseLosses(BTreeMap<(Day, AccountId), HouseLossRow>);

impl HouseLosses {
    pub(super) fn put(&mut self, day: Day, member: AccountId, row: HouseLossRow) {
        self.0.insert((day, member), row);
    }

    pub(super) fn remove(&mut self, day: Day, member: AccountId) {
        self.0.remove(&(day, member));
    }

    pub(crate) fn get(&self, day: Day, member: AccountId) -> i64 {
        self.0.get(&(day, member)).map_or(0, |row| row.chips)
    }

    /// At most `bound` of those before a day.
    pub(crate) fn before(&self, day: Day, bound: usize) -> Vec<(Day, AccountId)> {
        self.0.range(..(day, AccountId(0))).take(bound).map(|(key, _)| *key).collect()
    }
}
