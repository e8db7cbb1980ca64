//! What a disk or a hand may do to a store: it is refused, or all that was acknowledged is there. Never is a part of it
//! served as if it were the whole.

use super::backups::all;
use crate::FjallDirectory;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use turnstone_directory::JournalFormat;
use turnstone_fjall_journal::{FjallJournal, encode};
use turnstone_service::record::Record;
use turnstone_storage::{Commit, Durability, Storage, StorageError, check};
use turnstone_storage_conformance::samples::*;

const COMMITS: u64 = 40;

fn open(path: &Path) -> Result<FjallDirectory, StorageError> {
    FjallDirectory::open(path, Durability::Sync)
}

fn append(path: &Path, ids: std::ops::RangeInclusive<u64>) -> Commit {
    let mut storage = open(path).unwrap();
    for id in ids {
        append_next(&mut storage, &put([ledger(1, id), member(id as u8, None)])).unwrap();
    }
    storage.stop().unwrap();
    storage.head()
}

/// A store of [`COMMITS`] commits. It is opened once more, which cuts its journal to what is in it.
fn fixture() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    append(home.path(), 1..=COMMITS);
    drop(open(home.path()).unwrap());
    home
}

pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)
        } else {
            fs::copy(entry.path(), &target).map(drop).unwrap();
            fs::set_permissions(target, fs::Permissions::from_mode(0o600)).unwrap();
        }
    }
}

pub(super) fn copied(from: &Path) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    copy(from, home.path());
    home
}

pub(super) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() { files(&entry.path(), found) } else { found.push(entry.path()) }
    }
}

pub(super) fn journal(home: &Path) -> PathBuf {
    let mut found = Vec::new();
    files(&home.join("store"), &mut found);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "jnl"));
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// All records, if the store is served and its check finds nothing.
fn served(home: &Path) -> Result<Vec<Record>, StorageError> {
    let mut records = Vec::new();
    check(&*open(home)?.state(), |record| records.push(record))?;
    Ok(records)
}

/// Damage copies of a store at many places of a file. Returns the errors.
fn rejections(whole: &Path, file: &Path, step: u64, damage: impl Fn(&File, u64)) -> Vec<StorageError> {
    let expected = served(copied(whole).path()).unwrap();
    let file = file.strip_prefix(whole).unwrap();
    let length = fs::metadata(whole.join(file)).unwrap().len();
    let mut rejected = Vec::new();
    for at in (0..length).step_by(step as usize) {
        let home = copied(whole);
        let target = OpenOptions::new().read(true).write(true).open(home.path().join(file)).unwrap();
        damage(&target, at);
        match served(home.path()) {
            Ok(records) => assert!(records == expected, "damage at {at} of {file:?} is served"),
            Err(failure) => rejected.push(failure),
        }
    }
    rejected
}

pub(super) fn flip(file: &File, at: u64) {
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ 0x10], at).unwrap();
}

#[test]
fn rejects_a_journal_with_a_flipped_byte() {
    let whole = fixture();
    let rejected = rejections(whole.path(), &journal(whole.path()), 199, flip);
    assert!(rejected.iter().any(|failure| matches!(failure, StorageError::Shortened { found: 1..COMMITS, .. })));
    for failure in &rejected {
        assert!(failure.to_string().contains("turnstone restore"), "{failure}");
    }
}

#[test]
fn rejects_a_journal_with_a_zeroed_sector_and_names_the_commits() {
    let whole = fixture();
    let rejected = rejections(whole.path(), &journal(whole.path()), 512, |file, at| {
        let end = (at + 512).min(file.metadata().unwrap().len());
        file.write_all_at(&vec![0; (end - at) as usize], at).unwrap();
    });
    let shortened =
        |failure: &&StorageError| matches!(failure, StorageError::Shortened { found: 1..COMMITS, known: COMMITS });
    let reported = rejected.iter().find(shortened).unwrap().to_string();
    assert!(reported.contains("but commit 40 is known") && reported.contains("turnstone restore"), "{reported}");
}

