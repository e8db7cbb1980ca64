//! A data directory with its core: opened for serving, for one command of the operator, or for a check.

use crate::config::{Config, StandbyMode};
use crate::dev::Dev;
use crate::standby::{StandbySide, wait_for_standby};
use crate::storage::engine;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use turnstone_api::words::Words;
use turnstone_cluster::NodeCore;
use turnstone_directory::{DirectoryOptions, Opened, Os, SERVER_KEYS};
use turnstone_engine::env::{Clock, SystemClock};
use turnstone_engine::{GroupCommits, Outbound, Running, Stopped, spawn_following};
use turnstone_link::{DirectoryRole, RoleError};
use turnstone_outgoing::{SettingsError, VapidKey};
use turnstone_service::config::Begins;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::BatchId;
use turnstone_service::rejection::Rejection;
use turnstone_service::secret::Random;
use turnstone_service::service::{KeyLoss, RatingCheck, Service};
use turnstone_service::time::Millis;
use turnstone_standby::Feed;
use turnstone_storage::{
    Commit, Memory, MemoryDisk, NEW_KEYS_COST, State, StorageError, check_stored, load, read_core,
};

/// A loop over a data directory.
pub struct Host {
    /// The loop.
    pub running: Running,
    /// The root secrets.
    pub keys: ServerKeys,
    /// The reading side of storage, for backups and checks.
    pub state: Arc<dyn State>,
    /// Whether nothing was ever written here before.
    pub is_new: bool,
    /// The commits for the standby, if the server has a listener for one.
    pub feed: Option<Arc<Feed>>,
}

/// Makes the outbound calls, once the key that signs push messages is known.
pub type Connect<'a> = Box<dyn FnOnce(VapidKey) -> Result<Box<dyn Outbound>, SettingsError> + 'a>;

/// Gives the entropy of each command.
type Dice = Box<dyn FnMut(BatchId) -> [u8; 32] + Send>;

/// What a start rejects unless the operator accepts it once.
#[derive(Clone, Copy, Default, Debug)]
pub struct Accepted {
    /// Server keys other than those that the data was written with.
    pub new_keys: bool,
    /// A clock that is far ahead of the newest commit.
    pub clock: bool,
}

impl Accepted {
    fn begins(self, opened: &Opened) -> Begins {
        Begins { new_keys: self.new_keys || opened.has_drawn_keys, ..Begins::default() }
    }
}

