//! Personal keys and the rounds that they belong to.

use crate::samples::*;
use crate::{OpenStorage, hot};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Change, Record};
use turnstone_storage::{Storage, load};

pub(super) fn personal_keys_are_filled_and_destroyed_with_their_groups(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let fill = [SlotChange::Fill(0, key(1)), SlotChange::Fill(2, key(3))];
    append_next(&mut storage, &changes([Change::Put(member(1, Some(0))), Change::Put(member(3, Some(2)))], fill))
        .unwrap();
    let keys = |storage: &dyn Storage| storage.state().personal_keys().unwrap().into_iter().collect::<Vec<_>>();
    assert_eq!(keys(&*storage), [(0, key(1)), (2, key(3))]);
    append_next(&mut storage, &changes([Change::Put(member(1, None))], [SlotChange::Destroy(0)])).unwrap();
    assert_eq!(keys(&*storage), [(2, key(3))]);
    drop(storage);
    let mut storage = open().unwrap();
    assert_eq!(keys(&*storage), [(2, key(3))]);
    assert_eq!(hot(&mut *storage), [member(1, None), member(3, Some(2))]);
}

pub(super) fn loading_destroys_unused_keys_and_fails_for_missing_ones(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let fill = [SlotChange::Fill(0, key(1)), SlotChange::Fill(1, key(2))];
    append_next(&mut storage, &changes([Change::Put(member(1, Some(0)))], fill)).unwrap();
    assert_eq!(hot(&mut *storage).len(), 1);
    let left: Vec<u32> = storage.state().personal_keys().unwrap().into_keys().collect();
    assert_eq!(left, [0]);
    append_next(&mut storage, &put([member(2, Some(1))])).unwrap();
    let error = load(&mut *storage, |_, records| records.count()).unwrap_err();
    assert!(error.to_string().contains(&account(2).to_string()), "{error}");
}

pub(super) fn a_fold_that_stops_early_destroys_no_keys(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let fill = [SlotChange::Fill(0, key(1)), SlotChange::Fill(1, key(2))];
    // It stops at no account: one whose texts the key does not open is reported.
    let rows = [member(1, Some(0)), member(2, Some(1)), Record::Clock(AT), Record::AuditHead(1)];
    append_next(&mut storage, &changes(rows.map(Change::Put), fill)).unwrap();
    let third = load(&mut *storage, |_, records| records.nth(2)).unwrap();
    assert_eq!(third, Some(Record::Clock(AT)));
    assert_eq!(storage.state().personal_keys().unwrap().len(), 2);
}
