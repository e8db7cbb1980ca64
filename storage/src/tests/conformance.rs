//! What every adapter must do, run on each.

use super::samples::*;
use crate::{AppendError, Commit, Directory, Durability, KeyRange, Memory, MemoryDisk, Round, Storage, check, load};
use std::collections::BTreeSet;
use turnstone_core::effects::{Query, SlotChange};
use turnstone_core::record::{Change, Key, Record};
use turnstone_core::time::Millis;

/// Somewhere that storage can be opened again and again.
trait Place {
    fn open(&self) -> Box<dyn Storage>;
}

impl Place for MemoryDisk {
    fn open(&self) -> Box<dyn Storage> {
        Box::new(Memory::open(self.clone()).unwrap())
    }
}

struct Temporary(tempfile::TempDir, Durability);

impl Place for Temporary {
    fn open(&self) -> Box<dyn Storage> {
        Box::new(Directory::open(self.0.path(), self.1).unwrap())
    }
}

fn on_each(test: fn(&dyn Place)) {
    test(&MemoryDisk::default());
    test(&Temporary(tempfile::tempdir().unwrap(), Durability::Sync));
    test(&Temporary(tempfile::tempdir().unwrap(), Durability::Buffered));
}

fn all(storage: &dyn Storage) -> Vec<Record> {
    storage.state().snapshot().unwrap().records().collect::<Result<_, _>>().unwrap()
}

fn hot(storage: &mut dyn Storage) -> Vec<Record> {
    load(storage, |_, records| records.collect()).unwrap()
}

fn found(storage: &dyn Storage, query: &Query) -> Vec<Record> {
    storage.state().query(query).unwrap()
}

/// A round with all samples; the member of the first one has its key in slot 0.
fn every_round() -> Round {
    changes(every_record().into_iter().map(Change::Put), [SlotChange::Fill(0, key(1))])
}

#[test]
fn what_was_appended_is_there_after_opening_again() {
    on_each(|place| {
        let mut storage = place.open();
        assert_eq!(all(&*storage), []);
        let commit = storage.append(&every_round()).unwrap();
        assert_eq!((commit.n, commit.term, storage.head()), (1, 1, commit));
        assert_eq!(all(&*storage), every_record());
        drop(storage);
        let mut storage = place.open();
        assert_eq!((storage.head(), storage.term()), (commit, 2));
        assert_eq!(all(&*storage), every_record());
        let expected: Vec<Record> = every_record().into_iter().filter(|record| !record.key().is_cold()).collect();
        assert_eq!(hot(&mut *storage), expected);
    });
}

#[test]
fn a_later_change_goes_over_an_earlier_one() {
    on_each(|place| {
        let mut storage = place.open();
        storage.append(&put([member(1, None), member(2, None), member(3, None)])).unwrap();
        let Record::Account(_, mut row) = member(2, None) else { unreachable!() };
        row.epoch = 99;
        let changed = Record::Account(account(2), row);
        let removed = [Change::Remove(Key::Account(account(1))), Change::Put(changed.clone())];
        storage.append(&changes(removed, [])).unwrap();
        assert_eq!(all(&*storage), [changed.clone(), member(3, None)]);
        drop(storage);
        assert_eq!(all(&*place.open()), [changed, member(3, None)]);
    });
}

