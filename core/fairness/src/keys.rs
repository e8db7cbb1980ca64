//! Ed25519 keys and signatures.

use crate::tree::Hash;
use ring::hmac::{self, HMAC_SHA256};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// The key with which a server signs. It prints as its public key.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    /// Makes the hashes that stand beside moves in a tree.
    beside: hmac::Key,
}

impl SigningKey {
    /// The key of 32 secret bytes.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).expect("every 32 bytes are a seed of Ed25519");
        Self { pair, beside: hmac::Key::new(HMAC_SHA256, seed) }
    }

    /// The public key.
    pub fn public(&self) -> [u8; 32] {
        self.pair.public_key().as_ref().try_into().expect("a public key of Ed25519 has 32 bytes")
    }

    /// The signature of a text.
    pub fn sign(&self, text: &str) -> [u8; 64] {
        self.pair.sign(text.as_bytes()).as_ref().try_into().expect("a signature of Ed25519 has 64 bytes")
    }

    /// A hash to stand beside a leaf. It can be computed from the leaf only with the key.
    pub(crate) fn beside(&self, leaf: &Hash) -> Hash {
        hmac::sign(&self.beside, leaf).as_ref().try_into().expect("an HMAC with SHA-256 has 32 bytes")
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "SigningKey({})", hex::encode(self.public()))
    }
}

/// Whether the owner of a public key has signed this text.
pub fn is_signed(public: &[u8; 32], text: &str, signature: &[u8; 64]) -> bool {
    UnparsedPublicKey::new(&ED25519, public).verify(text.as_bytes(), signature).is_ok()
}
