//! Battleship: two seats hide five ships each on a 10x10 grid and shoot at the other's in turn, one shot a turn; who
//! sinks the whole fleet wins the pot of two stakes. Page: `battleship`.

use super::cells::{Cells, cells_of, has, set_of};
use super::{
    About, BuyIn, Dice, Event, Events, Game, Kind, Leave, Opening, Outcome, PolicyName, Seat, Seats, Setup, Sight,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Both grids, with what their settlement needs.
///
/// The deal's ten orders of placements are not kept: they are the words that follow the start seat, nothing else draws
/// from that stream, and `auto` makes them anew from a copy of it.
#[derive(Clone)]
pub(super) struct Battleship {
    stake: i64,
    start: Seat,
    shooter: Seat,
    waters: [Waters; 2],
    last_shot: Option<Shot>,
    end: Option<End>,
}

/// The grid of one seat.
#[derive(Clone, Copy, Default)]
struct Waters {
    /// The cells of each ship; none for a ship that is not down yet.
    ships: [Cells; SHIPS],
    placed: usize,
    shots: Cells,
}

#[derive(Clone, Copy)]
enum End {
    /// The fleet of the other seat is sunk.
    Sunk {
        winner: Seat,
    },
    Left(Seat),
}

const SIDE: usize = 10;
const CELLS: u8 = 100;
const BOARD: Cells = (1 << CELLS) - 1;
const SHIPS: usize = 5;
const FLEET: [FleetShip; SHIPS] = [
    FleetShip { ship: 0, name: "carrier", length: 5 },
    FleetShip { ship: 1, name: "battleship", length: 4 },
    FleetShip { ship: 2, name: "cruiser", length: 3 },
    FleetShip { ship: 3, name: "submarine", length: 3 },
    FleetShip { ship: 4, name: "destroyer", length: 2 },
];

/// Place the next ship, all remaining ones, or shoot at the other's grid; cells are 0..=99 row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Put the next ship down.
    Place {
        /// Its number in the fleet.
        ship: usize,
        /// Its left or top cell.
        cell: u8,
        /// How it lies.
        dir: Dir,
    },
    /// Let the deal place all remaining ships.
    Auto,
    /// Shoot at a cell.
    Shoot {
        /// The cell's number.
        cell: u8,
    },
}

/// How a ship lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Dir {
    /// Along a row.
    #[serde(rename = "h")]
    Horizontal,
    /// Along a column.
    #[serde(rename = "v")]
    Vertical,
}

/// What a viewer sees: of the other's ships only those that are sunk.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    game: &'static str,
    phase: &'static str,
    to_act: Seats,
    seats: [SeatView; 2],
    start: Seat,
    fleet: [FleetShip; SHIPS],
    last_shot: Option<Shot>,
    /// The viewer's own ships.
    #[serde(skip_serializing_if = "Option::is_none")]
    ships: Option<Vec<ShipView>>,
}

#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    status: &'static str,
    placed: usize,
    grid: Vec<Option<Mark>>,
    ships: Vec<ShipView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum Mark {
    Miss,
    Hit,
    Sunk,
}

#[derive(Clone, Copy, Serialize)]
struct FleetShip {
    ship: usize,
    name: &'static str,
    length: usize,
}

#[derive(Serialize)]
struct ShipView {
    ship: usize,
    cells: Vec<u8>,
    sunk: bool,
}

#[derive(Clone, Copy, Serialize)]
struct Shot {
    seat: Seat,
    cell: u8,
    result: Mark,
    /// Which ship, once it is sunk.
    ship: Option<usize>,
}

