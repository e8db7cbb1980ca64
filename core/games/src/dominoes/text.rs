//! Dominoes as text.

use super::{Action, Dominoes, Side, View};
use crate::Seat;
use crate::seat::Presence;
use crate::written::{Written, seat_text, spaced};

/// The tiles of the line that are drawn at each end.
const SHOWN: usize = 4;

impl Written for Dominoes {
    const MOVES: &'static str = "`play 3-5 left` or `play 3-5 right` lays a tile at an end of the line, with its lower \
                                 number first; `play 6-6` leads. `draw` draws a tile, `pass` passes.";

    fn move_text(action: &Action) -> String {
        match *action {
            Action::Play { tile, end: None } => format!("play {tile}"),
            Action::Play { tile, end: Some(Side::Left) } => format!("play {tile} left"),
            Action::Play { tile, end: Some(Side::Right) } => format!("play {tile} right"),
            Action::Draw {} => "draw".to_owned(),
            Action::Pass {} => "pass".to_owned(),
        }
    }

    fn drawn(view: &View, seat: Option<Seat>) -> String {
        let tiles = |own: &super::SeatView| {
            let lacks = spaced(own.lacks.iter());
            let lacks = if lacks.is_empty() { String::new() } else { format!(" (has no {lacks})") };
            let left = if own.status == Presence::Left { " left" } else { "" };
            format!("{} {}{left}{lacks}", seat_text(own.seat, seat), own.tiles)
        };
        let tile = |[left, right]: &[u8; 2]| format!("{left}-{right}");
        let line = match &view.line[..] {
            [] => "empty".to_owned(),
            line if line.len() <= 2 * SHOWN + 1 => spaced(line.iter().map(tile)),
            line => format!(
                "{} ({} more) {}",
                spaced(line[..SHOWN].iter().map(tile)),
                line.len() - 2 * SHOWN,
                spaced(line[line.len() - SHOWN..].iter().map(tile)),
            ),
        };
        let ends =
            view.ends.map(|[left, right]| format!("; open ends: left {left}, right {right}")).unwrap_or_default();
        let seats: Vec<String> = view.seats.iter().map(tiles).collect();
        let mut lines = vec![format!("Line: {line}{ends}")];
        lines.push(format!("Tiles: {}; boneyard {}", seats.join(", "), view.boneyard));
        lines.extend(view.hand.as_ref().map(|hand| format!("Your tiles: {}", spaced(hand.iter()))));
        lines.join("\n")
    }
}
