//! What the engine loop needs of storage, and what it may rely on.

use crate::chain::{Commit, check_chain};
use crate::encoding::encode_key;
use crate::error::{AppendError, SALVAGE, StorageError};
use crate::group::GroupCommit;
use crate::health::{DamagedFile, Health};
use crate::query::KeyRange;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use turnstone_service::effects::Query;
use turnstone_service::ids::AccountId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{Key, Record, RecordKind};
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
    /// The commit.
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

/// Pass the personal keys and the hot records to `fold`, which builds a core from them. Then check the personal keys:
/// one that an account needs must exist, one that no account needs is destroyed.
///
/// ```
/// use turnstone_service::{config::Config, credentials::ServerKeys, secret::SecretKey, service::Service};
/// use turnstone_storage::{Memory, MemoryDisk, load};
///
/// let mut storage = Memory::open(MemoryDisk::default())?;
/// let keys = ServerKeys::new(vec![(1, SecretKey([7; 32]))]); // A server generates it once and keeps it.
/// let opened = load(&mut storage, |vault, records| Service::open(Config::default(), keys, vault, records))?;
/// assert!(opened.is_ok());
/// # Ok::<(), turnstone_storage::StorageError>(())
/// ```
pub fn load<T>(
    storage: &mut dyn Storage,
    fold: impl FnOnce(Vault, &mut dyn Iterator<Item = Record>) -> T,
) -> Result<T, StorageError> {
    let (made, used) = read_core(storage.state().as_ref(), fold)?;
    if let Some(used) = used {
        storage.keep_personal_keys(&used)?;
    }
    Ok(made)
}

/// Pass the personal keys and the hot records to `fold`, and change nothing. Returns the result of `fold`, and the
/// slots of the personal keys that accounts need if it took all records.
pub fn read_core<T>(
    state: &dyn State,
    fold: impl FnOnce(Vault, &mut dyn Iterator<Item = Record>) -> T,
) -> Result<(T, Option<BTreeSet<u32>>), StorageError> {
    let snapshot = state.snapshot()?;
    let keys = state.personal_keys()?;
    let slots: Vec<u32> = keys.keys().copied().collect();
    let (mut used, last_account) = (Vec::new(), Cell::new(None));
    let mut failure = None;
    let mut records = snapshot.hot().map_while(|record| match record {
        Ok(record) => {
            last_account.set(None);
            if let Record::Account(id, row) = &record {
                last_account.set(Some(*id));
                used.extend(row.slot.map(|slot| (slot, *id)));
            }
            Some(record)
        }
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    let made = fold(Vault::new(keys), &mut records);
    let stopped_at = last_account.get();
    let complete = records.next().is_none();
    drop(records);
    if let Some(failure) = failure {
        let files: Vec<String> = state.verify().iter().map(|damage| damage.file.display().to_string()).collect();
        let what = "records that are loaded at the start are unreadable";
        return Err(StorageError::Damaged(format!("{what}: {failure} [{}]. {SALVAGE}", files.join(", "))));
    }
    let missing = used.iter().find(|(slot, _)| slots.binary_search(slot).is_err()).map(|(_, account)| *account);
    let is_sealed = |account: &AccountId| has_other_key(state, snapshot.as_ref(), *account);
    if let Some(account) = missing.or_else(|| stopped_at.filter(|account| !complete && is_sealed(account))) {
        return Err(StorageError::PersonalKeyMissing(account.to_string()));
    }
    Ok((made, complete.then(|| used.into_iter().map(|(slot, _)| slot).collect())))
}

/// Whether the personal key in the slot of an account is not the one that its handle was encrypted with.
fn has_other_key(state: &dyn State, snapshot: &dyn Snapshot, account: AccountId) -> bool {
    let row = snapshot.scan(KeyRange::prefix(encode_key(&Key::Account(account)))).next();
    let (Some(Ok(Record::Account(_, row))), Ok(keys)) = (row, state.personal_keys()) else { return false };
    Vault::new(keys).open(row.slot, &row.handle).is_none()
}

/// Check all files, the chain and all records of a state, and pass each record to `visit` (for the checks that know
/// what records mean: conservation, digests). Returns the commit that was checked.
pub fn check(state: &dyn State, mut visit: impl FnMut(Record)) -> Result<Commit, StorageError> {
    let damaged = state.verify();
    if !damaged.is_empty() {
        let files: Vec<String> = damaged.iter().map(ToString::to_string).collect();
        return Err(StorageError::Damaged(format!("{}. {SALVAGE}", files.join(", "))));
    }
    let snapshot = state.snapshot()?;
    check_chain(&snapshot.chain()?, snapshot.head())?;
    for record in snapshot.records() {
        visit(record?);
    }
    Ok(snapshot.head())
}
