//! Shared code of the banked games: the only seat, and texts for the chips that it gains or loses.

use super::Seat;

/// The only seat of a banked table.
pub(super) const PLAYER: Seat = Seat(0);

/// The end of a bet, for the label of `settled`.
pub(super) fn win_or_loss(score: i64) -> String {
    match score {
        1.. => format!("Wins {score}"),
        0 => "Gets the stake back".to_owned(),
        _ => format!("Loses {}", -score),
    }
}

/// A number of chips as text, in singular or plural.
pub(super) fn chips(count: i64) -> String {
    if count == 1 { "1 chip".to_owned() } else { format!("{count} chips") }
}
