//! Damage in the tables, which hold what was written long ago: it is noticed early, it fails what asks for it and
//! nothing else, no merge spreads it, and what reads can be brought over into a new directory.

use super::damage::{copied, files, flip};
use crate::{FJALL, FjallDirectory};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use turnstone_directory::StorageEngine;
use turnstone_service::effects::{Query, SlotChange};
use turnstone_service::personal::Vault;
use turnstone_service::record::{BalanceRow, Change, Key, LedgerAccount, LedgerRow, Reason, Record};
use turnstone_service::secret::Random;
use turnstone_service::time::Millis;
use turnstone_storage::{Durability, Storage, StorageError, check, load};
use turnstone_storage_conformance::samples::*;

const MEMBERS: u8 = 40;
const MOVEMENTS: u64 = 300;

/// A process that another test is just starting has a copy of every lock of this one for a moment.
fn open(path: &Path) -> Result<FjallDirectory, StorageError> {
    for _ in 0..50 {
        match FjallDirectory::open(path, Durability::Sync) {
            Err(StorageError::InUse(_)) => std::thread::sleep(std::time::Duration::from_millis(100)),
            opened => return opened,
        }
    }
    FjallDirectory::open(path, Durability::Sync)
}

fn movement(n: u8, id: u64) -> Record {
    let delta = if id == 1 { 1000 } else { 1 - 2 * (id as i64 % 2) };
    Record::Ledger(
        LedgerAccount::Member(account(n)),
        id,
        LedgerRow { delta, reason: Reason::Grant, table: None, at: Millis(id), returned: None },
    )
}

fn balance_of(n: u8) -> Record {
    let balance =
        (1..=MOVEMENTS).map(|id| if let Record::Ledger(.., row) = movement(n, id) { row.delta } else { 0 }).sum();
    let row = BalanceRow { balance, ledger_head: MOVEMENTS, ..BalanceRow::default() };
    Record::Balance(LedgerAccount::Member(account(n)), row)
}

fn balance(record: &Record) -> i64 {
    if let Record::Balance(_, row) = record { row.balance } else { 0 }
}

/// A member whose personal texts open with the key that is written beside the row.
fn resident(n: u8) -> Record {
    let slot = u32::from(n);
    let Record::Account(id, mut row) = member(n, Some(slot)) else { panic!("a member has an account") };
    let (mut vault, mut random) = (Vault::default(), Random::new([n; 32]));
    vault.insert(slot, key(n));
    row.handle = vault.seal(slot, "ada", &mut random);
    row.bio = Some(vault.seal(slot, "likes nines", &mut random));
    row.avatar_url = None;
    Record::Account(id, row)
}

/// Members with long ledgers and histories, all in tables, and nothing in the journal.
fn fixture() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let mut storage = open(home.path()).unwrap();
    let mut given = 0;
    for n in 1..=MEMBERS {
        let mut rows = vec![resident(n), balance_of(n), archived(n)];
        given += balance(&rows[1]);
        rows.extend((1..=MOVEMENTS).map(|id| movement(n, id)));
        for at in 0..20 {
            rows.extend([history(n, at, n), history_of_game(n, "rps", at, n)]);
        }
        let joins = changes(rows.into_iter().map(Change::Put), [SlotChange::Fill(u32::from(n), key(n))]);
        append_next(&mut storage, &joins).unwrap();
    }
    let mint = BalanceRow { balance: -given, ..BalanceRow::default() };
    append_next(&mut storage, &put([Record::Balance(LedgerAccount::Mint, mint), Record::Clock(Millis(7))])).unwrap();
    storage.store().rows().flush();
    storage.stop().unwrap();
    drop(storage);
    // The journal still has what has become a table; when it is large, the engine lets it go.
    fs::write(super::damage::journal(home.path()), b"").unwrap();
    drop(open(home.path()).unwrap());
    home
}

fn tables(home: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&home.join("store").join("keyspaces").join("1"), &mut found);
    found.retain(|path| path.parent().is_some_and(|folder| folder.ends_with("tables")));
    found
}

/// Copies of the store with a flipped byte, at about this many places of its tables.
fn damaged(whole: &Path, places: u64) -> impl Iterator<Item = tempfile::TempDir> {
    let whole = whole.to_owned();
    tables(&whole).into_iter().flat_map(move |table| {
        let whole = whole.clone();
        let length = fs::metadata(&table).unwrap().len();
        (0..places).map(move |place| {
            let home = copied(&whole);
            let file = home.path().join(table.strip_prefix(&whole).unwrap());
            flip(&OpenOptions::new().read(true).write(true).open(file).unwrap(), length * place / places + place % 13);
            home
        })
    })
}

