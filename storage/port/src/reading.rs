//! Reading a whole state: a core from its hot records, and the checks of all records.

use crate::chain::{Commit, check_chain};
use crate::encoding::encode_key;
use crate::error::{SALVAGE, StorageError};
use crate::port::{Snapshot, State, Storage};
use crate::query::KeyRange;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use turnstone_service::config::{Begins, Config};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::ids::AccountId;
use turnstone_service::personal::Vault;
use turnstone_service::record::{DamageError, Key, Record};
use turnstone_service::secret::SecretKey;
use turnstone_service::service::{ColdRows, RatingCheck, Service};

/// The rows of one commit with the personal keys that they need, while the state goes on changing.
pub struct StateReading<'a> {
    state: &'a dyn State,
    pub rows: Box<dyn Snapshot>,
    /// By slot; also keys of members who joined later, or were erased before.
    pub keys: BTreeMap<u32, SecretKey>,
}

impl<'a> StateReading<'a> {
    /// Begin to read. Keys are created and destroyed meanwhile: one that a row needs exists before the snapshot is taken
    /// or after it, so both are read.
    pub fn begin(state: &'a dyn State) -> Result<Self, StorageError> {
        let mut keys = state.personal_keys()?;
        let rows = state.snapshot()?;
        keys.extend(state.personal_keys()?);
        Ok(Self { state, rows, keys })
    }

    /// Check the chain and all records, and pass each record to `visit` (for the checks that know what records mean:
    /// conservation, digests). Returns the commit that was checked.
    fn check(&self, mut visit: impl FnMut(Record)) -> Result<Commit, StorageError> {
        check_chain(&self.rows.chain()?, self.rows.head())?;
        for record in self.rows.records() {
            visit(record?);
        }
        Ok(self.rows.head())
    }

    /// Pass the personal keys and the hot records to `fold`, and change nothing. Returns the result of `fold`, and the
    /// slots of the personal keys that accounts need if it took all records.
    fn core<T>(
        &self,
        fold: impl FnOnce(Vault, &mut dyn Iterator<Item = Record>) -> T,
    ) -> Result<(T, Option<BTreeSet<u32>>), StorageError> {
        let (mut used, last_account) = (Vec::new(), Cell::new(None));
        let mut failure = None;
        let mut records = self.rows.hot().map_while(|record| match record {
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
        let made = fold(Vault::new(self.keys.clone()), &mut records);
        let stopped_at = last_account.get();
        let complete = records.next().is_none();
        drop(records);
        if let Some(failure) = failure {
            let files: Vec<String> =
                self.state.verify().iter().map(|damage| damage.file.display().to_string()).collect();
            let what = "records that are loaded at the start are unreadable";
            return Err(StorageError::Damaged(format!("{what}: {failure} [{}]. {SALVAGE}", files.join(", "))));
        }
        let missing = used.iter().find(|(slot, _)| !self.keys.contains_key(slot)).map(|(_, account)| *account);
        let is_sealed = |account: &AccountId| self.has_other_key(*account);
        if let Some(account) = missing.or_else(|| stopped_at.filter(|account| !complete && is_sealed(account))) {
            return Err(StorageError::PersonalKeyMissing(account.to_string()));
        }
        Ok((made, complete.then(|| used.into_iter().map(|(slot, _)| slot).collect())))
    }

    /// Whether the personal key in the slot of an account is not the one that its handle was encrypted with.
    fn has_other_key(&self, account: AccountId) -> bool {
        let row = self.rows.scan(KeyRange::prefix(encode_key(&Key::Account(account)))).next();
        let Some(Ok(Record::Account(_, row))) = row else { return false };
        Vault::new(self.keys.clone()).open(row.slot, &row.handle).is_none()
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
    StateReading::begin(state)?.core(fold)
}

/// Check all files, the chain and all records of a state, and pass each record to `visit`. Returns the commit that was
/// checked.
pub fn check(state: &dyn State, visit: impl FnMut(Record)) -> Result<Commit, StorageError> {
    check_files(state)?;
    StateReading::begin(state)?.check(visit)
}

fn check_files(state: &dyn State) -> Result<(), StorageError> {
    let damaged = state.verify();
    if damaged.is_empty() {
        return Ok(());
    }
    let files: Vec<String> = damaged.iter().map(ToString::to_string).collect();
    Err(StorageError::Damaged(format!("{}. {SALVAGE}", files.join(", "))))
}

/// Check everything that is stored, as of one commit: the files, the chain, each record by itself, and that a core can be
/// made from them that fits the cold records and gives the same ratings. Others may change the state meanwhile.
pub fn check_stored(
    state: &dyn State,
    mut config: Config,
    keys: ServerKeys,
) -> Result<Result<(Commit, RatingCheck), DamageError>, StorageError> {
    // Which keys a start would accept is not known here.
    config.begins = Begins { new_keys: true, ..config.begins };
    check_files(state)?;
    let reading = StateReading::begin(state)?;
    let mut cold = ColdRows::new(config.clone());
    let commit = reading.check(|record| cold.look(&record))?;
    let (service, _) = reading.core(|vault, records| Service::open(config, keys, vault, records))?;
    let ratings = service.and_then(|service| service.check_cold(&cold).and_then(|()| service.check_ratings(&cold)));
    Ok(ratings.map(|ratings| (commit, ratings)))
}
