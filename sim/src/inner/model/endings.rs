//! Counters of the endings of tables. An impossible ending is a violation.

use crate::endings::{ANY, Company, ENDINGS, Ending, name};
use crate::inner::model::{Model, Table};
use crate::inner::prelude::*;

fn company_of(row: &TableRow) -> Company {
    let house = row.players.contains(&Player::House);
    let members = row.players.iter().filter(|player| matches!(player, Player::Member(_) | Player::Vacant)).count();
    match (row.players.contains(&Player::Guest), row.practice, members > 1) {
        (true, ..) => Company::Guest,
        (false, true, _) => Company::Practice,
        (false, false, true) if house => Company::MembersAndHouse,
        (false, false, true) => Company::Members,
        (false, false, false) => Company::House,
    }
}

fn ending_of(table: &Table) -> Ending {
    if matches!(table.row.status, Status::Cancelled { .. }) {
        return Ending::Cancelled;
    }
    let entries = || table.plies.iter().map(|ply| ply.entry);
    let (up, out) =
        (entries().any(|entry| entry == EntryRow::Forfeited), entries().any(|entry| entry == EntryRow::TimedOut));
    match (out, up) {
        (true, _) => Ending::TimedOut,
        (false, true) => Ending::GivenUp,
        (false, false) => Ending::PlayedOut,
    }
}

impl Model {
    /// A table has just ended.
    pub(super) fn count_end(&mut self, id: TableId) -> CheckResult {
        let Some(table) = self.tables.get(&id).filter(|_| self.live) else { return Ok(()) };
        let Some(kind) = table.row.setup.kind.as_deref() else { return Ok(()) };
        let ending = ending_of(table);
        let last = table.plies.last().map(|ply| ply.entry);
        let went_on = ending != Ending::PlayedOut && matches!(last, Some(EntryRow::Choice(_)));
        for ending in [Some(ending), went_on.then_some(Ending::PlayedOn)].into_iter().flatten() {
            let named = name(kind, ending, company_of(&table.row));
            let broken =
                |why: &str| Violation { rule: "a table ends in a possible way", seen: format!("{id}: {named}: {why}") };
            match ENDINGS.find(&named) {
                Some((counter, Cell::Must | Cell::May(_))) => {
                    self.counts.hit(counter);
                    self.counts.hit_cell(&ENDINGS, &name(ANY, ending, company_of(&table.row)));
                }
                Some((_, Cell::Never(why))) => return Err(broken(why)),
                None => return Err(broken("no such combination")),
            }
        }
        Ok(())
    }
}
