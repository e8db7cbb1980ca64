//! Journals in the form that the data directory reads before an engine does, written and read by code of their own.

use xxhash_rust::xxh3::xxh3_64;

const START: u8 = 1;
const ITEM: u8 = 2;
const END: u8 = 3;
const TRAILER: [u8; 4] = *b"FJL\x03";
/// Start, number of items, number of the write.
const HEAD: usize = 1 + 4 + 8;
/// Kind of the value, compression, keyspace, lengths of key, value and stored value.
const ITEM_HEAD: usize = 1 + 1 + 1 + 8 + 2 + 4 + 4;
const TAIL: usize = 1 + 8 + 4;

pub(super) type Change = (Vec<u8>, Option<Vec<u8>>);

/// A batch in its bytes.
pub(super) fn encode(number: u64, changes: &[(&[u8], Option<&[u8]>)]) -> Vec<u8> {
    let size: usize = changes.iter().map(|(key, value)| ITEM_HEAD + key.len() + value.map_or(0, <[u8]>::len)).sum();
    let mut out = Vec::with_capacity(HEAD + size + TAIL);
    out.push(START);
    out.extend_from_slice(&(changes.len() as u32).to_le_bytes());
    out.extend_from_slice(&number.to_le_bytes());
    for (key, value) in changes {
        let length = value.map_or(0, <[u8]>::len) as u32;
        out.extend_from_slice(&[ITEM, u8::from(value.is_none()), 0]);
        out.extend_from_slice(&1_u64.to_le_bytes());
        out.extend_from_slice(&(key.len() as u16).to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(key);
        out.extend_from_slice(value.unwrap_or_default());
    }
    let hash = xxh3_64(&out[HEAD..]);
    out.push(END);
    out.extend_from_slice(&hash.to_le_bytes());
    out.extend_from_slice(&TRAILER);
    out
}

/// The batch that the bytes begin with, if it is whole: its length, its number, its changes.
pub(super) fn decode(bytes: &[u8]) -> Option<(usize, u64, Vec<Change>)> {
    let u32_at = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let u64_at = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    if *bytes.first()? != START {
        return None;
    }
    let (items, number) = (u32_at(1)?, u64_at(5)?);
    let mut at = HEAD;
    let mut changes = Vec::new();
    for _ in 0..items {
        let head = bytes.get(at..at + ITEM_HEAD)?;
        if head[0] != ITEM {
            return None;
        }
        let key = usize::from(u16::from_le_bytes([head[11], head[12]]));
        let value = u32_at(at + 17)? as usize;
        at += ITEM_HEAD;
        let key_bytes = bytes.get(at..at + key)?.to_vec();
        let value_bytes = bytes.get(at + key..at + key + value)?;
        changes.push((key_bytes, (head[1] == 0).then(|| value_bytes.to_vec())));
        at += key + value;
    }
    let whole = *bytes.get(at)? == END
        && u64_at(at + 1)? == xxh3_64(&bytes[HEAD..at])
        && bytes.get(at + 9..at + TAIL)? == TRAILER;
    whole.then_some((at + TAIL, number, changes))
}
