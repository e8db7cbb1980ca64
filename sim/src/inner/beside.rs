//! A backup that is made beside changes. It asks the state for the personal keys, the rows, and the keys once more, and commits
//! lie between the answers: here each answer is taken at its own moment of the run, and the backup is written at the last one.

use super::starts::reported;
use crate::inner::driver::Driver;
use crate::inner::machine::Machine;
use crate::inner::prelude::*;
use crate::inner::truth::Truth;
use std::sync::{Mutex, PoisonError};
use turnstone_directory::{backup, restore};
use turnstone_storage::{Snapshot, State};

const FILE: &str = "/beside";
const RESTORED: &str = "/restored";
/// The most commits between two answers.
const COMMITS: u64 = 24;
const READS: &str = "a running store can be read";

/// A backup of which some answers are taken.
pub(super) struct BackupBeside {
    rng: Rng,
    /// Commits until the next answer.
    left: u64,
    before: BTreeMap<u32, SecretKey>,
    /// The rows, with what was written up to then.
    rows: Option<(Box<dyn Snapshot>, Truth)>,
}

/// The answers, as a backup asks for them.
struct AnsweredState {
    before: BTreeMap<u32, SecretKey>,
    after: BTreeMap<u32, SecretKey>,
    rows: Mutex<Option<Box<dyn Snapshot>>>,
}

impl State for AnsweredState {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        rows.ok_or_else(|| StorageError::Damaged("a backup reads its rows once".to_owned()))
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        let is_early = self.rows.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        Ok(if is_early { self.before.clone() } else { self.after.clone() })
    }
}

impl Driver {
    /// Begin a backup that goes on for some commits, in place of an earlier one.
    pub(super) fn begin_backup(&mut self, luck: u64) -> CheckResult {
        let mut rng = Rng::new(mix(&[luck, 0xbe51]));
        let before = self.storage().directory().state().personal_keys().map_err(reported(READS))?;
        self.beside = Some(BackupBeside { left: rng.below(COMMITS), rng, before, rows: None });
        Ok(())
    }

    /// A group commit is over: the next answer may be due.
    pub(super) fn go_on_with_backup(&mut self) -> CheckResult {
        let Some(mut beside) = self.beside.take() else { return Ok(()) };
        if let Some(left) = beside.left.checked_sub(1) {
            self.beside = Some(BackupBeside { left, ..beside });
            return Ok(());
        }
        let state = self.storage().directory().state();
        let Some((rows, truth)) = beside.rows else {
            let rows = state.snapshot().map_err(reported(READS))?;
            let (left, truth) = (beside.rng.below(COMMITS), self.truth().clone());
            self.beside = Some(BackupBeside { left, rows: Some((rows, truth)), ..beside });
            return Ok(());
        };
        let after = state.personal_keys().map_err(reported(READS))?;
        let state = AnsweredState { before: beside.before, after, rows: Mutex::new(Some(rows)) };
        self.finish_backup(&state, &truth)
    }

    /// A restored backup has exactly the rows of its commit, and the keys of their members.
    fn finish_backup(&mut self, state: &AnsweredState, truth: &Truth) -> CheckResult {
        // A member may have joined and been erased between the two readings of the keys.
        if truth.keys.keys().any(|slot| !state.before.contains_key(slot) && !state.after.contains_key(slot)) {
            return Ok(());
        }
        let machine = Machine::new();
        backup(&machine, state, None, Path::new(FILE)).map_err(reported("a backup can be made beside changes"))?;
        let restored = restore(&machine, &self.engine, Path::new(FILE), Path::new(RESTORED));
        restored.map_err(reported("a backup that was made beside changes can be restored"))?;
        let directory = self.open_at(&machine, Path::new(RESTORED)).map_err(reported(READS))?;
        must!(directory.head() == truth.head, "a backup ends at one commit", "{:?}", directory.head())?;
        truth.expect_in(&directory)?;
        truth.expect_keys(&machine, Path::new(RESTORED))?;
        let is_changed = self.truth().head != truth.head && state.before != state.after;
        self.counts.hit("premise: a backup was made beside changes");
        self.counts.add("premise: personal keys changed during a backup", u64::from(is_changed));
        Ok(())
    }
}
