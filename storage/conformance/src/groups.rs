//! What was appended is there, all of it, in its order.

use crate::samples::*;
use crate::{OpenStorage, all, hot};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Change, Key, Record};
use turnstone_storage::encoding::encode_key;
use turnstone_storage::{Commit, GroupCommit, KeyRange, check};

/// A round with all samples; the member of the first one has its key in slot 0.
fn every_group() -> GroupCommit {
    changes(every_record().into_iter().map(Change::Put), [SlotChange::Fill(0, key(1))])
}

pub(super) fn appended_records_survive_reopening(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    assert_eq!(all(&*storage), []);
    let commit = append_next(&mut storage, &every_group()).unwrap();
    assert_eq!((commit.n, commit.term, storage.head()), (1, 1, commit));
    assert_eq!(all(&*storage), every_record());
    drop(storage);
    let mut storage = open().unwrap();
    assert_eq!((storage.head(), storage.term()), (commit, 2));
    assert_eq!(all(&*storage), every_record());
    let expected: Vec<Record> = every_record().into_iter().filter(|record| !record.key().is_cold()).collect();
    // They are loaded in an order of their own.
    let mut found = hot(&mut *storage);
    found.sort_by_key(Record::key);
    assert_eq!(found, expected);
}

pub(super) fn a_later_change_replaces_an_earlier_one(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    append_next(&mut storage, &put([member(1, None), member(2, None), member(3, None)])).unwrap();
    let Record::Account(_, mut row) = member(2, None) else { unreachable!() };
    row.epoch = 99;
    let changed = Record::Account(account(2), row);
    let removed = [Change::Remove(Key::Account(account(1))), Change::Put(changed.clone())];
    append_next(&mut storage, &changes(removed, [])).unwrap();
    assert_eq!(all(&*storage), [changed.clone(), member(3, None)]);
    drop(storage);
    assert_eq!(all(&*open().unwrap()), [changed, member(3, None)]);
}

/// Whatever the engine: equal histories have equal hashes.
pub(super) fn commits_are_numbered_and_chained_over_terms(open: OpenStorage<'_>) {
    let mut expected: Vec<Commit> = Vec::new();
    for n in 0..3 {
        let mut storage = open().unwrap();
        let term = u64::from(n) + 1;
        assert_eq!(storage.term(), term);
        for group in [put([member(n, None)]), put([ledger(n, 1)])] {
            let commit = group.commit_after(expected.last().copied().unwrap_or_default(), term);
            assert_eq!(append_next(&mut storage, &group).unwrap(), commit);
            expected.push(commit);
        }
        assert_eq!(check(&*storage.state(), |_| {}).unwrap(), storage.head());
    }
    let places: Vec<(u64, u64)> = expected.iter().map(|commit| (commit.n, commit.term)).collect();
    assert_eq!(places, [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)]);
    assert_eq!(open().unwrap().state().snapshot().unwrap().chain().unwrap(), expected);
}

pub(super) fn an_empty_group_makes_no_commit(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let commit = append_next(&mut storage, &put([member(1, None)])).unwrap();
    assert_eq!(append_next(&mut storage, &GroupCommit::default()).unwrap(), commit);
    assert_eq!(append_next(&mut storage, &changes([], [SlotChange::Fill(3, key(3))])).unwrap(), commit);
    assert_eq!(storage.state().personal_keys().unwrap().into_iter().collect::<Vec<_>>(), [(3, key(3))]);
}

pub(super) fn many_commits_survive_reopening(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    for id in 1..=300 {
        append_next(&mut storage, &put([ledger(1, id), member(1, None)])).unwrap();
    }
    storage.stop().unwrap();
    drop(storage);
    let storage = open().unwrap();
    assert_eq!(storage.head().n, 300);
    assert_eq!(all(&*storage).len(), 301);
    check(&*storage.state(), |_| {}).unwrap();
}

pub(super) fn a_snapshot_does_not_change(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let commit = append_next(&mut storage, &put([member(1, None), member(2, None)])).unwrap();
    let snapshot = storage.state().snapshot().unwrap();
    append_next(&mut storage, &changes([Change::Remove(Key::Account(account(1))), Change::Put(member(3, None))], []))
        .unwrap();
    let seen: Vec<Record> = snapshot.records().collect::<Result<_, _>>().unwrap();
    assert_eq!((snapshot.head(), seen), (commit, vec![member(1, None), member(2, None)]));
    assert_eq!(snapshot.chain().unwrap(), [commit]);
    assert_eq!(all(&*storage), [member(2, None), member(3, None)]);
}

pub(super) fn a_scan_includes_its_start_and_excludes_its_end(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    append_next(&mut storage, &put([member(1, None), member(2, None), member(3, None)])).unwrap();
    let at = |n| encode_key(&Key::Account(account(n)));
    let scan = |start, end| {
        let range = KeyRange { start: at(start), end: at(end) };
        storage.state().snapshot().unwrap().scan(range).collect::<Result<Vec<_>, _>>().unwrap()
    };
    assert_eq!(scan(1, 3), [member(1, None), member(2, None)]);
    assert_eq!(scan(2, 2), []);
    assert_eq!(scan(3, 1), []);
}
