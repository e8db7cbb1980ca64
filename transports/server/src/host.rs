//! A data directory with its core: opened for serving, for one order of the operator, for a check.

use crate::config::Config;
use crate::dev::Dev;
use crate::storage::{self, Opened};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use turnstone_api::words::Words;
use turnstone_engine::env::{Clock, SystemClock};
use turnstone_engine::{Outbound, Rounds, Running, Stopped, Typed, spawn};
use turnstone_outgoing::{UnusableSettings, VapidKey};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::{BatchId, Order};
use turnstone_service::refusal::Refusal;
use turnstone_service::secret::Random;
use turnstone_service::service::{ColdRows, Service};
use turnstone_service::time::Millis;
use turnstone_storage::{Commit, Failure, Memory, MemoryDisk, NEW_KEYS_COST, State, load, read_core};

/// A loop over a data directory.
pub struct Host {
    /// The loop.
    pub running: Running,
    /// The root secrets.
    pub keys: ServerKeys,
    /// The side of storage that reads, for backups and checks.
    pub state: Arc<dyn State>,
    /// Whether nothing was ever written here before.
    pub is_new: bool,
}

/// What the operator accepts for once, and a start would refuse.
#[derive(Clone, Copy, Default, Debug)]
pub struct Accepted {
    /// Other server keys than those that the data was written with.
    pub new_keys: bool,
    /// A clock that is far ahead of the newest commit.
    pub clock: bool,
}

/// Why there is no loop.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// Storage.
    #[error("{0}")]
    Storage(#[from] Failure),
    /// The thread.
    #[error("the engine's thread does not start: {0}")]
    Thread(#[from] std::io::Error),
    /// The configuration of calls to the outside.
    #[error("configuration: {0}")]
    Outgoing(#[from] UnusableSettings),
}

impl Host {
    /// Open the data directory and start the loop over it. Requests are refused until its records are loaded. Calls to
    /// the outside go by what `connect` makes.
    pub fn start<O: Outbound + 'static>(
        config: &Config,
        accepted: Accepted,
        connect: impl FnOnce(VapidKey) -> Result<O, UnusableSettings>,
    ) -> Result<Self, NotOpened> {
        let opened = storage::open(config, &config.server.data, accepted.new_keys)?;
        if opened.has_drawn_keys && !opened.is_new {
            let file = config.server.data.join(storage::SERVER_KEYS);
            tracing::warn!(file = %file.display(), "there were no server keys: new ones were made, so that {NEW_KEYS_COST}");
        }
        if let Some(tail) = &opened.torn_tail {
            tracing::warn!(
                last_commit = tail.after.unwrap_or(0),
                bytes = tail.bytes,
                kept_in = %tail.kept_in.display(),
                "the journal ended with a round that was never acknowledged: it was dropped, and all before it is there"
            );
        }
        let check = move |newest| check_clock(SystemClock.now(), newest, accepted.clock);
        Self::over(config, opened, check, (SystemClock, entropy()), connect)
    }

    /// Start the loop over nothing, in memory, in a world whose time and dice are made.
    pub fn in_memory<O: Outbound + 'static>(
        config: &Config,
        dev: &Dev,
        connect: impl FnOnce(VapidKey) -> Result<O, UnusableSettings>,
    ) -> Result<Self, NotOpened> {
        let storage = Box::new(Memory::open(MemoryDisk::default())?);
        let opened = Opened { storage, keys: dev.keys(), is_new: true, has_drawn_keys: true, torn_tail: None };
        Self::over(config, opened, |_| Ok(()), (dev.clock().clone(), dev.dice()), connect)
    }

    /// Start the loop over opened storage, once `check` has seen the time of its newest commit.
    fn over<O: Outbound + 'static>(
        config: &Config,
        Opened { mut storage, keys, is_new, .. }: Opened,
        check: impl FnOnce(Millis) -> Result<(), String> + Send + 'static,
        (clock, dice): (impl Clock, impl FnMut(BatchId) -> [u8; 32] + Send + 'static),
        connect: impl FnOnce(VapidKey) -> Result<O, UnusableSettings>,
    ) -> Result<Self, NotOpened> {
        let (state, mut core, own_keys) = (storage.state(), config.core(), keys.clone());
        let vapid_key = VapidKey::of(&keys);
        core.push.public_key = vapid_key.public();
        let open = move || {
            let service = load(&mut storage, |vault, records| Service::open(core, own_keys, vault, records));
            let service = service.map_err(|error| error.to_string())?.map_err(|damage| damage.to_string())?;
            check(service.now())?;
            Ok(Rounds::new(service, storage))
        };
        let running = spawn(open, clock, dice, connect(vapid_key)?)?;
        Ok(Self { running, keys, state, is_new })
    }

    /// Wait until the records are loaded.
    pub async fn ready(self) -> Result<Self, Stopped> {
        Ok(Self { running: self.running.ready().await?, ..self })
    }

    /// Carry out an order of the operator.
    pub async fn ask<T>(&self, order: Typed<Order, T>) -> Result<T, Stopped> {
        self.running.handle().ask(order).await.map_err(|refusal| Stopped::Opening(worded(refusal)))
    }
}

