//! The events of a hand, as text and as data.

use super::hand::{Blind, Hand, Pot, Settlement, Status, Street};
use crate::cards::Card;
use crate::{Event, Events, Leave, Seat};
use schemars::JsonSchema;
use serde::Serialize;

/// The events of a hand.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum Facts {
    Dealt {
        /// The dealer's seat.
        button: Seat,
    },
    Blind {
        /// The blind in chips.
        amount: i64,
        /// Which blind.
        blind: Blind,
    },
    Fold {},
    Check {},
    Call {
        /// Chips put in.
        amount: i64,
    },
    /// A bet or a raise.
    Raise {
        /// Whether no chips are left.
        all_in: bool,
        /// The increase over the previous bet.
        by: i64,
        /// The seat's whole bet on the street.
        to: i64,
    },
    /// The cards of a street.
    Street {
        /// The new cards.
        cards: Vec<Card>,
        /// The street.
        street: Street,
    },
    Shown {
        /// The best five cards.
        best: [Card; 5],
        /// The seat's two cards.
        cards: [Card; 2],
        /// The name of the hand.
        hand_name: String,
    },
    /// Uncalled chips are returned.
    Returned {
        /// The number of chips.
        amount: i64,
    },
    Pot {
        /// The pot in chips.
        amount: i64,
        /// The share of each winner.
        shares: Vec<i64>,
        /// The winners, in the order of odd chips.
        winners: Vec<Seat>,
    },
    Settled {
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

impl Hand {
    pub(super) fn tell_dealt(&self, events: &mut Events) {
        let button = self.button;
        events.push(|| Event::of(&Facts::Dealt { button }).label(format!("Seat {button} has the button")));
    }

    pub(super) fn tell_blind(&self, seat: Seat, blind: Blind, amount: i64, events: &mut Events) {
        events.push(|| {
            let name = match blind {
                Blind::Small => "small",
                Blind::Big => "big",
            };
            Event::of(&Facts::Blind { amount, blind })
                .seat(seat)
                .label(format!("Seat {seat} posts the {name} blind, {amount}{}", self.all_in(seat)))
        });
    }

    pub(super) fn tell_turn(&self, seat: Seat, events: &mut Events) {
        events.turn(seat, || format!("Seat {seat} to act"));
    }

    pub(super) fn tell_fold(&self, seat: Seat, events: &mut Events) {
        events.push(|| Event::of(&Facts::Fold {}).seat(seat).label(format!("Seat {seat} folds")));
    }

    pub(super) fn tell_check(&self, seat: Seat, events: &mut Events) {
        events.push(|| Event::of(&Facts::Check {}).seat(seat).label(format!("Seat {seat} checks")));
    }

    pub(super) fn tell_call(&self, seat: Seat, amount: i64, events: &mut Events) {
        events.push(|| {
            Event::of(&Facts::Call { amount })
                .seat(seat)
                .label(format!("Seat {seat} calls {amount}{}", self.all_in(seat)))
        });
    }

    /// A raise over the bet of `before`.
    pub(super) fn tell_raise(&self, seat: Seat, before: i64, events: &mut Events) {
        events.push(|| {
            let to = self.current_bet;
            let verb = if before == 0 { "bets" } else { "raises to" };
            let all_in = self.players[seat.index()].status == Status::AllIn;
            Event::of(&Facts::Raise { all_in, by: to - before, to })
                .seat(seat)
                .label(format!("Seat {seat} {verb} {to}{}", self.all_in(seat)))
        });
    }

    fn all_in(&self, seat: Seat) -> &'static str {
        if self.players[seat.index()].status == Status::AllIn { ", all in" } else { "" }
    }

    pub(super) fn tell_left(&self, seat: Seat, how: Leave, events: &mut Events) {
        events.push(|| {
            let concedes = format!("Seat {seat} concedes the hand");
            how.event(seat, &concedes, &format!("Seat {seat} runs out of time and concedes the hand"))
        });
    }

    /// The street that came after `before` cards of the board.
    pub(super) fn tell_street(&self, before: usize, events: &mut Events) {
        events.push(|| {
            let name = match self.street {
                Street::Preflop => "Preflop",
                Street::Flop => "Flop",
                Street::Turn => "Turn",
                Street::River => "River",
            };
            let cards = self.turned()[before..].to_vec();
            let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
            Event::of(&Facts::Street { cards, street: self.street }).label(format!("{name}: {}", texts.join(" ")))
        });
    }

    pub(super) fn tell_end(&self, end: &Settlement, events: &mut Events) {
        if end.showdown {
            let contenders = self.contenders();
            for seat in self.left_of_button().filter(|&seat| contenders.contains(seat)) {
                events.push(|| self.shown(seat));
            }
        }
        if let Some((seat, amount)) = end.returned {
            events.push(|| returned(seat, amount));
        }
        for pot in &end.pots {
            events.push(|| self.pot_won(pot));
        }
        events.push(|| self.settled(end));
    }

    fn shown(&self, seat: Seat) -> Event {
        let hand_name = self.rank(seat).name();
        let cards = self.players[seat.index()].cards;
        let label = format!("Seat {seat} shows {hand_name}");
        Event::of(&Facts::Shown { best: self.best(seat), cards, hand_name }).seat(seat).label(label)
    }

    fn pot_won(&self, pot: &Pot) -> Event {
        let (winners, shares): (Vec<Seat>, Vec<i64>) = pot.shares(self).unzip();
        let amount = pot.amount;
        let (seat, label) = match winners[..] {
            [winner] => (Some(winner), format!("Seat {winner} wins {amount}")),
            _ => (None, format!("{} split {amount}", seats_in_words(&winners))),
        };
        Event::of(&Facts::Pot { amount, shares, winners }).seat(seat).label(label)
    }

    fn settled(&self, end: &Settlement) -> Event {
        let scores: Vec<i64> = self.seats().map(|seat| self.score(end, seat)).collect();
        let winners: Vec<Seat> = self.seats().filter(|seat| scores[seat.index()] > 0).collect();
        let (seat, label) = match winners[..] {
            [] => (None, "Nobody wins or loses a chip".to_owned()),
            [winner] => (Some(winner), format!("Seat {winner} wins the hand")),
            _ => (None, format!("{} win chips", seats_in_words(&winners))),
        };
        Event::of(&Facts::Settled { scores }).seat(seat).label(label)
    }
}

fn returned(seat: Seat, amount: i64) -> Event {
    let chips = if amount == 1 { "1 uncalled chip goes".to_owned() } else { format!("{amount} uncalled chips go") };
    Event::of(&Facts::Returned { amount }).seat(seat).label(format!("{chips} back to seat {seat}"))
}

/// "Seats 4, 1 and 3".
fn seats_in_words(seats: &[Seat]) -> String {
    let numbers: Vec<String> = seats.iter().map(Seat::to_string).collect();
    match &numbers[..] {
        [rest @ .., last] if !rest.is_empty() => format!("Seats {} and {last}", rest.join(", ")),
        numbers => format!("Seat {}", numbers.concat()),
    }
}
