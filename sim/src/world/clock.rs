//! The clocks of a machine, which drift and jump, and the rest of what its links need.

use super::ms;
use super::net::{HostId, NetStream, SimNet, wall_ms};
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use turnstone_engine::env::{Clock, Env, Sleep};
use turnstone_link::{Blocking, LinkMachine};
use turnstone_service::time::Millis;

/// The clocks and the tasks of a machine. Clones are the same.
#[derive(Clone)]
pub(crate) struct MachineClock {
    pub(crate) net: SimNet,
    pub(crate) host: HostId,
    /// How far the wall clock was set forward.
    pub(crate) skew_ms: Arc<AtomicI64>,
    /// How much faster than the true time the monotonic clock runs, in millionths.
    pub(crate) drift: i64,
}

impl MachineClock {
    fn drifted(time: Duration, drift: i64) -> Duration {
        let micros = time.as_micros() as i64;
        Duration::from_micros((micros + micros * drift / 1_000_000) as u64)
    }
}

impl Clock for MachineClock {
    fn now(&self) -> Millis {
        Millis(wall_ms().saturating_add_signed(self.skew_ms.load(Ordering::Relaxed)))
    }

    fn instant(&self) -> Instant {
        self.net.began + Self::drifted(self.net.now(), self.drift)
    }
}

impl Env for MachineClock {
    fn sleep_until(&self, deadline: Instant) -> Sleep {
        let left = deadline.saturating_duration_since(self.instant());
        // Never early, whatever was rounded off.
        let left = if left.is_zero() { left } else { Self::drifted(left, -self.drift) + ms(1) };
        Sleep::new(madsim::time::sleep(left))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        drop(madsim::task::spawn(task));
    }
}

impl LinkMachine for MachineClock {
    type Stream = NetStream;

    /// There are no threads: a snapshot waits as a whole.
    const PARTS: usize = 1 << 20;

    async fn connect(&self, host: &str, port: u16) -> io::Result<NetStream> {
        self.net.connect(self.host, host, port).await
    }

    fn blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Blocking<T> {
        Box::pin(async { Ok(work()) })
    }
}
