//! One hand in play: the deal, the streets, and the betting by the rules of the Tournament Directors Association.

use super::Action;
use crate::cards::{Card, deck};
use crate::{Dice, Events, Leave, Seat, Seats, Setup};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hand from its blinds to its settlement.
#[derive(Clone)]
pub(super) struct Hand {
    pub(super) players: Vec<Player>,
    pub(super) button: Seat,
    pub(super) blinds: Blinds,
    pub(super) street: Street,
    pub(super) current_bet: i64,
    pub(super) min_raise: i64,
    pub(super) end: Option<Settlement>,
    /// All five cards of the board, turned or not.
    pub(super) board: [Card; 5],
    /// The seat to act, while the hand runs.
    actor: Seat,
}

/// The division of the chips.
#[derive(Clone)]
pub(super) struct Settlement {
    /// Whether hands were compared: more than one seat was left.
    pub(super) showdown: bool,
    /// The seat with an uncalled bet, and its amount.
    pub(super) returned: Option<(Seat, i64)>,
    /// The pots, the main pot first.
    pub(super) pots: Vec<Pot>,
}

#[derive(Clone, Copy)]
pub(super) struct Pot {
    pub(super) amount: i64,
    pub(super) contenders: Seats,
    pub(super) winners: Seats,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Blind {
    Small,
    Big,
}

/// The state of one seat.
#[derive(Clone, Copy)]
pub(super) struct Player {
    /// The seat's two cards, in the order dealt.
    pub(super) cards: [Card; 2],
    /// Chips in the stack.
    pub(super) stack: i64,
    /// Chips put in on this street.
    pub(super) bet: i64,
    /// Chips put in during the hand.
    pub(super) put: i64,
    pub(super) status: Status,
    pub(super) last: Option<Last>,
    /// Whether it has decided on this street; posting a blind does not count.
    pub(super) acted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum Status {
    In,
    Folded,
    AllIn,
    Left,
}

/// A seat's last decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Last {
    Fold,
    Check,
    Call,
    Raise,
    Left,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Street {
    Preflop,
    Flop,
    Turn,
    River,
}

/// The game's own members of the config.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HoldemOptions {
    /// The small blind in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) small_blind: Option<i64>,
    /// The big blind in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) big_blind: Option<i64>,
    /// Stacks by seat instead of the equal stake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stacks: Option<Vec<i64>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Blinds {
    pub(super) small: i64,
    pub(super) big: i64,
}

impl Blinds {
    /// The blinds for a starting stack.
    pub(super) fn for_stake(stake: i64) -> Self {
        let big = (stake / 20).max(stake.min(2));
        Self { small: (big / 2).max(1), big }
    }

    /// The blinds of a setup.
    pub(super) fn of(setup: &Setup<HoldemOptions>) -> Self {
        let usual = Self::for_stake(setup.stake);
        Self {
            small: setup.options.small_blind.unwrap_or(usual.small),
            big: setup.options.big_blind.unwrap_or(usual.big),
        }
    }
}

impl Street {
    /// The number of turned board cards.
    pub(super) const fn turned(self) -> usize {
        match self {
            Self::Preflop => 0,
            Self::Flop => 3,
            Self::Turn => 4,
            Self::River => 5,
        }
    }

    const fn next(self) -> Option<Self> {
        match self {
            Self::Preflop => Some(Self::Flop),
            Self::Flop => Some(Self::Turn),
            Self::Turn => Some(Self::River),
            Self::River => None,
        }
    }
}

/// The totals of the menu of raises: the smallest raise, half the pot, the pot, all-in. `bet` and `stack` are those of the
/// seat that is to act.
pub(super) fn raise_menu(current_bet: i64, min_raise: i64, pot: i64, bet: i64, stack: i64) -> [i64; 4] {
    let pot = pot + current_bet - bet;
    let [smallest, half_pot, pot] = [min_raise, pot / 2, pot].map(|by| current_bet + by);
    [smallest, half_pot, pot, bet + stack]
}

impl Hand {
    /// Draw the button, deal, post the blinds, and find the first seat to act. The hand may be over at once.
    pub(super) fn deal(setup: &Setup<HoldemOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let seats = setup.seats;
        let button = Seat::at(dice.index(seats));
        let mut cards = deck();
        dice.shuffle(&mut cards);
        let player = |seat: usize| {
            // Two rounds of one card each, first to the seat left of the button.
            let at = (seat + 2 * seats - button.index() - 1) % seats;
            let stack = setup.options.stacks.as_ref().map_or(setup.stake, |stacks| stacks[seat]);
            let cards = [cards[at], cards[at + seats]];
            Player { cards, stack, bet: 0, put: 0, status: Status::In, last: None, acted: false }
        };
        let blinds = Blinds::of(setup);
        let mut hand = Self {
            players: (0..seats).map(player).collect(),
            button,
            blinds,
            street: Street::Preflop,
            current_bet: blinds.big,
            min_raise: blinds.big,
            end: None,
            board: std::array::from_fn(|at| cards[2 * seats + at]),
            actor: button,
        };
        hand.tell_dealt(events);
        let big_blind = hand.post_blinds(events);
        hand.go_on(big_blind, events);
        hand
    }

