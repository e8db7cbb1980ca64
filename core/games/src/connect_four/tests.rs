//! Stories of connect four, and a comparison of its search with a plain minimax.

use super::position::*;
use super::search::*;
use super::*;
use crate::Seed;
use crate::search::best_moves;
use std::collections::BTreeMap;

/// The board and the events after these columns, seat 1 first (the deal of the worked example).
fn after(columns: &[u8]) -> (ConnectFour, Vec<Event>) {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    let (mut dice, mut events) = (Dice::dealer(&seed), Events::on());
    let mut board = ConnectFour::deal(&Setup::new(None, 2, 10), &mut dice, &mut events);
    for &column in columns {
        let seat = board.to_act().first().unwrap();
        board.play(seat, &Action::Drop { column }, &mut dice, &mut events);
    }
    (board, events.take())
}

fn reported(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .map(|event| {
            let data = event.data.as_ref().map_or("", |data| data.get());
            format!("{} {} {data}", event.kind, event.label.as_deref().unwrap_or_default()).trim_end().to_owned()
        })
        .collect()
}

fn choices(board: &ConnectFour) -> Vec<u8> {
    let mut legal = Vec::new();
    board.legal_actions(board.position.mover, &mut legal);
    legal.into_iter().map(Action::column).collect()
}

/// One row of text for each row of the board, from the top: x is the mover's disc, o the other's.
fn position(rows: &str) -> Position {
    let mut discs = [0; 2];
    for (cell, mark) in rows.split_whitespace().flat_map(str::chars).enumerate() {
        match mark {
            'x' => discs[0] |= bit_of(cell as u8),
            'o' => discs[1] |= bit_of(cell as u8),
            _ => {}
        }
    }
    Position { discs, mover: Seat(0) }
}

#[test]
fn a_match_has_the_expected_events_from_deal_to_win() {
    let (board, events) = after(&[3, 4, 4, 5, 3, 5, 3, 0, 3]);
    let reported = reported(&events);
    assert_eq!(
        reported[..4],
        [
            r#"dealt Seat 1 starts with red {"start":1}"#,
            "turn Seat 1 to move",
            r#"dropped Seat 1 drops in column 4 {"cell":38,"column":3}"#,
            "turn Seat 0 to move",
        ]
    );
    assert_eq!(
        reported[reported.len() - 2..],
        [
            r#"dropped Seat 1 drops in column 4 {"cell":17,"column":3}"#,
            r#"settled Seat 1 connects four {"line":[17,24,31,38],"scores":[-10,10]}"#,
        ]
    );
    let outcome = board.outcome().unwrap();
    assert_eq!(outcome.scores(), [-10, 10]);
    assert_eq!(outcome.seats[0].winning_pieces, None);
    assert_eq!(outcome.seats[1].winning_pieces, Some(vec![17, 24, 31, 38]));
    assert!(board.to_act().is_empty());
}

#[test]
fn a_full_column_is_not_legal() {
    let (board, _) = after(&[2, 2, 2, 2, 2, 2]);
    assert_eq!(choices(&board), [0, 1, 3, 4, 5, 6]);
}

#[test]
fn one_disc_may_complete_a_row_and_a_diagonal_and_all_their_cells_win() {
    // Cell 38 joins the row 35..=37 with 39 and 40, and is at the foot of the diagonal 20, 26, 32.
    let own = [35, 36, 37, 38, 39, 40, 32, 26, 20].map(bit_of).into_iter().sum();
    assert_eq!(line_through(bit_of(38), own), [20, 26, 32, 35, 36, 37, 38, 39, 40]);
    assert_eq!(line_through(bit_of(36), own), [35, 36, 37, 38, 39, 40]);
}

#[test]
fn a_line_does_not_wrap_into_the_next_column() {
    assert!(!has_line([0, 7, 14, 36].map(bit_of).into_iter().sum()));
    assert!(!has_line([18, 19, 20, 28].map(bit_of).into_iter().sum()));
    assert!(has_line([0, 8, 16, 24].map(bit_of).into_iter().sum()));
    assert!(has_line([21, 15, 9, 3].map(bit_of).into_iter().sum()));
}

/// Whole matches, column by column: one ends in a draw, one is won by the 42nd disc.
const DRAWN: &str = "331650114266141231434452363064260555520200";
const WON_LAST: &str = "362614236012230601400013564456355355124124";

fn columns(digits: &str) -> Vec<u8> {
    digits.bytes().map(|digit| digit - b'0').collect()
}

