//! The days with their secrets, and the chain of statements.

use crate::record::{FairDayRow, StatementRow};
use crate::time::Day;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_fairness::{Says, Statement, text_hash};

/// The days with their secrets, and the chain of statements.
#[derive(PartialEq, Default, Debug)]
pub(crate) struct Fairness {
    days: BTreeMap<Day, FairDayRow>,
    /// Those that are not closed.
    open: BTreeSet<Day>,
    statements: BTreeMap<u32, StatementRow>,
    /// The key that the newest statement about keys names.
    key: Option<[u8; 32]>,
}

impl Fairness {
    pub(super) fn put_day(&mut self, day: Day, row: FairDayRow) {
        self.days.insert(day, row);
        if row.closed_by.is_none() {
            self.open.insert(day);
        } else {
            self.open.remove(&day);
        }
    }

    pub(super) fn put_statement(&mut self, number: u32, row: &StatementRow) {
        if let Some(Says::Key(key)) = Statement::parse(&row.text).map(|statement| statement.says) {
            self.key = Some(key);
        }
        self.statements.insert(number, row.clone());
    }

    pub(crate) fn day(&self, day: Day) -> Option<&FairDayRow> {
        self.days.get(&day)
    }

    /// Days before this one that are not closed, the first one first.
    pub(crate) fn open_before(&self, day: Day) -> impl Iterator<Item = (Day, &FairDayRow)> {
        self.open.range(..day).map(|day| (*day, &self.days[day]))
    }

    /// The key that signs.
    pub(crate) const fn key(&self) -> Option<[u8; 32]> {
        self.key
    }

    /// The number of the newest statement and the hash of its text; zeros if there is none.
    pub(crate) fn head(&self) -> (u32, [u8; 32]) {
        self.statements.last_key_value().map_or((0, [0; 32]), |(number, row)| (*number, text_hash(&row.text)))
    }

    pub(crate) fn statement(&self, number: u32) -> Option<&StatementRow> {
        self.statements.get(&number)
    }

    /// Statements from this number on.
    pub(crate) fn statements_from(&self, number: u32) -> impl Iterator<Item = (u32, &StatementRow)> {
        self.statements.range(number..).map(|(number, row)| (*number, row))
    }
}
