//! The chain of commits: each is numbered and hashed together with all before it.

use crate::error::StorageError;
use sha2::{Digest, Sha256};

/// A position in the history, with the hash of everything that was committed up to it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Commit {
    /// Counts commits from 1; 0 before the first.
    pub n: u64,
    /// Raised each time the storage is opened, to distinguish two writers.
    pub term: u64,
    /// sha256 over the hash before it, `n`, `term` and the round's bytes; zeros before the first.
    pub hash: [u8; 32],
}

/// How many commits the chain keeps. Only the newest are needed: to find the one of the high-water mark, which is at
/// most a tenth of a second behind, and to notice a gap among those that a lost journal would remove. A row for every
/// commit would outgrow the records.
pub const KEPT_COMMITS: u64 = 65_536;

impl Commit {
    /// The size of [`Commit::to_bytes`].
    pub const BYTES: usize = 48;

    /// The commit that follows with these bytes.
    pub fn next(&self, term: u64, group: &[u8]) -> Self {
        let n = self.n + 1;
        let mut hash = Sha256::new();
        hash.update(self.hash);
        hash.update(n.to_be_bytes());
        hash.update(term.to_be_bytes());
        hash.update(group);
        Self { n, term, hash: hash.finalize().into() }
    }

    /// Its fields in order.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.n.to_be_bytes());
        bytes[8..16].copy_from_slice(&self.term.to_be_bytes());
        bytes[16..].copy_from_slice(&self.hash);
        bytes
    }

    /// The inverse of [`Commit::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (n, rest) = bytes.split_first_chunk()?;
        let (term, hash) = rest.split_first_chunk()?;
        Some(Self { n: u64::from_be_bytes(*n), term: u64::from_be_bytes(*term), hash: hash.try_into().ok()? })
    }
}

/// Check that the kept commits have no gap up to the head, and that their terms never decrease.
pub fn check_chain(kept: &[Commit], head: Commit) -> Result<(), StorageError> {
    for pair in kept.windows(2) {
        if pair[0].n + 1 != pair[1].n {
            return Err(StorageError::Damaged(format!("commit {} is followed by commit {}", pair[0].n, pair[1].n)));
        }
        if pair[0].term > pair[1].term {
            return Err(StorageError::Damaged(format!("the term falls at commit {}", pair[1].n)));
        }
    }
    match kept.last() {
        Some(last) if *last == head => Ok(()),
        None if head == Commit::default() => Ok(()),
        Some(_) | None => Err(StorageError::Damaged(format!("the chain does not end at commit {}", head.n))),
    }
}
