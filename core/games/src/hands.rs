//! Poker hands: the exact rank of the best five of five to seven cards, its class, its name and those five cards.
//!
//! The evaluator needs no tables: it finds pairs, triples and quadruples in four 13-bit rank masks, one for each suit,
//! with a few bit operations.

use super::cards::Card;

/// Up to seven different cards as one number: a lane of 16 bits for each suit, with the mask of the suit's ranks in the
/// lower 13 bits and their count in the upper 3.
#[derive(Clone, Copy, Default)]
pub(super) struct CardSet(u64);

/// The strength of a hand: greater is better, equal hands split. The bits are, from above, the class, the ranks that
/// decide first and the ranks that decide next, both as masks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct HandRank(u32);

/// The classes of hands, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum HandClass {
    HighCard,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

const CLASSES: [HandClass; 10] = [
    HandClass::HighCard,
    HandClass::Pair,
    HandClass::TwoPair,
    HandClass::ThreeOfAKind,
    HandClass::Straight,
    HandClass::Flush,
    HandClass::FullHouse,
    HandClass::FourOfAKind,
    HandClass::StraightFlush,
    HandClass::RoyalFlush,
];
const NAMES: [&str; 13] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const PLURALS: [&str; 13] = [
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
];

const RANKS: u64 = 0x1FFF;
const ACE: u32 = 1 << 12;
const EACH_LANE: u64 = 0x0001_0001_0001_0001;

/// Each card's contribution to its suit's lane: its rank's bit and one to the count.
const LANES: [u64; 52] = {
    let mut lanes = [0; 52];
    let mut id = 0;
    while id < 52 {
        lanes[id] = (1 << (id % 13) | 1 << 13) << (16 * (id / 13));
        id += 1;
    }
    lanes
};

/// The best five of five to seven different cards, by ascending id. Of equally good sets it is the one whose list of
/// ascending ids comes first.
pub(super) fn best_five(cards: &[Card]) -> [Card; 5] {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    let best = CardSet::of(&sorted).rank();
    // Subsets in the order of their ascending lists: the first one with the best rank is the result.
    fives(&sorted)
        .find(|five| CardSet::of(five).rank() == best)
        .expect("the rank of the cards is that of some five of them")
}

/// The subsets of five, in the order of their lists.
fn fives(cards: &[Card]) -> impl Iterator<Item = [Card; 5]> {
    let count = cards.len();
    (0..count).flat_map(move |a| {
        (a + 1..count).flat_map(move |b| {
            (b + 1..count).flat_map(move |c| {
                (c + 1..count).flat_map(move |d| (d + 1..count).map(move |e| [a, b, c, d, e].map(|at| cards[at])))
            })
        })
    })
}

impl CardSet {
    /// The set of some different cards, seven at most.
    pub(super) fn of(cards: &[Card]) -> Self {
        cards.iter().fold(Self::default(), |set, &card| set.with(card))
    }

    /// The set with one more card.
    #[must_use]
    pub(super) const fn with(self, card: Card) -> Self {
        Self(self.0 + LANES[card.0 as usize])
    }

    /// The rank of the best five cards of a set of five to seven.
    pub(super) fn rank(self) -> HandRank {
        let counts = (self.0 >> 13) & (7 * EACH_LANE);
        let five_or_more = counts >> 2 & (counts >> 1 | counts) & EACH_LANE;
        if five_or_more != 0 {
            // Five suited cards rule out four of a kind and a full house among seven.
            let lane = self.0 >> five_or_more.trailing_zeros();
            return flush((lane & RANKS) as u32, lane as u16 >> 13);
        }
        let cards = (counts.wrapping_mul(EACH_LANE) >> 48) as u16;
        self.unsuited(cards)
    }

    fn unsuited(self, cards: u16) -> HandRank {
        let [a, b, c, d] = [0, 16, 32, 48].map(|lane| (self.0 >> lane & RANKS) as u32);
        let any = a | b | c | d;
        let even = any ^ (a ^ b ^ c ^ d);
        let three_or_four = a & b & (c | d) | c & d & (a | b);
        if three_or_four != 0 {
            let four = three_or_four & even;
            if four != 0 {
                return HandRank::new(HandClass::FourOfAKind, four, highest(any & !four));
            }
            let three = highest(three_or_four);
            let pairs = (three_or_four | even) & !three;
            if pairs != 0 {
                return HandRank::new(HandClass::FullHouse, three, highest(pairs));
            }
        }
        if let Some(top) = straight(any) {
            return HandRank::new(HandClass::Straight, top, 0);
        }
        // From here on every card beyond five is a lowest single card, except a third pair.
        if three_or_four != 0 {
            return HandRank::new(HandClass::ThreeOfAKind, three_or_four, best_of(any & !three_or_four, cards));
        }
        if even == 0 {
            return HandRank::new(HandClass::HighCard, best_of(any, cards), 0);
        }
        let pair = highest(even);
        if even == pair {
            return HandRank::new(HandClass::Pair, pair, best_of(any & !pair, cards));
        }
        let pairs = pair | highest(even & !pair);
        HandRank::new(HandClass::TwoPair, pairs, highest(any & !pairs))
    }
}

/// The rank of five or more cards of one suit.
fn flush(ranks: u32, cards: u16) -> HandRank {
    match straight(ranks) {
        Some(ACE) => HandRank::new(HandClass::RoyalFlush, ACE, 0),
        Some(top) => HandRank::new(HandClass::StraightFlush, top, 0),
        None => HandRank::new(HandClass::Flush, best_of(ranks, cards), 0),
    }
}

