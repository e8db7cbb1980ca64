//! A whole engine, as small as possible: it keeps the rounds in order and rebuilds the rows for every read.
//! That it passes shows what the port asks of an engine, and that it asks nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use turnstone_service::effects::SlotChange;
use turnstone_service::secret::SecretKey;
use turnstone_storage::encoding::decode;
use turnstone_storage::{AppendError, Commit, GroupCommit, KeyRange, Records, Snapshot, State, Storage, StorageError};
use turnstone_storage_conformance::run;

#[derive(Default)]
struct Kept {
    groups: Vec<(Commit, GroupCommit)>,
    personal_keys: BTreeMap<u32, SecretKey>,
}

impl Kept {
    fn head(&self) -> Commit {
        self.groups.last().map_or_else(Commit::default, |(commit, _)| *commit)
    }
}

/// Somewhere that storage can be opened again and again.
#[derive(Clone, Default)]
struct Place(Arc<Mutex<Kept>>);

impl Place {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap()
    }

    fn open(&self) -> Naive {
        Naive { place: self.clone(), term: self.kept().head().term + 1 }
    }
}

struct Naive {
    place: Place,
    term: u64,
}

impl Storage for Naive {
    fn head(&self) -> Commit {
        self.place.kept().head()
    }

    fn term(&self) -> u64 {
        self.term
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        let mut kept = self.place.kept();
        if kept.head() != expected {
            return Err(AppendError::Fenced);
        }
        for change in group.slots() {
            match change {
                SlotChange::Fill(slot, key) => kept.personal_keys.insert(*slot, key.clone()),
                SlotChange::Destroy(slot) => kept.personal_keys.remove(slot),
            };
        }
        if commit != expected {
            kept.groups.push((commit, group.clone()));
        }
        Ok(())
    }

    fn state(&self) -> Arc<dyn State> {
        Arc::new(self.place.clone())
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.place.kept().personal_keys.retain(|slot, _| used.contains(slot));
        Ok(())
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        Ok(())
    }
}

impl State for Place {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        let kept = self.kept();
        let mut rows = BTreeMap::new();
        for (key, value) in kept.groups.iter().flat_map(|(_, group)| group.changes()) {
            match value {
                Some(value) => rows.insert(key.clone(), value.clone()),
                None => rows.remove(key),
            };
        }
        Ok(Box::new(Rows { rows, chain: kept.groups.iter().map(|(commit, _)| *commit).collect() }))
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        Ok(self.kept().personal_keys.clone())
    }
}

struct Rows {
    rows: BTreeMap<Vec<u8>, Vec<u8>>,
    chain: Vec<Commit>,
}

impl Snapshot for Rows {
    fn head(&self) -> Commit {
        self.chain.last().copied().unwrap_or_default()
    }

    fn chain(&self) -> Result<Vec<Commit>, StorageError> {
        Ok(self.chain.clone())
    }

    fn scan(&self, range: KeyRange) -> Records<'_> {
        let found = self.rows.iter().filter(move |(key, _)| range.start <= **key && **key < range.end);
        Box::new(found.map(|(key, value)| decode(key, value)))
    }
}

#[test]
fn the_naive_engine_is_an_engine() {
    run(Place::default, |place| Ok(Box::new(place.open())));
}