#[test]
fn rejects_a_truncated_journal() {
    let whole = fixture();
    let path = journal(whole.path());
    let rejected = rejections(whole.path(), &path, 257, |file, at| file.set_len(at).unwrap());
    assert_eq!(rejected.len() as u64, fs::metadata(&path).unwrap().len().div_ceil(257));
}

#[test]
fn rejects_a_missing_journal_store_or_watermark() {
    let whole = fixture();
    let home = copied(whole.path());
    fs::remove_file(journal(home.path())).unwrap();
    let found = open(home.path()).err().unwrap();
    assert!(matches!(found, StorageError::Shortened { found: 0, known: COMMITS }), "{found}");

    let home = copied(whole.path());
    fs::remove_dir_all(home.path().join("store")).unwrap();
    let found = open(home.path()).err().unwrap();
    assert!(matches!(found, StorageError::Shortened { found: 0, known: COMMITS }), "{found}");
    assert!(!home.path().join("store").exists(), "a rejected store leaves nothing");

    let home = copied(whole.path());
    fs::remove_file(home.path().join("mark")).unwrap();
    assert!(open(home.path()).err().unwrap().to_string().contains("mark"));
}

#[test]
fn rejects_an_older_store_and_one_with_another_history() {
    let whole = fixture();
    let older = copied(whole.path());
    append(whole.path(), COMMITS + 1..=COMMITS + 3);
    let swap = |store: &Path| {
        let home = copied(whole.path());
        fs::remove_dir_all(home.path().join("store")).unwrap();
        copy(&store.join("store"), &home.path().join("store"));
        open(home.path()).err().unwrap()
    };
    let found = swap(older.path());
    assert!(matches!(found, StorageError::Shortened { found: COMMITS, known: 43 }), "{found}");
    append(older.path(), COMMITS + 10..=COMMITS + 20);
    let found = swap(older.path());
    assert!(matches!(found, StorageError::OtherHistory { n: 43, found: 51 }), "{found}");
}

#[test]
fn the_watermark_survives_the_loss_of_one_place() {
    let whole = fixture();
    let rejected = rejections(whole.path(), &whole.path().join("mark"), 4096, flip);
    assert!(rejected.is_empty(), "{rejected:?}");
    let home = copied(whole.path());
    let mark = OpenOptions::new().read(true).write(true).open(home.path().join("mark")).unwrap();
    flip(&mark, 0);
    flip(&mark, 4096);
    assert!(open(home.path()).err().unwrap().to_string().contains("mark is unreadable"));
}

/// Enough rows for the engine to have moved some from its journal into tables.
#[test]
fn a_check_finds_a_flipped_byte_in_a_table() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = open(home.path()).unwrap();
    let mut found = Vec::new();
    let is_table = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("tables"));
    for n in 0.. {
        assert!(n < 200, "no table was made");
        append_next(&mut storage, &put((0..6000).map(|id| ledger(1, n * 6000 + id)))).unwrap();
        found.clear();
        files(&home.path().join("store"), &mut found);
        found.retain(|path| is_table(path) && fs::metadata(path).unwrap().len() > 1 << 17);
        if !found.is_empty() && n % 10 == 9 {
            break;
        }
    }
    storage.stop().unwrap();
    drop(storage);
    served(home.path()).unwrap();
    found.retain(|path| path.exists());
    let table = &found[0];
    let length = fs::metadata(table).unwrap().len();
    let file = OpenOptions::new().read(true).write(true).open(table).unwrap();
    for place in 0..4 {
        flip(&file, place * (length / 4) + 50);
        assert!(served(home.path()).is_err(), "a flipped byte in the {place}. quarter is served");
        flip(&file, place * (length / 4) + 50);
    }
}

const CHILD: &str = "TURNSTONE_TEST_DIRECTORY";

