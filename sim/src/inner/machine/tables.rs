//! Tables at rest: blocks of rows, each with its checksum, and behind them a list of the blocks.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// A key, and its value unless it was removed.
pub(super) type Change = (Vec<u8>, Option<Vec<u8>>);

const MAGIC: [u8; 4] = *b"BLK1";
const LIST: [u8; 4] = *b"LST1";
const BLOCK_BYTES: usize = 2_048;
/// Magic, length, checksum.
const HEAD: usize = 4 + 4 + 8;

/// A row with the number of its write.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) number: u64,
    pub(super) key: Vec<u8>,
    pub(super) value: Option<Vec<u8>>,
}

/// A block as a table lists it: where it begins, its first and its last key.
type Listed = (u64, Vec<u8>, Vec<u8>);

/// A block that a table lists: the rows of it, or none if it does not read.
pub(super) struct ListedBlock {
    pub(super) first: Vec<u8>,
    pub(super) last: Vec<u8>,
    pub(super) rows: Option<Vec<Row>>,
}

/// A table of rows by ascending key, all as of one write.
pub(super) fn encode(number: u64, rows: Vec<Change>) -> Vec<u8> {
    let (mut out, mut list, mut block, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut rows = rows.into_iter().peekable();
    while let Some((key, value)) = rows.next() {
        bytes += key.len() + value.as_ref().map_or(0, Vec::len) + 13;
        block.push(Row { number, key, value });
        if bytes >= BLOCK_BYTES || rows.peek().is_none() {
            let key = |row: Option<&Row>| row.map(|row| row.key.clone()).unwrap_or_default();
            list.push((out.len() as u64, key(block.first()), key(block.last())));
            push_framed(&mut out, MAGIC, &std::mem::take(&mut block));
            bytes = 0;
        }
    }
    let at = out.len() as u64;
    push_framed(&mut out, LIST, &list);
    out.extend_from_slice(&at.to_le_bytes());
    out.extend_from_slice(&xxh3_64(&at.to_le_bytes()).to_le_bytes());
    out
}

fn push_framed(out: &mut Vec<u8>, magic: [u8; 4], of: &impl Serialize) {
    let bytes = postcard::to_allocvec(of).expect("rows are plain data");
    out.extend_from_slice(&magic);
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    out.extend_from_slice(&bytes);
}

/// What is framed there, if it is whole.
fn framed(bytes: &[u8], magic: [u8; 4]) -> Option<&[u8]> {
    let head = bytes.get(..HEAD)?;
    let length = u32::from_le_bytes(head[4..8].try_into().ok()?) as usize;
    let content = bytes.get(HEAD..HEAD + length)?;
    (head[..4] == magic && u64::from_le_bytes(head[8..].try_into().ok()?) == xxh3_64(content)).then_some(content)
}

/// The blocks of a table; nothing if its list does not read.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<ListedBlock>> {
    let (rest, check) = bytes.split_last_chunk::<8>()?;
    let (rest, at) = rest.split_last_chunk::<8>()?;
    if u64::from_le_bytes(*check) != xxh3_64(at) {
        return None;
    }
    let at = usize::try_from(u64::from_le_bytes(*at)).ok()?;
    let list = framed(rest.get(at..)?, LIST)?;
    if at + HEAD + list.len() != rest.len() {
        return None;
    }
    let listed: Vec<Listed> = postcard::from_bytes(list).ok()?;
    let read = |(at, first, last): Listed| {
        // A block that stands where another one should is none.
        let is_it = |rows: &Vec<Row>| {
            rows.first().is_some_and(|row| row.key == first) && rows.last().is_some_and(|row| row.key == last)
        };
        let rows = bytes.get(usize::try_from(at).ok()?..).and_then(block).map(|(_, rows)| rows).filter(is_it);
        Some(ListedBlock { rows, first, last })
    };
    listed.into_iter().map(read).collect()
}

/// Where the next block may begin.
pub(super) fn find_block(bytes: &[u8]) -> Option<usize> {
    bytes.windows(MAGIC.len()).position(|window| window == MAGIC)
}

/// The block that the bytes begin with, if it is whole: its length and its rows.
pub(super) fn block(bytes: &[u8]) -> Option<(usize, Vec<Row>)> {
    let block = framed(bytes, MAGIC)?;
    Some((HEAD + block.len(), postcard::from_bytes(block).ok()?))
}
