//! A server for tests: everything is in memory, random numbers follow from a seed, the clock only moves on request, and
//! accounts are given to every caller. Sequential requests get the same responses in every run, byte for byte.

use crate::host::worded;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use turnstone_engine::Handle;
use turnstone_engine::env::Clock;
use turnstone_service::answer::{Answer, JoinResponse, TokenResponse};
use turnstone_service::credentials::ServerKeys;
use turnstone_service::effects::BatchId;
use turnstone_service::request::{Caller, Join, RecoveryCode, Request};
use turnstone_service::secret::{Secret, SecretKey, sha256};
use turnstone_service::time::Millis;

/// The start time of every server for tests: noon of 1 January 2030, so that no day ends by itself.
const START: Millis = Millis(1_893_499_200_000);
/// The stream of a seed for the server keys. The other streams are numbered by batches, from 0.
const KEYS_STREAM: u64 = u64::MAX;

/// The state of such a server beyond that of any server.
pub struct Dev {
    seed: u64,
    clock: DevClock,
    /// The recovery codes of the created accounts, by handle.
    codes: Mutex<BTreeMap<String, Secret>>,
}

impl Dev {
    pub fn new(seed: u64) -> Self {
        Self { seed, clock: DevClock::new(), codes: Mutex::default() }
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    pub const fn clock(&self) -> &DevClock {
        &self.clock
    }

    /// The root secrets.
    pub(crate) fn keys(&self) -> ServerKeys {
        ServerKeys::new(vec![(1, SecretKey(drawn(self.seed, KEYS_STREAM)))])
    }

    /// The random numbers. They depend on the changes so far and not on the number of calls: an additional long-poll
    /// does not change the cards.
    pub(crate) fn dice(&self) -> impl FnMut(BatchId) -> [u8; 32] + Send + 'static {
        let seed = self.seed;
        move |BatchId(batch)| drawn(seed, batch)
    }

    /// A token of the account with this handle, which is created if it does not exist.
    pub(crate) async fn account(&self, handle: &str, core: &Handle) -> Result<Value, String> {
        let handle = handle.to_lowercase();
        let known = self.codes().get(&handle).cloned();
        let ask = async |request| {
            let caller = Caller::new(None, IpAddr::V4(Ipv4Addr::LOCALHOST));
            let replied = core.submit(caller, request, 0).await;
            replied.map(|replied| replied.answer).map_err(|rejected| worded(rejected.rejection))
        };
        let recovery_code = match known {
            Some(code) => code,
            None => {
                let invite_code = Secret::new(core.invite(1).await.map_err(worded)?.invite_code);
                let join = Join { invite_code, handle: handle.clone(), client_ref: reference(&handle) };
                let Answer::Joined(JoinResponse { recovery_code, .. }) = ask(Request::Join(join)).await? else {
                    unreachable!("the answer to this request")
                };
                let code = Secret::new(recovery_code);
                self.codes().insert(handle.clone(), code.clone());
                code
            }
        };
        let code = RecoveryCode { handle: handle.clone(), recovery_code: recovery_code.clone() };
        let Answer::Token(TokenResponse { token, .. }) = ask(Request::IssueToken(code)).await? else {
            unreachable!("the answer to this request")
        };
        Ok(json!({ "handle": handle, "token": token, "recoveryCode": recovery_code.reveal() }))
    }

    /// Advance the clock, and wait until everything that became due is done.
    pub(crate) async fn advance(&self, ms: u64, core: &Handle) -> Value {
        json!({ "now": self.clock.advance(ms, core).await.0 })
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

/// A clock that only moves on request. It stops at each deadline until everything due is done, so that a turn ends at
/// its own time, however far the clock is moved. A running clock would put different times into the responses of each
/// run.
#[derive(Clone)]
pub struct DevClock(Arc<DevClockState>);

struct DevClockState {
    /// The real time of the start.
    zero: Instant,
    way: Mutex<Way>,
    /// The time until which everything due is done.
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
        Self(Arc::new(DevClockState { zero: Instant::now(), way, rests: watch::Sender::new(START) }))
    }

    /// Advance it, and wait until everything that became due is done.
    async fn advance(&self, ms: u64, handle: &Handle) -> Millis {
        let target = {
            let mut way = self.way();
            way.target = way.target.plus_ms(ms);
            way.target
        };
        handle.wake();
        let mut rests = self.0.rests.subscribe();
        // The sender is in the same struct, so it exists.
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
    fn every_batch_has_its_own_random_numbers() {
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
    fn the_clock_stops_at_each_deadline() {
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