#[test]
fn commits_are_numbered_and_chained_over_terms_and_equal_histories_have_equal_hashes() {
    let histories: Vec<Vec<Commit>> = [MemoryDisk::default(), MemoryDisk::default()]
        .into_iter()
        .map(|disk| Box::new(disk) as Box<dyn Place>)
        .chain([Box::new(Temporary(tempfile::tempdir().unwrap(), Durability::Sync)) as Box<dyn Place>])
        .map(|place| {
            let mut commits = Vec::new();
            for n in 0..3 {
                let mut storage = place.open();
                assert_eq!(storage.term(), u64::from(n) + 1);
                commits.push(storage.append(&put([member(n, None)])).unwrap());
                commits.push(storage.append(&put([ledger(n, 1)])).unwrap());
                let checked = check(&*storage.state(), |_| {}).unwrap();
                assert_eq!(checked, storage.head());
            }
            assert_eq!(place.open().state().snapshot().unwrap().chain().unwrap(), commits);
            commits
        })
        .collect();
    let expected: Vec<(u64, u64)> = vec![(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)];
    assert_eq!(histories[0].iter().map(|commit| (commit.n, commit.term)).collect::<Vec<_>>(), expected);
    assert_eq!(histories[0], histories[1]);
    assert_eq!(histories[0], histories[2]);
    let hashes: BTreeSet<[u8; 32]> = histories[0].iter().map(|commit| commit.hash).collect();
    assert_eq!(hashes.len(), 6);
}

#[test]
fn a_round_without_changes_makes_no_commit() {
    on_each(|place| {
        let mut storage = place.open();
        let commit = storage.append(&put([member(1, None)])).unwrap();
        assert_eq!(storage.append(&Round::default()).unwrap(), commit);
        assert_eq!(storage.append(&changes([], [SlotChange::Fill(3, key(3))])).unwrap(), commit);
        assert_eq!(storage.state().personal_keys().unwrap().into_iter().collect::<Vec<_>>(), [(3, key(3))]);
    });
}

#[test]
fn the_ledger_is_read_upwards_after_a_cursor() {
    on_each(|place| {
        let mut storage = place.open();
        let rows = (1..=5).chain([256, u64::MAX]).map(|id| ledger(2, id));
        storage.append(&put(rows.chain([ledger(1, 3), ledger(3, 3)]))).unwrap();
        let ids = |after, limit| {
            let query = Query::Ledger { account: account(2), after, limit };
            let id = |record| if let Record::Ledger(_, id, _) = record { id } else { 0 };
            found(&*storage, &query).into_iter().map(id).collect::<Vec<_>>()
        };
        assert_eq!(ids(0, 100), [1, 2, 3, 4, 5, 256, u64::MAX]);
        assert_eq!(ids(2, 2), [3, 4]);
        assert_eq!(ids(5, 1), [256]);
        assert_eq!(ids(256, 9), [u64::MAX]);
        assert!(ids(u64::MAX, 9).is_empty());
        assert!(ids(0, 0).is_empty());
    });
}

/// The moments and tables of what a history query finds.
fn settled(storage: &dyn Storage, game_id: Option<&str>, before: Option<u64>, limit: usize) -> Vec<(u64, u8)> {
    let query =
        Query::History { account: account(1), game_id: game_id.map(str::to_owned), before: before.map(Millis), limit };
    let place = |record| {
        let (Record::History(_, row) | Record::HistoryOfGame(_, row)) = record else { unreachable!("{record:?}") };
        (row.settled_at.0, row.table.0 as u8)
    };
    found(storage, &query).into_iter().map(place).collect()
}

#[test]
fn history_is_read_downwards_and_never_splits_a_millisecond() {
    on_each(|place| {
        let mut storage = place.open();
        let rows = [(10, 1), (20, 2), (20, 3), (20, 4), (30, 5), (256, 6)];
        let others = [history(0, 20, 7), history(2, 20, 8), history_of_game(1, "rps", 20, 9)];
        storage.append(&put(rows.map(|(at, n)| history(1, at, n)).into_iter().chain(others))).unwrap();
        let storage = &*storage;
        assert_eq!(settled(storage, None, None, 100), [(256, 6), (30, 5), (20, 4), (20, 3), (20, 2), (10, 1)]);
        assert_eq!(settled(storage, None, None, 2), [(256, 6), (30, 5)]);
        assert_eq!(settled(storage, None, None, 3), [(256, 6), (30, 5), (20, 4), (20, 3), (20, 2)]);
        assert_eq!(settled(storage, None, Some(30), 1), [(20, 4), (20, 3), (20, 2)]);
        assert_eq!(settled(storage, None, Some(20), 5), [(10, 1)]);
        assert_eq!(settled(storage, None, Some(10), 5), []);
        assert_eq!(settled(storage, None, Some(u64::MAX), 1), [(256, 6)]);
    });
}

