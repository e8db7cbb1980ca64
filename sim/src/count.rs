//! What happened in a run: how often each fault fired, each operation was done and each invariant's premise was true. A
//! run in which something never happened proves nothing about it.

use crate::grid::{Cell, Grid};
use std::collections::BTreeMap;

/// Counters by name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// It happened.
    pub fn hit(&mut self, what: &'static str) {
        self.add(what, 1);
    }

    /// It happened so often.
    pub fn add(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    /// A combination happened. What the grid does not have is not counted.
    pub(crate) fn hit_cell(&mut self, grid: &'static Grid, name: &str) -> Option<Cell> {
        let (name, cell) = grid.find(name)?;
        self.hit(name);
        Some(cell)
    }

    /// How often it happened.
    pub fn get(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// All that happened, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(what, times)| (*what, *times))
    }

    /// Take in the counts of another run.
    pub fn merge(&mut self, other: &Self) {
        for (what, times) in other.iter() {
            self.add(what, times);
        }
    }
}

/// What should happen in any run of some hundred seeds; what did not is reported.
pub fn premises() -> impl Iterator<Item = &'static str> {
    include_str!("premises.txt").lines()
}
