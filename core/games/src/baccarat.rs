//! Baccarat (punto banco) from eight decks: one seat bets on player, banker or tie, then fixed rules draw the cards.

mod encoding;
mod text;

use super::banked::{PLAYER, chips, win_or_loss};
use super::cards::{Card, shoe};
use super::seat::Presence;
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, Seat, Seats, Setup,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A coup, fixed before the bet, and the bet on it.
#[derive(Clone)]
pub(super) struct Baccarat {
    coup: Coup,
    stake: i64,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    Placed(Side),
    Left,
}

/// The side of a bet, or the winner. Player and banker are the two hands, not members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Side {
    Player,
    Banker,
    Tie,
}

/// The only action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Put the whole stake on a side.
    Bet {
        /// The side.
        on: Side,
    },
}

/// The first six cards of the shoe, of which four to six are played.
#[derive(Clone, Copy)]
struct Coup {
    cards: [Card; 6],
    player_draws: bool,
    banker_draws: bool,
}

/// The view of all seats; it shows the cards only when it is over.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// The chips of the bet.
    stake: i64,
    /// The one seat.
    seats: [SeatView; 1],
    /// The player's hand; null until over.
    player: Option<Hand>,
    /// The banker's hand; null until over.
    banker: Option<Hand>,
    /// The winner; null until over.
    winner: Option<Side>,
    /// Whether a hand of two cards with 8 or 9 ended it; null until over.
    natural: Option<bool>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The seat's bet; null before.
    on: Option<Side>,
    /// Chips won or lost; null until over.
    score: Option<i64>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Hand {
    /// Two or three.
    cards: Vec<Card>,
    /// The value of the hand, 0-9.
    total: u8,
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
    Bet {
        /// The chosen side.
        on: Side,
    },
    /// The first two cards of both hands.
    Cards {
        /// The banker's cards.
        banker: [Card; 2],
        /// The player's cards.
        player: [Card; 2],
    },
    /// A hand draws a third card.
    Third {
        /// The card drawn.
        card: Card,
        /// The hand that draws.
        hand: Side,
        /// The value of the hand now.
        total: u8,
    },
    /// The totals, and the winner.
    Coup {
        /// The banker's total.
        banker: u8,
        /// The player's total.
        player: u8,
        /// The winner.
        winner: Side,
    },
    Settled {
        /// Chips won or lost.
        scores: [i64; 1],
    },
}

