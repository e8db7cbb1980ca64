//! What reads of a damaged data directory, brought over into a new one. Nothing of the old one is changed.
//!
//! The engine is not asked to open it: it may refuse a table for one bad block, and a store for one bad list of tables.
//! Its tables are read block by block and its journals batch by batch, past whatever does not read, and of each row the
//! newest version counts, by the number that the engine gave to each write.

use crate::directory::{lock_directory, store_path};
use crate::engine::RowsEngine;
use crate::files::{Files, is_empty, make_directory, sync_directory};
use crate::journal;
use crate::mark::Mark;
use crate::server_keys;
use crate::store::{Store, commit_of_row};
use crate::system::System;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use turnstone_service::effects::SlotChange;
use turnstone_service::ids::TableId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{AccountRow, Key, Record};
use turnstone_service::repair::repair;
use turnstone_storage::encoding::{META, decode, decode_key, encode, plies_prefix};
use turnstone_storage::personal_keys::PersonalKeys;
use turnstone_storage::{Commit, Failure, KeyRange};

/// Rows in a batch of writes.
const ROWS: usize = 1000;

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
pub struct Gap {
    /// Where.
    pub file: PathBuf,
    /// The row before it, if there is one.
    pub after: Vec<u8>,
    /// The row behind it, if there is one.
    pub before: Option<Vec<u8>>,
}

impl Gap {
    /// Whether rows with keys from `start` up to `end` may have been there.
    fn touches(&self, start: &[u8], end: &[u8]) -> bool {
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

/// What reads of a damaged store.
#[derive(Default)]
pub struct Found {
    rows: BTreeMap<Vec<u8>, Version>,
    gaps: Vec<Gap>,
    missing: Vec<String>,
}

/// Bring over what reads of `from` into the new directory `to`.
pub fn salvage<S: System>(
    system: &S,
    engine: &impl RowsEngine<S>,
    from: &Path,
    to: &Path,
) -> Result<Salvaged, Failure> {
    if !is_empty(system, to)? {
        return Err(Failure::NotEmpty(to.to_owned()));
    }
    let _theirs = lock_directory(system, from)?;
    let mut found = Found::default();
    let store = store_path(from);
    engine.read_tables(system, &store, &mut found)?;
    for path in journal::journals(system, &store)? {
        found.read_journal(system, &path);
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
        let log = KeyRange::prefix(plies_prefix(table));
        gaps.iter().any(|gap| gap.touches(&log.start, &log.end))
    };
    repair(&mut records, &lacks_plies, &opens, &mut missing);

    make_directory(system, to)?;
    let _ours = lock_directory(system, to)?;
    let used = records.values().filter_map(|record| if let Record::Account(_, row) = record { row.slot } else { None });
    let filled: Vec<SlotChange> =
        used.filter_map(|slot| Some(SlotChange::Fill(slot, keys.get(&slot)?.clone()))).collect();
    PersonalKeys::new(Files::in_directory(system, to)).fill(&filled)?;
    match server_keys::read(system, from) {
        Ok(Some(text)) if server_keys::parse(&text).is_some() => server_keys::write(system, to, &text)?,
        Ok(_) | Err(_) => missing.push("the server keys do not read: every token and code is void".to_owned()),
    }
    let new = Store::open(system, engine, &store_path(to))?;
    new.begin_at(commit)?;
    let encoded: Vec<(Vec<u8>, Vec<u8>)> = records.values().map(encode).collect();
    for rows in encoded.chunks(ROWS) {
        let rows: Vec<(&[u8], &[u8])> = rows.iter().map(|(key, value)| (key.as_slice(), value.as_slice())).collect();
        new.put(&rows)?;
    }
    new.found(commit)?;
    let (mut mark, _) = Mark::open(Files::in_directory(system, to), system.boot_id())?;
    mark.write(commit)?;
    sync_directory(system, to)?;
    Ok(Salvaged { commit: commit.n, records: records.len(), missing })
}

impl Found {
    /// A version of a row was read, with the number of its write; no value if it was removed.
    pub fn take(&mut self, key: Vec<u8>, number: u64, value: Option<Vec<u8>>) {
        let newest = self.rows.get(&key).is_none_or(|(known, _)| *known <= number);
        if newest {
            self.rows.insert(key, (number, value));
        }
    }

    /// Rows may have been somewhere that do not read.
    pub fn miss_rows(&mut self, gap: Gap) {
        self.gaps.push(gap);
    }

    /// Something else does not read: a line for the operator.
    pub fn miss(&mut self, line: String) {
        self.missing.push(line);
    }

    /// Read all batches of a journal that are whole.
    fn read_journal(&mut self, system: &impl System, path: &Path) {
        match journal::batches(system, path) {
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
    fn commit(&mut self, system: &impl System, from: &Path) -> Commit {
        let heads = self.rows.iter().filter_map(|(key, (_, value))| commit_of_row(key, value.as_ref()?));
        let newest = heads.max_by_key(|commit| commit.n);
        let marked =
            Mark::open(Files::in_directory(system, from), system.boot_id()).ok().and_then(|(_, marked)| marked);
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