/// Not a test of its own: the process that the next test kills.
#[test]
fn child_that_appends_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let mut storage = open(Path::new(&path)).unwrap();
    let mut out = std::io::stderr();
    for id in storage.head().n + 1.. {
        let commit = append_next(&mut storage, &put([ledger(1, id)])).unwrap();
        writeln!(out, "acknowledged {}", commit.n).unwrap();
    }
}

#[test]
fn a_killed_process_loses_nothing_that_it_acknowledged() {
    let home = tempfile::tempdir().unwrap();
    let mut expected = 0;
    for round in 1..=5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "tests::damage::child_that_appends_until_it_is_killed", "--nocapture"])
            .env(CHILD, home.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let mut acknowledged = || lines.find_map(|line| line.strip_prefix("acknowledged ")?.parse::<u64>().ok());
        for _ in 0..30 * round {
            expected = acknowledged().unwrap();
        }
        child.kill().unwrap();
        while let Some(last) = acknowledged() {
            expected = last;
        }
        child.wait().unwrap();
        let storage = open(home.path()).unwrap();
        let head = storage.head();
        assert!(head.n == expected || head.n == expected + 1, "{} of {expected} are left", head.n);
        assert_eq!(head.term, round);
        let mut ids = Vec::new();
        let visit = |record| ids.extend(if let Record::Ledger(_, id, _) = record { Some(id) } else { None });
        assert_eq!(check(&*storage.state(), visit).unwrap(), head);
        assert_eq!(ids, (1..=head.n).collect::<Vec<_>>());
        expected = head.n;
    }
}

/// Writes of a killed process survive in the operating system, even without a sync.
#[test]
fn notices_damage_in_the_last_commits_after_a_kill() {
    for durability in [Durability::Sync, Durability::Buffered] {
        let whole = tempfile::tempdir().unwrap();
        let mut storage = FjallDirectory::open(whole.path(), durability).unwrap();
        for id in 1..=COMMITS {
            append_next(&mut storage, &put([ledger(1, id)])).unwrap();
        }
        // No clean stop: the files are as a kill leaves them.
        drop(storage);
        let path = journal(whole.path());
        let end = written_bytes(&path);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(end).unwrap();
        let mut noticed = 0;
        for at in (end - 3000..end).step_by(23) {
            let home = copied(whole.path());
            let target = home.path().join(path.strip_prefix(whole.path()).unwrap());
            flip(&OpenOptions::new().read(true).write(true).open(target).unwrap(), at);
            match open(home.path()) {
                Ok(storage) => assert_eq!(storage.head().n, COMMITS, "damage at {at} took commits away in silence"),
                Err(_) => noticed += 1,
            }
        }
        assert!(noticed > 100, "{noticed}");
    }
}

/// The operating system ended with the process: what it had not synced may be gone, the mark of it or what it marks.
#[test]
fn an_unsynced_watermark_is_valid_for_one_run_of_the_system() {
    let home = tempfile::tempdir().unwrap();
    let mut storage = FjallDirectory::open(home.path(), Durability::Buffered).unwrap();
    append_next(&mut storage, &put([ledger(1, 1)])).unwrap();
    storage.stop().unwrap();
    let before = copied(home.path());
    append_next(&mut storage, &put([ledger(1, 2)])).unwrap();
    drop(storage);
    // The mark reached the disk and the journal did not.
    fs::copy(home.path().join("mark"), before.path().join("mark")).unwrap();
    let found = open(copied(before.path()).path()).err().unwrap();
    assert!(matches!(found, StorageError::Shortened { found: 1, known: 2 }), "{found}");
    let mark = OpenOptions::new().read(true).write(true).open(before.path().join("mark")).unwrap();
    for place in [8192, 12288] {
        claim_another_boot(&mark, place);
    }
    assert_eq!(open(before.path()).unwrap().head().n, 1);
}

