//! The data directory of a server, one process at a time:
//!
//! | file | content |
//! |---|---|
//! | `lock` | nothing; locked while the directory is in use |
//! | `making` | nothing; exists until a first start has created the others |
//! | `server.keys` | the root secrets |
//! | `personal.keys` | the keys of personal data, in fixed slots |
//! | `mark` | the high-water mark |
//! | `buffered` | nothing; exists from a start with buffered durability to its clean end |
//! | `store/` | the records, in the engine's own files |
//! | `torn-after-N` | what a power failure left of unacknowledged group commits after commit N |
//!
//! Only their owner can read them.

use crate::engine::{AtRest, Durable, Rows, RowsEngine};
use crate::files::{Files, is_empty, is_there, make_directory, sync_directory, unless_absent};
use crate::making;
use crate::ownership::{self, Whereabouts};
use crate::server_keys;
use crate::store::Store;
use crate::system::{Open, System, SystemFile};
use crate::torn_tail::{TornTail, cut_torn_tail};
use crate::watermark::{self, Latest, Watermark, WatermarkWriter};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{Query, SlotChange};
use turnstone_service::record::Record;
use turnstone_service::secret::SecretKey;
use turnstone_storage::personal_keys::{self, PersonalKeys};
use turnstone_storage::{
    AppendError, Commit, DamagedFile, Durability, GroupCommit, Health, RESTORE, Snapshot, State, Storage, StorageError,
};

pub(crate) const LOCK: &str = "lock";
const STORE: &str = "store";
const BUFFERED: &str = "buffered";

/// How a data directory is opened.
#[derive(Clone, Copy, Default, Debug)]
pub struct DirectoryOptions {
    /// When a commit counts as durable.
    pub durability: Durability,
    /// Accept other server keys than those that the records were written with, and generate new ones if there are none.
    pub accept_new_keys: bool,
    /// Read only: server keys are neither created nor recorded. A restored directory without keys can be opened.
    pub only_check: bool,
    /// The term is above this one, also if no commit has a term as high: a promoted standby begins with a term that no
    /// restart of the former primary reaches.
    pub least_term: u64,
}

impl From<Durability> for DirectoryOptions {
    fn from(durability: Durability) -> Self {
        Self { durability, ..Self::default() }
    }
}

/// Storage in a data directory.
pub struct Directory<S: System, E: RowsEngine<S>> {
    server_keys: ServerKeys,
    has_drawn_keys: bool,
    is_new: bool,
    torn_tail: Option<TornTail>,
    head: Commit,
    term: u64,
    durability: Durability,
    broken: bool,
    is_unclean: bool,
    has_committed: bool,
    /// Whether the marker of buffered durability exists.
    is_marked: bool,
    path: PathBuf,
    latest: Latest<Files<S>>,
    watermark: WatermarkWriter,
    state: Arc<DirectoryState<S, E::Rows>>,
    /// Ends before the lock is released.
    _maintenance: Box<dyn Send>,
    /// Let go last.
    _lock: S::File,
}

struct DirectoryState<S: System, R> {
    system: S,
    whereabouts: Whereabouts,
    store: Store<R>,
    at_rest: Arc<dyn AtRest>,
    keys: Mutex<PersonalKeys<Files<S>>>,
}

impl<S: System + Default, E: RowsEngine<S> + Default> Directory<S, E> {
    /// Open the data directory on the default system and engine.
    pub fn open(path: &Path, opening: impl Into<DirectoryOptions>) -> Result<Self, StorageError> {
        Self::open_on(&S::default(), &E::default(), path, opening)
    }
}

