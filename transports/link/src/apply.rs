//! Group commits of another machine are applied: each must follow the last one here.

use std::collections::BTreeSet;
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Record, RecordKind};
use turnstone_storage::{AppendError, Commit, GroupCommit, KeyRange, State, Storage, StorageError};

/// Why a group commit is not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// It does not follow the last commit.
    #[error(
        "the histories differ: this machine received commit {sent}, which does not follow commit {own}. Move the data \
         directory away and start on an empty one"
    )]
    DoesNotFollow {
        /// The last commit here.
        own: u64,
        /// The commit that came.
        sent: u64,
    },
    /// Its rows cannot be read.
    #[error(
        "the rows of commit {0} are unreadable: a newer program wrote them. Upgrade the machines that follow first"
    )]
    Unreadable(u64),
    /// It cannot be written.
    #[error(transparent)]
    Append(#[from] AppendError),
}

/// Apply a group commit that must follow the last one. Without an encoding it changes personal keys only.
pub fn apply_next(
    storage: &mut dyn Storage,
    commit: Commit,
    encoding: &[u8],
    slots: Vec<SlotChange>,
) -> Result<(), ApplyError> {
    let own = storage.head();
    Ok(storage.apply(own, commit, &next_group(own, commit, encoding, slots)?)?)
}

/// The group commit that must follow `own`.
pub fn next_group(
    own: Commit,
    commit: Commit,
    encoding: &[u8],
    slots: Vec<SlotChange>,
) -> Result<GroupCommit, ApplyError> {
    let is_next = match encoding {
        [] => commit == own,
        _ => commit.term >= own.term && own.next(commit.term, encoding) == commit,
    };
    if !is_next {
        return Err(ApplyError::DoesNotFollow { own: own.n, sent: commit.n });
    }
    let unreadable = || ApplyError::Unreadable(commit.n);
    let group = if encoding.is_empty() {
        GroupCommit::from_encoding(&GroupCommit::default().encode(), slots)
    } else {
        GroupCommit::decode(encoding).map_err(|_| unreadable())?;
        GroupCommit::from_encoding(encoding, slots)
    };
    group.ok_or_else(unreadable)
}

/// Destroy the personal keys that no account needs. A crash between a commit and the destruction of its keys leaves
/// them, and the commit is not sent again.
pub fn destroy_unused_keys(storage: &mut dyn Storage) -> Result<(), StorageError> {
    let used = used_slots(storage.state().as_ref())?;
    storage.keep_personal_keys(&used)
}

/// The slots of the personal keys that accounts need.
fn used_slots(state: &dyn State) -> Result<BTreeSet<u32>, StorageError> {
    let snapshot = state.snapshot()?;
    let mut used = BTreeSet::new();
    for record in snapshot.scan(KeyRange::of_kind(RecordKind::Account)) {
        if let Record::Account(_, row) = record? {
            used.extend(row.slot);
        }
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_taken_only_after_the_one_that_it_follows() {
        let encoding = GroupCommit::default().encode();
        let first = Commit::default().next(2, &encoding);
        let second = first.next(2, &encoding);
        let takes = |own, commit| next_group(own, commit, &encoding, Vec::new()).is_ok();
        assert!(takes(Commit::default(), first) && takes(first, second));
        // One is left out, one comes twice, one has an earlier term, one is of another history.
        assert!(!takes(Commit::default(), second) && !takes(first, first));
        assert!(!takes(first, first.next(1, &encoding)));
        assert!(!takes(first, Commit::default().next(3, &encoding).next(3, &encoding)));
        // Personal keys alone change no commit.
        assert!(next_group(first, first, &[], Vec::new()).is_ok());
        assert!(next_group(first, second, &[], Vec::new()).is_err());
    }
}
