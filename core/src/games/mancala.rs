//! Mancala: Kalah with six pits a side and four stones a pit. Two seats sow; an extra turn for a last stone in the own
//! store, a capture for one in an empty own pit; more stones win the pot of two stakes. Page: `mancala`.

use super::search::best_moves;
use super::{
    About, BuyIn, Dice, Event, Events, Game, Kind, Leave, Opening, Outcome, Policy, PolicyName, Seat, Seats, Setup,
    Sight,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::cmp::Ordering;

/// A board in play, with what its settlement needs.
#[derive(Clone)]
pub(super) struct Mancala {
    position: Position,
    stake: i64,
    start: Seat,
    last: Option<Last>,
    end: Option<End>,
}

/// The stones by seat, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    sides: [Side; 2],
    mover: Seat,
}

/// One seat's pits and store, a byte each: pit p is byte p, the store byte 6. No byte overflows, as there are 48 stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side(u64);

/// The last sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Last {
    seat: Seat,
    pit: u8,
    captured: u8,
}

#[derive(Clone, Copy)]
enum End {
    Swept,
    Left(Seat),
}

const PITS: u8 = 6;
const STONES: usize = 48;

/// Sow a pit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// An own pit with stones, 0..=5 in the own sowing direction.
    Sow {
        /// The pit's number.
        pit: u8,
    },
}

/// What everyone sees; nothing is hidden.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    game: &'static str,
    phase: &'static str,
    to_act: Seats,
    seats: [SeatView; 2],
    start: Seat,
    last: Option<Last>,
}

#[derive(Serialize)]
struct SeatView {
    seat: Seat,
    status: &'static str,
    pits: [u8; 6],
    store: u8,
}

impl Game for Mancala {
    const ABOUT: About = About {
        id: "mancala",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Minimax, PolicyName::Random],
        rules: "Each seat has six pits, numbered 0 to 5, with four stones in each at first, and a store next to its \
                pit 5. Who starts is drawn by lot. On your turn take all stones of one of your pits that is not empty \
                and drop them one at a time in the direction of your store: up your own pits, into your store, then \
                along the other seat's pits 0 to 5; pass by the other seat's store and go on with your own pit 0. If \
                the last stone falls into your store you move again. If it falls into a pit of your own that was empty \
                and the pit opposite (your pit p lies opposite the other seat's pit 5 minus p) holds stones, you \
                capture: that last stone and all stones opposite go to your store; with nothing opposite it just stays \
                there. As soon as the six pits of either side are all empty, even after a move that earned an extra \
                turn, the game is over and each seat sweeps the stones left on its side into its store. More stones \
                win the pot of both stakes; 24 to 24 is a draw and returns the stakes. You may give up at any time, on \
                turn or not: the other seat then wins the pot.",
        kinds: &[Kind {
            kind: "mancala-vs-house",
            label: "Mancala",
            description: "Sow stones round the pits and fill your store, against the house or a member.",
            buy_in: BuyIn::Stake,
            opening: Opening::OnRequest,
        }],
    };
    type Action = Action;
    type View = View;

    fn deal(setup: &Setup, dice: &mut Dice, events: &mut Events) -> Self {
        let start = Seat(dice.below(2) as u8);
        events.tell(|| Event::new("dealt").label(format!("Seat {start} starts")).data(&json!({ "start": start })));
        let position = Position { sides: [Side::new([4; 6], 0); 2], mover: start };
        let board = Self { position, stake: setup.stake, start, last: None, end: None };
        board.tell_turn(events);
        board
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.position.mover) }
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        if self.to_act().contains(seat) {
            // An empty pit's sowing is taken back at once: which are empty nobody can predict, a processor neither.
            let own = self.position.own();
            for pit in 0..PITS {
                legal.push(Action::Sow { pit });
                legal.truncate(legal.len() - usize::from(own.count(pit) == 0));
            }
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Sow { pit } = *action;
        let stones = self.position.own().count(pit);
        let captured = self.position.sow(pit);
        self.last = Some(Last { seat, pit, captured });
        events.tell(|| {
            Event::new("sown")
                .seat(seat)
                .label(format!("Seat {seat} sows pit {}", pit + 1))
                .data(&json!({ "pit": pit, "stones": stones }))
        });
        if captured > 0 {
            events.tell(|| {
                Event::new("captured")
                    .seat(seat)
                    .label(format!("captures {captured} stones"))
                    .data(&json!({ "stones": captured }))
            });
        }
        // A sowing that empties a side ends the game, even where it earned an extra turn.
        if self.position.is_over() {
            self.sweep(events);
        } else {
            self.tell_next(seat, events);
        }
    }

    fn may_concede(&self, _seat: Seat) -> bool {
        self.end.is_none()
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        events.tell(|| how.event(seat, &format!("Seat {seat} gives up"), &format!("Seat {seat} runs out of time")));
        self.tell_settled(events);
    }

    fn view(&self, _sight: Sight) -> View {
        let seats = [Seat(0), Seat(1)].map(|seat| {
            let side = self.position.sides[seat.index()];
            let left = matches!(self.end, Some(End::Left(left)) if left == seat);
            let status = if left { "left" } else { "in" };
            SeatView { seat, status, pits: side.pits(), store: side.store() }
        });
        View {
            game: Self::ABOUT.id,
            phase: if self.end.is_some() { "over" } else { "play" },
            to_act: self.to_act(),
            seats,
            start: self.start,
            last: self.last,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome::duel(self.winner(self.end?), self.stake))
    }

    /// The search of `minimax`, six plies deep (House policy).
    fn house(_: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        search(view, legal, 6, dice)
    }

    /// A search eight plies deep; any of the best moves (Built-in policies).
    fn policy(_: Policy, _: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        search(view, legal, 8, dice)
    }
}

