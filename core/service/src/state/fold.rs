//! The only way to change the state: a fold over changes of records. A start, a step and a follower fold the same
//! changes, so they cannot differ. All other code can only read the state: the one field that gives write access is
//! private to this file.

use super::hot::HotState;
use crate::config::{Config, Limits};
use crate::credentials::ServerKeys;
use crate::effects::SlotChange;
use crate::personal::{Sealed, Vault};
use crate::record::{Change, DamageError, Key, Record};
use crate::secret::Random;
use crate::time::Millis;
use std::ops::Deref;

/// An upper bound of the bytes of a change besides its row: its key, and the lengths of both.
const KEY_BYTES: usize = 64;

/// The state that the changes so far have produced.
pub(crate) struct Folded(HotState);

/// The state as one step reads and writes it, with the step's time and random bytes. Changes are folded at once and
/// kept for the batch. A shared reference can only read.
pub(crate) struct Transaction<'a> {
    folded: &'a mut Folded,
    /// The time of the step.
    pub(crate) now: Millis,
    random: Random,
    changes: Vec<Change>,
    slots: Vec<SlotChange>,
    /// The number of changes that `measured_bytes` includes.
    measured: usize,
    /// See [`Transaction::has_room`].
    measured_bytes: usize,
}

impl Deref for Folded {
    type Target = HotState;

    fn deref(&self) -> &HotState {
        &self.0
    }
}

impl Deref for Transaction<'_> {
    type Target = HotState;

    fn deref(&self) -> &HotState {
        &self.folded.0
    }
}

impl Folded {
    /// Fold the hot records of a store, in the order of their keys.
    pub(crate) fn open(
        config: Config,
        keys: ServerKeys,
        vault: Vault,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, DamageError> {
        let mut state = HotState::new(config, keys, vault);
        for record in records {
            state.check_record(&record)?;
            state.load(&record)?;
        }
        state.check_balances()?;
        state.index_all();
        state.check_all()?;
        Ok(Self(state))
    }

    /// Apply the changes of a batch, or those of several batches as a store has them: by their keys, of each only the last.
    /// The changes to keys come first, so that a text whose key is destroyed stays closed.
    pub(crate) fn absorb(&mut self, changes: &[Change], slots: &[SlotChange]) -> Result<(), DamageError> {
        for slot in slots {
            match slot {
                SlotChange::Fill(slot, key) => self.0.vault.insert(*slot, key.clone()),
                SlotChange::Destroy(slot) => self.0.vault.destroy(*slot),
            }
        }
        // The moment of the newest batch, and an outage before it, come before the log entries that they concern, and what
        // makes a table a rematch before the table.
        let is_first = |change: &&Change| {
            matches!(change, Change::Put(Record::Clock(_) | Record::Outage(..) | Record::Rematch(..)))
        };
        for change in changes.iter().filter(is_first).chain(changes.iter().filter(|change| !is_first(change))) {
            self.0.absorb(change)?;
        }
        Ok(())
    }
}

impl<'a> Transaction<'a> {
    pub(crate) const fn new(folded: &'a mut Folded, now: Millis, random: Random) -> Self {
        Self { folded, now, random, changes: Vec::new(), slots: Vec::new(), measured: 0, measured_bytes: 0 }
    }

    /// Write a record: into memory now, into storage with the batch.
    pub(crate) fn put(&mut self, record: Record) {
        self.change(Change::Put(record));
    }

    /// Remove a record.
    pub(crate) fn remove(&mut self, key: Key) {
        self.change(Change::Remove(key));
    }

    /// The first change of a step also writes the moment of its batch.
    fn change(&mut self, change: Change) {
        self.touch();
        self.fold(change);
    }

    /// Write the moment of the step's batch, if it has no changes yet.
    pub(crate) fn touch(&mut self) {
        if self.changes.is_empty() {
            self.fold(Change::Put(Record::Clock(self.now)));
        }
    }

    /// Write the moment of the batch: the step's time has changed.
    pub(crate) fn note_time(&mut self) {
        self.fold(Change::Put(Record::Clock(self.now)));
    }

    fn fold(&mut self, change: Change) {
        self.folded.0.absorb(&change).expect("a step makes only records that fit");
        self.changes.push(change);
    }

    /// The next random bytes of the step.
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        self.random.bytes()
    }

    /// Seal a member's text with the key of their slot.
    pub(crate) fn seal(&mut self, slot: u32, text: &str) -> Sealed {
        self.folded.0.vault.seal(slot, text, &mut self.random)
    }

    /// A new key for the personal texts of a member, in an unused slot.
    pub(crate) fn fill_slot(&mut self) -> u32 {
        let (slot, key) = self.folded.0.vault.fill(&mut self.random);
        self.slots.push(SlotChange::Fill(slot, key));
        slot
    }

    /// Destroy a key, and with it everything that was sealed with it.
    pub(crate) fn destroy_slot(&mut self, slot: u32) {
        self.folded.0.vault.destroy(slot);
        self.slots.push(SlotChange::Destroy(slot));
    }

    /// Replace the limits. The fold does not depend on them.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.folded.0.config.limits = limits;
    }

    /// The era that a restored store begins is stated. The fold does not depend on this.
    pub(crate) fn forget_restored(&mut self) {
        self.folded.0.config.begins.restored = false;
    }

    /// Whether a step that does many things may start another one.
    pub(crate) fn has_room(&mut self) -> bool {
        let size = |change: &Change| postcard::experimental::serialized_size(change).expect("records are plain data");
        self.measured_bytes +=
            self.changes[self.measured..].iter().map(|change| KEY_BYTES + size(change)).sum::<usize>();
        self.measured = self.changes.len();
        self.measured_bytes < self.config.bounds.step_bytes
    }

    /// The changes so far.
    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The contents of the batch.
    pub(crate) fn finish(self) -> (Vec<Change>, Vec<SlotChange>) {
        (self.changes, self.slots)
    }
}
