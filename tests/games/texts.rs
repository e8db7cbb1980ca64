//! Moves and views as text: each legal action is found by its text, and a view is drawn from itself alone.

use crate::table::{Case, Table};
use serde_json::Value;
use std::collections::BTreeMap;
use turnstone_games::{Entry, Leave, Policy, summed_up};

/// The number of random matches of each case.
const MATCHES: u64 = 12;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn text_of(table: &Table, action: &str) -> String {
    table.case.rules.move_text(&parsed(action)).unwrap()
}

/// Pass positions of random matches to `look`; in every second match a seat leaves at some time.
fn positions(look: impl Fn(&Table)) {
    for case in Case::all() {
        for number in 0..MATCHES {
            let mut table = case.deal(number);
            look(&table);
            while !table.is_over() {
                let seat = table.any_seat();
                if number % 2 == 1 && table.whim.below(30) == 0 && table.live.may_concede(seat) {
                    assert!(table.play(seat, Entry::Leave(Leave::Forfeited)));
                } else {
                    table.step(Policy::Random);
                }
                look(&table);
            }
        }
    }
}

#[test]
fn every_legal_action_is_found_by_its_text() {
    positions(|table| {
        for seat in table.live.to_act().iter() {
            let legal = table.legal(seat);
            let by_text: BTreeMap<String, usize> =
                legal.iter().enumerate().map(|(choice, action)| (text_of(table, action), choice)).collect();
            assert_eq!(by_text.len(), legal.len(), "{table}: two actions have one text: {by_text:?}");
            for (text, choice) in &by_text {
                let found = |text: String| table.live.find(seat, &Value::String(text)).map(usize::from);
                assert_eq!(found(text.clone()), Some(*choice), "{table}: {text}");
                assert_eq!(found(format!(" `{}` ", text.to_uppercase())), Some(*choice), "{table}: {text}");
                assert_eq!(found(format!("{text} x")), None, "{table}: {text}");
                let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, ' ' | '-');
                assert!(text.chars().all(is_plain) && text.trim() == text, "{table}: {text:?}");
            }
        }
    });
}

#[test]
fn every_view_can_be_drawn_for_its_viewer() {
    positions(|table| {
        for viewer in table.case.viewers() {
            for sealed in [false, true] {
                let view = table.view(viewer, sealed);
                let drawn = table.case.rules.drawn(&parsed(&view), viewer);
                let drawn = drawn.unwrap_or_else(|| panic!("{table}: {view}"));
                assert!(!drawn.is_empty() && !drawn.ends_with('\n') && drawn.is_ascii(), "{table}: {drawn:?}");
            }
        }
    });
}

/// What the moves of a position are summed up to has at most this many parts in most games, and never more than moves.
#[test]
fn moves_are_summed_up() {
    positions(|table| {
        for seat in table.live.to_act().iter() {
            let texts: Vec<String> = table.legal(seat).iter().map(|action| text_of(table, action)).collect();
            let summed = summed_up(&texts);
            assert!(!summed.is_empty() && summed.len() <= texts.len(), "{table}: {summed:?}");
        }
    });
}

#[test]
fn the_form_of_each_move_is_described() {
    for case in Case::all() {
        let described = case.rules.moves_text();
        assert!(described.contains('`') && described.ends_with('.'), "{case}: {described}");
        let mut table = case.deal(1);
        table.play_out(Policy::Random, |_| {});
        // The first words of the moves of a whole match are in the description.
        let mut again = case.deal(1);
        for (seat, entry, _) in table.log.clone() {
            if let Entry::Choice(choice) = entry {
                let text = text_of(&again, &again.legal(seat)[usize::from(choice)]);
                let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
                assert!(described.contains(&word), "{case}: {text} is not in: {described}");
            }
            assert!(again.play(seat, entry));
        }
    }
}
