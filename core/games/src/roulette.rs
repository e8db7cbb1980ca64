//! Roulette with one zero: one seat puts its stake on one of 157 bets, the house spins once and pays.

mod encoding;
mod text;

use super::banked::{PLAYER, chips, win_or_loss};
use super::seat::Presence;
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Seat, Seats, Setup,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A spin, fixed before the bet, and the bet on it.
#[derive(Clone)]
pub(super) struct Roulette {
    number: u8,
    stake: i64,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    Placed(Bet),
    Left,
}

/// The only action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Action {
    /// Put the whole stake on a bet.
    Bet(Bet),
}

/// The bets of the layout: rows 1-2-3, 4-5-6, ... 34-35-36, with 0 beside 1, 2 and 3. Numbers ascend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "bet", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Bet {
    /// One number.
    Straight {
        /// The number, 0-36.
        numbers: [u8; 1],
    },
    /// Two neighbours.
    Split {
        /// The numbers, 0-36.
        numbers: [u8; 2],
    },
    /// A row of three, or zero with two of its neighbours.
    Street {
        /// The numbers, 0-36.
        numbers: [u8; 3],
    },
    /// Four numbers that meet in a point, or zero with the first row.
    Corner {
        /// The numbers, 0-36.
        numbers: [u8; 4],
    },
    /// Two neighbouring rows.
    Line {
        /// The numbers, 1-36.
        numbers: [u8; 6],
    },
    /// Every third number: 1, 2 or 3 is the column's first number.
    Column {
        /// The column, 1-3.
        index: u8,
    },
    /// Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36.
    Dozen {
        /// The dozen, 1-3.
        index: u8,
    },
    /// The red numbers.
    Red,
    /// The black numbers.
    Black,
    /// 1, 3, .. 35.
    Odd,
    /// 2, 4, .. 36; not zero.
    Even,
    /// 1-18.
    Low,
    /// 19-36.
    High,
}

/// The even-money bets are last in the list of legal actions.
const EVEN_MONEY: [Bet; 6] = [Bet::Red, Bet::Black, Bet::Odd, Bet::Even, Bet::Low, Bet::High];
const RED: [u8; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/// The colour of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Colour {
    Red,
    Black,
    Green,
}

/// The view of all seats; it shows the number only when it is over.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// The chips of the bet.
    stake: i64,
    /// The one seat.
    seats: [SeatView; 1],
    /// The number, 0-36; null until over.
    number: Option<u8>,
    /// The number's colour; null until over.
    colour: Option<Colour>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The seat's bet; null before.
    bet: Option<Action>,
    /// Chips won or lost; null until over.
    score: Option<i64>,
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Bet,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt,
    Bet(Bet),
    Spin {
        /// The number's colour.
        colour: Colour,
        /// The number, 0-36.
        number: u8,
    },
    Settled {
        /// Chips won or lost.
        scores: [i64; 1],
    },
}

