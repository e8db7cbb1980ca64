//! Unusual endings, one readable match each, kept under `golden/games/endings`: cases that ordinary play rarely
//! reaches. This list is the one place of the harness that names table kinds. The number of each match was found by
//! trying one after another.

use crate::playthroughs::{ending, settings};
use crate::table::{Case, Table, seed};
use insta::assert_snapshot;
use serde_json::Value;
use turnstone_games::{Entry, Leave, MatchResult, Policy, SHIPPED};

struct Ending {
    name: &'static str,
    title: &'static str,
    kind: &'static str,
    seats: usize,
    stacks: &'static [i64],
    play: Play,
    /// The number of the match.
    number: u64,
    /// The condition for the ending.
    shows: fn(&Told) -> bool,
}

#[derive(Clone, Copy)]
enum Play {
    House,
    Random,
    /// Random players that sometimes leave.
    Leaving,
    /// The first legal action that contains one of these texts, in the order of the texts.
    Prefer(&'static [&'static str]),
}

/// A finished match with all its events: ply, kind, label and data.
struct Told {
    table: Table,
    events: Vec<(usize, String, String, Value)>,
}

const TWO: Ending =
    Ending { name: "", title: "", kind: "", seats: 2, stacks: &[], play: Play::Random, number: 0, shows: |_| false };

