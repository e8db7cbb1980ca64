//! The environment of the transports: two clocks, sleep, tasks. A server uses tokio's, the simulator its own.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use turnstone_service::time::Millis;

/// The two clocks.
pub trait Clock: Send + Sync + 'static {
    /// The wall clock, the only one that the core uses; it may jump.
    fn now(&self) -> Millis;
    /// A monotonic clock.
    fn instant(&self) -> Instant;

    /// Called when the loop is idle until the next deadline. A manual clock that is being advanced past the deadline
    /// jumps there and returns true; any other clock returns false, and the loop waits.
    fn leaps(&self, _next: Option<Millis>) -> bool {
        false
    }
}

/// The environment of a transport.
pub trait Env: Clock + Clone {
    /// A future that is ready at a time of the monotonic clock.
    fn sleep_until(&self, deadline: Instant) -> Sleep;

    /// A future that is ready after this time.
    fn sleep(&self, time: Duration) -> Sleep {
        self.sleep_until(self.instant() + time)
    }

    /// Run a task.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static);
}

/// The result of a future; `None` if it takes longer.
pub async fn within<T>(env: &impl Env, longest: Duration, future: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        result = future => Some(result),
        () = env.sleep(longest) => None,
    }
}

/// A sleep of any environment.
pub struct Sleep(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Sleep {
    /// Wrap an environment's own sleep.
    pub fn new(sleep: impl Future<Output = ()> + Send + Sync + 'static) -> Self {
        Self(Box::pin(sleep))
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(context)
    }
}

/// The machine's clocks.
#[derive(Clone, Copy, Default, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    fn instant(&self) -> Instant {
        Instant::now()
    }
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Millis {
        self.as_ref().now()
    }

    fn instant(&self) -> Instant {
        self.as_ref().instant()
    }

    fn leaps(&self, next: Option<Millis>) -> bool {
        self.as_ref().leaps(next)
    }
}