impl Game for Baccarat {
    const ABOUT: About = About {
        id: "baccarat",
        version: "1",
        seats: (1, 1),
        default_seats: 1,
        banked: true,
        duellable: false,
        policies: &[],
        rules: "Two hands are dealt from eight decks, called player and banker; you belong to neither. You put your \
                whole stake on player, banker or tie, and after that there is nothing left to decide. An ace counts 1, \
                2 to 9 their pips, ten, jack, queen and king 0; only the last digit of a hand's sum counts, and the \
                higher total wins. Each hand gets two cards. If either has 8 or 9, both stand. Otherwise player draws \
                a third card with 0 to 5. If player stood, banker draws with 0 to 5. If player drew, banker draws with \
                0 to 2 always, with 3 unless that card was an 8, with 4 if it counts 2 to 7, with 5 if it counts 4 to \
                7, with 6 if it counts 6 or 7, and never with 7. A bet on player wins the stake. A bet on banker wins \
                19/20 of it, rounded down to whole chips: stakes in multiples of 20 lose nothing to the rounding. A \
                bet on tie wins eight times the stake; when it is a tie, bets on player and banker come back. Your \
                stake is down as soon as you sit, so leaving without a bet loses it.",
        kinds: &[Kind {
            kind: "baccarat",
            label: "Baccarat",
            description: "One coup of punto banco: player, banker or tie.",
            buy_in: BuyIn::Stake,
            opening: Opening::Never,
        }],
    };
    /// A tie pays this.
    const MAX_GAIN: i64 = 8;
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let mut shoe = shoe(8);
        dice.shuffle(&mut shoe);
        let cards = *shoe.first_chunk().expect("a shoe has more than six cards");
        events.push(|| Event::of(&Facts::Dealt).label("The shoe is ready"));
        events.turn(PLAYER, || "Place your bet".to_owned());
        Self { coup: Coup::new(cards), stake: setup.stake, state: State::Open }
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::one(PLAYER) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend([Side::Player, Side::Banker, Side::Tie].map(|on| Action::Bet { on }));
    }

    fn play(&mut self, _seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Bet { on } = *action;
        self.state = State::Placed(on);
        events.push(|| {
            let label = format!("{} on {}", chips(self.stake), on.in_words());
            Event::of(&Facts::Bet { on }).seat(PLAYER).label(label)
        });
        self.tell_coup(events);
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.state = State::Left;
        events.push(|| how.event(seat, "Leaves without a bet", "Leaves without a bet"));
        self.tell_coup(events);
    }

    fn phase(&self) -> Phase {
        if self.is_over() { Phase::Over } else { Phase::Bet }
    }

    fn view(&self, _audience: Audience) -> View {
        let (status, on) = match self.state {
            State::Open => (Presence::In, None),
            State::Placed(on) => (Presence::In, Some(on)),
            State::Left => (Presence::Left, None),
        };
        let shown = self.is_over().then_some(self.coup);
        View {
            stake: self.stake,
            seats: [SeatView { seat: PLAYER, status, on, score: self.score() }],
            player: shown.map(|coup| Hand { cards: coup.player().collect(), total: total(coup.player()) }),
            banker: shown.map(|coup| Hand { cards: coup.banker().collect(), total: total(coup.banker()) }),
            winner: shown.map(|coup| coup.winner()),
            natural: shown.map(|coup| coup.is_natural()),
        }
    }

    fn exchange_hidden(&mut self, _viewer: Option<Seat>, dice: &mut Dice) {
        let mut shoe = shoe(8);
        dice.shuffle(&mut shoe);
        self.coup = Coup::new(*shoe.first_chunk().expect("a shoe has more than six cards"));
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::by_scores([self.score()?]))
    }

    /// Banker if the commission costs nothing extra, otherwise mostly player.
    fn house(_seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        let on = if view.stake % 20 == 0 || dice.below(10) == 0 { Side::Banker } else { Side::Player };
        legal.iter().position(|action| *action == Action::Bet { on }).unwrap_or(0)
    }
}

impl Baccarat {
    const fn is_over(&self) -> bool {
        !matches!(self.state, State::Open)
    }

    /// The stake was placed on joining: a seat that leaves loses it.
    fn score(&self) -> Option<i64> {
        match self.state {
            State::Open => None,
            State::Placed(on) => Some(on.score(self.coup.winner(), self.stake)),
            State::Left => Some(-self.stake),
        }
    }

    fn tell_coup(&self, events: &mut Events) {
        let coup = self.coup;
        let [p1, b1, p2, b2, ..] = coup.cards;
        let (player, banker) = ([p1, p2], [b1, b2]);
        events.push(|| {
            let (of_player, of_banker) = (total(player), total(banker));
            Event::of(&Facts::Cards { banker, player })
                .label(format!("Player {p1} {p2}, {of_player}. Banker {b1} {b2}, {of_banker}."))
        });
        tell_third(Side::Player, coup.player_third(), total(coup.player()), events);
        tell_third(Side::Banker, coup.banker_third(), total(coup.banker()), events);
        events.push(|| {
            let (player, banker) = (total(coup.player()), total(coup.banker()));
            let label = match coup.winner() {
                Side::Player => format!("Player wins {player} to {banker}"),
                Side::Banker => format!("Banker wins {banker} to {player}"),
                Side::Tie => format!("A tie at {player}"),
            };
            Event::of(&Facts::Coup { banker, player, winner: coup.winner() }).label(label)
        });
        if let Some(score) = self.score() {
            events.push(|| Event::of(&Facts::Settled { scores: [score] }).seat(PLAYER).label(win_or_loss(score)));
        }
    }
}

fn tell_third(hand: Side, card: Option<Card>, total: u8, events: &mut Events) {
    let Some(card) = card else { return };
    events.push(|| {
        let name = if hand == Side::Player { "Player" } else { "Banker" };
        Event::of(&Facts::Third { card, hand, total }).label(format!("{name} draws {card}, {total}"))
    });
}

