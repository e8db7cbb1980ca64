//! Moves and views of the games as text, for players that read text: language models above all.

use super::{Game, Seat};
use std::fmt::Write;

/// A game whose moves and views can be written as text.
pub trait Written: Game {
    /// The form of the text of a move, for the rules.
    const MOVES: &'static str;

    /// A move as text, in lower case with single spaces. Different legal actions of a position have different texts.
    fn move_text(action: &Self::Action) -> String;

    /// The view of `seat` (`None`: a spectator) as a few lines without a final line break. The view is the only source,
    /// so that the text contains nothing hidden.
    fn drawn(view: &Self::View, seat: Option<Seat>) -> String;
}

/// Text by a player in the form of `Written::move_text`: in lower case, without quotes, with single spaces.
pub(crate) fn plain(text: &str) -> String {
    let text = text.trim().trim_matches(['"', '\'', '`', '.']).to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A list of moves in short: numbers at the end that follow each other are one range, and moves that differ only in their
/// last word share the words before it.
pub fn summed_up(moves: &[String]) -> Vec<String> {
    let mut parts: Vec<Run<'_>> = Vec::new();
    for text in moves {
        let next = Run::of(text);
        match parts.last_mut() {
            Some(last) if last.goes_on_with(&next) => last.last = next.first,
            _ => parts.push(next),
        }
    }
    let mut written: Vec<String> = Vec::new();
    let mut words = "";
    for part in parts {
        let (before, rest) = part.head.rsplit_once(' ').map_or(("", part.head), |(before, rest)| (before, rest));
        // Without its words, a number among several could be read as one of them.
        let repeats = !before.is_empty() && before == words && !before.contains(|c: char| c.is_ascii_digit());
        words = before;
        let head = if repeats { rest } else { part.head };
        written.push(match (part.first, part.last) {
            (Some(first), Some(last)) if first < last => format!("{head}{first}-{rest}{last}"),
            (Some(first), _) => format!("{head}{first}"),
            (None, _) => head.to_owned(),
        });
    }
    written
}

/// Moves with the same text before a number, and consecutive numbers.
struct Run<'a> {
    head: &'a str,
    first: Option<u32>,
    last: Option<u32>,
}

impl<'a> Run<'a> {
    fn of(text: &'a str) -> Self {
        let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
        // One number among several, as in `split 1 2`, is not the end of a range.
        let is_single = text.bytes().filter(u8::is_ascii_digit).count() == digits;
        let (head, number) = text.split_at(text.len() - if is_single { digits } else { 0 });
        let number = number.parse().ok();
        Self { head: if number.is_some() { head } else { text }, first: number, last: number }
    }

    fn goes_on_with(&self, next: &Self) -> bool {
        let follows = self.last.zip(next.first).is_some_and(|(last, first)| first == last + 1);
        follows && self.head == next.head
    }
}

/// Rows of cells under the letters of their columns, each row after its number.
pub(crate) fn lettered(side: usize, cell: impl Fn(usize) -> char) -> String {
    let mut drawn = String::from("  ");
    drawn.extend(('a'..).take(side).flat_map(|letter| [' ', letter]));
    for row in 0..side {
        write!(drawn, "\n{:2}", row + 1).expect("writing to a String cannot fail");
        drawn.extend((0..side).flat_map(|column| [' ', cell(row * side + column)]));
    }
    drawn
}

/// A cell by the letter of its column and the number of its row, for cells numbered row by row.
pub(crate) fn cell_text(cell: u8, columns: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % columns), cell / columns + 1)
}

/// A seat as its viewer calls it.
pub(crate) fn seat_text(seat: Seat, viewer: Option<Seat>) -> String {
    if viewer == Some(seat) { "you".to_owned() } else { format!("seat {seat}") }
}

/// Items with spaces between them.
pub(crate) fn spaced<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// A score with its sign.
pub(crate) fn signed(score: i64) -> String {
    format!("{score:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(moves: &[&str]) -> String {
        summed_up(&moves.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).join(", ")
    }

    #[test]
    fn following_numbers_are_a_range_and_equal_words_are_written_once() {
        assert_eq!(sum(&["c1", "c2", "c3", "c5"]), "c1-c3, c5");
        assert_eq!(sum(&["shoot a1", "shoot b1", "shoot b2", "auto"]), "shoot a1, b1-b2, auto");
        assert_eq!(sum(&["fold", "call", "raise to 40", "raise to 60"]), "fold, call, raise to 40, 60");
        assert_eq!(sum(&["split 1 2", "split 1 3", "red"]), "split 1 2, split 1 3, red");
        assert_eq!(sum(&[]), "");
    }

    #[test]
    fn the_text_of_a_player_is_read_leniently() {
        assert_eq!(plain("  `Shoot   B7`. "), "shoot b7");
        assert_eq!(plain("\"c4\""), "c4");
    }
}
