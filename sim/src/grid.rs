//! Counters for every combination of some parts, generated from the game registry and the contract, so that a new game
//! or operation is expected at once. A combination that cannot happen has a reason.

use std::collections::BTreeMap;

/// The combinations, by the names of their counters.
#[derive(Default, Debug)]
pub struct Grid(BTreeMap<String, Cell>);

/// Whether a combination has to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// In any run of some hundred seeds.
    Must,
    /// Possibly. The text says why it is not expected.
    May(&'static str),
    /// Never, because it would break a rule. The text says why.
    Never(&'static str),
}

impl FromIterator<(String, Cell)> for Grid {
    fn from_iter<I: IntoIterator<Item = (String, Cell)>>(cells: I) -> Self {
        Self(cells.into_iter().collect())
    }
}

impl Grid {
    /// Add a combination.
    pub(crate) fn add(&mut self, name: String, cell: Cell) {
        self.0.insert(name, cell);
    }

    /// The counter of a combination and whether it has to happen.
    pub(crate) fn find(&'static self, name: &str) -> Option<(&'static str, Cell)> {
        self.0.get_key_value(name).map(|(name, cell)| (name.as_str(), *cell))
    }

    /// All combinations.
    pub(crate) fn cells(&'static self) -> impl Iterator<Item = (&'static str, Cell)> {
        self.0.iter().map(|(name, cell)| (name.as_str(), *cell))
    }

    /// The combinations that have to happen.
    pub fn expected(&'static self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(_, cell)| **cell == Cell::Must).map(|(name, _)| name.as_str())
    }
}
