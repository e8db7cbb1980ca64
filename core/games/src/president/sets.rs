//! The hands and sets of president: cards by rank; suits do not matter.

use crate::cards::Card;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

/// Cards by power, the rank order of this game (3 = 0 .. A = 11, 2 = 12); each a set of suits, one bit for each of
/// c, d, h, s from the lowest. It serialises as a list of cards by power, then suit.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Hand([u8; 13]);

/// One to four cards of one power. It serialises as a list of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set {
    pub(super) power: u8,
    pub(super) suits: u8,
}

/// The power of the twos, which no set beats.
pub(super) const TWO: u8 = 12;
const COUNTS: [&str; 5] = ["no", "one", "two", "three", "four"];
const RANKS: [[&str; 2]; 13] = [
    ["three", "threes"],
    ["four", "fours"],
    ["five", "fives"],
    ["six", "sixes"],
    ["seven", "sevens"],
    ["eight", "eights"],
    ["nine", "nines"],
    ["ten", "tens"],
    ["jack", "jacks"],
    ["queen", "queens"],
    ["king", "kings"],
    ["ace", "aces"],
    ["two", "twos"],
];

const fn power_of(card: Card) -> u8 {
    (card.rank() + 12) % 13
}

impl Hand {
    pub(super) fn insert(&mut self, card: Card) {
        self.0[usize::from(power_of(card))] |= 1 << card.suit();
    }

    pub(super) fn remove(&mut self, set: Set) {
        self.0[usize::from(set.power)] &= !set.suits;
    }

    /// The number of cards of a power.
    pub(super) const fn held(&self, power: u8) -> u8 {
        self.0[power as usize].count_ones() as u8
    }

    /// The `count` lowest suits of a power.
    pub(super) fn lowest(&self, power: u8, count: u8) -> Set {
        let held = self.0[usize::from(power)];
        let suits = (0..4).filter(|suit| held >> suit & 1 == 1).take(count.into()).map(|suit| 1 << suit).sum();
        Set { power, suits }
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|suits| suits.count_ones() as usize).sum()
    }

    /// The cards, by power, then suit.
    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        (0..).zip(self.0).flat_map(|(power, suits)| Set { power, suits }.cards())
    }

    /// The number of different ranks.
    pub(super) fn ranks(&self) -> usize {
        self.0.iter().filter(|&&suits| suits != 0).count()
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        cards.into_iter().for_each(|card| hand.insert(card));
        hand
    }
}

impl Set {
    pub(super) const fn len(self) -> u8 {
        self.suits.count_ones() as u8
    }

    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        let rank = (self.power + 1) % 13;
        (0..4).filter(move |suit| self.suits >> suit & 1 == 1).map(move |suit| Card(13 * suit + rank))
    }

    /// As text: "two jacks".
    pub(super) fn name(self) -> String {
        let [one, many] = RANKS[usize::from(self.power)];
        let count = self.len();
        format!("{} {}", COUNTS[usize::from(count)], if count == 1 { one } else { many })
    }
}

impl JsonSchema for Hand {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Hand".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<Card>::json_schema(schemas)
    }
}

impl JsonSchema for Set {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Set".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<Card>::json_schema(schemas)
    }
}

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.cards())
    }
}

impl<'de> Deserialize<'de> for Set {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(from)?;
        let power = cards.first().map(|&card| power_of(card)).ok_or_else(|| de::Error::custom("no cards"))?;
        if cards.iter().any(|&card| power_of(card) != power) {
            return Err(de::Error::custom("not of one rank"));
        }
        Ok(Self { power, suits: cards.iter().fold(0, |suits, card| suits | 1 << card.suit()) })
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.cards())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Card>::deserialize(from)?.into_iter().collect())
    }
}
