//! What lies at rest: the engine's tables, how they are merged, and how they are read again and again to see whether
//! they are still as they were written.
//!
//! The engine would merge them on threads of its own, and a damage that such a merge meets poisons its whole database:
//! it takes no write any more, and after the next start it meets the same damage again. So it is told to merge nothing,
//! and the thread of this file does it. A merge that fails is told and left, and from then on what is damaged is gone
//! round: it stays where it is, and what is newer is merged above it.

use fjall::compaction::Leveled;
use fjall::{AbstractTree, Database, Keyspace};
use lsm_tree::compaction::{CompactionStrategy, MoveDown, PullDown};
use lsm_tree::{Guard, SequenceNumberCounter, Table};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};
use turnstone_storage::encoding::decode_key;
use turnstone_storage::{DamagedFile, Failure, Health, SALVAGE};
use xxhash_rust::xxh3::Xxh3Default;

/// What the scrub reads in a second: little beside what any disk can do, and all of a large store within hours.
const BYTES_A_SECOND: u64 = 8 << 20;
const CHUNK: usize = 256 << 10;
/// From the end of one scrub to the beginning of the next.
const BETWEEN_SCRUBS: Duration = Duration::from_secs(3600);
/// How often it is looked whether there is something to merge.
const LOOK: Duration = Duration::from_millis(100);
/// From a merge that failed for no damage that could be found, such as a full disk, to the next try.
const AFTER_A_FAILED_MERGE: Duration = Duration::from_secs(600);
/// Tables that a memtable became and that are not merged yet: from this number on they are.
const FRESH_TABLES: usize = 4;

/// The strategy that the engine's own threads are given: no table is ever too large, and no number of them too many.
/// They still move tables from level to level, which reads nothing.
pub(crate) fn merge_nothing() -> Arc<Leveled> {
    Arc::new(Leveled::default().with_l0_threshold(u8::MAX).with_table_target_size(1 << 50))
}

/// Let a store that was made before merge nothing by itself either. Its engine keeps the strategy with which a keyspace
/// was made, and has no way to change it.
pub(crate) fn settle(store: &Path, keyspace: &str) -> Result<(), lsm_tree::Error> {
    let path = store.join("keyspaces").join("0");
    if !path.join("current").try_exists()? {
        return Ok(());
    }
    let seqno = SequenceNumberCounter::default();
    let tree = lsm_tree::Config::new(path, seqno.clone(), SequenceNumberCounter::default()).open()?;
    let names = tree.prefix(b"n", u64::MAX, None).map(Guard::into_inner).collect::<Result<Vec<_>, _>>()?;
    let Some((named, _)) = names.iter().find(|(_, name)| **name == *keyspace.as_bytes()) else { return Ok(()) };
    let mut wanted = BTreeMap::new();
    for (name, value) in merge_nothing().get_config() {
        wanted.insert([b"c", &named[1..], &name].concat(), value);
    }
    let mut is_so = true;
    for (key, value) in &wanted {
        is_so &= tree.get(key, u64::MAX)?.as_ref() == Some(value);
    }
    if !is_so {
        seqno.set(tree.get_highest_seqno().map_or(0, |seqno| seqno + 1));
        let mut ingestion = tree.ingestion()?;
        for (key, value) in wanted {
            ingestion.write(key, value)?;
        }
        ingestion.finish()?;
    }
    Ok(())
}

/// The thread that keeps what lies at rest, and what it knows.
pub struct Keeper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    db: Database,
    rows: Keyspace,
    damaged: Mutex<BTreeMap<PathBuf, DamagedFile>>,
    scrubbed_bytes: AtomicU64,
    scrubs: AtomicU64,
    scrubbed_at: AtomicU64,
    failed_merges: AtomicU64,
    stop: Mutex<bool>,
    stopping: Condvar,
}

/// What the keeper knows, for any thread.
#[derive(Clone)]
pub(crate) struct FilesAtRest(Arc<Shared>);

impl Keeper {
    pub(crate) fn start(db: Database, rows: Keyspace) -> Result<Self, Failure> {
        let shared = Arc::new(Shared {
            db,
            rows,
            damaged: Mutex::default(),
            scrubbed_bytes: AtomicU64::new(0),
            scrubs: AtomicU64::new(0),
            scrubbed_at: AtomicU64::new(0),
            failed_merges: AtomicU64::new(0),
            stop: Mutex::new(false),
            stopping: Condvar::new(),
        });
        let theirs = shared.clone();
        let thread = std::thread::Builder::new().name("at rest".to_owned()).spawn(move || theirs.run());
        Ok(Self { shared, thread: Some(thread.map_err(Failure::io("start the thread that keeps the tables"))?) })
    }

    pub(crate) fn at_rest(&self) -> FilesAtRest {
        FilesAtRest(self.shared.clone())
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        *lock(&self.shared.stop) = true;
        self.shared.stopping.notify_all();
        if let Some(thread) = self.thread.take() {
            // One that panicked keeps nothing any more; the store itself is as it was.
            drop(thread.join());
        }
    }
}