/// Why there is no loop.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The role of the data directory.
    #[error(transparent)]
    DirectoryRole(#[from] RoleError),
    /// A command that writes, without the standby that every change needs.
    #[error(
        "server.standby is \"required\", and this change would not be on the standby: start the server and run the \
         command again"
    )]
    NeedsStandby,
    #[error("the engine's thread cannot start: {0}")]
    Thread(#[from] std::io::Error),
    /// The configuration of outbound calls.
    #[error("configuration: {0}")]
    Outgoing(#[from] SettingsError),
}

impl Host {
    /// Open the data directory and start the loop over it. Requests are rejected until its records are loaded.
    /// `connect` makes the outbound calls.
    pub fn start(config: &Config, accepted: Accepted, connect: Connect<'_>) -> Result<Self, OpenError> {
        if config.server.standby == StandbyMode::Required {
            return Err(OpenError::NeedsStandby);
        }
        Self::start_beside(config, accepted, &mut None, connect)
    }

    /// The same for a server, which may have a standby.
    pub(crate) fn start_beside(
        config: &Config,
        accepted: Accepted,
        standby: &mut Option<StandbySide>,
        connect: Connect<'_>,
    ) -> Result<Self, OpenError> {
        let least_term = DirectoryRole::serves(engine(config).as_ref(), &config.server.data)?;
        let options = DirectoryOptions { accept_new_keys: accepted.new_keys, least_term, ..config.durability().into() };
        let opened = engine(config).open(&config.server.data, options)?;
        if opened.has_drawn_keys && !opened.is_new {
            let file = config.server.data.join(SERVER_KEYS);
            let file = file.display();
            tracing::warn!(%file, "there were no server keys: new ones were generated, so that {NEW_KEYS_COST}");
        }
        if let Some(tail) = &opened.torn_tail {
            tracing::warn!(
                last_commit = tail.after.unwrap_or(0),
                bytes = tail.bytes,
                kept_in = %tail.kept_in.display(),
                "the journal ended with commits that were never acknowledged: they were cut off, all earlier ones are kept"
            );
        }
        let is_required = standby.as_ref().is_some_and(StandbySide::is_required);
        let (opened, feed) = match standby {
            Some(standby) => standby.attach(config, opened),
            None => (opened, None),
        };
        let waits = feed.clone().filter(|_| is_required);
        let check = Box::new(move |newest| {
            check_clock(SystemClock.now(), newest, accepted.clock)?;
            waits.as_deref().map_or(Ok(()), wait_for_standby)
        });
        // The first commit after a promotion has a later term.
        let promoted = least_term > 0 && opened.storage.head().term <= least_term;
        let begins = Begins { restored: promoted || opened.is_unclean, ..accepted.begins(&opened) };
        let (host, _) = Self::over(
            config.core(),
            begins,
            (opened, false),
            check,
            (Arc::new(SystemClock), Box::new(entropy())),
            connect,
        )?;
        Ok(Self { feed, ..host })
    }

    /// The same for a node of a cluster, whose core follows at first.
    pub(crate) fn start_following(
        config: &Config,
        accepted: Accepted,
        opened: Opened,
        connect: Connect<'_>,
    ) -> Result<(Self, NodeCore), OpenError> {
        let check = Box::new(move |newest| check_clock(SystemClock.now(), newest, accepted.clock));
        let begins = accepted.begins(&opened);
        Self::over(config.core(), begins, (opened, true), check, (Arc::new(SystemClock), Box::new(entropy())), connect)
    }

    /// Start the loop in memory, with the clock and the random numbers of a server for tests.
    pub fn in_memory(config: &Config, dev: &Dev, connect: Connect<'_>) -> Result<Self, OpenError> {
        let storage = Box::new(Memory::open(MemoryDisk::default())?);
        let opened = Opened {
            storage,
            keys: dev.keys(),
            is_new: true,
            has_drawn_keys: true,
            torn_tail: None,
            is_unclean: false,
        };
        let (opened, begins) = ((opened, false), Begins::default());
        // It has no next process, and each batch changes the random numbers of the following ones.
        let mut core = config.core();
        core.bounds.sign_of_life_ms = 0;
        Ok(Self::over(
            core,
            begins,
            opened,
            Box::new(|_| Ok(())),
            (Arc::new(dev.clock().clone()), Box::new(dev.dice())),
            connect,
        )?
        .0)
    }

    /// Start the loop over opened storage, once `check` has seen the time of its newest commit. The core follows if so named.
    fn over(
        mut core: turnstone_service::config::Config,
        begins: Begins,
        (Opened { mut storage, keys, is_new, .. }, follows): (Opened, bool),
        check: Box<dyn FnOnce(Millis) -> Result<(), String> + Send>,
        (clock, dice): (Arc<dyn Clock>, Dice),
        connect: Connect<'_>,
    ) -> Result<(Self, NodeCore), OpenError> {
        let (state, own_keys) = (storage.state(), keys.clone());
        let vapid_key = VapidKey::of(&keys);
        core.push.public_key = vapid_key.public();
        core.begins = begins;
        let open = move || {
            let service = load(&mut storage, |vault, records| Service::follow(core, own_keys, vault, records));
            let mut service = service.map_err(|error| error.to_string())?.map_err(|damage| damage.to_string())?;
            check(service.now())?;
            if let Some(lost) = service.lost_with_keys() {
                let KeyLoss { running_tables, open_days, their_tables } = lost;
                tracing::warn!(
                    running_tables,
                    open_days,
                    their_tables,
                    "keys of the server are lost: these running tables are void and all stakes go back, and the deals of \
                     these days stay unproven"
                );
            }
            if follows {
                return Ok(GroupCommits::following(service, storage));
            }
            service.lead();
            Ok(GroupCommits::new(service, storage))
        };
        let (running, core) = spawn_following(open, clock, dice, connect(vapid_key)?)?;
        Ok((Self { running, keys, state, is_new, feed: None }, core))
    }

    /// Wait until the records are loaded.
    pub async fn ready(self) -> Result<Self, Stopped> {
        Ok(Self { running: self.running.ready().await?, ..self })
    }
}

const DAY_MS: u64 = 86_400_000;
/// A clock that is this far behind the newest commit is logged.
const BEHIND_MS: u64 = 2_000;
/// A clock that is this far ahead of the newest commit is logged.
const NOTICED_MS: u64 = DAY_MS;
/// A clock that is this far ahead is rejected.
const REJECTED_MS: u64 = 30 * DAY_MS;

/// The core's clock never goes back: a start with a clock that is years ahead ends every session and every other term in
/// between, irrevocably. Turns that run begin anew, as after every outage. Without a commit there is nothing to compare
/// with.
fn check_clock(clock: Millis, newest: Millis, accepted: bool) -> Result<(), String> {
    let behind = newest.since(clock);
    if behind > BEHIND_MS {
        let date = |at: Millis| humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(at.0));
        tracing::warn!(
            clock = %date(clock), newest_commit = %date(newest), behind_s = behind / 1000,
            "the clock is behind the newest commit: the service goes on at the time of that commit, ahead of the clock"
        );
    }
    let ahead = clock.since(newest);
    if newest == Millis(0) || ahead <= NOTICED_MS {
        return Ok(());
    }
    let date = |at: Millis| humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(at.0)).to_string();
    let (clock, newest_commit, days) = (date(clock), date(newest), ahead / DAY_MS);
    if ahead > REJECTED_MS && !accepted {
        return Err(format!(
            "the clock shows {clock}, and the newest commit was made at {newest_commit}: the clock is {days} days ahead. \
             Sessions, invitations and daily challenges that end in between would end irrevocably; running turns would begin \
             anew. If the clock is wrong, set it; if the service was stopped for that long, start once with --accept-clock"
        ));
    }
    tracing::warn!(%clock, %newest_commit, days, "the clock is more than a day ahead of the newest commit");
    Ok(())
}

