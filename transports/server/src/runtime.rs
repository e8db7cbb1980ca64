//! The threads of the transports and the loop.

use std::io;
use std::thread;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
pub use turnstone_engine::runtime::Tokio;

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
            threads.runtimes.push(Tokio::new(runtime.handle().clone()));
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
