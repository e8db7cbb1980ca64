//! What the log says: each commit once, the rows and the personal keys at each of them. The nodes are compared with it.

use super::shared::{PREFIX, SECRET};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use turnstone_etcd::{Keys, LogKey, Op};
use turnstone_service::effects::SlotChange;
use turnstone_storage::encoding::encode;
use turnstone_storage::{Commit, KeyRange, State, StorageError, raw_changes};
use xxhash_rust::xxh3::xxh3_64;

const ONE_LOG: &str = "the log has one commit for each number";
const TRIM: &str = "no entry is trimmed that a live node needs, unless there are too many";

/// The state at a commit: all rows, and the personal keys.
pub(super) type Digest = (u64, u64);

/// The names of the keys in etcd, and the key with which entries are sealed.
pub(super) static KEYS: LazyLock<Keys> = LazyLock::new(|| Keys::new(PREFIX));
static LOG_KEY: LazyLock<LogKey> = LazyLock::new(|| LogKey::derive(&SECRET));

/// What the log says.
#[derive(Default)]
pub(super) struct LogTruth {
    pub(super) commits: BTreeMap<u64, Commit>,
    rows: BTreeMap<Vec<u8>, u64>,
    slots: BTreeMap<u32, u64>,
    now: Digest,
    /// The changes of the last commit.
    newest: Vec<u8>,
    pub(super) digests: BTreeMap<u64, Digest>,
    /// The lease of the leader that began each term.
    pub(super) leases: BTreeMap<u64, i64>,
    /// Leases that etcd ended while their nodes relied on them.
    pub(super) ended_early: BTreeSet<i64>,
    /// The sizes of the entries in etcd.
    sizes: BTreeMap<u64, u64>,
    most_bytes: u64,
    /// The last commits of the nodes that have been alive for a while.
    pub(super) positions: Vec<u64>,
    pub(super) trims: u64,
    /// Whether etcd was restored from an old backup: what it says from then on is no truth.
    pub(super) is_frozen: bool,
    pub(super) failure: Option<String>,
}

fn row_hash(key: &[u8], value: &[u8]) -> u64 {
    xxh3_64(&[&(key.len() as u64).to_le_bytes(), key, value].concat())
}

fn slot_hash(slot: u32, key: &[u8; 32]) -> u64 {
    row_hash(&slot.to_le_bytes(), key)
}

/// Put a hash in the place of the former one, or of none. Returns how the digest changes.
fn put_hash<K: Ord>(of: &mut BTreeMap<K, u64>, key: K, hash: Option<u64>) -> u64 {
    let former = if let Some(hash) = hash { of.insert(key, hash) } else { of.remove(&key) };
    hash.unwrap_or_default() ^ former.unwrap_or_default()
}

pub(super) fn digest_of(state: &dyn State) -> Result<(u64, Digest), StorageError> {
    let (snapshot, slots) = (state.snapshot()?, state.personal_keys()?);
    let mut digest = (0, 0);
    for record in snapshot.scan(KeyRange::records()) {
        let (key, value) = encode(&record?);
        digest.0 ^= row_hash(&key, &value);
    }
    slots.iter().for_each(|(slot, key)| digest.1 ^= slot_hash(*slot, &key.0));
    Ok((snapshot.head().n, digest))
}

impl LogTruth {
    pub(super) fn new(most_bytes: u64) -> Self {
        let (commits, digests) = (BTreeMap::from([(0, Commit::default())]), BTreeMap::from([(0, (0, 0))]));
        Self { commits, digests, most_bytes, ..Self::default() }
    }

    /// The first entry that etcd has; the one after the last commit if it has none.
    pub(super) fn first(&self) -> u64 {
        self.sizes.first_key_value().map_or(self.head().n + 1, |(n, _)| *n)
    }

    pub(super) fn head(&self) -> Commit {
        self.commits.last_key_value().map(|(_, commit)| *commit).unwrap_or_default()
    }

    /// A transaction was carried out while the leader had this lease.
    pub(super) fn appended(&mut self, ops: &[Op], lease: i64) {
        let put = |wanted: &[u8]| {
            ops.iter().find_map(|op| match op {
                Op::Put { key, value, .. } if key.as_slice() == wanted => Some(value),
                _ => None,
            })
        };
        let Some(head) = put(&KEYS.head()).and_then(|value| Commit::from_bytes(value)) else { return };
        let before = self.head();
        if self.is_frozen || head == before && head.n == 0 {
            return;
        }
        let sealed = put(&KEYS.log(head.n)).map(Vec::as_slice).unwrap_or_default();
        let entry = match LOG_KEY.open(before, sealed) {
            Ok(entry) if entry.commit == head => entry,
            other => {
                let why = other.map_or_else(|why| why.to_string(), |entry| format!("it holds {}", entry.commit.n));
                return self
                    .fail(ONE_LOG, format!("after {} in term {} came {}: {why}", before.n, before.term, head.n));
            }
        };
        if head.term != before.term {
            if head.term < before.term {
                return self.fail(ONE_LOG, format!("term {} came after term {}", head.term, before.term));
            }
            self.leases.insert(head.term, lease);
        }
        if lease == 0 || self.leases.get(&head.term) != Some(&lease) {
            let seen = format!("commit {} in term {} came while the leader had lease {lease}", head.n, head.term);
            return self.fail("only the leader of a term appends", seen);
        }
        // One that begins a term has no changes.
        let has_changes = raw_changes(&entry.encoding).is_some_and(|changes| !changes.is_empty());
        if has_changes && self.newest == entry.encoding {
            return self.fail("a group commit is appended once", format!("commits {} and {}", before.n, head.n));
        }
        self.newest.clone_from(&entry.encoding);
        self.commits.insert(head.n, head);
        self.sizes.insert(head.n, sealed.len() as u64);
        for (key, value) in raw_changes(&entry.encoding).unwrap_or_default() {
            let hash = value.map(|value| row_hash(key, value));
            self.now.0 ^= put_hash(&mut self.rows, key.to_vec(), hash);
        }
        for slot in &entry.slots {
            let (number, hash) = match slot {
                SlotChange::Fill(number, key) => (*number, Some(slot_hash(*number, &key.0))),
                SlotChange::Destroy(number) => (*number, None),
            };
            self.now.1 ^= put_hash(&mut self.slots, number, hash);
        }
        self.digests.insert(head.n, self.now);
    }

    pub(super) fn deleted(&mut self, key: &[u8], node: usize) {
        let Some(n) = KEYS.log_number(key).filter(|_| !self.is_frozen) else { return };
        let is_needed = self.positions.iter().any(|position| *position < n);
        let bytes: u64 = self.sizes.range(n..).map(|(_, bytes)| bytes).sum();
        if is_needed && bytes <= self.most_bytes {
            self.fail(TRIM, format!("node {node} deleted entry {n} with {bytes} bytes after it; {:?}", self.positions));
        }
        self.sizes.remove(&n);
        self.trims += 1;
    }

    pub(super) fn fail(&mut self, rule: &str, seen: String) {
        self.failure.get_or_insert_with(|| format!("{rule}: {seen}"));
    }
}