/// An error as the API words it.
pub fn worded(rejection: Rejection) -> String {
    Words::from(rejection).error.into_owned()
}

/// 32 unpredictable bytes for each call: a ChaCha20 stream, seeded by the system and again after a fixed number of
/// calls.
fn entropy() -> impl FnMut(BatchId) -> [u8; 32] {
    const DRAWS: u32 = 1024;
    let seeded = || {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("without random numbers no deal is fair");
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

/// Check everything stored: the chain, the records, the ledger, the ratings. Returns the commit that was checked.
pub fn check(state: &dyn State, config: &Config, keys: ServerKeys) -> Result<(Commit, RatingCheck), String> {
    // The fold may panic on contradictory rows. For the operator that is damage.
    let checked = catch_unwind(AssertUnwindSafe(|| check_rows(state, config, keys)));
    checked.unwrap_or_else(|_| Err("the records contradict each other: they cannot be loaded".to_owned()))
}

fn check_rows(state: &dyn State, config: &Config, keys: ServerKeys) -> Result<(Commit, RatingCheck), String> {
    let checked = check_stored(state, config.core(), keys).map_err(|error| error.to_string())?;
    checked.map_err(|damage| damage.to_string())
}

/// The result of the check of ratings as text; empty for a store without any.
pub fn of_ratings(RatingCheck { steps, gaps, gaps_at }: &RatingCheck) -> String {
    let steps = match steps {
        0 => String::new(),
        _ => format!("{steps} steps of ratings were computed again: none differs"),
    };
    match gaps {
        0 => steps,
        _ => format!(
            "{steps}{}ratings have gaps, because records were lost: {gaps} ({gaps_at})",
            if steps.is_empty() { "" } else { "; " }
        ),
    }
}

/// What a start that accepts other server keys will give up; `None` if that is nothing. Changes nothing.
pub fn lost_with_new_keys(config: &Config) -> Result<Option<KeyLoss>, String> {
    let (engine, data) = (engine(config), &config.server.data);
    let failed = |error: StorageError| error.to_string();
    if !engine.exists(data).map_err(failed)? {
        return Ok(None);
    }
    let options = DirectoryOptions { accept_new_keys: true, only_check: true, ..config.durability().into() };
    let Opened { mut storage, keys, .. } = engine.open(data, options).map_err(failed)?;
    let mut core = config.core();
    core.begins.new_keys = true;
    let open = |vault, records: &mut dyn Iterator<Item = _>| Service::follow(core, keys, vault, records);
    let service = read_core(storage.state().as_ref(), open).map(|(service, _)| service);
    storage.stop().map_err(failed)?;
    let service = service.map_err(failed)?.map_err(|damage| damage.to_string())?;
    Ok(service.lost_with_keys())
}

/// Write a backup, optionally with the server keys.
pub fn backup(state: &dyn State, data: &Path, with_keys: bool, file: &Path) -> Result<Commit, StorageError> {
    turnstone_directory::backup(&Os, state, with_keys.then_some(data), file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_clock_far_ahead_unless_it_is_accepted() {
        let newest = Millis(1_795_219_200_000);
        let after = |ms: u64, accepted: bool| check_clock(newest.plus_ms(ms), newest, accepted);
        for fine in [0, DAY_MS, DAY_MS + 1, 30 * DAY_MS] {
            assert_eq!(after(fine, false), Ok(()), "{fine}");
        }
        let error = after(30 * DAY_MS + 1, false).unwrap_err();
        for part in ["2026-12-21T", "2026-11-21T", "30 days ahead", "running turns would begin anew", "--accept-clock"]
        {
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(after(4000 * DAY_MS, true), Ok(()));
        assert_eq!(check_clock(newest, Millis(0), false), Ok(()), "nothing was committed yet");
        assert_eq!(check_clock(Millis(0), newest, false), Ok(()), "a clock behind the newest commit is accepted");
    }
}