    /// Redraw the other seats' cards and the coming board.
    pub(super) fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        let own = viewer.map(|seat| self.players[seat.index()].cards);
        let known: Vec<Card> = self.turned().iter().copied().chain(own.into_iter().flatten()).collect();
        let mut unknown: Vec<Card> = deck().into_iter().filter(|card| !known.contains(card)).collect();
        dice.shuffle(&mut unknown);
        let others = self.players.iter_mut().enumerate().filter(|(at, _)| viewer != Some(Seat::at(*at)));
        let places = others.flat_map(|(_, player)| &mut player.cards).chain(&mut self.board[self.street.turned()..]);
        for (place, card) in places.zip(unknown) {
            *place = card;
        }
    }

    /// The seats that may act.
    pub(super) fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.actor) }
    }

    /// Append the legal actions of the seat to act: check, or fold and call, then the menu of raises in ascending
    /// order.
    pub(super) fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        let player = &self.players[seat.index()];
        let owe = self.current_bet - player.bet;
        if owe == 0 {
            legal.push(Action::Check);
        } else {
            legal.extend([Action::Fold, Action::Call]);
        }
        if !self.may_raise(seat, owe) {
            return;
        }
        let [smallest, half_pot, pot, top] = self.raise_menu(seat);
        let mut last = 0;
        for to in [smallest, half_pot, pot] {
            // Half the pot may be less than a full raise; above that the candidates ascend.
            if to >= smallest && to > last && to < top {
                legal.push(Action::Raise { to });
                last = to;
            }
        }
        legal.push(Action::Raise { to: top });
    }

    /// The menu of raises of a seat.
    fn raise_menu(&self, seat: Seat) -> [i64; 4] {
        let player = &self.players[seat.index()];
        raise_menu(self.current_bet, self.min_raise, self.pot(), player.bet, player.stack)
    }

    /// Whether the seat may raise: it has the chips, another seat can respond, and a seat that has decided on this
    /// street faces at least one full raise.
    fn may_raise(&self, seat: Seat, owe: i64) -> bool {
        let player = &self.players[seat.index()];
        let answers = |other: &Player| other.status == Status::In && other.bet + other.stack > self.current_bet;
        player.stack > owe && !(player.acted && owe < self.min_raise) && self.others(seat).any(answers)
    }

    /// Play a legal action of the seat to act.
    pub(super) fn play(&mut self, seat: Seat, action: Action, events: &mut Events) {
        match action {
            Action::Fold => self.fold(seat, events),
            Action::Check => self.check(seat, events),
            Action::Call => self.call(seat, events),
            Action::Raise { to } => self.raise(seat, to, events),
        }
        self.go_on(seat, events);
    }

    /// A seat that is all-in, folded or gone cannot leave.
    pub(super) fn may_concede(&self, seat: Seat) -> bool {
        self.end.is_none() && self.players.get(seat.index()).is_some_and(|player| player.status == Status::In)
    }

    /// The seat's cards are dead at once, in or out of turn; the others continue.
    pub(super) fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        let player = &mut self.players[seat.index()];
        player.status = Status::Left;
        player.last = Some(Last::Left);
        self.tell_left(seat, how, events);
        // The turn does not move while its seat still has a decision.
        let from = if self.must_act(self.actor) { self.before(self.actor) } else { self.actor };
        self.go_on(from, events);
    }

    fn fold(&mut self, seat: Seat, events: &mut Events) {
        self.decide(seat, Last::Fold).status = Status::Folded;
        self.tell_fold(seat, events);
    }

    fn check(&mut self, seat: Seat, events: &mut Events) {
        self.decide(seat, Last::Check);
        self.tell_check(seat, events);
    }

    fn call(&mut self, seat: Seat, events: &mut Events) {
        let owe = self.current_bet - self.players[seat.index()].bet;
        let amount = self.decide(seat, Last::Call).pay(owe);
        self.tell_call(seat, amount, events);
    }

    /// No other seat's `acted` is cleared: `may_raise` reopens the betting.
    fn raise(&mut self, seat: Seat, to: i64, events: &mut Events) {
        let before = self.current_bet;
        let by = to - before;
        let player = self.decide(seat, Last::Raise);
        player.pay(to - player.bet);
        self.current_bet = to;
        // A short all-in does not change the minimum raise.
        self.min_raise = self.min_raise.max(by);
        self.tell_raise(seat, before, events);
    }

    fn decide(&mut self, seat: Seat, last: Last) -> &mut Player {
        let player = &mut self.players[seat.index()];
        player.last = Some(last);
        player.acted = true;
        player
    }

    /// Post the blinds; returns the seat of the big one.
    fn post_blinds(&mut self, events: &mut Events) -> Seat {
        let seats = self.players.len();
        // With two seats the button itself posts the small blind.
        let small = if seats == 2 { self.button } else { self.button.next(seats) };
        let big = small.next(seats);
        for (seat, blind, chips) in [(small, Blind::Small, self.blinds.small), (big, Blind::Big, self.blinds.big)] {
            let amount = self.players[seat.index()].pay(chips);
            self.tell_blind(seat, blind, amount, events);
        }
        big
    }

    /// Pass the turn to the next seat after `from` that must act. If there is none, turn the next street's cards. After
    /// the river, or when only one seat is left, settle.
    fn go_on(&mut self, mut from: Seat, events: &mut Events) {
        while self.contenders().len() > 1 {
            if let Some(seat) = self.around(from).find(|&seat| self.must_act(seat)) {
                self.actor = seat;
                return self.tell_turn(seat, events);
            }
            let Some(next) = self.street.next() else { break };
            self.open(next, events);
            from = self.button;
        }
        let settlement = self.settlement();
        self.tell_end(&settlement, events);
        self.end = Some(settlement);
    }

    fn open(&mut self, street: Street, events: &mut Events) {
        for player in &mut self.players {
            player.bet = 0;
            player.acted = false;
        }
        self.current_bet = 0;
        self.min_raise = self.blinds.big;
        let before = self.street.turned();
        self.street = street;
        self.tell_street(before, events);
    }

    fn must_act(&self, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        player.status == Status::In
            && (player.bet < self.current_bet
                || !player.acted && self.others(seat).any(|other| other.status == Status::In))
    }

    fn others(&self, seat: Seat) -> impl Iterator<Item = &Player> {
        self.players.iter().enumerate().filter(move |(at, _)| *at != seat.index()).map(|(_, player)| player)
    }

    /// The seats that can still win the pot.
    pub(super) fn contenders(&self) -> Seats {
        let playing = |player: &Player| matches!(player.status, Status::In | Status::AllIn);
        self.seats().filter(|seat| playing(&self.players[seat.index()])).collect()
    }

    /// All chips put in.
    pub(super) fn pot(&self) -> i64 {
        self.players.iter().map(|player| player.put).sum()
    }

    /// The cards of the board that are turned.
    pub(super) fn turned(&self) -> &[Card] {
        &self.board[..self.street.turned()]
    }

    /// All seats, ascending.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat::at)
    }

    /// All seats, beginning left of the button: the order of showing and of odd chips.
    pub(super) fn left_of_button(&self) -> impl Iterator<Item = Seat> + use<> {
        self.around(self.button)
    }

    /// Once round the table: the seat after `from` first, `from` itself last.
    fn around(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.players.len();
        (1..=seats).map(move |step| Seat::at((from.index() + step) % seats))
    }

    fn before(&self, seat: Seat) -> Seat {
        let seats = self.players.len();
        Seat::at((seat.index() + seats - 1) % seats)
    }
}

impl Player {
    /// Put in `chips`, or the whole stack if it is smaller; returns the number of chips.
    fn pay(&mut self, chips: i64) -> i64 {
        let chips = chips.min(self.stack);
        self.stack -= chips;
        self.bet += chips;
        self.put += chips;
        if self.stack == 0 {
            self.status = Status::AllIn;
        }
        chips
    }
}
