//! What the games that the house banks have in common: one seat, and words about the chips that it gains or loses.

use super::Seat;

/// The only seat of a table that the house banks.
pub(super) const PLAYER: Seat = Seat(0);

/// How a bet ended, for the label of `settled`.
pub(super) fn win_or_loss(score: i64) -> String {
    match score {
        1.. => format!("Wins {score}"),
        0 => "Gets the stake back".to_owned(),
        _ => format!("Loses {}", -score),
    }
}

/// So many chips, in words that hold for one, too.
pub(super) fn chips(count: i64) -> String {
    if count == 1 { "1 chip".to_owned() } else { format!("{count} chips") }
}
