use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;
use turnstone_service::effects::{Batch, BatchId};
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::record::{Change, Key, Record, RecordKind};
use turnstone_service::time::Millis;
use turnstone_storage::encoding::{decode, decode_key, encode, encode_key};
use turnstone_storage::{GroupCommit, MAX_GROUP_BYTES};
use turnstone_storage_conformance::samples::{account, every_record, ledger};

#[test]
fn every_record_is_decoded_as_encoded() {
    for record in every_record() {
        let (key, value) = encode(&record);
        assert_eq!(decode(&key, &value).unwrap(), record);
    }
}

#[test]
fn the_samples_have_every_kind() {
    let kinds: BTreeSet<RecordKind> = every_record().iter().map(|record| record.key().kind()).collect();
    assert_eq!(kinds, RecordKind::ALL.iter().copied().collect());
}

/// What grows with the years stays on the disk: a start would read all of it, and memory hold it.
#[test]
fn growing_kinds_are_not_loaded() {
    use RecordKind::{Archive, Audit, DuelEntry, History, HistoryOfGame, Ledger, PartyMessage, PracticeEnded};
    use RecordKind::{EraEntry, EraRoots, FairEntry, FairRoots, UncountedDuel, UncountedTable};
    let growing = BTreeSet::from([
        Archive,
        Audit,
        DuelEntry,
        EraEntry,
        EraRoots,
        FairEntry,
        FairRoots,
        History,
        HistoryOfGame,
        Ledger,
        PartyMessage,
        PracticeEnded,
        UncountedDuel,
        UncountedTable,
    ]);
    let loaded: BTreeSet<RecordKind> = RecordKind::hot().collect();
    assert_eq!(loaded, RecordKind::ALL.iter().copied().filter(|kind| !growing.contains(kind)).collect());
}

/// A start checks that the accounts which a record names are known, and the clocks of tables go on after outages.
#[test]
fn accounts_and_outages_are_loaded_before_what_concerns_them() {
    let at = |kind| RecordKind::hot().position(|hot| hot == kind).unwrap();
    assert_eq!(at(RecordKind::Account), 0);
    assert!(at(RecordKind::Outage) < at(RecordKind::Table));
}

#[test]
fn rejects_truncated_extended_and_unknown_rows() {
    for record in every_record() {
        let (key, value) = encode(&record);
        assert!(decode(&key, &value[..value.len() - 1]).is_err(), "cut: {record:?}");
        assert!(decode(&key, &[value.as_slice(), &[0]].concat()).is_err(), "lengthened: {record:?}");
        let other = [&[9], &value[1..]].concat();
        assert!(decode(&key, &other).unwrap_err().to_string().contains("version 9"), "{record:?}");
        assert!(decode(&key, &[]).is_err());
        assert_eq!(decode_key(&key[..key.len() - 1]), None);
        assert_eq!(decode_key(&[key.as_slice(), &[0]].concat()), None);
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c-]{0,3}",
        proptest::collection::vec(prop_oneof![Just('\0'), Just('a'), Just('\u{FF}')], 0..4)
            .prop_map(|chars| chars.into_iter().collect::<String>())
    ]
}

/// Few different numbers, so that keys often agree in some fields.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..3_u64, Just(255), Just(256), any::<u64>()]
}

/// A key of any kind whose fields begin with these bytes, if there is one. Few different bytes are drawn, so that keys
/// often agree in some fields.
fn any_key() -> impl Strategy<Value = Key> {
    let byte = prop_oneof![8 => Just(0), 3 => 1..4_u8, 1 => Just(b'a'), 1 => Just(255), 1 => any::<u8>()];
    let bytes = (select(RecordKind::ALL), proptest::collection::vec(byte, MAX_FIELDS_LENGTH));
    bytes.prop_filter_map("no text in a key ends", |(kind, fields)| {
        (0..=fields.len()).find_map(|length| decode_key(&[&[kind.number()], &fields[..length]].concat()))
    })
}

/// No kind has longer fields, except a text.
const MAX_FIELDS_LENGTH: usize = 100;

