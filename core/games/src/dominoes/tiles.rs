//! Tiles of a double-six set, hands of them, and sets of their numbers.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// The number of tiles.
pub(super) const SET: usize = 28;

/// A tile by its id: 0-0, 0-1, .. 0-6, 1-1, .. 6-6 from 0 to 27. Its text is `"low-high"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Tile(pub(super) u8);

/// A set of tiles, iterated by ascending id.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tiles(u32);

/// A set of the numbers 0 to 6, iterated ascending.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Numbers(u8);

impl Tile {
    /// The numbers of the tiles by id, low before high.
    const NUMBERS: [[u8; 2]; SET] = {
        let mut numbers = [[0; 2]; SET];
        let (mut id, mut low, mut high) = (0, 0, 0);
        while id < SET {
            numbers[id] = [low, high];
            id += 1;
            high += 1;
            if high > 6 {
                low += 1;
                high = low;
            }
        }
        numbers
    };

    pub(super) const fn numbers(self) -> [u8; 2] {
        Self::NUMBERS[self.0 as usize]
    }

    pub(super) fn has(self, number: u8) -> bool {
        self.numbers().contains(&number)
    }

    pub(super) fn pips(self) -> u32 {
        let [low, high] = self.numbers();
        u32::from(low + high)
    }

    pub(super) const fn is_double(self) -> bool {
        let [low, high] = self.numbers();
        low == high
    }

    /// The open number after the tile is joined to the line with `joined`.
    pub(super) const fn other_end(self, joined: u8) -> u8 {
        let [low, high] = self.numbers();
        if low == joined { high } else { low }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.numbers();
        write!(out, "{low}-{high}")
    }
}

impl JsonSchema for Tile {
    fn schema_name() -> Cow<'static, str> {
        "Tile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A tile: its lower number and its higher.", "type": "string", "pattern": "^[0-6]-[0-6]$" })
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let tile = (0..SET).map(|id| Self(id as u8)).find(|tile| tile.to_string() == text);
        tile.ok_or_else(|| de::Error::custom("not a tile"))
    }
}

impl Tiles {
    pub(super) const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.0)
    }

    pub(super) const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Tile> {
        (0..SET as u8).map(Tile).filter(move |tile| self.0 >> tile.0 & 1 == 1)
    }

    pub(super) fn pips(self) -> u32 {
        self.iter().map(Tile::pips).sum()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::default(), Self::with)
    }
}

impl JsonSchema for Tiles {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Tiles".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<Tile>::json_schema(schemas)
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Tile>::deserialize(from)?.into_iter().collect())
    }
}

impl Numbers {
    pub(super) const fn insert(&mut self, number: u8) {
        self.0 |= 1 << number;
    }

    pub(super) const fn contains(self, number: u8) -> bool {
        self.0 >> number & 1 == 1
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (0..7).filter(move |&number| self.contains(number))
    }
}

impl FromIterator<u8> for Numbers {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

impl JsonSchema for Numbers {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Numbers".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<u8>::json_schema(schemas)
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<u8>::deserialize(from)?.into_iter().collect())
    }
}
