//! Video poker, 9/6 jacks or better: five cards, hold any of them, draw the rest once; the pay table defines the
//! payout.

mod encoding;
mod pay;
mod strategy;

use super::banked::PLAYER;
use super::cards::{Card, deck};
use super::seat::Presence;
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Seat, Seats, Setup,
};
use pay::Pay;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hand, its replacements, and the held positions.
#[derive(Clone)]
pub(super) struct VideoPoker {
    stake: i64,
    first: [Card; 5],
    /// The discarded positions, ascending, get these in order.
    replacements: [Card; 5],
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    Dealt,
    Held(Positions),
    Left,
}

/// The only action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Keep the cards at some positions, and draw for the others.
    Hold {
        /// The positions, ascending.
        positions: Positions,
    },
}

/// Some of the positions 0-4, as the mask `sum(2^position)`; in JSON their ascending list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
#[schemars(inline)]
pub(super) struct Positions(u8);

/// A viewer's view: only the player sees the hand until it is over.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// The chips of the bet.
    stake: i64,
    /// The one seat.
    seats: [SeatView; 1],
    /// The cards dealt; null for a spectator until over.
    first: Option<[Card; 5]>,
    /// The cards now; null for a spectator until over.
    hand: Option<[Card; 5]>,
    /// The name of the hand, or `forfeit`; null until over.
    #[serde(deserialize_with = "crate::encoding::not_read")]
    hand_name: Option<crate::encoding::FixedWord>,
    /// The cards that would have come next; null until over.
    undealt: Option<Vec<Card>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// Positions kept; null before.
    held: Option<Positions>,
    /// Chips won or lost; null until over.
    score: Option<i64>,
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Hold,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt,
    Held {
        /// Positions kept, ascending.
        positions: Positions,
    },
    Drawn {
        /// The final cards.
        hand: [Card; 5],
    },
    Settled {
        /// The name of the hand.
        hand_name: &'static str,
        /// Chips won or lost.
        scores: [i64; 1],
    },
}

impl Game for VideoPoker {
    const ABOUT: About = About {
        id: "video-poker",
        version: "1",
        seats: (1, 1),
        default_seats: 1,
        banked: true,
        duellable: false,
        policies: &[],
        rules: "Five cards are dealt from one deck of 52. Choose which of them to hold, any number from none to all; \
                the others are replaced once, and the hand is paid by its rank. For one chip staked, the stake \
                included, the table pays: royal flush 800, straight flush 50, four of a kind 25, full house 9, flush \
                6, straight 4 (an ace is high or low), three of a kind 3, two pair 2, a pair of jacks, queens, kings \
                or aces 1, anything else 0. So jacks or better give the stake back, and lower pairs give nothing. \
                Leaving loses the stake, whatever was dealt.",
        kinds: &[Kind {
            kind: "video-poker",
            label: "Video poker",
            description: "Jacks or better, 9/6: five cards, one draw, paid by the hand.",
            buy_in: BuyIn::Stake,
            opening: Opening::Never,
        }],
    };
    /// A royal flush pays 800 with the stake.
    const MAX_GAIN: i64 = 799;
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let mut deck = deck();
        dice.shuffle(&mut deck);
        let first = std::array::from_fn(|at| deck[at]);
        let replacements = std::array::from_fn(|at| deck[5 + at]);
        events.push(|| Event::of(&Facts::Dealt).seat(PLAYER).label("Five cards are dealt"));
        events.turn(PLAYER, || "Choose what to hold".to_owned());
        Self { stake: setup.stake, first, replacements, state: State::Dealt }
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::one(PLAYER) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend((0..32).map(|mask| Action::Hold { positions: Positions(mask) }));
    }

    fn play(&mut self, _seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Hold { positions } = *action;
        self.state = State::Held(positions);
        events.push(|| {
            let count = match positions.count() {
                0 => "no cards".to_owned(),
                1 => "1 card".to_owned(),
                count => format!("{count} cards"),
            };
            Event::of(&Facts::Held { positions }).seat(PLAYER).label(format!("Holds {count}"))
        });
        let hand = self.hand();
        events.push(|| {
            let [a, b, c, d, e] = hand;
            Event::of(&Facts::Drawn { hand }).seat(PLAYER).label(format!("Final hand {a} {b} {c} {d} {e}"))
        });
        self.tell_settled(events);
    }

    /// A seat that leaves gets nothing, even for a paying hand.
    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.state = State::Left;
        events.push(|| how.event(seat, "Leaves the hand", "Leaves the hand"));
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        if self.is_over() { Phase::Over } else { Phase::Hold }
    }

    /// For a spectator a sealed end shows the final hand, which play has shown, but neither the discarded cards nor the
    /// cards of a hand that was left.
    fn view(&self, audience: Audience) -> View {
        let (status, held) = match self.state {
            State::Dealt => (Presence::In, None),
            State::Held(positions) => (Presence::In, Some(positions)),
            State::Left => (Presence::Left, None),
        };
        let own = audience.is(PLAYER);
        let open = self.is_over() && !audience.sealed;
        View {
            stake: self.stake,
            seats: [SeatView { seat: PLAYER, status, held, score: self.score() }],
            first: (own || open).then_some(self.first),
            hand: (own || open || held.is_some()).then(|| self.hand()),
            hand_name: self.hand_name(),
            undealt: open.then(|| self.undealt().to_vec()),
        }
    }

    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        let mut cards = deck().to_vec();
        if viewer.is_some() {
            cards.retain(|card| !self.first.contains(card));
        }
        dice.shuffle(&mut cards);
        let mut cards = cards.into_iter();
        let mut five = || std::array::from_fn(|_| cards.next().expect("ten of at least 47 cards"));
        if viewer.is_none() {
            self.first = five();
        }
        self.replacements = five();
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = Outcome::by_scores([self.score()?]);
        let paying = match self.state {
            State::Held(_) => Pay::of(&self.hand()).paying(&self.hand()),
            State::Dealt | State::Left => Positions::NONE,
        };
        if paying == Positions::NONE {
            return Some(outcome);
        }
        let mut pieces: Vec<u8> = paying.iter().map(|at| self.hand()[at].0).collect();
        pieces.sort_unstable();
        Some(outcome.with_winning_pieces(PLAYER, pieces))
    }

    fn house(_seat: Seat, view: &View, legal: &[Action], _dice: &mut Dice) -> usize {
        let held = view.first.map_or(Positions::NONE, |hand| strategy::hold(&hand));
        legal.iter().position(|action| *action == Action::Hold { positions: held }).unwrap_or(0)
    }
}

