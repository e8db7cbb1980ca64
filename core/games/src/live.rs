//! The adapter between a game's own types and the rest of the program: it holds the streams of a match, matches posted
//! JSON against the legal actions, and converts actions and views to JSON.

use super::batch::{Many, MatchBatch, Opponents};
use super::encoding::{Encoded, EncodedPosition, Encoding, indices, observe};
use super::event::Plain;
use super::written::{Written, plain};
use super::{
    About, Audience, Dice, Event, Events, Game, Kind, Leave, Level, Outcome, Policy, Seat, Seats, Seed, Setup,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::marker::PhantomData;

/// A game's rules without its types.
pub trait Rules: Sync {
    /// Its fixed facts.
    fn about(&self) -> &'static About;
    /// The most that a seat can win from the bank of a game that the house banks, in buy-ins.
    fn greatest_gain(&self) -> i64;
    /// The types of its views, actions and events, as JSON Schema. Types that they refer to are added to `generator`.
    fn types(&self, generator: &mut SchemaGenerator) -> ShownTypes;
    /// The fixed encoding of its actions and observations.
    fn encoding(&self) -> &'static Encoding;
    /// A position as a match has shown it to `seat`: its view, and its legal actions there, which are none if it may not
    /// act. `None` if they are not of this game. Contradictory values may panic.
    fn encode(&self, view: &Value, seat: Seat, legal: &[Value]) -> Option<EncodedPosition>;
    /// The form of the text of a move.
    fn moves_text(&self) -> &'static str;
    /// An action as text; `None` if it is not of this game.
    fn move_text(&self, action: &Value) -> Option<String>;
    /// The view of a viewer as text; `None` if it is not of this game. Contradictory values may panic.
    fn drawn(&self, view: &Value, seat: Option<Seat>) -> Option<String>;
    /// The setup of a new table; `seats` must be within the game's range.
    fn setup(&self, kind: Option<&Kind>, seats: usize, stake: i64) -> Setup;
    /// Whether this game can be dealt from a setup that came from outside.
    fn allows(&self, setup: &Setup) -> bool;
    /// The setup without the members of `options` that the game does not know: it ignores them. `None` if the options are
    /// invalid for this game.
    fn known(&self, setup: &Setup) -> Option<Setup>;
    /// Deal a match. `None` if the options are invalid for this game.
    fn deal(&self, setup: &Setup, seed: &Seed, events: &mut Events) -> Option<Box<dyn Match>>;
    /// Play one match of random players, who all draw from `player`, without events, and return how many entries its
    /// log would have: the measure of a game's speed. `None` if the options are invalid for this game.
    fn playout(&self, setup: &Setup, seed: &Seed, player: &mut Dice) -> Option<usize>;
    /// The matches with the numbers `first..first + count` of a seed, which learners step together. Without `opponents`,
    /// the caller plays all seats. `None` if the options are invalid for this game.
    fn batch(
        &self,
        setup: &Setup,
        seed: &Seed,
        first: u64,
        count: usize,
        opponents: Option<Opponents>,
    ) -> Option<Box<dyn MatchBatch>>;
}

/// The public types of a game, as JSON Schema derived from the Rust types.
#[derive(Debug)]
pub struct ShownTypes {
    /// A view as the API shows it, with the fields that every view has.
    pub view: Schema,
    /// The view's fields that are specific to the game.
    pub view_of_game: Schema,
    /// An action: an enum by `type`.
    pub action: Schema,
    /// The fields that every event has.
    pub event: Schema,
    /// The game's own events: an enum by `type`, with `data`.
    pub facts_of_game: Schema,
    /// The events that all games have, likewise.
    pub facts_of_all: Schema,
}

/// A match in play without its game's types.
pub trait Match: Send {
    /// The seats that may act now; none when it is over.
    fn to_act(&self) -> Seats;
    /// The legal actions of a seat, as JSON objects in their public order.
    fn legal_actions(&self, seat: Seat) -> Vec<Box<RawValue>>;
    /// The index of the seat's legal action that equals `posted` as a JSON value, or whose text it is.
    fn find(&self, seat: Seat, posted: &Value) -> Option<u16>;
    /// The JSON of a legal action of the seat; `None` if there is no such action.
    fn action(&self, seat: Seat, choice: u16) -> Option<Box<RawValue>>;
    /// The index of each legal action of a seat in the game's encoding, in the order of `legal_actions`.
    fn encoded_actions(&self, seat: Seat) -> Vec<u16>;
    /// The place in `legal_actions` of the legal action with an index of the encoding.
    fn choice_at(&self, seat: Seat, index: u16) -> Option<u16> {
        let choice = self.encoded_actions(seat).iter().position(|legal| *legal == index)?;
        Some(choice as u16)
    }
    /// Write the observation of a seat of the table by the game's encoding: `Encoding::observation_len` numbers.
    fn observe(&self, seat: Seat, numbers: &mut [f32]);
    /// A copy of the match, which continues on its own.
    fn fork(&self) -> Box<dyn Match>;
    /// Let random players, who all draw from `player`, play the match to its end without events. Returns the number of
    /// their actions.
    fn play_out(&mut self, player: &mut Dice) -> usize;
    /// Play a legal action by its index in `legal_actions`; false, without an effect, if there is no such action.
    fn play(&mut self, seat: Seat, choice: u16, events: &mut Events) -> bool;
    /// The choice of an automatic player and how many words it drew from its stream. The stream does not advance: a
    /// caller that plays the choice advances it with [`Match::seek`].
    fn choice_of(&self, seat: Seat, policy: Policy) -> Option<(u16, u64)>;
    /// The same, and the stream advances: the caller plays the choice.
    fn choose(&mut self, seat: Seat, policy: Policy) -> Option<u16> {
        let (choice, drawn) = self.choice_of(seat, policy)?;
        self.seek(seat, drawn);
        Some(choice)
    }
    /// Set the stream of the seat's automatic player to this position: replaying a log does not ask the player for its
    /// choices.
    fn seek(&mut self, seat: Seat, words: u64);
    /// Whether the seat can leave now.
    fn may_concede(&self, seat: Seat) -> bool;
    /// The seat leaves.
    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events);
    /// The view of a viewer, as a JSON object.
    fn view(&self, audience: Audience) -> Box<RawValue>;
    /// Redraw everything that the viewer cannot know, including the cards that stream 0 will still deal. No effect when
    /// it is over.
    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice);
    /// The result, once it is over.
    fn outcome(&self) -> Option<Outcome>;
}

