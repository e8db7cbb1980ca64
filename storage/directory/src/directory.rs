//! The data directory of a server, one process at a time:
//!
//! | file | what it holds |
//! |---|---|
//! | `lock` | nothing; locked while the directory is in use |
//! | `making` | nothing; there until a first start has made the others |
//! | `server.keys` | the root secrets |
//! | `personal.keys` | the keys of personal data, in fixed slots |
//! | `mark` | the high-water mark |
//! | `store/` | the records, in the engine's own files |
//! | `torn-after-N` | what a power failure left of group commits after commit N, none of them acknowledged |
//!
//! All are readable by their owner alone.

use crate::engine::{AtRest, Durable, Rows, RowsEngine};
use crate::files::{Files, is_empty, is_there, make_directory, unless_absent};
use crate::journal::{TornTail, cut_torn_tail};
use crate::making;
use crate::mark::{self, Latest, Mark, Marker};
use crate::ownership::{self, Whereabouts};
use crate::server_keys;
use crate::store::Store;
use crate::system::{Open, System, SystemFile};
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
    AppendError, Commit, DamagedFile, Durability, Failure, Health, RESTORE, Round, Snapshot, State, Storage,
};

const LOCK: &str = "lock";
const STORE: &str = "store";

/// How a data directory is opened.
#[derive(Clone, Copy, Default, Debug)]
pub struct DirectoryOptions {
    /// When a commit counts as durable.
    pub durability: Durability,
    /// Go on with other server keys than those that the records were written with, and with new ones if there are none.
    pub accept_new_keys: bool,
    /// Only look: server keys are neither made nor noted. A restored directory that has none yet opens as well.
    pub only_check: bool,
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
    latest: Latest<Files<S>>,
    marker: Marker,
    state: Arc<DirectoryState<S, E::Rows>>,
    /// Before the lock.
    _keeper: <E::Rows as Rows>::Keeper,
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
    /// Open the data directory where there is but one system and one engine.
    pub fn open(path: &Path, opening: impl Into<DirectoryOptions>) -> Result<Self, Failure> {
        Self::open_on(&S::default(), &E::default(), path, opening)
    }

    /// Whether a data directory was ever made here, be it whole or not. One whose first start was cut off is none yet.
    pub fn exists(path: &Path) -> Result<bool, Failure> {
        Ok(!is_untouched(&S::default(), path)? && !making::is_under_way(&S::default(), path)?)
    }
}

impl<S: System, E: RowsEngine<S>> Directory<S, E> {
    /// Open the data directory; on a first start, make it and its keys. A store that lost something, or whose
    /// high-water mark is gone, is refused, and so is one that was written with other server keys.
    pub fn open_on(system: &S, engine: &E, path: &Path, opening: impl Into<DirectoryOptions>) -> Result<Self, Failure> {
        let options = opening.into();
        let durability = options.durability;
        make_directory(system, path)?;
        let lock = lock_directory(system, path)?;
        ownership::take(system, path, &[LOCK, mark::FILE, STORE])?;
        let store_path = store_path(path);
        if making::is_under_way(system, path)? || is_untouched(system, path)? {
            making::begin(system, path, &store_path)?;
        }
        let (mut mark, marked) = Mark::open(Files::in_directory(system, path), system.boot_id())?;
        if marked.is_none() {
            refuse_without_mark(system, path)?;
            // Before the store is made: from now on a store that is missing is one that was lost.
            mark.write(Commit::default())?;
        }
        let marked = marked.unwrap_or_default();
        if marked.n > 0 && is_empty(system, &store_path)? {
            return Err(Failure::Shortened { found: 0, known: marked.n });
        }
        make_directory(system, &store_path)?;
        let cut = cut_torn_tail(system, &store_path, path, marked, durability)?;
        let opened = Store::open(system, engine, &store_path).and_then(|store| Ok((store.judge(marked)?, store)));
        if let (Some(cut), Err(_)) = (&cut, &opened) {
            cut.put_back()?;
        }
        let (head, store) = opened?;
        let (server_keys, has_drawn_keys) = server_keys(system, path, &store, options)?;
        // A killed process may have left a commit that was written and not synced: what is served must be on disk.
        store.persist()?;
        let settled = store.clone();
        let settle = move || if durability == Durability::Buffered { settled.persist() } else { Ok(()) };
        let marker = Marker::start(mark, head, S::HAS_THREADS, settle)?;
        let files = Files::in_directory(system, path);
        let latest = match durability {
            Durability::Sync => Latest::of_synced(files),
            Durability::Buffered => Latest::of_written(files, system.boot_id()),
        };
        let (keeper, at_rest) = store.rows().keep()?;
        let keys = Mutex::new(PersonalKeys::new(Files::in_directory(system, path)));
        making::end(system, path)?;
        Ok(Self {
            server_keys,
            has_drawn_keys,
            is_new: head.n == 0,
            torn_tail: cut.map(|cut| cut.tail),
            head,
            term: head.term + 1,
            durability,
            broken: false,
            latest,
            marker,
            state: Arc::new(DirectoryState {
                system: system.clone(),
                whereabouts: Whereabouts::of(system, path, &[LOCK, STORE])?,
                at_rest,
                store,
                keys,
            }),
            _keeper: keeper,
            _lock: lock,
        })
    }