impl VideoPoker {
    const fn is_over(&self) -> bool {
        !matches!(self.state, State::Dealt)
    }

    /// The present cards.
    fn hand(&self) -> [Card; 5] {
        let held = match self.state {
            State::Held(positions) => positions,
            State::Dealt | State::Left => Positions::ALL,
        };
        let mut replacements = self.replacements.iter();
        std::array::from_fn(|at| match held.contains(at) {
            true => self.first[at],
            false => *replacements.next().expect("there is a replacement for every position"),
        })
    }

    /// The replacements that were not drawn.
    fn undealt(&self) -> &[Card] {
        let drawn = match self.state {
            State::Held(positions) => 5 - positions.count(),
            State::Dealt | State::Left => 0,
        };
        &self.replacements[drawn..]
    }

    /// The pay table gives the payout for one chip, the stake included.
    fn score(&self) -> Option<i64> {
        match self.state {
            State::Dealt => None,
            State::Held(_) => Some(self.stake * (Pay::of(&self.hand()).for_one() - 1)),
            State::Left => Some(-self.stake),
        }
    }

    fn hand_name(&self) -> Option<&'static str> {
        match self.state {
            State::Dealt => None,
            State::Held(_) => Some(Pay::of(&self.hand()).name()),
            State::Left => Some("forfeit"),
        }
    }

    fn tell_settled(&self, events: &mut Events) {
        let (Some(score), Some(name)) = (self.score(), self.hand_name()) else { return };
        events.push(|| {
            let label = match self.state {
                State::Left => "Loses the stake".to_owned(),
                State::Dealt | State::Held(_) => name[..1].to_uppercase() + &name[1..],
            };
            Event::of(&Facts::Settled { hand_name: name, scores: [score] }).seat(PLAYER).label(label)
        });
    }
}

impl Positions {
    const NONE: Self = Self(0);
    const ALL: Self = Self(0b11111);

    const fn contains(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
    }

    const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0..5).filter(move |&position| self.contains(position))
    }
}

impl FromIterator<usize> for Positions {
    fn from_iter<I: IntoIterator<Item = usize>>(positions: I) -> Self {
        Self(positions.into_iter().fold(0, |mask, position| mask | 1 << position))
    }
}

impl From<Positions> for Vec<u8> {
    fn from(positions: Positions) -> Self {
        positions.iter().map(|position| position as u8).collect()
    }
}

impl TryFrom<Vec<u8>> for Positions {
    type Error = &'static str;

    fn try_from(positions: Vec<u8>) -> Result<Self, Self::Error> {
        if positions.iter().any(|&position| position > 4) || !positions.is_sorted_by(|a, b| a < b) {
            return Err("positions are 0 to 4, ascending");
        }
        Ok(positions.into_iter().map(usize::from).collect())
    }
}

#[cfg(test)]
mod tests;
mod text;