impl Game for Roulette {
    const ABOUT: About = About {
        id: "roulette",
        version: "1",
        seats: (1, 1),
        default_seats: 1,
        banked: true,
        duellable: false,
        policies: &[],
        rules: "One spin of a wheel with the numbers 0 to 36. You put your whole stake on one bet; then the ball falls. \
                A winning bet returns the stake and pays on top, per chip staked: straight (one number) 35, split (two \
                neighbours) 17, street (a row of three) 11, corner (four numbers that touch) 8, line (two rows, six \
                numbers) 5, column or dozen (twelve numbers) 2, red, black, odd, even, low (1-18) or high (19-36) 1. \
                The layout has twelve rows, 1-2-3 to 34-35-36, with 0 beside 1, 2 and 3: the splits 0-1, 0-2 and 0-3, \
                the streets 0-1-2 and 0-2-3 and the corner 0-1-2-3 are bets, too. Zero is neither red nor black, odd \
                nor even, low nor high, and in no column or dozen: when it comes, all these bets lose. Your stake is \
                down as soon as you sit, so leaving without a bet loses it.",
        kinds: &[Kind {
            kind: "roulette",
            label: "Roulette",
            description: "One spin of the wheel with a single zero, your stake on one bet.",
            buy_in: BuyIn::Stake,
            opening: Opening::Never,
        }],
    };
    /// A straight bet pays this.
    const MAX_GAIN: i64 = 35;
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let number = dice.below(37) as u8;
        events.push(|| Event::of(&Facts::Dealt).label("The table is open"));
        events.turn(PLAYER, || "Place your bet".to_owned());
        Self { number, stake: setup.stake, state: State::Open }
    }

    fn to_act(&self) -> Seats {
        match self.state {
            State::Open => Seats::one(PLAYER),
            State::Placed(_) | State::Left => Seats::NONE,
        }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend(bets().map(Action::Bet));
    }

    fn play(&mut self, _seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Bet(bet) = *action;
        self.state = State::Placed(bet);
        events.push(|| {
            let label = format!("{} on {}", chips(self.stake), bet.in_words());
            Event::of(&Facts::Bet(bet)).seat(PLAYER).label(label)
        });
        self.tell_spin(events);
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.state = State::Left;
        events.push(|| how.event(seat, "Leaves without a bet", "Leaves without a bet"));
        self.tell_spin(events);
    }

    fn phase(&self) -> Phase {
        if self.is_over() { Phase::Over } else { Phase::Bet }
    }

    fn view(&self, _audience: Audience) -> View {
        let (status, bet) = match self.state {
            State::Open => (Presence::In, None),
            State::Placed(bet) => (Presence::In, Some(Action::Bet(bet))),
            State::Left => (Presence::Left, None),
        };
        let number = self.is_over().then_some(self.number);
        View {
            stake: self.stake,
            seats: [SeatView { seat: PLAYER, status, bet, score: self.score() }],
            number,
            colour: number.map(Colour::of),
        }
    }

    fn exchange_hidden(&mut self, _viewer: Option<Seat>, dice: &mut Dice) {
        self.number = dice.below(37) as u8;
    }

    fn outcome(&self) -> Option<Outcome> {
        let score = self.score()?;
        let outcome = Outcome::by_scores([score]);
        Some(if score > 0 { outcome.with_winning_pieces(PLAYER, vec![self.number]) } else { outcome })
    }

    /// One of the even-money bets, drawn at random.
    fn house(_seat: Seat, _view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        legal.len() - EVEN_MONEY.len() + dice.index(EVEN_MONEY.len())
    }
}

impl Roulette {
    const fn is_over(&self) -> bool {
        !matches!(self.state, State::Open)
    }

    /// The stake was placed on joining: a seat that leaves loses it.
    fn score(&self) -> Option<i64> {
        match self.state {
            State::Open => None,
            State::Placed(bet) if bet.covers(self.number) => Some(self.stake * bet.pays()),
            State::Placed(_) | State::Left => Some(-self.stake),
        }
    }

    fn tell_spin(&self, events: &mut Events) {
        let (number, colour) = (self.number, Colour::of(self.number));
        events.push(|| {
            let label = format!("{number}, {}", colour.in_words());
            Event::of(&Facts::Spin { colour, number }).label(label)
        });
        if let Some(score) = self.score() {
            events.push(|| Event::of(&Facts::Settled { scores: [score] }).seat(PLAYER).label(win_or_loss(score)));
        }
    }
}

