//! The high-water mark: a small file beside the store with the number and hash of a commit that is known to be durable,
//! at most a tenth of a second behind. The store's engine opens a damaged journal without a word and drops all behind
//! the damage; a store that ends before the mark has lost something.

use crate::chain::Commit;
use crate::disk::Disk;
use crate::failure::{Failure, RESTORE};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use turnstone_core::secret::sha256;

pub(crate) const FILE: &str = "mark";
/// Two places in two sectors, written in turn: a torn write leaves the other one.
const PLACES: [u64; 2] = [0, 4096];
const CHECK: usize = 8;

/// Half of the promised tenth of a second; the other half is for the writing.
const INTERVAL: Duration = Duration::from_millis(50);

/// The mark in its file.
pub(crate) struct Mark<D> {
    disk: D,
    next_place: usize,
}

impl<D: Disk> Mark<D> {
    /// The mark, and what it says; nothing if it was never written.
    pub(crate) fn open(disk: D) -> Result<(Self, Option<Commit>), Failure> {
        let bytes = disk.read(FILE).map_err(Failure::io("read the high-water mark"))?;
        let Some(bytes) = bytes else { return Ok((Self { disk, next_place: 0 }, None)) };
        let places = PLACES.map(|at| read_place(&bytes, at));
        let newest = (0..PLACES.len()).filter_map(|place| Some((place, places[place]?))).max_by_key(|(_, it)| it.n);
        match newest {
            Some((place, commit)) => Ok((Self { disk, next_place: 1 - place }, Some(commit))),
            None => Err(Failure::Damaged(format!("the high-water mark does not read. {RESTORE}"))),
        }
    }

    /// Write the mark and make it durable.
    pub(crate) fn write(&mut self, commit: Commit) -> Result<(), Failure> {
        let bytes = commit.to_bytes();
        let bytes = [bytes.as_slice(), &sha256(&bytes)[..CHECK]].concat();
        let at = PLACES[self.next_place];
        self.disk.write(FILE, at, &bytes).map_err(Failure::io("write the high-water mark"))?;
        self.disk.sync(FILE).map_err(Failure::io("sync the high-water mark"))?;
        self.next_place = 1 - self.next_place;
        Ok(())
    }
}

fn read_place(bytes: &[u8], at: u64) -> Option<Commit> {
    let place = bytes.get(at as usize..)?.get(..Commit::BYTES + CHECK)?;
    let (commit, check) = place.split_at(Commit::BYTES);
    (sha256(commit)[..CHECK] == *check).then(|| Commit::from_bytes(commit))?
}

/// Moves the mark in the background.
pub(crate) struct Marker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
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

impl Marker {
    /// Start behind `commit`, which the mark says or is about to say. `settle` makes durable what was appended, where
    /// appending alone does not.
    pub(crate) fn start<D: Disk>(
        mut mark: Mark<D>,
        commit: Commit,
        settle: impl Fn() -> Result<(), Failure> + Send + 'static,
    ) -> Result<Self, Failure> {
        mark.write(commit)?;
        let progress = Progress { newest: commit, written: commit, stop: Stop::Not, failed: None };
        let shared = Arc::new(Shared { progress: Mutex::new(progress), changed: Condvar::new() });
        let theirs = shared.clone();
        let run = move || theirs.run(|commit| settle().and_then(|()| mark.write(commit)));
        let thread = std::thread::Builder::new().name("high-water mark".to_owned()).spawn(run);
        Ok(Self { shared, thread: Some(thread.map_err(Failure::io("start the thread of the high-water mark"))?) })
    }

    /// A commit is in the store. An error says that the mark could not be moved any more.
    pub(crate) fn note(&self, commit: Commit) -> Result<(), String> {
        let mut progress = self.shared.lock();
        // A thread that has something to write already looks at the newest when it comes to it.
        if progress.newest == progress.written {
            self.shared.changed.notify_all();
        }
        progress.newest = commit;
        progress.failed.clone().map_or(Ok(()), Err)
    }

    /// Move the mark to the newest commit and end.
    pub(crate) fn stop(&mut self) -> Result<(), String> {
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

/// Without a clean stop the mark stays where it is, as if the process had been killed.
impl Drop for Marker {
    fn drop(&mut self) {
        self.end(Stop::AtOnce);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, mut write: impl FnMut(Commit) -> Result<(), Failure>) {
        let mut progress = self.lock();
        loop {
            let idle = |progress: &mut Progress| progress.stop == Stop::Not && progress.newest == progress.written;
            progress = self.changed.wait_while(progress, idle).unwrap_or_else(PoisonError::into_inner);
            let (newest, stop) = (progress.newest, progress.stop);
            if stop == Stop::AtOnce {
                return;
            }
            if newest != progress.written {
                drop(progress);
                let written = write(newest);
                progress = self.lock();
                match written {
                    Ok(()) => progress.written = newest,
                    Err(error) => progress.failed = Some(error.to_string()),
                }
            }
            if stop == Stop::Clean || progress.failed.is_some() {
                return;
            }
            let pause = |progress: &mut Progress| progress.stop == Stop::Not;
            let waited = self.changed.wait_timeout_while(progress, INTERVAL, pause);
            progress = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
