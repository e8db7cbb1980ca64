//! Tokio as the environment of the transports and the loop, and its threads.

use std::future::Future;
use std::io;
use std::thread;
use std::time::Instant;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use turnstone_engine::env::{Clock, Env, Sleep, SystemClock};
use turnstone_service::time::Millis;

/// One of tokio's runtimes and the machine's clock.
#[derive(Clone, Debug)]
pub struct Tokio(Handle);

impl Tokio {
    /// The runtime that this runs on.
    pub fn current() -> Self {
        Self(Handle::current())
    }

    /// A handle of the runtime.
    pub(crate) fn handle(&self) -> Handle {
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

/// Threads that carry tasks, each with a runtime of its own. They end when this is dropped.
pub(crate) struct Threads {
    pub(crate) runtimes: Vec<Tokio>,
    _alive: Vec<oneshot::Sender<()>>,
}

impl Threads {
    /// `count` threads, with this name and a number.
    pub(crate) fn start(name: &str, count: usize) -> io::Result<Self> {
        let mut threads = Self { runtimes: Vec::new(), _alive: Vec::new() };
        for number in 1..=count {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            let (alive, over) = oneshot::channel();
            threads.runtimes.push(Tokio(runtime.handle().clone()));
            threads._alive.push(alive);
            let carry = move || {
                // It ends with an error when the sender is dropped.
                let _ = runtime.block_on(over);
                runtime.shutdown_background();
            };
            thread::Builder::new().name(format!("{name}-{number}")).spawn(carry)?;
        }
        Ok(threads)
    }
}

/// The default number of threads for connections: the cores without the one for the loop.
pub(crate) fn spare_cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}
