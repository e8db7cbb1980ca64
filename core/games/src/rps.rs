//! Rock-paper-scissors, best of three: both seats choose at the same time. Two won throws win the pot of two stakes;
//! after nine throws the seat with more won throws wins.

mod encoding;
mod text;

use super::seat::Presence;
use super::two_seats::{SEATS, tell_left, with_more};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, PolicyName, Seat,
    Seats, Setup,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of a match, with the data for its settlement.
#[derive(Clone)]
pub(super) struct Rps {
    stake: i64,
    pending: [Option<Hand>; 2],
    throws: Vec<Throw>,
    wins: [u8; 2],
    end: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    Thrown,
    Left(Seat),
}

const TO_WIN: u8 = 2;
const MAX_THROWS: usize = 9;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Hand {
    Rock,
    Paper,
    Scissors,
}

/// One choice of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Show `hand` once both have chosen.
    Throw {
        /// The hand to show.
        hand: Hand,
    },
}

/// A resolved throw.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Throw {
    /// Hands by seat.
    hands: [Hand; 2],
    /// The winner; null if both hands are the same.
    winner: Option<Seat>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The resolved throws, in order.
    throws: Vec<Throw>,
    /// The number of won throws that wins the match.
    to_win: u8,
    /// The number of throws after which the match ends.
    max_throws: usize,
    /// The viewer's own pending choice; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Option<Hand>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// Throws won.
    wins: u8,
    /// Whether it has chosen.
    ready: bool,
    /// Null until over; then its choice if the other seat left before the throw.
    hand: Option<Hand>,
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Throw,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The number of throws after which the match ends.
        max_throws: usize,
        /// The number of won throws that wins the match.
        to_win: u8,
    },
    /// The seat is to choose.
    Turn {
        /// The number of the throw, from 1.
        throw: usize,
    },
    /// The seat has chosen.
    Ready,
    Thrown {
        /// Hands by seat.
        hands: [Hand; 2],
        /// The winner; null if both hands are the same.
        winner: Option<Seat>,
        /// Throws won, by seat.
        wins: [u8; 2],
    },
    Settled {
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
        /// Throws won, by seat.
        wins: [u8; 2],
    },
}

