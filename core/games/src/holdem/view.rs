//! A viewer's view of a hand.

use super::hand::{Hand, Last, Player, Pot, Settlement, Status, Street};
use crate::cards::Card;
use crate::{Audience, Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hand as its viewer may see it.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    /// The dealer's seat.
    pub(super) button: Seat,
    /// The small blind in chips.
    pub(super) small_blind: i64,
    /// The big blind in chips.
    pub(super) big_blind: i64,
    /// The common cards so far.
    pub(super) board: Vec<Card>,
    /// All chips put in, those of this street included.
    pub(super) pot: i64,
    /// The bet that a seat must match on this street to stay in.
    pub(super) current_bet: i64,
    /// The minimum increase of a raise.
    pub(super) min_raise: i64,
    /// All seats.
    pub(super) seats: Vec<SeatView>,
    /// The viewer's own cards; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hand: Option<[Card; 2]>,
    #[serde(flatten)]
    end: Option<EndView>,
}

/// A seat of a hand.
#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct SeatView {
    /// The seat's number.
    pub(super) seat: Seat,
    /// Chips in the stack.
    pub(super) stack: i64,
    /// Chips put in on this street.
    pub(super) bet: i64,
    /// Chips put in on all streets.
    pub(super) put: i64,
    /// Whether it is in the hand.
    pub(super) status: Status,
    /// Its last decision; null before.
    pub(super) last: Option<Last>,
    /// Whether it has decided on this street.
    pub(super) acted: bool,
    /// Its two cards; null until over.
    pub(super) cards: Option<[Card; 2]>,
    #[serde(flatten)]
    pub(super) end: Option<SeatEndView>,
}

/// Added when the hand is over.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EndView {
    /// Whether hands were compared.
    showdown: bool,
    /// The common cards that were not dealt.
    undealt_board: Option<Vec<Card>>,
    /// The main pot, then side pots.
    pots: Vec<PotView>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct PotView {
    /// The pot in chips.
    amount: i64,
    /// The seats that could win it.
    seats: Seats,
    /// The winners, in the order of odd chips.
    winners: Vec<Seat>,
    /// The share of each winner.
    shares: Vec<i64>,
}

/// Added to a seat when the hand is over.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeatEndView {
    /// Uncalled chips that were returned.
    returned: i64,
    /// Chips from pots.
    won: i64,
    /// Chips won or lost.
    pub(super) score: i64,
    /// The best five cards, in a showdown.
    best: Option<[Card; 5]>,
    /// The name of the hand.
    pub(super) hand_name: Option<String>,
}

impl View {
    pub(super) fn new(hand: &Hand, audience: Audience) -> Self {
        let own = audience.seat.and_then(|seat| hand.players.get(seat.index()));
        Self {
            button: hand.button,
            small_blind: hand.blinds.small,
            big_blind: hand.blinds.big,
            board: hand.turned().to_vec(),
            pot: hand.pot(),
            current_bet: hand.current_bet,
            min_raise: hand.min_raise,
            seats: hand.seats().map(|seat| SeatView::new(hand, seat, audience)).collect(),
            hand: own.map(|player| player.cards),
            end: hand.end.as_ref().map(|end| EndView::new(hand, end, audience)),
        }
    }
}

/// The street, or that it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Phase {
    Preflop,
    Flop,
    Turn,
    River,
    Over,
}

pub(super) const fn phase(hand: &Hand) -> Phase {
    match hand.street {
        _ if hand.end.is_some() => Phase::Over,
        Street::Preflop => Phase::Preflop,
        Street::Flop => Phase::Flop,
        Street::Turn => Phase::Turn,
        Street::River => Phase::River,
    }
}

impl SeatView {
    fn new(hand: &Hand, seat: Seat, audience: Audience) -> Self {
        let Player { cards, stack, bet, put, status, last, acted } = hand.players[seat.index()];
        // While sealed, only the hands of a showdown are shown.
        let shown = |end: &Settlement| !audience.sealed || end.showdown && hand.contenders().contains(seat);
        let cards = hand.end.as_ref().filter(|end| shown(end)).map(|_| cards);
        let end = hand.end.as_ref().map(|end| SeatEndView::new(hand, end, seat));
        Self { seat, stack, bet, put, status, last, acted, cards, end }
    }
}

impl SeatEndView {
    fn new(hand: &Hand, end: &Settlement, seat: Seat) -> Self {
        let showed = end.showdown && hand.contenders().contains(seat);
        Self {
            returned: end.returned_to(seat),
            won: hand.won(end, seat),
            score: hand.score(end, seat),
            best: showed.then(|| hand.best(seat)),
            hand_name: showed.then(|| hand.rank(seat).name()),
        }
    }
}

impl EndView {
    fn new(hand: &Hand, end: &Settlement, audience: Audience) -> Self {
        Self {
            showdown: end.showdown,
            undealt_board: (!audience.sealed).then(|| hand.board[hand.street.turned()..].to_vec()),
            pots: end.pots.iter().map(|pot| PotView::new(hand, pot)).collect(),
        }
    }
}

impl PotView {
    fn new(hand: &Hand, pot: &Pot) -> Self {
        let (winners, shares) = pot.shares(hand).unzip();
        Self { amount: pot.amount, seats: pot.contenders, winners, shares }
    }
}
