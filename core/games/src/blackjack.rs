//! Blackjack against the house: one hand, or three from one shoe of six decks. The dealer stands on every 17, a
//! blackjack pays 3:2, any two first cards may be doubled or, if equal in rank, split once.

mod encoding;
mod hand;
mod round;
mod strategy;
#[cfg(test)]
mod tests;
mod text;

use super::banked::{PLAYER, chips};
use super::cards::{Card, shoe};
use super::seat::Presence;
use super::{About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, Opening, Outcome, Seat, Seats, Setup};
use hand::{Cards, Status};
use round::{Round, RoundView};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const DECKS: usize = 6;
const RANKS: [&str; 13] = [
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
];

/// The game's own members of the config.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
pub(super) struct BlackjackOptions {
    /// The number of rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hands: Option<usize>,
}

/// A shoe and the rounds dealt from it so far.
#[derive(Clone)]
pub(super) struct Blackjack {
    stake: i64,
    hands_total: usize,
    shoe: Vec<Card>,
    /// The number of cards dealt from the shoe.
    drawn: usize,
    rounds: Vec<Round>,
    /// The net results so far.
    score: i64,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Played,
    Left,
}

/// A decision about the open hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Action {
    /// Take a card.
    Hit,
    /// Stand.
    Stand,
    /// Double the bet and take exactly one card.
    Double,
    /// Split a pair into two hands.
    Split,
}

/// The view of all seats: the player's cards are face up.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// The chips of a first bet.
    stake: i64,
    /// The number of rounds.
    hands_total: usize,
    /// The round in play, from 0.
    round: usize,
    /// The hand to decide about, an index into `hands` of the round; null when over.
    hand: Option<usize>,
    /// Cards left in the shoe.
    shoe_left: usize,
    /// The rounds dealt so far.
    rounds: Vec<RoundView>,
    /// The one seat.
    seats: [SeatView; 1],
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// Chips won or lost so far.
    score: i64,
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Player,
    Over,
}

/// The game's events. Hands and rounds are counted from 0.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The player's cards.
        cards: [Card; 2],
        /// The round.
        round: usize,
        /// The dealer's open card.
        up: Card,
    },
    /// The player is to decide about a hand.
    Turn {
        /// The hand.
        hand: usize,
        /// Its round.
        round: usize,
    },
    Hit(Drawn),
    Double(Drawn),
    Stand {
        /// The hand.
        hand: usize,
        /// Its round.
        round: usize,
    },
    Split {
        /// The cards of both hands.
        cards: [Vec<Card>; 2],
        /// The round.
        round: usize,
    },
    /// The dealer's final hand.
    Dealer {
        /// All cards.
        cards: Vec<Card>,
        /// The round.
        round: usize,
        /// Their value.
        total: u8,
    },
    /// A round is settled.
    Round {
        /// Results by hand.
        nets: Vec<Option<i64>>,
        /// The round.
        round: usize,
    },
    Settled {
        /// Chips won or lost.
        scores: [i64; 1],
    },
}

/// A card dealt to a hand.
#[derive(Serialize, JsonSchema)]
pub(super) struct Drawn {
    /// The card.
    card: Card,
    /// The hand.
    hand: usize,
    /// Its round.
    round: usize,
    /// The hand's value now.
    total: u8,
}

impl Game for Blackjack {
    const ABOUT: About = About {
        id: "blackjack",
        version: "1",
        seats: (1, 1),
        default_seats: 1,
        banked: true,
        duellable: false,
        policies: &[],
        rules: "Come closer to 21 than the dealer without going over. Six decks; ten, jack, queen and king count 10, \
                an ace 11 or, where that would be too much, 1. You and the dealer get two cards each, one of the \
                dealer's face down. 21 with the first two cards is a blackjack: it pays 3:2, rounded down to whole \
                chips, unless the dealer has one too; a dealer's blackjack is shown at once and beats everything else. \
                Otherwise you decide: hit takes a card, stand takes no more, double (only with two cards, not after a \
                split) doubles the bet for exactly one more card, split (only two cards of the same rank, once a hand) \
                makes two hands of them with a stake each, which are played one after the other; split aces get one \
                card each and stand. 21 stands by itself, over 21 you have lost. Then the dealer draws up to 16 and \
                stands on every 17. The higher total wins the bet, equal totals return it. There is no insurance. A \
                blackjack-3 table plays three hands in a row from the same shoe. The buy-in holds twice the stake a \
                hand, so that you can always double or split; what is not used comes back. Leaving loses the hand in \
                play and the stakes of those still to come.",
        kinds: &[
            Kind {
                kind: "blackjack",
                label: "Blackjack",
                description: "One hand against the dealer, six decks, blackjack pays 3:2.",
                buy_in: BuyIn::PerStake(2),
                opening: Opening::Never,
            },
            Kind {
                kind: "blackjack-3",
                label: "Blackjack, three hands",
                description: "Three hands in a row against the dealer, all from one shoe.",
                buy_in: BuyIn::PerStake(6),
                opening: Opening::Never,
            },
        ],
    };
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = BlackjackOptions;