impl Game for Rps {
    const ABOUT: About = About {
        id: "rps",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "Two seats choose rock, paper or scissors at the same time: no seat sees a choice before both are in, \
                and a choice once made stands. Rock beats scissors, scissors beat paper, paper beats rock. Equal hands \
                win nothing for anyone and are thrown again. The first seat with two won throws wins the pot of both \
                stakes. There are at most nine throws, tied ones counted: after the ninth the seat with more won \
                throws wins the pot, and if they are equal it is a draw that returns the stakes. You may give up at \
                any time: the other seat then wins the pot.",
        kinds: &[Kind {
            kind: "rps-vs-house",
            label: "Rock-paper-scissors",
            description: "Best of three throws, chosen at the same time, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    /// The deal draws nothing: the seed matters only for the automatic players' own streams.
    fn deal(setup: &Setup<NoOptions>, _dice: &mut Dice, events: &mut Events) -> Self {
        events.push(|| Event::of(&Facts::Dealt { max_throws: MAX_THROWS, to_win: TO_WIN }).label("Best of three"));
        let game = Self { stake: setup.stake, pending: [None; 2], throws: Vec::new(), wins: [0; 2], end: None };
        game.tell_turns(events);
        game
    }

    fn to_act(&self) -> Seats {
        let waited_for = |seat: &Seat| self.end.is_none() && self.pending[seat.index()].is_none();
        SEATS.into_iter().filter(waited_for).collect()
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend([Hand::Rock, Hand::Paper, Hand::Scissors].map(|hand| Action::Throw { hand }));
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Throw { hand } = *action;
        self.pending[seat.index()] = Some(hand);
        events.push(|| Event::of(&Facts::Ready).seat(seat).label(format!("Seat {seat} has chosen")));
        if let [Some(first), Some(second)] = self.pending {
            self.resolve([first, second], events);
        }
    }

    /// The other seat wins; a pending choice is not resolved.
    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        if self.end.is_some() { Phase::Over } else { Phase::Throw }
    }

    fn view(&self, audience: Audience) -> View {
        let open = self.end.is_some() && !audience.sealed;
        View {
            seats: SEATS.map(|seat| SeatView {
                seat,
                status: Presence::unless(matches!(self.end, Some(End::Left(left)) if left == seat)),
                wins: self.wins[seat.index()],
                ready: self.pending[seat.index()].is_some(),
                hand: self.pending[seat.index()].filter(|_| open),
            }),
            throws: self.throws.clone(),
            to_win: TO_WIN,
            max_throws: MAX_THROWS,
            hand: audience.seat.map(|seat| self.pending[seat.index()]),
        }
    }

    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        for seat in SEATS.into_iter().filter(|&seat| viewer != Some(seat)) {
            if let Some(pending) = &mut self.pending[seat.index()] {
                *pending = dice.pick(&[Hand::Rock, Hand::Paper, Hand::Scissors]);
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::duel(self.winner(self.end?), self.stake))
    }

    fn house(_seat: Seat, _view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        dice.index(legal.len())
    }
}

impl Rps {
    /// Both have chosen: count the throw, then end the match or begin the next throw.
    fn resolve(&mut self, hands: [Hand; 2], events: &mut Events) {
        let [first, second] = hands;
        let winner = match (first.beats(second), second.beats(first)) {
            (true, _) => Some(Seat(0)),
            (_, true) => Some(Seat(1)),
            (false, false) => None,
        };
        self.pending = [None; 2];
        self.throws.push(Throw { hands, winner });
        if let Some(winner) = winner {
            self.wins[winner.index()] += 1;
        }
        events.push(|| {
            Event::of(&Facts::Thrown { hands, winner, wins: self.wins }).seat(winner).label(reported(hands, winner))
        });
        if self.wins.contains(&TO_WIN) || self.throws.len() == MAX_THROWS {
            self.end = Some(End::Thrown);
            self.tell_settled(events);
        } else {
            self.tell_turns(events);
        }
    }

    fn winner(&self, end: End) -> Option<Seat> {
        match end {
            End::Left(left) => Some(left.other()),
            End::Thrown => with_more(self.wins),
        }
    }

    fn tell_turns(&self, events: &mut Events) {
        for seat in SEATS {
            events.push(|| {
                let throw = self.throws.len() + 1;
                Event::of(&Facts::Turn { throw }).seat(seat).label(format!("Seat {seat} to choose"))
            });
        }
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let winner = self.winner(end);
            let wins = |seat: Seat| self.wins[seat.index()];
            let label = match (winner, end) {
                (Some(winner), End::Left(_)) => format!("Seat {winner} wins"),
                (Some(winner), End::Thrown) => {
                    format!("Seat {winner} wins {} to {}", wins(winner), wins(winner.other()))
                }
                (None, End::Left(_) | End::Thrown) => format!("A draw: {} each", wins(Seat(0))),
            };
            let scores = Outcome::duel(winner, self.stake).scores();
            Event::of(&Facts::Settled { scores, wins: self.wins }).seat(winner).label(label)
        });
    }
}

impl Hand {
    const fn beats(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Rock, Self::Scissors) | (Self::Scissors, Self::Paper) | (Self::Paper, Self::Rock)
        )
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Rock => "rock",
            Self::Paper => "paper",
            Self::Scissors => "scissors",
        }
    }
}

