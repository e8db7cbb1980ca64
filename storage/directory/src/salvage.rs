//! Copies every readable record of a damaged data directory to a new one. The old one is not changed.
//!
//! The engine does not open it: it may reject a table for one bad block, and a store for one bad list of tables. Tables
//! are read block by block and journals batch by batch, past damage. The newest version of each row counts, by the
//! engine's number of the write.

use crate::directory::{lock_directory, store_path};
use crate::engine::{JournalFormat, RowsEngine};
use crate::files::{Files, is_empty, make_directory, sync_directory};
use crate::server_keys;
use crate::store::{Store, commit_of_row};
use crate::system::System;
use crate::torn_tail::{read, written};
use crate::watermark::Watermark;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use turnstone_service::effects::SlotChange;
use turnstone_service::ids::TableId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{AccountRow, Key, Record};
use turnstone_service::repair::repair;
use turnstone_storage::encoding::{META, decode, decode_key, encode};
use turnstone_storage::personal_keys::PersonalKeys;
use turnstone_storage::{Commit, KeyRange, StorageError};

/// Rows in a batch of writes.
const ROWS: usize = 1000;

/// The result of a salvage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salvaged {
    /// The commit that the new data directory begins with.
    pub commit: u64,
    pub records: usize,
    /// What was unreadable, and what was left out or changed for it: a line each. Empty if nothing is missing.
    pub missing: Vec<String>,
}

/// A place where rows may be unreadable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub file: PathBuf,
    /// The key of the row before it; empty if there is none.
    pub after: Vec<u8>,
    /// The key of the row behind it, if there is one.
    pub before: Option<Vec<u8>>,
}

impl Gap {
    /// Whether rows with keys from `start` up to `end` may have been there.
    fn touches(&self, start: &[u8], end: &[u8]) -> bool {
        self.after.as_slice() < end && self.before.as_ref().is_none_or(|before| start < before.as_slice())
    }

    fn line(&self) -> String {
        let name = |key: &[u8], none: &str| match decode_key(key) {
            Some(key) => format!("{key:?}"),
            None if key.first() == Some(&META) => "the chain".to_owned(),
            None => none.to_owned(),
        };
        let after = name(&self.after, "its beginning");
        let before = self.before.as_ref().map_or_else(|| "its end".to_owned(), |key| name(key, "its end"));
        format!("{}: rows between {after} and {before} are unreadable", self.file.display())
    }
}

/// A version of a row: the number of the write, and the value unless it was removed.
type Version = (u64, Option<Vec<u8>>);

/// The readable part of a damaged store.
#[derive(Default)]
pub struct Found {
    rows: BTreeMap<Vec<u8>, Version>,
    gaps: Vec<Gap>,
    missing: Vec<String>,
}

