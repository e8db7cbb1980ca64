//! The fixed encodings of actions and observations.

use crate::hidden::{DEALS, alike, deal, play_the_same};
use crate::table::{Case, Table, whim};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnstone_games::{Audience, Dice, Entry, Leave, Policy, SHIPPED, Seat, Seats};

/// The number of random matches of each case.
const MATCHES: u64 = 24;
/// One in this many plies is a seat that leaves, if it may.
const LEAVES: u32 = 40;
/// The number of pairs of deals that are played for each viewer.
const PAIRS: usize = 6;

/// Pass positions of random matches, from the deal to the end, to `look`. In some of them seats leave, and matches of
/// games with stacks begin with unequal ones.
fn positions(case: Case, mut look: impl FnMut(&Table)) {
    for number in 0..MATCHES {
        let mut table = with_stacks(case, number).unwrap_or_else(|| case.deal(number));
        look(&table);
        while !table.is_over() {
            let seat = table.any_seat();
            if number % 2 == 1 && table.whim.below(LEAVES) == 0 && table.live.may_concede(seat) {
                assert!(table.play(seat, Entry::Leave(Leave::Forfeited)));
            } else {
                table.step(Policy::Random);
            }
            look(&table);
        }
    }
}

/// The match with this number, with unequal stacks if its game has stacks and the number is a multiple of three.
fn with_stacks(case: Case, number: u64) -> Option<Table> {
    let table = case.deal(number);
    let mut config = serde_json::to_value(&table.setup).unwrap();
    let blind = config["bigBlind"].as_i64().filter(|_| number.is_multiple_of(3))?;
    let mut dice = Dice::new(&table.seed, 7);
    config["stacks"] = (0..case.seats).map(|_| blind + i64::from(dice.below(400))).collect();
    let setup = serde_json::from_value(config).unwrap();
    assert!(case.rules.allows(&setup), "{case}: {setup:?}");
    Some(Table::deal(case, setup, table.seed))
}

fn observation(table: &Table, seat: Seat) -> Vec<f32> {
    // Every number is written, whatever was there before.
    let mut numbers = vec![f32::NAN; table.case.rules.encoding().observation_len()];
    table.live.observe(seat, &mut numbers);
    numbers
}

/// The observation as planes; none if the game has no board.
fn planes(table: &Table, seat: Seat) -> Vec<f32> {
    let (numbers, planes) = (observation(table, seat), table.case.rules.encoding().planes());
    planes.map_or(Vec::new(), |planes| planes.sources.into_iter().map(|source| numbers[usize::from(source)]).collect())
}

#[test]
fn every_legal_action_has_its_own_index_and_is_found_by_it() {
    for case in Case::all() {
        let size = case.rules.encoding().actions;
        positions(case, |table| {
            for seat in Seats::all(case.seats).iter() {
                let (legal, indices) = (table.legal(seat), table.live.encoded_actions(seat));
                assert_eq!(legal.len(), indices.len(), "{table}: an index for each action");
                let by_index: BTreeMap<u16, &String> = indices.iter().copied().zip(&legal).collect();
                assert_eq!(by_index.len(), legal.len(), "{table}: {indices:?} has an index twice");
                assert!(indices.iter().all(|&index| usize::from(index) < size), "{table}: {indices:?}, size {size}");
                for (choice, index) in indices.iter().enumerate() {
                    let found = table.live.choice_at(seat, *index);
                    assert_eq!(found, Some(choice as u16), "{table}: {} at {index}", legal[choice]);
                }
                let others = (0..size as u16 + 2).filter(|index| !by_index.contains_key(index));
                assert!(others.into_iter().all(|index| table.live.choice_at(seat, index).is_none()), "{table}");
            }
        });
    }
}

/// An index keeps its meaning in all matches: it stands for one action, apart from what the text of the game says about
/// totals, suits and ships.
#[test]
fn an_index_keeps_its_meaning() {
    for case in Case::all() {
        let mut meanings: BTreeMap<u16, Value> = BTreeMap::new();
        positions(case, |table| {
            for seat in table.live.to_act().iter() {
                for (action, index) in table.legal(seat).iter().zip(table.live.encoded_actions(seat)) {
                    let meaning = meaning(serde_json::from_str(action).unwrap());
                    let known = meanings.entry(index).or_insert_with(|| meaning.clone());
                    assert_eq!(*known, meaning, "{table}: index {index}");
                }
            }
        });
        assert!(meanings.len() > 1, "{case}: no action was seen");
    }
}