const DAY_MS: u64 = 86_400_000;
/// A clock that is so far ahead of the newest commit is told.
const NOTICED_MS: u64 = DAY_MS;
/// One that is so far ahead is refused.
const REFUSED_MS: u64 = 30 * DAY_MS;

/// The core's clock never goes back: a start with a clock that is years ahead ends every turn and every term that lies
/// between, for good. Where nothing was committed yet there is nothing to compare with.
fn check_clock(clock: Millis, newest: Millis, accepted: bool) -> Result<(), String> {
    let ahead = clock.since(newest);
    if newest == Millis(0) || ahead <= NOTICED_MS {
        return Ok(());
    }
    let told = |at: Millis| humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(at.0)).to_string();
    let (clock, newest_commit, days) = (told(clock), told(newest), ahead / DAY_MS);
    if ahead > REFUSED_MS && !accepted {
        return Err(format!(
            "the clock says {clock}, and the newest commit is of {newest_commit}: {days} days ahead. Turns, terms and \
             sessions that end in between would end for good. If the clock is wrong, set it; if the service stood \
             still for so long, start once with --accept-clock"
        ));
    }
    tracing::warn!(%clock, %newest_commit, days, "the clock is more than a day ahead of the newest commit");
    Ok(())
}

/// An error as the API words it.
pub fn worded(refusal: Refusal) -> String {
    Words::from(refusal).error.into_owned()
}

/// 32 unpredictable bytes for each call: a ChaCha20 stream that is seeded by the system, and again after a fixed number of
/// draws.
fn entropy() -> impl FnMut(BatchId) -> [u8; 32] {
    const DRAWS: u32 = 1024;
    let seeded = || {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("without randomness no deal is fair: better to stop");
        Random::new(seed)
    };
    let (mut source, mut drawn) = (seeded(), 0);
    move |_| {
        if drawn == DRAWS {
            (source, drawn) = (seeded(), 0);
        }
        drawn += 1;
        source.bytes()
    }
}

/// Walk all that is stored: the chain, the records, the books. Returns the commit at which all was well.
pub fn check(state: &dyn State, config: &Config, keys: ServerKeys) -> Result<Commit, String> {
    // Rows that the fold cannot bear may make it panic. To the operator that is one more damage.
    let checked = catch_unwind(AssertUnwindSafe(|| check_rows(state, config, keys)));
    checked.unwrap_or_else(|_| Err("the records contradict each other: they cannot be loaded".to_owned()))
}

fn check_rows(state: &dyn State, config: &Config, keys: ServerKeys) -> Result<Commit, String> {
    let mut cold = ColdRows::new(config.core());
    let commit = turnstone_storage::check(state, |record| cold.look(&record)).map_err(|error| error.to_string())?;
    let open = |vault, records: &mut dyn Iterator<Item = _>| Service::open(config.core(), keys, vault, records);
    let (service, _) = read_core(state, open).map_err(|error| error.to_string())?;
    service.and_then(|service| service.check_cold(&cold)).map_err(|damage| damage.to_string())?;
    Ok(commit)
}

/// Write a backup; with the server's keys if it is to go on where this one stopped.
pub fn backup(state: &dyn State, data: &Path, with_keys: bool, file: &Path) -> Result<Commit, Failure> {
    storage::backup(state, with_keys.then_some(data), file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_far_ahead_is_refused_unless_it_is_accepted() {
        let newest = Millis(1_795_219_200_000);
        let after = |ms: u64, accepted: bool| check_clock(newest.plus_ms(ms), newest, accepted);
        for fine in [0, DAY_MS, DAY_MS + 1, 30 * DAY_MS] {
            assert_eq!(after(fine, false), Ok(()), "{fine}");
        }
        let told = after(30 * DAY_MS + 1, false).unwrap_err();
        for part in ["2026-12-21T", "2026-11-21T", "30 days ahead", "--accept-clock"] {
            assert!(told.contains(part), "{told}");
        }
        assert_eq!(after(4000 * DAY_MS, true), Ok(()));
        assert_eq!(check_clock(newest, Millis(0), false), Ok(()), "nothing was committed yet");
        assert_eq!(check_clock(Millis(0), newest, false), Ok(()), "a clock that is behind is another matter");
    }
}
