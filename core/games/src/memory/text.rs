//! Memory as text.

use super::{Action, CARDS, COLUMNS, Memory, View};
use crate::Seat;
use crate::written::{Written, seat_text, spaced};

impl Written for Memory {
    const MOVES: &'static str = "`flip 7` turns over a card. Cards are 1 to 24, row by row from the top left. On the board \
                                 a number is a card that was never shown, a letter the symbol of one that was; - is \
                                 taken, and * marks the open card.";

    fn move_text(action: &Action) -> String {
        let Action::Flip { cell } = action;
        format!("flip {}", cell + 1)
    }

    /// Every card that was shown keeps its symbol here, though it lies face down.
    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let seen = |cell: usize| view.flips.iter().find(|flip| usize::from(flip.cell) == cell).map(|flip| flip.symbol);
        let cell = |cell: usize| {
            if view.taken_by[cell].is_some() {
                return "-".to_owned();
            }
            let open = if view.first_cell.map(usize::from) == Some(cell) { "*" } else { "" };
            let symbol = view.symbols[cell].or_else(|| seen(cell));
            symbol.map_or_else(|| (cell + 1).to_string(), |symbol| format!("{}{open}", letter(symbol)))
        };
        let columns = usize::from(COLUMNS);
        let rows: Vec<String> =
            (0..CARDS / columns).map(|row| spaced((row * columns..(row + 1) * columns).map(cell))).collect();
        let pairs = |own: &super::SeatView| format!("{} {}", seat_text(own.seat, seat), own.pairs);
        let known: Vec<String> = (0..12).filter_map(|symbol| known_pair(view, symbol)).collect();
        let known = if known.is_empty() { String::new() } else { format!("\nKnown pairs: {}", known.join(", ")) };
        let mut drawn =
            format!("{}\nPairs: {}, {}{known}", rows.join("\n"), pairs(&view.seats[0]), pairs(&view.seats[1]));
        if let Some(turn) = &view.last_turn {
            let [first, second] = [0, 1].map(|at| format!("{} {}", turn.cells[at] + 1, letter(turn.symbols[at])));
            drawn += &format!("\nLast turn: {}, {first} and {second}", seat_text(turn.seat, seat));
        }
        drawn
    }
}

fn letter(symbol: u8) -> char {
    char::from(b'A' + symbol)
}

/// Both cards of a symbol, if they were shown and are not taken.
fn known_pair(view: &View, symbol: u8) -> Option<String> {
    let was_shown = |cell: &usize| {
        let shown = view.flips.iter().any(|flip| usize::from(flip.cell) == *cell && flip.symbol == symbol);
        shown && view.taken_by[*cell].is_none()
    };
    let cells: Vec<usize> = (0..CARDS).filter(was_shown).collect();
    matches!(cells[..], [_, _]).then(|| format!("{} {}", letter(symbol), spaced(cells.iter().map(|cell| cell + 1))))
}
