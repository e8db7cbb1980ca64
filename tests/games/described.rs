//! Observations compared with views, part by part, as a reader of the published description computes them.

use crate::table::{Case, Table};
use serde_json::Value;
use turnstone_games::{Policy, SHIPPED, Seat, Seats};

/// The number of random matches of each case.
const MATCHES: u64 = 8;

/// A position as one seat sees it: its view and its observation.
struct Seen<'a> {
    who: String,
    table: &'a Table,
    seat: usize,
    seats: usize,
    view: Value,
    numbers: Vec<f32>,
}

impl Seen<'_> {
    /// The numbers of a part.
    fn part(&self, name: &str) -> &[f32] {
        let mut from = 0;
        for part in self.table.case.rules.encoding().parts() {
            if part.name == name {
                return &self.numbers[from..from + part.len()];
            }
            from += part.len();
        }
        panic!("{}: there is no part {name}", self.who);
    }

    /// The entries of the view's seats, the own one first.
    fn around(&self) -> impl Iterator<Item = &Value> {
        (0..self.seats).map(|step| &self.view["seats"][(self.seat + step) % self.seats])
    }

    /// By seat, the own one first, and by item of a list of the view: whether it is the number of the seat.
    fn owned(&self, list: &str) -> Vec<f32> {
        let items = self.view[list].as_array().unwrap();
        let owners = (0..self.seats).map(|step| (self.seat + step) % self.seats);
        owners.flat_map(|owner| items.iter().map(move |item| flag(*item == owner))).collect()
    }

    #[track_caller]
    fn is(&self, name: &str, expected: &[f32]) {
        assert_eq!(self.part(name), expected, "{}: {name} of {}", self.who, self.view);
    }
}

fn flag(on: bool) -> f32 {
    f32::from(u8::from(on))
}

/// One number a value: 1 at the value, if it is a number.
fn one_of(value: &Value, among: usize) -> Vec<f32> {
    (0..among).map(|at| flag(value.as_u64() == Some(at as u64))).collect()
}

/// One number an index: 1 at each of the indices.
fn all_of(indices: impl IntoIterator<Item = usize>, among: usize) -> Vec<f32> {
    let mut numbers = vec![0.0; among];
    indices.into_iter().for_each(|index| numbers[index] = 1.0);
    numbers
}

fn shares<'a>(values: impl IntoIterator<Item = &'a Value>, of: f32) -> Vec<f32> {
    values.into_iter().map(|value| value.as_f64().unwrap() as f32 / of).collect()
}

/// The items of a list; none for null.
fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// The id of a card by its text.
fn card(text: &Value) -> usize {
    let text = text.as_str().unwrap();
    13 * "cdhs".find(&text[1..]).unwrap() + rank(text)
}

fn rank(text: &str) -> usize {
    "23456789TJQKA".find(&text[..1]).unwrap()
}

/// Every position of random matches of a game, as each seat sees it.
fn look_at(game: &str, check: impl Fn(&Seen)) {
    for case in Case::of(SHIPPED.newest(game).unwrap()) {
        for number in 0..MATCHES {
            let mut table = case.deal(number);
            look(&table, &check);
            table.play_out(Policy::Random, |table| look(table, &check));
        }
    }
}

fn look(table: &Table, check: &impl Fn(&Seen)) {
    let seats = table.case.seats;
    for seat in Seats::all(seats).iter().map(Seat::index) {
        let view = serde_json::from_str(&table.view(Some(Seat::at(seat)), false)).unwrap();
        let mut numbers = vec![0.0; table.case.rules.encoding().observation_len()];
        table.live.observe(Seat::at(seat), &mut numbers);
        check(&Seen { who: format!("{table}, seat {seat}"), table, seat, seats, view, numbers });
    }
}