fn ledger_of(storage: &FjallDirectory, n: u8) -> Result<Vec<Record>, StorageError> {
    storage.state().query(&Query::Ledger { account: account(n), after: 0, limit: 1000 })
}

#[test]
fn a_damaged_table_fails_only_reads_of_its_rows() {
    let whole = fixture();
    let expected: Vec<Vec<Record>> =
        (1..=MEMBERS).map(|n| (1..=MOVEMENTS).map(|id| movement(n, id)).collect()).collect();
    let (mut rejected, mut served, mut failed) = (0, 0, 0);
    for home in damaged(whole.path(), 40) {
        let mut storage = match open(home.path()) {
            Ok(storage) => storage,
            Err(failure) => {
                assert!(failure.to_string().contains("turnstone salvage"), "{failure}");
                rejected += 1;
                continue;
            }
        };
        let reported = check(&*storage.state(), |_| {}).unwrap_err().to_string();
        assert!(reported.contains("tables/") && reported.contains("turnstone salvage"), "{reported}");
        if let Err(failure) = load(&mut storage, |_, records| records.count()) {
            assert!(failure.to_string().contains("turnstone salvage"), "{failure}");
            rejected += 1;
            continue;
        }
        served += 1;
        let mut unread = 0;
        for (n, expected) in (1..=MEMBERS).zip(&expected) {
            match ledger_of(&storage, n) {
                Ok(rows) => assert!(rows == *expected, "a part of a ledger is told as the whole"),
                Err(_) => unread += 1,
            }
        }
        assert!(unread <= 2, "one damaged block took {unread} ledgers");
        failed += unread;
        append_next(&mut storage, &put([movement(1, MOVEMENTS + 1)])).unwrap();
    }
    assert!(served > rejected && failed > 5, "{served} {rejected} {failed}");
}

#[test]
fn the_scrubber_finds_damage_that_no_request_reads() {
    let whole = fixture();
    let scrubbed = |home: &Path| {
        let storage = open(home).ok()?;
        let start = Instant::now();
        while storage.state().health().scrubs == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "the scrub does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(storage.state().health())
    };
    let health = scrubbed(whole.path()).unwrap();
    assert!(health.damaged_files == 0 && health.scrubbed_bytes > 0 && health.scrubbed_at > 0, "{health:?}");
    let found: Vec<u64> =
        damaged(whole.path(), 12).filter_map(|home| Some(scrubbed(home.path())?.damaged_files)).collect();
    assert!(found.len() > 6 && found.iter().all(|files| *files == 1), "{found:?}");
}

/// Ledgers of all members as they should be after rows of some of them were written again, a table each time.
fn write_on(storage: &mut FjallDirectory, times: u64, written: &mut BTreeMap<Key, Record>) {
    for time in 0..times {
        let rows: Vec<Record> = (1..=MEMBERS)
            .step_by(2 + time as usize % 5)
            .map(|n| {
                let row = LedgerRow {
                    delta: time as i64,
                    reason: Reason::Payout,
                    table: None,
                    at: Millis(time),
                    returned: None,
                };
                Record::Ledger(LedgerAccount::Member(account(n)), MOVEMENTS + 1 + time % 7, row)
            })
            .collect();
        append_next(storage, &put(rows.clone())).unwrap();
        written.extend(rows.into_iter().map(|row| (row.key(), row)));
        storage.store().rows().flush();
    }
}

/// Whatever reads is what was written last. Returns how many rows do not read.
fn expect_written(storage: &FjallDirectory, written: &BTreeMap<Key, Record>) -> usize {
    let snapshot = storage.state().snapshot().unwrap();
    let reads = |row: &Record| {
        let (key, _) = turnstone_storage::encoding::encode(row);
        let after = [key.as_slice(), &[0]].concat();
        let found: Result<Vec<Record>, _> =
            snapshot.scan(turnstone_storage::KeyRange { start: key, end: after }).collect();
        found.map(|found| assert!(found == [row.clone()], "{found:?} instead of {row:?}")).is_ok()
    };
    written.values().filter(|row| !reads(row)).count()
}

#[test]
fn tables_are_compacted() {
    let home = fixture();
    let mut storage = open(home.path()).unwrap();
    let mut written = BTreeMap::new();
    write_on(&mut storage, 40, &mut written);
    let start = Instant::now();
    while tables(home.path()).len() > 6 {
        assert!(start.elapsed() < Duration::from_secs(60), "{} tables", tables(home.path()).len());
        std::thread::sleep(Duration::from_millis(200));
        // Files that a merge has replaced go with the next change of the tables.
        write_on(&mut storage, 1, &mut written);
    }
    assert_eq!(expect_written(&storage, &written), 0);
    assert_eq!(storage.state().health().failed_merges, 0);
    drop(storage);
    assert_eq!(expect_written(&open(home.path()).unwrap(), &written), 0);
}

