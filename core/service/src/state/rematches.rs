//! The tables of rematches, and the settled tables that they follow.

use crate::games::Seat;
use crate::ids::{AccountId, TableId};
use crate::record::RematchRow;
use std::collections::BTreeMap;

#[derive(PartialEq, Default, Debug)]
pub(crate) struct Rematches {
    rows: BTreeMap<TableId, RematchRow>,
    /// The new tables by the ones that they follow.
    after: BTreeMap<TableId, TableId>,
}

impl Rematches {
    pub(super) fn put(&mut self, id: TableId, row: &RematchRow) {
        self.after.insert(row.of, id);
        self.rows.insert(id, row.clone());
    }

    pub(super) fn remove(&mut self, id: TableId) {
        if let Some(row) = self.rows.remove(&id) {
            self.after.remove(&row.of);
        }
    }

    /// What a table has as a rematch, if it is one.
    pub(crate) fn get(&self, id: TableId) -> Option<&RematchRow> {
        self.rows.get(&id)
    }

    /// The rematch of a table.
    pub(crate) fn after(&self, of: TableId) -> Option<(TableId, &RematchRow)> {
        let id = self.after.get(&of)?;
        Some((*id, &self.rows[id]))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (TableId, &RematchRow)> {
        self.rows.iter().map(|(id, row)| (*id, row))
    }
}

impl RematchRow {
    /// The members whom it seats, or for whom it reserves a seat.
    pub(crate) fn members(&self) -> impl Iterator<Item = AccountId> {
        self.seats.iter().filter_map(|seat| seat.player.member())
    }

    /// The seat of a member.
    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.player.member() == Some(member)).map(Seat::at)
    }

    /// The seat of the player who had this one at the table before.
    pub(crate) fn seat_after(&self, seat: Seat) -> Seat {
        Seat::at((seat.index() + 1) % self.seats.len())
    }
}