impl turnstone_directory::AtRest for FilesAtRest {
    fn health(&self) -> Health {
        let Shared { scrubbed_bytes, scrubs, scrubbed_at, failed_merges, damaged, .. } = &*self.0;
        let [scrubbed_bytes, scrubs, scrubbed_at, failed_merges] =
            [scrubbed_bytes, scrubs, scrubbed_at, failed_merges].map(|count| count.load(Ordering::Relaxed));
        let damaged_files = lock(damaged).len() as u64;
        // What cannot be told counts as nothing: the metrics are no place to fail.
        let stored_bytes = self.0.db.disk_space().unwrap_or_default();
        Health { scrubbed_bytes, scrubs, scrubbed_at, damaged_files, failed_merges, stored_bytes }
    }

    /// Read all now. Returns what is damaged.
    fn verify(&self) -> Vec<DamagedFile> {
        self.0.verify()
    }
}

impl Shared {
    fn run(&self) {
        let mut merging = Merging { seen: None, not_before: None };
        let mut scrub = Scrub::default();
        loop {
            self.merge(&mut merging);
            let pause = self.scrub(&mut scrub);
            let running = lock(&self.stop);
            let waited = self.stopping.wait_timeout_while(running, pause, |stop| !*stop);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
        }
    }

    fn is_stopping(&self) -> bool {
        *lock(&self.stop)
    }

    fn is_damaged(&self, table: &Table) -> bool {
        lock(&self.damaged).contains_key(&*table.path)
    }

    /// A file is damaged: tell it once. Returns whether it was news.
    fn tell(&self, damage: DamagedFile) -> bool {
        let is_news = lock(&self.damaged).insert(damage.file.clone(), damage.clone()).is_none();
        if is_news {
            tracing::error!(
                file = %damage.file.display(),
                what = damage.what,
                "the store is damaged: what cannot be read is refused, all else is served. {SALVAGE}"
            );
        }
        is_news
    }

    fn verify(&self) -> Vec<DamagedFile> {
        let version = self.rows.tree.current_version();
        let tables = version.iter_tables().filter_map(|table| check_table(table).err());
        let found: Vec<DamagedFile> = tables.chain(check_manifest(self.rows.path()).err()).collect();
        for damage in &found {
            self.tell(damage.clone());
        }
        found
    }
}

/// What the merging has seen so far.
struct Merging {
    /// The version of the tables at which nothing was left to merge.
    seen: Option<u64>,
    not_before: Option<Instant>,
}

impl Shared {
    /// Merge until nothing is left to be merged.
    fn merge(&self, merging: &mut Merging) {
        if merging.not_before.is_some_and(|at| Instant::now() < at) {
            return;
        }
        merging.not_before = None;
        loop {
            let before = self.rows.tree.current_version().id();
            if merging.seen == Some(before) || self.is_stopping() {
                return;
            }
            match self.merge_once() {
                Ok(()) if self.rows.tree.current_version().id() == before => merging.seen = Some(before),
                Ok(()) => {}
                Err(error) => {
                    self.failed_merges.fetch_add(1, Ordering::Relaxed);
                    tracing::error!(%error, "tables of the store could not be merged");
                    let known = lock(&self.damaged).len();
                    self.verify();
                    if lock(&self.damaged).len() == known {
                        merging.not_before = Some(Instant::now() + AFTER_A_FAILED_MERGE);
                        return;
                    }
                }
            }
        }
    }

    /// One merge, if one is due. Above a damaged table the levels are kept by hand: what is fresh is merged into the
    /// lowest level that is whole, with nothing but empty ones over it, so that what is newer stays above what is older.
    fn merge_once(&self) -> Result<(), lsm_tree::Error> {
        let tree = &self.rows.tree;
        let until = self.db.supervisor.snapshot_tracker.get_seqno_safe_to_gc();
        let version = tree.current_version();
        let is_damaged = |level: usize| {
            let level = version.level(level);
            level.is_some_and(|level| level.iter().any(|run| run.iter().any(|table| self.is_damaged(table))))
        };
        let runs = |level: usize| version.level(level).map_or(0, |level| level.run_count());
        let levels = version.level_count();
        let is_whole = !(0..levels).any(is_damaged) && !(1..levels).any(|level| runs(level) > 1);
        if is_whole {
            return tree.compact(Arc::new(Leveled::default()), until);
        }
        if version.l0().table_count() < FRESH_TABLES {
            return Ok(());
        }
        let first = (1..levels).find(|level| runs(*level) > 0).unwrap_or(levels);
        let joins = first < levels && runs(first) == 1 && !is_damaged(first) && !is_damaged(0);
        let target = if joins { first } else { first - 1 };
        match u8::try_from(target) {
            // Moving reads nothing: this is how a damaged one leaves the way.
            Ok(target @ 1..) if is_damaged(0) => tree.compact(Arc::new(MoveDown(0, target)), until),
            Ok(target @ 1..) => tree.compact(Arc::new(PullDown(0, target)), until),
            Ok(0) | Err(_) => Ok(()),
        }
    }
}

