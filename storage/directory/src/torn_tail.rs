//! The end of a journal that a power failure tore, cut off before the engine opens the journal. An engine may reject a
//! whole journal for it, or cut it off without an error. Here it is decided whether the damage lies in commits that
//! were never acknowledged, which are moved to a file of their own, or in acknowledged ones: then the start fails, and
//! every byte stays where it was.
//!
//! Only as much is read as that decision needs. The rest is checked by the engine, the chain and the watermark.

use crate::engine::JournalFormat;
use crate::files::sync_directory;
use crate::store::commit_of_row;
use crate::system::{Open, System, SystemFile};
use std::io::Write;
use std::path::{Path, PathBuf};
use turnstone_storage::{Commit, Durability, RESTORE, StorageError};

/// The unacknowledged end of a journal, cut off and kept in a file of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TornTail {
    /// The last commit before it; `None` if the journal begins with it.
    pub after: Option<u64>,
    /// Its size.
    pub bytes: u64,
    /// Where it is kept. It can be deleted.
    pub kept_in: PathBuf,
}

/// A cut that can be undone.
pub(crate) struct Cut<S> {
    system: S,
    pub(crate) tail: TornTail,
    journal: PathBuf,
    at: u64,
}

/// Cut a torn tail off the journal of this store. Fails, with nothing changed, if acknowledged commits are damaged.
pub(crate) fn cut_torn_tail<S: System, J: JournalFormat>(
    system: &S,
    store: &Path,
    directory: &Path,
    watermark: Commit,
    durability: Durability,
) -> Result<Option<Cut<S>>, StorageError> {
    let mut journals = J::files(system, store)?;
    let Some(active) = journals.pop() else { return Ok(None) };
    let mut walk = Walk::default();
    for path in journals {
        let bytes = read(system, &path)?;
        walk = walk.over::<J>(&bytes);
        if !walk.is_clean(&bytes) {
            return Err(damaged(&path, walk.end));
        }
    }
    let bytes = read(system, &active)?;
    // The older journals do not say what precedes the first batch of this one: journals between them may be deleted,
    // with their rows in tables. Whether anything is missing is checked when the store is open.
    let walk = Walk { last: None, ..walk }.over::<J>(&bytes);
    if walk.is_clean(&bytes) {
        return Ok(None);
    }
    match walk.last {
        Some(found) if found < watermark.n => return Err(StorageError::Shortened { found, known: watermark.n }),
        Some(_) | None => {}
    }
    // Each commit waits for the sync of the one before: a complete one that follows shows that this one was synced.
    if durability == Durability::Sync && has_complete_batch::<J>(&bytes[walk.end..]) {
        return Err(damaged(&active, walk.end));
    }
    let tail = written(&bytes[walk.end..]);
    cut(system, directory, active, walk, tail).map(Some)
}

fn damaged(path: &Path, at: usize) -> StorageError {
    let what = "what follows it shows that it was acknowledged";
    StorageError::Damaged(format!("{} is damaged at byte {at}, and {what}. {RESTORE}", path.display()))
}

/// The bytes are durable in a file of their own before they leave the journal.
fn cut<S: System>(
    system: &S,
    directory: &Path,
    journal: PathBuf,
    walk: Walk,
    tail: &[u8],
) -> Result<Cut<S>, StorageError> {
    let kept_in = directory.join(format!("torn-after-{}", walk.last.unwrap_or(0)));
    let keep = || {
        let mut file = system.open(&kept_in, Open::Empty)?;
        file.write_all(tail)?;
        file.sync()
    };
    keep().map_err(StorageError::io(format!("write {}", kept_in.display())))?;
    sync_directory(system, directory)?;
    let at = walk.end as u64;
    let shorten = || {
        let file = system.open(&journal, Open::Change)?;
        file.set_length(at)?;
        file.sync()
    };
    shorten().map_err(StorageError::io(format!("cut {}", journal.display())))?;
    let tail = TornTail { after: walk.last, bytes: tail.len() as u64, kept_in };
    Ok(Cut { system: system.clone(), tail, journal, at })
}

impl<S: System> Cut<S> {
    /// Put the bytes back: the store cannot be opened without them either.
    pub(crate) fn put_back(&self) -> Result<(), StorageError> {
        let back = || {
            let tail = self.system.read(&self.tail.kept_in)?;
            let file = self.system.open(&self.journal, Open::Change)?;
            file.set_length(self.at)?;
            file.write_all_at(&tail, self.at)?;
            file.sync()?;
            self.system.remove_file(&self.tail.kept_in)
        };
        back().map_err(StorageError::io(format!("put {} back", self.tail.kept_in.display())))
    }
}

pub(crate) fn read(system: &impl System, path: &Path) -> Result<Vec<u8>, StorageError> {
    system.read(path).map_err(StorageError::io(format!("read {}", path.display())))
}

/// The complete batches from the beginning of a journal on.
#[derive(Default)]
struct Walk {
    /// Where the last of them ends.
    end: usize,
    /// The last commit in them.
    last: Option<u64>,
    /// The engine's number of the last batch: they rise.
    number: Option<u64>,
}

impl Walk {
    /// Walk over the next journal.
    fn over<J: JournalFormat>(self, bytes: &[u8]) -> Self {
        let mut walk = Self { end: 0, ..self };
        while let Some(batch) = J::batch(&bytes[walk.end..]).filter(|batch| Some(batch.number) > walk.number) {
            let mut commits = batch.rows.iter().filter_map(|(key, value)| commit_of_row(key, value.as_deref()?));
            walk.last = commits.next_back().map(|commit| commit.n).or(walk.last);
            walk.end += batch.length;
            walk.number = Some(batch.number);
        }
        walk
    }

    /// Whether nothing follows: a journal is allocated ahead, and what is not yet written reads as zeros.
    fn is_clean(&self, bytes: &[u8]) -> bool {
        written(&bytes[self.end..]).is_empty()
    }
}

/// The bytes without the zeros at their end, of which there are many.
pub(crate) fn written(bytes: &[u8]) -> &[u8] {
    const ZEROS: [u8; 4096] = [0; 4096];
    let mut written = bytes;
    while let Some((rest, page)) = written.split_last_chunk()
        && *page == ZEROS
    {
        written = rest;
    }
    let end = written.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &written[..end]
}

/// Whether a complete batch begins somewhere after the end of another one.
fn has_complete_batch<J: JournalFormat>(mut bytes: &[u8]) -> bool {
    while let Some(next) = J::resume(bytes) {
        bytes = &bytes[next..];
        if J::batch(bytes).is_some() {
            return true;
        }
    }
    false
}
