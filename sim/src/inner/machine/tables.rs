//! The files of the engine: tables of blocks, each with a checksum, and the list of the tables.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

pub(super) type Key = Vec<u8>;
/// A key, and its value unless it was removed.
pub(super) type Change = (Key, Option<Vec<u8>>);

const BLOCK: [u8; 4] = *b"BLK1";
const LIST: [u8; 4] = *b"LST1";
const BLOCK_BYTES: usize = 2_048;
/// Magic, length, checksum.
const HEAD: usize = 4 + 4 + 8;

/// The tables by their numbers with their blocks, and the last write in them.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct List {
    pub(super) flushed: u64,
    pub(super) next: u64,
    pub(super) tables: BTreeMap<u64, Vec<Block>>,
}

/// The position of a block in its table, its first and its last key.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Block {
    at: usize,
    pub(super) first: Key,
    pub(super) last: Key,
}

/// The rows of a block, and the number of their last write.
#[derive(Serialize, Deserialize)]
pub(super) struct Rows {
    pub(super) number: u64,
    pub(super) changes: Vec<Change>,
}

impl List {
    pub(super) fn encode(&self) -> Vec<u8> {
        framed(LIST, self)
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        unframed(bytes, LIST).filter(|(length, _)| *length == bytes.len()).map(|(_, list)| list)
    }
}

impl Block {
    /// The rows of a valid block. A block at the position of another one is invalid.
    pub(super) fn read(&self, table: &[u8]) -> Option<Rows> {
        let (_, rows): (_, Rows) = unframed(table.get(self.at..)?, BLOCK)?;
        let ends = (rows.changes.first()?.0 == self.first) && (rows.changes.last()?.0 == self.last);
        ends.then_some(rows)
    }
}

/// A table of rows in key order, all of one write, and its blocks.
pub(super) fn encode(number: u64, changes: Vec<Change>) -> (Vec<u8>, Vec<Block>) {
    let (mut out, mut blocks, mut bytes) = (Vec::new(), Vec::new(), 0);
    let mut rows = Rows { number, changes: Vec::new() };
    let mut changes = changes.into_iter().peekable();
    while let Some((key, value)) = changes.next() {
        bytes += key.len() + value.as_ref().map_or(0, Vec::len);
        rows.changes.push((key, value));
        if bytes >= BLOCK_BYTES || changes.peek().is_none() {
            let key = |row: Option<&Change>| row.map(|(key, _)| key.clone()).unwrap_or_default();
            blocks.push(Block { at: out.len(), first: key(rows.changes.first()), last: key(rows.changes.last()) });
            out.extend(framed(BLOCK, &rows));
            rows.changes.clear();
            bytes = 0;
        }
    }
    (out, blocks)
}

/// All blocks of a table without a list; `None` for an unreadable part.
pub(super) fn scan(table: &[u8]) -> Vec<Option<Rows>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < table.len() {
        if let Some((length, rows)) = unframed(&table[at..], BLOCK) {
            at += length;
            found.push(Some(rows));
            continue;
        }
        found.push(None);
        let next = table[at + 1..].windows(BLOCK.len()).position(|window| window == BLOCK);
        at = next.map_or(table.len(), |next| at + 1 + next);
    }
    found
}

fn framed(magic: [u8; 4], of: &impl Serialize) -> Vec<u8> {
    let bytes = postcard::to_allocvec(of).expect("rows are plain data");
    [&magic, (bytes.len() as u32).to_le_bytes().as_slice(), &xxh3_64(&bytes).to_le_bytes(), &bytes].concat()
}

/// The framed value at the beginning, if it is valid, and its length.
fn unframed<T: DeserializeOwned>(bytes: &[u8], magic: [u8; 4]) -> Option<(usize, T)> {
    let head = bytes.get(..HEAD)?;
    let end = HEAD + u32::from_le_bytes(head[4..8].try_into().ok()?) as usize;
    let content = bytes.get(HEAD..end)?;
    let is_whole = head[..4] == magic && u64::from_le_bytes(head[8..].try_into().ok()?) == xxh3_64(content);
    Some((end, postcard::from_bytes(content).ok().filter(|_| is_whole)?))
}