#[test]
fn boards() {
    for (game, part, cells) in [("tic-tac-toe", "marks", 9), ("connect-four", "discs", 42)] {
        look_at(game, |seen| {
            seen.is(part, &seen.owned("board"));
            seen.is("last", &one_of(&seen.view["lastCell"], cells));
            seen.is("starts", &[flag(seen.view["start"] == seen.seat)]);
        });
    }
}

#[test]
fn mancala() {
    look_at("mancala", |seen| {
        let stones = seen.around().flat_map(|seat| items(&seat["pits"]).iter().chain([&seat["store"]]));
        seen.is("stones", &shares(stones, 48.0));
    });
}

#[test]
fn liars_dice() {
    look_at("liars-dice", |seen| {
        let count = |dice: &Value, face: u64| items(dice).iter().filter(|die| die.as_u64() == Some(face)).count();
        let hand: Vec<f32> = (1..=6).map(|face| count(&seen.view["hand"], face) as f32 / 5.0).collect();
        seen.is("hand", &hand);
        seen.is("dice", &shares(seen.around().map(|seat| &seat["dice"]), 5.0));
        let index = |bid: &Value| {
            let face = bid["face"].as_u64().unwrap();
            6 * (bid["quantity"].as_u64().unwrap() - 1) + if face == 1 { 5 } else { face - 2 }
        };
        let bids = items(&seen.view["bids"]).iter();
        let places = bids.map(|bid| index(bid) as usize + if bid["seat"] == seen.seat { 0 } else { 60 });
        seen.is("bids", &all_of(places, 120));
    });
}

#[test]
fn battleship() {
    look_at("battleship", |seen| {
        let marks = |seat: &Value, mark: &str| -> Vec<f32> {
            items(&seat["grid"]).iter().map(|shot| flag(*shot == mark)).collect()
        };
        let grids: Vec<f32> =
            seen.around().flat_map(|seat| ["miss", "hit", "sunk"].map(|mark| marks(seat, mark)).concat()).collect();
        seen.is("grids", &grids);
        let mut fleet = vec![0.0; 100];
        for ship in items(&seen.view["ships"]) {
            let number = (ship["ship"].as_f64().unwrap() as f32 + 1.0) / 5.0;
            items(&ship["cells"]).iter().for_each(|cell| fleet[cell.as_u64().unwrap() as usize] = number);
        }
        seen.is("fleet", &fleet);
    });
}

#[test]
fn memory_and_minesweeper() {
    look_at("memory", |seen| {
        seen.is("taken", &seen.owned("takenBy"));
        seen.is("open", &one_of(&seen.view["firstCell"], 24));
        let known = |cell: usize| -> Value {
            let flip = items(&seen.view["flips"]).iter().find(|flip| flip["cell"] == cell);
            flip.map_or_else(|| seen.view["symbols"][cell].clone(), |flip| flip["symbol"].clone())
        };
        let symbols: Vec<f32> = (0..24).flat_map(|cell| one_of(&known(cell), 12)).collect();
        seen.is("symbols", &symbols);
    });
    look_at("minesweeper", |seen| {
        seen.is("opened", &seen.owned("openedBy"));
        let cells = items(&seen.view["cells"]);
        let numbers: Vec<f32> = (0..9).flat_map(|n| cells.iter().map(move |cell| flag(*cell == n))).collect();
        seen.is("numbers", &numbers);
    });
}

#[test]
fn hold_em() {
    for game in ["holdem", "holdem-ring"] {
        look_at(game, |seen| {
            seen.is("hand", &all_of(items(&seen.view["hand"]).iter().map(card), 52));
            seen.is("board", &all_of(items(&seen.view["board"]).iter().map(card), 52));
            let chips = |seat: &Value, field: &str| seat[field].as_f64().unwrap() as f32;
            let all: f32 = seen.around().map(|seat| chips(seat, "stack") + chips(seat, "put")).sum();
            for (at, seat) in seen.around().enumerate() {
                let numbers = &seen.part("seats")[14 * at..14 * (at + 1)];
                let expected = ["stack", "bet", "put"].map(|field| chips(seat, field) / all);
                assert_eq!((numbers[0], &numbers[1..4]), (1.0, &expected[..]), "{}: seat {at} after it", seen.who);
                let status = ["in", "folded", "all-in", "left"].map(|status| flag(seat["status"] == status));
                assert_eq!(numbers[4..8], status, "{}: seat {at} after it", seen.who);
            }
            assert!(seen.part("seats")[14 * seen.seats..].iter().all(|number| *number == 0.0), "{}", seen.who);
        });
    }
}