impl<S: System, E: RowsEngine<S>> Directory<S, E> {
    /// Open the data directory; on a first start, create it and its keys. Fails if the store lost commits, if its
    /// high-water mark is missing, or if it was written with other server keys.
    pub fn open_on(
        system: &S,
        engine: &E,
        path: &Path,
        opening: impl Into<DirectoryOptions>,
    ) -> Result<Self, StorageError> {
        let options = opening.into();
        let durability = options.durability;
        make_directory(system, path)?;
        let lock = lock_directory(system, path)?;
        ownership::take(system, path, &[LOCK, watermark::FILE, STORE])?;
        let store_path = store_path(path);
        if making::is_under_way(system, path)? || is_untouched(system, path)? {
            making::begin(system, path, &store_path)?;
        }
        let (mut watermark, marked) = Watermark::open(Files::in_directory(system, path), system.boot_id())?;
        if marked.is_none() {
            reject_missing_watermark(system, path)?;
            // Before the store is created: from now on, a missing store is a lost one.
            watermark.write(Commit::default())?;
        }
        let marked = marked.unwrap_or_default();
        if marked.n > 0 && is_empty(system, &store_path)? {
            return Err(StorageError::Shortened { found: 0, known: marked.n });
        }
        make_directory(system, &store_path)?;
        engine.check_format(system, &store_path)?;
        let cut = cut_torn_tail::<S, E::Journal>(system, &store_path, path, marked, durability)?;
        let opened =
            Store::open(system, engine, &store_path).and_then(|store| Ok((store.verified_head(marked)?, store)));
        if let (Some(cut), Err(_)) = (&cut, &opened) {
            cut.put_back()?;
        }
        let (head, store) = opened?;
        let (server_keys, has_drawn_keys) = server_keys(system, path, &store, options)?;
        let is_unclean = has_buffered_marker(system, path)?;
        let is_marked = is_unclean || durability == Durability::Buffered && !options.only_check;
        if is_marked && !is_unclean {
            mark_buffered(system, path)?;
        }
        // A killed process may have left a commit that was written and not synced. Served data must be on disk.
        store.persist()?;
        let settled = store.clone();
        let settle = move || if durability == Durability::Buffered { settled.persist() } else { Ok(()) };
        let writer = WatermarkWriter::start(watermark, head, S::HAS_THREADS, settle)?;
        let files = Files::in_directory(system, path);
        let latest = match durability {
            Durability::Sync => Latest::of_synced(files),
            Durability::Buffered => Latest::of_written(files, system.boot_id()),
        };
        let (maintenance, at_rest) = store.rows().maintain()?;
        let keys = Mutex::new(PersonalKeys::new(Files::in_directory(system, path)));
        making::end(system, path)?;
        Ok(Self {
            server_keys,
            has_drawn_keys,
            is_new: head.n == 0,
            torn_tail: cut.map(|cut| cut.tail),
            head,
            term: head.term.max(options.least_term) + 1,
            durability,
            broken: false,
            is_unclean,
            has_committed: false,
            is_marked,
            path: path.to_owned(),
            latest,
            watermark: writer,
            state: Arc::new(DirectoryState {
                system: system.clone(),
                whereabouts: Whereabouts::of(system, path, &[LOCK, STORE])?,
                at_rest,
                store,
                keys,
            }),
            _maintenance: maintenance,
            _lock: lock,
        })
    }

    /// Whether nothing was ever written: a first start, or one after an interrupted first start.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whether there was no file of server keys, so that new keys were generated. A start wrote them, a check did not.
    pub const fn has_drawn_keys(&self) -> bool {
        self.has_drawn_keys
    }

    /// Unacknowledged group commits that were cut off the journal when it was opened.
    pub const fn torn_tail(&self) -> Option<&TornTail> {
        self.torn_tail.as_ref()
    }

    /// Whether acknowledged commits may be missing: the last end was unclean, and they were not synced.
    pub const fn is_unclean(&self) -> bool {
        self.is_unclean
    }

    /// The server's root secrets.
    pub fn server_keys(&self) -> ServerKeys {
        self.server_keys.clone()
    }

    /// The rows, for tests.
    pub fn store(&self) -> &Store<E::Rows> {
        &self.state.store
    }

    /// Move the high-water mark to the last commit, if no background thread does.
    pub fn catch_up(&mut self) {
        self.watermark.catch_up();
    }