#[test]
fn history_of_a_game_holds_that_game_alone() {
    on_each(|place| {
        let mut storage = place.open();
        let rows = [("rps", 10, 1), ("rps", 10, 2), ("rp", 20, 3), ("rpss", 30, 4), ("rps", 40, 5), ("holdem", 5, 6)];
        storage.append(&put(rows.map(|(game, at, n)| history_of_game(1, game, at, n)))).unwrap();
        assert_eq!(settled(&*storage, Some("rps"), None, 9), [(40, 5), (10, 2), (10, 1)]);
        assert_eq!(settled(&*storage, Some("rps"), Some(40), 1), [(10, 2), (10, 1)]);
        assert_eq!(settled(&*storage, Some("rp"), None, 9), [(20, 3)]);
        assert_eq!(settled(&*storage, Some("chess"), None, 9), []);
    });
}

#[test]
fn an_archived_table_is_found_by_its_id() {
    on_each(|place| {
        let mut storage = place.open();
        storage.append(&put([archived(1), archived(2), archived(3)])).unwrap();
        assert_eq!(found(&*storage, &Query::Archive(table(2))), [archived(2)]);
        assert_eq!(found(&*storage, &Query::Archive(table(9))), []);
    });
}

#[test]
fn a_party_s_messages_are_read_upwards_after_a_cursor() {
    on_each(|place| {
        let mut storage = place.open();
        let rows = (3..=5).chain([256]).map(|id| party_message(2, id));
        storage.append(&put(rows.chain([party_message(1, 4), party_message(3, 4)]))).unwrap();
        let Record::PartyMessage(party, ..) = party_message(2, 0) else { unreachable!() };
        let ids = |after, limit| {
            let query = Query::PartyMessages { party, after, limit };
            let id = |record| if let Record::PartyMessage(_, id, _) = record { id } else { 0 };
            found(&*storage, &query).into_iter().map(id).collect::<Vec<_>>()
        };
        assert_eq!(ids(0, 100), [3, 4, 5, 256]);
        assert_eq!(ids(3, 2), [4, 5]);
        assert!(ids(256, 9).is_empty() && ids(u64::MAX, 9).is_empty());
    });
}

#[test]
fn practice_tables_are_found_by_their_end() {
    on_each(|place| {
        let mut storage = place.open();
        let ended = |at, n| Record::PracticeEnded(Millis(at), table(n));
        storage.append(&put([ended(30, 1), ended(10, 3), ended(20, 2), ended(256, 4)])).unwrap();
        let until = |at, limit| found(&*storage, &Query::PracticeEnded { until: Millis(at), limit });
        assert_eq!(until(20, 9), [ended(10, 3), ended(20, 2)]);
        assert_eq!(until(19, 9), [ended(10, 3)]);
        assert_eq!(until(u64::MAX, 3), [ended(10, 3), ended(20, 2), ended(30, 1)]);
        assert_eq!(until(9, 9), []);
    });
}

#[test]
fn a_snapshot_stays_as_it_was() {
    on_each(|place| {
        let mut storage = place.open();
        let commit = storage.append(&put([member(1, None), member(2, None)])).unwrap();
        let snapshot = storage.state().snapshot().unwrap();
        storage.append(&changes([Change::Remove(Key::Account(account(1))), Change::Put(member(3, None))], [])).unwrap();
        let seen: Vec<Record> = snapshot.records().collect::<Result<_, _>>().unwrap();
        assert_eq!((snapshot.head(), seen), (commit, vec![member(1, None), member(2, None)]));
        assert_eq!(snapshot.chain().unwrap(), [commit]);
        assert_eq!(all(&*storage), [member(2, None), member(3, None)]);
    });
}

