//! What reads of a damaged data directory, brought over into a new one. Nothing of the old one is changed.
//!
//! The engine is not asked: it refuses a table for one bad block, and a store for one bad list of tables. Its tables and
//! journals are read block by block and batch by batch, past whatever does not read, and of each row the newest version
//! counts, by the number that the engine gave to each write.

use crate::directory::{lock_directory, store_path};
use crate::files::{Files, is_empty, make_directory, sync_directory};
use crate::journal;
use crate::mark::Mark;
use crate::mend;
use crate::server_keys;
use crate::store::{Store, commit_of_row};
use lsm_tree::coding::Decode;
use lsm_tree::table::block::decoder::ParsedItem;
use lsm_tree::table::block::{BlockType, Header};
use lsm_tree::table::{Block, DataBlock};
use lsm_tree::{CompressionType, ValueType};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Key, Record};
use turnstone_storage::encoding::{META, decode, decode_key, encode};
use turnstone_storage::personal_keys::PersonalKeys;
use turnstone_storage::{Commit, Failure};

/// Rows are written in batches of so many.
const ROWS: usize = 1000;
/// What each block of a table begins with.
const BLOCK: [u8; 4] = *b"LSM\x03";

/// What became of a damaged data directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salvaged {
    /// The commit that the new one begins with.
    pub commit: u64,
    /// Its records.
    pub records: usize,
    /// What did not read, and what was left out or changed for it: a line each. Empty if nothing is missing.
    pub missing: Vec<String>,
}

/// A place where rows may have been that do not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gap {
    file: PathBuf,
    /// The row before it, if there is one.
    after: Vec<u8>,
    /// The row behind it, if there is one.
    before: Option<Vec<u8>>,
}

impl Gap {
    /// Whether rows with keys from `start` up to `end` may have been there.
    pub(crate) fn touches(&self, start: &[u8], end: &[u8]) -> bool {
        self.after.as_slice() < end && self.before.as_ref().is_none_or(|before| start < before.as_slice())
    }

    fn told(&self) -> String {
        let name = |key: &[u8], none: &str| match decode_key(key) {
            Some(key) => format!("{key:?}"),
            None if key.first() == Some(&META) => "the chain".to_owned(),
            None => none.to_owned(),
        };
        let after = name(&self.after, "its beginning");
        let before = self.before.as_ref().map_or_else(|| "its end".to_owned(), |key| name(key, "its end"));
        format!("{}: rows between {after} and {before} do not read", self.file.display())
    }
}

/// A version of a row: the number of the write, and the value unless it was removed.
type Version = (u64, Option<Vec<u8>>);

#[derive(Default)]
struct Found {
    rows: BTreeMap<Vec<u8>, Version>,
    gaps: Vec<Gap>,
    missing: Vec<String>,
}

/// Bring over what reads of `from` into the new directory `to`.
pub fn salvage(from: &Path, to: &Path) -> Result<Salvaged, Failure> {
    if !is_empty(to)? {
        return Err(Failure::NotEmpty(to.to_owned()));
    }
    let _theirs = lock_directory(from)?;
    let mut found = Found::default();
    let store = store_path(from);
    for table in tables(&store)? {
        found.read_table(&table);
    }
    for path in journal::journals(&store)? {
        found.read_journal(&path);
    }
    let keys = PersonalKeys::new(Files::in_directory(from.to_owned())).read()?;
    let commit = found.commit(from);
    let (mut records, gaps, mut missing) = found.into_records();
    mend::mend(&mut records, &gaps, &keys.keys().copied().collect(), &mut missing);

    make_directory(to)?;
    let _ours = lock_directory(to)?;
    let used = records.values().filter_map(|record| if let Record::Account(_, row) = record { row.slot } else { None });
    let filled: Vec<SlotChange> =
        used.filter_map(|slot| Some(SlotChange::Fill(slot, keys.get(&slot)?.clone()))).collect();
    PersonalKeys::new(Files::in_directory(to.to_owned())).fill(&filled)?;
    match server_keys::read(from) {
        Ok(Some(text)) if server_keys::parse(&text).is_some() => server_keys::write(to, &text)?,
        Ok(_) | Err(_) => missing.push("the server keys do not read: every token and code is void".to_owned()),
    }
    let new = Store::open(&store_path(to))?;
    let encoded: Vec<(Vec<u8>, Vec<u8>)> = records.values().map(encode).collect();
    for rows in encoded.chunks(ROWS) {
        let rows: Vec<(&[u8], &[u8])> = rows.iter().map(|(key, value)| (key.as_slice(), value.as_slice())).collect();
        new.put(&rows)?;
    }
    new.found(commit)?;
    let (mut mark, _) = Mark::open(Files::in_directory(to.to_owned()))?;
    mark.write(commit)?;
    sync_directory(to)?;
    Ok(Salvaged { commit: commit.n, records: records.len(), missing })
}

