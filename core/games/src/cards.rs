//! Playing cards: a fresh deck, a shoe of several, and each card's text.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// A card by its stable id, `13 * suit + rank`, with the suits c, d, h, s and the ranks 2 to A counted from 0. It reads
/// and serialises as its two characters, `"Td"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Card(pub(super) u8);

const RANKS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
const SUITS: [char; 4] = ['c', 'd', 'h', 's'];

impl Card {
    /// 0 for a two up to 12 for an ace.
    pub(super) const fn rank(self) -> u8 {
        self.0 % 13
    }

    /// 0 to 3 for clubs, diamonds, hearts and spades.
    pub(super) const fn suit(self) -> u8 {
        self.0 / 13
    }
}

/// A fresh deck: ids 0 to 51 in order.
pub(super) const fn deck() -> [Card; 52] {
    let mut deck = [Card(0); 52];
    let mut id = 0;
    while id < 52 {
        deck[id] = Card(id as u8);
        id += 1;
    }
    deck
}

/// A fresh shoe: that many fresh decks one after another.
pub(super) fn shoe(decks: usize) -> Vec<Card> {
    deck().repeat(decks)
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (RANKS[usize::from(self.rank())], SUITS[usize::from(self.suit())]);
        write!(out, "{rank}{suit}")
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let card = deck().into_iter().find(|card| card.to_string() == text);
        card.ok_or_else(|| de::Error::custom("not a card"))
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A card: its rank and its suit.", "type": "string", "pattern": "^[2-9TJQKA][cdhs]$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_reads_as_rank_and_suit() {
        let text: Vec<String> = [0, 12, 13 + 8, 51].map(|id| Card(id).to_string()).to_vec();
        assert_eq!(text, ["2c", "Ac", "Td", "As"]);
        assert_eq!(serde_json::to_string(&Card(34)).unwrap(), r#""Th""#);
    }

    #[test]
    fn a_shoe_is_its_decks_in_order() {
        let shoe = shoe(2);
        assert_eq!(shoe.len(), 104);
        assert!(shoe.iter().enumerate().all(|(at, card)| usize::from(card.0) == at % 52));
    }
}