    fn setup(kind: Option<&Kind>, seats: usize, stake: i64) -> Setup<BlackjackOptions> {
        let options = BlackjackOptions { hands: hands_of(kind.map(|kind| kind.kind)) };
        Setup { options, ..Setup::new(kind, seats, stake) }
    }

    /// The kind determines the number of hands.
    fn allows(setup: &Setup<BlackjackOptions>) -> bool {
        setup.options.hands.is_some() && setup.options.hands == hands_of(setup.kind.as_deref())
    }

    fn deal(setup: &Setup<BlackjackOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let mut shoe = shoe(DECKS);
        dice.shuffle(&mut shoe);
        let hands_total = setup.options.hands.unwrap_or(1);
        let rounds = Vec::with_capacity(hands_total);
        let mut table = Self { stake: setup.stake, hands_total, shoe, drawn: 0, rounds, score: 0, end: None };
        table.deal_rounds(events);
        table
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(PLAYER) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        legal.extend([Action::Hit, Action::Stand]);
        let round = self.round();
        let cards = &round.hands[0].cards;
        if !round.split && cards.as_slice().len() == 2 {
            legal.push(Action::Double);
            if cards.is_pair() {
                legal.push(Action::Split);
            }
        }
    }

    fn play(&mut self, _seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Some(at) = self.round().open_hand() else { return };
        match action {
            Action::Hit => self.hit(at, events),
            Action::Stand => self.stand(at, events),
            Action::Double => self.double(at, events),
            Action::Split => self.split(events),
        }
        match self.round().open_hand() {
            Some(open) if open == at => {}
            Some(open) => self.tell_turn(open, events),
            None => {
                self.finish_round(events);
                self.deal_rounds(events);
            }
        }
    }

    /// A leaving seat loses the stakes of its unsettled hands: of the round in play, and one stake for every hand not
    /// dealt yet.
    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        events.push(|| how.event(seat, "Leaves the table", "Leaves the table"));
        for hand in self.round_mut().hands_mut() {
            hand.status = Status::Conceded;
        }
        self.finish_round(events);
        self.score -= self.stake * (self.hands_total - self.rounds.len()) as i64;
        self.end = Some(End::Left);
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        if self.end.is_some() { Phase::Over } else { Phase::Player }
    }

    fn view(&self, _audience: Audience) -> View {
        let status = Presence::unless(self.end == Some(End::Left));
        View {
            stake: self.stake,
            hands_total: self.hands_total,
            round: self.rounds.len() - 1,
            hand: self.round().open_hand(),
            shoe_left: self.shoe.len() - self.drawn,
            rounds: self.rounds.iter().map(Round::view).collect(),
            seats: [SeatView { seat: PLAYER, status, score: self.score }],
        }
    }

    /// The hole card and the rest of the shoe. A dealer's blackjack would have been shown at once.
    fn exchange_hidden(&mut self, _viewer: Option<Seat>, dice: &mut Dice) {
        let &[up, hole, ..] = self.round().dealer.as_slice() else { return };
        let mut hidden = self.shoe.split_off(self.drawn);
        hidden.push(hole);
        dice.shuffle(&mut hidden);
        let may_lie = |hole: Card| !Cards::new(up).with(hole).is_blackjack();
        let at = hidden.iter().position(|&card| may_lie(card)).expect("the hole card itself may lie there");
        let hole = hidden.swap_remove(at);
        self.shoe.extend(hidden);
        self.round_mut().dealer = Cards::new(up).with(hole);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.map(|_| Outcome::by_scores([self.score]))
    }

    fn house(_seat: Seat, view: &View, legal: &[Action], _dice: &mut Dice) -> usize {
        strategy::house(view, legal)
    }
}

/// A table without a kind plays one hand.
fn hands_of(kind: Option<&str>) -> Option<usize> {
    match kind {
        None | Some("blackjack") => Some(1),
        Some("blackjack-3") => Some(3),
        Some(_) => None,
    }
}

impl Blackjack {
    /// The round in play, or the last one.
    fn round(&self) -> &Round {
        self.rounds.last().expect("the first round is dealt with the table")
    }

    fn round_mut(&mut self) -> &mut Round {
        self.rounds.last_mut().expect("the first round is dealt with the table")
    }

    fn draw(&mut self) -> Card {
        let card = self.shoe[self.drawn];
        self.drawn += 1;
        card
    }

