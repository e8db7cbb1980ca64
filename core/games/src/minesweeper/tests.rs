//! Stories of minesweeper.

use super::deduction::Risk;
use super::*;
use crate::Seed;

fn dealt() -> (Minesweeper, Dice) {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    let mut dice = Dice::dealer(&seed);
    let setup = Setup::new(Minesweeper::ABOUT.kinds.first(), 2, 10);
    let game = Minesweeper::deal(&setup, &mut dice, &mut Events::off());
    (game, dice)
}

/// Open the cells one after another, with the seat to move, and return the events' labels.
fn open(game: &mut Minesweeper, dice: &mut Dice, cells: &[u8]) -> Vec<String> {
    let mut events = Events::on();
    for &cell in cells {
        game.play(game.mover, &Action::Open { cell }, dice, &mut events);
    }
    events.take().into_iter().filter_map(|event| event.label).collect()
}

fn mines(game: &Minesweeper) -> Option<Vec<u8>> {
    game.view(Audience::SPECTATOR).mine_cells
}

#[test]
fn the_worked_example_ends_with_a_mine() {
    let (mut game, mut dice) = dealt();
    assert_eq!((game.start, game.order), (Seat(1), [9, 6, 64, 20, 60, 65, 54, 49, 41, 21, 70]));
    let labels = open(&mut game, &mut dice, &[42, 80, 4, 27, 73, 9]);
    let openings: Vec<&str> = labels.iter().map(String::as_str).filter(|label| !label.ends_with("move")).collect();
    assert_eq!(
        openings,
        [
            "Seat 1 opens 1 cell",
            "Seat 0 opens 39 cells",
            "Seat 1 opens 8 cells",
            "Seat 0 opens 16 cells",
            "Seat 1 opens 1 cell",
            "Seat 0 hits a mine",
            "Seat 1 wins",
        ]
    );
    assert_eq!(mines(&game), Some(vec![6, 9, 20, 21, 41, 49, 54, 60, 64, 65]));
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.scores(), [-10, 10]);
    assert_eq!(outcome.seats[1].winning_pieces, Some(vec![1, 2, 3, 4, 5, 10, 11, 12, 42, 73]));
    let sealed = game.view(Audience { seat: None, sealed: true });
    assert_eq!((sealed.boom, sealed.mine_cells), (Some(9), None));
}

#[test]
fn the_first_opening_is_never_a_mine() {
    let (mut game, mut dice) = dealt();
    open(&mut game, &mut dice, &[9]);
    assert!(game.outcome().is_none());
    game.concede(Seat(0), Leave::TimedOut, &mut Events::off());
    assert_eq!(mines(&game), Some(vec![6, 20, 21, 41, 49, 54, 60, 64, 65, 70]));
}

#[test]
fn a_match_given_up_before_any_opening_has_the_first_ten_mines() {
    let (mut game, _) = dealt();
    assert_eq!(mines(&game), None);
    game.concede(Seat(1), Leave::Forfeited, &mut Events::off());
    assert_eq!(mines(&game), Some(vec![6, 9, 20, 21, 41, 49, 54, 60, 64, 65]));
    assert_eq!(game.outcome().unwrap().seats[0].winning_pieces, None);
}

#[test]
fn a_cleared_board_is_won_by_the_seat_that_opened_more() {
    let (mut game, mut dice) = dealt();
    open(&mut game, &mut dice, &[42]);
    let mines = game.mines();
    while let Some(cell) = cells_of(BOARD & !mines & !game.open()).next() {
        open(&mut game, &mut dice, &[cell]);
    }
    let (zero, one) = (game.count(Seat(0)), game.count(Seat(1)));
    assert_eq!((zero + one, game.view(Audience::SPECTATOR).safe_left), (71, 0));
    let winner = usize::from(one > zero);
    assert_eq!(game.outcome().unwrap().seats[winner].score, 10);
}

/// A view of a board that shows only the given numbers.
fn showing(numbers: &[(usize, u8)]) -> View {
    let mut view = dealt().0.view(Audience::SPECTATOR);
    for &(cell, number) in numbers {
        view.cells[cell] = Some(number);
    }
    view
}

#[test]
fn the_house_draws_any_cell_of_a_closed_board() {
    let deduction = Deduction::from(&showing(&[]));
    assert_eq!(deduction.least_risky().len(), CELLS);
}

#[test]
fn the_house_knows_the_last_closed_neighbour_to_be_the_mine() {
    let deduction = Deduction::from(&showing(&[(0, 1), (1, 1), (9, 1)]));
    assert_eq!(deduction.mines, 1 << 10);
    assert_eq!(deduction.safe, set_of([2, 11, 18, 19]), "the numbers beside it have their one mine");
}

#[test]
fn the_house_takes_the_lower_share_of_mines() {
    let deduction = Deduction::from(&showing(&[(0, 1), (8, 3)]));
    assert_eq!(deduction.mines, set_of([7, 16, 17]));
    // Seven of 76 cells remain for the rest of the board; beside the number one, it is one of three.
    let risky = set_of([1, 9, 10]);
    assert_eq!(set_of(deduction.least_risky()) & risky, 0);
    assert!(Risk { mines: 1, cells: 3 } > Risk { mines: 6, cells: 73 });
}