impl Game for Battleship {
    const ABOUT: About = About {
        id: "battleship",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "Each seat hides five ships on its own grid of 10x10 cells: a carrier of five cells, a battleship of \
                four, a cruiser and a submarine of three and a destroyer of two. A ship lies in a row or a column; \
                ships may touch but not overlap. Both seats place at the same time, ship by ship in that order; the \
                action auto places all that remain at random. Then the seats shoot at the other's grid in turn, one \
                cell a turn; who shoots first is drawn by lot, and a hit does not give another shot. A hit is called \
                without naming the ship. When all cells of a ship are hit it is sunk, and everybody sees which ship \
                it was and where it lay. Who has sunk all five ships wins the pot of both stakes at once. Cells are \
                numbered 0 to 99, row by row from the top left; in words cell 74 is E8, column E and row 8. You may \
                give up at any time, on turn or not, while placing too: the other seat then wins the pot.",
        kinds: &[Kind {
            kind: "battleship-vs-house",
            label: "Battleship",
            description: "Hide five ships and sink the other five first, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;

    fn deal(setup: &Setup, dice: &mut Dice, events: &mut Events) -> Self {
        let start = Seat(dice.below(2) as u8);
        events.tell(|| Event::new("dealt").label("Place your fleets").data(&json!({ "start": start })));
        for seat in Seats::all(2).iter() {
            events.turn(seat, || format!("Seat {seat} to place its ships"));
        }
        let waters = [Waters::default(); 2];
        Self { stake: setup.stake, start, shooter: start, waters, last_shot: None, end: None }
    }

    fn to_act(&self) -> Seats {
        match self.phase() {
            Phase::Place => Seats::all(2).iter().filter(|seat| self.waters[seat.index()].placed < SHIPS).collect(),
            Phase::Shoot => Seats::one(self.shooter),
            Phase::Over => Seats::NONE,
        }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        if !self.to_act().contains(seat) {
            return;
        }
        let own = &self.waters[seat.index()];
        if own.placed < SHIPS {
            let fits = placements(FLEET[own.placed].length).filter(|placement| placement.cells & own.taken() == 0);
            legal.extend(fits.map(|fit| Action::Place { ship: own.placed, cell: fit.cell, dir: fit.dir }));
            legal.push(Action::Auto);
        } else {
            let shots = self.waters[seat.other().index()].shots;
            legal.extend(cells_of(!shots & BOARD).map(|cell| Action::Shoot { cell }));
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, dice: &mut Dice, events: &mut Events) {
        match *action {
            Action::Place { ship, cell, dir } => {
                self.waters[seat.index()].place(Placement::new(FLEET[ship].length, cell, dir));
                self.tell_placed(seat, events);
            }
            Action::Auto => {
                self.place_the_rest(seat, dice.clone());
                self.tell_placed(seat, events);
            }
            Action::Shoot { cell } => self.shoot(seat, cell, events),
        }
    }

    fn may_concede(&self, _seat: Seat) -> bool {
        self.end.is_none()
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        events.tell(|| how.event(seat, &format!("Seat {seat} gives up"), &format!("Seat {seat} runs out of time")));
        self.tell_settled(events);
    }

    fn view(&self, sight: Sight) -> View {
        let all_shown = self.end.is_some() && !sight.sealed;
        let status = |seat| if matches!(self.end, Some(End::Left(left)) if left == seat) { "left" } else { "in" };
        let seat_view = |seat: Seat| {
            let waters = &self.waters[seat.index()];
            SeatView {
                seat,
                status: status(seat),
                placed: waters.placed,
                grid: (0..CELLS).map(|cell| waters.mark(cell)).collect(),
                ships: waters.ships(all_shown),
            }
        };
        View {
            game: Self::ABOUT.id,
            phase: match self.phase() {
                Phase::Place => "place",
                Phase::Shoot => "shoot",
                Phase::Over => "over",
            },
            to_act: self.to_act(),
            seats: [Seat(0), Seat(1)].map(seat_view),
            start: self.start,
            fleet: FLEET,
            last_shot: self.last_shot,
            ships: sight.seat.map(|own| self.waters[own.index()].ships(true)),
        }
    }

    /// Every ship of the others lies anew, one after another, where it has the hits that it has and no other shot; the two
    /// of one length may change names.
    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        for seat in Seats::all(2).iter().filter(|&seat| viewer != Some(seat)) {
            let waters = &mut self.waters[seat.index()];
            for (ship, FleetShip { length, .. }) in FLEET.into_iter().enumerate().take(waters.placed) {
                let (own, shots) = (waters.ships[ship], waters.shots);
                let others = waters.taken() & !own;
                let may_lie = |cells: Cells| cells & others == 0 && cells & shots == own & shots;
                let free: Vec<Cells> =
                    placements(length).map(|fit| fit.cells).filter(|&cells| may_lie(cells)).collect();
                waters.ships[ship] = dice.pick(&free);
            }
            let [cruiser, submarine] = [2, 3];
            let both_float = !waters.has_sunk(cruiser) && !waters.has_sunk(submarine);
            if waters.placed > submarine && both_float && dice.below(2) == 0 {
                waters.ships.swap(cruiser, submarine);
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::duel(Some(self.end?.winner()), self.stake))
    }

    /// Places by `auto`; shoots where most of the ships that are left could lie (House policy).
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        if let Some(auto) = legal.iter().position(|action| *action == Action::Auto) {
            return auto;
        }
        let best = Chart::of(&view.seats[seat.other().index()]).best_cells();
        let cell = dice.pick(&best);
        legal.iter().position(|action| *action == Action::Shoot { cell }).expect("a cell not yet shot at is legal")
    }
}

enum Phase {
    Place,
    Shoot,
    Over,
}

impl Battleship {
    fn phase(&self) -> Phase {
        match self.end {
            Some(_) => Phase::Over,
            None if self.waters.iter().any(|waters| waters.placed < SHIPS) => Phase::Place,
            None => Phase::Shoot,
        }
    }

    /// `auto`: for each ship the first placement of its order that is free. All lists before those of the seat are made
    /// too, because they come from the same words.
    fn place_the_rest(&mut self, seat: Seat, mut dice: Dice) {
        for owner in 0..=seat.index() {
            for (ship, FleetShip { length, .. }) in FLEET.into_iter().enumerate() {
                let mut order: Vec<Placement> = placements(length).collect();
                dice.shuffle(&mut order);
                let waters = &mut self.waters[owner];
                if owner == seat.index() && ship == waters.placed {
                    let free = order.into_iter().find(|placement| placement.cells & waters.taken() == 0);
                    waters.place(free.expect("four ships cannot fill the grid for a fifth"));
                }
            }
        }
    }

    fn shoot(&mut self, seat: Seat, cell: u8, events: &mut Events) {
        let owner = seat.other();
        let waters = &mut self.waters[owner.index()];
        waters.shots |= 1 << cell;
        let result = waters.mark(cell).expect("the cell was just shot at");
        let sunk = waters.ship_at(cell).filter(|_| result == Mark::Sunk);
        self.last_shot = Some(Shot { seat, cell, result, ship: sunk });
        self.shooter = owner;
        events.tell(|| {
            Event::new("shot")
                .seat(seat)
                .label(format!("Seat {seat} shoots at {}: {}", name_of(cell), result.word()))
                .data(&json!({ "cell": cell, "result": result }))
        });
        if let Some(ship) = sunk {
            self.tell_sunk(owner, ship, events);
        }
        if self.waters[owner.index()].is_sunk() {
            self.end = Some(End::Sunk { winner: seat });
            self.tell_settled(events);
        } else {
            self.tell_turn(events);
        }
    }

    fn tell_turn(&self, events: &mut Events) {
        let seat = self.shooter;
        events.turn(seat, || format!("Seat {seat} to shoot"));
    }

    fn tell_placed(&self, seat: Seat, events: &mut Events) {
        let placed = self.waters[seat.index()].placed;
        events.tell(|| {
            Event::new("placed")
                .seat(seat)
                .label(format!("Seat {seat} has placed {placed} of {SHIPS} ships"))
                .data(&json!({ "placed": placed }))
        });
        if matches!(self.phase(), Phase::Shoot) {
            self.tell_turn(events);
        }
    }

    fn tell_sunk(&self, owner: Seat, ship: usize, events: &mut Events) {
        let cells: Vec<u8> = cells_of(self.waters[owner.index()].ships[ship]).collect();
        events.tell(|| {
            Event::new("sunk")
                .seat(owner)
                .label(format!("Seat {owner}'s {} is sunk", FLEET[ship].name))
                .data(&json!({ "ship": ship, "cells": cells }))
        });
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.tell(|| {
            let winner = end.winner();
            let label = match end {
                End::Sunk { winner } => format!("Seat {winner} sinks the fleet"),
                End::Left(_) => format!("Seat {winner} wins"),
            };
            let scores = Outcome::duel(Some(winner), self.stake).scores();
            Event::new("settled").seat(winner).label(label).data(&json!({ "scores": scores }))
        });
    }
}

impl End {
    const fn winner(self) -> Seat {
        match self {
            Self::Sunk { winner } => winner,
            Self::Left(left) => left.other(),
        }
    }
}

impl Mark {
    const fn word(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Hit => "hit",
            Self::Sunk => "sunk",
        }
    }
}

impl Waters {
    fn place(&mut self, placement: Placement) {
        self.ships[self.placed] = placement.cells;
        self.placed += 1;
    }

    fn taken(&self) -> Cells {
        self.ships.iter().fold(0, |taken, ship| taken | ship)
    }

    fn ship_at(&self, cell: u8) -> Option<usize> {
        self.ships.iter().position(|&ship| has(ship, cell))
    }

    /// Whether a ship that is down has been sunk.
    const fn has_sunk(&self, ship: usize) -> bool {
        self.ships[ship] & !self.shots == 0
    }

    fn is_sunk(&self) -> bool {
        (0..SHIPS).all(|ship| self.has_sunk(ship))
    }

    /// What a shot at the cell has shown; nothing when there was none.
    fn mark(&self, cell: u8) -> Option<Mark> {
        has(self.shots, cell).then(|| match self.ship_at(cell) {
            None => Mark::Miss,
            Some(ship) if self.has_sunk(ship) => Mark::Sunk,
            Some(_) => Mark::Hit,
        })
    }

    /// The ships that are down: all, or the sunk ones.
    fn ships(&self, all: bool) -> Vec<ShipView> {
        let shown = (0..self.placed).filter(|&ship| all || self.has_sunk(ship));
        let ship_view =
            |ship| ShipView { ship, cells: cells_of(self.ships[ship]).collect(), sunk: self.has_sunk(ship) };
        shown.map(ship_view).collect()
    }
}

/// One way to put a ship down.
#[derive(Clone, Copy)]
struct Placement {
    cell: u8,
    dir: Dir,
    cells: Cells,
}

impl Placement {
    fn new(length: usize, cell: u8, dir: Dir) -> Self {
        let step = match dir {
            Dir::Horizontal => 1,
            Dir::Vertical => SIDE,
        };
        let cells = (0..length).fold(0, |cells, at| cells | 1 << (usize::from(cell) + at * step));
        Self { cell, dir, cells }
    }
}

/// The placements of a ship, in the page's order: horizontal ones by their left cell, vertical ones by their top cell.
fn placements(length: usize) -> impl Iterator<Item = Placement> {
    let lines = |rows: usize, columns: usize, dir| {
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| Placement::new(length, (row * SIDE + column) as u8, dir))
        })
    };
    lines(SIDE, SIDE + 1 - length, Dir::Horizontal).chain(lines(SIDE + 1 - length, SIDE, Dir::Vertical))
}

