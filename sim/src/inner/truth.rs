//! The rows that were written, recorded apart from the storage.

use crate::inner::machine::{Machine, SimDirectory};
use crate::inner::prelude::*;
use std::collections::HashSet;
use turnstone_directory::System;
use turnstone_storage::personal_keys::PersonalKeys;
use turnstone_storage::{Disk, MemoryDisk, check};
use xxhash_rust::xxh3::xxh3_64;

/// The rows of all group commits that storage reported as written.
#[derive(Clone, Default)]
pub(crate) struct Truth {
    pub(crate) head: Commit,
    pub(crate) rows: BTreeMap<Vec<u8>, Vec<u8>>,
    pub(crate) keys: BTreeMap<u32, SecretKey>,
    /// Keys of erased members.
    destroyed: Vec<SecretKey>,
    /// Whether a key was destroyed since the last query.
    pub(super) newly_destroyed: bool,
    /// Hashes of all values that were ever written, with their keys.
    ever: HashSet<u64>,
    /// The group commit that storage has not reported yet: the head before it, the term, the changes.
    pub(super) unsure: Option<(Commit, u64, Arc<GroupCommit>)>,
}

impl Truth {
    /// Take the content of a directory that an earlier version wrote.
    pub(crate) fn of(directory: &SimDirectory) -> Result<Self, StorageError> {
        let rows = directory.store().rows().all();
        let rows: BTreeMap<Vec<u8>, Vec<u8>> =
            rows.range(vec![META + 1]..).map(|(key, value)| (key.clone(), value.clone())).collect();
        // As this version would write them, too.
        let now = rows.iter().filter_map(|(key, value)| Some(encode(&decode(key, value).ok()?)));
        let now: Vec<(Vec<u8>, Vec<u8>)> = now.collect();
        let ever = rows.iter().chain(now.iter().map(|(key, value)| (key, value)));
        let ever = ever.map(|(key, value)| fingerprint(key, value)).collect();
        let keys = directory.state().personal_keys()?;
        Ok(Self { head: directory.head(), rows, keys, ever, ..Self::default() })
    }

    /// Storage reported the group commit as written.
    pub(crate) fn written(&mut self, commit: Commit) {
        let Some((_, _, group)) = self.unsure.take() else { return };
        for (key, value) in group.changes() {
            match value {
                Some(value) => {
                    self.ever.insert(fingerprint(key, value));
                    self.rows.insert(key.clone(), value.clone());
                }
                None => drop(self.rows.remove(key)),
            }
        }
        for change in group.slots() {
            match change {
                SlotChange::Fill(slot, key) => drop(self.keys.insert(*slot, key.clone())),
                SlotChange::Destroy(slot) => {
                    self.destroyed.extend(self.keys.remove(slot));
                    self.newly_destroyed = true;
                }
            }
        }
        self.head = commit;
    }

    /// Whether a row ever had this value.
    pub(crate) fn ever_was(&self, key: &[u8], value: &[u8]) -> bool {
        self.ever.contains(&fingerprint(key, value))
    }

    /// Storage was opened again and ends with this commit: the last reported one, or the one that it had not reported.
    pub(crate) fn reopened(&mut self, head: Commit) -> CheckResult {
        if head != self.head
            && let Some((expected, term, group)) = &self.unsure
            && group.commit_after(*expected, *term) == head
        {
            self.written(head);
        }
        self.unsure = None;
        let known = self.head;
        must!(head == known, "a store ends at the last written commit", "{head:?} instead of {known:?}")
    }

    /// Whether a directory contains exactly what was written, and passes the check.
    pub(crate) fn expect_in(&self, directory: &SimDirectory) -> CheckResult {
        let mut rows = (*directory.store().rows().all()).clone();
        // A restored directory begins with one more row.
        let (restored, _) = encode(&Record::Restored(()));
        if !self.rows.contains_key(&restored) {
            rows.remove(&restored);
        }
        let records = rows.range(vec![META + 1]..);
        let same = records.eq(self.rows.iter()) || say_the_same(rows.range(vec![META + 1]..), &self.rows);
        must(same, "written rows are read back unchanged", || {
            let mut keys: BTreeSet<&Vec<u8>> = rows.range(vec![META + 1]..).map(|(key, _)| key).collect();
            keys.extend(self.rows.keys());
            keys.retain(|key| rows.get(*key) != self.rows.get(*key));
            format!("{:?}", keys.iter().take(3).map(|key| decode_key(key)).collect::<Vec<_>>())
        })?;
        let checked = check(&*directory.state(), |_| {});
        let holds = matches!(&checked, Ok(commit) if *commit == self.head);
        must!(holds, "a check finds nothing wrong with a sound store", "{checked:?}")
    }

    /// Whether the personal keys on a disk are those of the members, after a start repaired the file.
    pub(crate) fn expect_keys(&self, machine: &Machine, path: &Path) -> CheckResult {
        let (file, mut disk) = (turnstone_storage::personal_keys::FILE, MemoryDisk::default());
        let bytes = machine.read(&path.join(file)).unwrap_or_default();
        let found = disk.write(file, 0, &bytes).map(|()| PersonalKeys::new(disk).read());
        let found = found.map_err(StorageError::io("read the personal keys")).flatten();
        must(matches!(&found, Ok(keys) if *keys == self.keys), "the personal keys are those of the members", || {
            let found: Option<Vec<u32>> = found.ok().map(|keys| keys.into_keys().collect());
            format!("slots {found:?} instead of {:?}", self.keys.keys())
        })?;
        let left = self.destroyed.iter().any(|key| bytes.windows(key.0.len()).any(|window| window == key.0));
        must(!left, "the key of an erased member is overwritten", String::new)
    }

    /// The key of a record that has its last written value.
    pub(crate) fn has(&self, record: &Record) -> Option<Vec<u8>> {
        let (key, value) = encode(record);
        let is_same = |known: &Vec<u8>| *known == value || decode(&key, known).is_ok_and(|known| known == *record);
        self.rows.get(&key).is_some_and(is_same).then_some(key)
    }
}

fn fingerprint(key: &[u8], value: &[u8]) -> u64 {
    xxh3_64(value) ^ xxh3_64(key).rotate_left(1)
}

/// Whether rows decode to the same records. A backup writes them in the newest version of the encoding.
fn say_the_same<'a>(
    rows: impl Iterator<Item = (&'a Vec<u8>, &'a Vec<u8>)>,
    others: &BTreeMap<Vec<u8>, Vec<u8>>,
) -> bool {
    let read = |(key, value): (&Vec<u8>, &Vec<u8>)| decode(key, value).ok();
    rows.map(read).eq(others.iter().map(read))
}