/// Copy every readable record of `from` to the new directory `to`.
pub fn salvage<S: System, E: RowsEngine<S>>(
    system: &S,
    engine: &E,
    from: &Path,
    to: &Path,
) -> Result<Salvaged, StorageError> {
    if !is_empty(system, to)? {
        return Err(StorageError::NotEmpty(to.to_owned()));
    }
    let _lock_of_old = lock_directory(system, from)?;
    let mut found = Found::default();
    let store = store_path(from);
    engine.read_tables(system, &store, &mut found)?;
    for path in E::Journal::files(system, &store)? {
        match read(system, &path) {
            Ok(bytes) => found.take_journal::<E::Journal>(&path, &bytes),
            Err(error) => found.missing.push(error.to_string()),
        }
    }
    let keys = PersonalKeys::new(Files::in_directory(system, from)).read()?;
    let commit = found.commit(system, from);
    let (mut records, gaps, mut missing) = found.into_records();
    let vault = Vault::new(keys.clone());
    let opens = |row: &AccountRow| {
        let personal = [Some(&row.handle), row.bio.as_ref(), row.avatar_url.as_ref()];
        personal.into_iter().flatten().all(|sealed| vault.open(row.slot, sealed).is_some())
    };
    let lacks_plies = |table: TableId| {
        let log = KeyRange::between(&Key::Ply(table, 0), &Key::Ply(table, u32::MAX));
        gaps.iter().any(|gap| gap.touches(&log.start, &log.end))
    };
    repair(&mut records, &lacks_plies, &opens, &mut missing);

    make_directory(system, to)?;
    let _lock_of_new = lock_directory(system, to)?;
    let used = records.values().filter_map(|record| if let Record::Account(_, row) = record { row.slot } else { None });
    let filled: Vec<SlotChange> =
        used.filter_map(|slot| Some(SlotChange::Fill(slot, keys.get(&slot)?.clone()))).collect();
    PersonalKeys::new(Files::in_directory(system, to)).fill(&filled)?;
    match server_keys::read(system, from) {
        Ok(Some(text)) if server_keys::parse(&text).is_some() => server_keys::write(system, to, &text)?,
        Ok(_) | Err(_) => missing.push("the server keys are unreadable: every token and code is void".to_owned()),
    }
    let new = Store::open(system, engine, &store_path(to))?;
    new.begin_at(commit)?;
    let encoded: Vec<(Vec<u8>, Vec<u8>)> = records.values().chain([&Record::Restored(())]).map(encode).collect();
    for rows in encoded.chunks(ROWS) {
        let rows: Vec<(&[u8], &[u8])> = rows.iter().map(|(key, value)| (key.as_slice(), value.as_slice())).collect();
        new.put(&rows)?;
    }
    new.found(commit)?;
    let (mut watermark, _) = Watermark::open(Files::in_directory(system, to), system.boot_id())?;
    watermark.write(commit)?;
    sync_directory(system, to)?;
    Ok(Salvaged { commit: commit.n, records: records.len(), missing })
}

impl Found {
    /// Add a version of a row, with the number of its write; `None` if it was removed.
    pub fn take(&mut self, key: Vec<u8>, number: u64, value: Option<Vec<u8>>) {
        let newest = self.rows.get(&key).is_none_or(|(known, _)| *known <= number);
        if newest {
            self.rows.insert(key, (number, value));
        }
    }

    /// Add a place where rows may be unreadable.
    pub fn miss_rows(&mut self, gap: Gap) {
        self.gaps.push(gap);
    }

    /// Something else is unreadable: add a line for the operator.
    pub fn miss(&mut self, line: String) {
        self.missing.push(line);
    }

    /// Add all complete batches of a journal, including those behind damage.
    fn take_journal<J: JournalFormat>(&mut self, path: &Path, bytes: &[u8]) {
        let (mut rest, mut is_clean) = (bytes, true);
        loop {
            while let Some(batch) = J::batch(rest) {
                for (key, value) in batch.rows {
                    self.take(key.to_vec(), batch.number, value.map(Cow::into_owned));
                }
                rest = &rest[batch.length..];
            }
            if written(rest).is_empty() {
                break;
            }
            is_clean = false;
            let Some(next) = J::resume(rest) else { break };
            rest = &rest[next..];
        }
        if !is_clean {
            let path = path.display();
            self.missing.push(format!("{path}: partly unreadable: the newest changes may be missing"));
        }
    }

    /// The last readable commit, or the one of the watermark.
    fn commit(&mut self, system: &impl System, from: &Path) -> Commit {
        let heads = self.rows.iter().filter_map(|(key, (_, value))| commit_of_row(key, value.as_ref()?));
        let newest = heads.max_by_key(|commit| commit.n);
        let marked =
            Watermark::open(Files::in_directory(system, from), system.boot_id()).ok().and_then(|(_, marked)| marked);
        let (newest, marked) = (newest.unwrap_or_default(), marked.unwrap_or_default());
        if marked.n > newest.n {
            let first = newest.n + 1;
            self.missing.push(format!("commits {first} to {} were acknowledged and are unreadable", marked.n));
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
        missing.extend(gaps.iter().map(Gap::line));
        (records, gaps, missing)
    }
}