/// The top rank of the highest straight; the ace also counts below the two.
const fn straight(ranks: u32) -> Option<u32> {
    let ranks = ranks << 1 | ranks >> 12;
    // Each remaining bit is the lowest rank of a straight.
    let lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
    if lowest == 0 { None } else { Some(highest(lowest) << 3) }
}

/// The highest rank of a mask that has one.
const fn highest(ranks: u32) -> u32 {
    1 << ranks.ilog2()
}

/// The mask without its lowest ranks, one for each card beyond five.
fn best_of(mut ranks: u32, cards: u16) -> u32 {
    for _ in 5..cards {
        ranks &= ranks - 1;
    }
    ranks
}

impl HandRank {
    const fn new(class: HandClass, first: u32, next: u32) -> Self {
        Self((class as u32) << 26 | first << 13 | next)
    }

    /// The class.
    pub(super) const fn class(self) -> HandClass {
        CLASSES[(self.0 >> 26) as usize]
    }

    /// The rank that names the class: of the pair, of the higher pair, of the straight, of the flush.
    pub(super) const fn high(self) -> u8 {
        self.first().ilog2() as u8
    }

    const fn first(self) -> u32 {
        self.0 >> 13 & RANKS as u32
    }

    /// The rank that is named second: the lower pair, the pair of a full house.
    const fn second(self) -> Option<u8> {
        let lower = self.first() & !highest(self.first());
        let next = if lower == 0 { self.0 & RANKS as u32 } else { lower };
        match next.checked_ilog2() {
            Some(rank) => Some(rank as u8),
            None => None,
        }
    }

    /// The name of the hand as text.
    pub(super) fn name(self) -> String {
        let high = usize::from(self.high());
        let (one, many) = (NAMES[high], PLURALS[high]);
        let second = self.second().map_or("", |rank| PLURALS[usize::from(rank)]);
        match self.class() {
            HandClass::HighCard => format!("{one} high"),
            HandClass::Pair => format!("a pair of {many}"),
            HandClass::TwoPair => format!("two pair, {many} and {second}"),
            HandClass::ThreeOfAKind => format!("three {many}"),
            HandClass::Straight => format!("a straight, {one} high"),
            HandClass::Flush => format!("a flush, {one} high"),
            HandClass::FullHouse => format!("a full house, {many} full of {second}"),
            HandClass::FourOfAKind => format!("four {many}"),
            HandClass::StraightFlush => format!("a straight flush, {one} high"),
            HandClass::RoyalFlush => "a royal flush".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cards::deck;
    use super::super::{Dice, Seed};
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|text| deck().into_iter().find(|card| card.to_string() == text).unwrap()).collect()
    }

    fn rank(text: &str) -> HandRank {
        CardSet::of(&cards(text)).rank()
    }

    #[test]
    fn every_five_card_hand_is_counted_in_its_class() {
        let mut counts = [0; 10];
        for five in fives(&deck()) {
            counts[CardSet::of(&five).rank().class() as usize] += 1;
        }
        assert_eq!(counts, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
    }

    #[test]
    fn six_and_seven_cards_have_the_rank_of_their_best_five() {
        let mut dice = Dice::dealer(&Seed::from_bytes([7; 32]));
        let mut deck = deck();
        for _ in 0..20_000 {
            dice.shuffle(&mut deck);
            for count in [6, 7] {
                let best = fives(&deck[..count]).map(|five| CardSet::of(&five).rank()).max();
                assert_eq!(Some(CardSet::of(&deck[..count]).rank()), best, "{:?}", &deck[..count]);
            }
        }
    }

    #[test]
    fn hands_are_named_as_the_page_names_them() {
        for (text, name) in [
            ("Th Jh Qh Kh Ah 2c 3c", "a royal flush"),
            ("5d 6d 7d 8d 9d Ad Kc", "a straight flush, nine high"),
            ("Kc Kd Kh Ks 4c 4d 4h", "four kings"),
            ("Kc Kd Kh 4c 4d 4h 2s", "a full house, kings full of fours"),
            ("Ac 2c 7c 9c Jc Qc 2d", "a flush, ace high"),
            ("Ac 2d 3d 4h 5s Ks Qd", "a straight, five high"),
            ("6c 6d 6h 2s 9c Jd Ah", "three sixes"),
            ("Kc Kd 4c 4d 3c 3d Ah", "two pair, kings and fours"),
            ("Ac Ad 2c 4d 6h 8s Tc", "a pair of aces"),
            ("Ac Kd 2c 4d 6h 8s Tc", "ace high"),
        ] {
            assert_eq!(rank(text).name(), name);
        }
    }

    #[test]
    fn kickers_decide_and_suits_do_not() {
        assert!(rank("Kc Kd 4c 4d Ah") > rank("Kc Kd 4c 4d Qh"));
        assert!(rank("2c 2d 2h 3c 3d") > rank("Ac Kc Qc Jc 9c"));
        assert!(rank("2c 3d 4h 5s 6c") > rank("Ac 2d 3h 4s 5c"));
        assert_eq!(rank("Ac Kc Qc Jc 9c"), rank("As Ks Qs Js 9s"));
    }

    #[test]
    fn of_equal_fives_the_one_with_the_smallest_ids_is_shown() {
        // Either queen would do as the fifth card.
        let best = best_five(&cards("Ah As Kd Ks Qc Qh 2d"));
        assert_eq!(best.to_vec(), cards("Qc Kd Ah Ks As"));
        let best = best_five(&cards("9s 8h 7d 6c 5c 5d 5h"));
        assert_eq!(best.to_vec(), cards("5c 6c 7d 8h 9s"));
    }
}
