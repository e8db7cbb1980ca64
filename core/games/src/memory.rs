//! Memory: twelve pairs lie face down. A turn turns up two cards; a seat keeps a pair and moves again. The seat with
//! most pairs wins the pot of two stakes.

mod encoding;
mod text;

use super::seat::Presence;
use super::two_seats::{SEATS, start_seat, tell_left, tell_to_move, with_more};
use super::{
    About, Audience, BuyIn, Dice, Event, Events, Game, Kind, Leave, NoOptions, Opening, Outcome, PolicyName, Seat,
    Seats, Setup,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The cards on the table, with the data for their settlement.
#[derive(Clone)]
pub(super) struct Memory {
    stake: i64,
    start: Seat,
    mover: Seat,
    symbols: [u8; CARDS],
    /// Taken cards by seat, as sets of cells.
    taken: [u32; 2],
    first: Option<u8>,
    last_turn: Option<Turn>,
    flips: Vec<Flip>,
    idle_turns: u8,
    end: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    /// All pairs are taken, or the limit of turns without a pair is reached.
    Played,
    Left(Seat),
}

const ROWS: u8 = 4;
const COLUMNS: u8 = 6;
const CARDS: usize = 24;
const PAIRS: u8 = 12;
const IDLE_LIMIT: u8 = 100;
/// The most cards that the house keeps in mind in practice.
const SPAN: usize = 4;

/// Turn over one card, 0..=23 row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Action {
    /// Turn over the card in `cell`.
    Flip {
        /// The cell's number.
        cell: u8,
    },
}

/// The view of all seats: a card that was never turned over is hidden from all.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    /// Both seats.
    seats: [SeatView; 2],
    /// The seat that begins.
    start: Seat,
    /// Rows of cards.
    rows: u8,
    /// Cards in a row.
    columns: u8,
    /// By cell: the symbol of a taken card and of the open one; otherwise null. All symbols when over.
    symbols: [Option<u8>; CARDS],
    /// By cell: the seat that took the card, or null.
    taken_by: [Option<Seat>; CARDS],
    /// The open card, or null.
    first_cell: Option<u8>,
    /// The last completed turn; null before.
    last_turn: Option<Turn>,
    /// Every card turned over so far, in order.
    flips: Vec<Flip>,
    /// Turns in a row without a pair.
    idle_turns: u8,
    /// The limit of turns in a row without a pair.
    idle_limit: u8,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SeatView {
    /// The seat's number.
    seat: Seat,
    status: Presence,
    /// The number of its pairs.
    pairs: u8,
}

/// A completed turn.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Turn {
    /// The seat.
    seat: Seat,
    /// The cards, in order.
    cells: [u8; 2],
    /// Their symbols.
    symbols: [u8; 2],
    /// Whether they are a pair.
    #[serde(rename = "match")]
    matched: bool,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
struct Flip {
    /// The seat.
    seat: Seat,
    /// The cell of the card, 0-23.
    cell: u8,
    /// Its symbol, 0-11.
    symbol: u8,
}

/// The phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Phase {
    First,
    Second,
    Over,
}

/// The game's events.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Facts {
    Dealt {
        /// Cards in a row.
        columns: u8,
        /// Rows of cards.
        rows: u8,
        /// The seat that begins.
        start: Seat,
    },
    Flipped {
        /// The cell of the card, 0-23.
        cell: u8,
        /// Its symbol, 0-11.
        symbol: u8,
    },
    Matched {
        /// The two cards.
        cells: [u8; 2],
        /// Pairs by seat.
        pairs: [u8; 2],
        /// Their symbol.
        symbol: u8,
    },
    Missed {
        /// The two cards.
        cells: [u8; 2],
    },
    Settled {
        /// Pairs by seat.
        pairs: [u8; 2],
        /// Chips won or lost, by seat.
        scores: Vec<i64>,
    },
}

