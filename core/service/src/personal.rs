//! Personal texts at rest. Each is sealed with a key of its member, and erasing the member destroys the key. In memory
//! they are plain.

use crate::secret::{Random, SecretKey};
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sealed {
    /// Not personal: the house's texts, the handle of an erased account.
    Open(String),
    /// A member's text, under ChaCha20-Poly1305.
    Closed {
        /// Never used twice with one key.
        nonce: [u8; 12],
        /// The ciphertext with its tag.
        bytes: Vec<u8>,
    },
}

/// The keys of the members who are not erased, by slot.
#[derive(Default, Debug)]
pub struct Vault {
    keys: BTreeMap<u32, SecretKey>,
    next_slot: u32,
}

impl Vault {
    /// The keys from the key file.
    pub fn new(keys: BTreeMap<u32, SecretKey>) -> Self {
        let next_slot = keys.last_key_value().map_or(0, |(slot, _)| slot + 1);
        Self { keys, next_slot }
    }

    /// Fill a slot that was never used with a new key.
    pub fn fill(&mut self, random: &mut Random) -> (u32, SecretKey) {
        let (slot, key) = (self.next_slot, SecretKey(random.bytes()));
        self.next_slot += 1;
        self.keys.insert(slot, key.clone());
        (slot, key)
    }

    /// Insert a key that another core made.
    pub fn insert(&mut self, slot: u32, key: SecretKey) {
        self.keys.insert(slot, key);
        self.next_slot = self.next_slot.max(slot + 1);
    }

    /// Whether there is a key in a slot.
    pub(crate) fn has(&self, slot: u32) -> bool {
        self.keys.contains_key(&slot)
    }

    /// The slots with a key, in order.
    pub(crate) fn slots(&self) -> Vec<u32> {
        self.keys.keys().copied().collect()
    }

    /// Forget a key.
    pub fn destroy(&mut self, slot: u32) {
        self.keys.remove(&slot);
    }

    /// Seal a text with the key of a slot. An erased member has no key and no personal texts to seal.
    pub fn seal(&self, slot: u32, text: &str, random: &mut Random) -> Sealed {
        let key = self.keys.get(&slot).expect("a member that is not erased has a key");
        let nonce: [u8; 12] = random.bytes();
        let bytes = cipher(key).encrypt(&Nonce::from(nonce), text.as_bytes()).expect("short texts can be sealed");
        Sealed::Closed { nonce, bytes }
    }

    /// The text, or `None` if its key is gone or is another one.
    pub fn open(&self, slot: Option<u32>, sealed: &Sealed) -> Option<String> {
        match sealed {
            Sealed::Open(text) => Some(text.clone()),
            Sealed::Closed { nonce, bytes } => {
                let key = self.keys.get(&slot?)?;
                let text = cipher(key).decrypt(&Nonce::from(*nonce), bytes.as_slice()).ok()?;
                String::from_utf8(text).ok()
            }
        }
    }
}

fn cipher(key: &SecretKey) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(&key.0.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_opens_until_its_key_is_destroyed() {
        let mut random = Random::new([1; 32]);
        let mut vault = Vault::default();
        let (slot, _) = vault.fill(&mut random);
        let sealed = vault.seal(slot, "ada", &mut random);
        assert_eq!(vault.open(Some(slot), &sealed).as_deref(), Some("ada"));
        let (other, _) = vault.fill(&mut random);
        assert_eq!(vault.open(Some(other), &sealed), None);
        vault.destroy(slot);
        assert_eq!(vault.open(Some(slot), &sealed), None);
    }
}