/// A cell as players call it: column A to J, row 1 to 10.
fn name_of(cell: u8) -> String {
    let column = char::from(b'A' + cell % SIDE as u8);
    format!("{column}{}", cell / SIDE as u8 + 1)
}

/// What the shots at a grid tell about the ships that are left.
struct Chart {
    lengths: Vec<usize>,
    unshot: Cells,
    hits: Cells,
    /// No ship that is left lies on these.
    excluded: Cells,
}

impl Chart {
    fn of(seat: &SeatView) -> Self {
        let marked = |mark| set_of((0..CELLS).filter(|&cell| seat.grid[usize::from(cell)] == mark));
        let is_left = |ship: &FleetShip| seat.ships.iter().all(|sunk| sunk.ship != ship.ship);
        Self {
            lengths: FLEET.iter().filter(|ship| is_left(ship)).map(|ship| ship.length).collect(),
            unshot: marked(None),
            hits: marked(Some(Mark::Hit)),
            excluded: marked(Some(Mark::Miss)) | marked(Some(Mark::Sunk)),
        }
    }

    /// The cells to shoot at: near the top of the scores when hunting, the top alone after a hit.
    fn best_cells(&self) -> Vec<u8> {
        let scores = self.scores();
        let top = scores.iter().max().copied().unwrap_or(0);
        let is_good = |score: u32| if self.hits == 0 { 4 * score >= 3 * top } else { score == top };
        cells_of(self.unshot).filter(|&cell| is_good(scores[usize::from(cell)])).collect()
    }

