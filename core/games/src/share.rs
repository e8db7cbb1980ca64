//! The result of one seat against another, for ratings.

use super::OutcomeEntry;

/// Games in which the winnings decide a result: a share of the pot instead of a win or a loss.
const BY_CHIPS: [&str; 2] = ["holdem", "holdem-ring"];

/// A share of a result as a fraction: 1 is a win, 0 a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The numerator.
    pub part: i64,
    /// The denominator, at least 1.
    pub of: i64,
}

impl Share {
    const HALF: Self = Self { part: 1, of: 2 };
    const WIN: Self = Self { part: 1, of: 1 };
    const LOSS: Self = Self { part: 0, of: 1 };

    /// The share of one seat against another one, at a table with this stake.
    pub fn between(game_id: &str, stake: i64, one: &OutcomeEntry, other: &OutcomeEntry) -> Self {
        let (better, worse) = match (one.rank, other.rank) {
            (Some(rank), Some(other)) => (rank < other, rank > other),
            _ if BY_CHIPS.contains(&game_id) => {
                let (part, of) = (stake + one.score, 2 * stake + one.score + other.score);
                return if of > 0 { Self { part, of } } else { Self::HALF };
            }
            _ => (one.score > other.score, one.score < other.score),
        };
        match (better, worse) {
            (true, _) => Self::WIN,
            (_, true) => Self::LOSS,
            _ => Self::HALF,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OutcomeEntry, Share};
    use crate::{MatchResult, Seat};

    fn entry(score: i64, rank: Option<u8>) -> OutcomeEntry {
        OutcomeEntry { seat: Seat(0), result: MatchResult::Draw, score, rank, winning_pieces: None }
    }

    #[test]
    fn goes_by_rank_then_by_score() {
        let between = |game: &str, one: (i64, Option<u8>), other: (i64, Option<u8>)| {
            let Share { part, of } = Share::between(game, 200, &entry(one.0, one.1), &entry(other.0, other.1));
            (part, of)
        };
        assert_eq!(between("president", (-5, Some(1)), (5, Some(2))), (1, 1));
        assert_eq!(between("president", (5, Some(3)), (5, Some(2))), (0, 1));
        assert_eq!(between("rps", (0, None), (0, None)), (1, 2));
        assert_eq!(between("rps", (-1, None), (1, None)), (0, 1));
        assert_eq!(between("holdem", (60, None), (-60, None)), (260, 400));
        assert_eq!(between("holdem-ring", (-200, None), (-200, None)), (1, 2));
    }
}
