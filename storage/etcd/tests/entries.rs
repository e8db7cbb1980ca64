//! Entries are sealed, and open only where they belong.

use turnstone_etcd::{CommitEntry, EntryError, LogKey, MAX_ENTRY_BYTES, entry_commit};
use turnstone_service::effects::SlotChange;
use turnstone_storage::{Commit, GroupCommit, MAX_GROUP_BYTES};
use turnstone_storage_conformance::samples::{changes, key, ledger, put};

const NONCE: [u8; 24] = [9; 24];

fn log_key() -> LogKey {
    LogKey::derive(&[5; 32])
}

fn before() -> Commit {
    Commit::default().next(3, b"earlier")
}

fn entry() -> CommitEntry {
    let group = changes([], [SlotChange::Fill(7, key(1)), SlotChange::Destroy(8)]);
    let encoding = put([ledger(1, 2)]).encode();
    CommitEntry { commit: before().next(4, &encoding), encoding, slots: group.slots().to_vec() }
}

#[test]
fn an_entry_opens_as_it_was_sealed() {
    let sealed = log_key().seal(before(), &entry(), NONCE);
    let opened = log_key().open(before(), &sealed).unwrap();
    assert_eq!((opened.commit, opened.encoding), (entry().commit, entry().encoding));
    assert!(matches!(&opened.slots[..], [SlotChange::Fill(7, filled), SlotChange::Destroy(8)] if filled.0 == key(1).0));
    assert_eq!(entry_commit(&sealed), Some(entry().commit), "the commit can be read without the key");
}

#[test]
fn no_changed_byte_opens() {
    let sealed = log_key().seal(before(), &entry(), NONCE);
    for at in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[at] ^= 1;
        assert!(log_key().open(before(), &changed).is_err(), "byte {at}");
    }
}

#[test]
fn an_entry_opens_after_its_own_predecessor_alone() {
    let sealed = log_key().seal(before(), &entry(), NONCE);
    let other = Commit::default().next(3, b"other");
    assert_eq!(log_key().open(other, &sealed).unwrap_err(), EntryError::Seal);
    assert_eq!(LogKey::derive(&[6; 32]).open(before(), &sealed).unwrap_err(), EntryError::Seal);
}

#[test]
fn personal_keys_and_rows_are_not_readable() {
    let sealed = log_key().seal(before(), &entry(), NONCE);
    for secret in [&key(1).0[..], &entry().encoding[1..]] {
        assert!(!sealed.windows(secret.len()).any(|part| part == secret));
    }
}

#[test]
fn a_group_without_changes_is_a_commit() {
    let entry = CommitEntry::after(before(), 4, &GroupCommit::default());
    assert_eq!((entry.commit.n, entry.commit.term), (2, 4));
    let sealed = log_key().seal(before(), &entry, NONCE);
    assert_eq!(log_key().open(before(), &sealed).unwrap().commit, entry.commit);
}

#[test]
fn the_largest_group_fits_into_an_entry() {
    let slots = (0..512).map(|slot| SlotChange::Fill(slot, key(1))).collect();
    let entry = CommitEntry { commit: before(), encoding: vec![0; MAX_GROUP_BYTES], slots };
    assert!(log_key().seal(before(), &entry, NONCE).len() < MAX_ENTRY_BYTES);
}
