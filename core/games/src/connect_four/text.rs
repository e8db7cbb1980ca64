//! Connect four as text.

use super::{Action, ConnectFour, Disc, View};
use crate::Seat;
use crate::written::{Written, seat_text, spaced};

const COLUMNS: usize = 7;

impl Written for ConnectFour {
    const MOVES: &'static str = "`c4` drops a disc into a column. Columns are c1 to c7 from the left. On the board R is \
                                 red and Y is yellow.";

    fn move_text(action: &Action) -> String {
        format!("c{}", action.column() + 1)
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let letter = |disc| if disc == Disc::Red { "R" } else { "Y" };
        let cell = |owner: &Option<Seat>| owner.map_or(".", |owner| letter(view.seats[owner.index() % 2].disc));
        let rows: Vec<String> = view.board.chunks(COLUMNS).map(|row| spaced(row.iter().map(cell))).collect();
        let [first, second] =
            [&view.seats[0], &view.seats[1]].map(|own| format!("{}: {}", letter(own.disc), seat_text(own.seat, seat)));
        format!("{}\n{}\n{first}, {second}", spaced(1..=COLUMNS), rows.join("\n"))
    }
}
