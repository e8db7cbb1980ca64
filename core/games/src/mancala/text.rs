//! Mancala as text.

use super::{Action, Mancala, View};
use crate::Seat;
use crate::written::{Written, seat_text, spaced};

impl Written for Mancala {
    const MOVES: &'static str = "`sow 3` sows one of your pits. Pits are 1 to 6 in your sowing direction; your store lies \
                                 after pit 6.";

    fn move_text(action: &Action) -> String {
        let Action::Sow { pit } = action;
        format!("sow {}", pit + 1)
    }

    /// The own side is below the other one, as on a board: each pit is opposite the one above it.
    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let own = seat.unwrap_or(Seat(0));
        let [own, other] = [own, own.other()].map(|side| &view.seats[side.index()]);
        let who = |of: Seat| seat_text(of, seat);
        let mut drawn = format!(
            "{} pits 6-1: {} (store {})\n{} pits 1-6: {} (store {})",
            who(other.seat),
            spaced(other.pits.iter().rev()),
            other.store,
            who(own.seat),
            spaced(own.pits),
            own.store,
        );
        if let Some(last) = view.last.filter(|last| last.captured > 0) {
            drawn += &format!("\nLast: {} sowed {} and captured {}", who(last.seat), last.pit + 1, last.captured);
        }
        drawn
    }
}
