//! What all parts of the cluster level share: the clocks of nodes, and fixed names.

use super::executor::{Executor, Owner};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use turnstone_engine::env::{Clock, Env, Sleep};
use turnstone_http::HttpTransport;
use turnstone_service::time::Millis;

pub(super) const NODES: usize = 3;
pub(super) const PREFIX: &str = "turnstone";
pub(super) const SECRET: [u8; 32] = [5; 32];

pub(super) type Front = Arc<HttpTransport<NodeClock>>;

pub(super) const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// The clocks and the tasks of a node. Clones are the same.
#[derive(Clone)]
pub(super) struct NodeClock {
    pub(super) executor: Executor,
    pub(super) owner: Owner,
    /// What the wall clock shows at the beginning of the run.
    pub(super) start_ms: u64,
    /// How far the wall clock was set forward.
    pub(super) skew_ms: Arc<AtomicI64>,
    /// How much faster than etcd's the monotonic clock runs, in millionths.
    pub(super) drift: i64,
}

impl NodeClock {
    fn drifted(&self, time: Duration, drift: i64) -> Duration {
        let micros = time.as_micros() as i64;
        Duration::from_micros((micros + micros * drift / 1_000_000) as u64)
    }
}

impl Clock for NodeClock {
    fn now(&self) -> Millis {
        let since = self.executor.now().as_millis() as u64;
        Millis((self.start_ms + since).saturating_add_signed(self.skew_ms.load(Ordering::Relaxed)))
    }

    fn instant(&self) -> Instant {
        self.executor.zero + self.drifted(self.executor.now(), self.drift)
    }
}

impl Env for NodeClock {
    fn sleep_until(&self, deadline: Instant) -> Sleep {
        let left = deadline.saturating_duration_since(self.instant());
        // Never early, whatever was rounded off.
        let left = if left.is_zero() { left } else { self.drifted(left, -self.drift) + ms(1) };
        Sleep::new(self.executor.sleep(left))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.executor.spawn(self.owner, task);
    }
}
