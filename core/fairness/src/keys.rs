//! Ed25519 keys and signatures.

use crate::tree::Hash;
use ed25519_dalek::{Signature, Signer, Verifier, VerifyingKey};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key with which a server signs. It prints as its public key.
pub struct SigningKey {
    pair: ed25519_dalek::SigningKey,
    /// Makes the hashes that stand beside moves in a tree.
    beside: Hmac<Sha256>,
}

impl SigningKey {
    /// The key of 32 secret bytes.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let beside = Hmac::new_from_slice(seed).expect("an HMAC takes a key of any length");
        Self { pair: ed25519_dalek::SigningKey::from_bytes(seed), beside }
    }

    /// The public key.
    pub fn public(&self) -> [u8; 32] {
        self.pair.verifying_key().to_bytes()
    }

    /// The signature of a text.
    pub fn sign(&self, text: &str) -> [u8; 64] {
        self.pair.sign(text.as_bytes()).to_bytes()
    }

    /// A hash to stand beside a leaf. It can be computed from the leaf only with the key.
    pub(crate) fn beside(&self, leaf: &Hash) -> Hash {
        self.beside.clone().chain_update(leaf).finalize().into_bytes().into()
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "SigningKey({})", hex::encode(self.public()))
    }
}

/// Whether the owner of a public key has signed this text.
pub fn is_signed(public: &[u8; 32], text: &str, signature: &[u8; 64]) -> bool {
    let key = VerifyingKey::from_bytes(public);
    key.is_ok_and(|key| key.verify(text.as_bytes(), &Signature::from_bytes(signature)).is_ok())
}
