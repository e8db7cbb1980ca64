//! The engine's journal, looked at before the engine opens it. A power failure leaves the last round, which was still
//! on its way, with sectors missing: the engine either refuses the whole journal for that, or cuts it off at the damage
//! without a word. Here it is told apart whether the damage lies in what nobody was ever told, which is set aside, or in
//! what was acknowledged, which is refused while every byte is still where it was.
//!
//! Only as much of the engine's format is read as it takes: where a batch ends, whether its checksum holds, and which
//! commit it carries. What is left is judged by the engine, by our own chain and by the mark.

use crate::files::{sync_directory, unless_absent};
use crate::store::commit_of_row;
use crate::system::{Open, System, SystemFile};
use std::io::Write;
use std::path::{Path, PathBuf};
use turnstone_storage::{Commit, Durability, Failure, RESTORE};
use xxhash_rust::xxh3::xxh3_64;

const START: u8 = 1;
const ITEM: u8 = 2;
const END: u8 = 3;
const CLEAR: u8 = 4;
/// The kind of an item that is a value, and not the removal of one.
const PUT: u8 = 0;
/// What the engine ends a batch with.
const TRAILER: [u8; 4] = *b"FJL\x03";

/// The end of a journal that nobody was ever told of, cut off and kept in a file of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TornTail {
    /// The last commit before it; `None` if the journal begins with it.
    pub after: Option<u64>,
    /// Its size.
    pub bytes: u64,
    /// Where it is kept. It can be deleted.
    pub kept_in: PathBuf,
}

/// A cut that can be taken back.
pub(crate) struct Cut<S> {
    system: S,
    pub(crate) tail: TornTail,
    journal: PathBuf,
    at: u64,
}

/// Cut a torn tail off the journal of this store. Refuses, with nothing changed, where what is damaged was acknowledged.
pub(crate) fn cut_torn_tail<S: System>(
    system: &S,
    store: &Path,
    directory: &Path,
    marked: Commit,
    durability: Durability,
) -> Result<Option<Cut<S>>, Failure> {
    let mut journals = journals(system, store)?;
    let Some(active) = journals.pop() else { return Ok(None) };
    let mut walk = Walk::default();
    for path in journals {
        let bytes = read(system, &path)?;
        walk = walk.over(&bytes);
        if !walk.is_clean(&bytes) {
            return Err(damaged(&path, walk.end));
        }
    }
    let bytes = read(system, &active)?;
    // Of what stands before its first batch the older journals say nothing: those between them may be gone, and what they
    // had is in the tables. Whether that is all is judged when the store is open.
    let walk = Walk { last: None, ..walk }.over(&bytes);
    if walk.is_clean(&bytes) {
        return Ok(None);
    }
    match walk.last {
        Some(found) if found < marked.n => return Err(Failure::Shortened { found, known: marked.n }),
        Some(_) | None => {}
    }
    // Each round waits for the sync of the one before: a whole one that follows shows that this one was synced.
    if durability == Durability::Sync && has_whole_batch(&bytes[walk.end..]) {
        return Err(damaged(&active, walk.end));
    }
    let tail = written(&bytes[walk.end..]);
    cut(system, directory, active, walk, tail).map(Some)
}

fn damaged(path: &Path, at: usize) -> Failure {
    let what = "what follows it shows that it was acknowledged";
    Failure::Damaged(format!("{} is damaged at byte {at}, and {what}. {RESTORE}", path.display()))
}

/// The bytes are in a file of their own, for good, before they leave the journal.
fn cut<S: System>(system: &S, directory: &Path, journal: PathBuf, walk: Walk, tail: &[u8]) -> Result<Cut<S>, Failure> {
    let kept_in = directory.join(format!("torn-after-{}", walk.last.unwrap_or(0)));
    let keep = || {
        let mut file = system.open(&kept_in, Open::Empty)?;
        file.write_all(tail)?;
        file.sync()
    };
    keep().map_err(Failure::io(format!("write {}", kept_in.display())))?;
    sync_directory(system, directory)?;
    let at = walk.end as u64;
    let shorten = || {
        let file = system.open(&journal, Open::Change)?;
        file.set_length(at)?;
        file.sync()
    };
    shorten().map_err(Failure::io(format!("cut {}", journal.display())))?;
    let tail = TornTail { after: walk.last, bytes: tail.len() as u64, kept_in };
    Ok(Cut { system: system.clone(), tail, journal, at })
}

impl<S: System> Cut<S> {
    /// Put the bytes back where they were: what was left without them is not whole.
    pub(crate) fn put_back(&self) -> Result<(), Failure> {
        let back = || {
            let tail = self.system.read(&self.tail.kept_in)?;
            let file = self.system.open(&self.journal, Open::Change)?;
            file.set_length(self.at)?;
            file.write_all_at(&tail, self.at)?;
            file.sync()?;
            self.system.remove_file(&self.tail.kept_in)
        };
        back().map_err(Failure::io(format!("put {} back", self.tail.kept_in.display())))
    }
}