/// Every table is flipped in turn, the fresh ones too, while the store is written on: a failed merge stops no write,
/// not now and not after the next start, and what was merged above the damage is what was written last.
#[test]
fn a_compaction_that_meets_damage_poisons_nothing() {
    let whole = fixture();
    let mut met = 0;
    for home in damaged(whole.path(), 7).skip(1) {
        let Ok(mut storage) = open(home.path()) else { continue };
        let mut written = BTreeMap::new();
        // More tables than the engine would take writes with, were they not merged.
        write_on(&mut storage, 40, &mut written);
        assert!(expect_written(&storage, &written) < 30, "one damaged block takes few rows");
        let start = Instant::now();
        // A merge meets the damage, or goes round it because it was read before.
        let knows = || {
            let health = storage.state().health();
            health.failed_merges + health.damaged_files > 0
        };
        while !knows() && start.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(20));
        }
        met += u32::from(knows());
        storage.stop().unwrap();
        drop(storage);
        // A fresh table is damaged as well.
        let newest = tables(home.path()).into_iter().max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap());
        flip(&OpenOptions::new().read(true).write(true).open(newest.unwrap()).unwrap(), 100);
        let Ok(mut storage) = open(home.path()) else { continue };
        let mut written = BTreeMap::new();
        write_on(&mut storage, 40, &mut written);
        expect_written(&storage, &written);
    }
    assert!(met > 0, "no read met the damage");
}

#[test]
fn turns_off_compaction_in_a_store_of_an_earlier_build() {
    let home = tempfile::tempdir().unwrap();
    super::damage::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/storage/1/data"), home.path());
    for _ in 0..2 {
        let storage = open(home.path()).unwrap();
        assert!(storage.store().rows().has_compaction_off());
        assert_eq!(check(&*storage.state(), |_| {}).unwrap().n, 2);
    }
}

fn records(home: &Path) -> BTreeMap<Key, Record> {
    let mut storage = open(home).unwrap();
    let mut found = BTreeMap::new();
    check(&*storage.state(), |record| drop(found.insert(record.key(), record))).unwrap();
    load(&mut storage, |_, records| records.count()).unwrap();
    found
}

#[test]
fn an_undamaged_directory_is_salvaged_completely() {
    let whole = fixture();
    let new = tempfile::tempdir().unwrap();
    let salvaged = FJALL.salvage(whole.path(), &new.path().join("new")).unwrap();
    assert!(salvaged.missing.is_empty(), "{:?}", salvaged.missing);
    let mut found = records(&new.path().join("new"));
    assert!(found.remove(&Key::Restored).is_some(), "the next start begins an era");
    assert!(found == records(whole.path()));
    assert_eq!(
        fs::read(new.path().join("new/server.keys")).unwrap(),
        fs::read(whole.path().join("server.keys")).unwrap()
    );
    assert!(matches!(FJALL.salvage(whole.path(), &new.path().join("new")), Err(StorageError::NotEmpty(_))));
}

/// Wherever a byte is flipped: readable records are copied, unreadable ones are reported, and the books balance.
#[test]
fn salvages_readable_rows_and_lists_the_others() {
    let whole = fixture();
    let expected = records(whole.path());
    let mut lost_somewhere = 0;
    for home in damaged(whole.path(), 60) {
        let new = tempfile::tempdir().unwrap();
        let salvaged = FJALL.salvage(home.path(), new.path()).unwrap();
        let mut found = records(new.path());
        assert!(found.remove(&Key::Restored).is_some(), "the next start begins an era");
        let lost: Vec<&Key> = expected.keys().filter(|key| !found.contains_key(key)).collect();
        assert!(lost.len() < 400, "{} rows are lost of one block", lost.len());
        assert!(lost.is_empty() || !salvaged.missing.is_empty(), "{lost:?} is lost and nothing said");
        let changed = found.iter().any(|(key, record)| expected.get(key) != Some(record));
        assert!(!changed || !salvaged.missing.is_empty(), "rows differ and nothing is said");
        assert_eq!(found.values().map(balance).sum::<i64>(), 0, "the books balance");
        assert_eq!(found.len(), salvaged.records);
        lost_somewhere += usize::from(!lost.is_empty());
    }
    assert!(lost_somewhere > 20, "{lost_somewhere}");
}