/// Let a mark say that it was written while the system ran another time.
fn claim_another_boot(mark: &File, place: u64) {
    let mut bytes = [0; 48 + 16];
    if mark.read_exact_at(&mut bytes, place).is_ok() && bytes != [0; 64] {
        bytes[48..].fill(7);
        let check = turnstone_service::secret::sha256(&bytes);
        mark.write_all_at(&bytes, place).unwrap();
        mark.write_all_at(&check[..8], place + 64).unwrap();
    }
}

/// How much of a journal is in use: it is made large, and what is not yet written reads as zeros.
fn written_bytes(path: &Path) -> u64 {
    let bytes = fs::read(path).unwrap();
    bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last as u64 + 1)
}

/// A store whose last `torn` commits no mark names: as a power failure leaves it, when it may have kept any sector of
/// what was on its way. Returns where they begin in the journal, each.
fn on_their_way(durability: Durability, torn: u64) -> (tempfile::TempDir, Vec<u64>) {
    let home = fixture();
    let mark = fs::read(home.path().join("mark")).unwrap();
    let path = journal(home.path());
    let mut storage = FjallDirectory::open(home.path(), durability).unwrap();
    let mut begins = Vec::new();
    for n in 1..=torn {
        begins.push(written_bytes(&path));
        append_next(&mut storage, &put((0..60).map(|id| ledger(1, COMMITS + n * 60 + id)))).unwrap();
    }
    drop(storage);
    let end = written_bytes(&path);
    OpenOptions::new().write(true).open(&path).unwrap().set_len(end + 9000).unwrap();
    fs::write(home.path().join("mark"), mark).unwrap();
    begins.push(end);
    (home, begins)
}

/// Losing any sectors of an unacknowledged group commit does not prevent a start.
#[test]
fn a_torn_last_commit_is_cut_off_and_kept_in_a_file() {
    let (whole, begins) = on_their_way(Durability::Sync, 1);
    let path = journal(whole.path());
    let (mut dropped, mut unharmed) = (0, 0);
    for at in (begins[0] / 512 * 512..begins[1]).step_by(512) {
        let home = copied(whole.path());
        let target = home.path().join(path.strip_prefix(whole.path()).unwrap());
        let file = OpenOptions::new().read(true).write(true).open(&target).unwrap();
        let (start, end) = (at.max(begins[0]), (at + 512).min(begins[1]));
        file.write_all_at(&vec![0; (end - start) as usize], start).unwrap();
        let torn = fs::read(&target).unwrap()[begins[0] as usize..written_bytes(&target) as usize].to_vec();
        let mut storage = open(home.path()).unwrap_or_else(|failure| panic!("sector at {at}: {failure}"));
        assert_eq!(storage.head().n, COMMITS);
        assert_eq!(check(&*storage.state(), |_| {}).unwrap().n, COMMITS);
        if torn.is_empty() {
            unharmed += 1;
        } else {
            let tail = storage.torn_tail().unwrap().clone();
            assert_eq!((tail.after, tail.bytes), (Some(COMMITS), torn.len() as u64));
            assert_eq!(fs::read(&tail.kept_in).unwrap(), torn);
            dropped += 1;
        }
        // It goes on from there, and what is written then is found.
        append_next(&mut storage, &put([ledger(1, 9999)])).unwrap();
        storage.stop().unwrap();
        drop(storage);
        assert_eq!(open(home.path()).unwrap().head().n, COMMITS + 1);
    }
    assert!(dropped > 5 && unharmed <= 1, "{dropped} {unharmed}");
}

