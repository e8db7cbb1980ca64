//! The keys of personal data: a file of fixed slots that are overwritten in place, because a log-structured store would
//! keep a destroyed key for a long time. A slot is the key and the first bytes of its sha256; zeros are no key.

use crate::disk::Disk;
use crate::error::{RESTORE, StorageError};
use std::collections::{BTreeMap, BTreeSet};
use turnstone_service::effects::SlotChange;
use turnstone_service::secret::{SecretKey, sha256};

/// The name of the file.
pub const FILE: &str = "personal.keys";
/// Slots are numbered from 0, one after the other, and none is used twice. A server has far fewer members than this: a higher
/// number is damage, and would make the file as long as that.
pub const MAX_SLOTS: u32 = 1 << 26;
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
    pub fn read(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        let mut keys = BTreeMap::new();
        self.each_slot(|slot, bytes| keys.extend(key(bytes).map(|key| (slot, key))))?;
        Ok(keys)
    }

    /// Write the keys that a group commit needs.
    pub fn fill(&mut self, changes: &[SlotChange]) -> Result<(), StorageError> {
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
    pub fn destroy(&mut self, changes: &[SlotChange]) -> Result<(), StorageError> {
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
    pub fn keep(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        let mut useless = Vec::new();
        self.each_slot(|slot, bytes| {
            if *bytes != [0; SLOT] && !used.contains(&slot) {
                useless.push((slot, [0; SLOT]));
            }
        })?;
        self.write(&useless)
    }

    fn write(&mut self, slots: &[(u32, [u8; SLOT])]) -> Result<(), StorageError> {
        if slots.is_empty() {
            return Ok(());
        }
        for (slot, bytes) in slots {
            let at = u64::from(*slot) * SLOT as u64;
            self.disk
                .write(FILE, at, bytes)
                .map_err(StorageError::io(format!("write {FILE} in the data directory")))?;
        }
        self.disk.sync(FILE).map_err(StorageError::io(format!("sync {FILE} in the data directory")))
    }

    /// Look at each slot, in order. Nothing else of the file is kept in memory.
    fn each_slot(&self, mut look: impl FnMut(u32, &[u8; SLOT])) -> Result<(), StorageError> {
        let failed = || StorageError::io(format!("read {FILE} in the data directory"));
        let length = self.disk.length(FILE).map_err(failed())?;
        if length > u64::from(MAX_SLOTS) * SLOT as u64 {
            let why = format!("{FILE} has {length} bytes, for more members than a server can have. {RESTORE}");
            return Err(StorageError::Damaged(why));
        }
        let (mut slot, mut rest) = (0, Vec::new());
        let mut take = |part: &[u8]| {
            rest.extend_from_slice(part);
            let (slots, torn) = rest.as_chunks::<SLOT>();
            for bytes in slots {
                look(slot, bytes);
                slot += 1;
            }
            rest = torn.to_vec();
        };
        self.disk.read_parts(FILE, &mut take).map_err(failed())?;
        if !rest.is_empty() {
            rest.resize(SLOT, 0);
            rest.as_chunks().0.iter().for_each(|bytes| look(slot, bytes));
        }
        Ok(())
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