impl Mancala {
    /// Each seat keeps the stones on its side.
    fn sweep(&mut self, events: &mut Events) {
        let stones = self.position.sides.map(Side::in_pits);
        self.position.sides = self.position.sides.map(Side::swept);
        self.end = Some(End::Swept);
        let keeps = |(seat, count): (Seat, u8)| match count {
            1 => format!("Seat {seat} keeps the stone on its side"),
            count => format!("Seat {seat} keeps the {count} stones on its side"),
        };
        // One side is empty, so that at most one seat keeps any.
        let keeper = [(Seat(0), stones[0]), (Seat(1), stones[1])].into_iter().find(|(_, count)| *count > 0);
        if let Some(keeper) = keeper {
            events.tell(|| Event::new("swept").label(keeps(keeper)).data(&json!({ "stones": stones })));
        }
        self.tell_settled(events);
    }

    fn winner(&self, end: End) -> Option<Seat> {
        let [first, second] = self.stores();
        match end {
            End::Left(left) => Some(left.other()),
            End::Swept => match first.cmp(&second) {
                Ordering::Greater => Some(Seat(0)),
                Ordering::Less => Some(Seat(1)),
                Ordering::Equal => None,
            },
        }
    }

    fn stores(&self) -> [u8; 2] {
        self.position.sides.map(Side::store)
    }

    fn tell_turn(&self, events: &mut Events) {
        let seat = self.position.mover;
        events.turn(seat, || format!("Seat {seat} to move"));
    }

    /// After a sowing of `seat`.
    fn tell_next(&self, seat: Seat, events: &mut Events) {
        let next = self.position.mover;
        events.tell(|| match next == seat {
            true => Event::new("extra_turn").seat(seat).label(format!("Seat {seat} moves again")),
            false => Event::new("turn").seat(next).label(format!("Seat {next} to move")),
        });
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.tell(|| {
            let (winner, stores) = (self.winner(end), self.stores());
            let label = match (end, winner) {
                (End::Swept, Some(winner)) => {
                    format!("Seat {winner} wins {} to {}", stores[winner.index()], stores[winner.other().index()])
                }
                (End::Swept, None) => "A draw, 24 to 24".to_owned(),
                (End::Left(left), _) => format!("Seat {} wins", left.other()),
            };
            let scores = Outcome::duel(winner, self.stake).scores();
            Event::new("settled").seat(winner).label(label).data(&json!({ "stores": stores, "scores": scores }))
        });
    }
}

impl Action {
    const fn pit(self) -> u8 {
        let Self::Sow { pit } = self;
        pit
    }
}