#[test]
fn a_scan_takes_its_start_and_leaves_its_end() {
    on_each(|place| {
        let mut storage = place.open();
        storage.append(&put([member(1, None), member(2, None), member(3, None)])).unwrap();
        let at = |n| crate::encoding::encode_key(&Key::Account(account(n)));
        let scan = |start, end| {
            let range = KeyRange { start: at(start), end: at(end) };
            storage.state().snapshot().unwrap().scan(range).collect::<Result<Vec<_>, _>>().unwrap()
        };
        assert_eq!(scan(1, 3), [member(1, None), member(2, None)]);
        assert_eq!(scan(2, 2), []);
        assert_eq!(scan(3, 1), []);
    });
}

#[test]
fn personal_keys_come_with_their_round_and_go_with_theirs() {
    on_each(|place| {
        let mut storage = place.open();
        let fill = [SlotChange::Fill(0, key(1)), SlotChange::Fill(2, key(3))];
        storage.append(&changes([Change::Put(member(1, Some(0))), Change::Put(member(3, Some(2)))], fill)).unwrap();
        let keys = |storage: &dyn Storage| storage.state().personal_keys().unwrap().into_iter().collect::<Vec<_>>();
        assert_eq!(keys(&*storage), [(0, key(1)), (2, key(3))]);
        storage.append(&changes([Change::Put(member(1, None))], [SlotChange::Destroy(0)])).unwrap();
        assert_eq!(keys(&*storage), [(2, key(3))]);
        drop(storage);
        let mut storage = place.open();
        assert_eq!(keys(&*storage), [(2, key(3))]);
        assert_eq!(hot(&mut *storage), [member(1, None), member(3, Some(2))]);
    });
}

#[test]
fn loading_destroys_keys_that_nobody_needs_and_misses_those_that_somebody_does() {
    on_each(|place| {
        let mut storage = place.open();
        let fill = [SlotChange::Fill(0, key(1)), SlotChange::Fill(1, key(2))];
        storage.append(&changes([Change::Put(member(1, Some(0)))], fill)).unwrap();
        assert_eq!(hot(&mut *storage).len(), 1);
        let left: Vec<u32> = storage.state().personal_keys().unwrap().into_keys().collect();
        assert_eq!(left, [0]);
        storage.append(&put([member(2, Some(1))])).unwrap();
        let error = load(&mut *storage, |_, records| records.count()).unwrap_err();
        assert!(error.to_string().contains(&account(2).to_string()), "{error}");
    });
}

#[test]
fn a_fold_that_stops_early_destroys_no_keys() {
    on_each(|place| {
        let mut storage = place.open();
        let fill = [SlotChange::Fill(0, key(1)), SlotChange::Fill(1, key(2))];
        storage.append(&changes([Change::Put(member(1, Some(0))), Change::Put(member(2, Some(1)))], fill)).unwrap();
        let first = load(&mut *storage, |_, records| records.next()).unwrap();
        assert_eq!(first, Some(member(1, Some(0))));
        assert_eq!(storage.state().personal_keys().unwrap().len(), 2);
    });
}

#[test]
fn many_rounds_are_all_there() {
    on_each(|place| {
        let mut storage = place.open();
        for id in 1..=300 {
            storage.append(&put([ledger(1, id), member(1, None)])).unwrap();
        }
        storage.stop().unwrap();
        drop(storage);
        let storage = place.open();
        assert_eq!(storage.head().n, 300);
        assert_eq!(all(&*storage).len(), 301);
        check(&*storage.state(), |_| {}).unwrap();
    });
}

#[test]
fn errors_can_be_told_apart() {
    let full = AppendError::from(crate::Full { bytes: 2_000_000 });
    assert_eq!(full.to_string(), "a round has no room for 2000000 bytes");
    assert_eq!(AppendError::Fenced.to_string(), "another writer has taken over");
}