/// The tables of the records, in any order. The engine's keyspace 0 holds its own settings.
fn tables(store: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for keyspace in entries(&store.join("keyspaces"))? {
        if !keyspace.ends_with("0") {
            found.extend(entries(&keyspace.join("tables"))?);
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if is_empty(folder)? {
        return Ok(Vec::new());
    }
    let read = || folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    read().map_err(Failure::io(format!("read {}", folder.display())))
}

impl Found {
    fn take(&mut self, key: Vec<u8>, number: u64, value: Option<Vec<u8>>) {
        let newest = self.rows.get(&key).is_none_or(|(known, _)| *known <= number);
        if newest {
            self.rows.insert(key, (number, value));
        }
    }

    /// Read all blocks of a table that are whole.
    fn read_table(&mut self, path: &Path) {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.missing.push(format!("{}: {error}", path.display())),
        };
        let (mut at, mut last, mut broken) = (0, Vec::new(), false);
        while let Some(next) = bytes.get(at..).and_then(find_block) {
            broken |= next > 0;
            at += next;
            let Some((length, kind, rows)) = read_block(&bytes[at..]) else {
                broken = true;
                at += BLOCK.len();
                continue;
            };
            at += length;
            if broken && let Some(gap) = gap(path, &last, rows.first().map(|(key, ..)| key), kind) {
                self.gaps.push(gap);
            }
            broken = false;
            if let Some((key, ..)) = rows.last() {
                last.clone_from(key);
            }
            for (key, number, value) in rows {
                self.take(key, number, value);
            }
            // Behind the rows come what finds them, which is not needed here.
            if kind != BlockType::Data {
                return;
            }
        }
        // It ended without anything behind its rows: the last of them may be gone.
        self.gaps.push(Gap { file: path.to_owned(), after: last, before: None });
    }

    /// Read all batches of a journal that are whole.
    fn read_journal(&mut self, path: &Path) {
        match journal::batches(path) {
            Ok((batches, is_clean)) => {
                for batch in batches {
                    for (key, value) in batch.rows {
                        self.take(key, batch.number, value);
                    }
                }
                if !is_clean {
                    self.missing
                        .push(format!("{}: not all of it reads: the newest changes may be gone", path.display()));
                }
            }
            Err(error) => self.missing.push(error.to_string()),
        }
    }

    /// The last commit that reads, or that the mark names.
    fn commit(&mut self, from: &Path) -> Commit {
        let heads = self.rows.iter().filter_map(|(key, (_, value))| commit_of_row(key, value.as_ref()?));
        let newest = heads.max_by_key(|commit| commit.n);
        let marked = Mark::open(Files::in_directory(from.to_owned())).ok().and_then(|(_, marked)| marked);
        let (newest, marked) = (newest.unwrap_or_default(), marked.unwrap_or_default());
        if marked.n > newest.n {
            let first = newest.n + 1;
            self.missing.push(format!("commits {first} to {} were acknowledged and do not read", marked.n));
            return marked;
        }
        newest
    }

    fn into_records(self) -> (BTreeMap<Key, Record>, Vec<Gap>, Vec<String>) {
        let Self { rows, gaps, mut missing } = self;
        let mut records = BTreeMap::new();
        for (key, (_, value)) in &rows {
            let Some(value) = value.as_ref().filter(|_| key.first() != Some(&META)) else { continue };
            match decode(key, value) {
                Ok(record) => drop(records.insert(record.key(), record)),
                Err(error) => missing.push(error.to_string()),
            }
        }
        missing.extend(gaps.iter().map(Gap::told));
        (records, gaps, missing)
    }
}

/// Rows between two others do not read. Where nothing of them was lost, what follows is not data.
fn gap(path: &Path, last: &[u8], next: Option<&Vec<u8>>, kind: BlockType) -> Option<Gap> {
    let before = next.cloned();
    let file = path.to_owned();
    (before.is_some() || kind != BlockType::Data).then(|| Gap { file, after: last.to_vec(), before })
}

/// Where the next block may begin.
fn find_block(bytes: &[u8]) -> Option<usize> {
    bytes.windows(BLOCK.len()).position(|window| window == BLOCK)
}

type Row = (Vec<u8>, u64, Option<Vec<u8>>);

/// The block that the bytes begin with, if it is whole: its length, its kind, and its rows if it has any.
fn read_block(bytes: &[u8]) -> Option<(usize, BlockType, Vec<Row>)> {
    let header = Header::decode_from(&mut &*bytes).ok()?;
    let length = Header::serialized_len() + header.data_length as usize;
    let whole = bytes.get(..length)?;
    if header.block_type != BlockType::Data {
        return Some((length, header.block_type, Vec::new()));
    }
    let is_packed = header.data_length != header.uncompressed_length;
    let compression = if is_packed { CompressionType::Lz4 } else { CompressionType::None };
    // A block whose checksums hold was written so; should it not read all the same, the engine may panic.
    let rows = catch_unwind(AssertUnwindSafe(|| {
        let block = DataBlock::new(Block::from_reader(&mut &*whole, compression).ok()?);
        let rows = block.iter().map(|item| {
            let item = item.materialize(block.as_slice());
            let value = (item.key.value_type == ValueType::Value).then(|| item.value.to_vec());
            (item.key.user_key.to_vec(), item.key.seqno, value)
        });
        Some(rows.collect())
    }));
    Some((length, BlockType::Data, rows.ok()??))
}