impl Side {
    const STORE: u32 = 8 * PITS as u32;
    const NO_PIT: u8 = 7;
    const ALL_PITS: u64 = (1 << Self::STORE) - 1;

    fn new(pits: [u8; 6], store: u8) -> Self {
        let [a, b, c, d, e, f] = pits;
        Self(u64::from_le_bytes([a, b, c, d, e, f, store, 0]))
    }

    fn pits(self) -> [u8; 6] {
        std::array::from_fn(|pit| self.count(pit as u8))
    }

    const fn count(self, pit: u8) -> u8 {
        (self.0 >> (8 * pit)) as u8
    }

    const fn without(self, pit: u8) -> Self {
        Self(self.0 & !(0xff << (8 * pit)))
    }

    const fn store(self) -> u8 {
        (self.0 >> Self::STORE) as u8
    }

    const fn is_empty(self) -> bool {
        self.0 & Self::ALL_PITS == 0
    }

    /// The stones in all six pits: the product has the sum of all bytes in its highest byte.
    const fn in_pits(self) -> u8 {
        ((self.0 & Self::ALL_PITS).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// All stones of the side in its store.
    const fn swept(self) -> Self {
        Self((self.in_pits() + self.store()) as u64 * (1 << Self::STORE))
    }
}

/// What a sowing of so many stones from a pit adds to the own and to the other side.
static SOWN: [[[u64; 2]; STONES + 1]; PITS as usize] = {
    let mut sown = [[[0; 2]; STONES + 1]; PITS as usize];
    let mut pit = 0;
    while pit < sown.len() {
        let mut stones = 1;
        while stones <= STONES {
            // Stone after stone round the ring of 13: own pits, own store, the other's pits.
            let place = (pit + stones) % 13;
            sown[pit][stones] = sown[pit][stones - 1];
            sown[pit][stones][place / 7] += 1 << (8 * (place % 7));
            stones += 1;
        }
        pit += 1;
    }
    sown
};

impl Position {
    fn seen(view: &View) -> Self {
        let [first, second] = &view.seats;
        let sides = [first, second].map(|seat| Side::new(seat.pits, seat.store));
        Self { sides, mover: view.to_act.first().unwrap_or(view.start) }
    }

    const fn own(&self) -> Side {
        self.sides[self.mover.index()]
    }

    const fn other(&self) -> Side {
        self.sides[self.mover.other().index()]
    }

    /// The mover's pits with stones, ascending.
    fn choices(&self) -> impl DoubleEndedIterator<Item = u8> + use<> {
        let own = self.own();
        (0..PITS).filter(move |&pit| own.count(pit) > 0)
    }

    const fn is_over(&self) -> bool {
        self.sides[0].is_empty() || self.sides[1].is_empty()
    }

    /// Sow the mover's pit and hand on the turn, if it is to be; the stones captured, the capturing one counted
    /// (Actions, 1, 2, 4).
    fn sow(&mut self, pit: u8) -> u8 {
        let stones = self.own().count(pit);
        let [to_own, to_other] = SOWN[usize::from(pit)][usize::from(stones)];
        let mut own = Side(self.own().without(pit).0 + to_own);
        let mut other = Side(self.other().0 + to_other);
        let (last, mut captured) = ((pit + stones) % 13, 0);
        // The empty byte stands for all places but the own pits: one branch to guess, not two.
        let last_pit = if last < PITS { last } else { Side::NO_PIT };
        if own.count(last_pit) == 1 {
            let opposite = other.count(5 - last_pit);
            if opposite > 0 {
                captured = opposite + 1;
                own = Side(own.without(last_pit).0 + (u64::from(captured) << Side::STORE));
                other = other.without(5 - last_pit);
            }
        }
        self.sides[self.mover.index()] = own;
        self.sides[self.mover.other().index()] = other;
        self.mover = if last == PITS { self.mover } else { self.mover.other() };
        captured
    }

    /// The position after a sowing, and its worth for the seat that sowed; `value` of a position is its worth for the
    /// seat to move there, exact between `low` and `high`, a bound outside.
    fn value_of(self, pit: u8, plies: u32, low: i32, high: i32) -> i32 {
        let mut next = self;
        next.sow(pit);
        // An extra turn is a ply of the same seat.
        if next.mover == self.mover { next.value(plies, low, high) } else { -next.value(plies, -high, -low) }
    }

    fn value(self, plies: u32, mut low: i32, high: i32) -> i32 {
        if self.is_over() {
            let margin = margin(self.own().swept(), self.other().swept());
            return margin + 1000 * margin.signum();
        }
        if plies == 0 {
            return margin(self.own(), self.other());
        }
        for pit in self.choices().rev() {
            low = low.max(self.value_of(pit, plies - 1, low, high));
            if low >= high {
                break;
            }
        }
        low
    }
}

fn margin(own: Side, other: Side) -> i32 {
    i32::from(own.store()) - i32::from(other.store())
}

/// Any of the best moves of a search of so many plies (Built-in policies), the pit next to the store tried first.
fn search(view: &View, legal: &[Action], plies: u32, dice: &mut Dice) -> usize {
    let position = Position::seen(view);
    let value = |at: usize, floor| position.value_of(legal[at].pit(), plies - 1, floor, i32::MAX);
    dice.pick(&best_moves((0..legal.len()).rev(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Seed;

    fn dice() -> Dice {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        Dice::dealer(&seed)
    }

    /// A match whose mover is seat 0, with these pits and stores by seat.
    fn board(first: ([u8; 6], u8), second: ([u8; 6], u8)) -> Mancala {
        let sides = [first, second].map(|(pits, store)| Side::new(pits, store));
        assert_eq!(sides.map(|side| side.swept().store()).iter().sum::<u8>(), 48);
        let position = Position { sides, mover: Seat(0) };
        Mancala { position, stake: 10, start: Seat(0), last: None, end: None }
    }

    /// Seat 0 sows; what was told.
    fn sow(board: &mut Mancala, pit: u8) -> Vec<String> {
        let mut events = Events::on();
        board.play(Seat(0), &Action::Sow { pit }, &mut dice(), &mut events);
        told(&events.take())
    }

    fn told(events: &[Event]) -> Vec<String> {
        let line = |event: &Event| {
            let data = event.data.as_ref().map_or("", |data| data.get());
            format!("{} {} {data}", event.kind, event.label.as_deref().unwrap_or_default()).trim_end().to_owned()
        };
        events.iter().map(line).collect()
    }

    fn sides(board: &Mancala) -> [([u8; 6], u8); 2] {
        board.position.sides.map(|side| (side.pits(), side.store()))
    }

    #[test]
    fn the_example_of_the_page_ends_6_to_42() {
        let mut events = Events::on();
        let mut board = Mancala::deal(&Setup::new(None, 2, 10), &mut dice(), &mut events);
        for sowing in "1:5 0:1 0:3 1:2 1:5 1:1 1:5 1:0 0:2 1:1 0:5 1:0 0:4 1:1 0:5 0:3 1:0".split(' ') {
            let (seat, pit) = sowing.split_once(':').unwrap();
            assert_eq!(board.to_act().first(), Some(Seat(seat.parse().unwrap())), "at {sowing}");
            let action = Action::Sow { pit: pit.parse().unwrap() };
            board.play(board.position.mover, &action, &mut dice(), &mut events);
        }
        assert_eq!(board.stores(), [6, 42]);
        assert_eq!(board.outcome().unwrap().scores(), [-10, 10]);
        let told = told(&events.take());
        assert_eq!(
            told[..4],
            [
                r#"dealt Seat 1 starts {"start":1}"#,
                "turn Seat 1 to move",
                r#"sown Seat 1 sows pit 6 {"pit":5,"stones":4}"#,
                "turn Seat 0 to move",
            ]
        );
        assert_eq!(told.last().unwrap(), r#"settled Seat 1 wins 42 to 6 {"scores":[-10,10],"stores":[6,42]}"#);
    }

    #[test]
    fn from_the_opening_pit_2_ends_in_the_store_and_earns_an_extra_turn() {
        let mut board = board(([4; 6], 0), ([4; 6], 0));
        assert_eq!(
            sow(&mut board, 2),
            [r#"sown Seat 0 sows pit 3 {"pit":2,"stones":4}"#, "extra_turn Seat 0 moves again"]
        );
        assert_eq!(sides(&board), [([4, 4, 0, 5, 5, 5], 1), ([4; 6], 0)]);
        assert_eq!(board.to_act(), Seats::one(Seat(0)));
    }

    #[test]
    fn a_last_stone_in_an_empty_own_pit_captures_the_pit_opposite() {
        let mut board = board(([2, 0, 0, 0, 0, 1], 20), ([0, 0, 0, 4, 1, 0], 20));
        let expected = [
            r#"sown Seat 0 sows pit 1 {"pit":0,"stones":2}"#,
            r#"captured captures 5 stones {"stones":5}"#,
            "turn Seat 1 to move",
        ];
        assert_eq!(sow(&mut board, 0), expected);
        assert_eq!(sides(&board), [([0, 1, 0, 0, 0, 1], 25), ([0, 0, 0, 0, 1, 0], 20)]);
        assert_eq!(board.last, Some(Last { seat: Seat(0), pit: 0, captured: 5 }));
    }

    #[test]
    fn opposite_an_empty_pit_the_last_stone_stays_where_it_is() {
        let mut board = board(([2, 0, 0, 0, 0, 1], 20), ([0, 0, 0, 0, 5, 0], 20));
        assert_eq!(sow(&mut board, 0).last().unwrap(), "turn Seat 1 to move");
        assert_eq!(sides(&board), [([0, 1, 1, 0, 0, 1], 20), ([0, 0, 0, 0, 5, 0], 20)]);
    }

    #[test]
    fn a_lap_of_13_stones_passes_by_the_other_store_and_captures_from_the_emptied_pit() {
        let mut board = board(([0, 13, 0, 0, 0, 1], 10), ([0, 0, 0, 0, 2, 0], 22));
        assert_eq!(sow(&mut board, 1)[1], r#"captured captures 4 stones {"stones":4}"#);
        assert_eq!(sides(&board), [([1, 0, 1, 1, 1, 2], 15), ([1, 1, 1, 1, 0, 1], 22)]);
    }

    #[test]
    fn an_extra_turn_that_empties_a_side_ends_the_game_with_a_sweep() {
        let mut board = board(([0, 0, 0, 0, 0, 1], 20), ([0, 3, 0, 4, 0, 0], 20));
        let expected = [
            r#"sown Seat 0 sows pit 6 {"pit":5,"stones":1}"#,
            r#"swept Seat 1 keeps the 7 stones on its side {"stones":[0,7]}"#,
            r#"settled Seat 1 wins 27 to 21 {"scores":[-10,10],"stores":[21,27]}"#,
        ];
        assert_eq!(sow(&mut board, 5), expected);
        assert!(board.to_act().is_empty());
    }

    #[test]
    fn a_capture_that_empties_the_other_side_ends_the_game_too() {
        let mut board = board(([1, 0, 0, 0, 0, 0], 20), ([0, 0, 0, 0, 4, 0], 23));
        let expected = [
            r#"sown Seat 0 sows pit 1 {"pit":0,"stones":1}"#,
            r#"captured captures 5 stones {"stones":5}"#,
            r#"settled Seat 0 wins 25 to 23 {"scores":[10,-10],"stores":[25,23]}"#,
        ];
        assert_eq!(sow(&mut board, 0), expected);
    }

    #[test]
    fn with_24_each_the_stakes_return() {
        let mut board = board(([0, 0, 0, 0, 0, 1], 23), ([0, 0, 1, 0, 0, 0], 23));
        let told = sow(&mut board, 5);
        assert_eq!(told[1], r#"swept Seat 1 keeps the stone on its side {"stones":[0,1]}"#);
        assert_eq!(told[2], r#"settled A draw, 24 to 24 {"scores":[0,0],"stores":[24,24]}"#);
        assert_eq!(board.outcome().unwrap().seats[1].result, crate::games::MatchResult::Draw);
    }

    #[test]
    fn who_leaves_loses_the_pot_whatever_the_stores_say_and_nothing_is_swept() {
        let mut board = board(([1, 0, 0, 0, 0, 0], 40), ([0, 0, 0, 0, 4, 0], 3));
        let (before, mut events) = (sides(&board), Events::on());
        board.concede(Seat(0), Leave::Forfeited, &mut events);
        assert_eq!(
            told(&events.take()),
            ["forfeited Seat 0 gives up", r#"settled Seat 1 wins {"scores":[-10,10],"stores":[40,3]}"#]
        );
        assert_eq!((sides(&board), board.outcome().unwrap().scores()), (before, vec![-10, 10]));
    }

    /// A board after some random sowings.
    fn random(number: u8, sowings: usize, mut each: impl FnMut(&Position)) -> Mancala {
        let mut dice = Dice::dealer(&Seed::from_bytes([number; 32]));
        let mut board = Mancala::deal(&Setup::new(None, 2, 1), &mut dice, &mut Events::off());
        for _ in 0..sowings {
            let mut legal = Vec::new();
            let Some(seat) = board.to_act().first() else { break };
            board.legal_actions(seat, &mut legal);
            let action = dice.pick(&legal);
            board.play(seat, &action, &mut dice, &mut Events::off());
            each(&board.position);
        }
        board
    }

    /// A sowing as the page tells it, stone by stone.
    fn slowly(position: &Position, pit: u8) -> Position {
        let mut ring: Vec<u8> = [position.own(), position.other()]
            .iter()
            .flat_map(|side| side.pits().into_iter().chain([side.store()]))
            .collect();
        let (mut at, mut hand) = (usize::from(pit), std::mem::take(&mut ring[usize::from(pit)]));
        while hand > 0 {
            at = (at + 1) % 13;
            ring[at] += 1;
            hand -= 1;
        }
        if at < 6 && ring[at] == 1 && ring[12 - at] > 0 {
            ring[6] += 1 + std::mem::take(&mut ring[12 - at]);
            ring[at] = 0;
        }
        let side = |ring: &[u8]| Side::new(ring[..6].try_into().unwrap(), ring[6]);
        let mut next = *position;
        next.sides[position.mover.index()] = side(&ring[..7]);
        next.sides[position.mover.other().index()] = side(&ring[7..]);
        next.mover = if at == 6 { position.mover } else { position.mover.other() };
        next
    }

    #[test]
    fn all_48_stones_lie_on_the_board_at_all_times_where_stone_by_stone_sowing_leaves_them() {
        for number in 0..200 {
            let board = random(number, 1000, |position| {
                assert_eq!(position.sides.map(|side| side.in_pits() + side.store()).iter().sum::<u8>(), 48);
                for pit in position.choices() {
                    let mut fast = *position;
                    fast.sow(pit);
                    assert_eq!(fast, slowly(position, pit), "{position:?}, pit {pit}");
                }
            });
            assert!(board.end.is_some(), "it ends of itself");
        }
    }

    /// The page's definition without pruning, for `seat`.
    fn plain(position: Position, seat: Seat, plies: u32) -> i32 {
        let stores = |sides: [Side; 2]| margin(sides[seat.index()], sides[seat.other().index()]);
        if position.is_over() {
            let margin = stores(position.sides.map(Side::swept));
            return margin + 1000 * margin.signum();
        }
        if plies == 0 {
            return stores(position.sides);
        }
        let values = position.choices().map(|pit| {
            let mut next = position;
            next.sow(pit);
            plain(next, seat, plies - 1)
        });
        if position.mover == seat { values.max().unwrap() } else { values.min().unwrap() }
    }

    #[test]
    fn the_pruned_search_finds_exactly_the_best_moves_of_plain_minimax() {
        for number in 0..40 {
            let position = random(number, usize::from(number), |_| ()).position;
            if position.is_over() {
                continue;
            }
            let pits: Vec<u8> = position.choices().collect();
            let values: Vec<i32> = pits
                .iter()
                .map(|&pit| {
                    let mut next = position;
                    next.sow(pit);
                    plain(next, position.mover, 5)
                })
                .collect();
            let best: Vec<usize> = (0..pits.len()).filter(|&at| values[at] == *values.iter().max().unwrap()).collect();
            let value = |at: usize, floor| position.value_of(pits[at], 5, floor, i32::MAX);
            assert_eq!(best_moves((0..pits.len()).rev(), value), best, "{position:?}: {values:?}");
        }
    }
}
