//! What reads a whole store beside changes: a backup, a check, a member's export. Each asks the state for the personal keys,
//! the rows, and the keys once more, and commits lie between the answers: here each answer is taken at its own moment of the
//! run, and the rest is done at the last one.

use super::starts::reported;
use crate::inner::driver::Driver;
use crate::inner::machine::Machine;
use crate::inner::prelude::*;
use crate::inner::truth::Truth;
use std::sync::{Mutex, PoisonError};
use turnstone_directory::{backup, restore};
use turnstone_service::export::export;
use turnstone_storage::{Snapshot, State, StateReading, check_stored};

const FILE: &str = "/beside";
const RESTORED: &str = "/restored";
/// The most commits between two answers.
const COMMITS: u64 = 24;
const READS: &str = "a running store can be read";

/// A reading of which some answers are taken.
pub(super) struct ReadingBeside {
    rng: Rng,
    /// Commits until the next answer.
    left: u64,
    before: BTreeMap<u32, SecretKey>,
    /// The rows, with what was written up to then.
    rows: Option<(Box<dyn Snapshot>, Truth)>,
}

/// The answers, as a reading asks for them.
struct AnsweredState {
    before: BTreeMap<u32, SecretKey>,
    after: BTreeMap<u32, SecretKey>,
    rows: Mutex<Option<Box<dyn Snapshot>>>,
}

impl State for AnsweredState {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        rows.ok_or_else(|| StorageError::Damaged("the rows are read once".to_owned()))
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        let is_early = self.rows.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        Ok(if is_early { self.before.clone() } else { self.after.clone() })
    }
}

impl Driver {
    /// Begin to read everything, for some commits, in place of an earlier reading.
    pub(super) fn begin_reading(&mut self, luck: u64) -> CheckResult {
        let mut rng = Rng::new(mix(&[luck, 0xbe51]));
        let before = self.storage().directory().state().personal_keys().map_err(reported(READS))?;
        self.beside = Some(ReadingBeside { left: rng.below(COMMITS), rng, before, rows: None });
        Ok(())
    }

    /// A group commit is over: the next answer may be due.
    pub(super) fn go_on_reading(&mut self) -> CheckResult {
        let Some(mut beside) = self.beside.take() else { return Ok(()) };
        if let Some(left) = beside.left.checked_sub(1) {
            self.beside = Some(ReadingBeside { left, ..beside });
            return Ok(());
        }
        let state = self.storage().directory().state();
        let Some((rows, truth)) = beside.rows else {
            let rows = state.snapshot().map_err(reported(READS))?;
            let (left, truth) = (beside.rng.below(COMMITS), self.truth().clone());
            self.beside = Some(ReadingBeside { left, rows: Some((rows, truth)), ..beside });
            return Ok(());
        };
        let after = state.personal_keys().map_err(reported(READS))?;
        let state = AnsweredState { before: beside.before, after, rows: Mutex::new(Some(rows)) };
        // A member may have joined and been erased between the two readings of the keys.
        if truth.keys.keys().any(|slot| !state.before.contains_key(slot) && !state.after.contains_key(slot)) {
            return Ok(());
        }
        let is_changed = self.truth().head != truth.head && state.before != state.after;
        self.counts.add("premise: personal keys changed during a reading", u64::from(is_changed));
        match beside.rng.below(3) {
            0 => self.check_beside(&state, &truth),
            1 => self.export_beside(&state, &truth, &mut beside.rng),
            _ => self.back_up_beside(&state, &truth),
        }
    }

    /// A check finds no damage, and reports the commit whose rows it has read.
    fn check_beside(&mut self, state: &AnsweredState, truth: &Truth) -> CheckResult {
        let checked = check_stored(state, self.config.clone(), self.keys.clone());
        let checked = checked.map_err(reported("a running store can be checked"))?;
        let sound = checked.as_ref().is_ok_and(|(commit, _)| *commit == truth.head);
        self.counts.hit("premise: a store was checked beside changes");
        must!(sound, "a check finds no damage where there is none", "{checked:?}")
    }

    /// An export is the same as one of the commit alone.
    fn export_beside(&mut self, state: &AnsweredState, truth: &Truth, rng: &mut Rng) -> CheckResult {
        let records = || truth.rows.iter().filter_map(|(key, value)| decode(key, value).ok());
        let account = |record| if let Record::Account(id, _) = record { Some(id) } else { None };
        let members: Vec<AccountId> = records().filter_map(account).collect();
        let Some(account) = rng.pick(&members).copied() else { return Ok(()) };
        let StateReading { rows, keys, .. } = StateReading::begin(state).map_err(reported(READS))?;
        let exported = export(account, &Vault::new(keys), rows.records()).map_err(reported(READS))?;
        let of_commit = export(account, &Vault::new(truth.keys.clone()), records().map(Ok::<_, StorageError>));
        let of_commit = of_commit.map_err(reported(READS))?;
        let [exported, of_commit] =
            [exported, of_commit].map(|export| serde_json::to_value(export).unwrap_or_default());
        self.counts.hit("premise: a member was exported beside changes");
        must!(exported == of_commit, "an export is that of one commit", "{exported}\n{of_commit}")
    }

    /// A restored backup has exactly the rows of its commit, and the keys of their members.
    fn back_up_beside(&mut self, state: &AnsweredState, truth: &Truth) -> CheckResult {
        let machine = Machine::new();
        backup(&machine, state, None, Path::new(FILE)).map_err(reported("a backup can be made beside changes"))?;
        let restored = restore(&machine, &self.engine, Path::new(FILE), Path::new(RESTORED));
        restored.map_err(reported("a backup that was made beside changes can be restored"))?;
        let directory = self.open_at(&machine, Path::new(RESTORED)).map_err(reported(READS))?;
        must!(directory.head() == truth.head, "a backup ends at one commit", "{:?}", directory.head())?;
        truth.expect_in(&directory)?;
        truth.expect_keys(&machine, Path::new(RESTORED))?;
        self.counts.hit("premise: a backup was made beside changes");
        Ok(())
    }
}
