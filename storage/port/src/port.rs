//! What the engine loop needs of storage, and what it may rely on.

use crate::chain::Commit;
use crate::error::{AppendError, StorageError};
use crate::group::GroupCommit;
use crate::health::{DamagedFile, Health};
use crate::query::KeyRange;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use turnstone_service::effects::Query;
use turnstone_service::record::{Record, RecordKind};
use turnstone_service::secret::SecretKey;

/// When a commit counts as durable.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Durability {
    /// After fsync.
    #[default]
    Sync,
    /// After the write to the operating system: a power failure may lose the writes of the last tenth of a second; a
    /// killed process loses nothing.
    Buffered,
}

/// How far an append is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appending {
    /// It is durable, with this commit, and every later snapshot shows it.
    Durable(Commit),
    /// Its outcome is not known yet.
    UnderWay,
}

/// The only writer, with its log (the order of commits) and its state (the rows that they made). It may run on its own
/// thread.
///
/// Where both are in one place, [`Storage::append`] is one write and one sync. An engine whose log is elsewhere
/// overrides `append` to append to the log first, and then apply here what the log accepted.
///
/// After an error other than [`AppendError::Full`] the handle cannot be used any more: nothing is retried, and the
/// process must end.
pub trait Storage: Send {
    /// The last commit.
    fn head(&self) -> Commit;

    /// The term that this handle writes: one more than that of any earlier handle.
    fn term(&self) -> u64;

    /// Append a group commit after `expected`, if that is the head, and apply it. When this returns, it is durable and
    /// every later snapshot shows it. One without changes makes no commit and returns the head.
    ///
    /// A writer whose term is over, because the head has a later one, is also fenced.
    fn append(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        if self.term() < expected.term {
            return Err(AppendError::Fenced);
        }
        let commit = group.commit_after(expected, self.term());
        self.apply(expected, commit, group)?;
        Ok(commit)
    }

    /// Begin [`Storage::append`] without a wait for its outcome, if the engine can. Nothing else is appended until
    /// [`Storage::outcome`] has returned it.
    fn begin(&mut self, expected: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        self.append(expected, group).map(Appending::Durable)
    }

    /// The outcome of the append that is under way.
    fn outcome(&mut self) -> Result<Appending, AppendError> {
        Ok(Appending::Durable(self.head()))
    }

    /// Call this, on any thread, each time that an outcome becomes known.
    fn when_known(&mut self, _wake: Box<dyn Fn() + Send + Sync>) {}

    /// Write the rows of a group commit with its `commit`, all or nothing, synced. Its number, term and hash follow
    /// `expected`: if the stored head is another one, whatever this handle remembers, the result is
    /// [`AppendError::Fenced`] and nothing is written.
    ///
    /// Personal keys that it fills are durable before it; those that it destroys are overwritten after it.
    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError>;

    /// Whether responses may leave now. A writer whose time is over may have missed later commits: it answers no reads
    /// either, although it has nothing to append.
    fn may_answer(&self) -> bool {
        true
    }

    /// The reading side, for any thread.
    fn state(&self) -> Arc<dyn State>;

    /// Destroy all personal keys but these. A crash between a commit and the destruction of its keys leaves keys that
    /// no account names; [`load`] calls this to destroy them.
    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError>;

    /// A clean stop: the watermark is moved to the last commit. Without it nothing is lost, but damage to commits of
    /// the last tenth of a second may go unnoticed.
    fn stop(&mut self) -> Result<(), StorageError>;
}

/// For an engine that is selected at run time.
impl Storage for Box<dyn Storage> {
    fn head(&self) -> Commit {
        (**self).head()
    }

    fn term(&self) -> u64 {
        (**self).term()
    }

    fn append(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        (**self).append(expected, group)
    }

    fn begin(&mut self, expected: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        (**self).begin(expected, group)
    }

    fn outcome(&mut self) -> Result<Appending, AppendError> {
        (**self).outcome()
    }

    fn when_known(&mut self, wake: Box<dyn Fn() + Send + Sync>) {
        (**self).when_known(wake);
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        (**self).apply(expected, commit, group)
    }

    fn may_answer(&self) -> bool {
        (**self).may_answer()
    }

    fn state(&self) -> Arc<dyn State> {
        (**self).state()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        (**self).keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        (**self).stop()
    }
}

/// The reading side.
pub trait State: Send + Sync {
    /// The rows as of the newest commit; they do not change while the snapshot exists. Do not keep it for long.
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError>;

    /// The keys of personal data as they are now, by slot.
    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError>;

    /// Fails if writes no longer go to the files that were opened, for example because they were replaced.
    fn still_in_place(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// The state of the files at rest.
    fn health(&self) -> Health {
        Health::default()
    }

    /// Read all files at rest, and return the damaged ones. This takes as long as the disk does.
    fn verify(&self) -> Vec<DamagedFile> {
        Vec::new()
    }

    /// The results of a query of the core, in the order that its description promises. It sees everything appended
    /// before. Unreadable rows fail this query only.
    fn query(&self, query: &Query) -> Result<Vec<Record>, StorageError> {
        self.snapshot()?.query(query)
    }
}

/// Records by ascending key.
pub type Records<'a> = Box<dyn DoubleEndedIterator<Item = Result<Record, StorageError>> + 'a>;

/// All rows as one commit left them.
pub trait Snapshot: Send {
    fn head(&self) -> Commit;

    /// The newest commits up to the head, ascending, as far back as they are kept.
    fn chain(&self) -> Result<Vec<Commit>, StorageError>;

    /// The records of a range of keys.
    fn scan(&self, range: KeyRange) -> Records<'_>;

    /// The records that are loaded at start, by ascending key. An engine may read ahead of the caller.
    fn hot(&self) -> HotRecords<'_> {
        read_hot(self)
    }
}

/// The records that are loaded at start.
pub type HotRecords<'a> = Box<dyn Iterator<Item = Result<Record, StorageError>> + 'a>;

/// The records that are loaded at start, read as they are taken. Rows of unknown kinds fail: without what they record
/// (a member is frozen, chips are held) the program would continue with wrong state.
pub fn read_hot<S: Snapshot + ?Sized>(snapshot: &S) -> HotRecords<'_> {
    let kept = RecordKind::hot().flat_map(|kind| snapshot.scan(KeyRange::of_kind(kind)));
    let unknown = snapshot.scan(KeyRange::later_kinds());
    Box::new(kept.chain(unknown).chain(crate::query::unreported_chats(snapshot)))
}

impl dyn Snapshot + '_ {
    /// All records, hot and cold, by ascending key.
    pub fn records(&self) -> Records<'_> {
        self.scan(KeyRange::records())
    }

    /// The results of a query.
    pub fn query(&self, query: &Query) -> Result<Vec<Record>, StorageError> {
        crate::query::run(self, query)
    }
}