    /// Whether nothing was ever written: a first start, or one after a first start that came to nothing.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Whether there was no file of server keys. New keys were drawn: a start wrote them, a check did not.
    pub const fn has_drawn_keys(&self) -> bool {
        self.has_drawn_keys
    }

    /// What was cut off the journal when it was opened: rounds that were on their way when the system went down.
    pub const fn torn_tail(&self) -> Option<&TornTail> {
        self.torn_tail.as_ref()
    }

    /// The server's root secrets.
    pub fn server_keys(&self) -> ServerKeys {
        self.server_keys.clone()
    }

    /// What keeps the rows, for tests.
    pub fn store(&self) -> &Store<E::Rows> {
        &self.state.store
    }

    /// Let the high-water mark catch up, where no thread does it in the background.
    pub fn catch_up(&mut self) {
        self.marker.catch_up();
    }

    fn try_apply(&mut self, expected: Commit, commit: Commit, round: &Round) -> Result<(), AppendError> {
        let broken = |failure: Failure| AppendError::Broken(failure.to_string());
        self.marker.note(self.head).map_err(AppendError::Broken)?;
        if self.state.store.head().map_err(broken)? != expected {
            return Err(AppendError::Fenced);
        }
        self.state.keys().fill(round.slots()).map_err(broken)?;
        if commit != expected {
            let changes = round.changes().iter();
            self.state.store.commit(changes, commit, self.mode(round)).map_err(AppendError::Unknown)?;
            self.head = commit;
            self.latest.write(commit).map_err(AppendError::Unknown)?;
            self.marker.note(commit).map_err(AppendError::Broken)?;
        }
        self.state.keys().destroy(round.slots()).map_err(AppendError::Unknown)
    }

    /// A key is destroyed for good, so the round that no longer needs it must be there for good before.
    ///
    /// `Data` is fdatasync: the bytes and all that is needed to read them back, without the time of the change.
    /// The journal is made at its full length, so most rounds then cost one write of the disk less.
    fn mode(&self, round: &Round) -> Durable {
        let destroys = round.slots().iter().any(|change| matches!(change, SlotChange::Destroy(_)));
        match self.durability {
            Durability::Sync => Durable::Data,
            Durability::Buffered if destroys => Durable::Data,
            Durability::Buffered => Durable::Written,
        }
    }
}

/// Take the lock, which lasts as long as the file is open.
pub(crate) fn lock_directory<S: System>(system: &S, path: &Path) -> Result<S::File, Failure> {
    let file = path.join(LOCK);
    let lock = system.open(&file, Open::Make).map_err(Failure::io(format!("open {}", file.display())))?;
    match lock.try_lock() {
        Ok(true) => Ok(lock),
        Ok(false) => Err(Failure::InUse(path.to_owned())),
        Err(error) => Err(Failure::io(format!("lock {}", file.display()))(error)),
    }
}

