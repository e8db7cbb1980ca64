//! The leaderboard of the week: net chips won at tables since Monday.

use super::ranking::{Ranking, RankingKey};
use crate::ids::AccountId;
use crate::record::WeekRow;
use crate::time::{Day, Millis};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Results of members by week, and the order of the newest week.
#[derive(Default, Debug)]
pub(crate) struct Weeks {
    rows: BTreeMap<(Day, AccountId), WeekRow>,
    newest: Day,
    ranking: Ranking,
}

/// The Monday of a day's week. The first day of the epoch was a Thursday.
pub(crate) const fn week_of(day: Day) -> Day {
    Day(day.0.saturating_sub((day.0 + 3) % 7))
}

impl Weeks {
    pub(super) fn put(&mut self, week: Day, id: AccountId, row: WeekRow) {
        if week > self.newest {
            (self.newest, self.ranking) = (week, Ranking::default());
        }
        self.rows.insert((week, id), row);
    }

    pub(super) fn remove(&mut self, week: Day, id: AccountId) {
        self.rows.remove(&(week, id));
        if week == self.newest {
            self.ranking.set_place(id, None);
        }
    }

    /// Put a member at the place of their result in the newest week. Without a handle they have no place.
    pub(super) fn rank(&mut self, id: AccountId, handle: Option<&str>) {
        let place = |handle: &str| self.rows.get(&(self.newest, id)).map(|row| key(*row, handle));
        let place = handle.and_then(place);
        self.ranking.set_place(id, place);
    }

    pub(crate) fn get(&self, week: Day, id: AccountId) -> Option<WeekRow> {
        self.rows.get(&(week, id)).copied()
    }

    /// The first `limit` members of a week.
    pub(crate) fn top(&self, week: Day, limit: usize) -> impl Iterator<Item = AccountId> {
        self.ranking.top(if week == self.newest { limit } else { 0 })
    }

    /// The rank of a member in a week, or the one that they would have, from 1.
    pub(crate) fn rank_in(&self, week: Day, id: AccountId, handle: &str) -> u64 {
        if week != self.newest {
            return 1;
        }
        let none = WeekRow { net: 0, net_at: Millis(u64::MAX) };
        self.ranking.rank_of(id, || key(self.get(week, id).unwrap_or(none), handle))
    }

    /// Results of weeks before one, at most `limit`.
    pub(crate) fn before(&self, week: Day, limit: usize) -> Vec<(Day, AccountId)> {
        self.rows.range(..(week, AccountId(0))).map(|(key, _)| *key).take(limit).collect()
    }

    /// The parts that must be equal in two states.
    pub(super) fn compared(&self) -> impl PartialEq + Debug {
        let is_newest = self.rows.range((self.newest, AccountId(0))..).next().is_some();
        (&self.rows, is_newest.then(|| self.ranking.compared()))
    }
}

fn key(row: WeekRow, handle: &str) -> RankingKey {
    (Reverse(row.net), row.net_at, handle.to_owned())
}

#[cfg(test)]
mod tests {
    use super::week_of;
    use crate::time::Day;

    #[test]
    fn a_week_begins_on_monday() {
        // 1970-01-05 was a Monday.
        assert_eq!([4, 5, 10, 11].map(|day| week_of(Day(day)).0), [4, 4, 4, 11]);
        assert_eq!([0, 3].map(|day| week_of(Day(day)).0), [0, 0]);
    }
}
