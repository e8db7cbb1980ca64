//! The adapter in memory on a disk that fails.

use proptest::prelude::*;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Change, Record};
use turnstone_storage::{AppendError, Disk, Memory, MemoryDisk, Pending, Storage, load};
use turnstone_storage_conformance::samples::*;

/// What opening syncs: the log and the key file, since what is read there is built upon.
const OPENING: usize = 2;

/// A disk whose syncs fail from a moment after the opening on.
#[derive(Clone)]
struct Failing {
    disk: MemoryDisk,
    syncs_left: Arc<AtomicUsize>,
}

impl Failing {
    fn after(syncs: usize, disk: &MemoryDisk) -> Self {
        Self { disk: disk.clone(), syncs_left: Arc::new(AtomicUsize::new(OPENING + syncs)) }
    }
}

impl Disk for Failing {
    fn read(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        self.disk.read(file)
    }

    fn write(&mut self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.write(file, at, bytes)
    }

    fn truncate(&mut self, file: &str, length: u64) -> io::Result<()> {
        self.disk.truncate(file, length)
    }

    fn sync(&mut self, file: &str) -> io::Result<()> {
        let left = self.syncs_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_err(|_| io::ErrorKind::StorageFull)?;
        self.disk.sync(file)
    }
}

#[test]
fn a_failed_sync_makes_the_commit_unknown_and_breaks_the_handle() {
    let disk = MemoryDisk::default();
    let mut storage = Memory::open(Failing::after(2, &disk)).unwrap();
    let head = append_next(&mut storage, &put([member(1, None)]))
        .and(append_next(&mut storage, &put([member(2, None)])))
        .unwrap();
    assert!(matches!(append_next(&mut storage, &put([member(3, None)])), Err(AppendError::Unknown(_))));
    assert!(matches!(append_next(&mut storage, &put([member(4, None)])), Err(AppendError::Broken(_))));
    assert_eq!(storage.head(), head);
    disk.crash(|_, _| 0);
    assert_eq!(Memory::open(disk).unwrap().head(), head);
}

#[test]
fn a_failed_key_sync_prevents_the_commit() {
    let disk = MemoryDisk::default();
    let mut storage = Memory::open(Failing::after(0, &disk)).unwrap();
    let group = changes([Change::Put(member(1, Some(0)))], [SlotChange::Fill(0, key(1))]);
    assert!(matches!(append_next(&mut storage, &group), Err(AppendError::Broken(_))));
    assert!(disk.read("log").unwrap().unwrap_or_default().is_empty());
}

#[test]
fn a_disk_lists_unsynced_changes() {
    let mut disk = MemoryDisk::default();
    disk.write("a", 0, b"one").unwrap();
    disk.sync("a").unwrap();
    disk.write("a", 3, b"two").unwrap();
    disk.write("a", 6, b"six").unwrap();
    let write = |at, bytes: &[u8]| Pending::Write { at, bytes: bytes.to_vec() };
    assert_eq!(disk.pending(), [("a".to_owned(), vec![write(3, b"two"), write(6, b"six")])]);
    assert_eq!(disk.read("a").unwrap().unwrap(), b"onetwosix");
    disk.crash(|_, change| if *change == write(6, b"six") { 2 } else { 0 });
    assert_eq!(disk.read("a").unwrap().unwrap(), b"one\0\0\0si");
}

proptest! {
    /// Whatever a crash leaves of a round that was not acknowledged, all acknowledged ones are there, and it is there
    /// whole or not at all; the keys fit the rows, and writing goes on.
    #[test]
    fn a_crash_loses_at_most_the_pending_commit(
        acknowledged in 1..4_u8,
        fails_at in 0..4_usize,
        survives in proptest::collection::vec(prop_oneof![Just(0), Just(usize::MAX), 0..400_usize], 8),
    ) {
        let disk = MemoryDisk::default();
        let mut storage = Memory::open(disk.clone()).unwrap();
        for n in 0..acknowledged {
            let slot = u32::from(n);
            let joins = changes([Change::Put(member(n, Some(slot)))], [SlotChange::Fill(slot, key(n))]);
            append_next(&mut storage, &joins).unwrap();
        }
        drop(storage);
        let mut storage = Memory::open(Failing::after(fails_at, &disk)).unwrap();
        let last = u32::from(acknowledged);
        let slots = [SlotChange::Fill(last, key(acknowledged)), SlotChange::Destroy(0)];
        let comes_and_goes = [Change::Put(member(acknowledged, Some(last))), Change::Put(member(0, None))];
        let answer = append_next(&mut storage, &changes(comes_and_goes, slots));
        prop_assert_eq!(answer.is_ok(), fails_at >= 3);
        let mut survives = survives.into_iter();
        disk.crash(|_, _| survives.next().unwrap_or(0));

        let mut storage = Memory::open(disk).unwrap();
        let accounts: Vec<Record> = load(&mut storage, |_, records| records.collect()).unwrap();
        let before = u64::from(acknowledged);
        let (head, keys) = (storage.head().n, storage.state().personal_keys().unwrap());
        prop_assert!(head == before || head == before + 1);
        prop_assert!(answer.is_err() || head == before + 1);
        prop_assert_eq!(accounts.len() as u64, head);
        let is_erased = head > before;
        prop_assert_eq!(keys.contains_key(&0), !is_erased);
        prop_assert_eq!(keys.contains_key(&last), is_erased);
        prop_assert_eq!(append_next(&mut storage, &put([member(9, None)])).unwrap().n, head + 1);
    }
}
