//! The registry of rules by game and version.

use super::{About, Bundle, Kind, Rules, Verdict};
use std::fmt;

/// Rules by game and version. A new table plays the newest version of its game; tables, archives and bundles keep the
/// version that they began with.
#[derive(Clone, Copy)]
pub struct Registry {
    newest: &'static [&'static dyn Rules],
    former: &'static [&'static dyn Rules],
}

impl Registry {
    /// The newest version of each game, in the order of the API's table kinds; and former versions.
    pub const fn new(newest: &'static [&'static dyn Rules], former: &'static [&'static dyn Rules]) -> Self {
        Self { newest, former }
    }

    /// The newest version of every game.
    pub fn games(self) -> impl Iterator<Item = &'static dyn Rules> {
        self.newest.iter().copied()
    }

    /// Every version of every game, the newest ones first.
    pub fn all(self) -> impl Iterator<Item = &'static dyn Rules> {
        self.newest.iter().chain(self.former).copied()
    }

    /// The table kinds, with the rules of their new tables.
    pub fn kinds(self) -> impl Iterator<Item = (&'static dyn Rules, &'static Kind)> {
        self.games().flat_map(|rules| rules.about().kinds.iter().map(move |kind| (rules, kind)))
    }

    /// A table kind by its name.
    pub fn kind(self, name: &str) -> Option<(&'static dyn Rules, &'static Kind)> {
        self.kinds().find(|(_, kind)| kind.kind == name)
    }

    /// The newest version of a game.
    pub fn newest(self, id: &str) -> Option<&'static dyn Rules> {
        self.games().find(|rules| rules.about().id == id)
    }

    /// A version of a game.
    pub fn find(self, id: &str, version: &str) -> Option<&'static dyn Rules> {
        let is_it = |about: &About| about.id == id && about.version == version;
        self.all().find(|rules| is_it(rules.about()))
    }

    /// Replay a bundle by its own version and compare the commitment, each entry's legality, the outcome and the
    /// digest. Every bundle gets a verdict, including invalid ones.
    pub fn verify(self, bundle: &Bundle) -> Verdict {
        match super::bundle::replay(bundle, self) {
            Ok(()) => Verdict::Holds,
            Err(verdict) => verdict,
        }
    }
}

impl Default for Registry {
    fn default() -> Self {
        super::SHIPPED
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.all().map(|rules| (rules.about().id, rules.about().version))).finish()
    }
}
