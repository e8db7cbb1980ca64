//! The encoding of dominoes.

use super::tiles::SET;
use super::{Action, Dominoes, Side, View};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, distance, seats_from};
use crate::seat::Presence;

const MAX_SEATS: usize = 4;
const TILES: i64 = SET as i64;
const NUMBERS: usize = 7;

impl Encoded for Dominoes {
    const ENCODING: Encoding = Encoding {
        actions: 3 * SET + 2,
        action_text: "Tiles have the numbers 0 to 27 in the order 0-0, 0-1, .. 0-6, 1-1, .. 6-6. 0 to 27 lead the \
                      tile. 28 to 55 play the tile that is the index minus 28 at the left end, 56 to 83 the one that \
                      is the index minus 56 at the right end. 84 draws, 85 passes.",
        observation: &[
            EncodingPart::new("hand", &[28], "1 at each own tile."),
            EncodingPart::new("line", &[28], "1 at each tile of the line."),
            EncodingPart::new("ends", &[2, 7], "By end, left and right: 1 at its open number."),
            EncodingPart::new(
                "seats",
                &[4, 10],
                "By seat: 1 if it is at the table, 1 if it has not left, its number of tiles as a share of 28, then 1 \
                 at each number on which it passed.",
            ),
            EncodingPart::new("boneyard", &[1], "Its tiles as a share of 28."),
            EncodingPart::new("lastSeat", &[4], "By seat: 1 if it played the last tile."),
            EncodingPart::new("lastTile", &[28], "1 at the last tile played."),
            EncodingPart::new("lastEnd", &[2], "1 at the end where it was played."),
            EncodingPart::new("leads", &[4], "By seat: 1 if it led."),
        ],
        board: None,
        omitted: "The order of the line between its ends; at the end, the tiles and pips of other seats, the \
                  boneyard's tiles, and whether the line is blocked.",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        match *action {
            Action::Play { tile, end: None } => tile.0.into(),
            Action::Play { tile, end: Some(Side::Left) } => SET + usize::from(tile.0),
            Action::Play { tile, end: Some(Side::Right) } => 2 * SET + usize::from(tile.0),
            Action::Draw {} => 3 * SET,
            Action::Pass {} => 3 * SET + 1,
        }
    }

    fn observe(view: &View, own: Seat, out: &mut Observation) {
        let seats = view.seats.len();
        out.all_of(view.hand.iter().flat_map(|hand| hand.iter()).map(|tile| tile.0.into()), SET);
        out.all_of(view.line.iter().map(|&tile| id_of(tile)), SET);
        for end in 0..2 {
            out.one_of(view.ends.map(|ends| ends[end].into()), NUMBERS);
        }
        for seat in seats_from(own, seats).map(|seat| &view.seats[seat.index()]) {
            out.flag(true);
            out.flag(seat.status == Presence::In);
            out.share(seat.tiles as i64, TILES);
            out.all_of(seat.lacks.iter().map(usize::from), NUMBERS);
        }
        out.skip((MAX_SEATS - seats) * 10);
        out.share(view.boneyard as i64, TILES);
        out.one_of(view.last.map(|last| distance(own, last.seat, seats)), MAX_SEATS);
        out.one_of(view.last.map(|last| last.tile.0.into()), SET);
        out.one_of(view.last.and_then(|last| last.end).map(|end| end as usize), 2);
        out.one_of(distance(own, view.start, seats), MAX_SEATS);
    }
}

/// The id of a tile by its two numbers in any order.
fn id_of([one, other]: [u8; 2]) -> usize {
    let [low, high] = [one.min(other), one.max(other)].map(usize::from);
    // Seven tiles have 0 as their lower number, six have 1, and so on.
    low * NUMBERS - low * low.saturating_sub(1) / 2 + high - low
}

#[cfg(test)]
mod tests {
    use super::super::tiles::Tile;
    use super::*;

    #[test]
    fn a_tile_has_its_own_id_in_both_orders() {
        for id in 0..SET {
            let [low, high] = Tile(id as u8).numbers();
            assert_eq!([id_of([low, high]), id_of([high, low])], [id, id]);
        }
    }
}
