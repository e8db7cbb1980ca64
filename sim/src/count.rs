//! The events of a run: how often each fault occurred, each operation was called and each premise of an invariant was
//! true. A run proves nothing about an event that did not happen.

use crate::grid::{Cell, Grid};
use std::collections::BTreeMap;

/// The totals of a run.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Totals {
    /// The events of the run.
    pub counts: Counts,
    /// A hash over everything that left the service. Equal runs have equal hashes.
    pub trace: u64,
    /// That hash after each step of the story, or after each response with its line of the story.
    pub traces: Vec<(u32, u64)>,
    /// Number of commands of the core, or of responses.
    pub work: u64,
    /// Milliseconds of the simulated clock.
    pub simulated_ms: u64,
}

/// Counters by name.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// Count an event.
    pub fn hit(&mut self, what: &'static str) {
        self.add(what, 1);
    }

    /// Count an event several times.
    pub fn add(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    /// Count a combination of a grid. Other names are ignored.
    pub(crate) fn hit_cell(&mut self, grid: &'static Grid, name: &str) -> Option<Cell> {
        let (name, cell) = grid.find(name)?;
        self.hit(name);
        Some(cell)
    }

    /// How often an event happened.
    pub fn get(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// All counters by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(what, times)| (*what, *times))
    }

    /// Add the counters of another run.
    pub fn merge(&mut self, other: &Self) {
        for (what, times) in other.iter() {
            self.add(what, times);
        }
    }
}
