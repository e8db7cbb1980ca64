//! Friendly tables: practice tables with open seats.

use crate::games::Seat;
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// What a friendly table has besides its row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FriendlyRow {
    /// The seat of the player who made it.
    pub host_seat: Seat,
    /// Whether a guest made it.
    pub by_guest: bool,
    /// The level at which the house plays if it fills seats and the host names no other one.
    pub level: Option<u8>,
    /// The guests by seat.
    pub guests: Vec<Option<GuestRow>>,
    /// The expiry of the newest credential of each seat, 0 without one. Each is later than the one before it, so that it
    /// names one guest among those who had the seat.
    pub expiries: Vec<Millis>,
}

/// A guest in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GuestRow {
    /// The name that they chose.
    pub name: Option<String>,
    /// The expiry of their credential, which also names it.
    pub expires_at: Millis,
}

impl FriendlyRow {
    /// The row of a new table with this many seats, without guests.
    pub fn new(seats: usize, (host_seat, by_guest): (Seat, bool), level: Option<u8>) -> Self {
        Self { host_seat, by_guest, level, guests: vec![None; seats], expiries: vec![Millis(0); seats] }
    }

    /// The guest in a seat.
    pub fn guest(&self, seat: Seat) -> Option<&GuestRow> {
        self.guests.get(seat.index())?.as_ref()
    }

    /// Whether the seat is that of the guest who made the table.
    pub(crate) fn is_host(&self, seat: Seat) -> bool {
        self.by_guest && self.host_seat == seat
    }

    /// Seat a guest whose credential expires at this moment, or the first one after the former guest's. Returns it.
    pub(crate) fn seat(&mut self, seat: Seat, name: Option<String>, expires_at: Millis) -> Millis {
        let newest = &mut self.expiries[seat.index()];
        let expires_at = expires_at.max(newest.plus_ms(1));
        *newest = expires_at;
        self.guests[seat.index()] = Some(GuestRow { name, expires_at });
        expires_at
    }
}