#[test]
fn president() {
    look_at("president", |seen| {
        // The ranks from 3 to ace, then 2.
        let power = |text: &Value| (rank(text.as_str().unwrap()) + 12) % 13;
        let mut held = [0; 13];
        items(&seen.view["hand"]).iter().for_each(|card| held[power(card)] += 1);
        let hand: Vec<f32> = held.iter().flat_map(|&held| (0..4).map(move |at| flag(at < held))).collect();
        seen.is("hand", &hand);
        for (at, seat) in seen.around().enumerate() {
            let numbers = &seen.part("seats")[7 * at..7 * (at + 1)];
            let status = ["in", "out", "left"].map(|status| flag(seat["status"] == status));
            assert_eq!(numbers[1..4], status, "{}: seat {at} after it", seen.who);
            assert_eq!(numbers[5], seat["count"].as_f64().unwrap() as f32 / 18.0, "{}: seat {at} after it", seen.who);
        }
    });
}

#[test]
fn dominoes() {
    look_at("dominoes", |seen| {
        let ids: Vec<String> = (0..7).flat_map(|low| (low..7).map(move |high| format!("{low}-{high}"))).collect();
        let id = |tile: &Value| ids.iter().position(|id| *tile == **id).unwrap();
        seen.is("hand", &all_of(items(&seen.view["hand"]).iter().map(id), 28));
        let ends = &seen.view["ends"];
        seen.is("ends", &[one_of(&ends[0], 7), one_of(&ends[1], 7)].concat());
        for (at, seat) in seen.around().enumerate() {
            let numbers = &seen.part("seats")[10 * at..10 * (at + 1)];
            assert_eq!(numbers[2], seat["tiles"].as_f64().unwrap() as f32 / 28.0, "{}: seat {at} after it", seen.who);
            let lacks = items(&seat["lacks"]).iter().map(|number| number.as_u64().unwrap() as usize);
            assert_eq!(numbers[3..], all_of(lacks, 7), "{}: seat {at} after it", seen.who);
        }
    });
}

#[test]
fn games_against_the_bank() {
    look_at("video-poker", |seen| {
        let cards = items(&seen.view["hand"]).iter();
        let hand: Vec<f32> = cards
            .flat_map(|text| [one_of(&(card(text) % 13).into(), 13), one_of(&(card(text) / 13).into(), 4)])
            .flatten()
            .collect();
        seen.is("hand", &hand);
    });
    look_at("blackjack", |seen| {
        let round = seen.view["round"].as_u64().unwrap() as usize;
        let dealer = &seen.view["rounds"][round]["dealer"];
        seen.is("dealerValue", &[dealer["total"].as_f64().unwrap() as f32 / 31.0, flag(dealer["soft"] == true)]);
        seen.is("active", &one_of(&seen.view["hand"], 2));
    });
    look_at("baccarat", |seen| seen.is("winner", &word(&seen.view["winner"], ["player", "banker", "tie"])));
    look_at("roulette", |seen| seen.is("number", &one_of(&seen.view["number"], 37)));
    look_at("rps", |seen| seen.is("chosen", &word(&seen.view["hand"], ["rock", "paper", "scissors"])));
}

fn word<const N: usize>(value: &Value, words: [&str; N]) -> Vec<f32> {
    words.iter().map(|word| flag(*value == **word)).collect()
}
