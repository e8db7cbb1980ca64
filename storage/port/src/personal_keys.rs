//! The keys of personal data: a file of fixed slots that are overwritten in place, because a log-structured store would
//! keep a destroyed key for a long time. A slot is the key and the first bytes of its sha256; zeros are no key.

use crate::disk::Disk;
use crate::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_service::effects::SlotChange;
use turnstone_service::secret::{SecretKey, sha256};

/// The name of the file.
pub const FILE: &str = "personal.keys";
const KEY: usize = 32;
const SLOT: usize = KEY + 8;

/// The keys in their file.
pub struct PersonalKeys<D> {
    disk: D,
}

impl<D: Disk> PersonalKeys<D> {
    /// Open the file on this disk.
    pub const fn new(disk: D) -> Self {
        Self { disk }
    }

    /// The complete keys. A torn one is ignored: no row was ever encrypted with it.
    pub fn read(&self) -> Result<BTreeMap<u32, SecretKey>, Failure> {
        Ok((0..).zip(self.slots()?).filter_map(|(slot, bytes)| Some((slot, key(&bytes)?))).collect())
    }

    /// Write the keys that a group commit needs.
    pub fn fill(&mut self, changes: &[SlotChange]) -> Result<(), Failure> {
        let filled: Vec<(u32, [u8; SLOT])> = changes
            .iter()
            .filter_map(|change| match change {
                SlotChange::Fill(slot, key) => Some((*slot, slot_bytes(key))),
                SlotChange::Destroy(_) => None,
            })
            .collect();
        self.write(&filled)
    }

    /// Overwrite the keys that a group commit no longer needs.
    pub fn destroy(&mut self, changes: &[SlotChange]) -> Result<(), Failure> {
        let destroyed: Vec<(u32, [u8; SLOT])> = changes
            .iter()
            .filter_map(|change| match change {
                SlotChange::Destroy(slot) => Some((*slot, [0; SLOT])),
                SlotChange::Fill(..) => None,
            })
            .collect();
        self.write(&destroyed)
    }

    /// Overwrite all other keys, including torn ones.
    pub fn keep(&mut self, used: &BTreeSet<u32>) -> Result<(), Failure> {
        let useless: Vec<(u32, [u8; SLOT])> = (0..)
            .zip(self.slots()?)
            .filter(|(slot, bytes)| *bytes != [0; SLOT] && !used.contains(slot))
            .map(|(slot, _)| (slot, [0; SLOT]))
            .collect();
        self.write(&useless)
    }

    fn write(&mut self, slots: &[(u32, [u8; SLOT])]) -> Result<(), Failure> {
        if slots.is_empty() {
            return Ok(());
        }
        for (slot, bytes) in slots {
            let at = u64::from(*slot) * SLOT as u64;
            self.disk.write(FILE, at, bytes).map_err(Failure::io(format!("write {FILE} in the data directory")))?;
        }
        self.disk.sync(FILE).map_err(Failure::io(format!("sync {FILE} in the data directory")))
    }

    fn slots(&self) -> Result<Vec<[u8; SLOT]>, Failure> {
        let mut bytes = self
            .disk
            .read(FILE)
            .map_err(Failure::io(format!("read {FILE} in the data directory")))?
            .unwrap_or_default();
        bytes.resize(bytes.len().next_multiple_of(SLOT), 0);
        Ok(bytes.as_chunks().0.to_vec())
    }
}

fn slot_bytes(key: &SecretKey) -> [u8; SLOT] {
    let mut bytes = [0; SLOT];
    bytes[..KEY].copy_from_slice(&key.0);
    bytes[KEY..].copy_from_slice(&sha256(&key.0)[..SLOT - KEY]);
    bytes
}

fn key(bytes: &[u8; SLOT]) -> Option<SecretKey> {
    let (key, check) = bytes.split_first_chunk::<KEY>()?;
    (sha256(key)[..SLOT - KEY] == *check).then_some(SecretKey(*key))
}
