//! Keys, digests, and the randomness from which secrets are made. A key prints as `***`.

use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

pub use turnstone_api::secret::Secret;

/// A key of 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey(pub [u8; 32]);

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("***")
    }
}

impl SecretKey {
    /// HMAC-SHA256 over the parts, each preceded by its length, so that no two lists of parts have the same input.
    pub fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

/// sha256 of some bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Plain HMAC-SHA256 of a message.
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// Whether two digests are equal, in constant time.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    a.ct_eq(b).into()
}

/// The only randomness of a command: a keystream over the 32 bytes of entropy in its stamp.
pub struct Random {
    entropy: [u8; 32],
    /// Created at the first draw: most commands draw nothing.
    cipher: Option<Box<ChaCha20Rng>>,
}

impl Random {
    /// The keystream of one command.
    pub const fn new(entropy: [u8; 32]) -> Self {
        Self { entropy, cipher: None }
    }

    /// The next `N` bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        let cipher = self.cipher.get_or_insert_with(|| Box::new(ChaCha20Rng::from_seed(self.entropy)));
        cipher.fill_bytes(&mut bytes);
        bytes
    }
}
