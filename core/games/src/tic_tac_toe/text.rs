//! Tic-tac-toe as text.

use super::{Action, Mark, TicTacToe, View};
use crate::Seat;
use crate::written::{Written, seat_text, spaced};

impl Written for TicTacToe {
    const MOVES: &'static str = "`mark 5` marks a cell. Cells are 1 to 9, row by row from the top left; the board shows \
                                 the numbers of the empty ones.";

    fn move_text(action: &Action) -> String {
        let Action::Mark { cell } = action;
        format!("mark {}", cell + 1)
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let name = |mark| if mark == Mark::X { "X" } else { "O" };
        let mark_of = |owner: Seat| name(view.seats[owner.index() % 2].mark);
        let cell = |at: usize| view.board[at].map_or_else(|| (at + 1).to_string(), |owner| mark_of(owner).to_owned());
        let rows: Vec<String> = (0..3).map(|row| spaced((0..3).map(|column| cell(3 * row + column)))).collect();
        let [first, second] =
            [&view.seats[0], &view.seats[1]].map(|own| format!("{}: {}", name(own.mark), seat_text(own.seat, seat)));
        format!("{}\n{first}, {second}", rows.join("\n"))
    }
}
