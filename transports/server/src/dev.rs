//! A server for tests: everything is in memory, the dice follow from a seed, the clock stands still until it is moved,
//! and accounts are there for the asking. Callers who ask one after another get the same answers each time, byte for byte.

use crate::host::worded;
use crate::operator::OperatorReply;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use turnstone_engine::env::Clock;
use turnstone_engine::{Handle, Typed};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::BatchId;
use turnstone_service::request::Caller;
use turnstone_service::secret::{Secret, SecretKey, sha256};
use turnstone_service::time::Millis;

/// When every server for tests begins: noon of 1 January 2030, so that no day turns unasked.
const START: Millis = Millis(1_893_499_200_000);
/// The stream of a seed that the server keys are drawn from. The others are numbered by batches, which begin at 0.
const KEYS_STREAM: u64 = u64::MAX;

/// What is particular to such a server, for its operator.
pub struct Dev {
    seed: u64,
    clock: DevClock,
    /// The recovery codes of the accounts that were asked for, by handle.
    codes: Mutex<BTreeMap<String, Secret>>,
}

/// What is asked of a server for tests.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum DevRequest {
    /// An account with this handle, to be used at once: a new one, or one that was asked for before.
    Account {
        /// The handle.
        handle: String,
    },
    /// Move the clock on, and answer when all that became due is done.
    Advance {
        /// The milliseconds to advance by.
        ms: u64,
    },
    /// Tell the time.
    Clock,
}

/// What it answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DevReply {
    /// The account.
    Account {
        /// Its handle.
        handle: String,
        /// A token of it.
        token: String,
        /// Its root.
        recovery_code: String,
    },
    /// The time.
    Clock {
        /// In epoch milliseconds.
        now: u64,
    },
}

impl Dev {
    /// A world of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, clock: DevClock::new(), codes: Mutex::default() }
    }

    /// What it follows from.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The clock.
    pub const fn clock(&self) -> &DevClock {
        &self.clock
    }

    /// The root secrets.
    pub(crate) fn keys(&self) -> ServerKeys {
        ServerKeys::new(vec![(1, SecretKey(drawn(self.seed, KEYS_STREAM)))])
    }

    /// The dice. They go by what was changed so far and not by how often they were thrown: a poll more or less deals no
    /// other cards.
    pub(crate) fn dice(&self) -> impl FnMut(BatchId) -> [u8; 32] + Send + 'static {
        let seed = self.seed;
        move |BatchId(batch)| drawn(seed, batch)
    }

    /// Do what the operator asks.
    pub(crate) async fn answer(&self, asked: DevRequest, handle: &Handle) -> OperatorReply {
        match asked {
            DevRequest::Account { handle: name } => match self.account(&name, handle).await {
                Ok(account) => OperatorReply::Dev(account),
                Err(error) => OperatorReply::Failed { error },
            },
            DevRequest::Advance { ms } => {
                let now = self.clock.advance(ms, handle).await;
                OperatorReply::Dev(DevReply::Clock { now: now.0 })
            }
            DevRequest::Clock => OperatorReply::Dev(DevReply::Clock { now: self.clock.now().0 }),
        }
    }

    async fn account(&self, name: &str, handle: &Handle) -> Result<DevReply, String> {
        let name = name.to_lowercase();
        let known = self.codes().get(&name).cloned();
        let caller = Caller { claims: None, seat: None, address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
        let recovery_code = match known {
            Some(code) => code,
            None => {
                let invited = handle.ask(Typed::invite(1)).await.map_err(worded)?;
                let join = Typed::join(Secret::new(invited.invite_code), name.clone(), reference(&name));
                let joined = join.reply.read(handle.submit(caller.clone(), join.asked, 0).await).map_err(worded)?;
                let code = Secret::new(joined.recovery_code);
                self.codes().insert(name.clone(), code.clone());
                code
            }
        };
        let token = Typed::token(name.clone(), recovery_code.clone());
        let token = token.reply.read(handle.submit(caller, token.asked, 0).await).map_err(worded)?.token;
        let recovery_code = recovery_code.reveal().to_owned();
        Ok(DevReply::Account { handle: name, token, recovery_code })
    }

    fn codes(&self) -> MutexGuard<'_, BTreeMap<String, Secret>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The idempotency key of the join of a handle.
fn reference(handle: &str) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&sha256(handle.as_bytes())[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// 32 bytes that follow from a seed and the number of a stream.
fn drawn(seed: u64, stream: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = ChaCha20Rng::from_seed(key);
    dice.set_stream(stream);
    let mut bytes = [0; 32];
    dice.fill_bytes(&mut bytes);
    bytes
}

/// A clock that stands still until it is moved. It passes no deadline on its way: it stops at each until all that is due
/// then is done, so that a turn ends at its own time, however far the clock is moved. One that went on by itself would
/// put another time into every answer of every run.
#[derive(Clone)]
pub struct DevClock(Arc<Hands>);

struct Hands {
    /// The moment that stands for the start.
    zero: Instant,
    way: Mutex<Way>,
    /// Where it came to rest, with all done that was due until then.
    rests: watch::Sender<Millis>,
}

#[derive(Clone, Copy)]
struct Way {
    now: Millis,
    target: Millis,
}

impl DevClock {
    fn new() -> Self {
        let way = Mutex::new(Way { now: START, target: START });
        Self(Arc::new(Hands { zero: Instant::now(), way, rests: watch::Sender::new(START) }))
    }

    /// Move it on, and wait until all that became due on the way is done.
    async fn advance(&self, ms: u64, handle: &Handle) -> Millis {
        let target = {
            let mut way = self.way();
            way.target = way.target.plus_ms(ms);
            way.target
        };
        handle.wake();
        let mut rests = self.0.rests.subscribe();
        // The sender is here, so it cannot be gone.
        rests.wait_for(|at| *at >= target).await.map_or(target, |at| *at)
    }

    fn way(&self) -> MutexGuard<'_, Way> {
        self.0.way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for DevClock {
    fn now(&self) -> Millis {
        self.way().now
    }

    fn instant(&self) -> Instant {
        self.0.zero + Duration::from_millis(self.way().now.since(START))
    }

    fn leaps(&self, next: Option<Millis>) -> bool {
        let mut way = self.way();
        let Way { now, target } = *way;
        if now == target {
            self.0.rests.send_if_modified(|at| std::mem::replace(at, now) != now);
            return false;
        }
        way.now = next.map_or(target, |next| next.clamp(now, target));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_has_dice_of_its_own_for_every_batch() {
        let dice = |seed: u64| {
            let mut dice = Dev::new(seed).dice();
            [0, 1, 2].map(|batch| dice(BatchId(batch)))
        };
        assert_eq!(dice(7), dice(7));
        let mut all = [dice(7), dice(8)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
    }

    #[test]
    fn the_clock_stands_still_and_stops_at_each_deadline_on_its_way() {
        let clock = DevClock::new();
        let begin = clock.instant();
        assert!(!clock.leaps(Some(START.plus_ms(5))), "the clock is not advanced");
        clock.way().target = START.plus_ms(100);
        assert!(clock.leaps(Some(START.plus_ms(40))));
        assert_eq!((clock.now(), clock.instant() - begin), (START.plus_ms(40), Duration::from_millis(40)));
        assert_eq!(*clock.0.rests.borrow(), START, "it has not come to rest");
        assert!(clock.leaps(Some(START.plus_ms(500))));
        assert_eq!(clock.now(), START.plus_ms(100), "no further than it is moved");
        assert!(!clock.leaps(None));
        assert_eq!(*clock.0.rests.borrow(), START.plus_ms(100));
    }
}
