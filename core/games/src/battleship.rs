//! Battleship: two seats hide five ships each on a 10x10 grid and take turns to shoot at the other's grid. The seat
//! that sinks the whole fleet wins the pot of two stakes.

mod chart;
mod encoding;
#[cfg(test)]
mod tests;
mod text;
mod waters;

use super::cells::{Cells, cells_of};
use super::seat::Presence;
use super::two_seats::{SEATS, start_seat, tell_left};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, PolicyName, Seat,
    Seats, Setup,
};
use chart::Chart;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waters::{BOARD, CELLS, Dir, FLEET, FleetShip, Mark, Placement, SHIPS, ShipView, Waters, name_of, placements};

/// Both grids, with the data for their settlement.
///
/// The deal's ten orders of placements are not stored: they are the words of the stream after the start seat, and
/// nothing else draws from that stream. `auto` draws them again from a copy of it.
#[derive(Clone)]
pub(super) struct Battleship {
    stake: i64,
    start: Seat,
    shooter: Seat,
    waters: [Waters; 2],
    last_shot: Option<Shot>,
    end: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    /// The fleet of the other seat is sunk.
    Sunk {
        winner: Seat,
    },
    Left(Seat),
}

/// Place the next ship, place all remaining ones, or shoot at the other's grid; cells are 0..=99 row by row from the
/// top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Place the next ship.
    Place {
        /// The ship's number in the fleet.
        ship: usize,
        /// Its left or top cell.
        cell: u8,
        /// Its orientation.
        dir: Dir,
    },
    /// Place all remaining ships as the deal determines.
    Auto,
    /// Shoot at a cell.
    Shoot {
        /// The cell's number.
        cell: u8,
    },
}

/// A viewer's view: it shows the other's ships only when they are sunk.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The seat that shoots first.
    start: Seat,
    /// The fleet of each seat.
    fleet: [FleetShip; SHIPS],
    /// The newest shot; null before.
    last_shot: Option<Shot>,
    /// The viewer's own ships.
    #[serde(skip_serializing_if = "Option::is_none")]
    ships: Option<Vec<ShipView>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// How many of its ships are placed.
    placed: usize,
    /// Its 100 cells row by row: the result of a shot, null without one.
    grid: Vec<Option<Mark>>,
    /// Its sunk ships; all placed ships when over.
    ships: Vec<ShipView>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Shot {
    /// The shooting seat.
    seat: Seat,
    /// The cell, 0-99.
    cell: u8,
    /// The result.
    result: Mark,
    /// The ship, once it is sunk.
    ship: Option<usize>,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The seat that shoots first.
        start: Seat,
    },
    Placed {
        /// How many ships are placed.
        placed: usize,
    },
    Shot {
        /// The cell, 0-99.
        cell: u8,
        /// The result.
        result: Mark,
    },
    Sunk {
        /// The ship's cells, ascending.
        cells: Vec<u8>,
        /// The ship's number in the fleet.
        ship: usize,
    },
    Settled {
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
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
                without naming the ship. When all cells of a ship are hit it is sunk, and all viewers see which ship \
                it was and where it lay. A seat that sinks all five ships wins the pot of both stakes at once. Cells \
                are named by column and row: E8 is column E and row 8. In actions and views it is cell 74: they count \
                from 0 to 99, row by row from the top left. You may give up at any time, on turn or not, while placing \
                too: the other seat then wins the pot.",
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
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let start = start_seat(dice);
        events.push(|| Event::of(&Facts::Dealt { start }).label("Place your fleets"));
        for seat in SEATS.into_iter() {
            events.turn(seat, || format!("Seat {seat} to place its ships"));
        }
        let waters = [Waters::default(); 2];
        Self { stake: setup.stake, start, shooter: start, waters, last_shot: None, end: None }
    }

    fn to_act(&self) -> Seats {
        match self.phase() {
            Phase::Place => SEATS.into_iter().filter(|seat| self.waters[seat.index()].placed < SHIPS).collect(),
            Phase::Shoot => Seats::one(self.shooter),
            Phase::Over => Seats::NONE,
        }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
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

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        match self.end {
            Some(_) => Phase::Over,
            None if self.waters.iter().any(|waters| waters.placed < SHIPS) => Phase::Place,
            None => Phase::Shoot,
        }
    }

    fn view(&self, audience: Audience) -> View {
        let all_shown = self.end.is_some() && !audience.sealed;
        let status = |seat| Presence::unless(matches!(self.end, Some(End::Left(left)) if left == seat));
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
            seats: SEATS.map(seat_view),
            start: self.start,
            fleet: FLEET,
            last_shot: self.last_shot,
            ships: audience.seat.map(|own| self.waters[own.index()].ships(true)),
        }
    }

    /// Redraw every hidden ship of the other seat, one after another. Each keeps its hits and covers no other shot
    /// cell. The two ships of equal length may change names.
    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        for seat in SEATS.into_iter().filter(|&seat| viewer != Some(seat)) {
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

    /// Places by `auto`; shoots at the cell that most placements of the remaining ships cover.
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        if let Some(auto) = legal.iter().position(|action| *action == Action::Auto) {
            return auto;
        }
        let best = Chart::of(&view.seats[seat.other().index()]).best_cells();
        let cell = dice.pick(&best);
        legal.iter().position(|action| *action == Action::Shoot { cell }).expect("a cell not yet shot at is legal")
    }
}

/// The phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Place,
    Shoot,
    Over,
}

impl Battleship {
    /// `auto`: for each ship the first free placement of its order. The lists of the seats before it are drawn too,
    /// because they come from the same words of the stream.
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
        events.push(|| {
            Event::of(&Facts::Shot { cell, result }).seat(seat).label(format!(
                "Seat {seat} shoots at {}: {}",
                name_of(cell),
                result.word()
            ))
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
        events.push(|| {
            Event::of(&Facts::Placed { placed })
                .seat(seat)
                .label(format!("Seat {seat} has placed {placed} of {SHIPS} ships"))
        });
        if matches!(self.phase(), Phase::Shoot) {
            self.tell_turn(events);
        }
    }

    fn tell_sunk(&self, owner: Seat, ship: usize, events: &mut Events) {
        let cells: Vec<u8> = cells_of(self.waters[owner.index()].ships[ship]).collect();
        events.push(|| {
            Event::of(&Facts::Sunk { cells, ship })
                .seat(owner)
                .label(format!("Seat {owner}'s {} is sunk", FLEET[ship].name))
        });
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let winner = end.winner();
            let label = match end {
                End::Sunk { winner } => format!("Seat {winner} sinks the fleet"),
                End::Left(_) => format!("Seat {winner} wins"),
            };
            let scores = Outcome::duel(Some(winner), self.stake).scores();
            Event::of(&Facts::Settled { scores }).seat(winner).label(label)
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