const ENDINGS: &[Ending] = &[
    Ending {
        name: "blackjack-split-and-double",
        title: "A pair is split and a hand doubled",
        kind: "blackjack-3",
        seats: 1,
        play: Play::House,
        number: 328,
        shows: |reported| reported.count("split") == 1 && reported.count("double") == 1,
        ..TWO
    },
    Ending {
        name: "blackjack-over-at-once",
        title: "A blackjack leaves nothing to decide",
        kind: "blackjack",
        seats: 1,
        number: 10,
        shows: |reported| reported.table.log.is_empty(),
        ..TWO
    },
    Ending {
        name: "holdem-side-pots",
        title: "Unequal stacks make three pots",
        kind: "holdem-ring",
        seats: 4,
        stacks: &[37, 90, 200, 61],
        number: 1,
        shows: |reported| reported.count("pot") == 3,
        ..TWO
    },
    Ending {
        name: "holdem-odd-chips",
        title: "A pot is split and one chip is left over",
        kind: "holdem-ring",
        seats: 3,
        stacks: &[45, 45, 37],
        number: 21,
        shows: |reported| {
            reported.any("pot", |_, pot| pot["shares"][1].is_number() && pot["shares"][0] != pot["shares"][1])
        },
        ..TWO
    },
    Ending {
        name: "holdem-short-all-in",
        title: "An all-in of less than a full raise does not open the betting again",
        kind: "holdem-ring",
        seats: 3,
        stacks: &[34, 200, 200],
        number: 1995,
        shows: |reported| {
            let is_short = |_: &str, raise: &Value| raise["allIn"] == true && raise["by"].as_i64() < Some(10);
            reported.any("raise", is_short)
                && reported.table.log.len() > 6
                && reported.may_only_call()
                && reported.count("shown") == 3
        },
        ..TWO
    },
    Ending {
        name: "holdem-split-pot",
        title: "Equal hands split the pot",
        kind: "holdem-vs-house",
        number: 128,
        shows: |reported| reported.any("pot", |label, _| label.contains("split")),
        ..TWO
    },
    Ending {
        name: "dominoes-blocked",
        title: "A block, and one seat has the fewest pips",
        kind: "dominoes",
        seats: 4,
        number: 2,
        shows: |reported| {
            reported.count("blocked") == 1 && reported.any("settled", |label, _| label.contains("fewest"))
        },
        ..TWO
    },
    Ending {
        name: "dominoes-shared",
        title: "A block, and two seats have equally few pips",
        kind: "dominoes",
        seats: 3,
        number: 252,
        shows: |reported| reported.any("settled", |label, _| label.contains("share")),
        ..TWO
    },
    Ending {
        name: "president-leavers",
        title: "Two seats leave and the others play on",
        kind: "president",
        seats: 6,
        play: Play::Leaving,
        number: 9,
        shows: |reported| reported.count("forfeited") == 2,
        ..TWO
    },
    Ending {
        name: "president-last-card-a-two",
        title: "A seat goes out with a two, and the next one leads",
        kind: "president",
        seats: 4,
        number: 330,
        shows: |reported| reported.any("play", |label, play| label.ends_with(" two") && play["left"] == 0),
        ..TWO
    },
    Ending {
        name: "battleship-auto-after-a-ship",
        title: "One ship is placed by hand, the others by auto, and the fleet is sunk",
        kind: "battleship-vs-house",
        number: 111,
        shows: |reported| {
            let placed: Vec<&str> = reported.labels("placed").collect();
            placed.iter().any(|label| label.contains("Seat 0") && label.contains("1 of 5"))
                && !placed.iter().any(|label| label.contains("Seat 0") && label.contains("2 of 5"))
        },
        ..TWO
    },
    Ending {
        name: "rps-nine-ties",
        title: "Nine tied throws are a draw",
        kind: "rps-vs-house",
        play: Play::Prefer(&["rock"]),
        shows: |reported| reported.count("thrown") == 9 && reported.draw(),
        ..TWO
    },
    Ending {
        name: "rps-won-after-nine",
        title: "One won throw of nine decides",
        kind: "rps-vs-house",
        number: 817,
        shows: |reported| reported.count("thrown") == 9 && !reported.draw(),
        ..TWO
    },
    Ending {
        name: "connect-four-two-lines",
        title: "The last disc completes more than one line",
        kind: "connect-four-vs-house",
        number: 17,
        shows: |reported| reported.pieces() >= 7,
        ..TWO
    },
    Ending {
        name: "tic-tac-toe-ninth-mark",
        title: "The last free cell wins",
        kind: "tic-tac-toe-vs-house",
        shows: |reported| reported.table.log.len() == 9 && reported.pieces() > 0,
        ..TWO
    },
    Ending {
        name: "memory-draw",
        title: "Six pairs each",
        kind: "memory-vs-house",
        play: Play::House,
        number: 3,
        shows: Told::draw,
        ..TWO
    },
    Ending {
        name: "memory-turn-limit",
        title: "A hundred turns without a pair",
        kind: "memory-vs-house",
        play: Play::Prefer(&[r#""cell":0}"#, r#""cell":1}"#]),
        shows: |reported| reported.table.log.len() == 200,
        ..TWO
    },
    Ending {
        name: "minesweeper-late-mine",
        title: "A mine when hardly a safe cell is left",
        kind: "minesweeper-vs-house",
        play: Play::House,
        number: 40,
        shows: |reported| {
            let safe = |data: &Value| data["opened"][0].as_u64().zip(data["opened"][1].as_u64());
            reported.count("exploded") == 1
                && reported.any("settled", |_, data| safe(data).is_some_and(|(a, b)| a + b >= 69))
        },
        ..TWO
    },
    Ending {
        name: "liars-dice-exact",
        title: "The last bid is met exactly",
        kind: "liars-dice-vs-house",
        play: Play::House,
        shows: |reported| {
            let last = |kind| reported.events.iter().rfind(|event| event.1 == kind).map(|event| &event.3);
            let (Some(bid), Some(shown)) = (last("challenged"), last("revealed")) else { return false };
            bid["quantity"] == shown["count"]
        },
        ..TWO
    },
    Ending {
        name: "mancala-sweep-before-extra-turn",
        title: "The last stone falls into the store and leaves the side empty: no further turn",
        kind: "mancala-vs-house",
        number: 5,
        shows: |reported| {
            let last = reported.events.iter().rfind(|event| event.1 == "sown").map(|event| &event.3);
            let sown = last.and_then(|sown| sown["pit"].as_u64().zip(sown["stones"].as_u64()));
            reported.count("swept") == 1 && sown.is_some_and(|(pit, stones)| pit + stones == 6)
        },
        ..TWO
    },
    Ending {
        name: "roulette-zero",
        title: "Zero comes and was bet on",
        kind: "roulette",
        seats: 1,
        number: 151,
        shows: |reported| reported.any("spin", |_, spin| spin["number"] == 0) && reported.won(),
        ..TWO
    },
    Ending {
        name: "roulette-zero-beats-even",
        title: "Zero comes and is not even",
        kind: "roulette",
        seats: 1,
        play: Play::Prefer(&["even"]),
        number: 17,
        shows: |reported| reported.any("spin", |_, spin| spin["number"] == 0),
        ..TWO
    },
    Ending {
        name: "baccarat-natural-tie",
        title: "Two naturals tie",
        kind: "baccarat",
        seats: 1,
        play: Play::Prefer(&["tie"]),
        number: 46,
        shows: |reported| reported.any("coup", |label, _| label.contains("tie at 9")) && reported.count("third") == 0,
        ..TWO
    },
    Ending {
        name: "baccarat-tie-returns-the-bet",
        title: "A tie returns a bet on the banker",
        kind: "baccarat",
        seats: 1,
        play: Play::Prefer(&["banker"]),
        number: 59,
        shows: |reported| reported.draw() && reported.count("third") == 2,
        ..TWO
    },
    Ending {
        name: "video-poker-royal-flush",
        title: "A royal flush is drawn",
        kind: "video-poker",
        seats: 1,
        play: Play::House,
        number: 18248,
        shows: |reported| reported.any("settled", |label, _| label.contains("Royal")),
        ..TWO
    },
];

#[test]
fn endings_are_unchanged() {
    settings("endings").bind(|| {
        for end in ENDINGS {
            let Ending { name, number, .. } = end;
            let reported = end.play(*number);
            let shows = (end.shows)(&reported);
            assert!(shows, "{name}: match {number} does not show it, but {:?} does", end.search());
            assert_snapshot!(*name, ending(&reported.table, end.title));
        }
    });
}

impl Ending {
    /// The first match that meets the condition.
    fn search(&self) -> Option<u64> {
        (0..200_000).find(|&number| (self.shows)(&self.play(number)))
    }

    fn play(&self, number: u64) -> Told {
        let (rules, kind) = SHIPPED.kind(self.kind).expect("it names a table kind");
        let case = Case { rules, kind, seats: self.seats };
        let mut config = serde_json::to_value(case.deal(0).setup).expect("plain data");
        if !self.stacks.is_empty() {
            config["stacks"] = self.stacks.into();
        }
        let setup = serde_json::from_value(config).expect("it was one");
        assert!(rules.allows(&setup), "{setup:?} is a setup of this game");
        let mut reported = Told { table: Table::deal(case, setup, seed(number)), events: Vec::new() };
        reported.hear();
        while !reported.table.is_over() {
            self.step(&mut reported.table);
            reported.hear();
        }
        reported
    }

    fn step(&self, table: &mut Table) {
        match self.play {
            Play::House => table.step(Policy::HOUSE),
            Play::Random => table.step(Policy::Random),
            Play::Leaving => {
                let seat = table.any_seat();
                let leaves = table.whim.below(40) == 0;
                if !leaves || !table.play(seat, Entry::Leave(Leave::Forfeited)) {
                    table.step(Policy::Random);
                }
            }
            Play::Prefer(texts) => {
                let seat = table.any_seat();
                let legal = table.legal(seat);
                let preferred = texts.iter().find_map(|text| legal.iter().position(|action| action.contains(text)));
                assert!(table.play(seat, Entry::Choice(preferred.unwrap_or(0) as u16)), "{table}: it is on the list");
            }
        }
    }
}

impl Told {
    fn hear(&mut self) {
        let data = |data: &str| serde_json::from_str(data).expect("data is JSON");
        let ply = self.table.log.len();
        self.events.extend(self.table.reported.iter().map(|event| {
            let label = event.label.clone().unwrap_or_default();
            (ply, event.kind.to_owned(), label, event.data.as_ref().map_or(Value::Null, |text| data(text.get())))
        }));
    }

    fn count(&self, kind: &str) -> usize {
        self.events.iter().filter(|event| event.1 == kind).count()
    }

    fn labels(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.events.iter().filter(move |event| event.1 == kind).map(|event| event.2.as_str())
    }

    /// Whether an event of the kind has this in its label and data.
    fn any(&self, kind: &str, has: impl Fn(&str, &Value) -> bool) -> bool {
        self.events.iter().any(|event| event.1 == kind && has(&event.2, &event.3))
    }

    /// Whether a seat could only fold or call, although it had more chips and another seat could respond to a raise.
    fn may_only_call(&self) -> bool {
        (0..self.table.log.len()).any(|ply| {
            let (table, seat) = (self.table.again(ply), self.table.log[ply].0);
            let view: Value = serde_json::from_str(&table.view(None, true)).expect("a view is JSON");
            let seats = view["seats"].as_array().map_or(&[][..], Vec::as_slice);
            let chips = |seat: &Value| seat["stack"].as_i64().zip(seat["bet"].as_i64()).map(|(stack, bet)| stack + bet);
            let could_raise = |seat: &&Value| seat["status"] == "in" && chips(seat) > view["currentBet"].as_i64();
            let only_calls = table.legal(seat).len() == 2 && table.legal(seat)[1].contains("call");
            only_calls && could_raise(&&seats[seat.index()]) && seats.iter().filter(could_raise).count() > 1
        })
    }

    fn won(&self) -> bool {
        self.table.outcome().seats[0].result == MatchResult::Win
    }

    fn draw(&self) -> bool {
        self.table.outcome().seats.iter().all(|seat| seat.result == MatchResult::Draw)
    }

    /// The number of winning pieces.
    fn pieces(&self) -> usize {
        self.table.outcome().seats.iter().flat_map(|seat| &seat.winning_pieces).map(Vec::len).max().unwrap_or(0)
    }
}
