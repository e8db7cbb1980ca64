//! Cards: 13 times the suit (clubs, diamonds, hearts, spades) and the rank from the two up.

pub(crate) type Card = usize;

pub(crate) const RANKS: &[u8; 13] = b"23456789TJQKA";

/// The rank, 0 for a two, 12 for an ace.
pub(crate) const fn rank(card: Card) -> usize {
    card % 13
}

pub(crate) const fn suit(card: Card) -> usize {
    card / 13
}

/// `"Td"`.
pub(crate) fn text(card: Card) -> String {
    [RANKS[rank(card)], b"cdhs"[suit(card)]].into_iter().map(char::from).collect()
}

pub(crate) fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|&card| text(card)).collect()
}

/// The high card of a straight of five cards, 3 (a five) for the one that begins with an ace.
pub(crate) fn straight(cards: &[Card]) -> Option<usize> {
    let held = |of: usize| cards.iter().any(|&card| rank(card) == of);
    (4..13).rev().find(|&high| (high - 4..=high).all(held)).or((held(12) && (0..4).all(held)).then_some(3))
}

pub(crate) fn flush(cards: &[Card]) -> bool {
    cards.iter().all(|&card| suit(card) == suit(cards[0]))
}

/// The ranks of the cards with their counts: most frequent first, then highest.
pub(crate) fn groups(cards: &[Card]) -> Vec<(usize, usize)> {
    let mut groups: Vec<(usize, usize)> = (0..13)
        .map(|of| (cards.iter().filter(|&&card| rank(card) == of).count(), of))
        .filter(|&(count, _)| count > 0)
        .collect();
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}