/// A resolved throw as text, the winner's hand first.
fn reported([first, second]: [Hand; 2], winner: Option<Seat>) -> String {
    let (better, worse) = if winner == Some(Seat(1)) { (second, first) } else { (first, second) };
    match (winner, better) {
        (None, _) => format!("Both show {}", first.name()),
        (Some(_), Hand::Rock) => format!("Rock beats {}", worse.name()),
        (Some(_), Hand::Paper) => format!("Paper beats {}", worse.name()),
        (Some(_), Hand::Scissors) => format!("Scissors beat {}", worse.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Seed;
    use super::*;
    use serde_json::json;

    /// A match of stake 10 and all its events.
    struct Story {
        game: Rps,
        dice: Dice,
        events: Events,
    }

    impl Story {
        fn new() -> Self {
            let mut dice = Dice::dealer(&Seed::from_bytes([1; 32]));
            let mut events = Events::on();
            let game = Rps::deal(&Rps::setup(None, 2, 10), &mut dice, &mut events);
            Self { game, dice, events }
        }

        fn choose(&mut self, seat: u8, hand: Hand) {
            self.game.play(Seat(seat), &Action::Throw { hand }, &mut self.dice, &mut self.events);
        }

        fn throw(&mut self, hands: [Hand; 2]) {
            self.choose(0, hands[0]);
            self.choose(1, hands[1]);
        }

        fn reported(&mut self) -> Vec<String> {
            self.events.take().into_iter().filter_map(|event| event.label).collect()
        }

        fn scores(&self) -> Option<Vec<i64>> {
            self.game.outcome().map(|outcome| outcome.scores())
        }
    }

    #[test]
    fn two_won_throws_win_the_match() {
        let mut story = Story::new();
        assert_eq!(story.reported(), ["Best of three", "Seat 0 to choose", "Seat 1 to choose"]);
        story.choose(1, Hand::Rock);
        assert_eq!(story.reported(), ["Seat 1 has chosen"]);
        story.choose(0, Hand::Paper);
        assert_eq!(story.reported(), ["Seat 0 has chosen", "Paper beats rock", "Seat 0 to choose", "Seat 1 to choose"]);
        story.throw([Hand::Rock, Hand::Rock]);
        story.throw([Hand::Paper, Hand::Scissors]);
        story.throw([Hand::Rock, Hand::Paper]);
        assert_eq!(story.reported().last().unwrap(), "Seat 1 wins 2 to 1");
        assert_eq!(story.scores(), Some(vec![-10, 10]));
    }

    #[test]
    fn nine_throws_without_two_wins_end_the_match() {
        let mut story = Story::new();
        story.throw([Hand::Rock, Hand::Scissors]);
        for _ in 0..7 {
            story.throw([Hand::Paper, Hand::Paper]);
        }
        let mut drawn = Story { game: story.game.clone(), dice: story.dice.clone(), events: Events::on() };
        story.throw([Hand::Paper, Hand::Paper]);
        assert_eq!(story.scores(), Some(vec![10, -10]));
        drawn.throw([Hand::Paper, Hand::Scissors]);
        assert_eq!(drawn.scores(), Some(vec![0, 0]));
        assert_eq!(drawn.reported().last().unwrap(), "A draw: 1 each");
    }

    #[test]
    fn a_pending_choice_is_shown_only_to_its_seat() {
        let mut story = Story::new();
        story.choose(0, Hand::Scissors);
        assert_eq!(story.game.to_act(), Seats::one(Seat(1)));
        let view = |game: &Rps, audience| serde_json::to_value(game.view(audience)).unwrap();
        let (own, other) = (view(&story.game, Audience::of(Seat(0))), view(&story.game, Audience::of(Seat(1))));
        assert_eq!((&own["hand"], &own["seats"][0]["hand"]), (&json!("scissors"), &json!(null)));
        assert_eq!((&other["hand"], &other["seats"][0]["ready"]), (&json!(null), &json!(true)));
        assert_eq!(view(&story.game, Audience::SPECTATOR).get("hand"), None);

        story.game.concede(Seat(1), Leave::TimedOut, &mut story.events);
        assert_eq!(story.scores(), Some(vec![10, -10]));
        let shown = view(&story.game, Audience::SPECTATOR);
        assert_eq!((&shown["seats"][0]["hand"], &shown["seats"][1]["status"]), (&json!("scissors"), &json!("left")));
        let sealed = view(&story.game, Audience { seat: Some(Seat(1)), sealed: true });
        assert_eq!(sealed["seats"][0]["hand"], json!(null));
    }
}
