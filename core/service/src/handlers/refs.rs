//! Idempotency: the result of a key is stored with its effect, in one commit.

use crate::effects::{BatchId, Replied};
use crate::record::{Key, Record, RefResult, RefRow};
use crate::rejection::{Idempotency, Rejection};
use crate::secret::sha256;
use crate::state::{HotState, RememberedRef, Transaction};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// An idempotency key in the scope of its caller and route, with the request that it belongs to.
pub(crate) struct Reference {
    hash: [u8; 32],
    fingerprint: [u8; 32],
}

impl Reference {
    /// A key of a route. `scope` is the caller, if there is one; `request` has all fields with their defaults.
    pub(crate) fn new(route: &str, scope: &str, client_ref: &str, request: &[&str]) -> Self {
        Self { hash: hash_of(&[route, scope, client_ref]), fingerprint: hash_of(request) }
    }
}

fn hash_of(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

/// The sha256 of a key by itself, where only equality matters.
pub(crate) fn plain_hash(client_ref: &str) -> [u8; 32] {
    sha256(client_ref.as_bytes())
}

/// A digest as a part of the request text.
pub(crate) fn plain_text_of(digest: &[u8; 32]) -> String {
    hex::encode(digest)
}

/// Keys whose effect is not durable yet.
#[derive(Default)]
pub(crate) struct InFlight {
    made_in: BTreeMap<[u8; 32], BatchId>,
    /// The batch of this step, if it changes anything.
    batch: BatchId,
}

impl InFlight {
    /// Start a step.
    pub(crate) const fn begin(&mut self, batch: BatchId) {
        self.batch = batch;
    }

    /// This batch and all before it are durable.
    pub(crate) fn durable(&mut self, batch: BatchId) {
        self.made_in.retain(|_, made_in| *made_in > batch);
    }

    /// The result of an earlier request with this key; `None` if the key is new.
    pub(crate) fn recall(&self, state: &HotState, reference: &Reference) -> Result<Option<RefRow>, Rejection> {
        let Some(RememberedRef { row, .. }) = state.refs.get(&reference.hash) else { return Ok(None) };
        if row.fingerprint != reference.fingerprint {
            return Err(Idempotency::Conflict.into());
        }
        if self.made_in.contains_key(&reference.hash) {
            return Err(Idempotency::InFlight.into());
        }
        Ok(Some(row.clone()))
    }

    /// Store the result of a request with this key.
    pub(crate) fn remember(&mut self, tx: &mut Transaction<'_>, reference: &Reference, made: RefResult) {
        self.made_in.insert(reference.hash, self.batch);
        let row = RefRow { fingerprint: reference.fingerprint, made, at: tx.now };
        tx.put(Record::Ref(reference.hash, row));
    }
}

/// Forget a key after its retention. It is kept while its table is live. A grant is removed with its key.
pub(crate) fn forget_ref(tx: &mut Transaction<'_>, hash: [u8; 32]) {
    let Some(row) = tx.refs.get(&hash).map(|known| known.row.clone()) else { return };
    if matches!(row.made, RefResult::Account(..)) {
        return;
    }
    match (tx.ref_is_needed_until(row.made, tx.now), row.made) {
        // The same row again extends its retention.
        (Some(_), _) => tx.put(Record::Ref(hash, row)),
        (None, RefResult::Grant(grant) | RefResult::Claim(grant)) => {
            tx.remove(Key::Ref(hash));
            tx.remove(Key::Grant(grant));
        }
        (
            None,
            RefResult::Table(_)
            | RefResult::Practice(_)
            | RefResult::Duel(_)
            | RefResult::GuestSeat(..)
            | RefResult::Ticket(_)
            | RefResult::Account(..),
        ) => tx.remove(Key::Ref(hash)),
    }
}

impl Replied {
    /// Mark a repeated answer.
    #[must_use]
    pub(crate) const fn replayed(mut self) -> Self {
        self.replayed = true;
        self
    }
}