/// The journals of a store, the one that is written last.
pub(crate) fn journals(system: &impl System, store: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = unless_absent(system.list(store)).map_err(Failure::io(format!("read {}", store.display())))?;
    let number = |path: &PathBuf| path.file_name()?.to_str()?.strip_suffix(".jnl")?.parse::<u64>().ok();
    let numbered = entries.unwrap_or_default().into_iter().filter_map(|path| Some((number(&path)?, path)));
    let mut journals: Vec<(u64, PathBuf)> = numbered.collect();
    journals.sort_unstable();
    Ok(journals.into_iter().map(|(_, path)| path).collect())
}

fn read(system: &impl System, path: &Path) -> Result<Vec<u8>, Failure> {
    system.read(path).map_err(Failure::io(format!("read {}", path.display())))
}

/// The whole batches from the beginning of a journal on.
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
    fn over(self, bytes: &[u8]) -> Self {
        let mut walk = Self { end: 0, ..self };
        while let Some(batch) = whole_batch(&bytes[walk.end..]).filter(|batch| Some(batch.number) > walk.number) {
            walk.end += batch.length;
            walk.last = batch.commit.or(walk.last);
            walk.number = Some(batch.number);
        }
        walk
    }

    /// Whether nothing follows: a journal is made large, and what is not yet written reads as zeros.
    fn is_clean(&self, bytes: &[u8]) -> bool {
        written(&bytes[self.end..]).is_empty()
    }
}

/// The bytes without the zeros at their end, which are many.
fn written(bytes: &[u8]) -> &[u8] {
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

struct JournalBatch {
    length: usize,
    number: u64,
    commit: Option<u64>,
}

/// The batch that the bytes begin with, if it is whole.
fn whole_batch(bytes: &[u8]) -> Option<JournalBatch> {
    let mut from = BatchReader(bytes);
    let (START, items) = (from.u8()?, from.u32()?) else { return None };
    let number = from.u64()?;
    let first = bytes.len() - from.0.len();
    let mut commit = None;
    for _ in 0..items {
        match from.u8()? {
            ITEM => {
                // The kind of the value, its compression, the keyspace.
                from.take(1 + 1 + 8)?;
                let (key, _, value) = (from.u16()?, from.u32()?, from.u32()?);
                let (key, value) = (from.take(key.into())?, from.take(value as usize)?);
                commit = commit_of_row(key, value).map(|commit| commit.n).or(commit);
            }
            CLEAR => drop(from.take(8)?),
            _ => return None,
        }
    }
    let content = &bytes[first..bytes.len() - from.0.len()];
    let is_whole = from.u8()? == END && from.u64()? == xxh3_64(content) && *from.take(4)? == TRAILER;
    is_whole.then(|| JournalBatch { length: bytes.len() - from.0.len(), number, commit })
}

/// The rows of a whole batch.
pub(crate) struct RawBatch {
    /// The engine's number of the write.
    pub(crate) number: u64,
    pub(crate) rows: Vec<RawRow>,
}

/// A key, and its value unless it was removed.
pub(crate) type RawRow = (Vec<u8>, Option<Vec<u8>>);

/// All whole batches of a journal, also those behind what does not read; and whether there is nothing else in it.
pub(crate) fn batches(system: &impl System, path: &Path) -> Result<(Vec<RawBatch>, bool), Failure> {
    let bytes = read(system, path)?;
    let mut rest = bytes.as_slice();
    let (mut found, mut is_clean) = (Vec::new(), true);
    loop {
        while let Some(batch) = whole_batch(rest) {
            let rows = rows(&rest[..batch.length]);
            is_clean &= rows.is_some();
            found.extend(rows.map(|rows| RawBatch { number: batch.number, rows }));
            rest = &rest[batch.length..];
        }
        if written(rest).is_empty() {
            return Ok((found, is_clean));
        }
        is_clean = false;
        let ends = rest.windows(TRAILER.len()).position(|window| *window == TRAILER);
        let Some(end) = ends else { return Ok((found, is_clean)) };
        rest = &rest[end + TRAILER.len()..];
    }
}

/// The rows of a batch that is whole.
fn rows(batch: &[u8]) -> Option<Vec<RawRow>> {
    let mut from = BatchReader(batch);
    from.u8()?;
    let items = from.u32()?;
    from.u64()?;
    let mut rows = Vec::new();
    for _ in 0..items {
        if from.u8()? != ITEM {
            from.take(8)?;
            continue;
        }
        let (kind, packed) = (from.u8()?, from.u8()? != 0);
        from.take(8)?;
        let (key, length, stored) = (from.u16()?, from.u32()? as usize, from.u32()? as usize);
        let (key, value) = (from.take(key.into())?, from.take(stored)?);
        let value = if packed { lz4_flex::block::decompress(value, length).ok()? } else { value.to_vec() };
        rows.push((key.to_vec(), (kind == PUT).then_some(value)));
    }
    Some(rows)
}

/// Whether a whole batch begins somewhere after the end of another one.
fn has_whole_batch(bytes: &[u8]) -> bool {
    let ends = bytes.windows(TRAILER.len()).enumerate().filter(|(_, window)| **window == TRAILER);
    ends.into_iter().any(|(at, _)| whole_batch(&bytes[at + TRAILER.len()..]).is_some())
}

struct BatchReader<'a>(&'a [u8]);

impl<'a> BatchReader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}
