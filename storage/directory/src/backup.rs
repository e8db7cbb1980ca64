//! Backups: one file with all records as of one commit, written while the server runs.
//!
//! The file is a head line and then parts, each a kind, a length and bytes: the commit, rows in the encoding of rounds,
//! the personal keys that the rows need, the server keys if requested, and last the sha256 of everything before. A
//! backup contains all that is needed to read personal data: erased accounts remain in older backups until those are
//! deleted.

use crate::directory::{lock_directory, store_path};
use crate::engine::RowsEngine;
use crate::files::{Files, is_empty, make_directory, parent, sync_directory, unless_absent};
use crate::server_keys;
use crate::store::Store;
use crate::system::{Open, System, SystemFile};
use crate::watermark::Watermark;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::Record;
use turnstone_service::secret::SecretKey;
use turnstone_storage::encoding::{decode, encode};
use turnstone_storage::personal_keys::{MAX_SLOTS, PersonalKeys};
use turnstone_storage::{Commit, GroupCommit, State, StateReading, StorageError, push_change, raw_changes};

const HEAD_LINE: &[u8] = b"turnstone backup 1\n";
const COMMIT: u8 = 1;
const ROWS: u8 = 2;
const PERSONAL_KEYS: u8 = 3;
const SERVER_KEYS: u8 = 4;
const END: u8 = 5;
/// Rows are written in parts of about this size.
const PART_BYTES: usize = 256 << 10;
const MAX_PART_BYTES: usize = 4 << 20;

/// Write a backup of the state into a new file and verify it by reading it back. `server_keys` is the data directory
/// whose root secrets are included; without them a restored server generates a new key and every token is void.
pub fn backup(
    system: &impl System,
    state: &dyn State,
    server_keys: Option<&Path>,
    file: &Path,
) -> Result<Commit, StorageError> {
    save(system, file, |out| write(system, state, server_keys, out))
}

/// Write a backup of the state as a stream that [`receive`] reads.
pub fn send(
    system: &impl System,
    state: &dyn State,
    server_keys: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), StorageError> {
    write(system, state, server_keys, out).map_err(|error| error.during("send the backup"))
}

/// Save a backup that a server sends in a new file and verify it by reading it back.
pub fn receive(system: &impl System, from: &mut impl Read, file: &Path) -> Result<Commit, StorageError> {
    save(system, file, |out| Ok(io::copy(from, out).map(drop)?))
}

/// Write a new file, complete and verified or not at all.
fn save<S: System>(
    system: &S,
    file: &Path,
    fill: impl FnOnce(&mut S::File) -> Result<(), WriteError>,
) -> Result<Commit, StorageError> {
    if has_name(system, file)? {
        return Err(StorageError::NotEmpty(file.to_owned()));
    }
    let partial = partial_path(file);
    let saved = fill_and_name(system, file, &partial, fill);
    if saved.is_err() {
        // The first failure is reported; a file that cannot be removed is visible.
        let _ = system.remove_file(&partial);
    }
    saved
}

fn fill_and_name<S: System>(
    system: &S,
    file: &Path,
    partial: &Path,
    fill: impl FnOnce(&mut S::File) -> Result<(), WriteError>,
) -> Result<Commit, StorageError> {
    let what = || format!("write {}", partial.display());
    // An existing file of this name is replaced, never opened: it may be a link, or another user's.
    let new = unless_absent(system.remove_file(partial)).and_then(|_| system.open(partial, Open::New));
    let mut out = new.map_err(StorageError::io(what()))?;
    fill(&mut out).map_err(|error| error.during(&what()))?;
    out.sync().map_err(StorageError::io(what()))?;
    drop(out);
    let saved = read(system, partial, |_| Ok(()))?;
    rename_to_new(system, partial, file)?;
    sync_directory(system, parent(file))?;
    Ok(saved.commit)
}

/// Whether anything has this name, including a dangling link.
fn has_name(system: &impl System, path: &Path) -> Result<bool, StorageError> {
    system.has_name(path).map_err(StorageError::io(format!("look for {}", path.display())))
}

/// Rename the file, unless the name is taken by now.
fn rename_to_new(system: &impl System, partial: &Path, file: &Path) -> Result<(), StorageError> {
    match system.rename_to_new(partial, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(StorageError::NotEmpty(file.to_owned()));
        }
        // Some file systems cannot check and rename atomically.
        Err(error) if error.kind() == io::ErrorKind::Unsupported && !has_name(system, file)? => {
            system.rename(partial, file)
        }
        other => other,
    }
    .map_err(StorageError::io(format!("rename {} to {}", partial.display(), file.display())))
}

fn partial_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

enum WriteError {
    Io(io::Error),
    State(StorageError),
}

