//! Rows of the storage: data that a damaged disk or another version may pass to the readers.

use crate::change::{cut, cuts};
use crate::{cases, golden};
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::LazyLock;
use turnstone_service::effects::{Batch, BatchId};
use turnstone_storage::GroupCommit;

/// Keys and values of every kind of record, by versions.
static ROWS: LazyLock<Vec<(Vec<u8>, Vec<u8>)>> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for version in ["1", "2"] {
        let text = std::fs::read_to_string(golden("storage").join(version).join("rows.txt")).unwrap();
        for line in text.lines() {
            let (key, value) = line.split_once(' ').unwrap();
            rows.push((hex::decode(key).unwrap(), hex::decode(value).unwrap()));
        }
    }
    rows
});

/// One row as a batch with one put: a version, then lengths and bytes.
fn round(key: &[u8], value: &[u8]) -> Vec<u8> {
    let mut round = GroupCommit::default().encode();
    round.push(1);
    for part in [key, value] {
        round.extend_from_slice(&u32::try_from(part.len()).unwrap().to_be_bytes());
        round.extend_from_slice(part);
    }
    round
}

/// Whether it can be read. A readable row is written again unchanged.
fn read(bytes: &[u8]) -> bool {
    let Ok(changes) = GroupCommit::decode(bytes) else { return false };
    let batch = Batch { id: BatchId::default(), changes, slots: Vec::new() };
    let mut again = GroupCommit::default();
    again.add(&batch).unwrap();
    let again = GroupCommit::decode(&again.encode()).unwrap();
    assert!(batch.changes.len() != 1 || again == batch.changes);
    true
}

#[test]
fn every_unchanged_row_can_be_read() {
    for (key, value) in ROWS.iter() {
        assert!(read(&round(key, value)), "{}", hex::encode(key));
    }
}

proptest! {
    #![proptest_config(cases(5000))]

    #[test]
    fn every_changed_row_is_read_or_rejected(row in any::<Index>(), key_cuts in cuts(), value_cuts in cuts()) {
        let (key, value) = ROWS[row.index(ROWS.len())].clone();
        read(&round(&cut(key, &key_cuts), &cut(value, &value_cuts)));
    }

    #[test]
    fn a_value_under_another_key_is_read_or_rejected(key in any::<Index>(), value in any::<Index>()) {
        read(&round(&ROWS[key.index(ROWS.len())].0, &ROWS[value.index(ROWS.len())].1));
    }

    #[test]
    fn every_changed_round_is_read_or_rejected(row in any::<Index>(), cuts in cuts()) {
        let (key, value) = ROWS[row.index(ROWS.len())].clone();
        read(&cut(round(&key, &value), &cuts));
    }
}
