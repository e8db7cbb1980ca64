//! Values: the version of the encoding and the row in postcard. The fields of the key are not repeated, unless the row
//! itself contains them.

use super::former::of_former;
use super::key::{decode_key, encode_key};
use super::table::{read_row, write_row};
use crate::error::StorageError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use turnstone_service::record::{Record, RecordKind};

/// The key and the value of a record.
pub fn encode(record: &Record) -> (Vec<u8>, Vec<u8>) {
    let key = record.key();
    let value = write_row(record, key.kind().version());
    (encode_key(&key), as_before(key.kind(), value))
}

/// A value as the version before wrote it, if its new fields are zeros: a program of that version reads it.
fn as_before(kind: RecordKind, mut value: Vec<u8>) -> Vec<u8> {
    let added = kind.added_bytes();
    if added > 0 && value[value.len() - added..].iter().all(|byte| *byte == 0) {
        value.truncate(value.len() - added);
        value[0] -= 1;
    }
    value
}

/// A version and a row.
pub(super) fn value(version: u8, row: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(row, vec![version]).expect("a row is plain data and memory is the only limit")
}

/// Why a row may be unreadable, and what to do. `salvage` would leave it out.
const NEWER: &str = "it is damaged, or a newer program wrote it. If the program was replaced by an earlier one, go back to the newer \
                     one, and do not use `turnstone salvage`";

/// The record of a key and a value.
pub fn decode(key: &[u8], value: &[u8]) -> Result<Record, StorageError> {
    let parsed =
        decode_key(key).ok_or_else(|| StorageError::Damaged(format!("no key has the form {key:02x?}: {NEWER}")))?;
    let damaged = |why: String| StorageError::Damaged(format!("the row of {parsed:?} {why}"));
    let unread = |error: postcard::Error| damaged(format!("does not read ({error}): {NEWER}"));
    let newest = parsed.kind().version();
    let row = match value.split_first() {
        Some((&version, row)) if version == newest => Cow::Borrowed(row),
        Some((&former @ 1.., row)) if former < newest => Cow::Owned(of_former(&parsed, former, row).map_err(unread)?),
        Some((version, _)) => {
            return Err(damaged(format!("has version {version}: {NEWER}")));
        }
        None => return Err(damaged("is empty".to_owned())),
    };
    let record = read_row(parsed.clone(), &row).map_err(unread)?;
    if record.key() == parsed { Ok(record) } else { Err(damaged("belongs to another key".to_owned())) }
}

/// The row; bytes after it are an error.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    let (row, rest) = postcard::take_from_bytes(bytes)?;
    if rest.is_empty() { Ok(row) } else { Err(postcard::Error::DeserializeBadEncoding) }
}