    /// How many placements of the ships that are left cover each unshot cell; one that covers several hits counts ten
    /// times as much for each further hit.
    fn scores(&self) -> [u32; CELLS as usize] {
        let mut scores = [0; CELLS as usize];
        for &length in &self.lengths {
            for Placement { cells, .. } in placements(length).filter(|placement| placement.cells & self.excluded == 0) {
                let hits = (cells & self.hits).count_ones();
                if hits == length as u32 || (hits == 0 && self.hits != 0) {
                    continue;
                }
                let worth = 10_u32.pow(hits.saturating_sub(1));
                for cell in cells_of(cells & self.unshot) {
                    scores[usize::from(cell)] += worth;
                }
            }
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seed;

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

    /// Both fleets by `auto`.
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
    fn a_ship_has_so_many_placements_as_the_page_says() {
        let counts = FLEET.map(|ship| placements(ship.length).count());
        assert_eq!(counts, [120, 140, 160, 160, 180]);
    }

    #[test]
    fn auto_takes_the_first_placements_of_the_worked_example_whoever_asks_first() {
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
            assert!(length == 5 || !legal.contains(&place(ship, 0, Dir::Horizontal)), "the carrier is in the way");
            game.play(Seat(0), &place(ship, 10 * ship as u8, Dir::Horizontal), &mut dice, &mut events);
        }
        assert_eq!(game.to_act(), Seats::one(Seat(1)));
        let told = events.take();
        assert_eq!(told[1].label.as_deref(), Some("Seat 0 has placed 1 of 5 ships"));
        assert_eq!(told[5].label.as_deref(), Some("Seat 0 has placed 5 of 5 ships"));
        assert_eq!((told[6].kind, told[6].seat, told.len()), ("turn", Some(Seat(1)), 7));
    }

    #[test]
    fn a_hit_is_called_without_the_ship_and_a_sunk_ship_is_shown() {
        let (mut game, mut dice) = placed();
        assert_eq!(shoot(&mut game, &mut dice, &[74]), ["Seat 1 shoots at E8: hit", "Seat 0 to shoot"]);
        assert_eq!(shoot(&mut game, &mut dice, &[80, 0])[0], "Seat 0 shoots at A9: hit");
        let seen = game.view(Sight::of(Seat(0)));
        assert!(seen.seats[1].ships.is_empty());
        let labels = shoot(&mut game, &mut dice, &[90]);
        assert_eq!(labels, ["Seat 0 shoots at A10: sunk", "Seat 1's destroyer is sunk", "Seat 1 to shoot"]);
        let seen = game.view(Sight::of(Seat(0)));
        assert_eq!((seen.seats[1].ships[0].ship, &seen.seats[1].ships[0].cells), (4, &vec![80, 90]));
        assert!(seen.seats[1].grid[80] == Some(Mark::Sunk) && seen.seats[0].grid[74] == Some(Mark::Hit));
    }

    #[test]
    fn a_seal_keeps_the_ships_that_were_not_sunk() {
        let (mut game, mut dice) = placed();
        shoot(&mut game, &mut dice, &[74, 80, 0, 90]);
        game.concede(Seat(0), Leave::TimedOut, &mut Events::off());
        assert_eq!(game.outcome().unwrap().scores(), [-10, 10]);
        let open = game.view(Sight::of(Seat(0)));
        assert_eq!(open.seats.map(|seat| seat.ships.len()), [5, 5]);
        let sealed = game.view(Sight { seat: Some(Seat(0)), sealed: true });
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
    fn the_house_goes_on_along_two_hits_on_the_side_with_more_room() {
        let (mut game, mut dice) = placed();
        shoot(&mut game, &mut dice, &[73, 0, 72, 1]);
        let chart = Chart::of(&game.view(Sight::of(Seat(1))).seats[0]);
        assert_eq!(chart.best_cells(), [74]);
    }
}