/// Where each round waits for the sync of the one before, a whole round shows that those before it were acknowledged.
/// Where none waits, all that no mark names may be gone.
#[test]
fn cuts_off_a_torn_commit_before_a_complete_one_only_if_buffered() {
    for (durability, expected) in [(Durability::Sync, None), (Durability::Buffered, Some(COMMITS + 1))] {
        let (home, begins) = on_their_way(durability, 3);
        let path = journal(home.path());
        let file = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        file.write_all_at(&[0; 512], begins[1] + 600).unwrap();
        let before = fs::read(&path).unwrap();
        match (FjallDirectory::open(home.path(), durability), expected) {
            (Ok(storage), Some(head)) => assert_eq!(storage.head().n, head),
            (Err(failure), None) => {
                assert!(failure.to_string().contains("turnstone restore"), "{failure}");
                assert!(fs::read(&path).unwrap() == before, "a rejected store is unchanged");
            }
            (found, _) => panic!("{durability:?}: {:?}", found.map(|storage| storage.head().n)),
        }
    }
}

/// Damage in what was acknowledged is no torn tail: the start is refused, and the journal stays as it was found. A few bytes
/// of a journal mean nothing.
#[test]
fn never_cuts_off_acknowledged_commits() {
    let (whole, begins) = on_their_way(Durability::Sync, 1);
    let acknowledged = all(&open(fixture().path()).unwrap());
    let mut unharmed = 0;
    for at in (begins[0] / 2..begins[0]).step_by(97) {
        let home = copied(whole.path());
        let path = journal(home.path());
        flip(&OpenOptions::new().read(true).write(true).open(&path).unwrap(), at);
        let before = fs::read(&path).unwrap();
        let failure = match open(home.path()) {
            Err(failure) => failure,
            Ok(storage) => {
                // At most what was not acknowledged is missing.
                let served = all(&storage);
                assert!(acknowledged.iter().all(|record| served.contains(record)), "damage at {at} is served");
                unharmed += 1;
                continue;
            }
        };
        assert!(matches!(failure, StorageError::Shortened { found: 1..COMMITS, known: COMMITS }), "{failure}");
        assert!(fs::read(&path).unwrap() == before, "a rejected store is unchanged: {at}");
    }
    assert!(unharmed <= 1, "{unharmed}");
}

#[test]
fn the_journal_format_is_that_of_fjall() {
    let home = fixture();
    let bytes = fs::read(journal(home.path())).unwrap();
    let (mut rest, mut batches) = (bytes.as_slice(), 0);
    while let Some(batch) = FjallJournal::batch(rest) {
        let rows: Vec<(&[u8], Option<&[u8]>)> =
            batch.rows.iter().map(|(key, value)| (*key, value.as_deref())).collect();
        assert!(encode(batch.number, &rows) == rest[..batch.length], "batch {batches}");
        rest = &rest[batch.length..];
        batches += 1;
    }
    assert!(batches >= COMMITS && rest.is_empty(), "{batches} batches, {} bytes are left", rest.len());
}

#[test]
fn an_unknown_journal_version_fails_the_start_and_changes_nothing() {
    let (home, begins) = on_their_way(Durability::Sync, 1);
    let (journal, version) = (journal(home.path()), home.path().join("store/version"));
    OpenOptions::new().write(true).open(&journal).unwrap().set_len(begins[0] + 10).unwrap();
    let torn = fs::read(&journal).unwrap();
    let written = fs::read(&version).unwrap();
    let versions =
        [(Some(b"FJL\x04"), "names version 4"), (Some(b"FJX\x03"), "is not a version file"), (None, "missing")];
    for (bytes, says) in versions {
        match bytes {
            Some(bytes) => fs::write(&version, bytes).unwrap(),
            None => fs::remove_file(&version).unwrap(),
        }
        let error = open(home.path()).err().unwrap().to_string();
        assert!(error.contains(says) && error.contains("turnstone restore"), "{error}");
        assert!(fs::read(&journal).unwrap() == torn && !home.path().join("torn-after-40").exists(), "{says}");
    }
    fs::write(&version, written).unwrap();
    assert_eq!(open(home.path()).unwrap().torn_tail().unwrap().after, Some(COMMITS));
}