impl Side {
    /// The gain of a bet on it. The house keeps the fraction of a chip of the banker's 19:20.
    fn score(self, winner: Self, stake: i64) -> i64 {
        match (self, winner) {
            (Self::Player, Self::Player) => stake,
            (Self::Banker, Self::Banker) => 19 * stake / 20,
            (Self::Tie, Self::Tie) => 8 * stake,
            (Self::Player | Self::Banker, Self::Tie) => 0,
            (Self::Player | Self::Tie, Self::Banker) | (Self::Banker | Self::Tie, Self::Player) => -stake,
        }
    }

    const fn in_words(self) -> &'static str {
        match self {
            Self::Player => "the player",
            Self::Banker => "the banker",
            Self::Tie => "a tie",
        }
    }
}

impl Coup {
    /// Player 1, banker 1, player 2, banker 2, then the third cards in the order in which they are drawn.
    fn new(cards: [Card; 6]) -> Self {
        let mut coup = Self { cards, player_draws: false, banker_draws: false };
        if !coup.is_natural() {
            coup.player_draws = total(coup.player()) <= 5;
            coup.banker_draws = banker_draws(total(coup.banker()), coup.player_third().map(value));
        }
        coup
    }

    /// Whether either hand has 8 or 9 with its first two cards: no third card is drawn.
    fn is_natural(&self) -> bool {
        let [p1, b1, p2, b2, ..] = self.cards;
        total([p1, p2]) >= 8 || total([b1, b2]) >= 8
    }

    fn player_third(&self) -> Option<Card> {
        self.player_draws.then_some(self.cards[4])
    }

    fn banker_third(&self) -> Option<Card> {
        self.banker_draws.then_some(self.cards[if self.player_draws { 5 } else { 4 }])
    }

    fn player(&self) -> impl Iterator<Item = Card> {
        [self.cards[0], self.cards[2]].into_iter().chain(self.player_third())
    }

    fn banker(&self) -> impl Iterator<Item = Card> {
        [self.cards[1], self.cards[3]].into_iter().chain(self.banker_third())
    }

    fn winner(&self) -> Side {
        match total(self.player()).cmp(&total(self.banker())) {
            std::cmp::Ordering::Greater => Side::Player,
            std::cmp::Ordering::Less => Side::Banker,
            std::cmp::Ordering::Equal => Side::Tie,
        }
    }
}

/// The banker's rule, by the value of the player's third card if there is one.
fn banker_draws(banker: u8, third: Option<u8>) -> bool {
    let Some(third) = third else { return banker <= 5 };
    match banker {
        0..=2 => true,
        3 => third != 8,
        4 => (2..=7).contains(&third),
        5 => (4..=7).contains(&third),
        6 => (6..=7).contains(&third),
        _ => false,
    }
}

fn total(cards: impl IntoIterator<Item = Card>) -> u8 {
    cards.into_iter().map(value).sum::<u8>() % 10
}

