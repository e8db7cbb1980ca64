//! Seat grants, found by claim, seat and owner.

use crate::games::Seat;
use crate::ids::{AccountId, GrantId, TableId};
use crate::record::GrantRow;
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The grants of hot tables, and those whose idempotency key is still kept.
#[derive(Default, Debug)]
pub(crate) struct Grants {
    grants: BTreeMap<GrantId, GrantRow>,
    by_claim: BTreeMap<[u8; 32], GrantId>,
    by_seat: BTreeMap<(TableId, Seat), Vec<GrantId>>,
    /// Those that have not ended.
    by_owner: BTreeSet<(AccountId, GrantId)>,
}

impl Grants {
    pub(super) fn put(&mut self, id: GrantId, row: &GrantRow, timers: &mut Timers) {
        if row.ended {
            timers.cancel(row.expires_at, Timer::GrantEnds(id));
            self.by_owner.remove(&(row.owner, id));
        } else {
            timers.set(row.expires_at, Timer::GrantEnds(id));
            self.by_owner.insert((row.owner, id));
        }
        if self.grants.insert(id, row.clone()).is_none() {
            self.by_claim.insert(row.claim_hash, id);
            self.by_seat.entry((row.table, row.seat)).or_default().push(id);
        }
    }

    pub(super) fn remove(&mut self, id: GrantId, timers: &mut Timers) {
        let Some(row) = self.grants.remove(&id) else { return };
        timers.cancel(row.expires_at, Timer::GrantEnds(id));
        self.by_owner.remove(&(row.owner, id));
        self.by_claim.remove(&row.claim_hash);
        if let Some(ids) = self.by_seat.get_mut(&(row.table, row.seat)) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                self.by_seat.remove(&(row.table, row.seat));
            }
        }
    }

    pub(crate) fn get(&self, id: GrantId) -> Option<&GrantRow> {
        self.grants.get(&id)
    }

    /// The grant of a claim token, by the token's hash.
    pub(crate) fn by_claim(&self, hash: &[u8; 32]) -> Option<(GrantId, &GrantRow)> {
        let id = *self.by_claim.get(hash)?;
        Some((id, &self.grants[&id]))
    }

    /// The grant of a seat that is ready or delegated.
    pub(crate) fn live(&self, table: TableId, seat: Seat, now: Millis) -> Option<(GrantId, &GrantRow)> {
        let ids = self.by_seat.get(&(table, seat))?.iter();
        ids.map(|id| (*id, &self.grants[id])).find(|(_, row)| row.is_live(now))
    }

    /// Whether the seat is delegated now.
    pub(crate) fn is_delegated(&self, table: TableId, seat: Seat, now: Millis) -> bool {
        self.live(table, seat, now).is_some_and(|(_, row)| row.claimed.is_some())
    }

    /// Whether a credential of this grant is still valid.
    pub(crate) fn is_claimed(&self, id: GrantId, table: TableId, seat: Seat) -> bool {
        let counts = |row: &GrantRow| row.table == table && row.seat == seat && row.claimed.is_some() && !row.ended;
        self.grants.get(&id).is_some_and(counts)
    }

    pub(crate) fn of_table(&self, table: TableId) -> Vec<GrantId> {
        let seats = self.by_seat.range((table, Seat(0))..=(table, Seat(u8::MAX)));
        seats.flat_map(|(_, ids)| ids.iter().copied()).collect()
    }

    /// The grants of an owner that have not ended.
    pub(crate) fn of_owner(&self, owner: AccountId) -> impl Iterator<Item = GrantId> {
        let own = self.by_owner.range((owner, GrantId(0))..=(owner, GrantId(u128::MAX)));
        own.map(|(_, grant)| *grant)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (GrantId, &GrantRow)> {
        self.grants.iter().map(|(id, row)| (*id, row))
    }

    /// The parts that must be equal in two states. Grants of one seat have no order.
    pub(super) fn compared(&self) -> impl PartialEq + Debug {
        let Self { grants, by_claim, by_seat, by_owner } = self;
        let of_seats = by_seat.iter().map(|(seat, ids)| (seat, ids.iter().collect::<BTreeSet<_>>()));
        (grants, by_claim, of_seats.collect::<Vec<_>>(), by_owner)
    }
}

impl GrantRow {
    pub(crate) fn is_live(&self, now: Millis) -> bool {
        !self.ended && self.expires_at > now
    }
}