/// How far the scrub has come.
#[derive(Default)]
struct Scrub {
    /// The tables that are left, and the one that is being read.
    left: Vec<Table>,
    reading: Option<Reading>,
    rests_until: Option<Instant>,
}

struct Reading {
    table: Table,
    file: File,
    hash: Xxh3Default,
}

impl Shared {
    /// Read on for one chunk. Returns how long to wait then.
    fn scrub(&self, scrub: &mut Scrub) -> Duration {
        if scrub.rests_until.is_some_and(|until| Instant::now() < until) {
            return LOOK;
        }
        if scrub.is_done() {
            scrub.left = self.rows.tree.current_version().iter_tables().cloned().collect();
            if let Err(damage) = check_manifest(self.rows.path()) {
                self.tell(damage);
            }
        }
        let pause = match scrub.read() {
            Ok(bytes) => {
                self.scrubbed_bytes.fetch_add(bytes, Ordering::Relaxed);
                Duration::from_micros(bytes * 1_000_000 / BYTES_A_SECOND)
            }
            Err(damage) => {
                self.tell(damage);
                Duration::ZERO
            }
        };
        if !scrub.is_done() {
            return pause;
        }
        self.scrubs.fetch_add(1, Ordering::Relaxed);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.scrubbed_at.store(now.as_secs(), Ordering::Relaxed);
        scrub.rests_until = Some(Instant::now() + BETWEEN_SCRUBS);
        LOOK
    }
}

impl Scrub {
    fn is_done(&self) -> bool {
        self.left.is_empty() && self.reading.is_none()
    }

    /// Read a chunk of the table in work, or begin the next. Returns the bytes.
    fn read(&mut self) -> Result<u64, DamagedFile> {
        let Some(mut reading) = self.reading.take() else {
            let Some(table) = self.left.pop() else { return Ok(0) };
            let file = File::open(&*table.path).map_err(|error| damaged(&table, &error.to_string()))?;
            self.reading = Some(Reading { table, file, hash: Xxh3Default::new() });
            return Ok(0);
        };
        let mut chunk = vec![0; CHUNK];
        let read = reading.file.read(&mut chunk).map_err(|error| damaged(&reading.table, &error.to_string()))?;
        reading.hash.update(&chunk[..read]);
        if read > 0 {
            self.reading = Some(reading);
        } else {
            judge(&reading.table, &reading.hash)?;
        }
        Ok(read as u64)
    }
}

/// Read a table to its end.
fn check_table(table: &Table) -> Result<(), DamagedFile> {
    let unreadable = |error: io::Error| damaged(table, &error.to_string());
    let mut file = File::open(&*table.path).map_err(unreadable)?;
    let mut hash = Xxh3Default::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = file.read(&mut chunk).map_err(unreadable)?;
        if read == 0 {
            return judge(table, &hash);
        }
        hash.update(&chunk[..read]);
    }
}

fn judge(table: &Table, hash: &Xxh3Default) -> Result<(), DamagedFile> {
    if hash.digest128() == table.checksum().into_u128() {
        Ok(())
    } else {
        Err(damaged(table, "its checksum is another"))
    }
}

fn damaged(table: &Table, why: &str) -> DamagedFile {
    let range = &table.metadata.key_range;
    let what = format!("rows of {} to {}: {why}", kind(range.min()), kind(range.max()));
    DamagedFile { file: table.path.to_path_buf(), what }
}

/// The kind of a row, by its key.
fn kind(key: &[u8]) -> String {
    let Some(key) = decode_key(key) else { return "the chain".to_owned() };
    let name = format!("{key:?}");
    name.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// The list of the tables, which the engine reads at its start and writes anew with every change.
fn check_manifest(folder: &Path) -> Result<(), DamagedFile> {
    let path = folder.join("current");
    let Ok(current) = std::fs::read(&path) else { return Ok(()) };
    let broken = |file: PathBuf, what: &str| Err(DamagedFile { file, what: what.to_owned() });
    let Some((version, rest)) = current.split_first_chunk() else { return broken(path, "too short") };
    let Some((checksum, _)) = rest.split_first_chunk() else { return broken(path, "too short") };
    let listed = folder.join(format!("v{}", u64::from_le_bytes(*version)));
    // One that is gone was replaced in this moment.
    let Ok(bytes) = std::fs::read(&listed) else { return Ok(()) };
    if xxhash_rust::xxh3::xxh3_128(&bytes) == u128::from_le_bytes(*checksum) {
        return Ok(());
    }
    broken(listed, "the list of the tables: its checksum is another")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
