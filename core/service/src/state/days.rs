//! The daily challenges of today and yesterday, with their attempts.

use crate::games::MatchResult;
use crate::ids::{AccountId, TableId};
use crate::record::{DailyRow, DailyTryRow};
use crate::time::{Day, Millis};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The daily challenges that are kept, by day.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Days(BTreeMap<Day, DayBoard>);

/// A daily challenge and its attempts.
#[derive(PartialEq, Debug)]
pub(crate) struct DayBoard {
    pub(crate) row: DailyRow,
    tries: BTreeMap<AccountId, DailyTryRow>,
    ranked: BTreeSet<(Rank, AccountId)>,
}

/// Win before draw before loss before unfinished, then the higher score, then fewer plies, then the earlier
/// settlement.
type Rank = (u8, Reverse<i64>, u32, Millis);

fn rank(row: &DailyTryRow) -> Rank {
    let Some(end) = row.end else { return (3, Reverse(0), 0, Millis(0)) };
    let order = match end.result {
        MatchResult::Win => 0,
        MatchResult::Draw => 1,
        MatchResult::Loss => 2,
    };
    (order, Reverse(end.score), end.plies, end.settled_at)
}

impl Days {
    pub(super) fn put(&mut self, day: Day, row: &DailyRow) {
        let board = DayBoard { row: row.clone(), tries: BTreeMap::new(), ranked: BTreeSet::new() };
        let board = self.0.entry(day).or_insert(board);
        board.row = row.clone();
        // Attempts of an earlier era are on no board.
        let current = board.tries.iter().filter(|(_, row)| board.row.has(row));
        board.ranked = current.map(|(account, row)| (rank(row), *account)).collect();
    }

    /// Put a member's attempt. `None` if the day has no challenge.
    pub(super) fn put_try(&mut self, day: Day, account: AccountId, row: DailyTryRow) -> Option<()> {
        let board = self.0.get_mut(&day)?;
        if let Some(before) = board.tries.insert(account, row) {
            board.ranked.remove(&(rank(&before), account));
        }
        if board.row.has(&row) {
            board.ranked.insert((rank(&row), account));
        }
        Some(())
    }

    pub(super) fn forget_try(&mut self, day: Day, account: AccountId) {
        let Some(board) = self.0.get_mut(&day) else { return };
        if let Some(row) = board.tries.remove(&account) {
            board.ranked.remove(&(rank(&row), account));
        }
    }

    pub(super) fn remove(&mut self, day: Day) {
        self.0.remove(&day);
    }

    pub(crate) fn get(&self, day: Day) -> Option<&DayBoard> {
        self.0.get(&day)
    }

    /// The days before this one.
    pub(crate) fn before(&self, day: Day) -> Vec<Day> {
        self.0.range(..day).map(|(day, _)| *day).collect()
    }

    /// At most `bound` attempts of the days before this one.
    pub(crate) fn tries_before(&self, day: Day, bound: usize) -> Vec<(Day, AccountId)> {
        let of_day = |(day, board): (&Day, &DayBoard)| {
            let day = *day;
            board.tries.keys().copied().map(move |account| (day, account)).take(bound).collect::<Vec<_>>()
        };
        self.0.range(..day).flat_map(of_day).take(bound).collect()
    }
}

impl DailyRow {
    /// Whether an attempt is of this challenge, and not of an earlier era of its day.
    fn has(&self, row: &DailyTryRow) -> bool {
        row.table.made_at().0 >= self.era * 1000
    }
}

impl DayBoard {
    pub(crate) fn try_of(&self, account: AccountId) -> Option<DailyTryRow> {
        self.tries.get(&account).copied().filter(|row| self.row.has(row))
    }

    /// The tables of all attempts.
    pub(crate) fn tables(&self) -> impl Iterator<Item = TableId> {
        self.tries.values().map(|row| row.table)
    }

    /// The members who played, in the order of the board.
    pub(crate) fn ranked(&self) -> impl Iterator<Item = AccountId> {
        self.ranked.iter().map(|(_, account)| *account)
    }
}
