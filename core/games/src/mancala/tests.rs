//! Stories of mancala, a comparison of its sowing with a stone-by-stone one, and of its search with a plain minimax.

use super::position::Side;
use super::search::margin;
use super::*;
use crate::search::best_moves;
use crate::{Seats, Seed};

fn dice() -> Dice {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    Dice::dealer(&seed)
}

/// A match whose mover is seat 0, with these pits and stores by seat.
fn board(first: ([u8; 6], u8), second: ([u8; 6], u8)) -> Mancala {
    let sides = [first, second].map(|(pits, store)| Side::new(pits, store));
    assert_eq!(sides.map(|side| side.swept().store()).iter().sum::<u8>(), 48);
    let position = Position { sides, mover: Seat(0) };
    Mancala { position, stake: 10, start: Seat(0), last: None, end: None }
}

/// Seat 0 sows; returns the events.
fn sow(board: &mut Mancala, pit: u8) -> Vec<String> {
    let mut events = Events::on();
    board.play(Seat(0), &Action::Sow { pit }, &mut dice(), &mut events);
    reported(&events.take())
}

fn reported(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| {
        let data = event.data.as_ref().map_or("", |data| data.get());
        format!("{} {} {data}", event.kind, event.label.as_deref().unwrap_or_default()).trim_end().to_owned()
    };
    events.iter().map(line).collect()
}

fn sides(board: &Mancala) -> [([u8; 6], u8); 2] {
    board.position.sides.map(|side| (side.pits(), side.store()))
}