/// Ace 1, 2-9 pips, ten and court cards 0.
const fn value(card: Card) -> u8 {
    match card.rank() {
        12 => 1,
        rank @ 0..=7 => rank + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MatchResult, Seed};
    use serde_json::json;

    fn example(events: &mut Events) -> Baccarat {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        Baccarat::deal(&Setup::new(None, 1, 10), &mut Dice::dealer(&seed), events)
    }

    fn bet(table: &mut Baccarat, on: Side, events: &mut Events) {
        table.play(PLAYER, &Action::Bet { on }, &mut Dice::dealer(&Seed::from_bytes([0; 32])), events);
    }

    /// A coup with cards of these values.
    fn coup(values: [u8; 6]) -> Coup {
        Coup::new(values.map(|value| match value {
            0 => Card(11),
            1 => Card(12),
            pips => Card(pips - 2),
        }))
    }

    #[test]
    fn the_example_is_a_natural_of_the_player() {
        let mut events = Events::on();
        let mut table = example(&mut events);
        bet(&mut table, Side::Player, &mut events);
        let reported: Vec<String> = events.take().into_iter().map(|event| event.label.unwrap()).collect();
        let expected = [
            "The shoe is ready",
            "Place your bet",
            "10 chips on the player",
            "Player 6h 2c, 8. Banker Kd 5d, 5.",
            "Player wins 8 to 5",
            "Wins 10",
        ];
        assert_eq!(reported, expected);
        for (on, score) in [(Side::Player, 10), (Side::Banker, -10), (Side::Tie, -10)] {
            let mut table = example(&mut Events::off());
            bet(&mut table, on, &mut Events::off());
            assert_eq!(table.outcome().unwrap().scores(), [score]);
        }
    }

    #[test]
    fn a_natural_of_either_hand_stops_both() {
        for natural in [coup([4, 1, 4, 1, 9, 9]), coup([1, 4, 1, 4, 9, 9])] {
            assert!(natural.is_natural());
            assert_eq!((natural.player().count(), natural.banker().count()), (2, 2));
        }
    }

    #[test]
    fn the_banker_draws_by_the_third_card_of_the_player() {
        let drawn_to = |banker| (0..=9).filter(|&third| banker_draws(banker, Some(third))).collect::<Vec<u8>>();
        assert_eq!(drawn_to(2).len(), 10);
        assert_eq!(drawn_to(3), [0, 1, 2, 3, 4, 5, 6, 7, 9]);
        assert_eq!([drawn_to(4), drawn_to(5), drawn_to(6)], [vec![2, 3, 4, 5, 6, 7], vec![4, 5, 6, 7], vec![6, 7]]);
        assert!(drawn_to(7).is_empty());
        assert_eq!((0..=7).filter(|&banker| banker_draws(banker, None)).count(), 6);
    }

    #[test]
    fn the_third_cards_come_in_the_order_in_which_they_are_drawn() {
        // Player stands on 7, banker draws the fifth card.
        let stands = coup([3, 2, 4, 3, 4, 9]);
        assert_eq!((total(stands.player()), total(stands.banker())), (7, 9));
        // Player draws the fifth card, banker the sixth.
        let draws = coup([2, 2, 3, 3, 4, 1]);
        assert_eq!((total(draws.player()), total(draws.banker())), (9, 6));
        assert_eq!(draws.winner(), Side::Player);
    }

    /// Every order of six values, with the number of ways to draw it from eight decks.
    #[test]
    fn the_chances_and_edges_are_exactly_the_known_ones() {
        let mut ways = [0_u64; 3];
        for number in 0..1_000_000_u32 {
            let values: [u8; 6] = std::array::from_fn(|at| (number / 10_u32.pow(at as u32) % 10) as u8);
            let mut left = [128, 32, 32, 32, 32, 32, 32, 32, 32, 32];
            let weight: u64 = values.iter().fold(1, |weight, &value| {
                left[usize::from(value)] -= 1;
                weight * (left[usize::from(value)] + 1)
            });
            ways[coup(values).winner() as usize] += weight;
        }
        let all: u64 = (411..=416).product();
        assert_eq!(ways.iter().sum::<u64>(), all);
        let shown = |part: f64, digits| format!("{part:.digits$}");
        let chances = ways.map(|ways| shown(ways as f64 / all as f64, 7));
        assert_eq!(chances, ["0.4462466", "0.4585974", "0.0951560"]);
        let edge = |on: Side, stake: i64| {
            let winners = [Side::Player, Side::Banker, Side::Tie];
            let gain: f64 = winners.iter().map(|&won| on.score(won, stake) as f64 * ways[won as usize] as f64).sum();
            shown(-100.0 * gain / (all as f64 * stake as f64), 4)
        };
        assert_eq!([edge(Side::Banker, 20), edge(Side::Banker, 10)], ["1.0579", "3.3509"]);
        assert_eq!([edge(Side::Player, 10), edge(Side::Tie, 10)], ["1.2351", "14.3596"]);
    }

    #[test]
    fn the_commission_is_rounded_for_the_house() {
        let won = [1, 10, 20, 21].map(|stake| Side::Banker.score(Side::Banker, stake));
        assert_eq!(won, [0, 9, 19, 19]);
        assert_eq!(MatchResult::of(won[0]), MatchResult::Draw);
    }

    #[test]
    fn leaving_loses_the_stake_and_shows_the_coup() {
        let mut table = example(&mut Events::off());
        let before = serde_json::to_value(table.view(Audience::of(PLAYER))).unwrap();
        assert!(before["player"].is_null() && before["natural"].is_null());
        table.concede(PLAYER, Leave::Forfeited, &mut Events::off());
        let view = serde_json::to_value(table.view(Audience::SPECTATOR)).unwrap();
        assert_eq!(view["seats"][0], json!({ "seat": 0, "status": "left", "on": null, "score": -10 }));
        assert_eq!(view["player"], json!({ "cards": ["6h", "2c"], "total": 8 }));
    }
}
