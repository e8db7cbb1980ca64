//! Reads damaged tables, past damage. fjall would reject a table for one bad block, and a store for one bad list of
//! tables.

use lsm_tree::coding::Decode;
use lsm_tree::table::block::decoder::ParsedItem;
use lsm_tree::table::block::{BlockType, Header};
use lsm_tree::table::{Block, DataBlock};
use lsm_tree::{CompressionType, ValueType};
use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use turnstone_directory::{Found, Gap};
use turnstone_storage::StorageError;

/// The first bytes of each block of a table.
const BLOCK: [u8; 4] = *b"LSM\x03";

/// Read the tables of a store.
pub(crate) fn read(store: &Path, found: &mut Found) -> Result<(), StorageError> {
    for table in tables(store)? {
        read_table(&table, found);
    }
    Ok(())
}

/// The tables of the records, in any order. Keyspace 0 holds fjall's settings.
fn tables(store: &Path) -> Result<Vec<PathBuf>, StorageError> {
    let mut found = Vec::new();
    for keyspace in entries(&store.join("keyspaces"))? {
        if !keyspace.ends_with("0") {
            found.extend(entries(&keyspace.join("tables"))?);
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, StorageError> {
    let read = || folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>();
    match read() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        other => other.map_err(StorageError::io(format!("read {}", folder.display()))),
    }
}

/// Read all complete blocks of a table.
fn read_table(path: &Path, found: &mut Found) {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return found.miss(format!("{}: {error}", path.display())),
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
            found.miss_rows(gap);
        }
        broken = false;
        if let Some((key, ..)) = rows.last() {
            last.clone_from(key);
        }
        for (key, number, value) in rows {
            found.take(key, number, value);
        }
        // Behind the rows is their index, which is not needed here.
        if kind != BlockType::Data {
            return;
        }
    }
    // It ended without an index behind its rows: the last rows may be missing.
    found.miss_rows(Gap { file: path.to_owned(), after: last, before: None });
}

/// The gap before a block, if rows may be missing there.
fn gap(path: &Path, last: &[u8], next: Option<&Vec<u8>>, kind: BlockType) -> Option<Gap> {
    let before = next.cloned();
    let file = path.to_owned();
    (before.is_some() || kind != BlockType::Data).then(|| Gap { file, after: last.to_vec(), before })
}

/// Where the next block may begin.
fn find_block(bytes: &[u8]) -> Option<usize> {
    bytes.windows(BLOCK.len()).position(|window| window == BLOCK)
}

type BlockRow = (Vec<u8>, u64, Option<Vec<u8>>);

/// The block that the bytes begin with, if it is complete: its length, its kind, and its rows if it has any.
fn read_block(bytes: &[u8]) -> Option<(usize, BlockType, Vec<BlockRow>)> {
    let header = Header::decode_from(&mut &*bytes).ok()?;
    let length = Header::serialized_len() + header.data_length as usize;
    let whole = bytes.get(..length)?;
    if header.block_type != BlockType::Data {
        return Some((length, header.block_type, Vec::new()));
    }
    let is_packed = header.data_length != header.uncompressed_length;
    let compression = if is_packed { CompressionType::Lz4 } else { CompressionType::None };
    // lsm-tree may panic on a block whose checksum holds and whose content is invalid.
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
