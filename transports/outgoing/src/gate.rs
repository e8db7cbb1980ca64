//! Limits concurrent calls, in total and to one host, and pauses hosts that fail.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until};

/// Consecutive failures of a host before a pause.
const FREE_FAILURES: u32 = 3;
/// The longest pause.
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// The number of remembered hosts at which hosts without failures are forgotten.
const REMEMBERED: usize = 1000;

/// The gate for the hosts of one kind of call.
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    per_host: usize,
    hosts: Mutex<BTreeMap<String, Arc<GatedHost>>>,
}

struct GatedHost {
    places: Arc<Semaphore>,
    state: Mutex<HostFailures>,
}

#[derive(Default)]
struct HostFailures {
    /// Consecutive failures.
    failures: u32,
    closed_until: Option<Instant>,
}

/// A call's place, until it is dropped.
pub(crate) struct CallPermit {
    host: Arc<GatedHost>,
    _of_host: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

/// The host has failed, and gets no calls for this number of seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HostClosed(pub(crate) u64);

impl Gate {
    /// A gate for `places` concurrent calls in total and `per_host` to one host.
    pub(crate) fn new(places: usize, per_host: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), per_host, hosts: Mutex::default() }
    }

    /// Wait for a place, at most `patience` for the end of a pause of the host. Callers that wait for a slow host do
    /// not delay calls to other hosts.
    pub(crate) async fn enter(&self, host: &str, patience: Duration) -> Result<CallPermit, HostClosed> {
        let host = self.host(host);
        let deadline = Instant::now() + patience;
        host.opens(deadline).await?;
        let of_host = acquire(&host.places).await;
        host.opens(deadline).await?;
        let of_all = acquire(&self.places).await;
        host.is_open()?;
        Ok(CallPermit { host, _of_host: of_host, _of_all: of_all })
    }

    fn host(&self, name: &str) -> Arc<GatedHost> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= REMEMBERED && !hosts.contains_key(name) {
            hosts.retain(|_, host| Arc::strong_count(host) > 1 || host.is_open().is_err());
        }
        let new = || GatedHost { places: Arc::new(Semaphore::new(self.per_host)), state: Mutex::default() };
        hosts.entry(name.to_owned()).or_insert_with(|| Arc::new(new())).clone()
    }
}

async fn acquire(places: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    places.clone().acquire_owned().await.expect("the semaphore is never closed")
}

impl GatedHost {
    fn state(&self) -> MutexGuard<'_, HostFailures> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn opens(&self, deadline: Instant) -> Result<(), HostClosed> {
        while let Err(closed) = self.is_open() {
            let open_at = Instant::now() + Duration::from_secs(closed.0);
            if open_at > deadline {
                return Err(closed);
            }
            sleep_until(open_at).await;
        }
        Ok(())
    }

    fn is_open(&self) -> Result<(), HostClosed> {
        let now = Instant::now();
        let left = self.state().closed_until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
        if left.is_zero() { Ok(()) } else { Err(HostClosed(left.as_secs() + u64::from(left.subsec_nanos() > 0))) }
    }
}

impl CallPermit {
    /// The host answered.
    pub(crate) fn well(self) {
        *self.host.state() = HostFailures::default();
    }

