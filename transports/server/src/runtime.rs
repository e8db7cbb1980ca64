//! Tokio as the world that the doors and the loop run in.

use std::future::Future;
use std::time::Instant;
use turnstone_core::time::Millis;
use turnstone_engine::env::{Clock, Env, Sleep, SystemClock};

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
