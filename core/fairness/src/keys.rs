//! Ed25519 keys and signatures.

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// The key with which a server signs. It prints as its public key.
pub struct SigningKey(Ed25519KeyPair);

impl SigningKey {
    /// The key of 32 secret bytes.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(Ed25519KeyPair::from_seed_unchecked(seed).expect("every 32 bytes are a seed of Ed25519"))
    }

    /// The public key.
    pub fn public(&self) -> [u8; 32] {
        self.0.public_key().as_ref().try_into().expect("a public key of Ed25519 has 32 bytes")
    }

    /// The signature of a text.
    pub fn sign(&self, text: &str) -> [u8; 64] {
        self.0.sign(text.as_bytes()).as_ref().try_into().expect("a signature of Ed25519 has 64 bytes")
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
