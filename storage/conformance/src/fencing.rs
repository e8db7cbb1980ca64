//! A round goes where its writer thinks that it goes, or nowhere.

use crate::samples::*;
use crate::{OpenStorage, all};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::Change;
use turnstone_storage::{AppendError, Commit, Storage, StorageError};

pub(super) fn a_group_after_another_head_is_rejected(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let first = append_next(&mut storage, &put([member(1, None)])).unwrap();
    let head = append_next(&mut storage, &put([member(2, None)])).unwrap();
    drop(storage);
    let others = [
        Commit::default(),
        first,
        Commit { n: head.n + 1, ..head },
        Commit { term: head.term + 1, ..head },
        Commit { hash: first.hash, ..head },
    ];
    let group = changes([Change::Put(member(3, Some(0)))], [SlotChange::Fill(0, key(3))]);
    for expected in others {
        let mut storage = open().unwrap();
        assert!(matches!(storage.append(expected, &group), Err(AppendError::Fenced)), "{expected:?}");
        assert!(storage.append(expected, &group).is_err(), "a handle that was fenced stays so");
        assert_eq!((storage.head(), all(&*storage)), (head, vec![member(1, None), member(2, None)]));
        assert!(storage.state().personal_keys().unwrap().is_empty());
    }
    let mut storage = open().unwrap();
    assert_eq!(storage.append(head, &group).unwrap().n, 3);
}

/// An engine that allows one handle at a time rejects the second.
pub(super) fn the_second_of_two_writers_is_fenced(open: OpenStorage<'_>) {
    let mut first = open().unwrap();
    let head = append_next(&mut first, &put([member(1, None)])).unwrap();
    let mut second = match open() {
        Ok(second) => second,
        Err(rejected) => return assert!(matches!(rejected, StorageError::InUse(_)), "{rejected}"),
    };
    let taken = second.append(head, &put([member(2, None)])).unwrap();
    assert!(matches!(first.append(head, &put([member(3, None)])), Err(AppendError::Fenced)));
    drop((first, second));
    let storage = open().unwrap();
    assert_eq!((storage.head(), all(&*storage)), (taken, vec![member(1, None), member(2, None)]));
}

/// What a log elsewhere took, in whatever term, is applied as it is, once.
pub(super) fn a_commit_of_another_log_is_applied(open: OpenStorage<'_>) {
    let mut storage = open().unwrap();
    let head = append_next(&mut storage, &put([member(1, None)])).unwrap();
    let group = put([member(2, None)]);
    let commit = group.commit_after(head, 7);
    storage.apply(head, commit, &group).unwrap();
    assert_eq!((storage.head(), all(&*storage)), (commit, vec![member(1, None), member(2, None)]));
    assert!(matches!(storage.append(commit, &group), Err(AppendError::Fenced)), "its term is over");
    assert!(matches!(storage.apply(head, commit, &group), Err(AppendError::Fenced)));
    drop(storage);
    let mut storage = open().unwrap();
    assert_eq!((storage.head(), storage.term()), (commit, 8));
    assert_eq!(append_next(&mut storage, &group).unwrap(), group.commit_after(commit, 8));
}
