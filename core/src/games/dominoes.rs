//! Dominoes: the draw game with a double-six set, one round, each of two to four seats for itself. Who is out first, or
//! has the fewest pips when nobody can move, wins the pot. Page: `dominoes`.

use super::{
    About, BuyIn, Dice, Event, Events, Game, Kind, Leave, MatchResult, Opening, Outcome, PolicyName, Seat, Seats,
    Setup, Sight,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::json;
use std::fmt;

/// A round in play, with what its settlement needs.
#[derive(Clone)]
pub(super) struct Dominoes {
    stake: i64,
    /// The start seat, and the tile it must lead.
    start: Seat,
    lead: Tile,
    /// One a seat; a hand that left stays as it was.
    hands: Vec<Tiles>,
    /// The numbers on which each seat has passed.
    lacks: Vec<Numbers>,
    /// The seats still in.
    present: Seats,
    mover: Seat,
    /// In drawing order.
    boneyard: Vec<Tile>,
    /// From left to right as they lie.
    line: Vec<[u8; 2]>,
    last: Option<Last>,
    end: Option<End>,
}

/// A tile by its id: 0-0, 0-1, .. 0-6, 1-1, .. 6-6 from 0 to 27. It reads as `"low-high"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Tile(u8);

/// A set of tiles, walked by ascending id.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Tiles(u32);

/// A set of the numbers 0 to 6, walked ascending.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Numbers(u8);

/// The last tile played.
#[derive(Clone, Copy, Serialize)]
struct Last {
    seat: Seat,
    tile: Tile,
    end: Option<Side>,
}

#[derive(Clone, Copy)]
enum End {
    Out(Seat),
    Blocked,
    /// All others left.
    Alone(Seat),
}

const SET: usize = 28;

/// What a seat does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Lay a tile.
    Play {
        /// Which.
        tile: Tile,
        /// At which end; none for the lead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Side>,
    },
    /// Take the front tile of the boneyard, when nothing fits.
    Draw {},
    /// When nothing fits and the boneyard is empty.
    Pass {},
}

/// An end of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    Left,
    Right,
}

/// The round as a viewer sees it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    game: &'static str,
    phase: &'static str,
    to_act: Seats,
    seats: Vec<SeatView>,
    start: Seat,
    line: Vec<[u8; 2]>,
    ends: Option<[u8; 2]>,
    boneyard: usize,
    boneyard_tiles: Option<Vec<Tile>>,
    blocked: bool,
    last: Option<Last>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Tiles>,
}

#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    status: &'static str,
    tiles: usize,
    hand: Option<Tiles>,
    pips: Option<u32>,
    lacks: Numbers,
}

