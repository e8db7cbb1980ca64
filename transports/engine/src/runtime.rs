//! Tokio as an environment.

use crate::env::{Clock, Env, Sleep, SystemClock};
use std::future::Future;
use std::time::Instant;
use tokio::runtime::Handle;
use turnstone_service::time::Millis;

/// One of tokio's runtimes and the machine's clock.
#[derive(Clone, Debug)]
pub struct Tokio(Handle);

impl Tokio {
    pub const fn new(runtime: Handle) -> Self {
        Self(runtime)
    }

    /// The runtime that this runs on.
    pub fn current() -> Self {
        Self(Handle::current())
    }

    /// A handle of the runtime.
    pub fn handle(&self) -> Handle {
        self.0.clone()
    }
}

impl Clock for Tokio {
    fn now(&self) -> Millis {
        SystemClock.now()
    }

    fn instant(&self) -> Instant {
        SystemClock.instant()
    }
}

impl Env for Tokio {
    fn sleep_until(&self, deadline: Instant) -> Sleep {
        Sleep::new(tokio::time::sleep_until(deadline.into()))
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        drop(self.0.spawn(task));
    }
}