/// One decision of a match as it is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// The legal action at this index of the seat's list.
    Choice(u16),
    /// The seat left.
    Leave(Leave),
}

/// The rules of `G`, as a value for a registry.
pub struct Played<G>(PhantomData<fn() -> G>);

impl<G> Played<G> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

/// A match of `G` with its streams.
#[derive(Clone)]
struct Live<G> {
    game: G,
    /// The number of seats: a game may assume that a seat is in range.
    seats: u8,
    seed: Seed,
    dealer: Dice,
    /// How many words the automatic players have drawn from their streams; no entry for a seat that has drawn none.
    drawn: Vec<(Seat, u64)>,
}

impl<G: Encoded + Written> Rules for Played<G> {
    fn about(&self) -> &'static About {
        const { &G::ABOUT }
    }

    fn greatest_gain(&self) -> i64 {
        G::MAX_GAIN
    }

    fn types(&self, generator: &mut SchemaGenerator) -> ShownTypes {
        ShownTypes {
            view: Shown::<G::Phase, G::View>::json_schema(generator),
            view_of_game: G::View::json_schema(generator),
            action: G::Action::json_schema(generator),
            event: ShownEvent::json_schema(generator),
            facts_of_game: G::Event::json_schema(generator),
            facts_of_all: Plain::json_schema(generator),
        }
    }

    fn encoding(&self) -> &'static Encoding {
        const { &G::ENCODING }
    }

    fn encode(&self, view: &Value, seat: Seat, legal: &[Value]) -> Option<EncodedPosition> {
        let view = G::View::deserialize(view).ok()?;
        let legal: Vec<G::Action> =
            legal.iter().map(|action| G::Action::deserialize(action).ok()).collect::<Option<_>>()?;
        let mut observation = vec![0.0; G::ENCODING.observation_len()];
        observe::<G>(&view, seat, !legal.is_empty(), &mut observation);
        Some(EncodedPosition { observation, actions: indices::<G>(&view, seat, &legal).collect() })
    }

    fn moves_text(&self) -> &'static str {
        G::MOVES
    }

    fn move_text(&self, action: &Value) -> Option<String> {
        G::Action::deserialize(action).ok().map(|action| G::move_text(&action))
    }

    fn drawn(&self, view: &Value, seat: Option<Seat>) -> Option<String> {
        G::View::deserialize(view).ok().map(|view| G::drawn(&view, seat))
    }

    fn setup(&self, kind: Option<&Kind>, seats: usize, stake: i64) -> Setup {
        G::setup(kind, seats, stake).erased()
    }

    fn allows(&self, setup: &Setup) -> bool {
        let (fewest, most) = G::ABOUT.seats;
        (fewest..=most).contains(&setup.seats)
            && (1..=1_000_000).contains(&setup.stake)
            && setup.typed().is_some_and(|setup| G::allows(&setup))
    }

    fn known(&self, setup: &Setup) -> Option<Setup> {
        setup.typed::<G::Options>().map(Setup::erased)
    }

    fn deal(&self, setup: &Setup, seed: &Seed, events: &mut Events) -> Option<Box<dyn Match>> {
        let mut dealer = Dice::dealer(seed);
        let game = G::deal(&setup.typed()?, &mut dealer, events);
        dealer.rest();
        Some(Box::new(Live { game, seats: setup.seats as u8, seed: *seed, dealer, drawn: Vec::new() }))
    }

    fn playout(&self, setup: &Setup, seed: &Seed, player: &mut Dice) -> Option<usize> {
        let mut dealer = Dice::dealer(seed);
        let mut game = G::deal(&setup.typed()?, &mut dealer, &mut Events::off());
        Some(play_out(&mut game, &mut dealer, player))
    }

    fn batch(
        &self,
        setup: &Setup,
        seed: &Seed,
        first: u64,
        count: usize,
        opponents: Option<Opponents>,
    ) -> Option<Box<dyn MatchBatch>> {
        Some(Box::new(Many::<G>::new(setup.typed()?, seed, first, count, opponents)))
    }
}