impl Game for Memory {
    const ABOUT: About = About {
        id: "memory",
        version: "1",
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "Twelve pairs of cards lie face down in four rows of six. The starting seat is drawn by lot. On your \
                turn you turn over one card and then a second; all viewers see both. If they are equal you keep the \
                pair and go on with a new turn, else both are turned face down again and the other seat is to move. \
                The match is over when all pairs are taken, and the seat with more pairs wins the pot of both stakes; \
                six pairs each is a draw and returns them. A match in which 100 turns in a row bring no pair ends \
                there and is decided in the same way. Cards are numbered 1 to 24, row by row from the top left; in \
                actions and views they count from 0. The list of flips repeats every card that was shown, so nothing \
                needs to be kept in mind. You may give up at any time, on turn or not: the other seat then wins the \
                pot.",
        kinds: &[Kind {
            kind: "memory-vs-house",
            label: "Memory",
            description: "Find twelve pairs among 24 hidden cards, against the house or a member.",
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
        let mut symbols = std::array::from_fn(|card| card as u8 / 2);
        dice.shuffle(&mut symbols);
        events.push(|| {
            Event::of(&Facts::Dealt { columns: COLUMNS, rows: ROWS, start })
                .label(format!("{PAIRS} pairs, seat {start} starts"))
        });
        let table = Self {
            stake: setup.stake,
            start,
            mover: start,
            symbols,
            taken: [0, 0],
            first: None,
            last_turn: None,
            flips: Vec::new(),
            idle_turns: 0,
            end: None,
        };
        tell_to_move(start, events);
        table
    }

    fn to_act(&self) -> Seats {
        if self.end.is_some() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn legal_actions(&self, _seat: Seat, legal: &mut Vec<Action>) {
        let cells = (0..CARDS as u8).filter(|&cell| self.taker(cell).is_none() && self.first != Some(cell));
        legal.extend(cells.map(|cell| Action::Flip { cell }));
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Flip { cell } = *action;
        let symbol = self.symbol(cell);
        self.flips.push(Flip { seat, cell, symbol });
        events.push(|| {
            Event::of(&Facts::Flipped { cell, symbol })
                .seat(seat)
                .label(format!("Seat {seat} turns over card {}", cell + 1))
        });
        match self.first.take() {
            None => self.first = Some(cell),
            Some(first) => self.complete_turn([first, cell], events),
        }
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.end = Some(End::Left(seat));
        tell_left(seat, how, events);
        self.tell_settled(events);
    }

    fn phase(&self) -> Phase {
        match (self.end, self.first) {
            (Some(_), _) => Phase::Over,
            (None, Some(_)) => Phase::Second,
            (None, None) => Phase::First,
        }
    }

    fn view(&self, audience: Audience) -> View {
        let all_shown = self.end.is_some() && !audience.sealed;
        let shown = |cell: u8| all_shown || self.taker(cell).is_some() || self.first == Some(cell);
        let status = |seat| Presence::unless(matches!(self.end, Some(End::Left(left)) if left == seat));
        View {
            seats: SEATS.map(|seat| SeatView { seat, status: status(seat), pairs: self.pairs(seat) }),
            start: self.start,
            rows: ROWS,
            columns: COLUMNS,
            symbols: std::array::from_fn(|cell| shown(cell as u8).then(|| self.symbols[cell])),
            taken_by: std::array::from_fn(|cell| self.taker(cell as u8)),
            first_cell: self.first,
            last_turn: self.last_turn,
            flips: self.flips.clone(),
            idle_turns: self.idle_turns,
            idle_limit: IDLE_LIMIT,
        }
    }

    /// Shuffle the cards that have never been turned over.
    fn exchange_hidden(&mut self, _viewer: Option<Seat>, dice: &mut Dice) {
        let was_up = |cell: &usize| self.flips.iter().any(|flip| usize::from(flip.cell) == *cell);
        let unseen: Vec<usize> = (0..CARDS).filter(|cell| !was_up(cell)).collect();
        let mut symbols: Vec<u8> = unseen.iter().map(|&cell| self.symbols[cell]).collect();
        dice.shuffle(&mut symbols);
        for (cell, symbol) in unseen.into_iter().zip(symbols) {
            self.symbols[cell] = symbol;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.winner(self.end?);
        let outcome = Outcome::duel(winner, self.stake);
        Some(match winner {
            Some(seat) if self.pairs(seat) > 0 => outcome.with_winning_pieces(seat, self.cells_of(seat)),
            Some(_) | None => outcome,
        })
    }

    /// It forgets nothing: other members may be programs that do not, either.
    fn house(_seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        with_known(&view.known(CARDS), view, legal, dice)
    }

    /// It keeps in mind as many cards as a person does.
    fn house_in_practice(_seat: Seat, view: &View, legal: &[Action], dice: &mut Dice) -> usize {
        with_known(&view.known(SPAN), view, legal, dice)
    }
}

/// Takes every pair of which it knows both cards, otherwise turns a card that it does not know.
fn with_known(known: &[Option<u8>; CARDS], view: &View, legal: &[Action], dice: &mut Dice) -> usize {
    let symbol_at = |at: &usize| known[legal[*at].index()];
    let makes_a_pair = |at: &usize| match view.first_cell {
        Some(first) => symbol_at(at) == known[usize::from(first)],
        None => symbol_at(at).is_some() && known.iter().filter(|&&symbol| symbol == symbol_at(at)).count() > 1,
    };
    if let Some(at) = (0..legal.len()).find(makes_a_pair) {
        return at;
    }
    let unknown: Vec<usize> = (0..legal.len()).filter(|at| symbol_at(at).is_none()).collect();
    if unknown.is_empty() { dice.index(legal.len()) } else { dice.pick(&unknown) }
}

impl View {
    /// By cell: the symbols of the cards that were turned over last and not taken. At most `most` of them.
    fn known(&self, most: usize) -> [Option<u8>; CARDS] {
        let mut known = [None; CARDS];
        let mut left = most;
        for flip in self.flips.iter().rev().filter(|flip| self.taken_by[usize::from(flip.cell)].is_none()) {
            let card = &mut known[usize::from(flip.cell)];
            if card.is_none() && left > 0 {
                left -= 1;
                *card = Some(flip.symbol);
            }
        }
        known
    }
}

impl Memory {
    const fn symbol(&self, cell: u8) -> u8 {
        self.symbols[cell as usize]
    }

    fn taker(&self, cell: u8) -> Option<Seat> {
        SEATS.into_iter().find(|seat| self.taken[seat.index()] >> cell & 1 == 1)
    }

    const fn pairs(&self, seat: Seat) -> u8 {
        self.taken[seat.index()].count_ones() as u8 / 2
    }

    fn cells_of(&self, seat: Seat) -> Vec<u8> {
        (0..CARDS as u8).filter(|&cell| self.taker(cell) == Some(seat)).collect()
    }

    fn complete_turn(&mut self, cells: [u8; 2], events: &mut Events) {
        let symbols = cells.map(|cell| self.symbol(cell));
        let matched = symbols[0] == symbols[1];
        self.last_turn = Some(Turn { seat: self.mover, cells, symbols, matched });
        if matched {
            self.take(cells, events);
        } else {
            self.miss(cells, events)
        }
        let all_taken = self.pairs(Seat(0)) + self.pairs(Seat(1)) == PAIRS;
        if all_taken || self.idle_turns == IDLE_LIMIT {
            self.end = Some(End::Played);
            self.tell_settled(events);
        } else if !matched {
            tell_to_move(self.mover, events);
        }
    }

    fn take(&mut self, cells: [u8; 2], events: &mut Events) {
        let seat = self.mover;
        self.idle_turns = 0;
        self.taken[seat.index()] |= 1 << cells[0] | 1 << cells[1];
        let pairs = self.pairs_by_seat();
        let symbol = self.symbol(cells[0]);
        events.push(|| {
            Event::of(&Facts::Matched { cells, pairs, symbol }).seat(seat).label(format!("A pair for seat {seat}"))
        });
    }

    fn miss(&mut self, cells: [u8; 2], events: &mut Events) {
        let seat = self.mover;
        self.idle_turns += 1;
        self.mover = seat.other();
        events.push(|| Event::of(&Facts::Missed { cells }).seat(seat).label("No pair"));
    }

    const fn pairs_by_seat(&self) -> [u8; 2] {
        [self.pairs(Seat(0)), self.pairs(Seat(1))]
    }

    fn winner(&self, end: End) -> Option<Seat> {
        match end {
            End::Left(left) => Some(left.other()),
            End::Played => with_more(self.pairs_by_seat()),
        }
    }

    fn tell_settled(&self, events: &mut Events) {
        let Some(end) = self.end else { return };
        events.push(|| {
            let winner = self.winner(end);
            let label = match (end, winner) {
                (End::Played, Some(seat)) => {
                    format!("Seat {seat} wins {} to {}", self.pairs(seat), self.pairs(seat.other()))
                }
                (End::Played, None) => format!("A draw, {0} to {0}", self.pairs(Seat(0))),
                (End::Left(left), _) => format!("Seat {} wins", left.other()),
            };
            let scores = Outcome::duel(winner, self.stake).scores();
            Event::of(&Facts::Settled { pairs: self.pairs_by_seat(), scores }).seat(winner).label(label)
        });
    }
}

impl Action {
    const fn index(self) -> usize {
        let Self::Flip { cell } = self;
        cell as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn dealt() -> (Memory, Dice) {
        let seed = Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap();
        let mut dice = Dice::dealer(&seed);
        let setup = Setup::new(Memory::ABOUT.kinds.first(), 2, 10);
        let game = Memory::deal(&setup, &mut dice, &mut Events::off());
        (game, dice)
    }

    /// Turn over the cells one after another, with the seat to move, and return the events' labels.
    fn flip(game: &mut Memory, dice: &mut Dice, cells: &[u8]) -> Vec<String> {
        let mut events = Events::on();
        for &cell in cells {
            game.play(game.mover, &Action::Flip { cell }, dice, &mut events);
        }
        events.take().into_iter().filter_map(|event| event.label).collect()
    }

    fn legal(game: &Memory) -> Vec<usize> {
        let mut legal = Vec::new();
        game.legal_actions(game.mover, &mut legal);
        legal.into_iter().map(Action::index).collect()
    }

    #[test]
    fn the_worked_example_deals_and_begins_as_in_the_rules() {
        let (mut game, mut dice) = dealt();
        assert_eq!(game.start, Seat(1));
        assert_eq!(game.symbols, [3, 4, 2, 6, 10, 3, 6, 10, 5, 9, 11, 2, 7, 4, 0, 9, 1, 1, 11, 0, 5, 8, 7, 8]);
        let labels = flip(&mut game, &mut dice, &[12, 0]);
        assert_eq!(labels, ["Seat 1 turns over card 13", "Seat 1 turns over card 1", "No pair", "Seat 0 to move"]);
    }

    #[test]
    fn a_pair_is_kept_and_its_seat_moves_again() {
        let (mut game, mut dice) = dealt();
        let labels = flip(&mut game, &mut dice, &[0, 5]);
        assert_eq!(labels, ["Seat 1 turns over card 1", "Seat 1 turns over card 6", "A pair for seat 1"]);
        assert_eq!((game.mover, game.pairs_by_seat()), (Seat(1), [0, 1]));
        assert!(!legal(&game).contains(&0) && !legal(&game).contains(&5));
    }

    #[test]
    fn the_open_card_cannot_be_turned_again() {
        let (mut game, mut dice) = dealt();
        flip(&mut game, &mut dice, &[7]);
        assert!(!legal(&game).contains(&7));
        flip(&mut game, &mut dice, &[8]);
        assert!(legal(&game).contains(&7) && legal(&game).contains(&8));
    }

    #[test]
    fn a_hundred_turns_without_a_pair_end_the_match() {
        let (mut game, mut dice) = dealt();
        for turn in 0..100 {
            assert!(game.outcome().is_none(), "turn {turn}");
            flip(&mut game, &mut dice, &[0, 1]);
        }
        assert_eq!(game.outcome().unwrap().scores(), [0, 0]);
        assert_eq!(game.view(Audience::SPECTATOR).idle_turns, 100);
    }

    #[test]
    fn a_pair_resets_the_count_of_idle_turns() {
        let (mut game, mut dice) = dealt();
        flip(&mut game, &mut dice, &[0, 1, 2, 3, 0, 5]);
        assert_eq!(game.view(Audience::SPECTATOR).idle_turns, 0);
    }

    #[test]
    fn seven_pairs_do_not_end_the_match_and_all_twelve_do() {
        let (mut game, mut dice) = dealt();
        let mut pairs = (0..PAIRS)
            .map(|symbol| -> Vec<u8> { (0..CARDS as u8).filter(|&cell| dealt().0.symbol(cell) == symbol).collect() });
        for pair in pairs.by_ref().take(11) {
            flip(&mut game, &mut dice, &pair);
            assert!(game.outcome().is_none());
        }
        let labels = flip(&mut game, &mut dice, &pairs.next().unwrap());
        assert_eq!(labels.last().unwrap(), "Seat 1 wins 12 to 0");
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.seats[1].winning_pieces, Some((0..24).collect()));
        assert_eq!(outcome.seats[0].winning_pieces, None);
    }

    #[test]
    fn giving_up_between_two_flips_leaves_the_card_up_and_a_seal_keeps_the_others_down() {
        let (mut game, mut dice) = dealt();
        flip(&mut game, &mut dice, &[14]);
        game.concede(Seat(1), Leave::Forfeited, &mut Events::off());
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.scores(), [10, -10]);
        assert_eq!(outcome.seats[0].winning_pieces, None, "no request was accepted");
        assert!(game.view(Audience::SPECTATOR).symbols.iter().all(Option::is_some));
        let sealed = game.view(Audience { seat: Some(Seat(0)), sealed: true });
        let up: Vec<usize> = (0..CARDS).filter(|&cell| sealed.symbols[cell].is_some()).collect();
        assert_eq!((up, sealed.first_cell), (vec![14], Some(14)));
    }
}
