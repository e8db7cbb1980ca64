//! How posted actions match the legal ones: equal as JSON values, in any order of keys and spelling of numbers.

use crate::table::{Case, Table};
use serde_json::{Value, json};
use turnstone_games::{Policy, Seat, Seats, canonical_hash};

/// The number of matches for each case.
const MATCHES: u64 = 3;
/// The step in plies within each match.
const EVERY: usize = 7;

/// Pass positions of random matches to `look`.
fn positions(look: impl Fn(&mut Table)) {
    for case in Case::all() {
        for number in 0..MATCHES {
            let mut table = case.deal(number);
            while !table.is_over() {
                if table.log.len() % EVERY < 2 {
                    look(&mut table);
                }
                table.step(Policy::Random);
            }
        }
    }
}

#[test]
fn legal_actions_match_with_other_spacing_order_and_numbers() {
    positions(|table| {
        for seat in table.live.to_act().iter() {
            for (choice, text) in table.legal(seat).iter().enumerate() {
                let action: Value = serde_json::from_str(text).unwrap();
                assert!(action["type"].is_string(), "{table}: {text} has a type");
                let found = |value: &Value| table.live.find(seat, value).map(usize::from);
                assert_eq!(found(&action), Some(choice), "{table}: {text}");
                let reversed: Value = serde_json::from_str(&reversed(&action)).unwrap();
                assert_eq!(found(&reversed), Some(choice), "{table}: {text} with its keys reversed");
                assert_eq!(found(&as_floats(&action)), Some(choice), "{table}: {text} with 10.0 for 10");
                for posted in [reversed, as_floats(&action)] {
                    assert_eq!(
                        canonical_hash(&posted),
                        canonical_hash(&action),
                        "{table}: {posted} as a receipt has {text}"
                    );
                }
                let listed = table.live.action(seat, choice as u16).unwrap();
                assert_eq!(listed.get(), text, "{table}: choice {choice}");
            }
        }
    });
}

#[test]
fn two_legal_actions_are_never_equal() {
    positions(|table| {
        for seat in table.live.to_act().iter() {
            let mut legal = table.legal(seat);
            let count = legal.len();
            legal.sort_unstable();
            legal.dedup();
            assert_eq!(legal.len(), count, "{table}: seat {seat} has an action twice");
        }
    });
}

#[test]
fn a_seat_that_is_not_to_act_has_no_actions() {
    positions(|table| {
        let to_act = table.live.to_act();
        for actor in to_act.iter() {
            let action: Value = serde_json::from_str(&table.legal(actor)[0]).unwrap();
            let others = Seats::all(table.case.seats + 1).iter().filter(|&seat| !to_act.contains(seat));
            for other in others {
                assert_eq!(table.live.find(other, &action), None, "{table}: {action} by seat {other}");
            }
        }
    });
}

#[test]
fn rejects_a_changed_action() {
    positions(|table| {
        for seat in table.live.to_act().iter() {
            let legal = table.legal(seat);
            for text in [legal.first(), legal.last()].into_iter().flatten() {
                let action: Value = serde_json::from_str(text).unwrap();
                for changed in changes(&action) {
                    assert_eq!(table.live.find(seat, &changed), None, "{table}: {changed} instead of {text}");
                }
            }
            for nonsense in [json!(null), json!(0), json!("x"), json!([]), json!({}), json!([text_of(&legal)])] {
                assert_eq!(table.live.find(seat, &nonsense), None, "{table}: {nonsense}");
            }
        }
    });
}

#[test]
fn rejects_an_index_beyond_the_list() {
    positions(|table| {
        for seat in Seats::all(table.case.seats).iter() {
            let before = table.everything();
            let reported = std::mem::take(&mut table.reported);
            let beyond = table.live.legal_actions(seat).len() as u16;
            assert!(table.live.action(seat, beyond).is_none(), "{table}: choice {beyond}");
            assert!(!rejected(table, seat, beyond), "{table}: choice {beyond} was played");
            table.reported = reported;
            assert_eq!(table.everything(), before, "{table}: a rejected choice changed the match");
        }
    });
}

fn rejected(table: &mut Table, seat: Seat, choice: u16) -> bool {
    table.play(seat, turnstone_games::Entry::Choice(choice))
}

fn text_of(legal: &[String]) -> Value {
    serde_json::from_str(&legal[0]).unwrap()
}

/// The object written with its keys in descending order and more space than needed.
fn reversed(action: &Value) -> String {
    let mut fields: Vec<String> =
        action.as_object().unwrap().iter().map(|(key, value)| format!(" \"{key}\" :\n {value}")).collect();
    fields.reverse();
    format!("{{{} }}", fields.join(" ,"))
}

fn as_floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64().unwrap()),
        Value::Array(items) => items.iter().map(as_floats).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), as_floats(value))).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

/// The action with an additional field, and with each field missing, null, of another type or out of range.
fn changes(action: &Value) -> Vec<Value> {
    let fields = action.as_object().unwrap();
    let with = |key: &str, value: Value| {
        let mut fields = fields.clone();
        fields.insert(key.to_owned(), value);
        Value::Object(fields)
    };
    let mut changes = vec![with("more", json!(1)), with("type", json!("Type"))];
    for (key, value) in fields {
        let mut without = fields.clone();
        without.remove(key);
        changes.extend([
            Value::Object(without),
            with(key, json!(null)),
            with(key, json!([value])),
            with(key, json!({})),
        ]);
        changes.extend(match value {
            Value::Number(number) => {
                let number = number.as_f64().unwrap();
                vec![with(key, json!(number + 0.5)), with(key, json!(number + 1e6)), with(key, json!(-1e18))]
            }
            Value::String(text) => vec![with(key, json!(format!("{text} "))), with(key, json!(7))],
            Value::Bool(_) => vec![with(key, json!(1))],
            Value::Array(items) => vec![with(key, json!([items, [99]])), with(key, json!("1"))],
            Value::Object(_) | Value::Null => panic!("actions carry integers, strings, booleans and lists of them"),
        });
    }
    changes
}