/// An action without what depends on the position: the total of a raise, the suits of a set, the number of a ship.
fn meaning(mut action: Value) -> Value {
    let fields = action.as_object_mut().unwrap();
    fields.remove("to");
    fields.remove("ship");
    if let Some(cards) = fields.get_mut("cards") {
        let ranks = cards.as_array().unwrap().iter().map(|card| card.as_str().unwrap()[..1].to_owned());
        *cards = ranks.collect();
    }
    action
}

/// A player on a server has the view and the legal actions as JSON.
#[test]
fn what_a_seat_is_shown_has_the_encoding_of_the_match() {
    for case in Case::all() {
        positions(case, |table| {
            for seat in Seats::all(case.seats).iter() {
                let view = serde_json::from_str(table.live.view(Audience::of(seat)).get()).unwrap();
                let legal: Vec<Value> =
                    table.legal(seat).iter().map(|action| serde_json::from_str(action).unwrap()).collect();
                let encoded = case.rules.encode(&view, seat, &legal).expect("a view of this game");
                assert_eq!(encoded.observation, observation(table, seat), "{table}: {view}");
                assert_eq!(encoded.actions, table.live.encoded_actions(seat), "{table}: {view}");
            }
        });
        assert_eq!(case.rules.encode(&json!({}), Seat(0), &[]), None, "{case}");
    }
}

#[test]
fn an_observation_has_a_constant_size_and_numbers_from_0_to_1() {
    for case in Case::all() {
        let encoding = case.rules.encoding();
        let mut used = vec![false; encoding.observation_len()];
        positions(case, |table| {
            for seat in Seats::all(case.seats).iter() {
                let numbers = observation(table, seat);
                assert!(numbers.iter().all(|number| (0.0..=1.0).contains(number)), "{table}: {numbers:?}");
                let turn = f32::from(u8::from(table.live.to_act().contains(seat)));
                assert_eq!(numbers.last(), Some(&turn), "{table}: the turn of seat {seat}");
                used.iter_mut().zip(&numbers).for_each(|(used, number)| *used |= *number > 0.0);
            }
        });
        let mut from = 0;
        for part in encoding.parts() {
            let until = from + part.len();
            assert!(used[from..until].contains(&true), "{case}: {} is never above 0", part.name);
            from = until;
        }
        assert_eq!(from, encoding.observation_len(), "{case}");
    }
}

/// A view determines the observation; nearly always the converse is true, too. A view of a running match is taken as a
/// learner needs it: suits where they do not count, and the order of facts that have none, may be equal.
#[test]
fn equal_views_give_equal_observations_and_different_views_mostly_different_ones() {
    for case in Case::all() {
        let (mut by_view, mut by_observation) = (BTreeMap::new(), BTreeMap::new());
        // The same setup for all matches: the stake is in some views, and in no observation.
        for number in 0..MATCHES {
            let mut table = deal(case, number);
            while !table.is_over() {
                for seat in Seats::all(case.seats).iter() {
                    let bits: Vec<u32> = observation(&table, seat).into_iter().map(f32::to_bits).collect();
                    let view = format!("{seat} {}", table.view(Some(seat), false));
                    let known = by_view.entry(view.clone()).or_insert_with(|| bits.clone());
                    assert_eq!(*known, bits, "{table}: one view, two observations");
                    by_observation.entry((seat, bits)).or_insert(view);
                }
                table.step(Policy::Random);
            }
        }
        let (views, observations) = (by_view.len(), by_observation.len());
        assert!(observations * 10 >= views * 9, "{case}: {observations} observations of {views} views");
    }
}

#[test]
fn worlds_that_a_seat_cannot_tell_apart_give_equal_observations_planes_and_masks() {
    let mut compared = 0;
    for case in Case::all() {
        let deals: Vec<Table> = (0..DEALS / 5).map(|number| deal(case, number)).collect();
        for viewer in Seats::all(case.seats).iter() {
            for (one, other) in alike(&deals, Some(viewer)).into_iter().take(PAIRS) {
                let (mut one, mut other) = (deals[one].again(0), deals[other].again(0));
                let mut whim = whim(&one.seed);
                while one.view(Some(viewer), true) == other.view(Some(viewer), true) && !one.is_over() {
                    look_alike(viewer, &one, &other);
                    compared += 1;
                    let seat = one.any_seat();
                    if !play_the_same(&mut one, &mut other, seat, &mut whim) {
                        break;
                    }
                }
            }
        }
        for number in 0..MATCHES {
            compared += exchanged_positions(case, number);
        }
    }
    assert!(compared > 4_000, "only {compared} positions were compared");
}

