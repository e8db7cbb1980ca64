//! The high-water mark: a small file beside the store with the number and hash of a commit that the store is known to
//! have. The engine may open a damaged journal without an error and drop everything behind the damage. A store that
//! ends before the watermark has lost commits.
//!
//! The watermark is kept twice. One is synced in the background, at most a tenth of a second behind. The other is
//! written after every commit and left to the operating system: a killed process leaves it at the last commit that it
//! acknowledged, a power failure may take it back to where the synced one is.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use turnstone_service::secret::sha256;
use turnstone_storage::{Commit, Disk, RESTORE, StorageError};

pub(crate) const FILE: &str = "mark";
/// Two places in two sectors for the synced watermark, written in turn: a torn write leaves the other one.
const PLACES: [u64; 2] = [0, 4096];
/// The same for the watermark that is written at every commit.
const LATEST: [u64; 2] = [8192, 12288];
const CHECK: usize = 8;

/// When a watermark that was written and not synced is valid, in 16 bytes.
type Claim = [u8; 16];
/// Its commit was synced before it was written: always valid.
const SYNCED: Claim = [0; 16];

/// Half of the promised tenth of a second; the other half is for the write.
const INTERVAL: Duration = Duration::from_millis(50);

/// The watermark in its file.
pub(crate) struct Watermark<D> {
    disk: D,
    next_place: usize,
}

impl<D: Disk> Watermark<D> {
    /// Open the watermark, and read its commit in this run of the system; `None` if it was never written.
    pub(crate) fn open(disk: D, boot: Option<String>) -> Result<(Self, Option<Commit>), StorageError> {
        let bytes = disk.read(FILE).map_err(StorageError::io("read the high-water mark"))?;
        let Some(bytes) = bytes else { return Ok((Self { disk, next_place: 0 }, None)) };
        let boot = boot.map(|boot| claim(&boot));
        let places = PLACES.map(|at| read_place(&bytes, at));
        let newest = (0..PLACES.len()).filter_map(|place| Some((place, places[place]?))).max_by_key(|(_, it)| it.n);
        let Some((place, synced)) = newest else {
            return Err(StorageError::Damaged(format!("the high-water mark is unreadable. {RESTORE}")));
        };
        let latest = LATEST.into_iter().filter_map(|at| read_latest(&bytes, at, boot)).max_by_key(|it| it.n);
        let commit = latest.filter(|latest| latest.n > synced.n).unwrap_or(synced);
        Ok((Self { disk, next_place: 1 - place }, Some(commit)))
    }

    /// Write the watermark and make it durable.
    pub(crate) fn write(&mut self, commit: Commit) -> Result<(), StorageError> {
        let bytes = commit.to_bytes();
        let bytes = [bytes.as_slice(), &sha256(&bytes)[..CHECK]].concat();
        let at = PLACES[self.next_place];
        self.disk.write(FILE, at, &bytes).map_err(StorageError::io("write the high-water mark"))?;
        self.disk.sync(FILE).map_err(StorageError::io("sync the high-water mark"))?;
        self.next_place = 1 - self.next_place;
        Ok(())
    }
}

fn read_place(bytes: &[u8], at: u64) -> Option<Commit> {
    Commit::from_bytes(checked(bytes, at, Commit::BYTES)?)
}

/// The commit that was written there, if it is valid.
fn read_latest(bytes: &[u8], at: u64, boot: Option<Claim>) -> Option<Commit> {
    let (commit, claim) = checked(bytes, at, Commit::BYTES + SYNCED.len())?.split_at(Commit::BYTES);
    (*claim == SYNCED || boot.is_some_and(|boot| *claim == boot)).then(|| Commit::from_bytes(commit))?
}

/// The bytes of a place, if their checksum holds.
fn checked(bytes: &[u8], at: u64, length: usize) -> Option<&[u8]> {
    let (content, check) = bytes.get(at as usize..)?.get(..length + CHECK)?.split_at(length);
    (sha256(content)[..CHECK] == *check).then_some(content)
}

/// A claim for this run of the system. Writes survive until the run ends, however the process ends.
fn claim(boot: &str) -> Claim {
    *sha256(boot.trim().as_bytes()).first_chunk().expect("a hash has 32 bytes")
}

/// The watermark that is written after every commit, through a handle of its own: it never waits for the background
/// sync.
pub(crate) struct Latest<D> {
    disk: D,
    /// `None` if the system does not identify its runs.
    claim: Option<Claim>,
    next_place: usize,
}

impl<D: Disk> Latest<D> {
    /// A watermark for commits that are already synced.
    pub(crate) const fn of_synced(disk: D) -> Self {
        Self { disk, claim: Some(SYNCED), next_place: 0 }
    }

    /// A watermark for commits that are written to the operating system: they survive as long as it runs, and so does
    /// the watermark.
    pub(crate) fn of_written(disk: D, boot: Option<String>) -> Self {
        Self { disk, claim: boot.map(|boot| claim(&boot)), next_place: 0 }
    }