    /// Deal the next round; rounds that a blackjack ends are settled in the same step.
    fn deal_rounds(&mut self, events: &mut Events) {
        while self.rounds.len() < self.hands_total {
            self.deal_round(events);
            if self.round().open_hand().is_some() {
                return self.tell_turn(0, events);
            }
            self.finish_round(events);
        }
        self.end = Some(End::Played);
        self.tell_settled(events);
    }

    fn deal_round(&mut self, events: &mut Events) {
        let [first, up, second, hole] = std::array::from_fn(|_| self.draw());
        let round = Round::new(Cards::new(first).with(second), Cards::new(up).with(hole), self.stake);
        self.rounds.push(round);
        let number = self.rounds.len();
        events.push(|| {
            Event::of(&Facts::Dealt { cards: [first, second], round: number - 1, up })
                .seat(PLAYER)
                .label(format!("Hand {number}: {first} {second} against {up}"))
        });
    }

    fn hit(&mut self, at: usize, events: &mut Events) {
        let card = self.draw();
        self.round_mut().hands[at].take(card);
        self.tell_card(Facts::Hit, "Hit", at, card, events);
    }

    fn stand(&mut self, at: usize, events: &mut Events) {
        let round = self.rounds.len() - 1;
        let hand = &mut self.round_mut().hands[at];
        hand.status = Status::Stood;
        let total = hand.cards.total();
        events.push(|| Event::of(&Facts::Stand { hand: at, round }).seat(PLAYER).label(format!("Stands on {total}")));
    }

    fn double(&mut self, at: usize, events: &mut Events) {
        let card = self.draw();
        let hand = &mut self.round_mut().hands[at];
        hand.bet *= 2;
        hand.doubled = true;
        hand.status = Status::Stood;
        hand.take(card);
        self.tell_card(Facts::Double, "Double", at, card, events);
    }

    fn split(&mut self, events: &mut Events) {
        let (first, second) = (self.draw(), self.draw());
        let stake = self.stake;
        let number = self.rounds.len();
        let round = self.round_mut();
        round.split(first, second, stake);
        let [one, other] = round.hands;
        let rank = RANKS[usize::from(one.cards.as_slice()[0].rank())];
        events.push(|| {
            let cards = [one, other].map(|hand| hand.cards.as_slice().to_vec());
            Event::of(&Facts::Split { cards, round: number - 1 }).seat(PLAYER).label(format!("Splits {rank}"))
        });
    }

    /// Turn the hole card, let the dealer play if any hand stood, and settle the bets.
    fn finish_round(&mut self, events: &mut Events) {
        if self.round().hands().iter().any(|hand| hand.status == Status::Stood) {
            while self.round().dealer.points().total < 17 {
                let card = self.draw();
                self.round_mut().dealer.push(card);
            }
        }
        let net = self.round_mut().settle();
        self.score += net;
        self.tell_round(net, events);
    }

    fn tell_turn(&self, hand: usize, events: &mut Events) {
        let round = self.rounds.len() - 1;
        events.push(|| Event::of(&Facts::Turn { hand, round }).seat(PLAYER).label("Your move"));
    }

    fn tell_card(&self, reported: fn(Drawn) -> Facts, word: &str, hand: usize, card: Card, events: &mut Events) {
        let round = self.rounds.len() - 1;
        let total = self.round().hands[hand].cards.total();
        events.push(|| {
            Event::of(&reported(Drawn { card, hand, round, total }))
                .seat(PLAYER)
                .label(format!("{word}: {card}, {total}"))
        });
    }

    fn tell_round(&self, net: i64, events: &mut Events) {
        let (number, round) = (self.rounds.len(), self.round());
        events.push(|| {
            let (cards, total) = (round.dealer.as_slice().to_vec(), round.dealer.total());
            Event::of(&Facts::Dealer { cards, round: number - 1, total })
                .label(format!("Dealer: {}, {total}", round.dealer.in_words()))
        });
        events.push(|| {
            let nets = round.hands().iter().map(|hand| hand.net).collect();
            let ending = match net {
                1.. => "won",
                0 => "comes back",
                _ => "lost",
            };
            Event::of(&Facts::Round { nets, round: number - 1 }).seat(PLAYER).label(format!("Hand {number} {ending}"))
        });
    }

    fn tell_settled(&self, events: &mut Events) {
        let score = self.score;
        events.push(|| {
            let label = match score {
                1.. => format!("Up {}", chips(score)),
                0 => "Neither up nor down".to_owned(),
                _ => format!("Down {}", chips(-score)),
            };
            Event::of(&Facts::Settled { scores: [score] }).seat(PLAYER).label(label)
        });
    }
}