impl Game for Dominoes {
    const ABOUT: About = About {
        id: "dominoes",
        version: "1",
        seats: (2, 4),
        default_seats: 4,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "One round with the 28 tiles of a double-six set, each seat for itself. Two seats get 7 tiles each, three \
                or four seats 5 each; the rest is the boneyard, face down. The highest double in any hand leads, and \
                its holder must open with it; with no double in any hand the tile with most pips leads, of equal ones \
                that with the higher end. Then seats play in ascending order. Lay a tile at the left or right end of \
                the line so that equal numbers meet; doubles do not branch. If you can play you must, and may not \
                draw. If nothing fits you draw from the boneyard, one tile at a time, until something fits; you pass \
                only when nothing fits and the boneyard is empty. Whoever lays its last tile wins the pot of all \
                stakes at once. When the boneyard is empty and nobody can move, the round is blocked: the fewest pips \
                left in hand win, and seats with equally few share the pot, odd chips going one each in turn order \
                from the seat that led. There is one round and no running score. You may leave at any time, on turn \
                or not: you lose your stake, your tiles are out of play and the others play on; the last seat left \
                wins the pot.",
        kinds: &[Kind {
            kind: "dominoes",
            label: "Dominoes",
            description: "The draw game with double-six tiles, two to four seats, one round.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;

    fn deal(setup: &Setup, dice: &mut Dice, events: &mut Events) -> Self {
        let seats = setup.seats;
        let each = if seats == 2 { 7 } else { 5 };
        let mut order: [Tile; SET] = std::array::from_fn(|id| Tile(id as u8));
        dice.shuffle(&mut order);
        let (dealt, boneyard) = order.split_at(seats * each);
        let hands: Vec<Tiles> = dealt.chunks(each).map(|hand| hand.iter().copied().collect()).collect();
        let (start, lead) = lead_of(&hands);
        let round = Self {
            stake: setup.stake,
            start,
            lead,
            hands,
            lacks: vec![Numbers::default(); seats],
            present: Seats::all(seats),
            mover: start,
            boneyard: boneyard.to_vec(),
            line: Vec::with_capacity(SET),
            last: None,
            end: None,
        };
        events.tell(|| {
            Event::new("dealt")
                .label(format!("{each} tiles each, seat {start} leads"))
                .data(&json!({ "tiles": each, "boneyard": round.boneyard.len(), "start": start }))
        });
        round.tell_turn(events);
        round
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        if !self.to_act().contains(seat) {
            return;
        }
        let hand = self.hands[seat.index()];
        let Some([left, right]) = self.ends() else {
            let forced = seat == self.start;
            let tiles = hand.iter().filter(|&tile| !forced || tile == self.lead);
            legal.extend(tiles.map(|tile| Action::Play { tile, end: None }));
            return;
        };
        let before = legal.len();
        for tile in hand.iter() {
            let fitting =
                [(Side::Left, left), (Side::Right, right)].into_iter().filter(|(_, number)| tile.has(*number));
            legal.extend(fitting.map(|(end, _)| Action::Play { tile, end: Some(end) }));
        }
        if legal.len() == before {
            legal.push(if self.boneyard.is_empty() { Action::Pass {} } else { Action::Draw {} });
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        match *action {
            Action::Play { tile, end } => self.lay(seat, tile, end, events),
            Action::Draw {} => self.draw(seat, events),
            Action::Pass {} => self.pass(seat, events),
        }
        self.go_on(seat, events);
    }

    fn may_concede(&self, seat: Seat) -> bool {
        self.end.is_none() && self.present.contains(seat)
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        let mover = self.mover;
        self.present = self.present.without(seat);
        events.tell(|| how.event(seat, &format!("Seat {seat} leaves"), &format!("Seat {seat} runs out of time")));
        if mover == seat {
            self.mover = self.next_present(seat);
        }
        if self.present.len() == 1 {
            self.end = self.present.first().map(End::Alone);
        }
        self.go_on(mover, events);
    }

    fn view(&self, sight: Sight) -> View {
        let over = self.end.is_some();
        let blocked = matches!(self.end, Some(End::Blocked));
        let seats = (0..self.hands.len()).map(Seat::at).map(|seat| {
            let (hand, present) = (self.hands[seat.index()], self.present.contains(seat));
            let counted = if sight.sealed { blocked && present } else { over };
            SeatView {
                seat,
                status: if present { "in" } else { "left" },
                tiles: hand.len(),
                hand: (over && !sight.sealed).then_some(hand),
                pips: counted.then(|| hand.pips()),
                lacks: self.lacks[seat.index()],
            }
        });
        View {
            game: Self::ABOUT.id,
            phase: match (over, self.line.is_empty()) {
                (true, _) => "over",
                (false, true) => "lead",
                (false, false) => "play",
            },
            to_act: self.to_act(),
            seats: seats.collect(),
            start: self.start,
            line: self.line.clone(),
            ends: self.ends(),
            boneyard: self.boneyard.len(),
            boneyard_tiles: (over && !sight.sealed).then(|| self.boneyard.clone()),
            blocked,
            last: self.last,
            hand: sight.seat.map(|seat| self.hands[seat.index()]),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winners = self.winners(self.end?);
        let mut outcome = Outcome::by_scores(self.scores(winners));
        // A sharer wins even where its share is no more than its stake, unless all share.
        if winners.len() < self.hands.len() {
            for (at, seat) in outcome.seats.iter_mut().enumerate() {
                seat.result = if winners.contains(Seat::at(at)) { MatchResult::Win } else { MatchResult::Loss };
            }
        }
        Some(outcome)
    }

    /// The play that gets rid of most, keeps itself able to move and hinders the next seat (House policy).
    fn house(seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let values: Vec<u32> = legal.iter().map(|action| worth(seat, view, action)).collect();
        let highest = values.iter().max();
        let best: Vec<usize> = (0..legal.len()).filter(|&at| Some(&values[at]) == highest).collect();
        dice.pick(&best)
    }
}

/// The start seat and its lead tile: the highest double in any hand, else the tile with most pips, of equal ones that
/// with the higher end (Deal).
fn lead_of(hands: &[Tiles]) -> (Seat, Tile) {
    let held = hands.iter().enumerate().flat_map(|(at, hand)| hand.iter().map(move |tile| (Seat::at(at), tile)));
    held.max_by_key(|(_, tile)| (tile.is_double(), tile.pips(), tile.numbers()[1])).expect("tiles are dealt")
}

impl Dominoes {
    fn ends(&self) -> Option<[u8; 2]> {
        Some([self.line.first()?[0], self.line.last()?[1]])
    }

    fn lay(&mut self, seat: Seat, tile: Tile, end: Option<Side>, events: &mut Events) {
        let hand = &mut self.hands[seat.index()];
        *hand = hand.without(tile);
        let (left, tiles_left) = (hand.is_empty(), hand.len());
        self.put(tile, end);
        self.last = Some(Last { seat, tile, end });
        events.tell(|| {
            let place = match end {
                None => "",
                Some(Side::Left) => " on the left",
                Some(Side::Right) => " on the right",
            };
            Event::new("played")
                .seat(seat)
                .label(format!("Seat {seat} plays {tile}{place}"))
                .data(&json!({ "tile": tile, "end": end, "ends": self.ends(), "tilesLeft": tiles_left }))
        });
        if left {
            self.end = Some(End::Out(seat));
        }
        self.mover = self.next_present(seat);
    }

    /// Put a tile at an end of the line, turned so that equal numbers meet.
    fn put(&mut self, tile: Tile, end: Option<Side>) {
        let [low, high] = tile.numbers();
        match (end, self.ends()) {
            (Some(Side::Left), Some([left, _])) => {
                self.line.insert(0, if high == left { [low, high] } else { [high, low] });
            }
            (Some(Side::Right), Some([_, right])) => {
                self.line.push(if low == right { [low, high] } else { [high, low] });
            }
            (None, _) | (Some(_), None) => self.line.push([low, high]),
        }
    }

    /// Draw the front tile; the same seat acts again.
    fn draw(&mut self, seat: Seat, events: &mut Events) {
        let tile = self.boneyard.remove(0);
        let hand = &mut self.hands[seat.index()];
        *hand = hand.with(tile);
        let left = self.boneyard.len();
        events.tell(|| {
            Event::new("drew").seat(seat).label(format!("Seat {seat} draws")).data(&json!({ "boneyard": left }))
        });
    }

    fn pass(&mut self, seat: Seat, events: &mut Events) {
        for number in self.ends().into_iter().flatten() {
            self.lacks[seat.index()].insert(number);
        }
        events.tell(|| {
            Event::new("passed").seat(seat).label(format!("Seat {seat} passes")).data(&json!({ "ends": self.ends() }))
        });
        self.mover = self.next_present(seat);
    }

    /// After every action and every leave: is the game blocked, and who is to move, if that has changed?
    fn go_on(&mut self, before: Seat, events: &mut Events) {
        if self.end.is_none() && self.is_blocked() {
            self.end = Some(End::Blocked);
            events.tell(|| {
                let pips: Vec<Option<u32>> = (0..self.hands.len())
                    .map(|at| self.present.contains(Seat::at(at)).then(|| self.hands[at].pips()))
                    .collect();
                Event::new("blocked").label("Nobody can move").data(&json!({ "pips": pips }))
            });
        }
        if let Some(end) = self.end {
            self.tell_settled(end, events);
        } else if self.mover != before {
            self.tell_turn(events);
        }
    }

    fn is_blocked(&self) -> bool {
        let Some([left, right]) = self.ends() else { return false };
        let stuck = |seat: Seat| !self.hands[seat.index()].iter().any(|tile| tile.has(left) || tile.has(right));
        self.boneyard.is_empty() && self.present.iter().all(stuck)
    }

    /// The next seat round the table that is still in.
    fn next_present(&self, seat: Seat) -> Seat {
        self.round_from(seat.next(self.hands.len())).find(|&next| self.present.contains(next)).unwrap_or(seat)
    }

    /// All seats in turn order beginning with `first`.
    fn round_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.hands.len();
        std::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(seats)
    }

    fn winners(&self, end: End) -> Seats {
        match end {
            End::Out(winner) | End::Alone(winner) => Seats::one(winner),
            End::Blocked => {
                let pips = |seat: &Seat| self.hands[seat.index()].pips();
                let fewest = self.present.iter().map(|seat| pips(&seat)).min();
                self.present.iter().filter(|seat| Some(pips(seat)) == fewest).collect()
            }
        }
    }

    /// The winners' shares of the pot, less what each seat paid in; the odd chips go one each to the sharers in turn
    /// order beginning with the start seat.
    fn scores(&self, winners: Seats) -> Vec<i64> {
        let (pot, sharers) = (self.stake * self.hands.len() as i64, winners.len() as i64);
        let mut scores = vec![-self.stake; self.hands.len()];
        let in_turn_order = self.round_from(self.start).filter(|&seat| winners.contains(seat));
        for (place, seat) in in_turn_order.enumerate() {
            let odd_chip = i64::from((place as i64) < pot % sharers);
            scores[seat.index()] += pot / sharers + odd_chip;
        }
        scores
    }

    fn tell_turn(&self, events: &mut Events) {
        let (seat, leads) = (self.mover, self.line.is_empty());
        events.turn(seat, || format!("Seat {seat} to {}", if leads { "lead" } else { "move" }));
    }

    fn tell_settled(&self, end: End, events: &mut Events) {
        events.tell(|| {
            let winners = self.winners(end);
            let single = winners.first().filter(|_| winners.len() == 1);
            let label = match (end, single) {
                (End::Out(winner), _) => format!("Seat {winner} is out"),
                (End::Alone(winner), _) => format!("Seat {winner} wins"),
                (End::Blocked, Some(winner)) => format!("Seat {winner} has the fewest pips"),
                (End::Blocked, None) => {
                    let names: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
                    format!("Seats {} share the pot", names.join(" and "))
                }
            };
            let scores = self.scores(winners);
            Event::new("settled").seat(single).label(label).data(&json!({ "winners": winners, "scores": scores }))
        });
    }
}

/// What a play is worth to the house in `seat` (House policy).
fn worth(seat: Seat, view: &View, action: &Action) -> u32 {
    let Action::Play { tile, end } = *action else { return 0 };
    let ends: Numbers = match (end, view.ends) {
        (Some(Side::Left), Some([left, right])) => [tile.other_end(left), right],
        (Some(Side::Right), Some([left, right])) => [left, tile.other_end(right)],
        (None, _) | (Some(_), None) => tile.numbers(),
    }
    .into_iter()
    .collect();
    let others = view.hand.unwrap_or_default().without(tile);
    let playable = others.iter().filter(|tile| tile.numbers().into_iter().any(|number| ends.contains(number))).count();
    let seats = view.seats.len();
    let next = (1..seats).map(|step| &view.seats[(seat.index() + step) % seats]).find(|seat| seat.status == "in");
    let hindered = next.map_or(0, |next| ends.iter().filter(|&number| next.lacks.contains(number)).count());
    tile.pips() + if tile.is_double() { 5 } else { 0 } + 2 * playable as u32 + 6 * hindered as u32
}

impl Tile {
    /// The numbers of the tiles by id, low before high.
    const NUMBERS: [[u8; 2]; SET] = {
        let mut numbers = [[0; 2]; SET];
        let (mut id, mut low, mut high) = (0, 0, 0);
        while id < SET {
            numbers[id] = [low, high];
            id += 1;
            high += 1;
            if high > 6 {
                low += 1;
                high = low;
            }
        }
        numbers
    };

    const fn numbers(self) -> [u8; 2] {
        Self::NUMBERS[self.0 as usize]
    }

    fn has(self, number: u8) -> bool {
        self.numbers().contains(&number)
    }

    fn pips(self) -> u32 {
        let [low, high] = self.numbers();
        u32::from(low + high)
    }

    const fn is_double(self) -> bool {
        let [low, high] = self.numbers();
        low == high
    }

    /// The number that lies open when the tile is laid with `joined` to the line.
    const fn other_end(self, joined: u8) -> u8 {
        let [low, high] = self.numbers();
        if low == joined { high } else { low }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.numbers();
        write!(out, "{low}-{high}")
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let tile = (0..SET).map(|id| Self(id as u8)).find(|tile| tile.to_string() == text);
        tile.ok_or_else(|| de::Error::custom("not a tile"))
    }
}

impl Tiles {
    const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.0)
    }

    const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn iter(self) -> impl Iterator<Item = Tile> {
        (0..SET as u8).map(Tile).filter(move |tile| self.0 >> tile.0 & 1 == 1)
    }

    fn pips(self) -> u32 {
        self.iter().map(Tile::pips).sum()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::default(), Self::with)
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

impl Numbers {
    const fn insert(&mut self, number: u8) {
        self.0 |= 1 << number;
    }

    const fn contains(self, number: u8) -> bool {
        self.0 >> number & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (0..7).filter(move |&number| self.contains(number))
    }
}

impl FromIterator<u8> for Numbers {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seed;

    fn dice() -> Dice {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        Dice::dealer(&seed)
    }

    fn tile(text: &str) -> Tile {
        serde_json::from_value(text.into()).unwrap()
    }

    fn tiles(texts: &str) -> Tiles {
        texts.split_whitespace().map(tile).collect()
    }

    /// A round at a line with these ends and an empty boneyard, seat 0 to move and start seat.
    fn round(hands: &[&str], ends: [u8; 2], stake: i64) -> Dominoes {
        Dominoes {
            stake,
            start: Seat(0),
            lead: tile("6-6"),
            hands: hands.iter().map(|hand| tiles(hand)).collect(),
            lacks: vec![Numbers::default(); hands.len()],
            present: Seats::all(hands.len()),
            mover: Seat(0),
            boneyard: Vec::new(),
            line: vec![ends],
            last: None,
            end: None,
        }
    }

    fn legal(round: &Dominoes) -> String {
        let mut legal = Vec::new();
        round.legal_actions(round.mover, &mut legal);
        let text = |action: &Action| match *action {
            Action::Play { tile, end: None } => tile.to_string(),
            Action::Play { tile, end: Some(Side::Left) } => format!("{tile}l"),
            Action::Play { tile, end: Some(Side::Right) } => format!("{tile}r"),
            Action::Draw {} => "d".to_owned(),
            Action::Pass {} => "p".to_owned(),
        };
        legal.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The mover plays what `legal` calls `text`; what was told.
    fn act(round: &mut Dominoes, text: &str) -> Vec<String> {
        let at = legal(round).split(' ').position(|choice| choice == text).unwrap_or_else(|| panic!("{text}?"));
        let (mut actions, mut events) = (Vec::new(), Events::on());
        round.legal_actions(round.mover, &mut actions);
        round.play(round.mover, &actions[at], &mut dice(), &mut events);
        told(&events.take())
    }

    fn leave(round: &mut Dominoes, seat: u8) -> Vec<String> {
        let mut events = Events::on();
        round.concede(Seat(seat), Leave::Forfeited, &mut events);
        told(&events.take())
    }

    fn told(events: &[Event]) -> Vec<String> {
        let line = |event: &Event| {
            let data = event.data.as_ref().map_or("", |data| data.get());
            format!("{} {} {data}", event.kind, event.label.as_deref().unwrap_or_default()).trim_end().to_owned()
        };
        events.iter().map(line).collect()
    }

    #[test]
    fn the_example_of_the_page_is_dealt_and_led_with_the_highest_double() {
        let mut events = Events::on();
        let mut round = Dominoes::deal(&Setup::new(None, 2, 10), &mut dice(), &mut events);
        assert!(round.hands[0] == tiles("0-1 1-4 1-6 2-5 3-6 4-6 5-6"));
        assert!(round.hands[1] == tiles("0-0 0-6 1-2 2-3 2-4 3-4 6-6"));
        assert_eq!(
            told(&events.take()),
            [r#"dealt 7 tiles each, seat 1 leads {"boneyard":14,"start":1,"tiles":7}"#, "turn Seat 1 to lead"]
        );
        assert_eq!(legal(&round), "6-6", "the lead tile alone, without an end");
        assert_eq!(
            act(&mut round, "6-6"),
            [r#"played Seat 1 plays 6-6 {"end":null,"ends":[6,6],"tile":"6-6","tilesLeft":6}"#, "turn Seat 0 to move"]
        );
        assert_eq!(legal(&round), "1-6l 1-6r 3-6l 3-6r 4-6l 4-6r 5-6l 5-6r", "both ends, though they are equal");
        for text in "5-6r 0-6l 0-1l 1-2l 2-5l d d 3-5l".split(' ') {
            act(&mut round, text);
        }
        assert_eq!(round.line, [[3, 5], [5, 2], [2, 1], [1, 0], [0, 6], [6, 6], [6, 5]]);
        for text in "3-6l d d 5-5r 4-6l 4-4l 1-4l 1-3l d d 0-3l 0-0l 0-4l 3-4l d 0-5r 2-3l d d d 0-2r".split(' ') {
            act(&mut round, text);
        }
        let last = act(&mut round, "2-4l");
        assert_eq!(last.last().unwrap(), r#"settled Seat 1 is out {"scores":[-10,10],"winners":[1]}"#);
        assert!(round.hands[0] == tiles("1-6 3-3 4-5"));
    }

    #[test]
    fn without_a_double_the_most_pips_lead_and_of_equal_ones_the_higher_end() {
        assert!(lead_of(&[tiles("5-6 4-6"), tiles("0-0")]) == (Seat(1), tile("0-0")));
        assert!(lead_of(&[tiles("3-5 0-1"), tiles("2-6 1-6")]) == (Seat(1), tile("2-6")));
    }

    #[test]
    fn a_seat_that_cannot_play_draws_and_acts_again() {
        let mut round = round(&["0-1", "2-2 5-5"], [2, 3], 10);
        round.boneyard = vec![tile("0-0"), tile("3-4")];
        assert_eq!(legal(&round), "d");
        assert_eq!(act(&mut round, "d"), [r#"drew Seat 0 draws {"boneyard":1}"#], "no turn: the mover stays");
        act(&mut round, "d");
        assert_eq!(legal(&round), "3-4r");
        assert_eq!(act(&mut round, "3-4r").last().unwrap(), "turn Seat 1 to move");
    }

    #[test]
    fn who_passes_is_known_to_lack_both_numbers() {
        let mut round = round(&["0-1", "2-2 5-5", "6-6"], [4, 2], 10);
        assert_eq!(act(&mut round, "p"), [r#"passed Seat 0 passes {"ends":[4,2]}"#, "turn Seat 1 to move"]);
        let view = serde_json::to_value(round.view(Sight::SPECTATOR)).unwrap();
        assert_eq!(view["seats"][0]["lacks"], json!([2, 4]));
        assert!(view.get("hand").is_none() && view["seats"][1]["hand"].is_null());
    }

    #[test]
    fn when_nobody_can_move_the_fewest_pips_win() {
        let mut round = round(&["3-4 1-1", "5-5 0-1", "2-6"], [4, 3], 10);
        let expected = [
            r#"played Seat 0 plays 3-4 on the left {"end":"left","ends":[3,3],"tile":"3-4","tilesLeft":1}"#,
            r#"blocked Nobody can move {"pips":[2,11,8]}"#,
            r#"settled Seat 0 has the fewest pips {"scores":[20,-10,-10],"winners":[0]}"#,
        ];
        assert_eq!(act(&mut round, "3-4l"), expected);
    }

    #[test]
    fn sharers_at_stake_1_get_2_1_1_and_all_of_them_win() {
        let mut round = round(&["5-6 0-4", "1-3", "5-5", "2-2"], [6, 5], 1);
        round.start = Seat(3);
        assert_eq!(
            act(&mut round, "5-6r").last().unwrap(),
            r#"settled Seats 0 and 1 and 3 share the pot {"scores":[0,0,-1,1],"winners":[0,1,3]}"#
        );
        let results: Vec<MatchResult> = round.outcome().unwrap().seats.iter().map(|seat| seat.result).collect();
        assert_eq!(results, [MatchResult::Win, MatchResult::Win, MatchResult::Loss, MatchResult::Win]);
    }

    #[test]
    fn if_every_seat_shares_it_is_a_draw() {
        let mut round = round(&["3-4 0-2", "1-1"], [4, 3], 1);
        act(&mut round, "3-4r");
        let outcome = round.outcome().unwrap();
        assert_eq!((outcome.scores(), outcome.seats[0].result), (vec![0, 0], MatchResult::Draw));
    }

    #[test]
    fn who_is_out_wins_even_against_no_pips() {
        let mut round = round(&["3-4", "0-0"], [4, 3], 10);
        act(&mut round, "3-4r");
        assert_eq!(round.outcome().unwrap().scores(), [10, -10]);
    }

    #[test]
    fn a_leaver_is_skipped_its_hand_stays_hidden_and_its_stake_in_the_pot() {
        let mut round = round(&["1-4 4-4 0-0", "4-6 0-5", "5-5 4-5"], [4, 4], 10);
        assert_eq!(leave(&mut round, 1), ["forfeited Seat 1 leaves"], "out of turn: the mover stays");
        assert!(!round.may_concede(Seat(1)));
        act(&mut round, "4-4l");
        assert_eq!(round.mover, Seat(2));
        // Seat 2's leave on its turn hands seat 0 the whole pot.
        let last = leave(&mut round, 2);
        assert_eq!(last[1..], [r#"settled Seat 0 wins {"scores":[20,-10,-10],"winners":[0]}"#]);
        let view = serde_json::to_value(round.view(Sight { seat: Some(Seat(0)), sealed: true })).unwrap();
        assert!(view["seats"][1]["hand"].is_null() && view["seats"][1]["pips"].is_null());
        assert_eq!(serde_json::to_value(round.view(Sight::SPECTATOR)).unwrap()["seats"][1]["pips"], 15);
    }

    #[test]
    fn a_leave_may_block_the_round() {
        let mut round = round(&["0-0", "4-6", "5-5"], [4, 4], 10);
        let expected = [
            "forfeited Seat 1 leaves",
            r#"blocked Nobody can move {"pips":[0,null,10]}"#,
            r#"settled Seat 0 has the fewest pips {"scores":[20,-10,-10],"winners":[0]}"#,
        ];
        assert_eq!(leave(&mut round, 1), expected);
        let sealed = serde_json::to_value(round.view(Sight { seat: None, sealed: true })).unwrap();
        let pips: Vec<_> = (0..3).map(|seat| sealed["seats"][seat]["pips"].clone()).collect();
        assert_eq!(pips, [json!(0), json!(null), json!(10)], "counted at the block, of the seats still in");
        assert!(sealed["boneyardTiles"].is_null());
    }

    #[test]
    fn if_the_leader_leaves_the_next_seat_leads_with_any_tile() {
        let mut round = Dominoes::deal(&Setup::new(None, 4, 10), &mut dice(), &mut Events::off());
        assert_eq!(legal(&round), "6-6");
        assert_eq!(leave(&mut round, 2), ["forfeited Seat 2 leaves", "turn Seat 3 to lead"]);
        assert_eq!(legal(&round), "0-3 0-4 1-3 3-5 5-5");
        // The house leads the heavy double, whose number one other tile shares: 10 + 5 + 2.
        let (mut actions, view) = (Vec::new(), round.view(Sight::of(Seat(3))));
        round.legal_actions(Seat(3), &mut actions);
        assert_eq!(worth(Seat(3), &view, &actions[4]), 17);
        assert_eq!(Dominoes::house(Seat(3), &view, &actions, &mut dice()), 4);
    }

    #[test]
    fn the_house_counts_what_the_next_seat_still_in_lacks() {
        let mut round = round(&["4-6 4-4 1-3", "0-0", "1-1 2-4"], [4, 3], 10);
        round.lacks[2] = [4, 6].into_iter().collect();
        round.present = round.present.without(Seat(1));
        let (mut actions, view) = (Vec::new(), round.view(Sight::of(Seat(0))));
        round.legal_actions(Seat(0), &mut actions);
        assert_eq!(legal(&round), "1-3r 4-4l 4-6l");
        let worths: Vec<u32> = actions.iter().map(|action| worth(Seat(0), &view, action)).collect();
        // Ends 4 and 1, then 4 and 3, then 6 and 3.
        assert_eq!(worths, [4 + 2 * 2 + 6, 8 + 5 + 2 * 2 + 6, 10 + 2 + 6]);
    }
}
