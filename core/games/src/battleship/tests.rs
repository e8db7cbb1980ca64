//! Stories of battleship.

use super::*;
use crate::Seed;

fn dealt() -> (Battleship, Dice) {
    let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
    let mut dice = Dice::dealer(&seed);
    let setup = Setup::new(Battleship::ABOUT.kinds.first(), 2, 10);
    let game = Battleship::deal(&setup, &mut dice, &mut Events::off());
    (game, dice)
}

fn place(ship: usize, cell: u8, dir: Dir) -> Action {
    Action::Place { ship, cell, dir }
}

fn ships(game: &Battleship, seat: usize) -> Vec<Vec<u8>> {
    game.waters[seat].ships(true).into_iter().map(|ship| ship.cells).collect()
}

/// Both fleets placed by `auto`.
fn placed() -> (Battleship, Dice) {
    let (mut game, mut dice) = dealt();
    for seat in [Seat(1), Seat(0)] {
        game.play(seat, &Action::Auto, &mut dice, &mut Events::off());
    }
    (game, dice)
}

/// Shoot at the cells in turn and return the events' labels.
fn shoot(game: &mut Battleship, dice: &mut Dice, cells: &[u8]) -> Vec<String> {
    let mut events = Events::on();
    for &cell in cells {
        game.play(game.shooter, &Action::Shoot { cell }, dice, &mut events);
    }
    events.take().into_iter().filter_map(|event| event.label).collect()
}

#[test]
fn a_ship_has_the_number_of_placements_of_the_rules() {
    let counts = FLEET.map(|ship| placements(ship.length).count());
    assert_eq!(counts, [120, 140, 160, 160, 180]);
}

#[test]
fn auto_is_independent_of_the_order_of_seats() {
    let (game, _) = placed();
    assert_eq!(game.start, Seat(1));
    assert_eq!(
        ships(&game, 1),
        [vec![45, 46, 47, 48, 49], vec![34, 44, 54, 64], vec![62, 72, 82], vec![31, 41, 51], vec![80, 90]]
    );
    assert_eq!(ships(&game, 0)[0], [82, 83, 84, 85, 86]);
}

#[test]
fn auto_skips_a_placement_that_overlaps() {
    let (mut game, mut dice) = dealt();
    game.play(Seat(0), &place(0, 71, Dir::Horizontal), &mut dice, &mut Events::off());
    game.play(Seat(0), &Action::Auto, &mut dice, &mut Events::off());
    assert_eq!(ships(&game, 0)[1..], [vec![5, 6, 7, 8], vec![18, 28, 38], vec![39, 49, 59], vec![79, 89]]);
}

#[test]
fn each_seat_places_at_its_own_pace_and_then_the_start_seat_shoots() {
    let (mut game, mut dice) = dealt();
    let mut events = Events::on();
    assert_eq!(game.to_act(), Seats::all(2));
    game.play(Seat(1), &Action::Auto, &mut dice, &mut events);
    assert_eq!(game.to_act(), Seats::one(Seat(0)));
    for (ship, length) in FLEET.map(|ship| ship.length).into_iter().enumerate() {
        let mut legal = Vec::new();
        game.legal_actions(Seat(0), &mut legal);
        assert_eq!(legal.last(), Some(&Action::Auto));
        assert!(length == 5 || !legal.contains(&place(ship, 0, Dir::Horizontal)), "the carrier occupies the cell");
        game.play(Seat(0), &place(ship, 10 * ship as u8, Dir::Horizontal), &mut dice, &mut events);
    }
    assert_eq!(game.to_act(), Seats::one(Seat(1)));
    let reported = events.take();
    assert_eq!(reported[1].label.as_deref(), Some("Seat 0 has placed 1 of 5 ships"));
    assert_eq!(reported[5].label.as_deref(), Some("Seat 0 has placed 5 of 5 ships"));
    assert_eq!((reported[6].kind, reported[6].seat, reported.len()), ("turn", Some(Seat(1)), 7));
}

#[test]
fn a_hit_is_called_without_the_ship_and_a_sunk_ship_is_shown() {
    let (mut game, mut dice) = placed();
    assert_eq!(shoot(&mut game, &mut dice, &[74]), ["Seat 1 shoots at E8: hit", "Seat 0 to shoot"]);
    assert_eq!(shoot(&mut game, &mut dice, &[80, 0])[0], "Seat 0 shoots at A9: hit");
    let seen = game.view(Audience::of(Seat(0)));
    assert!(seen.seats[1].ships.is_empty());
    let labels = shoot(&mut game, &mut dice, &[90]);
    assert_eq!(labels, ["Seat 0 shoots at A10: sunk", "Seat 1's destroyer is sunk", "Seat 1 to shoot"]);
    let seen = game.view(Audience::of(Seat(0)));
    assert_eq!((seen.seats[1].ships[0].ship, &seen.seats[1].ships[0].cells), (4, &vec![80, 90]));
    assert!(seen.seats[1].grid[80] == Some(Mark::Sunk) && seen.seats[0].grid[74] == Some(Mark::Hit));
}

#[test]
fn a_seal_keeps_the_ships_that_were_not_sunk() {
    let (mut game, mut dice) = placed();
    shoot(&mut game, &mut dice, &[74, 80, 0, 90]);
    game.concede(Seat(0), Leave::TimedOut, &mut Events::off());
    assert_eq!(game.outcome().unwrap().scores(), [-10, 10]);
    let open = game.view(Audience::of(Seat(0)));
    assert_eq!(open.seats.map(|seat| seat.ships.len()), [5, 5]);
    let sealed = game.view(Audience { seat: Some(Seat(0)), sealed: true });
    assert_eq!(sealed.seats.map(|seat| seat.ships.len()), [0, 1]);
    assert_eq!(sealed.ships.unwrap().len(), 5);
}

#[test]
fn giving_up_while_placing_loses_the_pot() {
    let (mut game, _) = dealt();
    game.concede(Seat(1), Leave::Forfeited, &mut Events::off());
    assert_eq!(game.outcome().unwrap().scores(), [10, -10]);
    assert_eq!(game.to_act(), Seats::NONE);
}

#[test]
fn the_house_continues_along_two_hits_on_the_side_with_more_room() {
    let (mut game, mut dice) = placed();
    shoot(&mut game, &mut dice, &[73, 0, 72, 1]);
    let chart = Chart::of(&game.view(Audience::of(Seat(1))).seats[0]);
    assert_eq!(chart.best_cells(), [74]);
}
