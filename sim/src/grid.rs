//! Counters for every combination of some parts, made from the registry of games and from the contract: what comes in
//! new there is asked for here at once. A combination that cannot happen says why, and one that must is asked for by
//! the tests.

use std::collections::BTreeMap;

/// The combinations, by the names of their counters.
#[derive(Default, Debug)]
pub struct Grid(BTreeMap<String, Cell>);

/// Whether a combination has to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// In any run of some hundred seeds.
    Must,
    /// Perhaps: why it is not asked for.
    May(&'static str),
    /// It would break a rule: why.
    Never(&'static str),
}

impl Grid {
    /// One more combination.
    pub(crate) fn add(&mut self, name: String, cell: Cell) {
        self.0.insert(name, cell);
    }

    /// The counter of a combination, and whether it has to happen; nothing if it is none of them.
    pub(crate) fn find(&'static self, name: &str) -> Option<(&'static str, Cell)> {
        self.0.get_key_value(name).map(|(name, cell)| (name.as_str(), *cell))
    }

    /// Those that have to happen.
    pub fn expected(&'static self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(_, cell)| **cell == Cell::Must).map(|(name, _)| name.as_str())
    }
}
