//! The standby's copy: a data directory that is written by another server's commits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use turnstone_directory::{DirectoryOptions, Opened, StorageEngine};
use turnstone_service::effects::SlotChange;
use turnstone_service::record::{Record, RecordKind};
use turnstone_storage::{AppendError, Commit, Durability, GroupCommit, KeyRange, State, Storage, StorageError};

/// The copy. Its data directory is locked while it is open.
pub(crate) struct Replica {
    engine: &'static dyn StorageEngine,
    data: PathBuf,
    durability: Durability,
    /// `None` while a snapshot is installed.
    opened: Option<Opened>,
}

/// Why a group commit is not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// It does not follow the last commit.
    #[error(
        "the histories differ: the primary sent commit {sent}, which does not follow commit {own} of this standby. Move \
         the data directory away and start the standby on an empty one"
    )]
    DoesNotFollow {
        /// The last commit of the standby.
        own: u64,
        /// The commit that the primary sent.
        sent: u64,
    },
    /// Its rows cannot be read.
    #[error("the rows of commit {0} are unreadable: upgrade the standby first, then the primary")]
    Unreadable(u64),
    /// It cannot be written.
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl Replica {
    pub(crate) fn open(
        engine: &'static dyn StorageEngine,
        data: &Path,
        durability: Durability,
    ) -> Result<Self, StorageError> {
        let mut replica = Self { engine, data: data.to_owned(), durability, opened: None };
        replica.reopen()?;
        Ok(replica)
    }

    /// The primary's server keys count, whatever the records were written with.
    fn reopen(&mut self) -> Result<(), StorageError> {
        self.engine.finish_install(&self.data)?;
        let options = DirectoryOptions { accept_new_keys: true, ..self.durability.into() };
        let mut opened = self.engine.open(&self.data, options)?;
        destroy_unused_keys(opened.storage.as_mut())?;
        self.opened = Some(opened);
        Ok(())
    }

    fn opened(&mut self) -> &mut Opened {
        self.opened.as_mut().expect("it is open except during an installation")
    }

    pub(crate) fn head(&mut self) -> Commit {
        self.opened().storage.head()
    }

    /// Write a group commit, synced.
    pub(crate) fn apply(&mut self, commit: Commit, encoding: &[u8], slots: Vec<SlotChange>) -> Result<(), ApplyError> {
        apply_next(self.opened().storage.as_mut(), commit, encoding, slots)
    }

    /// Replace everything by a snapshot.
    pub(crate) async fn install(&mut self, file: PathBuf) -> Result<Commit, StorageError> {
        self.close()?;
        let (engine, data) = (self.engine, self.data.clone());
        let install = move || {
            let commit = engine.install(&file, &data)?;
            std::fs::remove_file(&file).map_err(StorageError::io(format!("remove {}", file.display())))?;
            Ok(commit)
        };
        let installed = tokio::task::spawn_blocking(install).await;
        let commit = installed.unwrap_or_else(|panic| Err(StorageError::Damaged(format!("a snapshot: {panic}"))))?;
        self.reopen()?;
        Ok(commit)
    }

    /// Take over the primary's server keys.
    pub(crate) fn take_server_keys(&mut self, text: &str) -> Result<(), StorageError> {
        if self.engine.server_keys_text(&self.data)?.as_deref() == Some(text) {
            return Ok(());
        }
        self.close()?;
        self.engine.replace_server_keys(&self.data, text)?;
        self.reopen()
    }

    /// Close the data directory.
    pub(crate) fn close(&mut self) -> Result<(), StorageError> {
        self.opened.take().map_or(Ok(()), |mut opened| opened.storage.stop())
    }
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
