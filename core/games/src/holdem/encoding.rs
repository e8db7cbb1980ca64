//! The encoding of hold'em, for both kinds of table.

use super::hand::{Status, raise_menu};
use super::view::{SeatView, View};
use super::{Action, Holdem};
use crate::Seat;
use crate::encoding::{Encoded, Encoding, EncodingPart, Observation, distance, seats_from};

const ACTIONS: usize = 7;
const ACTION_TEXT: &str = "0 folds, 1 checks, 2 calls. 3 to 6 raise to a total for the street: 3 is the smallest \
                           raise, 4 half the pot, 5 the pot, 6 all-in. Of equal totals only one is legal: all-in, \
                           otherwise the first.";
const HAND: EncodingPart =
    EncodingPart::new("hand", &[52], "1 at each own card; a card is 13 * suit + rank, suits c d h s, ranks 2 to ace.");
const BOARD: EncodingPart = EncodingPart::new("board", &[52], "1 at each common card.");
const STREET: EncodingPart = EncodingPart::new("street", &[4], "1 at preflop, flop, turn or river.");
const CHIPS: EncodingPart = EncodingPart::new(
    "chips",
    &[5],
    "The pot, the bet to match, the smallest increase of a raise, the small blind and the big blind, as shares of all \
     chips.",
);
const SEAT_TEXT: &str = "By seat: 1 if it is at the table; its stack, its bet on this street and its bets on all \
                         streets, as shares of all chips; 1 if it is in, has folded, is all-in, or left; 1 if it has \
                         decided on this street; then 1 at its last decision: fold, check, call, raise or left.";
const OMITTED: &str = "The order of the common cards; at the end, pots, shares, scores, undealt cards and the cards \
                       of other seats.";
/// The numbers of a seat.
const OF_SEAT: usize = 14;

const HEADS_UP: Encoding = Encoding {
    actions: ACTIONS,
    action_text: ACTION_TEXT,
    observation: &[
        HAND,
        BOARD,
        STREET,
        CHIPS,
        EncodingPart::new("seats", &[2, OF_SEAT], SEAT_TEXT),
        EncodingPart::new("button", &[2], "By seat: 1 if it has the button."),
    ],
    board: None,
    omitted: OMITTED,
};

const RING: Encoding = Encoding {
    actions: ACTIONS,
    action_text: ACTION_TEXT,
    observation: &[
        HAND,
        BOARD,
        STREET,
        CHIPS,
        EncodingPart::new("seats", &[6, OF_SEAT], SEAT_TEXT),
        EncodingPart::new("button", &[6], "By seat: 1 if it has the button."),
    ],
    board: None,
    omitted: OMITTED,
};

impl<const RING_SEATS: bool> Encoded for Holdem<RING_SEATS> {
    const ENCODING: Encoding = if RING_SEATS { RING } else { HEADS_UP };

    fn index_of(view: &View, seat: Seat, action: &Action) -> usize {
        match *action {
            Action::Fold => 0,
            Action::Check => 1,
            Action::Call => 2,
            Action::Raise { to } => 3 + place_on_menu(view, seat, to),
        }
    }

    fn observe(view: &View, own: Seat, out: &mut Observation) {
        let (seats, most_seats) = (view.seats.len(), if RING_SEATS { 6 } else { 2 });
        let all: i64 = view.seats.iter().map(|seat| seat.stack + seat.put).sum();
        out.all_of(view.hand.iter().flatten().map(|card| card.0.into()), 52);
        out.all_of(view.board.iter().map(|card| card.0.into()), 52);
        out.one_of(view.board.len().saturating_sub(2), 4);
        for chips in [view.pot, view.current_bet, view.min_raise, view.small_blind, view.big_blind] {
            out.share(chips, all);
        }
        seats_from(own, seats).for_each(|seat| of_seat(&view.seats[seat.index()], all, out));
        out.skip((most_seats - seats) * OF_SEAT);
        out.one_of(distance(own, view.button, seats), most_seats);
    }
}

/// The place of a legal raise on the menu: all-in, otherwise the first with its total.
fn place_on_menu(view: &View, seat: Seat, to: i64) -> usize {
    let player = &view.seats[seat.index()];
    let menu = raise_menu(view.current_bet, view.min_raise, view.pot, player.bet, player.stack);
    if to == menu[3] { 3 } else { menu.iter().position(|&total| total == to).unwrap_or(3) }
}

fn of_seat(seat: &SeatView, all: i64, out: &mut Observation) {
    out.flag(true);
    [seat.stack, seat.bet, seat.put].into_iter().for_each(|chips| out.share(chips, all));
    for status in [Status::In, Status::Folded, Status::AllIn, Status::Left] {
        out.flag(seat.status == status);
    }
    out.flag(seat.acted);
    out.one_of(seat.last.map(|last| last as usize), 5);
}
