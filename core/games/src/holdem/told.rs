//! What a hand tells, in words and as data.

use super::hand::{Hand, Status, Street};
use super::settlement::{Pot, Settlement};
use crate::cards::Card;
use crate::{Event, Events, Leave, Seat};
use serde_json::json;

impl Hand {
    pub(super) fn tell_dealt(&self, events: &mut Events) {
        let button = self.button;
        events.tell(|| {
            Event::new("dealt").label(format!("Seat {button} has the button")).data(&json!({ "button": button }))
        });
    }

    pub(super) fn tell_blind(&self, seat: Seat, blind: &str, amount: i64, events: &mut Events) {
        events.tell(|| {
            Event::new("blind")
                .seat(seat)
                .label(format!("Seat {seat} posts the {blind} blind, {amount}{}", self.all_in(seat)))
                .data(&json!({ "amount": amount, "blind": blind }))
        });
    }

    pub(super) fn tell_turn(&self, seat: Seat, events: &mut Events) {
        events.turn(seat, || format!("Seat {seat} to act"));
    }

    pub(super) fn tell_fold(&self, seat: Seat, events: &mut Events) {
        events.tell(|| Event::new("fold").seat(seat).label(format!("Seat {seat} folds")).data(&json!({})));
    }

    pub(super) fn tell_check(&self, seat: Seat, events: &mut Events) {
        events.tell(|| Event::new("check").seat(seat).label(format!("Seat {seat} checks")).data(&json!({})));
    }

    pub(super) fn tell_call(&self, seat: Seat, amount: i64, events: &mut Events) {
        events.tell(|| {
            Event::new("call")
                .seat(seat)
                .label(format!("Seat {seat} calls {amount}{}", self.all_in(seat)))
                .data(&json!({ "amount": amount }))
        });
    }

    /// A raise of the bet that stood at `before`.
    pub(super) fn tell_raise(&self, seat: Seat, before: i64, events: &mut Events) {
        events.tell(|| {
            let to = self.current_bet;
            let verb = if before == 0 { "bets" } else { "raises to" };
            let all_in = self.players[seat.index()].status == Status::AllIn;
            Event::new("raise")
                .seat(seat)
                .label(format!("Seat {seat} {verb} {to}{}", self.all_in(seat)))
                .data(&json!({ "to": to, "by": to - before, "allIn": all_in }))
        });
    }

    fn all_in(&self, seat: Seat) -> &'static str {
        if self.players[seat.index()].status == Status::AllIn { ", all in" } else { "" }
    }

    pub(super) fn tell_left(&self, seat: Seat, how: Leave, events: &mut Events) {
        events.tell(|| {
            let concedes = format!("Seat {seat} concedes the hand");
            how.event(seat, &concedes, &format!("Seat {seat} runs out of time and concedes the hand"))
        });
    }

    /// The street that came after `before` cards of the board.
    pub(super) fn tell_street(&self, before: usize, events: &mut Events) {
        events.tell(|| {
            let (name, street) = match self.street {
                Street::Preflop => ("Preflop", "preflop"),
                Street::Flop => ("Flop", "flop"),
                Street::Turn => ("Turn", "turn"),
                Street::River => ("River", "river"),
            };
            let cards: &[Card] = &self.turned()[before..];
            let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
            Event::new("street")
                .label(format!("{name}: {}", texts.join(" ")))
                .data(&json!({ "street": street, "cards": cards }))
        });
    }

    pub(super) fn tell_end(&self, end: &Settlement, events: &mut Events) {
        if end.showdown {
            let contenders = self.contenders();
            for seat in self.left_of_button().filter(|&seat| contenders.contains(seat)) {
                events.tell(|| self.shown(seat));
            }
        }
        if let Some((seat, amount)) = end.returned {
            events.tell(|| returned(seat, amount));
        }
        for pot in &end.pots {
            events.tell(|| self.pot_won(pot));
        }
        events.tell(|| self.settled(end));
    }

    fn shown(&self, seat: Seat) -> Event {
        let name = self.rank(seat).name();
        let cards = self.players[seat.index()].cards;
        Event::new("shown")
            .seat(seat)
            .label(format!("Seat {seat} shows {name}"))
            .data(&json!({ "cards": cards, "best": self.best(seat), "handName": name }))
    }

    fn pot_won(&self, pot: &Pot) -> Event {
        let (winners, shares): (Vec<Seat>, Vec<i64>) = pot.shares(self).unzip();
        let amount = pot.amount;
        let (seat, label) = match winners[..] {
            [winner] => (Some(winner), format!("Seat {winner} wins {amount}")),
            _ => (None, format!("{} split {amount}", seats_in_words(&winners))),
        };
        Event::new("pot").seat(seat).label(label).data(&json!({
            "amount": amount,
            "winners": winners,
            "shares": shares,
        }))
    }

    fn settled(&self, end: &Settlement) -> Event {
        let scores: Vec<i64> = self.seats().map(|seat| self.score(end, seat)).collect();
        let winners: Vec<Seat> = self.seats().filter(|seat| scores[seat.index()] > 0).collect();
        let (seat, label) = match winners[..] {
            [] => (None, "Nobody wins or loses a chip".to_owned()),
            [winner] => (Some(winner), format!("Seat {winner} wins the hand")),
            _ => (None, format!("{} win chips", seats_in_words(&winners))),
        };
        Event::new("settled").seat(seat).label(label).data(&json!({ "scores": scores }))
    }
}

fn returned(seat: Seat, amount: i64) -> Event {
    let chips = if amount == 1 { "1 uncalled chip goes".to_owned() } else { format!("{amount} uncalled chips go") };
    Event::new("returned").seat(seat).label(format!("{chips} back to seat {seat}")).data(&json!({ "amount": amount }))
}

/// "Seats 4, 1 and 3".
fn seats_in_words(seats: &[Seat]) -> String {
    let numbers: Vec<String> = seats.iter().map(Seat::to_string).collect();
    match &numbers[..] {
        [rest @ .., last] if !rest.is_empty() => format!("Seats {} and {last}", rest.join(", ")),
        numbers => format!("Seat {}", numbers.concat()),
    }
}
