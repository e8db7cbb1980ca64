//! Maintenance of the tables: a compactor, and a scrubber that reads every table again and again and compares
//! checksums.
//!
//! fjall would compact on its own threads, and damage found by such a compaction poisons the whole database: it accepts
//! no more writes, and meets the same damage again after the next start. So fjall's compaction is off, and the thread
//! of this file compacts. A failed compaction is logged, and from then on damaged tables are left in place: newer rows
//! are compacted above them.

use fjall::compaction::Leveled;
use fjall::{AbstractTree, Database, Keyspace};
use lsm_tree::compaction::{CompactionStrategy, MoveDown, PullDown};
use lsm_tree::{Guard, SequenceNumberCounter, Table};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};
use turnstone_storage::encoding::decode_key;
use turnstone_storage::{DamagedFile, Health, SALVAGE, StorageError};
use xxhash_rust::xxh3::Xxh3Default;

/// Bytes that the scrubber reads in a second: a small share of a disk's speed, and a large store within hours.
const BYTES_A_SECOND: u64 = 8 << 20;
const CHUNK: usize = 256 << 10;
/// From the end of one scrub to the start of the next.
const BETWEEN_SCRUBS: Duration = Duration::from_secs(3600);
/// How often the compactor checks for work.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// From a compaction that failed without damage, for example because of a full disk, to the next attempt.
const AFTER_A_FAILURE: Duration = Duration::from_secs(600);
/// Compaction starts at this number of tables that were flushed and not compacted yet.
const FRESH_TABLES: usize = 4;

/// The strategy for fjall's own threads: no table is ever too large, and no number of tables too high. They still move
/// tables between levels, which reads nothing.
pub(crate) fn compact_nothing() -> Arc<Leveled> {
    Arc::new(Leveled::default().with_l0_threshold(u8::MAX).with_table_target_size(1 << 50))
}

/// Set the strategy of a keyspace that an earlier build created. fjall stores the strategy and cannot change it.
pub(crate) fn turn_off_compaction(store: &Path, keyspace: &str) -> Result<(), lsm_tree::Error> {
    let path = store.join("keyspaces").join("0");
    if !path.join("current").try_exists()? {
        return Ok(());
    }
    let seqno = SequenceNumberCounter::default();
    let tree = lsm_tree::Config::new(path, seqno.clone(), SequenceNumberCounter::default()).open()?;
    let names = tree.prefix(b"n", u64::MAX, None).map(Guard::into_inner).collect::<Result<Vec<_>, _>>()?;
    let Some((named, _)) = names.iter().find(|(_, name)| **name == *keyspace.as_bytes()) else { return Ok(()) };
    let mut wanted = BTreeMap::new();
    for (name, value) in compact_nothing().get_config() {
        wanted.insert([b"c", &named[1..], &name].concat(), value);
    }
    let mut is_set = true;
    for (key, value) in &wanted {
        is_set &= tree.get(key, u64::MAX)?.as_ref() == Some(value);
    }
    if !is_set {
        seqno.set(tree.get_highest_seqno().map_or(0, |seqno| seqno + 1));
        let mut ingestion = tree.ingestion()?;
        for (key, value) in wanted {
            ingestion.write(key, value)?;
        }
        ingestion.finish()?;
    }
    Ok(())
}

/// The maintenance thread, and its findings.
pub(crate) struct Maintenance {
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

/// The findings of maintenance, for any thread.
#[derive(Clone)]
pub(crate) struct FilesAtRest(Arc<Shared>);

impl Maintenance {
    pub(crate) fn start(db: Database, rows: Keyspace) -> Result<Self, StorageError> {
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
        let thread = std::thread::Builder::new().name("maintenance".to_owned()).spawn(move || theirs.run());
        Ok(Self { shared, thread: Some(thread.map_err(StorageError::io("start the maintenance thread"))?) })
    }

