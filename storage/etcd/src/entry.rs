//! Entries of the log. They are sealed before they leave the node: etcd keeps what it got for a while, in its own files and
//! backups, and an entry may hold keys of personal data.
//!
//! An entry is its commit in the clear, a random nonce, and the sealed changes. The commit lets a node that has another
//! history say so. It is authenticated: the associated data holds its number and its term and the hash of the commit before,
//! and its hash follows from these and the changes.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use sha2::Sha256;
use turnstone_service::effects::SlotChange;
use turnstone_service::secret::SecretKey;
use turnstone_storage::{Commit, GroupCommit};

/// The maximum size of a sealed entry in bytes: a group commit of 1 MiB and its personal keys. etcd rejects requests of more
/// than 1.5 MiB unless it is configured otherwise.
pub const MAX_ENTRY_BYTES: usize = (1 << 20) + (256 << 10);

const FORM: u8 = 1;
const NONCE: usize = 24;

/// A commit with its changes.
#[derive(Clone, Debug)]
pub struct CommitEntry {
    pub commit: Commit,
    /// The canonical encoding of its group commit.
    pub encoding: Vec<u8>,
    /// The changes to the personal keys.
    pub slots: Vec<SlotChange>,
}

/// Why an entry is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntryError {
    /// Its bytes have another form.
    #[error("the entry has an unknown form: a later version wrote it, or something else")]
    Form,
    /// It was sealed with another key, or follows another commit.
    #[error("the entry was sealed with another key, or it follows another commit than the one before it here")]
    Seal,
}

/// The key that all nodes seal entries with.
#[derive(Clone)]
pub struct LogKey(XChaCha20Poly1305);

impl CommitEntry {
    /// The entry of a group commit after `before`. One without changes is a commit, too: it begins a term, or changes
    /// personal keys only.
    pub fn after(before: Commit, term: u64, group: &GroupCommit) -> Self {
        let encoding = group.encode();
        Self { commit: before.next(term, &encoding), encoding, slots: group.slots().to_vec() }
    }
}

/// The commit that an entry claims, without a check.
pub fn entry_commit(sealed: &[u8]) -> Option<Commit> {
    let (&FORM, rest) = sealed.split_first()? else { return None };
    Commit::from_bytes(rest.get(..Commit::BYTES)?)
}

impl LogKey {
    /// The key for the log that follows from the cluster's secret.
    pub fn derive(secret: &[u8; 32]) -> Self {
        let mut key = [0; 32];
        let derived = Hkdf::<Sha256>::new(None, secret);
        derived.expand(b"turnstone: entries of the log", &mut key).expect("32 bytes are asked for");
        Self(XChaCha20Poly1305::new(&key.into()))
    }

    /// Seal an entry that follows `before`. A nonce is used once.
    pub fn seal(&self, before: Commit, entry: &CommitEntry, nonce: [u8; NONCE]) -> Vec<u8> {
        let mut plain = postcard::to_stdvec(&to_wire(&entry.slots)).expect("plain data in memory");
        plain.extend_from_slice(&entry.encoding);
        let associated = associated(before, entry.commit);
        let payload = Payload { msg: &plain, aad: &associated };
        let sealed =
            self.0.encrypt(&XNonce::from(nonce), payload).expect("an entry is smaller than the cipher's limit");
        [&[FORM], entry.commit.to_bytes().as_slice(), &nonce, &sealed].concat()
    }

    /// Open an entry that must follow `before`.
    pub fn open(&self, before: Commit, bytes: &[u8]) -> Result<CommitEntry, EntryError> {
        let commit = entry_commit(bytes).ok_or(EntryError::Form)?;
        let (nonce, sealed) = bytes[1 + Commit::BYTES..].split_first_chunk::<NONCE>().ok_or(EntryError::Form)?;
        let associated = associated(before, commit);
        let plain = self.0.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: &associated });
        let plain = plain.map_err(|_| EntryError::Seal)?;
        let (slots, encoding) = postcard::take_from_bytes::<Vec<SealedSlot>>(&plain).map_err(|_| EntryError::Form)?;
        let encoding = encoding.to_vec();
        if before.next(commit.term, &encoding) != commit {
            return Err(EntryError::Seal);
        }
        Ok(CommitEntry { commit, encoding, slots: from_wire(slots) })
    }
}

fn associated(before: Commit, commit: Commit) -> Vec<u8> {
    [&[FORM], commit.n.to_be_bytes().as_slice(), &commit.term.to_be_bytes(), &before.hash].concat()
}

/// A slot and its key; `None` destroys it.
type SealedSlot = (u32, Option<[u8; 32]>);

fn to_wire(slots: &[SlotChange]) -> Vec<SealedSlot> {
    let wire = |change: &SlotChange| match change {
        SlotChange::Fill(slot, key) => (*slot, Some(key.0)),
        SlotChange::Destroy(slot) => (*slot, None),
    };
    slots.iter().map(wire).collect()
}

fn from_wire(slots: Vec<SealedSlot>) -> Vec<SlotChange> {
    let change = |(slot, key): SealedSlot| match key {
        Some(key) => SlotChange::Fill(slot, SecretKey(key)),
        None => SlotChange::Destroy(slot),
    };
    slots.into_iter().map(change).collect()
}