/// The choice of an automatic player among the legal actions of its seat.
pub(crate) fn decide<G: Game>(
    policy: Policy,
    seat: Seat,
    view: &G::View,
    legal: &[G::Action],
    dice: &mut Dice,
) -> usize {
    match policy {
        Policy::House(Level::FULL) => G::house(seat, view, legal, dice),
        Policy::House(level) => {
            let best = G::house_in_practice(seat, view, legal, dice);
            level.choice(best, legal.len(), dice)
        }
        Policy::Random => dice.index(legal.len()),
        Policy::CallingStation | Policy::Minimax(_) => G::policy(policy, seat, view, legal, dice),
    }
}

fn play_out<G: Game>(game: &mut G, dealer: &mut Dice, player: &mut Dice) -> usize {
    let mut events = Events::off();
    let mut legal = Vec::with_capacity(64);
    let mut plies = 0;
    while let Some(seat) = game.to_act().first() {
        legal.clear();
        game.legal_actions(seat, &mut legal);
        let choice = player.index(legal.len());
        game.play(seat, &legal[choice], dealer, &mut events);
        plies += 1;
    }
    plies
}

impl<G: Game> Live<G> {
    fn sits(&self, seat: Seat) -> bool {
        seat.0 < self.seats
    }

    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::with_capacity(16);
        if self.game.to_act().contains(seat) {
            self.game.legal_actions(seat, &mut legal);
        }
        legal
    }

    /// How many words the automatic player of a seat has drawn.
    fn drawn_by(&self, seat: Seat) -> u64 {
        self.drawn.iter().find(|(player, _)| *player == seat).map_or(0, |(_, words)| *words)
    }

    fn find_equal(&self, seat: Seat, posted: &Value) -> Option<u16> {
        let action: G::Action = serde::Deserialize::deserialize(posted).ok()?;
        let choice = self.legal(seat).iter().position(|legal| *legal == action)?;
        // Parsing may accept what equality of JSON values does not (an explicit null, for example).
        let same = serde_json::to_value(&action).is_ok_and(|value| value == *posted);
        same.then_some(choice as u16)
    }
}