    /// The host did not answer or reported an error, and may have asked for a pause. Failures of calls that began
    /// before the pause are ignored.
    pub(crate) fn failed(self, retry_after_s: Option<u64>) {
        let is_news = self.host.is_open().is_ok();
        let mut state = self.host.state();
        state.failures = state.failures.saturating_add(u32::from(is_news));
        let after = state.failures.checked_sub(FREE_FAILURES).filter(|_| is_news);
        let own = after.map(|doublings| Duration::from_secs(1 << doublings.min(6)));
        let peace = own.max(retry_after_s.map(Duration::from_secs)).unwrap_or_default().min(MAX_PAUSE);
        state.closed_until = state.closed_until.max(Some(Instant::now() + peace));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{advance, timeout};

    const NOT_AT_ALL: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn a_slow_host_does_not_delay_others() {
        let gate = Gate::new(3, 2);
        let slow =
            [gate.enter("slow", NOT_AT_ALL).await.ok().unwrap(), gate.enter("slow", NOT_AT_ALL).await.ok().unwrap()];
        assert!(timeout(SOON, gate.enter("slow", NOT_AT_ALL)).await.is_err(), "a host has two places");
        let other = gate.enter("other", NOT_AT_ALL).await.ok().unwrap();
        assert!(timeout(SOON, gate.enter("third", NOT_AT_ALL)).await.is_err(), "there are three in all");
        drop(other);
        assert!(timeout(SOON, gate.enter("third", NOT_AT_ALL)).await.is_ok());
        drop(slow);
        assert!(timeout(SOON, gate.enter("slow", NOT_AT_ALL)).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_repeatedly_failing_host_is_paused() {
        let gate = Gate::new(9, 9);
        let closed = async || gate.enter("a", NOT_AT_ALL).await.err();
        let fail = async |retry_after_s| gate.enter("a", NOT_AT_ALL).await.ok().unwrap().failed(retry_after_s);
        for expected in [None, None, Some(HostClosed(1))] {
            fail(None).await;
            assert_eq!(closed().await, expected);
        }
        assert!(gate.enter("b", NOT_AT_ALL).await.is_ok(), "another host is not affected");
        advance(Duration::from_millis(1000)).await;
        fail(None).await;
        assert_eq!(closed().await, Some(HostClosed(2)));
        for _ in 0..20 {
            advance(MAX_PAUSE).await;
            fail(None).await;
        }
        assert_eq!(closed().await, Some(HostClosed(60)));
        advance(MAX_PAUSE).await;
        gate.enter("a", NOT_AT_ALL).await.ok().unwrap().well();
        fail(None).await;
        assert_eq!(closed().await, None, "a response resets the failures");
        fail(Some(7)).await;
        assert_eq!(closed().await, Some(HostClosed(7)), "it asked for a pause");
        advance(Duration::from_secs(7)).await;
        fail(Some(u64::MAX)).await;
        assert_eq!(closed().await, Some(HostClosed(60)), "a pause is bounded");
    }

    #[tokio::test(start_paused = true)]
    async fn concurrent_failures_count_once() {
        let gate = Gate::new(99, 99);
        let mut places = Vec::new();
        for _ in 0..20 {
            places.push(gate.enter("a", NOT_AT_ALL).await.ok().unwrap());
        }
        places.into_iter().for_each(|place| place.failed(None));
        assert_eq!(gate.enter("a", NOT_AT_ALL).await.err(), Some(HostClosed(1)));
    }

    #[tokio::test(start_paused = true)]
    async fn patient_calls_wait_for_the_end_of_a_pause() {
        let gate = Gate::new(9, 9);
        gate.enter("a", NOT_AT_ALL).await.ok().unwrap().failed(Some(20));
        assert_eq!(gate.enter("a", Duration::from_secs(19)).await.err(), Some(HostClosed(20)));
        let began = Instant::now();
        assert!(gate.enter("a", Duration::from_secs(20)).await.is_ok());
        assert_eq!(began.elapsed().as_secs(), 20);
    }

    #[tokio::test(start_paused = true)]
    async fn only_paused_hosts_are_remembered() {
        let gate = Gate::new(9, 9);
        gate.enter("bad", NOT_AT_ALL).await.ok().unwrap().failed(Some(60));
        for number in 0..2 * REMEMBERED {
            gate.enter(&number.to_string(), NOT_AT_ALL).await.ok().unwrap().well();
        }
        assert!(gate.hosts.lock().unwrap().len() <= REMEMBERED);
        assert!(gate.enter("bad", NOT_AT_ALL).await.is_err());
    }
}