    pub(crate) fn at_rest(&self) -> FilesAtRest {
        FilesAtRest(self.shared.clone())
    }
}

impl Drop for Maintenance {
    fn drop(&mut self) {
        *lock(&self.shared.stop) = true;
        self.shared.stopping.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic ended maintenance; the store itself is unchanged.
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
        // An unknown size is reported as 0.
        let stored_bytes = self.0.db.disk_space().unwrap_or_default();
        Health { scrubbed_bytes, scrubs, scrubbed_at, damaged_files, failed_merges, stored_bytes }
    }

    fn verify(&self) -> Vec<DamagedFile> {
        self.0.verify()
    }
}

impl Shared {
    fn run(&self) {
        let mut compactor = Compactor { seen: None, not_before: None };
        let mut scrub = Scrub::default();
        loop {
            self.compact(&mut compactor);
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

    /// Record a damaged file, and log it once.
    fn report(&self, damage: DamagedFile) {
        if lock(&self.damaged).insert(damage.file.clone(), damage.clone()).is_none() {
            tracing::error!(
                file = %damage.file.display(),
                what = damage.what,
                "the store is damaged: requests for unreadable rows fail, all others are served. {SALVAGE}"
            );
        }
    }

    fn verify(&self) -> Vec<DamagedFile> {
        let version = self.rows.tree.current_version();
        let tables = version.iter_tables().filter_map(|table| check_table(table).err());
        let found: Vec<DamagedFile> = tables.chain(check_manifest(self.rows.path()).err()).collect();
        for damage in &found {
            self.report(damage.clone());
        }
        found
    }
}

/// The state of the compactor.
struct Compactor {
    /// The version of the tables at which nothing was left to compact.
    seen: Option<u64>,
    not_before: Option<Instant>,
}

impl Shared {
    /// Compact until nothing is left to compact.
    fn compact(&self, compactor: &mut Compactor) {
        if compactor.not_before.is_some_and(|at| Instant::now() < at) {
            return;
        }
        compactor.not_before = None;
        loop {
            let before = self.rows.tree.current_version().id();
            if compactor.seen == Some(before) || self.is_stopping() {
                return;
            }
            match self.compact_once() {
                Ok(()) if self.rows.tree.current_version().id() == before => compactor.seen = Some(before),
                Ok(()) => {}
                Err(error) => {
                    self.failed_merges.fetch_add(1, Ordering::Relaxed);
                    tracing::error!(%error, "a compaction of the store failed");
                    let known = lock(&self.damaged).len();
                    self.verify();
                    if lock(&self.damaged).len() == known {
                        compactor.not_before = Some(Instant::now() + AFTER_A_FAILURE);
                        return;
                    }
                }
            }
        }
    }

    /// One compaction, if one is due. Above a damaged table the levels are chosen here: new tables are compacted into
    /// the lowest undamaged level with only empty levels above it, so that newer rows stay above older ones.
    fn compact_once(&self) -> Result<(), lsm_tree::Error> {
        let tree = &self.rows.tree;
        let until = self.db.supervisor.snapshot_tracker.get_seqno_safe_to_gc();
        let version = tree.current_version();
        let is_damaged = |level: usize| {
            let level = version.level(level);
            level.is_some_and(|level| level.iter().any(|run| run.iter().any(|table| self.is_damaged(table))))
        };
        let runs = |level: usize| version.level(level).map_or(0, |level| level.run_count());
        let levels = version.level_count();
        let is_undamaged = !(0..levels).any(is_damaged) && !(1..levels).any(|level| runs(level) > 1);
        if is_undamaged {
            return tree.compact(Arc::new(Leveled::default()), until);
        }
        if version.l0().table_count() < FRESH_TABLES {
            return Ok(());
        }
        let first = (1..levels).find(|level| runs(*level) > 0).unwrap_or(levels);
        let joins = first < levels && runs(first) == 1 && !is_damaged(first) && !is_damaged(0);
        let target = if joins { first } else { first - 1 };
        match u8::try_from(target) {
            // Moving reads nothing, so a damaged table can be moved.
            Ok(target @ 1..) if is_damaged(0) => tree.compact(Arc::new(MoveDown(0, target)), until),
            Ok(target @ 1..) => tree.compact(Arc::new(PullDown(0, target)), until),
            Ok(0) | Err(_) => Ok(()),
        }
    }
}

/// The progress of the scrubber.
#[derive(Default)]
struct Scrub {
    /// The remaining tables, and the one that is being read.
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
    /// Read one chunk. Returns how long to wait afterwards.
    fn scrub(&self, scrub: &mut Scrub) -> Duration {
        if scrub.rests_until.is_some_and(|until| Instant::now() < until) {
            return CHECK_INTERVAL;
        }
        if scrub.is_done() {
            scrub.left = self.rows.tree.current_version().iter_tables().cloned().collect();
            if let Err(damage) = check_manifest(self.rows.path()) {
                self.report(damage);
            }
        }
        let pause = match scrub.read() {
            Ok(bytes) => {
                self.scrubbed_bytes.fetch_add(bytes, Ordering::Relaxed);
                Duration::from_micros(bytes * 1_000_000 / BYTES_A_SECOND)
            }
            Err(damage) => {
                self.report(damage);
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
        CHECK_INTERVAL
    }
}

impl Scrub {
    fn is_done(&self) -> bool {
        self.left.is_empty() && self.reading.is_none()
    }

    /// Read a chunk of the current table, or open the next. Returns the number of bytes.
    fn read(&mut self) -> Result<u64, DamagedFile> {
        let Some(mut reading) = self.reading.take() else {
            self.reading = self.left.pop().map(Reading::open).transpose()?;
            return Ok(0);
        };
        let read = reading.read()?;
        self.reading = (read > 0).then_some(reading);
        Ok(read)
    }
}

impl Reading {
    fn open(table: Table) -> Result<Self, DamagedFile> {
        let file = File::open(&*table.path).map_err(|error| damaged(&table, &error.to_string()))?;
        Ok(Self { table, file, hash: Xxh3Default::new() })
    }

    /// Read a chunk, and compare the checksum at the end. Returns the number of bytes, 0 at the end.
    fn read(&mut self) -> Result<u64, DamagedFile> {
        let mut chunk = vec![0; CHUNK];
        let read = self.file.read(&mut chunk).map_err(|error| damaged(&self.table, &error.to_string()))?;
        self.hash.update(&chunk[..read]);
        if read == 0 && self.hash.digest128() != self.table.checksum().into_u128() {
            return Err(damaged(&self.table, "its checksum differs"));
        }
        Ok(read as u64)
    }
}

/// Read a table to its end.
fn check_table(table: &Table) -> Result<(), DamagedFile> {
    let mut reading = Reading::open(table.clone())?;
    while reading.read()? > 0 {}
    Ok(())
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

/// Check the list of the tables, which fjall reads at its start and rewrites with every change.
fn check_manifest(folder: &Path) -> Result<(), DamagedFile> {
    let path = folder.join("current");
    let Ok(current) = std::fs::read(&path) else { return Ok(()) };
    let broken = |file: PathBuf, what: &str| Err(DamagedFile { file, what: what.to_owned() });
    let Some((version, rest)) = current.split_first_chunk() else { return broken(path, "too short") };
    let Some((checksum, _)) = rest.split_first_chunk() else { return broken(path, "too short") };
    let listed = folder.join(format!("v{}", u64::from_le_bytes(*version)));
    // If it does not exist, it was replaced just now.
    let Ok(bytes) = std::fs::read(&listed) else { return Ok(()) };
    if xxhash_rust::xxh3::xxh3_128(&bytes) == u128::from_le_bytes(*checksum) {
        return Ok(());
    }
    broken(listed, "the list of the tables: its checksum differs")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
