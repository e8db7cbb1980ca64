//! Liar's dice: two seats with five hidden dice each take turns to bid on how many dice of a face lie under both cups,
//! until one challenges. The loser of a challenge loses a die, and a seat without dice has lost the match.

mod encoding;
mod odds;

use super::seat::Presence;
use super::two_seats::{SEATS, start_seat, tell_left};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, PolicyName, Seat,
    Seats, Setup,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

const DICE: u8 = 5;
/// The faces in bid order: ones, which are wild, rank highest.
const FACES: [u8; 6] = [2, 3, 4, 5, 6, 1];
const NUMBERS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const FACE_NAMES: [&str; 7] = ["", "ones", "twos", "threes", "fours", "fives", "sixes"];

/// The state of a match.
#[derive(Clone)]
pub(super) struct LiarsDice {
    stake: i64,
    start: Seat,
    /// From 1.
    round: u8,
    opener: Seat,
    /// The dice of the present round as rolled, by seat.
    hands: [Hand; 2],
    /// The number of dice of each seat.
    dice: [u8; 2],
    bids: Bids,
    last_round: Option<LastRound>,
    end: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    /// A seat has lost its last die.
    Beaten(Seat),
    Left(Seat),
}

/// A bid or a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Action {
    /// Claim that at least `quantity` dice show `face`.
    Bid(Bid),
    /// Challenge the last bid.
    Challenge,
}

/// The claim that at least `quantity` dice show `face` or are wild.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Bid {
    /// The claimed minimum.
    quantity: u8,
    /// The face, 1-6.
    face: u8,
}

/// Every bid of a full table in bid order: by quantity, then by face.
const LADDER: [Action; 60] = {
    let mut ladder = [Action::Challenge; 60];
    let mut at = 0;
    while at < 60 {
        ladder[at] = Action::Bid(Bid { quantity: (at / 6) as u8 + 1, face: FACES[at % 6] });
        at += 1;
    }
    ladder
};

/// The bids of a round. Each is higher than the one before and the seats take turns, so the set of their indexes in
/// [`LADDER`] and the opener determine the list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Bids(u64);

/// Up to five dice, sorted ascending.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Hand {
    faces: [u8; DICE as usize],
    count: u8,
}

/// The last challenge, which shows both hands to everyone.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
struct LastRound {
    /// The round.
    round: u8,
    /// All dice, by seat.
    hands: [Hand; 2],
    /// The challenged bid.
    bid: SeatBid,
    /// The challenging seat.
    challenger: Seat,
    /// The number of dice that support it.
    count: u8,
    /// The seat that lost a die.
    loser: Seat,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
struct SeatBid {
    /// The bidding seat.
    seat: Seat,
    #[serde(flatten)]
    bid: Bid,
}

/// A viewer's view; only a seat has an own hand.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The seat that opened the first round.
    start: Seat,
    /// The round, from 1.
    round: u8,
    /// The seat that opened this round.
    opener: Seat,
    /// The bids of this round, in order.
    bids: Vec<SeatBid>,
    /// The previous challenge; null without one.
    last_round: Option<LastRound>,
    /// The viewer's own dice, ascending; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Hand>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The number of its dice.
    dice: u8,
    /// Its dice; null until over.
    hand: Option<Hand>,
}

