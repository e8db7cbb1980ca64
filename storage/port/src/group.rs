//! A round: the batches of consecutive commands, merged into one group commit.

use crate::chain::Commit;
use crate::encoding::{decode, decode_key, encode, encode_key};
use crate::error::StorageError;
use std::collections::BTreeMap;
use turnstone_service::effects::{Batch, BatchId, SlotChange};
use turnstone_service::record::Change;

/// The maximum size of a round, in its canonical encoding: 1 MiB.
pub const MAX_GROUP_BYTES: usize = 1 << 20;

/// The form of the canonical encoding, its first byte.
const FORM: u8 = 1;
const REMOVE: u8 = 0;
const PUT: u8 = 1;

/// The batch does not fit into the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a group commit has no room for {bytes} bytes")]
pub struct GroupFullError {
    /// The size that the round would have.
    pub bytes: usize,
}

/// Batches merged in order: only the last change of each key counts.
///
/// The canonical encoding is hashed, logged and sent to other machines. It holds the changes by ascending key, each
/// once. Changes to the personal keys are not in it: a log would keep what must be destroyed.
#[derive(Clone, Debug)]
pub struct GroupCommit {
    changes: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    slots: Vec<SlotChange>,
    last: BatchId,
    bytes: usize,
    most: usize,
}

impl Default for GroupCommit {
    fn default() -> Self {
        Self::of(MAX_GROUP_BYTES)
    }
}

impl GroupCommit {
    /// An empty round of at most `most` bytes. A larger batch gets its own round.
    pub const fn of(most: usize) -> Self {
        Self { changes: BTreeMap::new(), slots: Vec::new(), last: BatchId(0), bytes: 1, most }
    }

    /// Add a batch after the others. One that does not fit is left out entirely and goes into the next round; one that
    /// does not fit into an empty round can never be written.
    pub fn add(&mut self, batch: &Batch) -> Result<(), GroupFullError> {
        let changes: BTreeMap<Vec<u8>, Option<Vec<u8>>> = batch.changes.iter().map(encoded).collect();
        let freed: usize =
            changes.keys().filter_map(|key| Some(change_bytes(key, self.changes.get(key)?.as_deref()))).sum();
        let added: usize = changes.iter().map(|(key, value)| change_bytes(key, value.as_deref())).sum();
        let bytes = self.bytes - freed + added;
        let most = if self.is_empty() { MAX_GROUP_BYTES } else { self.most };
        if bytes > most {
            return Err(GroupFullError { bytes });
        }
        self.bytes = bytes;
        self.changes.extend(changes);
        self.slots.extend(batch.slots.iter().cloned());
        self.last = self.last.max(batch.id);
        Ok(())
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.slots.is_empty()
    }

    /// The size of the canonical encoding.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The newest batch in it, which `Command::Durable` names once the round is written.
    pub const fn last(&self) -> BatchId {
        self.last
    }

    /// The canonical encoding.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes);
        out.push(FORM);
        for (key, value) in &self.changes {
            push_change(&mut out, key, value.as_deref());
        }
        out
    }

    /// Its commit after `head`; without changes it is `head` itself.
    pub fn commit_after(&self, head: Commit, term: u64) -> Commit {
        if self.changes.is_empty() { head } else { head.next(term, &self.encode()) }
    }

    /// The group commit with this canonical encoding, for storage that follows another one; `None` if it is not one.
    /// Changes to the personal keys are passed beside it.
    pub fn from_encoding(encoding: &[u8], slots: Vec<SlotChange>) -> Option<Self> {
        let raw = raw_changes(encoding)?;
        let is_canonical = raw.is_sorted_by(|one, next| one.0 < next.0);
        let changes = raw.into_iter().map(|(key, value)| (key.to_vec(), value.map(<[u8]>::to_vec))).collect();
        is_canonical.then(|| Self { changes, slots, bytes: encoding.len(), ..Self::default() })
    }

    /// The changes in a canonical encoding.
    pub fn decode(bytes: &[u8]) -> Result<Vec<Change>, StorageError> {
        let raw = raw_changes(bytes).ok_or_else(|| StorageError::Damaged("a group commit is unreadable".to_owned()))?;
        raw.into_iter().map(|(key, value)| decode_change(key, value)).collect()
    }

    /// The merged changes as one batch, for a core that absorbs the commits of another one.
    pub fn batch(&self) -> Result<Batch, StorageError> {
        let changes = self.changes.iter().map(|(key, value)| decode_change(key, value.as_deref()));
        Ok(Batch { id: self.last, changes: changes.collect::<Result<_, _>>()?, slots: self.slots.clone() })
    }

    /// The rows to put (`Some`) and to remove (`None`), by ascending key.
    pub const fn changes(&self) -> &BTreeMap<Vec<u8>, Option<Vec<u8>>> {
        &self.changes
    }

    /// The changes to the personal keys, in order.
    pub fn slots(&self) -> &[SlotChange] {
        &self.slots
    }
}

fn encoded(change: &Change) -> (Vec<u8>, Option<Vec<u8>>) {
    match change {
        Change::Put(record) => {
            let (key, value) = encode(record);
            (key, Some(value))
        }
        Change::Remove(key) => (encode_key(key), None),
    }
}

fn decode_change(key: &[u8], value: Option<&[u8]>) -> Result<Change, StorageError> {
    let no_key = || StorageError::Damaged(format!("no key has the form {key:02x?}"));
    match value {
        Some(value) => decode(key, value).map(Change::Put),
        None => decode_key(key).map(Change::Remove).ok_or_else(no_key),
    }
}

fn change_bytes(key: &[u8], value: Option<&[u8]>) -> usize {
    1 + 4 + key.len() + value.map_or(0, |value| 4 + value.len())
}

/// One change in its canonical encoding.
pub fn push_change(out: &mut Vec<u8>, key: &[u8], value: Option<&[u8]>) {
    out.push(if value.is_some() { PUT } else { REMOVE });
    push_part(out, key);
    if let Some(value) = value {
        push_part(out, value);
    }
}

fn push_part(out: &mut Vec<u8>, part: &[u8]) {
    let length = u32::try_from(part.len()).expect("a part is smaller than a round");
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(part);
}

/// A key and, if it is put and not removed, its value.
pub type RawChange<'a> = (&'a [u8], Option<&'a [u8]>);

/// The rows of a canonical encoding; `None` if it is not one.
pub fn raw_changes(bytes: &[u8]) -> Option<Vec<RawChange<'_>>> {
    let (&FORM, mut rest) = bytes.split_first()? else { return None };
    let mut changes = Vec::new();
    while let Some((&kind, after)) = rest.split_first() {
        rest = after;
        let key = part(&mut rest)?;
        match kind {
            PUT => changes.push((key, Some(part(&mut rest)?))),
            REMOVE => changes.push((key, None)),
            _ => return None,
        }
    }
    Some(changes)
}

fn part<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk()?;
    let (part, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    *rest = after;
    Some(part)
}