/// All 157 bets in their public order: by kind, then by their lists of numbers.
fn bets() -> impl Iterator<Item = Bet> {
    let straights = (0..=36).map(|n| Bet::Straight { numbers: [n] });
    let zero_splits = (1..=3).map(|n| [0, n]);
    let splits = (1..=36).flat_map(|n: u8| {
        let (right, below) = (!n.is_multiple_of(3), n <= 33);
        right.then_some([n, n + 1]).into_iter().chain(below.then_some([n, n + 3]))
    });
    let streets = (1..=34).step_by(3).map(|n| [n, n + 1, n + 2]);
    let corners = (1..=32).filter(|n: &u8| !n.is_multiple_of(3)).map(|n| [n, n + 1, n + 3, n + 4]);
    let lines = (1..=31).step_by(3).map(|n| Bet::Line { numbers: [n, n + 1, n + 2, n + 3, n + 4, n + 5] });
    straights
        .chain(zero_splits.chain(splits).map(|numbers| Bet::Split { numbers }))
        .chain([[0, 1, 2], [0, 2, 3]].into_iter().chain(streets).map(|numbers| Bet::Street { numbers }))
        .chain([[0, 1, 2, 3]].into_iter().chain(corners).map(|numbers| Bet::Corner { numbers }))
        .chain(lines)
        .chain((1..=3).map(|index| Bet::Column { index }))
        .chain((1..=3).map(|index| Bet::Dozen { index }))
        .chain(EVEN_MONEY)
}

impl Bet {
    /// The gain of one chip on it, without the chip itself.
    const fn pays(self) -> i64 {
        match self {
            Self::Straight { .. } => 35,
            Self::Split { .. } => 17,
            Self::Street { .. } => 11,
            Self::Corner { .. } => 8,
            Self::Line { .. } => 5,
            Self::Column { .. } | Self::Dozen { .. } => 2,
            Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High => 1,
        }
    }

    /// Whether it wins on `number`. Zero is in none of the outside bets.
    fn covers(self, number: u8) -> bool {
        match self {
            Self::Straight { numbers } => numbers.contains(&number),
            Self::Split { numbers } => numbers.contains(&number),
            Self::Street { numbers } => numbers.contains(&number),
            Self::Corner { numbers } => numbers.contains(&number),
            Self::Line { numbers } => numbers.contains(&number),
            Self::Column { index } => number > 0 && (number - 1) % 3 == index - 1,
            Self::Dozen { index } => number > 0 && (number - 1) / 12 == index - 1,
            Self::Red => Colour::of(number) == Colour::Red,
            Self::Black => Colour::of(number) == Colour::Black,
            Self::Odd => number % 2 == 1,
            Self::Even => number > 0 && number.is_multiple_of(2),
            Self::Low => (1..=18).contains(&number),
            Self::High => number >= 19,
        }
    }

    fn in_words(self) -> String {
        let dashed = |name: &str, numbers: &[u8]| {
            let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
            format!("the {name} {}", numbers.join("-"))
        };
        match self {
            Self::Straight { numbers } => dashed("number", &numbers),
            Self::Split { numbers } => dashed("split", &numbers),
            Self::Street { numbers } => dashed("street", &numbers),
            Self::Corner { numbers } => dashed("corner", &numbers),
            Self::Line { numbers } => dashed("line", &numbers),
            Self::Column { index } => format!("column {index}"),
            Self::Dozen { index } => format!("dozen {index}"),
            Self::Red => "red".to_owned(),
            Self::Black => "black".to_owned(),
            Self::Odd => "odd".to_owned(),
            Self::Even => "even".to_owned(),
            Self::Low => "low".to_owned(),
            Self::High => "high".to_owned(),
        }
    }
}

impl Colour {
    fn of(number: u8) -> Self {
        match number {
            0 => Self::Green,
            _ if RED.contains(&number) => Self::Red,
            _ => Self::Black,
        }
    }

    const fn in_words(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
            Self::Green => "green",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MatchResult, Seed};
    use serde_json::json;

    fn example(events: &mut Events) -> Roulette {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        Roulette::deal(&Setup::new(None, 1, 10), &mut Dice::dealer(&seed), events)
    }

    /// The result of a bet at the example table, where 10 black comes.
    fn after(bet: Bet) -> Roulette {
        let mut table = example(&mut Events::off());
        let (mut dice, mut events) = (Dice::dealer(&Seed::from_bytes([0; 32])), Events::off());
        table.play(PLAYER, &Action::Bet(bet), &mut dice, &mut events);
        table
    }