    fn try_apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        let broken = |failure: StorageError| AppendError::Broken(failure.to_string());
        self.watermark.note(self.head).map_err(AppendError::Broken)?;
        if self.state.store.head().map_err(broken)? != expected {
            return Err(AppendError::Fenced);
        }
        self.state.keys().fill(group.slots()).map_err(broken)?;
        if commit != expected {
            let changes = group.changes().iter();
            self.state.store.commit(changes, commit, self.mode(group)).map_err(AppendError::Unknown)?;
            self.head = commit;
            self.has_committed = true;
            self.latest.write(commit).map_err(AppendError::Unknown)?;
            self.watermark.note(commit).map_err(AppendError::Broken)?;
        }
        // The era that follows an unclean end is in the first commit.
        if self.is_marked && self.durability == Durability::Sync {
            self.unmark().map_err(AppendError::Unknown)?;
        }
        self.state.keys().destroy(group.slots()).map_err(AppendError::Unknown)
    }

    fn unmark(&mut self) -> Result<(), StorageError> {
        if std::mem::take(&mut self.is_marked) {
            unmark_buffered(&self.state.system, &self.path)?;
        }
        Ok(())
    }

    /// A key is destroyed irrevocably, so the commit that no longer needs it must be durable before.
    ///
    /// `Data` is fdatasync: the bytes and all that is needed to read them back, without the time of the change.
    /// The journal is allocated at its full length, so most commits then cost one disk write less.
    fn mode(&self, group: &GroupCommit) -> Durable {
        let destroys = group.slots().iter().any(|change| matches!(change, SlotChange::Destroy(_)));
        match self.durability {
            Durability::Sync => Durable::Data,
            Durability::Buffered if destroys => Durable::Data,
            Durability::Buffered => Durable::Written,
        }
    }
}

fn has_buffered_marker(system: &impl System, path: &Path) -> Result<bool, StorageError> {
    let file = path.join(BUFFERED);
    is_there(system, &file).map_err(StorageError::io(format!("look for {}", file.display())))
}

fn mark_buffered(system: &impl System, path: &Path) -> Result<(), StorageError> {
    let file = path.join(BUFFERED);
    system.open(&file, Open::Make).map(drop).map_err(StorageError::io(format!("make {}", file.display())))?;
    sync_directory(system, path)
}

fn unmark_buffered(system: &impl System, path: &Path) -> Result<(), StorageError> {
    let file = path.join(BUFFERED);
    unless_absent(system.remove_file(&file)).map_err(StorageError::io(format!("remove {}", file.display())))?;
    sync_directory(system, path)
}

/// Whether there is a data directory, complete or not. One whose first start was interrupted does not count.
pub(crate) fn exists(system: &impl System, path: &Path) -> Result<bool, StorageError> {
    Ok(!is_untouched(system, path)? && !making::is_under_way(system, path)?)
}

/// Take the lock, which is held as long as the file is open.
pub(crate) fn lock_directory<S: System>(system: &S, path: &Path) -> Result<S::File, StorageError> {
    let file = path.join(LOCK);
    let lock = system.open(&file, Open::Make).map_err(StorageError::io(format!("open {}", file.display())))?;
    match lock.try_lock() {
        Ok(true) => Ok(lock),
        Ok(false) => Err(StorageError::InUse(path.to_owned())),
        Err(error) => Err(StorageError::io(format!("lock {}", file.display()))(error)),
    }
}

