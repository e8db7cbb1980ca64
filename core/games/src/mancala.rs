//! Mancala: Kalah with six pits a side and four stones a pit. Two seats sow. A last stone in the own store gives an
//! extra turn, one in an empty own pit captures. The seat with more stones wins the pot of two stakes.

mod encoding;
mod position;
mod search;
#[cfg(test)]
mod tests;
mod text;

use super::seat::Presence;
use super::two_seats::{BoardPhase, SEATS, start_seat, tell_left, tell_to_move, with_more};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Policy, PolicyName,
    Seat, Seats, Setup,
};
use position::{PITS, Position, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of a match, with the data for its settlement.
#[derive(Clone)]
pub(super) struct Mancala {
    position: Position,
    stake: i64,
    start: Seat,
    last: Option<Last>,
    end: Option<End>,
}

/// The last sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
struct Last {
    /// The seat.
    seat: Seat,
    /// The pit, 0-5.
    pit: u8,
    /// Stones captured, including the capturing one.
    captured: u8,
}

#[derive(Clone, Copy)]
enum End {
    Swept,
    Left(Seat),
}

/// Sow a pit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// An own pit with stones, 0..=5 in the own sowing direction.
    Sow {
        /// The pit's number.
        pit: u8,
    },
}

/// The view of all seats; nothing is hidden.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The seat that begins.
    start: Seat,
    /// The last sowing; null before.
    last: Option<Last>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// Stones by pit, in sowing direction.
    pits: [u8; 6],
    /// Stones won.
    store: u8,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The seat that begins.
        start: Seat,
    },
    Sown {
        /// The pit, 0-5.
        pit: u8,
        /// The number of stones sown.
        stones: u8,
    },
    Captured {
        /// The number of stones, including the capturing one.
        stones: u8,
    },
    /// The seat moves again.
    ExtraTurn,
    Swept {
        /// Stones by seat.
        stones: [u8; 2],
    },
    Settled {
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
        /// Stones won, by seat.
        stores: [u8; 2],
    },
}

impl Game for Mancala {
    const ABOUT: About = About {
        id: "mancala",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Minimax, PolicyName::Random],
        rules: "Each seat has six pits, numbered 1 to 6, with four stones in each at first, and a store next to its \
                pit 6. The starting seat is drawn by lot. On your turn take all stones of one of your pits that is not \
                empty and drop them one at a time in the direction of your store: up your own pits, into your store, \
                then along the other seat's pits 1 to 6; pass by the other seat's store and go on with your own pit 1. \
                If the last stone falls into your store you move again. If it falls into a pit of your own that was \
                empty and the pit opposite (your pit p lies opposite the other seat's pit 7 minus p) holds stones, you \
                capture: that last stone and all stones opposite go to your store; with nothing opposite it just stays \
                there. As soon as the six pits of either side are all empty, even after a move that earned an extra \
                turn, the game is over and each seat sweeps the stones left on its side into its store. More stones \
                win the pot of both stakes; 24 to 24 is a draw and returns the stakes. In actions and views pits count \
                from 0 to 5. You may give up at any time, on turn or not: the other seat then wins the pot.",
        kinds: &[Kind {
            kind: "mancala-vs-house",
            label: "Mancala",
            description: "Sow stones round the pits and fill your store, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = BoardPhase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let start = start_seat(dice);
        events.push(|| Event::of(&Facts::Dealt { start }).label(format!("Seat {start} starts")));
        let position = Position { sides: [Side::new([4; 6], 0); 2], mover: start };
        let board = Self { position, stake: setup.stake, start, last: None, end: None };
        tell_to_move(start, events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.position.mover) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        // Pushes without a branch and removes empty pits again, because a branch on them would be unpredictable.
        let own = self.position.own();
        for pit in 0..PITS {
            legal.push(Action::Sow { pit });
            legal.truncate(legal.len() - usize::from(own.count(pit) == 0));
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Sow { pit } = *action;
        let stones = self.position.own().count(pit);
        let captured = self.position.sow(pit);
        self.last = Some(Last { seat, pit, captured });
        events.push(|| {
            Event::of(&Facts::Sown { pit, stones }).seat(seat).label(format!("Seat {seat} sows pit {}", pit + 1))
        });
        if captured > 0 {
            events.push(|| {
                Event::of(&Facts::Captured { stones: captured }).seat(seat).label(format!("captures {captured} stones"))
            });
        }
        // A sowing that empties a side ends the game, even if it earned an extra turn.
        if self.position.is_over() {
            self.sweep(events);
        } else {
            self.tell_next(seat, events);
        }
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> BoardPhase {
        BoardPhase::of(self.end.as_ref())
    }

    fn view(&self, _audience: Audience) -> View {
        let seats = SEATS.map(|seat| {
            let side = self.position.sides[seat.index()];
            let status = Presence::unless(matches!(self.end, Some(End::Left(left)) if left == seat));
            SeatView { seat, status, pits: side.pits(), store: side.store() }
        });
        View { seats, start: self.start, last: self.last }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::duel(self.winner(self.end?), self.stake))
    }

    /// The search of `minimax`, six plies deep.
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        search::choose(seat, view, legal, 6, dice)
    }

    /// A search eight plies deep; one of the best moves.
    fn policy(_: Policy, seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        search::choose(seat, view, legal, 8, dice)
    }
}

impl Mancala {
    /// Each seat gets the stones on its side.
    fn sweep(&mut self, events: &mut Events) {
        let stones = self.position.sides.map(Side::in_pits);
        self.position.sides = self.position.sides.map(Side::swept);
        self.end = Some(End::Swept);
        let keeps = |(seat, count): (Seat, u8)| match count {
            1 => format!("Seat {seat} keeps the stone on its side"),
            count => format!("Seat {seat} keeps the {count} stones on its side"),
        };
        // One side is empty, so that at most one seat gets any.
        let keeper = [(Seat(0), stones[0]), (Seat(1), stones[1])].into_iter().find(|(_, count)| *count > 0);
        if let Some(keeper) = keeper {
            events.push(|| Event::of(&Facts::Swept { stones }).label(keeps(keeper)));
        }
        self.tell_settled(events);
    }

    fn winner(&self, end: End) -> Option<Seat> {
        match end {
            End::Left(left) => Some(left.other()),
            End::Swept => with_more(self.stores()),
        }
    }

    fn stores(&self) -> [u8; 2] {
        self.position.sides.map(Side::store)
    }

    /// After a sowing of `seat`.
    fn tell_next(&self, seat: Seat, events: &mut Events) {
        let next = self.position.mover;
        if next == seat {
            events.push(|| Event::of(&Facts::ExtraTurn).seat(seat).label(format!("Seat {seat} moves again")));
        } else {
            tell_to_move(next, events);
        }
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let (winner, stores) = (self.winner(end), self.stores());
            let label = match (end, winner) {
                (End::Swept, Some(winner)) => {
                    format!("Seat {winner} wins {} to {}", stores[winner.index()], stores[winner.other().index()])
                }
                (End::Swept, None) => "A draw, 24 to 24".to_owned(),
                (End::Left(left), _) => format!("Seat {} wins", left.other()),
            };
            let scores = Outcome::duel(winner, self.stake).scores();
            Event::of(&Facts::Settled { scores, stores }).seat(winner).label(label)
        });
    }
}

impl Action {
    const fn pit(self) -> u8 {
        let Self::Sow { pit } = self;
        pit
    }
}