impl<G: Encoded + Written> Match for Live<G> {
    fn to_act(&self) -> Seats {
        self.game.to_act()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Box<RawValue>> {
        self.legal(seat).iter().map(raw).collect()
    }

    fn find(&self, seat: Seat, posted: &Value) -> Option<u16> {
        if let Value::String(text) = posted {
            let text = plain(text);
            let choice = self.legal(seat).iter().position(|legal| G::move_text(legal) == text)?;
            return Some(choice as u16);
        }
        // Whole numbers nearly always arrive as integers.
        self.find_equal(seat, posted).or_else(|| self.find_equal(seat, &with_whole_numbers(posted)))
    }

    fn action(&self, seat: Seat, choice: u16) -> Option<Box<RawValue>> {
        self.legal(seat).get(usize::from(choice)).map(raw)
    }

    fn encoded_actions(&self, seat: Seat) -> Vec<u16> {
        indices::<G>(&self.game.view(Audience::of(seat)), seat, &self.legal(seat)).collect()
    }

    fn observe(&self, seat: Seat, numbers: &mut [f32]) {
        let may_act = self.game.to_act().contains(seat);
        observe::<G>(&self.game.view(Audience::of(seat)), seat, may_act, numbers);
    }

    fn fork(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn play_out(&mut self, player: &mut Dice) -> usize {
        let plies = play_out(&mut self.game, &mut self.dealer, player);
        self.dealer.rest();
        plies
    }

    fn play(&mut self, seat: Seat, choice: u16, events: &mut Events) -> bool {
        let legal = self.legal(seat);
        let Some(action) = legal.get(usize::from(choice)) else { return false };
        self.game.play(seat, action, &mut self.dealer, events);
        self.dealer.rest();
        true
    }

    fn choice_of(&self, seat: Seat, policy: Policy) -> Option<(u16, u64)> {
        let legal = self.legal(seat);
        if legal.is_empty() {
            return None;
        }
        let view = self.game.view(Audience::of(seat));
        let mut dice = Dice::player(&self.seed, seat);
        dice.seek(self.drawn_by(seat));
        Some((decide::<G>(policy, seat, &view, &legal, &mut dice) as u16, dice.drawn()))
    }

    fn seek(&mut self, seat: Seat, words: u64) {
        match self.drawn.iter_mut().find(|(player, _)| *player == seat) {
            Some((_, drawn)) => *drawn = words,
            None if words > 0 => self.drawn.push((seat, words)),
            None => {}
        }
    }

    fn may_concede(&self, seat: Seat) -> bool {
        self.sits(seat) && self.game.may_concede(seat)
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.game.concede(seat, how, events);
    }

    fn view(&self, audience: Audience) -> Box<RawValue> {
        let (phase, to_act) = (self.game.phase(), self.game.to_act());
        raw(&Shown { game: G::ABOUT.id, phase, to_act, view: self.game.view(audience) })
    }

    fn exchange_hidden(&mut self, viewer: Option<Seat>, dice: &mut Dice) {
        if !self.game.to_act().is_empty() {
            self.game.exchange_hidden(viewer, dice);
            self.dealer = dice.clone();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

/// A view with the fields that all views have.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown<P, V> {
    /// The game's id.
    game: &'static str,
    phase: P,
    /// The seats that may act now; none when it is over.
    to_act: Seats,
    #[serde(flatten)]
    view: V,
}

impl Entry {
    /// Apply the entry to the match; false if the entry is not possible there.
    pub fn play(self, seat: Seat, live: &mut dyn Match, events: &mut Events) -> bool {
        match self {
            Self::Choice(choice) => live.play(seat, choice, events),
            Self::Leave(how) => {
                let may = live.may_concede(seat);
                if may {
                    live.concede(seat, how, events);
                }
                may
            }
        }
    }
}

impl Event {
    /// The event as the API shows it, with the time of its ply in epoch milliseconds.
    pub fn to_json(&self, at: u64) -> Box<RawValue> {
        raw(&ShownEvent {
            kind: self.kind,
            seat: self.seat,
            label: self.label.as_deref(),
            data: self.data.as_deref(),
            at,
        })
    }
}

/// An event as the API shows it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ShownEvent<'a> {
    /// The event's name.
    #[serde(rename = "type")]
    kind: &'a str,
    /// The seat that it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Seat")]
    seat: Option<Seat>,
    /// A text for screen readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    data: Option<&'a RawValue>,
    /// The time, in epoch milliseconds.
    at: u64,
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("actions and views are plain data")
}

/// The same JSON with every whole number written as an integer: 10.0 becomes 10.
fn with_whole_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => (float as i64).into(),
            Some(_) | None => value.clone(),
        },
        Value::Array(items) => items.iter().map(with_whole_numbers).collect(),
        Value::Object(fields) => fields.iter().map(|(key, item)| (key.clone(), with_whole_numbers(item))).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}