#[test]
fn a_full_board_without_a_line_returns_the_stakes() {
    let (board, events) = after(&columns(DRAWN));
    let reported = reported(&events);
    assert_eq!(reported.last().unwrap(), r#"settled A draw: the board is full {"line":null,"scores":[0,0]}"#);
    assert_eq!(events.last().unwrap().seat, None);
    assert_eq!(board.outcome().unwrap().seats[0].result, crate::MatchResult::Draw);
}

#[test]
fn the_last_disc_may_win() {
    let (board, events) = after(&columns(WON_LAST));
    assert_eq!(board.position.open_cells(), 0);
    assert_eq!(events.last().unwrap().label.as_deref(), Some("Seat 0 connects four"));
    assert!(board.outcome().unwrap().seats[0].winning_pieces.is_some());
}

#[test]
fn a_leave_out_of_turn_loses_the_pot_without_winning_cells() {
    let (mut board, _) = after(&[3]);
    let mut events = Events::on();
    board.concede(Seat(1), Leave::TimedOut, &mut events);
    assert_eq!(
        reported(&events.take()),
        ["timed_out Seat 1 runs out of time", r#"settled Seat 0 wins {"line":null,"scores":[10,-10]}"#]
    );
    let outcome = board.outcome().unwrap();
    assert_eq!((outcome.scores(), outcome.seats[0].winning_pieces.clone()), (vec![10, -10], None));
    assert!(!board.may_concede(Seat(0)));
}

#[test]
fn positions_and_sequences_by_ply_are_the_known_ones() {
    let mut reached = BTreeMap::from([(Position { discs: [0, 0], mover: Seat(0) }, 1_u32)]);
    let mut counts = Vec::new();
    for _ in 0..=8 {
        counts.push((reached.len(), reached.values().sum()));
        let mut next = BTreeMap::new();
        for (position, ways) in &reached {
            if has_line(position.discs[position.mover.other().index()]) {
                continue;
            }
            let open = position.open_cells();
            for cell in (0..COLUMNS).map(|column| open & cells_of(column)).filter(|&cell| cell != 0) {
                *next.entry(position.after(cell)).or_default() += ways;
            }
        }
        reached = next;
    }
    let expected = [
        (1, 1),
        (7, 7),
        (49, 49),
        (238, 343),
        (1120, 2401),
        (4263, 16807),
        (16422, 117_649),
        (54859, 823_536),
        (184_275, 5_673_234),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn windows_are_worth_1_10_and_100_and_mixed_ones_nothing() {
    // One disc in the corner is part of a row, a column and a diagonal; in the centre of the bottom of more.
    assert_eq!(position("....... ....... ....... ....... ....... x......").evaluation(), 3);
    assert_eq!(position("....... ....... ....... ....... ....... ...o...").evaluation(), -7);
    // Three in the corner row: 100 + 10 + 1 along the row, 3 columns, 3 diagonals.
    assert_eq!(position("....... ....... ....... ....... ....... xxx....").evaluation(), 100 + 10 + 1 + 3 + 3);
    // The other seat's disc beside them blocks every window of the row but its own three.
    assert_eq!(position("....... ....... ....... ....... ....... xxxo...").evaluation(), 3 + 3 - 1 - 1 - 2);
}

/// A plain minimax without pruning that counts window by window.
fn plain(position: Position, ply: i32) -> i32 {
    if has_line(position.discs[position.mover.other().index()]) {
        return ply - WIN;
    }
    let open = position.open_cells();
    if open == 0 {
        return 0;
    }
    if ply == DEPTH {
        return plain_evaluation(&position);
    }
    let cells = (0..COLUMNS).map(|column| open & cells_of(column)).filter(|&cell| cell != 0);
    cells.map(|cell| -plain(position.after(cell), ply + 1)).max().unwrap()
}

fn plain_evaluation(position: &Position) -> i32 {
    let (mut worth, mut windows) = (0, 0);
    for (row, column) in (0..6_i8).flat_map(|row| (0..7_i8).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cells = [0, 1, 2, 3].map(|step| (row + step * down, column + step * right));
            if cells.iter().any(|(row, column)| !(0..6).contains(row) || !(0..7).contains(column)) {
                continue;
            }
            windows += 1;
            let count = |seat: Seat| {
                let own = |(row, column): &&(i8, i8)| position.owner(bit_of((7 * row + column) as u8)) == Some(seat);
                cells.iter().filter(own).count()
            };
            worth += match (count(position.mover), count(position.mover.other())) {
                (own @ 1..=3, 0) => [1, 10, 100][own - 1],
                (0, other @ 1..=3) => -[1, 10, 100][other - 1],
                _ => 0,
            };
        }
    }
    assert_eq!(windows, 69);
    worth
}

#[test]
fn the_pruned_search_finds_exactly_the_best_moves_of_plain_minimax() {
    let openings = ["", "344535", "33333224", "060601", "1234560"].map(columns);
    let endings = [DRAWN, WON_LAST].into_iter().flat_map(|text| [16, 22, 28, 34, 39].map(|n| columns(&text[..n])));
    for columns in openings.into_iter().chain(endings) {
        let (board, _) = after(&columns);
        let (position, mut legal) = (board.position, Vec::new());
        board.legal_actions(position.mover, &mut legal);
        let open = position.open_cells();
        let values: Vec<i32> =
            legal.iter().map(|action| -plain(position.after(open & cells_of(action.column())), 1)).collect();
        let highest = values.iter().max().unwrap();
        let best: Vec<usize> = (0..legal.len()).filter(|&at| values[at] == *highest).collect();
        let order = CENTRE_FIRST.iter().filter_map(|column| legal.iter().position(|a| a.column() == *column));
        let found = best_moves(order, |at, floor| position.value_of(legal[at].column(), floor));
        assert_eq!(found, best, "after {columns:?}: {values:?}");
    }
}