/// A position of a match, compared with the same in which everything that a seat cannot know is redrawn. Returns the number
/// of comparisons.
fn exchanged_positions(case: Case, number: u64) -> usize {
    let mut whole = case.deal(number);
    whole.play_out(Policy::Random, |_| ());
    let mut dice = Dice::new(&whole.seed, 1 << 34);
    if whole.log.is_empty() {
        return 0;
    }
    let plies = dice.index(whole.log.len());
    for viewer in Seats::all(case.seats).iter() {
        let (one, mut other) = (whole.again(plies), whole.again(plies));
        other.live.exchange_hidden(Some(viewer), &mut dice);
        assert_eq!(one.view(Some(viewer), false), other.view(Some(viewer), false), "{one}: seat {viewer}");
        look_alike(viewer, &one, &other);
    }
    case.seats
}

fn look_alike(viewer: Seat, one: &Table, other: &Table) {
    let who = format!("{one}, against seed {}, seat {viewer}", other.seed.to_hex());
    assert_eq!(observation(one, viewer), observation(other, viewer), "{who}: the observation");
    assert_eq!(planes(one, viewer), planes(other, viewer), "{who}: the planes");
    assert_eq!(one.live.encoded_actions(viewer), other.live.encoded_actions(viewer), "{who}: the mask");
}

#[test]
fn a_fork_continues_on_its_own() {
    for case in Case::all() {
        let table = case.deal(5);
        let before = table.view(None, false);
        let mut forks: Vec<_> = (0..2).map(|_| table.live.fork()).collect();
        let plies: Vec<usize> = forks.iter_mut().map(|fork| fork.play_out(&mut Dice::new(&table.seed, 9))).collect();
        assert_eq!(plies[0], plies[1], "{table}: the same random players");
        assert_eq!(table.view(None, false), before, "{table}: a fork changed its origin");
        let ends = forks.iter().map(|fork| (fork.view(Audience::SPECTATOR).get().to_owned(), fork.outcome()));
        let ends: Vec<_> = ends.collect();
        assert!(ends[0] == ends[1] && ends[0].1.is_some(), "{table}: two forks ended differently");
    }
}

#[test]
fn encodings_are_described() {
    for rules in SHIPPED.all() {
        let (id, encoding) = (rules.about().id, rules.encoding());
        let mut names: Vec<&str> = encoding.parts().map(|part| part.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|one, next| one < next), "{id}: {names:?} has a name twice");
        assert!(!encoding.action_text.is_empty() && !encoding.omitted.is_empty(), "{id}: texts");
        assert!(encoding.parts().all(|part| !part.is_empty() && part.text.ends_with('.')), "{id}: parts");
    }
}

#[test]
fn planes_are_the_numbers_of_the_observation_for_each_cell_of_the_board() {
    let mut boards = Vec::new();
    for rules in SHIPPED.all() {
        let (id, encoding) = (rules.about().id, rules.encoding());
        let Some(planes) = encoding.planes() else { continue };
        assert_eq!(planes.sources.len(), planes.shape.iter().product::<usize>(), "{id}");
        let [count, rows, columns] = planes.shape;
        assert_eq!(planes.channels.len(), count, "{id}");
        // Every number is in one channel, in all of its cells or in one of them.
        let mut uses = vec![0; encoding.observation_len()];
        planes.sources.iter().for_each(|&source| uses[usize::from(source)] += 1);
        assert!(uses.iter().all(|&times| times == 1 || times == rows * columns), "{id}: {uses:?}");
        boards.push(format!("{id} {rows}x{columns}: {}", planes.channels.join(" ")));
    }
    assert_eq!(boards, BOARDS);
}

/// The games on boards, the rows and columns of the board, and their channels.
const BOARDS: &[&str] = &[
    "tic-tac-toe 3x3: marks[0] marks[1] last starts turn",
    "connect-four 6x7: discs[0] discs[1] last starts turn",
    "battleship 10x10: grids[0, 0] grids[0, 1] grids[0, 2] grids[1, 0] grids[1, 1] grids[1, 2] fleet sunk placed[0] \
     placed[1] last lastSeat[0] lastSeat[1] starts turn",
    "memory 4x6: symbols[0] symbols[1] symbols[2] symbols[3] symbols[4] symbols[5] symbols[6] symbols[7] symbols[8] \
     symbols[9] symbols[10] symbols[11] taken[0] taken[1] open lastTurn idleTurns starts turn",
    "minesweeper 9x9: numbers[0] numbers[1] numbers[2] numbers[3] numbers[4] numbers[5] numbers[6] numbers[7] \
     numbers[8] opened[0] opened[1] last counts[0] counts[1] starts turn",
];