fn history_of_one_game() -> impl Strategy<Value = Key> {
    // A time whose first byte is FF would read as more of the text; the first such one is billions of years away.
    let time = number().prop_map(|at| at >> 8);
    (0..2_u128, text(), time, 0..2_u128)
        .prop_map(|(who, game, at, id)| Key::HistoryOfGame(AccountId(who), game, Millis(at), TableId(id)))
}

proptest! {
    #[test]
    fn keys_read_back(key in any_key()) {
        prop_assert_eq!(decode_key(&encode_key(&key)), Some(key));
    }

    #[test]
    fn bytes_sort_as_keys_do(a in any_key(), b in any_key()) {
        prop_assert_eq!(encode_key(&a).cmp(&encode_key(&b)), a.cmp(&b));
    }

    #[test]
    fn bytes_sort_as_keys_do_where_texts_are_nearly_alike(a in history_of_one_game(), b in history_of_one_game()) {
        prop_assert_eq!(encode_key(&a).cmp(&encode_key(&b)), a.cmp(&b));
    }

    #[test]
    fn no_bytes_make_the_readers_panic(key in any::<Vec<u8>>(), value in any::<Vec<u8>>()) {
        let _ = decode_key(&key);
        let _ = GroupCommit::decode(&value);
        for record in every_record() {
            let _ = decode(&encode(&record).0, &value);
        }
    }
}

fn batch(id: u64, changes: Vec<Change>) -> Batch {
    Batch { id: BatchId(id), changes, slots: Vec::new() }
}

#[test]
fn a_group_has_one_encoding_for_any_order_of_changes() {
    let records = every_record();
    let mut straight = GroupCommit::default();
    straight.add(&batch(1, records.iter().cloned().map(Change::Put).collect())).unwrap();
    let mut detour = GroupCommit::default();
    for (n, record) in records.iter().rev().enumerate() {
        let changes = vec![Change::Put(record.clone()), Change::Remove(record.key()), Change::Put(record.clone())];
        detour.add(&batch(n as u64 + 1, changes)).unwrap();
    }
    assert_eq!(straight.encode(), detour.encode());
    assert_eq!(detour.bytes(), detour.encode().len());
    assert_eq!(detour.last(), BatchId(records.len() as u64));
}

#[test]
fn a_group_is_decoded_as_encoded() {
    let mut group = GroupCommit::default();
    let mut changes: Vec<Change> = every_record().into_iter().map(Change::Put).collect();
    changes.push(Change::Remove(Key::Account(account(7))));
    group.add(&batch(1, changes.clone())).unwrap();
    let key = |change: &Change| match change {
        Change::Put(record) => record.key(),
        Change::Remove(key) => key.clone(),
    };
    changes.sort_by_key(key);
    assert_eq!(GroupCommit::decode(&group.encode()).unwrap(), changes);
}

#[test]
fn a_batch_that_does_not_fit_is_left_out_entirely() {
    let rows = |ids: std::ops::Range<u64>| batch(1, ids.map(|id| Change::Put(ledger(1, id))).collect());
    let mut group = GroupCommit::default();
    group.add(&rows(1..10_000)).unwrap();
    let before = group.encode();
    assert!(before.len() < MAX_GROUP_BYTES);
    let full = group.add(&batch(2, rows(9_000..30_000).changes)).unwrap_err();
    assert!(full.bytes > MAX_GROUP_BYTES);
    assert_eq!((group.encode(), group.last()), (before, BatchId(1)));
    group.add(&rows(1..10_000)).unwrap();
    assert_eq!(group.bytes(), group.encode().len());
}

#[test]
fn a_group_may_be_filled_to_its_last_byte() {
    let filled = |length: usize| {
        let Record::TableMessage(table, id, mut row) =
            every_record().into_iter().find(|record| matches!(record, Record::TableMessage(..))).unwrap()
        else {
            unreachable!()
        };
        row.client_id = Some("x".repeat(length));
        let mut group = GroupCommit::default();
        group.add(&batch(1, vec![Change::Put(Record::TableMessage(table, id, row))])).map(|()| group.encode().len())
    };
    let room = MAX_GROUP_BYTES - filled(1 << 17).unwrap() + (1 << 17);
    assert_eq!(filled(room), Ok(MAX_GROUP_BYTES));
    assert_eq!(filled(room + 1).unwrap_err().bytes, MAX_GROUP_BYTES + 1);
}
