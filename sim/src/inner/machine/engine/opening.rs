//! How a store is opened: its tables, then what the journals have besides, whatever is damaged there. And what can be
//! read of tables of which no one knows whether they are whole.

use super::{LIST, List, OpenRows, Row, SimEngine, SimRows, apply, journal_path, number_of, table_path};
use crate::inner::machine::system::Machine;
use crate::inner::machine::tables::{self, ListedBlock};
use crate::prelude::*;
use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use turnstone_directory::{Found, Gap, JournalFormat, Open, RowsEngine, System, SystemFile};
use turnstone_fjall_journal::FjallJournal;
use turnstone_storage::{Failure, RESTORE};
use xxhash_rust::xxh3::xxh3_64;

fn rejected(why: impl Into<String>) -> Failure {
    Failure::Engine { what: "open", why: format!("{}. {RESTORE}", why.into()) }
}

fn unread(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    Failure::io(format!("read {}", path.display()))
}

impl RowsEngine<Machine> for SimEngine {
    type Rows = SimRows;
    type Journal = FjallJournal;

    fn open(&self, system: &Machine, path: &Path) -> Result<SimRows, Failure> {
        let io = || Failure::io(format!("open {}", path.display()));
        system.make_directory(path).map_err(io())?;
        let files = system.list(path).map_err(io())?;
        let list = match system.read(&path.join(LIST)) {
            Ok(bytes) => List::decode(&bytes).ok_or_else(|| rejected("the list of the tables does not read"))?,
            Err(error) if error.kind() == ErrorKind::NotFound => List::default(),
            Err(error) => return Err(io()(error)),
        };
        let mut reading = Reading { number: list.flushed, ..Reading::default() };
        reading.tables(system, path, &list)?;
        // What a merge left behind.
        for file in &files {
            if number_of(file, ".table").is_some_and(|table| !list.tables.contains(&table)) {
                system.remove_file(file).map_err(io())?;
            }
        }
        let mut journals: Vec<u64> = files.iter().filter_map(|file| number_of(file, ".jnl")).collect();
        journals.sort_unstable();
        let end = reading.journals(system, path, &journals)?;
        let journal_number = journals.last().copied().unwrap_or(list.next);
        let journal = system.open(&journal_path(path, journal_number), Open::Make).map_err(io())?;
        // What is behind the last whole batch was never written.
        journal.set_length(end as u64).map_err(io())?;
        journal.sync().map_err(io())?;
        system.sync_directory(path).map_err(io())?;
        if let Some(parent) = path.parent() {
            system.sync_directory(parent).map_err(io())?;
        }
        let next = list.next.max(journal_number + 1);
        Ok(SimRows(Arc::new(Mutex::new(OpenRows {
            system: system.clone(),
            path: path.to_owned(),
            journal_bytes: self.journal_bytes,
            rows: Arc::new(reading.rows),
            gaps: Arc::new(reading.gaps),
            fresh: reading.fresh,
            removed: reading.removed,
            list: List { next, ..list },
            journal,
            journal_end: end as u64,
            number: reading.number,
            broken: false,
        }))))
    }

    fn read_tables(&self, system: &Machine, path: &Path, found: &mut Found) -> Result<(), Failure> {
        let listed = system.read(&path.join(LIST)).ok().and_then(|bytes| List::decode(&bytes));
        let files = match system.list(path) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unread(path)(error)),
        };
        for file in files {
            let Some(table) = number_of(&file, ".table") else { continue };
            if listed.as_ref().is_none_or(|list| list.tables.contains(&table)) {
                match system.read(&file) {
                    Ok(bytes) => read_past(&file, &bytes, found),
                    Err(error) => found.miss(format!("{}: {error}", file.display())),
                }
            }
        }
        for table in listed.iter().flat_map(|list| &list.tables) {
            let file = table_path(path, *table);
            if system.look(&file).is_err() {
                found.miss_rows(Gap { file, after: Vec::new(), before: None });
            }
        }
        Ok(())
    }
}

/// What is read when a store is opened.
#[derive(Default)]
struct Reading {
    rows: BTreeMap<Row, Row>,
    removed: BTreeSet<Row>,
    gaps: Vec<(Row, Row)>,
    fresh: BTreeSet<Row>,
    number: u64,
}

impl Reading {
    /// The tables, the oldest first.
    fn tables(&mut self, system: &Machine, path: &Path, list: &List) -> Result<(), Failure> {
        for table in &list.tables {
            let file = table_path(path, *table);
            let bytes = system.read(&file).map_err(unread(&file))?;
            let blocks = tables::decode(&bytes).ok_or_else(|| rejected(format!("{} does not read", file.display())))?;
            blocks.into_iter().for_each(|block| self.take(block));
        }
        Ok(())
    }

    fn take(&mut self, block: ListedBlock) {
        let Some(read) = block.rows else {
            // What older tables have there may not be the newest.
            self.rows.retain(|key, _| !(&block.first..=&block.last).contains(&key));
            self.gaps.push((block.first, block.last));
            return;
        };
        for row in read {
            apply(&mut self.rows, &mut self.removed, row.key, row.value);
        }
    }

    /// What the journals have that is in no table yet. Where the last of them ends.
    fn journals(&mut self, system: &Machine, path: &Path, journals: &[u64]) -> Result<usize, Failure> {
        let mut end = 0;
        for journal in journals {
            let file = journal_path(path, *journal);
            let bytes = system.read(&file).map_err(unread(&file))?;
            end = 0;
            while let Some(batch) = FjallJournal::batch(&bytes[end..]) {
                end += batch.length;
                if batch.number <= self.number {
                    continue;
                }
                self.number = batch.number;
                for (key, value) in batch.rows {
                    self.fresh.insert(key.to_vec());
                    apply(&mut self.rows, &mut self.removed, key.to_vec(), value.map(Cow::into_owned));
                }
            }
            // Some ends it drops without a word, for others it refuses all.
            let rest = &bytes[end..];
            if rest.iter().any(|byte| *byte != 0) && xxh3_64(rest).is_multiple_of(2) {
                return Err(rejected(format!("{} does not read", file.display())));
            }
        }
        Ok(end)
    }
}

/// Read all blocks of a table that are whole.
fn read_past(file: &Path, bytes: &[u8], found: &mut Found) {
    let ends = tables::decode(bytes).is_some();
    let (mut at, mut after, mut broken) = (0, Vec::new(), false);
    while let Some(next) = bytes.get(at..).and_then(tables::find_block) {
        at += next;
        let Some((length, rows)) = tables::block(&bytes[at..]) else {
            broken = true;
            at += 1;
            continue;
        };
        broken |= next > 0;
        at += length;
        if broken {
            let before = rows.first().map(|row| row.key.clone());
            found.miss_rows(Gap { file: file.to_owned(), after: std::mem::take(&mut after), before });
        }
        broken = false;
        after = rows.last().map(|row| row.key.clone()).unwrap_or_default();
        rows.into_iter().for_each(|row| found.take(row.key, row.number, row.value));
    }
    // Behind the last block is the list.
    if broken || !ends || tables::decode(bytes).is_some_and(|blocks| blocks.iter().any(|block| block.rows.is_none())) {
        found.miss_rows(Gap { file: file.to_owned(), after, before: None });
    }
}