#[test]
fn the_example_of_the_rules_ends_6_to_42() {
    let mut events = Events::on();
    let mut board = Mancala::deal(&Setup::new(None, 2, 10), &mut dice(), &mut events);
    for sowing in "1:5 0:1 0:3 1:2 1:5 1:1 1:5 1:0 0:2 1:1 0:5 1:0 0:4 1:1 0:5 0:3 1:0".split(' ') {
        let (seat, pit) = sowing.split_once(':').unwrap();
        assert_eq!(board.to_act().first(), Some(Seat(seat.parse().unwrap())), "at {sowing}");
        let action = Action::Sow { pit: pit.parse().unwrap() };
        board.play(board.position.mover, &action, &mut dice(), &mut events);
    }
    assert_eq!(board.stores(), [6, 42]);
    assert_eq!(board.outcome().unwrap().scores(), [-10, 10]);
    let reported = reported(&events.take());
    assert_eq!(
        reported[..4],
        [
            r#"dealt Seat 1 starts {"start":1}"#,
            "turn Seat 1 to move",
            r#"sown Seat 1 sows pit 6 {"pit":5,"stones":4}"#,
            "turn Seat 0 to move",
        ]
    );
    assert_eq!(reported.last().unwrap(), r#"settled Seat 1 wins 42 to 6 {"scores":[-10,10],"stores":[6,42]}"#);
}

#[test]
fn from_the_opening_pit_2_ends_in_the_store_and_earns_an_extra_turn() {
    let mut board = board(([4; 6], 0), ([4; 6], 0));
    assert_eq!(sow(&mut board, 2), [r#"sown Seat 0 sows pit 3 {"pit":2,"stones":4}"#, "extra_turn Seat 0 moves again"]);
    assert_eq!(sides(&board), [([4, 4, 0, 5, 5, 5], 1), ([4; 6], 0)]);
    assert_eq!(board.to_act(), Seats::one(Seat(0)));
}

#[test]
fn a_last_stone_in_an_empty_own_pit_captures_the_pit_opposite() {
    let mut board = board(([2, 0, 0, 0, 0, 1], 20), ([0, 0, 0, 4, 1, 0], 20));
    let expected = [
        r#"sown Seat 0 sows pit 1 {"pit":0,"stones":2}"#,
        r#"captured captures 5 stones {"stones":5}"#,
        "turn Seat 1 to move",
    ];
    assert_eq!(sow(&mut board, 0), expected);
    assert_eq!(sides(&board), [([0, 1, 0, 0, 0, 1], 25), ([0, 0, 0, 0, 1, 0], 20)]);
    assert_eq!(board.last, Some(Last { seat: Seat(0), pit: 0, captured: 5 }));
}

#[test]
fn opposite_an_empty_pit_the_last_stone_stays() {
    let mut board = board(([2, 0, 0, 0, 0, 1], 20), ([0, 0, 0, 0, 5, 0], 20));
    assert_eq!(sow(&mut board, 0).last().unwrap(), "turn Seat 1 to move");
    assert_eq!(sides(&board), [([0, 1, 1, 0, 0, 1], 20), ([0, 0, 0, 0, 5, 0], 20)]);
}

#[test]
fn a_lap_of_13_stones_passes_by_the_other_store_and_captures_from_the_emptied_pit() {
    let mut board = board(([0, 13, 0, 0, 0, 1], 10), ([0, 0, 0, 0, 2, 0], 22));
    assert_eq!(sow(&mut board, 1)[1], r#"captured captures 4 stones {"stones":4}"#);
    assert_eq!(sides(&board), [([1, 0, 1, 1, 1, 2], 15), ([1, 1, 1, 1, 0, 1], 22)]);
}

#[test]
fn an_extra_turn_that_empties_a_side_ends_the_game_with_a_sweep() {
    let mut board = board(([0, 0, 0, 0, 0, 1], 20), ([0, 3, 0, 4, 0, 0], 20));
    let expected = [
        r#"sown Seat 0 sows pit 6 {"pit":5,"stones":1}"#,
        r#"swept Seat 1 keeps the 7 stones on its side {"stones":[0,7]}"#,
        r#"settled Seat 1 wins 27 to 21 {"scores":[-10,10],"stores":[21,27]}"#,
    ];
    assert_eq!(sow(&mut board, 5), expected);
    assert!(board.to_act().is_empty());
}

#[test]
fn a_capture_that_empties_the_other_side_ends_the_game_too() {
    let mut board = board(([1, 0, 0, 0, 0, 0], 20), ([0, 0, 0, 0, 4, 0], 23));
    let expected = [
        r#"sown Seat 0 sows pit 1 {"pit":0,"stones":1}"#,
        r#"captured captures 5 stones {"stones":5}"#,
        r#"settled Seat 0 wins 25 to 23 {"scores":[10,-10],"stores":[25,23]}"#,
    ];
    assert_eq!(sow(&mut board, 0), expected);
}

#[test]
fn with_24_each_the_stakes_return() {
    let mut board = board(([0, 0, 0, 0, 0, 1], 23), ([0, 0, 1, 0, 0, 0], 23));
    let reported = sow(&mut board, 5);
    assert_eq!(reported[1], r#"swept Seat 1 keeps the stone on its side {"stones":[0,1]}"#);
    assert_eq!(reported[2], r#"settled A draw, 24 to 24 {"scores":[0,0],"stores":[24,24]}"#);
    assert_eq!(board.outcome().unwrap().seats[1].result, crate::MatchResult::Draw);
}

#[test]
fn a_leave_loses_the_pot_without_a_sweep() {
    let mut board = board(([1, 0, 0, 0, 0, 0], 40), ([0, 0, 0, 0, 4, 0], 3));
    let (before, mut events) = (sides(&board), Events::on());
    board.concede(Seat(0), Leave::Forfeited, &mut events);
    assert_eq!(
        reported(&events.take()),
        ["forfeited Seat 0 gives up", r#"settled Seat 1 wins {"scores":[-10,10],"stores":[40,3]}"#]
    );
    assert_eq!((sides(&board), board.outcome().unwrap().scores()), (before, vec![-10, 10]));
}

/// A board after some random sowings.
fn random(number: u8, sowings: usize, mut each: impl FnMut(&Position)) -> Mancala {
    let mut dice = Dice::dealer(&Seed::from_bytes([number; 32]));
    let mut board = Mancala::deal(&Setup::new(None, 2, 1), &mut dice, &mut Events::off());
    for _ in 0..sowings {
        let mut legal = Vec::new();
        let Some(seat) = board.to_act().first() else { break };
        board.legal_actions(seat, &mut legal);
        let action = dice.pick(&legal);
        board.play(seat, &action, &mut dice, &mut Events::off());
        each(&board.position);
    }
    board
}

/// A sowing by the rules, stone by stone.
fn slowly(position: &Position, pit: u8) -> Position {
    let mut ring: Vec<u8> = [position.own(), position.other()]
        .iter()
        .flat_map(|side| side.pits().into_iter().chain([side.store()]))
        .collect();
    let (mut at, mut hand) = (usize::from(pit), std::mem::take(&mut ring[usize::from(pit)]));
    while hand > 0 {
        at = (at + 1) % 13;
        ring[at] += 1;
        hand -= 1;
    }
    if at < 6 && ring[at] == 1 && ring[12 - at] > 0 {
        ring[6] += 1 + std::mem::take(&mut ring[12 - at]);
        ring[at] = 0;
    }
    let side = |ring: &[u8]| Side::new(ring[..6].try_into().unwrap(), ring[6]);
    let mut next = *position;
    next.sides[position.mover.index()] = side(&ring[..7]);
    next.sides[position.mover.other().index()] = side(&ring[7..]);
    next.mover = if at == 6 { position.mover } else { position.mover.other() };
    next
}

#[test]
fn sowing_equals_stone_by_stone_sowing() {
    for number in 0..200 {
        let board = random(number, 1000, |position| {
            assert_eq!(position.sides.map(|side| side.in_pits() + side.store()).iter().sum::<u8>(), 48);
            for pit in position.choices() {
                let mut fast = *position;
                fast.sow(pit);
                assert_eq!(fast, slowly(position, pit), "{position:?}, pit {pit}");
            }
        });
        assert!(board.end.is_some(), "it ends by itself");
    }
}

/// A plain minimax without pruning, for `seat`.
fn plain(position: Position, seat: Seat, plies: u32) -> i32 {
    let stores = |sides: [Side; 2]| margin(sides[seat.index()], sides[seat.other().index()]);
    if position.is_over() {
        let margin = stores(position.sides.map(Side::swept));
        return margin + 1000 * margin.signum();
    }
    if plies == 0 {
        return stores(position.sides);
    }
    let values = position.choices().map(|pit| {
        let mut next = position;
        next.sow(pit);
        plain(next, seat, plies - 1)
    });
    if position.mover == seat { values.max().unwrap() } else { values.min().unwrap() }
}

#[test]
fn the_pruned_search_finds_exactly_the_best_moves_of_plain_minimax() {
    for number in 0..40 {
        let position = random(number, usize::from(number), |_| ()).position;
        if position.is_over() {
            continue;
        }
        let pits: Vec<u8> = position.choices().collect();
        let values: Vec<i32> = pits
            .iter()
            .map(|&pit| {
                let mut next = position;
                next.sow(pit);
                plain(next, position.mover, 5)
            })
            .collect();
        let best: Vec<usize> = (0..pits.len()).filter(|&at| values[at] == *values.iter().max().unwrap()).collect();
        let value = |at: usize, floor| position.value_of(pits[at], 5, floor, i32::MAX);
        assert_eq!(best_moves((0..pits.len()).rev(), value), best, "{position:?}: {values:?}");
    }
}