/// The server keys, if the records were written with them. Keys may have been added since. A store without recorded
/// fingerprints is new, or restored from a backup, or an earlier build wrote it: it accepts any keys. Also returns
/// whether they were generated here.
fn server_keys(
    system: &impl System,
    path: &Path,
    store: &Store<impl Rows>,
    DirectoryOptions { accept_new_keys: accept_new, only_check, .. }: DirectoryOptions,
) -> Result<(ServerKeys, bool), StorageError> {
    let file = || path.join(server_keys::FILE);
    let noted = store.server_keys()?;
    let found = server_keys::read(system, path)?;
    let is_drawn = found.is_none();
    let text = match found {
        Some(text) => text,
        None if only_check && (noted.is_empty() || accept_new) => server_keys::draw(system)?,
        None if noted.is_empty() || accept_new => server_keys::make(system, path)?,
        None => return Err(StorageError::KeysMissing(file())),
    };
    let keys = server_keys::parse(&text).ok_or_else(|| StorageError::KeysUnreadable(file()))?;
    let found = keys.fingerprints();
    if !found.starts_with(&noted) && !accept_new {
        return Err(StorageError::KeysChanged(file()));
    }
    if found != noted && !only_check {
        store.note_server_keys(&found)?;
    }
    Ok((keys, is_drawn))
}

/// A directory without a watermark is new, or lost it.
fn reject_missing_watermark(system: &impl System, path: &Path) -> Result<(), StorageError> {
    if has_rows_or_keys(system, path)? {
        return Err(StorageError::Damaged(format!("the high-water mark of {} is missing. {RESTORE}", path.display())));
    }
    Ok(())
}

/// Whether nothing exists that only an opened data directory has. An empty watermark does not count: a start ended
/// before it wrote the first one.
fn is_untouched(system: &impl System, path: &Path) -> Result<bool, StorageError> {
    let watermark = path.join(watermark::FILE);
    let found = unless_absent(system.look(&watermark))
        .map_err(StorageError::io(format!("look for {}", watermark.display())))?;
    let has_mark = found.is_some_and(|found| found.length > 0);
    Ok(!has_mark && !has_rows_or_keys(system, path)?)
}

/// Whether anything exists that only an opened data directory has, apart from its watermark.
fn has_rows_or_keys(system: &impl System, path: &Path) -> Result<bool, StorageError> {
    let has_keys = is_there(system, &path.join(personal_keys::FILE));
    let has_keys = has_keys.map_err(StorageError::io(format!("look into {}", path.display())))?;
    Ok(has_keys || !is_empty(system, &store_path(path))?)
}

/// The store of a data directory.
pub(crate) fn store_path(path: &Path) -> PathBuf {
    path.join(STORE)
}

impl<S: System, R: Rows> DirectoryState<S, R> {
    /// A thread that panicked while it held the file ends the process.
    fn keys(&self) -> MutexGuard<'_, PersonalKeys<Files<S>>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: System, E: RowsEngine<S>> Storage for Directory<S, E> {
    fn head(&self) -> Commit {
        self.head
    }

    fn term(&self) -> u64 {
        self.term
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        if self.broken {
            return Err(AppendError::Broken("an earlier write failed".to_owned()));
        }
        self.try_apply(expected, commit, group).inspect_err(|_| self.broken = true)
    }

    fn state(&self) -> Arc<dyn State> {
        self.state.clone()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.state.keys().keep(used)
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        self.watermark.stop().map_err(StorageError::Damaged)?;
        if self.durability == Durability::Buffered && !self.broken && (!self.is_unclean || self.has_committed) {
            self.state.store.persist()?;
            self.unmark()?;
        }
        Ok(())
    }
}

impl<S: System, R: Rows> State for DirectoryState<S, R> {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StorageError> {
        Ok(Box::new(self.store.snapshot()?))
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, StorageError> {
        self.keys().read()
    }

    fn still_in_place(&self) -> Result<(), StorageError> {
        self.whereabouts.check(&self.system)
    }

    fn health(&self) -> Health {
        self.at_rest.health()
    }

    fn verify(&self) -> Vec<DamagedFile> {
        self.at_rest.verify()
    }

    fn query(&self, query: &Query) -> Result<Vec<Record>, StorageError> {
        // On damage the engine may panic instead of returning an error. It leaves nothing half done.
        let found = catch_unwind(AssertUnwindSafe(|| self.snapshot()?.query(query)));
        found.unwrap_or_else(|_| {
            Err(StorageError::Damaged("the store's engine panicked while reading its rows".to_owned()))
        })
    }
}
