//! How tables end: every kind, ending and set of opponents.

use crate::grid::{Cell, Grid};
use std::sync::LazyLock;
use turnstone_service::games::{About, Kind, Opening, SHIPPED};

/// A way to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    PlayedOut,
    GivenUp,
    TimedOut,
    /// A player left, and the others played on.
    PlayedOn,
    Cancelled,
}

/// The players of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Company {
    Members,
    /// Members, and the house in the seats to which no player was invited.
    MembersAndHouse,
    House,
    Practice,
    Guest,
}

/// All kinds, and the games of duels and self-checks.
pub(crate) static ENDINGS: LazyLock<Grid> = LazyLock::new(|| {
    use {Company::*, Ending::*};
    let mut grid = Grid::default();
    for (rules, kind) in SHIPPED.kinds() {
        for ending in [PlayedOut, GivenUp, TimedOut, PlayedOn, Cancelled] {
            for company in [Members, MembersAndHouse, House, Practice, Guest] {
                let cell = cell(rules.about(), kind, ending, company);
                if cell == Cell::Must {
                    grid.add(name(ANY, ending, company), Cell::Must);
                }
                let seldom = cell == Cell::Must && !is_frequent(rules.about(), ending, company);
                grid.add(name(kind.kind, ending, company), if seldom { SELDOM } else { cell });
            }
        }
    }
    grid
});

/// Any kind of table.
pub(crate) const ANY: &str = "any kind";

const SELDOM: Cell = Cell::May("too rare for each kind: expected for any kind");

/// Endings that happen for each kind in some hundred runs. The others are expected for some kind only.
fn is_frequent(about: &About, ending: Ending, company: Company) -> bool {
    let (_, most) = about.seats;
    match (ending, company) {
        (Ending::PlayedOut | Ending::TimedOut, Company::Members | Company::House | Company::Guest) => true,
        (Ending::GivenUp, Company::House) => true,
        (Ending::GivenUp | Ending::Cancelled, Company::Members) => most < 3,
        _ => false,
    }
}

pub(crate) fn name(kind: &str, ending: Ending, company: Company) -> String {
    format!("end: {kind}, {ending:?}, {company:?}")
}

fn cell(about: &About, kind: &Kind, ending: Ending, company: Company) -> Cell {
    let (_, most) = about.seats;
    match (company, kind.opening) {
        (Company::Members | Company::MembersAndHouse, Opening::Never) => {
            return Cell::Never("it is not played between members");
        }
        (Company::House, Opening::Always) => return Cell::Never("it is only played between members"),
        (Company::MembersAndHouse, _) if most < 3 => {
            return Cell::Never("two seats are two members");
        }
        _ => {}
    }
    match (ending, company) {
        (Ending::PlayedOn, _) if most < 3 => Cell::Never("the remaining player has won"),
        (Ending::Cancelled, Company::House) => Cell::Never("a full table is dealt at once"),
        (Ending::Cancelled, Company::Practice | Company::Guest) if kind.opening == Opening::Never => {
            Cell::Never("a full table is dealt at once")
        }
        _ => Cell::Must,
    }
}

/// Endings at the network level, where fewer tables are played: each kind that can be played against the house is
/// played out once.
pub(crate) fn against_the_house() -> impl Iterator<Item = &'static str> {
    let names = SHIPPED.kinds().map(|(_, kind)| name(kind.kind, Ending::PlayedOut, Company::House));
    let known = names.filter_map(|name| ENDINGS.find(&name));
    known.filter(|(_, cell)| !matches!(cell, Cell::Never(_))).map(|(name, _)| name)
}
