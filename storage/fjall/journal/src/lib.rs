//! The journal format of fjall, version 3, without fjall. A data directory reads its journals with this before fjall
//! opens them, and salvage reads them instead of fjall. The simulator's engine keeps its journals in the same format.
//!
//! A journal is a sequence of batches. A batch is a start (number of items, number of the write), its items, and an end
//! with a checksum and a trailer that names the version of the format.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use turnstone_directory::{JournalBatch, JournalFormat, JournalRow, System};
use turnstone_storage::{RESTORE, StorageError};
use xxhash_rust::xxh3::xxh3_64;

const START: u8 = 1;
const ITEM: u8 = 2;
const END: u8 = 3;
const CLEAR: u8 = 4;
/// The kind of an item that puts a value, and of one that removes a key.
const PUT: u8 = 0;
const REMOVE: u8 = 1;
const NOT_COMPRESSED: u8 = 0;
const LZ4: u8 = 1;
/// The version of the format that is read here.
const VERSION: u8 = 3;
/// The end of each batch, and the content of the version file.
const TRAILER: [u8; 4] = [b'F', b'J', b'L', VERSION];
/// The file in which fjall notes the version of its formats.
const VERSION_FILE: &str = "version";

/// The format.
#[derive(Clone, Copy, Debug)]
pub struct FjallJournal;

/// Fail unless the store at `path` is in the version that [`FjallJournal`] reads. A directory without journals has no
/// version yet.
pub fn check_version(system: &impl System, path: &Path) -> Result<(), StorageError> {
    let file = path.join(VERSION_FILE);
    let found = match system.read(&file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let has_journals = !FjallJournal::files(system, path)?.is_empty();
            let missing = || StorageError::Damaged(format!("{} is missing. {RESTORE}", file.display()));
            return if has_journals { Err(missing()) } else { Ok(()) };
        }
        Err(error) => return Err(StorageError::io(format!("read {}", file.display()))(error)),
    };
    match *found.as_slice() {
        [b'F', b'J', b'L', VERSION, ..] => Ok(()),
        [b'F', b'J', b'L', other, ..] => Err(StorageError::Engine {
            what: "open",
            why: format!(
                "{} names version {other} of its format, and this program reads version {VERSION}. Start the version of \
                 the program that wrote it. If none did, it is damaged. {RESTORE}",
                file.display()
            ),
        }),
        _ => Err(StorageError::Damaged(format!("{} is not a version file. {RESTORE}", file.display()))),
    }
}

impl JournalFormat for FjallJournal {
    fn files(system: &impl System, path: &Path) -> Result<Vec<PathBuf>, StorageError> {
        let entries = match system.list(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            other => other.map_err(StorageError::io(format!("read {}", path.display())))?,
        };
        let number = |path: &PathBuf| path.file_name()?.to_str()?.strip_suffix(".jnl")?.parse::<u64>().ok();
        let mut journals: Vec<_> = entries.into_iter().filter_map(|path| Some((number(&path)?, path))).collect();
        journals.sort_unstable();
        Ok(journals.into_iter().map(|(_, path)| path).collect())
    }

    fn batch(bytes: &[u8]) -> Option<JournalBatch<'_>> {
        let mut from = JournalFields(bytes);
        let (START, items, number) = (from.u8()?, from.u32()?, from.u64()?) else { return None };
        let content = from.0;
        let mut stored = Vec::new();
        for _ in 0..items {
            match from.u8()? {
                ITEM => stored.push(StoredItem::read(&mut from)?),
                CLEAR => drop(from.take(8)?),
                _ => return None,
            }
        }
        let content = &content[..content.len() - from.0.len()];
        let is_complete = from.u8()? == END && from.u64()? == xxh3_64(content) && *from.take(4)? == TRAILER;
        let length = bytes.len() - from.0.len();
        // Only verified items are decompressed: a damaged length could ask for gigabytes.
        is_complete.then(|| stored.into_iter().map(StoredItem::row).collect::<Option<_>>())?.map(|rows| JournalBatch {
            length,
            number,
            rows,
        })
    }

    fn resume(bytes: &[u8]) -> Option<usize> {
        let end = bytes.windows(TRAILER.len()).position(|window| *window == TRAILER)?;
        Some(end + TRAILER.len())
    }
}

/// A batch in its bytes, without compression, in the first keyspace.
pub fn encode(number: u64, changes: &[(&[u8], Option<&[u8]>)]) -> Vec<u8> {
    let mut content = Vec::new();
    for (key, value) in changes {
        let kind = if value.is_some() { PUT } else { REMOVE };
        let value = value.unwrap_or_default();
        let length = (value.len() as u32).to_le_bytes();
        content.extend([ITEM, kind, NOT_COMPRESSED]);
        content.extend(1_u64.to_le_bytes());
        content.extend((key.len() as u16).to_le_bytes());
        content.extend([length, length].concat());
        content.extend_from_slice(key);
        content.extend_from_slice(value);
    }
    let mut batch = vec![START];
    batch.extend((changes.len() as u32).to_le_bytes());
    batch.extend(number.to_le_bytes());
    batch.extend_from_slice(&content);
    batch.push(END);
    batch.extend(xxh3_64(&content).to_le_bytes());
    batch.extend(TRAILER);
    batch
}

/// An item as it is stored.
struct StoredItem<'a> {
    kind: u8,
    compression: u8,
    /// The length of the value before it was compressed.
    length: usize,
    key: &'a [u8],
    value: &'a [u8],
}

impl<'a> StoredItem<'a> {
    fn read(from: &mut JournalFields<'a>) -> Option<Self> {
        let (kind, compression, _keyspace) = (from.u8()?, from.u8()?, from.u64()?);
        let (key, length, stored) = (from.u16()?, from.u32()? as usize, from.u32()? as usize);
        let (key, value) = (from.take(key.into())?, from.take(stored)?);
        Some(Self { kind, compression, length, key, value })
    }

    fn row(self) -> Option<JournalRow<'a>> {
        let value = match (self.kind, self.compression) {
            (PUT, NOT_COMPRESSED) => Some(Cow::Borrowed(self.value)),
            (PUT, LZ4) => Some(Cow::Owned(lz4_flex::block::decompress(self.value, self.length).ok()?)),
            (PUT, _) => return None,
            _ => None,
        };
        Some((self.key, value))
    }
}

/// The fields that are still to be read.
struct JournalFields<'a>(&'a [u8]);

impl<'a> JournalFields<'a> {
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
