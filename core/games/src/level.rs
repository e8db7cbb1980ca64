//! Levels of the house: at a level below the best, it replaces some choices of its policy by others. Levels are for
//! practice. Without one, for chips, the house plays as well as it can; in a game of [`HAS_PRACTICE_POLICY`] no level does.

use super::Dice;
use schemars::JsonSchema;
use serde::Serialize;

/// How well the house plays: 1 is the weakest level, 5 is its policy of practice without slips. For chips it has no level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// In percent, by level: how often the house slips. At its weakest, it never makes its policy's choice if it has another.
const SLIPS: [u8; 5] = [100, 60, 30, 10, 0];

/// Games in which the house has another policy in practice: what it can do for chips, no person can.
const HAS_PRACTICE_POLICY: [&str; 1] = ["memory"];

impl Level {
    /// The best level, and that of every practice table that asks for no other.
    pub const BEST: Self = Self(5);
    /// The house without a level, as it plays for chips.
    pub const FULL: Self = Self(6);

    /// A level by its number; `None` if there is no such level.
    pub fn new(number: u64) -> Option<Self> {
        (1..=5).contains(&number).then_some(Self(number as u8))
    }

    /// The level of a practice table of this game that asks for this one. Where the best level is what the house is without
    /// one, it is not kept.
    pub fn for_practice(game_id: &str, asked: Option<Self>) -> Self {
        let level = asked.unwrap_or(Self::BEST);
        if level == Self::BEST && !HAS_PRACTICE_POLICY.contains(&game_id) { Self::FULL } else { level }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=5).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// In percent: how often it plays another legal action than its policy chooses.
    pub const fn slips(self) -> u8 {
        if self.0 < Self::BEST.0 { SLIPS[self.0 as usize - 1] } else { 0 }
    }

    /// The choice among `legal` actions, at least one, if the policy's is `best`. A slip is any other action, each as
    /// likely. The best level draws nothing, so that it plays as a house without levels.
    pub(crate) fn choice(self, best: usize, legal: usize, dice: &mut Dice) -> usize {
        if self >= Self::BEST || legal == 1 || dice.index(100) >= usize::from(self.slips()) {
            return best;
        }
        let other = dice.index(legal - 1);
        other + usize::from(other >= best)
    }
}

/// How strong the house is at one level: what two players win against it in [`MATCHES`] matches each. The player sits in
/// seat 0, the house in all other seats of a table with the default number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Strength {
    /// A player who plays any legal action.
    pub random: Winnings,
    /// A player who plays as the house does for chips, without a level. In memory they forget nothing.
    pub best: Winnings,
}

/// The results of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Winnings {
    /// Matches won.
    pub wins: u16,
    /// Chips won less chips lost over all matches, in percent of all buy-ins.
    pub net: i16,
}

/// The number of matches behind each number of a [`Strength`]. Their seeds are 0, 1, 2 and so on, as 32 bytes with the
/// number at the beginning, its lowest byte first.
pub const MATCHES: u16 = 400;

/// The strength of each level, the weakest first, by game. A test plays the matches again. A game is missing if the house
/// has no seat in it, or if its choice does not matter.
const STRENGTHS: &[(&str, [Strength; 5])] = &[
    (
        "holdem",
        [
            strength(205, 1, 163, 7),
            strength(208, 0, 167, 7),
            strength(221, -3, 166, 3),
            strength(225, -5, 186, 0),
            strength(223, -7, 194, 0),
        ],
    ),
    (
        "holdem-ring",
        [
            strength(66, -1, 11, 0),
            strength(118, 1, 46, 5),
            strength(144, -5, 79, 5),
            strength(167, -11, 98, 2),
            strength(177, -11, 106, 2),
        ],
    ),
    (
        "tic-tac-toe",
        [
            strength(250, 36, 377, 94),
            strength(156, -7, 317, 79),
            strength(63, -57, 216, 54),
            strength(18, -81, 86, 21),
            strength(0, -88, 0, 0),
        ],
    ),
    (
        "connect-four",
        [
            strength(336, 68, 400, 100),
            strength(71, -64, 400, 100),
            strength(10, -95, 379, 90),
            strength(2, -99, 265, 37),
            strength(0, -100, 191, -4),
        ],
    ),
    (
        "mancala",
        [
            strength(302, 57, 399, 99),
            strength(121, -33, 396, 98),
            strength(27, -83, 368, 86),
            strength(9, -95, 276, 44),
            strength(2, -98, 174, -7),
        ],
    ),
    (
        "liars-dice",
        [
            strength(354, 77, 400, 100),
            strength(98, -51, 399, 99),
            strength(7, -96, 365, 82),
            strength(0, -100, 270, 35),
            strength(0, -100, 200, 0),
        ],
    ),
    (
        "battleship",
        [
            strength(368, 84, 400, 100),
            strength(0, -100, 337, 68),
            strength(0, -100, 236, 18),
            strength(0, -100, 207, 3),
            strength(0, -100, 190, -5),
        ],
    ),
    (
        "memory",
        [
            strength(296, 65, 400, 100),
            strength(23, -79, 399, 99),
            strength(2, -98, 384, 94),
            strength(0, -100, 353, 83),
            strength(0, -100, 323, 70),
        ],
    ),
    (
        "minesweeper",
        [
            strength(201, 0, 367, 83),
            strength(147, -26, 357, 78),
            strength(95, -52, 316, 58),
            strength(63, -68, 265, 32),
            strength(29, -85, 209, 4),
        ],
    ),
    (
        "president",
        [
            strength(337, 66, 398, 98),
            strength(167, -16, 352, 73),
            strength(78, -57, 294, 42),
            strength(45, -72, 234, 15),
            strength(35, -76, 191, -4),
        ],
    ),
    (
        "dominoes",
        [
            strength(114, 12, 122, 21),
            strength(108, 7, 113, 12),
            strength(82, -18, 95, -5),
            strength(94, -6, 107, 6),
            strength(68, -33, 98, -2),
        ],
    ),
];

const fn strength(random_wins: u16, random_net: i16, best_wins: u16, best_net: i16) -> Strength {
    Strength {
        random: Winnings { wins: random_wins, net: random_net },
        best: Winnings { wins: best_wins, net: best_net },
    }
}

/// The strength of the house at each level, the weakest first; `None` for a game without levels.
pub fn strengths(game_id: &str) -> Option<&'static [Strength; 5]> {
    STRENGTHS.iter().find(|(id, _)| *id == game_id).map(|(_, strengths)| strengths)
}
