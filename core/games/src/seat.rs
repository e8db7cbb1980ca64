//! Seats of a table and sets of them.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A place at a table, counted from 0; the creator has seat 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into a list by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat at an index of a list by seat.
    pub const fn at(index: usize) -> Self {
        Self(index as u8)
    }

    /// The other seat of a table of two.
    pub const fn other(self) -> Self {
        Self(1 - self.0)
    }

    /// The next seat round a table of `seats`.
    pub const fn next(self, seats: usize) -> Self {
        Self::at((self.index() + 1) % seats)
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

/// Whether a seat is still in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Presence {
    In,
    Left,
}

impl Presence {
    /// The status of a seat that has left, or has not.
    pub(crate) const fn unless(left: bool) -> Self {
        if left { Self::Left } else { Self::In }
    }
}

/// A set of seats, iterated in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set of one seat.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Seats `0..count`.
    pub const fn all(count: usize) -> Self {
        Self(((1_u16 << count) - 1) as u8)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat.
    pub fn first(self) -> Option<Seat> {
        (!self.is_empty()).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(from)?.into_iter().filter(|seat| seat.0 < 8).collect())
    }
}

impl JsonSchema for Seats {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<Seat>::json_schema(schemas)
    }
}
