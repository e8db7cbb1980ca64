//! Changes to JSON values and to bytes: what an attacker may do to valid data.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// One change to a JSON value. Places are picked among all that the value has at that moment.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Replace a value.
    Replace(Index, Value),
    /// Remove a value.
    Remove(Index),
    /// Copy another value to this place.
    Copy(Index, Index),
    /// Repeat a list's own items this many times.
    Repeat(Index, usize),
    /// Append a value to a list, or add it to an object under a name.
    Add(Index, Value),
}

pub(crate) fn changes() -> impl Strategy<Value = Vec<Change>> {
    let index = any::<Index>;
    let change = prop_oneof![
        6 => (index(), strange()).prop_map(|(at, value)| Change::Replace(at, value)),
        2 => index().prop_map(Change::Remove),
        3 => (index(), index()).prop_map(|(from, to)| Change::Copy(from, to)),
        1 => (index(), 2..2000_usize).prop_map(|(at, times)| Change::Repeat(at, times)),
        2 => (index(), strange()).prop_map(|(at, value)| Change::Add(at, value)),
    ];
    proptest::collection::vec(change, 1..5)
}

/// Values of every type, extremes first.
pub(crate) fn strange() -> impl Strategy<Value = Value> {
    let words = [
        "",
        "0",
        "null",
        "\u{0}",
        "\u{1b}[2J",
        "\u{202e}",
        "\u{2028}",
        "\\",
        "\"",
        "..",
        "-1",
        "house",
        "mark",
        "daily",
    ];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        (1..100_000_usize).prop_map(|length| Value::from("x".repeat(length))),
        Just(json!([])),
        Just(json!({})),
        (1..200_usize, any::<bool>()).prop_map(|(levels, lists)| nested(levels, lists)),
        (0..255_u8, any::<bool>())
            .prop_map(|(seat, leave)| json!({ "seat": seat, "action": null, "leave": leave, "at": 1 })),
    ]
}

fn number() -> impl Strategy<Value = Value> {
    let edges = [
        json!(0),
        json!(-1),
        json!(1),
        json!(7),
        json!(8),
        json!(9),
        json!(127),
        json!(250),
        json!(255),
        json!(256),
        json!(65_536),
        json!(i64::MIN),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1_u64 << 53),
        json!((1_u64 << 53) + 1),
        json!(0.5),
        json!(-0.0),
        json!(1e308),
        json!(5e-324),
        json!(1e21),
    ];
    prop_oneof![
        4 => proptest::sample::select(edges.to_vec()),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(|number| if number.is_finite() { json!(number) } else { json!(0) }),
    ]
}

fn nested(levels: usize, lists: bool) -> Value {
    (0..levels).fold(Value::Null, |inner, _| if lists { json!([inner]) } else { json!({ "x": inner }) })
}

/// A value after some changes.
pub(crate) fn changed(mut value: Value, changes: &[Change]) -> Value {
    for change in changes {
        let places = places(&value);
        let at = |index: &Index| places[index.index(places.len())].clone();
        match change {
            Change::Replace(index, other) => *value.pointer_mut(&at(index)).unwrap() = other.clone(),
            Change::Remove(index) => remove(&mut value, &at(index)),
            Change::Copy(from, to) => {
                let copy = value.pointer(&at(from)).unwrap().clone();
                *value.pointer_mut(&at(to)).unwrap() = copy;
            }
            Change::Repeat(index, times) => {
                if let Some(list) = value.pointer_mut(&at(index)).unwrap().as_array_mut() {
                    *list = list.iter().cloned().cycle().take(list.len() * times).take(20_000).collect();
                }
            }
            Change::Add(index, item) => match value.pointer_mut(&at(index)).unwrap() {
                Value::Array(list) => list.push(item.clone()),
                Value::Object(fields) => drop(fields.insert("added".to_owned(), item.clone())),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            },
        }
    }
    value
}

/// All places of a value as JSON pointers, the whole first. Of very long lists only the beginning.
fn places(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while next < found.len() && found.len() < 2000 {
        let place = found[next].clone();
        match value.pointer(&place).unwrap() {
            Value::Array(items) => found.extend((0..items.len().min(100)).map(|at| format!("{place}/{at}"))),
            Value::Object(fields) => {
                let escaped = |name: &String| name.replace('~', "~0").replace('/', "~1");
                found.extend(fields.keys().map(|name| format!("{place}/{}", escaped(name))));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        next += 1;
    }
    found
}

fn remove(value: &mut Value, place: &str) {
    let Some((parent, name)) = place.rsplit_once('/') else { return };
    match value.pointer_mut(parent).unwrap() {
        Value::Array(items) => drop(items.remove(name.parse().unwrap())),
        Value::Object(fields) => drop(fields.remove(&name.replace("~1", "/").replace("~0", "~"))),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => unreachable!("it has places"),
    }
}

/// One change to bytes.
#[derive(Clone, Debug)]
pub(crate) enum Cut {
    /// Replace a byte.
    Flip(Index, u8),
    /// Remove this many bytes.
    Drop(Index, usize),
    /// Insert these bytes.
    Insert(Index, Vec<u8>),
    /// Truncate after it.
    End(Index),
}

pub(crate) fn cuts() -> impl Strategy<Value = Vec<Cut>> {
    let index = any::<Index>;
    let cut = prop_oneof![
        4 => (index(), any::<u8>()).prop_map(|(at, mask)| Cut::Flip(at, mask)),
        1 => (index(), 1..64_usize).prop_map(|(at, bytes)| Cut::Drop(at, bytes)),
        2 => (index(), proptest::collection::vec(any::<u8>(), 1..16)).prop_map(|(at, bytes)| Cut::Insert(at, bytes)),
        1 => index().prop_map(Cut::End),
    ];
    proptest::collection::vec(cut, 0..4)
}

/// Bytes after some changes.
pub(crate) fn cut(mut bytes: Vec<u8>, cuts: &[Cut]) -> Vec<u8> {
    for cut in cuts {
        let at = |index: &Index| index.index(bytes.len() + 1);
        match cut {
            Cut::Flip(index, mask) => {
                let at = at(index);
                bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= mask);
            }
            Cut::Drop(index, length) => {
                let from = at(index);
                drop(bytes.drain(from..(from + length).min(bytes.len())));
            }
            Cut::Insert(index, more) => {
                let at = at(index);
                drop(bytes.splice(at..at, more.iter().copied()));
            }
            Cut::End(index) => bytes.truncate(at(index)),
        }
    }
    bytes
}
