//! Machines on a simulated network: their clocks, their links, and what goes wrong between them.

mod clock;
mod lines;
mod net;

pub(crate) use clock::MachineClock;
pub(crate) use lines::read_lines;
pub(crate) use net::{DAY_MS, HOSTS, HostId, NetListener, NetStream, SimNet, address};

use crate::parts::text_of_panic;
use crate::{progress, switch};
use madsim::runtime::Runtime;
use std::future::Future;
use std::time::Duration;

pub(crate) const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Run a simulation in a new thread, with the fault that is active in the caller's thread. An error is the text of a panic.
pub(crate) fn simulated<T: Send + 'static, F: Future<Output = T>>(
    seed: u64,
    simulate: impl FnOnce() -> F + Send + 'static,
) -> Result<T, String> {
    lines::subscribe();
    let mutant = switch::active();
    let carry = progress::carried();
    let work = move || {
        carry();
        progress::beat(seed, 0);
        let _active = switch::activate(mutant);
        let runtime = Runtime::with_seed_and_config(seed, madsim::Config::default());
        runtime.block_on(simulate())
    };
    let thread = std::thread::Builder::new().name(format!("seed {seed}")).spawn(work);
    thread.expect("a thread can be made").join().map_err(|panic| format!("a panic: {}", text_of_panic(&*panic)))
}
