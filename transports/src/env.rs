//! What the doors need of the world: two clocks, sleep, tasks. The program runs them on tokio, the simulator on its own.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use turnstone_core::time::Millis;

/// The two clocks.
pub trait Clock: Send + Sync + 'static {
    /// The wall clock, the only one that the core knows; it may jump.
    fn now(&self) -> Millis;
    /// A clock that only goes forward.
    fn instant(&self) -> Instant;
}

/// The world as a door needs it.
pub trait Env: Clock + Clone {
    /// A future that is ready at a moment of the clock that only goes forward.
    fn sleep_until(&self, deadline: Instant) -> Sleep;
    /// Run a task.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static);
}

/// A sleep of any world.
pub struct Sleep(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Sleep {
    /// Wrap a world's own sleep.
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

impl hyper::rt::Sleep for Sleep {}

/// An [`Env`] in the two shapes that hyper asks for.
#[derive(Clone)]
pub(crate) struct Hyper<E>(pub(crate) E);

impl<E: Env> hyper::rt::Timer for Hyper<E> {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn hyper::rt::Sleep>> {
        self.sleep_until(self.0.instant() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(self.0.sleep_until(deadline))
    }

    fn now(&self) -> Instant {
        self.0.instant()
    }
}

impl<E: Env, F: Future<Output = ()> + Send + 'static> hyper::rt::Executor<F> for Hyper<E> {
    fn execute(&self, task: F) {
        self.0.spawn(task);
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

impl<C: Clock> Clock for Arc<C> {
    fn now(&self) -> Millis {
        self.as_ref().now()
    }

    fn instant(&self) -> Instant {
        self.as_ref().instant()
    }
}

/// Tokio and the machine's clock.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tokio;

impl Clock for Tokio {
    fn now(&self) -> Millis {
        SystemClock.now()
    }

    fn instant(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }
}

impl Env for Tokio {
    fn sleep_until(&self, deadline: Instant) -> Sleep {
        Sleep::new(tokio::time::sleep_until(deadline.into()))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        drop(tokio::spawn(task));
    }
}
