//! No-limit Texas hold'em, one hand a table: heads-up and for three to six seats. One set of rules serves both: `hand`
//! has the betting, `settlement` divides the chips, `events` has the events, `house` the automatic player.

mod encoding;
mod events;
mod hand;
mod house;
mod settlement;
#[cfg(test)]
mod tests;
mod text;
mod view;

use super::{
    About, Audience, BuyIn, Dice, Events, Game, Kind, Leave, Opening, Outcome, Policy, PolicyName, Seat, Seats, Setup,
};
use events::Facts;
use hand::{Blinds, Hand, HoldemOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use view::{Phase, View};

/// The heads-up game.
pub(super) type HeadsUp = Holdem<false>;
/// The game of three to six seats.
pub(super) type Ring = Holdem<true>;

/// A hand at one of the two kinds of table.
#[derive(Clone)]
pub(super) struct Holdem<const RING: bool>(Hand);

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Fold.
    Fold,
    /// Check: stay in when there is no bet to call.
    Check,
    /// Call: match the bet, or go all-in.
    Call,
    /// Bet or raise.
    Raise {
        /// The seat's whole bet on the street afterwards.
        to: i64,
    },
}

const HEADS_UP: About = About {
    id: "holdem",
    version: "1",
    seats: (2, 2),
    default_seats: 2,
    banked: false,
    duellable: true,
    policies: &[PolicyName::CallingStation, PolicyName::Minimax, PolicyName::Random],
    rules: "No-limit Texas hold'em for two: a single hand, played for the chips on the table, 200 each. The button is \
            drawn by lot. The button posts the small blind of 5 and the other seat the big blind of 10; each gets two \
            cards that only it sees. Five cards come face up on the board: three (the flop), one (the turn), one (the \
            river). There is a round of betting before the flop, which the button opens, and one after each of the \
            three, which the other seat opens. On your turn you check where you owe nothing; else you fold and give \
            up what you put in, or call and put in what you owe. Raises come from a short menu of totals for the \
            street: the smallest raise, half the pot, the pot, all-in. Raising again after your own decision takes a \
            full raise by the other seat. Uncalled chips go back to their owner. The last seat left wins the pot. \
            Otherwise the best five of seven cards, two own and five of the board, win it: straight flush, \
            four of a kind, full house, flush, straight (the ace counts high or low), three of a kind, two pair, pair, \
            high card. Equal hands split the pot, an odd chip goes to the first winner left of the button. Leaving or \
            running out of time folds. Afterwards every hand is public, folded ones too.",
    kinds: &[
        Kind {
            kind: "holdem-vs-house",
            label: "Hold'em against the house",
            description: "One hand of no-limit hold'em, 200 chips each, heads-up against the house.",
            buy_in: BuyIn::Fixed(200),
            opening: Opening::Never,
        },
        Kind {
            kind: "holdem-open",
            label: "Hold'em, heads-up",
            description: "One hand of no-limit hold'em, 200 chips each, against another member.",
            buy_in: BuyIn::Fixed(200),
            opening: Opening::Always,
        },
    ],
};

const RING: About = About {
    id: "holdem-ring",
    version: "1",
    seats: (3, 6),
    default_seats: 4,
    banked: false,
    duellable: false,
    policies: &[PolicyName::CallingStation, PolicyName::Minimax, PolicyName::Random],
    rules: "No-limit Texas hold'em for three to six seats: a single hand, played for the chips on the table, 200 each. \
            The button is drawn by lot. The seat left of the button (the next number) posts the small blind of 5, the \
            one after it the big blind of 10; each seat gets two cards that only it sees. Five cards come face up on \
            the board: three (the flop), one (the turn), one (the river). There is a round of betting before the \
            flop, opened by the seat after the big blind, and one after each of the three, opened by the first seat \
            left of the button. On your turn you check where you owe nothing; else you fold and give up what you put \
            in, or call and put in what you owe. Raises come from a short menu of totals for the street: the smallest \
            raise, half the pot, the pot, all-in. Raising again after your own decision takes a full raise by others. \
            Folding leaves the others to play on. Uncalled chips go back to their owner. The last seat left wins the \
            pot. Otherwise the best five of seven cards, two own and five of the board, win it: \
            straight flush, four of a kind, full house, flush, straight (the ace counts high or low), three of a \
            kind, two pair, pair, high card. A seat that is all-in can win from each other seat no more than it put \
            in itself; what others put in beyond that is a side pot among them. Equal hands split a pot, odd chips go \
            one each to the winners from the left of the button. The winner takes the pot, not a fixed prize. Leaving \
            or running out of time folds, and the others play on. Afterwards every hand is public, folded ones too.",
    kinds: &[Kind {
        kind: "holdem-ring",
        label: "Hold'em ring",
        description: "One hand of no-limit hold'em for three to six seats, 200 chips each.",
        buy_in: BuyIn::Fixed(200),
        opening: Opening::OnRequest,
    }],
};

impl<const RING_SEATS: bool> Game for Holdem<RING_SEATS> {
    const ABOUT: About = if RING_SEATS { RING } else { HEADS_UP };
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = HoldemOptions;

    fn setup(kind: Option<&Kind>, seats: usize, stake: i64) -> Setup<HoldemOptions> {
        let stake = match kind.map(|kind| kind.buy_in) {
            Some(BuyIn::Fixed(chips)) => chips,
            Some(BuyIn::Stake | BuyIn::PerStake(_)) | None => stake,
        };
        let blinds = Blinds::for_stake(stake);
        let options = HoldemOptions { small_blind: Some(blinds.small), big_blind: Some(blinds.big), stacks: None };
        Setup { options, ..Setup::new(kind, seats, stake) }
    }

    fn allows(setup: &Setup<HoldemOptions>) -> bool {
        const MAX_CHIPS: i64 = 1_000_000;
        let blinds = Blinds::of(setup);
        let stacks = setup.options.stacks.as_deref().unwrap_or_default();
        (1..=blinds.big).contains(&blinds.small)
            && blinds.big <= MAX_CHIPS
            && (setup.options.stacks.is_none() || stacks.len() == setup.seats)
            && stacks.iter().all(|stack| (blinds.big..=MAX_CHIPS).contains(stack))
    }

    fn deal(setup: &Setup<HoldemOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        Self(Hand::deal(setup, dice, events))
    }

    fn to_act(&self) -> Seats {
        self.0.to_act()
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        self.0.legal_actions(seat, legal);
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        self.0.play(seat, *action, events);
    }

    fn may_concede(&self, seat: Seat) -> bool {
        self.0.may_concede(seat)
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.0.concede(seat, how, events);
    }

    fn phase(&self) -> Phase {
        view::phase(&self.0)
    }

    fn view(&self, audience: Audience) -> View {
        View::new(&self.0, audience)
    }

    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        self.0.exchange_hidden(viewer, dice);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        house::choose(seat, view, legal, house::AGGRESSION, dice)
    }

    fn policy(policy: Policy, seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        match policy {
            Policy::CallingStation => house::check_or_call(legal),
            Policy::Minimax(aggression) => house::choose(seat, view, legal, aggression, dice),
            Policy::Random => dice.index(legal.len()),
            Policy::House(_) => Self::house(seat, view, legal, dice),
        }
    }
}