    /// A commit is in the store.
    pub(crate) fn write(&mut self, commit: Commit) -> Result<(), StorageError> {
        let Some(claim) = self.claim else { return Ok(()) };
        let bytes = [commit.to_bytes().as_slice(), &claim].concat();
        let bytes = [bytes.as_slice(), &sha256(&bytes)[..CHECK]].concat();
        self.disk
            .write(FILE, LATEST[self.next_place], &bytes)
            .map_err(StorageError::io("write the high-water mark"))?;
        self.next_place = 1 - self.next_place;
        Ok(())
    }
}

/// Moves the watermark in the background; without threads, on request.
pub(crate) struct WatermarkWriter {
    shared: Arc<SharedProgress>,
    thread: Option<JoinHandle<()>>,
    without_thread: Option<WriteWatermark>,
}

type WriteWatermark = Box<dyn FnMut(Commit) -> Result<(), StorageError> + Send>;

struct SharedProgress {
    progress: Mutex<Progress>,
    changed: Condvar,
}

struct Progress {
    newest: Commit,
    written: Commit,
    stop: Stop,
    failed: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Not,
    /// After a last write.
    Clean,
    AtOnce,
}

impl WatermarkWriter {
    /// Start with `commit`. `settle` makes earlier commits durable, if appending does not.
    pub(crate) fn start<D: Disk>(
        mut watermark: Watermark<D>,
        commit: Commit,
        has_threads: bool,
        settle: impl Fn() -> Result<(), StorageError> + Send + 'static,
    ) -> Result<Self, StorageError> {
        watermark.write(commit)?;
        let progress = Progress { newest: commit, written: commit, stop: Stop::Not, failed: None };
        let shared = Arc::new(SharedProgress { progress: Mutex::new(progress), changed: Condvar::new() });
        let mut write: WriteWatermark = Box::new(move |commit| settle().and_then(|()| watermark.write(commit)));
        if !has_threads {
            return Ok(Self { shared, thread: None, without_thread: Some(write) });
        }
        let theirs = shared.clone();
        let run = move || theirs.run(&mut write);
        let thread = std::thread::Builder::new().name("high-water mark".to_owned()).spawn(run);
        let thread = thread.map_err(StorageError::io("start the thread of the high-water mark"))?;
        Ok(Self { shared, thread: Some(thread), without_thread: None })
    }

    /// A commit is in the store. An error says that the watermark can no longer be moved.
    pub(crate) fn note(&self, commit: Commit) -> Result<(), String> {
        let mut progress = self.shared.lock();
        // A thread that is already awake reads the newest commit when it writes.
        if progress.newest == progress.written {
            self.shared.changed.notify_all();
        }
        progress.newest = commit;
        progress.failed.clone().map_or(Ok(()), Err)
    }

    /// Move the watermark to the newest commit, if no thread does.
    pub(crate) fn catch_up(&mut self) {
        if let Some(write) = &mut self.without_thread {
            drop(self.shared.write_newest(self.shared.lock(), write));
        }
    }

    /// Move the watermark to the newest commit and end.
    pub(crate) fn stop(&mut self) -> Result<(), String> {
        self.catch_up();
        self.end(Stop::Clean);
        self.shared.lock().failed.clone().map_or(Ok(()), Err)
    }

    fn end(&mut self, how: Stop) {
        let Some(thread) = self.thread.take() else { return };
        self.shared.lock().stop = how;
        self.shared.changed.notify_all();
        if thread.join().is_err() {
            self.shared.lock().failed = Some("the thread of the high-water mark panicked".to_owned());
        }
    }
}

/// Without a clean stop the watermark stays where it is, as if the process had been killed.
impl Drop for WatermarkWriter {
    fn drop(&mut self) {
        self.end(Stop::AtOnce);
    }
}

impl SharedProgress {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Write the newest commit if it is not written, while other threads may note further ones.
    fn write_newest<'a>(
        &'a self,
        progress: MutexGuard<'a, Progress>,
        write: &mut WriteWatermark,
    ) -> MutexGuard<'a, Progress> {
        let newest = progress.newest;
        if newest == progress.written || progress.failed.is_some() {
            return progress;
        }
        drop(progress);
        let written = write(newest);
        let mut progress = self.lock();
        match written {
            Ok(()) => progress.written = newest,
            Err(error) => progress.failed = Some(error.to_string()),
        }
        progress
    }

    fn run(&self, write: &mut WriteWatermark) {
        let mut progress = self.lock();
        loop {
            let idle = |progress: &mut Progress| progress.stop == Stop::Not && progress.newest == progress.written;
            progress = self.changed.wait_while(progress, idle).unwrap_or_else(PoisonError::into_inner);
            let stop = progress.stop;
            if stop == Stop::AtOnce {
                return;
            }
            progress = self.write_newest(progress, write);
            if stop == Stop::Clean || progress.failed.is_some() {
                return;
            }
            let pause = |progress: &mut Progress| progress.stop == Stop::Not;
            let waited = self.changed.wait_timeout_while(progress, INTERVAL, pause);
            progress = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