/// Whether it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    Bid,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// The number of dice of each seat.
        dice: [u8; 2],
        /// The round, from 1.
        round: u8,
    },
    Bid(Bid),
    /// The seat challenges the bid.
    Challenged(Bid),
    /// All dice are shown.
    Revealed {
        /// The number of dice that support the bid.
        count: u8,
        /// The number of dice that each seat has left.
        dice: [u8; 2],
        /// All dice, by seat.
        hands: [Hand; 2],
        /// The seat that loses a die.
        loser: Seat,
    },
    Settled {
        /// The number of dice that each seat has left.
        dice: [u8; 2],
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

impl Game for LiarsDice {
    const ABOUT: About = About {
        id: "liars-dice",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "Two seats have five dice each. In every round both seats roll in secret. You see your own dice and \
                the number of the other seat's dice. The seats bid in turn. A bid is a quantity and a face: it says \
                that at least this many dice under both cups show the face. Ones are wild: they count for every \
                face. They also rank above sixes: for the same quantity the faces go up 2, 3, 4, 5, 6, 1. A bid on \
                ones counts ones only. Each bid must be higher than the one before, by quantity or, with the same \
                quantity, by face. Instead of bidding you may challenge the last bid: all dice are shown and \
                counted. If the count is at least the quantity of the bid, the challenger loses a die, else the \
                bidder loses one. You cannot claim that a bid is exactly right. The loser of a challenge opens the \
                next round. The starting seat is drawn by lot. A seat without dice has lost, and the other seat wins \
                the pot of both stakes. You may give up at any time, on turn or not: the other seat then wins the \
                pot.",
        kinds: &[Kind {
            kind: "liars-dice-vs-house",
            label: "Liar's dice",
            description: "Bid on the dice under both cups, or call the bluff; the last with dice wins.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = Phase;
    type Event = Facts;
    type Options = NoOptions;

    fn deal(setup: &Setup<NoOptions>, dice: &mut Dice, events: &mut Events) -> Self {
        let start = start_seat(dice);
        let mut table = Self {
            stake: setup.stake,
            start,
            round: 0,
            opener: start,
            hands: [Hand::default(); 2],
            dice: [DICE; 2],
            bids: Bids::default(),
            last_round: None,
            end: None,
        };
        table.roll(start, dice, events);
        table
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.mover()) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        let ladder = &LADDER[..6 * usize::from(self.dice[0] + self.dice[1])];
        match self.bids.last_place() {
            None => legal.extend_from_slice(ladder),
            Some(place) => {
                legal.extend_from_slice(&ladder[place + 1..]);
                legal.push(Action::Challenge);
            }
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, dice: &mut Dice, events: &mut Events) {
        match *action {
            Action::Bid(bid) => {
                self.bids.push(bid);
                events.push(|| {
                    Event::of(&Facts::Bid(bid)).seat(seat).label(format!("Seat {seat} bids {}", bid.in_words()))
                });
                self.tell_turn(events);
            }
            Action::Challenge => self.resolve(seat, dice, events),
        }
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        if self.end.is_some() { Phase::Over } else { Phase::Bid }
    }

    fn view(&self, audience: Audience) -> View {
        let shown = self.end.is_some() && !audience.sealed;
        let seats = SEATS.map(|seat| SeatView {
            seat,
            status: Presence::unless(matches!(self.end, Some(End::Left(left)) if left == seat)),
            dice: self.dice[seat.index()],
            hand: shown.then_some(self.hands[seat.index()]),
        });
        View {
            seats,
            start: self.start,
            round: self.round,
            opener: self.opener,
            bids: self.bids.in_order(self.opener).collect(),
            last_round: self.last_round,
            hand: audience.seat.map(|seat| self.hands[seat.index()]),
        }
    }

    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        for seat in SEATS.into_iter().filter(|&seat| viewer != Some(seat)) {
            self.hands[seat.index()] = Hand::roll(self.dice[seat.index()], dice);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::duel(Some(self.end?.winner()), self.stake))
    }

    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        odds::house(seat, view, legal, dice)
    }
}

impl LiarsDice {
    /// The opener first, then alternating.
    fn mover(&self) -> Seat {
        if self.bids.len().is_multiple_of(2) { self.opener } else { self.opener.other() }
    }

    /// A new round: the dice of seat 0, then those of seat 1.
    fn roll(&mut self, opener: Seat, dice: &mut Dice, events: &mut Events) {
        self.round += 1;
        self.opener = opener;
        self.bids = Bids::default();
        self.hands = self.dice.map(|count| Hand::roll(count, dice));
        events.push(|| {
            let [first, second] = self.dice;
            let dice = if first == 1 { "die" } else { "dice" };
            Event::of(&Facts::Dealt { dice: self.dice, round: self.round })
                .label(format!("Round {}: {first} {dice} against {second}", self.round))
        });
        self.tell_turn(events);
    }

    /// A bid that is met exactly is true.
    fn resolve(&mut self, challenger: Seat, dice: &mut Dice, events: &mut Events) {
        let bid = self.bids.last().expect("a challenge is legal only after a bid");
        let count = self.hands[0].count_of(bid.face) + self.hands[1].count_of(bid.face);
        let loser = if count >= bid.quantity { challenger } else { challenger.other() };
        let bid = SeatBid { seat: challenger.other(), bid };
        let last = LastRound { round: self.round, hands: self.hands, bid, challenger, count, loser };
        self.last_round = Some(last);
        self.dice[loser.index()] -= 1;
        self.tell_challenge(&last, events);
        if self.dice[loser.index()] == 0 {
            self.end = Some(End::Beaten(loser));
            self.tell_settled(events);
        } else {
            self.roll(loser, dice, events);
        }
    }

    fn tell_turn(&self, events: &mut Events) {
        let seat = self.mover();
        events.turn(seat, || format!("Seat {seat} to bid or challenge"));
    }

    fn tell_challenge(&self, last: &LastRound, events: &mut Events) {
        let LastRound { bid: SeatBid { bid, .. }, challenger, count, loser, .. } = *last;
        events.push(|| {
            Event::of(&Facts::Challenged(bid))
                .seat(challenger)
                .label(format!("Seat {challenger} challenges {}", bid.in_words()))
        });
        events.push(|| {
            let are = if count == 1 { "is" } else { "are" };
            Event::of(&Facts::Revealed { count, dice: self.dice, hands: last.hands, loser })
                .label(format!("There {are} {count}: seat {loser} loses a die"))
        });
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let winner = end.winner();
            let scores = Outcome::duel(Some(winner), self.stake).scores();
            Event::of(&Facts::Settled { dice: self.dice, scores })
                .seat(winner)
                .label(format!("Seat {winner} wins the match"))
        });
    }
}