/// The server keys, if the records were written with them. Keys may have been added since. A store without a note of
/// its keys is new, or was brought back from a backup, or an earlier build wrote it: any keys will do. Returns also
/// whether they were drawn here.
fn server_keys(
    system: &impl System,
    path: &Path,
    store: &Store<impl Rows>,
    DirectoryOptions { accept_new_keys: accept_new, only_check, .. }: DirectoryOptions,
) -> Result<(ServerKeys, bool), Failure> {
    let file = || path.join(server_keys::FILE);
    let noted = store.server_keys()?;
    let found = server_keys::read(system, path)?;
    let is_drawn = found.is_none();
    let text = match found {
        Some(text) => text,
        None if noted.is_empty() && only_check => server_keys::draw(system)?,
        None if noted.is_empty() || accept_new => server_keys::make(system, path)?,
        None => return Err(Failure::KeysMissing(file())),
    };
    let keys = server_keys::parse(&text).ok_or_else(|| Failure::KeysUnreadable(file()))?;
    let found = keys.fingerprints();
    if !found.starts_with(&noted) && !accept_new {
        return Err(Failure::KeysChanged(file()));
    }
    if found != noted && !only_check {
        store.note_server_keys(&found)?;
    }
    Ok((keys, is_drawn))
}

/// A directory without a mark is new, or it lost its mark.
fn refuse_without_mark(system: &impl System, path: &Path) -> Result<(), Failure> {
    if has_rows_or_keys(system, path)? {
        return Err(Failure::Damaged(format!("the high-water mark of {} is missing. {RESTORE}", path.display())));
    }
    Ok(())
}

/// Whether nothing is there that only an opened data directory has. A mark without a byte is none: a start ended before
/// it wrote the first.
fn is_untouched(system: &impl System, path: &Path) -> Result<bool, Failure> {
    let mark = path.join(mark::FILE);
    let found = unless_absent(system.look(&mark)).map_err(Failure::io(format!("look for {}", mark.display())))?;
    let has_mark = found.is_some_and(|found| found.length > 0);
    Ok(!has_mark && !has_rows_or_keys(system, path)?)
}

/// Whether there is something that only an opened data directory has beside its mark.
fn has_rows_or_keys(system: &impl System, path: &Path) -> Result<bool, Failure> {
    let has_keys = is_there(system, &path.join(personal_keys::FILE));
    let has_keys = has_keys.map_err(Failure::io(format!("look into {}", path.display())))?;
    Ok(has_keys || !is_empty(system, &store_path(path))?)
}

/// Where the store of a data directory is.
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

    fn apply(&mut self, expected: Commit, commit: Commit, round: &Round) -> Result<(), AppendError> {
        if self.broken {
            return Err(AppendError::Broken("an earlier write failed".to_owned()));
        }
        self.try_apply(expected, commit, round).inspect_err(|_| self.broken = true)
    }

    fn state(&self) -> Arc<dyn State> {
        self.state.clone()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), Failure> {
        self.state.keys().keep(used)
    }

    fn stop(&mut self) -> Result<(), Failure> {
        self.marker.stop().map_err(Failure::Damaged)
    }
}

impl<S: System, R: Rows> State for DirectoryState<S, R> {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, Failure> {
        Ok(Box::new(self.store.snapshot()?))
    }

    fn personal_keys(&self) -> Result<BTreeMap<u32, SecretKey>, Failure> {
        self.keys().read()
    }

    fn still_in_place(&self) -> Result<(), Failure> {
        self.whereabouts.check(&self.system)
    }

    fn health(&self) -> Health {
        self.at_rest.health()
    }

    fn verify(&self) -> Vec<DamagedFile> {
        self.at_rest.verify()
    }

    fn query(&self, query: &Query) -> Result<Vec<Record>, Failure> {
        // Where the engine meets what it never wrote, it may panic instead of refusing; it keeps nothing half done.
        let found = catch_unwind(AssertUnwindSafe(|| self.snapshot()?.query(query)));
        found.unwrap_or_else(|_| Err(Failure::Damaged("the store's engine panicked over its rows".to_owned())))
    }
}
