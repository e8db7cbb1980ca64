//! Seeds that stay secret for some time after the end of their table, because others still play the same deal.

use super::hot::HotState;
use crate::ids::TableId;
use crate::record::TableRow;
use crate::time::Millis;

/// Why a seed is sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seal {
    /// The daily challenge has one deal: until this moment, or until the last of its tables has ended, if that is
    /// later.
    Daily(Millis),
    /// The return leg of a duel has the same deal: until it is over.
    Duel,
}

impl Seal {
    /// The API's name for it.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Daily(_) => "daily",
            Self::Duel => "duel",
        }
    }

    /// Until when, if that is known.
    pub(crate) const fn until(self) -> Option<Millis> {
        match self {
            Self::Daily(until) => Some(until),
            Self::Duel => None,
        }
    }

    /// Whether others cannot see the table, because they are to play the same deal.
    pub(crate) const fn is_private(self) -> bool {
        matches!(self, Self::Daily(_))
    }
}

impl HotState {
    /// The seal on the seed of a table, hot or archived, if there is one at `now`.
    pub(crate) fn seal_of(&self, id: TableId, row: &TableRow, now: Millis) -> Option<Seal> {
        let twin_is_played = || {
            let (duel, leg) = id.leg()?;
            self.duels.get(duel).filter(|duel| duel.seals(leg)).map(|_| Seal::Duel)
        };
        self.tables.sealed_until(row, now).map(Seal::Daily).or_else(twin_is_played)
    }
}