impl End {
    const fn winner(self) -> Seat {
        match self {
            Self::Beaten(seat) | Self::Left(seat) => seat.other(),
        }
    }
}

impl Bid {
    /// The index in [`LADDER`].
    const fn place(self) -> usize {
        // Faces 2..=6 have the indexes 0..=4, ones come after them.
        let face = if self.face == 1 { 5 } else { self.face - 2 };
        (self.quantity as usize - 1) * 6 + face as usize
    }

    const fn at(place: usize) -> Self {
        Self { quantity: (place / 6) as u8 + 1, face: FACES[place % 6] }
    }

    fn in_words(self) -> String {
        let face = FACE_NAMES[usize::from(self.face)];
        match self.quantity {
            1 if self.face == 6 => "one six".to_owned(),
            1 => format!("one {}", &face[..face.len() - 1]),
            quantity => format!("{} {face}", NUMBERS[usize::from(quantity)]),
        }
    }
}

impl Bids {
    const fn push(&mut self, bid: Bid) {
        self.0 |= 1 << bid.place();
    }

    const fn len(self) -> u32 {
        self.0.count_ones()
    }

    fn last_place(self) -> Option<usize> {
        self.0.checked_ilog2().map(|place| place as usize)
    }

    fn last(self) -> Option<Bid> {
        self.last_place().map(Bid::at)
    }

    fn in_order(self, opener: Seat) -> impl Iterator<Item = SeatBid> {
        let seats = [opener, opener.other()].into_iter().cycle();
        let places = (0..LADDER.len()).filter(move |place| self.0 >> place & 1 == 1);
        places.zip(seats).map(|(place, seat)| SeatBid { seat, bid: Bid::at(place) })
    }
}

impl Hand {
    fn roll(count: u8, dice: &mut Dice) -> Self {
        let mut faces = [0; DICE as usize];
        let rolled = &mut faces[..usize::from(count)];
        for face in rolled.iter_mut() {
            *face = 1 + dice.below(6) as u8;
        }
        rolled.sort_unstable();
        Self { faces, count }
    }

    fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }

    /// The dice that support a bid on `face`: ones are wild, but a bid on ones counts ones only.
    fn count_of(&self, face: u8) -> u8 {
        self.faces().iter().filter(|&&shown| shown == face || shown == 1).count() as u8
    }
}

impl JsonSchema for Hand {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Hand".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "integer", "minimum": 1, "maximum": 6 }, "maxItems": DICE })
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut list = out.serialize_seq(Some(self.faces().len()))?;
        for face in self.faces() {
            list.serialize_element(face)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let shown = Vec::<u8>::deserialize(from)?;
        let mut faces = [0; DICE as usize];
        let places = faces.get_mut(..shown.len()).ok_or_else(|| de::Error::custom("too many dice"))?;
        places.copy_from_slice(&shown);
        Ok(Self { faces, count: shown.len() as u8 })
    }
}

#[cfg(test)]
mod tests;
mod text;
