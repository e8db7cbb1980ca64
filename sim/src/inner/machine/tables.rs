//! Tables at rest: blocks of rows, each with its checksum, and behind them a list of the blocks.

use xxhash_rust::xxh3::xxh3_64;

/// A key, and its value unless it was removed.
pub(super) type Change = (Vec<u8>, Option<Vec<u8>>);

const MAGIC: [u8; 4] = *b"BLK1";
const LIST: [u8; 4] = *b"LST1";
const BLOCK_BYTES: usize = 2_048;
/// Magic, length, checksum.
pub(super) const HEAD: usize = 4 + 4 + 8;

/// A table of rows by ascending key, all as of one write.
pub(super) fn encode(number: u64, rows: &[Change]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut list = Vec::new();
    let mut block = Vec::new();
    let mut first: Option<&[u8]> = None;
    let mut last: &[u8] = &[];
    for (key, value) in rows {
        first.get_or_insert(key);
        last = key;
        push_row(&mut block, number, key, value.as_deref());
        if block.len() >= BLOCK_BYTES {
            end_block(&mut out, &mut list, &mut block, first.take().unwrap_or_default(), last);
        }
    }
    if let Some(first) = first {
        end_block(&mut out, &mut list, &mut block, first, last);
    }
    let at = out.len() as u64;
    push_framed(&mut out, LIST, &list);
    out.extend_from_slice(&at.to_le_bytes());
    out.extend_from_slice(&xxh3_64(&at.to_le_bytes()).to_le_bytes());
    out
}

fn end_block(out: &mut Vec<u8>, list: &mut Vec<u8>, block: &mut Vec<u8>, first: &[u8], last: &[u8]) {
    list.extend_from_slice(&(out.len() as u64).to_le_bytes());
    push_part(list, first);
    push_part(list, last);
    push_framed(out, MAGIC, block);
    block.clear();
}

fn push_row(out: &mut Vec<u8>, number: u64, key: &[u8], value: Option<&[u8]>) {
    out.extend_from_slice(&number.to_le_bytes());
    push_part(out, key);
    out.push(u8::from(value.is_some()));
    push_part(out, value.unwrap_or_default());
}

fn push_part(out: &mut Vec<u8>, part: &[u8]) {
    out.extend_from_slice(&(part.len() as u32).to_le_bytes());
    out.extend_from_slice(part);
}

fn push_framed(out: &mut Vec<u8>, magic: [u8; 4], bytes: &[u8]) {
    out.extend_from_slice(&magic);
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(&xxh3_64(bytes).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// A block that a table lists: the rows of it, or none if it does not read.
pub(super) struct ListedBlock {
    pub(super) first: Vec<u8>,
    pub(super) last: Vec<u8>,
    pub(super) rows: Option<Vec<Row>>,
}

/// A row with the number of its write.
pub(super) struct Row {
    pub(super) number: u64,
    pub(super) key: Vec<u8>,
    pub(super) value: Option<Vec<u8>>,
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
    let mut from = Parts(list);
    let mut blocks = Vec::new();
    while !from.0.is_empty() {
        let at = usize::try_from(from.u64()?).ok()?;
        let (first, last) = (from.part()?.to_vec(), from.part()?.to_vec());
        let rows = bytes.get(at..).and_then(|bytes| framed(bytes, MAGIC)).and_then(rows);
        // A block that stands where another one should is none.
        let is_it = |rows: &Vec<Row>| {
            rows.first().is_some_and(|row| row.key == first) && rows.last().is_some_and(|row| row.key == last)
        };
        blocks.push(ListedBlock { rows: rows.filter(is_it), first, last });
    }
    Some(blocks)
}

/// Where the next block may begin.
pub(super) fn find_block(bytes: &[u8]) -> Option<usize> {
    bytes.windows(MAGIC.len()).position(|window| window == MAGIC)
}

/// The block that the bytes begin with, if it is whole: its length and its rows.
pub(super) fn block(bytes: &[u8]) -> Option<(usize, Vec<Row>)> {
    let block = framed(bytes, MAGIC)?;
    Some((HEAD + block.len(), rows(block)?))
}

fn framed(bytes: &[u8], magic: [u8; 4]) -> Option<&[u8]> {
    let head = bytes.get(..HEAD)?;
    let length = u32::from_le_bytes(head[4..8].try_into().ok()?) as usize;
    let content = bytes.get(HEAD..HEAD + length)?;
    (head[..4] == magic && u64::from_le_bytes(head[8..].try_into().ok()?) == xxh3_64(content)).then_some(content)
}

fn rows(block: &[u8]) -> Option<Vec<Row>> {
    let mut from = Parts(block);
    let mut rows = Vec::new();
    while !from.0.is_empty() {
        let number = from.u64()?;
        let key = from.part()?.to_vec();
        let is_put = *from.take(1)?.first()? == 1;
        let value = from.part()?;
        rows.push(Row { number, key, value: is_put.then(|| value.to_vec()) });
    }
    Some(rows)
}

struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn part(&mut self) -> Option<&'a [u8]> {
        let length = u32::from_le_bytes(self.take(4)?.try_into().ok()?) as usize;
        self.take(length)
    }
}