impl WriteError {
    /// The failure to report, given the operation.
    fn during(self, what: &str) -> StorageError {
        match self {
            Self::Io(error) => StorageError::io(what)(error),
            Self::State(failure) => failure,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<StorageError> for WriteError {
    fn from(failure: StorageError) -> Self {
        Self::State(failure)
    }
}

fn write(
    system: &impl System,
    state: &dyn State,
    server_keys: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), WriteError> {
    let secrets = server_keys.map(|directory| server_keys::read(system, directory)).transpose()?.flatten();
    let mut parts = BackupWriter { out: BufWriter::new(out), hash: Sha256::new() };
    write_parts(state, secrets.as_deref(), &mut parts)?;
    Ok(parts.out.flush()?)
}

fn write_parts(
    state: &dyn State,
    server_keys: Option<&str>,
    out: &mut BackupWriter<impl Write>,
) -> Result<(), WriteError> {
    let StateReading { rows, keys, .. } = StateReading::begin(state)?;
    out.raw(HEAD_LINE)?;
    out.part(COMMIT, &rows.head().to_bytes())?;
    let mut slots = BTreeSet::new();
    let mut part = rows_part();
    for record in rows.records() {
        let record = record?;
        if let Record::Account(_, row) = &record {
            slots.extend(row.slot);
        }
        push_row(&mut part, &record);
        if part.len() >= PART_BYTES {
            out.part(ROWS, &part)?;
            part = rows_part();
        }
    }
    out.part(ROWS, &part)?;
    write_keys(out, &slots, &keys)?;
    if let Some(text) = server_keys {
        out.part(SERVER_KEYS, text.as_bytes())?;
    }
    let hash: [u8; 32] = out.hash.clone().finalize().into();
    out.part(END, &hash)?;
    Ok(())
}

fn write_keys(
    out: &mut BackupWriter<impl Write>,
    slots: &BTreeSet<u32>,
    keys: &BTreeMap<u32, SecretKey>,
) -> Result<(), WriteError> {
    let mut part = Vec::new();
    for slot in slots {
        let key = keys.get(slot);
        let key = key.ok_or_else(|| StorageError::PersonalKeyMissing(format!("the account with slot {slot}")))?;
        part.extend_from_slice(&slot.to_be_bytes());
        part.extend_from_slice(&key.0);
        if part.len() >= PART_BYTES {
            out.part(PERSONAL_KEYS, &std::mem::take(&mut part))?;
        }
    }
    out.part(PERSONAL_KEYS, &part)?;
    Ok(())
}

/// The encoding of a group commit that only puts; see [`GroupCommit::encode`].
fn rows_part() -> Vec<u8> {
    GroupCommit::default().encode()
}

fn push_row(part: &mut Vec<u8>, record: &Record) {
    let (key, value) = encode(record);
    push_change(part, &key, Some(&value));
}

struct BackupWriter<W: Write> {
    out: BufWriter<W>,
    hash: Sha256,
}

impl<W: Write> BackupWriter<W> {
    fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }

    fn part(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        let length = u32::try_from(bytes.len()).expect("a part is a few MiB");
        self.raw(&[kind])?;
        self.raw(&length.to_be_bytes())?;
        self.raw(bytes)
    }
}

/// A part of a backup.
enum Part<'a> {
    Rows(Vec<(&'a [u8], &'a [u8])>),
    PersonalKeys(Vec<SlotChange>),
    ServerKeys(&'a str),
}

/// The content of a backup, to compare two readings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Summary {
    commit: Commit,
    rows: u64,
    hash: [u8; 32],
}

/// Read a backup to its end, checking every row and the hash.
fn read(
    system: &impl System,
    path: &Path,
    mut visit: impl FnMut(Part<'_>) -> Result<(), StorageError>,
) -> Result<Summary, StorageError> {
    let file = system.open(path, Open::Read).map_err(StorageError::io(format!("open {}", path.display())))?;
    let mut from = BufReader::new(file);
    let damaged = |why: &str| StorageError::Backup(format!("{} {why}", path.display()));
    let mut head_line = [0; HEAD_LINE.len()];
    from.read_exact(&mut head_line).map_err(|_| damaged("is not a backup"))?;
    if head_line != *HEAD_LINE {
        return Err(damaged("is not a backup of a version that this program reads"));
    }
    let mut hash = Sha256::new();
    hash.update(head_line);
    let mut summary = Summary::default();
    let (mut needed, mut slots) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let before: [u8; 32] = hash.clone().finalize().into();
        let (kind, bytes) = read_part(&mut from, &mut hash).map_err(|error| {
            let kind = error.kind();
            if kind == io::ErrorKind::UnexpectedEof {
                damaged("ends too early")
            } else if kind == io::ErrorKind::InvalidData {
                damaged("is damaged: a part has an impossible length")
            } else {
                StorageError::io(format!("read {}", path.display()))(error)
            }
        })?;
        match kind {
            COMMIT => summary.commit = Commit::from_bytes(&bytes).ok_or_else(|| damaged("has no commit"))?,
            ROWS => {
                let rows = rows(&bytes).ok_or_else(|| damaged("has unreadable rows"))?;
                let read = |(key, value): &(&[u8], &[u8])| {
                    if let Record::Account(_, row) = decode(key, value)? {
                        needed.extend(row.slot);
                    }
                    Ok(())
                };
                let reads: Result<(), StorageError> = rows.iter().try_for_each(read);
                reads.map_err(|_| damaged("has unreadable rows: it is damaged, or a newer version wrote it"))?;
                summary.rows += rows.len() as u64;
                visit(Part::Rows(rows))?;
            }
            PERSONAL_KEYS => {
                let keys = personal_keys(&bytes).ok_or_else(|| damaged("has unreadable personal keys"))?;
                slots.extend(keys.iter().map(SlotChange::slot));
                if slots.last().is_some_and(|slot| *slot >= MAX_SLOTS) {
                    return Err(damaged("is damaged: it has a personal key of a member that cannot exist"));
                }
                visit(Part::PersonalKeys(keys))?;
            }
            SERVER_KEYS => {
                let text = std::str::from_utf8(&bytes).map_err(|_| damaged("has unreadable server keys"))?;
                server_keys::parse(text).ok_or_else(|| damaged("has unreadable server keys"))?;
                visit(Part::ServerKeys(text))?;
            }
            END if bytes == before => {
                let rest = from.fill_buf().map_err(StorageError::io(format!("read {}", path.display())))?;
                if !rest.is_empty() {
                    return Err(damaged("continues after its end"));
                }
                if slots != needed {
                    return Err(damaged("is damaged: its personal keys are not those of its members"));
                }
                return Ok(Summary { hash: before, ..summary });
            }
            END => return Err(damaged("is damaged: its hash differs")),
            _ => return Err(damaged("has a part of an unknown kind")),
        }
    }
}

fn read_part(from: &mut impl Read, hash: &mut Sha256) -> io::Result<(u8, Vec<u8>)> {
    let mut head = [0; 5];
    from.read_exact(&mut head)?;
    let [kind, length @ ..] = head;
    let length = u32::from_be_bytes(length) as usize;
    if length > MAX_PART_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    hash.update(head);
    hash.update(&bytes);
    Ok((kind, bytes))
}

fn rows(bytes: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    raw_changes(bytes)?.into_iter().map(|(key, value)| Some((key, value?))).collect()
}

fn personal_keys(bytes: &[u8]) -> Option<Vec<SlotChange>> {
    let (keys, rest) = bytes.as_chunks::<{ 4 + 32 }>();
    let fill = |bytes: &[u8; 36]| {
        let (slot, key) = bytes.split_first_chunk()?;
        Some(SlotChange::Fill(u32::from_be_bytes(*slot), SecretKey(key.try_into().ok()?)))
    };
    if rest.is_empty() { keys.iter().map(fill).collect() } else { None }
}

/// Create a data directory from a backup. The file is verified first; the directory must be empty or not exist. A start
/// rejects an incomplete one, since its watermark is written last.
pub fn restore<S: System>(
    system: &S,
    engine: &impl RowsEngine<S>,
    file: &Path,
    directory: &Path,
) -> Result<Commit, StorageError> {
    let (key, value) = encode(&Record::Restored(()));
    fill(system, engine, file, directory, &[(&key, &value)])
}

/// The same with these further rows.
pub(crate) fn fill<S: System>(
    system: &S,
    engine: &impl RowsEngine<S>,
    file: &Path,
    directory: &Path,
    further: &[(&[u8], &[u8])],
) -> Result<Commit, StorageError> {
    if !is_empty(system, directory)? {
        return Err(StorageError::NotEmpty(directory.to_owned()));
    }
    let verified = read(system, file, |_| Ok(()))?;
    make_directory(system, directory)?;
    let _lock = lock_directory(system, directory)?;
    let store = Store::open(system, engine, &store_path(directory))?;
    store.begin_at(verified.commit)?;
    let mut keys = PersonalKeys::new(Files::in_directory(system, directory));
    let read_again = read(system, file, |part| match part {
        Part::Rows(rows) => store.put(&rows),
        Part::PersonalKeys(filled) => keys.fill(&filled),
        Part::ServerKeys(text) => server_keys::write(system, directory, text),
    })?;
    if read_again != verified {
        return Err(StorageError::Backup(format!("{} changed while it was read", file.display())));
    }
    if verified.commit != Commit::default() {
        store.put(further)?;
    }
    store.found(verified.commit)?;
    let (mut watermark, _) = Watermark::open(Files::in_directory(system, directory), system.boot_id())?;
    watermark.write(verified.commit)?;
    sync_directory(system, directory)?;
    Ok(verified.commit)
}