    #[test]
    fn the_bets_are_counted_and_sorted_as_in_the_rules() {
        let bets: Vec<Bet> = bets().collect();
        let count = |pays: i64| bets.iter().filter(|bet| bet.pays() == pays).count();
        assert_eq!([35, 17, 11, 8, 5, 2, 1].map(count), [37, 60, 14, 23, 11, 6, 6]);
        assert_eq!(bets.len(), 157);
        let inside: Vec<(i64, Vec<u8>)> =
            bets[..145].iter().map(|bet| (-bet.pays(), (0..37).filter(|&n| bet.covers(n)).collect())).collect();
        assert!(inside.is_sorted());
        assert_eq!(bets[151..], EVEN_MONEY);
    }

    #[test]
    fn every_bet_has_the_same_edge_of_one_in_37() {
        for bet in bets() {
            let total: i64 = (0..37).map(|number| if bet.covers(number) { bet.pays() } else { -1 }).sum();
            assert_eq!(total, -1, "{bet:?}");
        }
    }

    #[test]
    fn zero_has_its_own_corner_and_streets_and_loses_every_outside_bet() {
        let on_zero: Vec<Bet> = bets().filter(|bet| bet.covers(0)).collect();
        let numbers = [[0, 1, 2], [0, 2, 3]].map(|numbers| Bet::Street { numbers });
        assert!(numbers.iter().all(|street| on_zero.contains(street) && street.pays() == 11));
        assert!(on_zero.contains(&Bet::Corner { numbers: [0, 1, 2, 3] }));
        assert_eq!(on_zero.len(), 1 + 3 + 2 + 1);
    }

    #[test]
    fn the_example_spins_10_black() {
        let split = after(Bet::Split { numbers: [10, 13] }).outcome().unwrap().seats[0].clone();
        assert_eq!((split.result, split.score, split.winning_pieces), (MatchResult::Win, 170, Some(vec![10])));
        assert_eq!(after(Bet::Black).outcome().unwrap().scores(), [10]);
        let red = after(Bet::Red).outcome().unwrap().seats[0].clone();
        assert_eq!((red.result, red.score, red.winning_pieces), (MatchResult::Loss, -10, None));
    }

    #[test]
    fn the_number_is_hidden_until_the_bet_and_shown_after_it() {
        let mut events = Events::on();
        let mut table = example(&mut events);
        let before = serde_json::to_value(table.view(Audience::of(PLAYER))).unwrap();
        assert_eq!((&before["number"], &before["colour"]), (&json!(null), &json!(null)));
        let mut dice = Dice::dealer(&Seed::from_bytes([0; 32]));
        table.play(PLAYER, &Action::Bet(Bet::Split { numbers: [10, 13] }), &mut dice, &mut events);
        let reported: Vec<_> = events.take().into_iter().map(|event| (event.kind, event.label.unwrap())).collect();
        let expected = [
            ("dealt", "The table is open"),
            ("turn", "Place your bet"),
            ("bet", "10 chips on the split 10-13"),
            ("spin", "10, black"),
            ("settled", "Wins 170"),
        ];
        assert_eq!(reported, expected.map(|(kind, label)| (kind, label.to_owned())));
    }

    #[test]
    fn leaving_loses_the_stake_and_shows_the_number() {
        let mut table = example(&mut Events::off());
        assert!(table.may_concede(PLAYER));
        table.concede(PLAYER, Leave::TimedOut, &mut Events::off());
        assert!(!table.may_concede(PLAYER));
        let view = serde_json::to_value(table.view(Audience::SPECTATOR)).unwrap();
        let seat = json!({ "seat": 0, "status": "left", "bet": null, "score": -10 });
        assert_eq!((&view["seats"][0], &view["number"]), (&seat, &json!(10)));
    }
}
