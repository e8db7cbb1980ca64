//! The loop on a thread of its own.

use super::follow::Commits;
use super::group_commits::{GroupCommits, LoopError};
use super::inbox::{Handle, Phase, Waker};
use super::outbound::Outbound;
use super::turns::{Engine, Turn};
use crate::env::Clock;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle, Thread};
use std::time::Instant;
use turnstone_service::effects::BatchId;
use turnstone_storage::Storage;

/// A loop that runs on its thread.
pub struct Running {
    handle: Handle,
    thread: JoinHandle<Result<(), Stopped>>,
}

/// Why the loop ended without being stopped.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// The service could not be opened.
    #[error("{0}")]
    Opening(String),
    /// A write or a read of storage failed. No reply that depended on it was sent.
    #[error(transparent)]
    Storage(#[from] LoopError),
    /// A bug: the core panicked.
    #[error("the core panicked")]
    Panicked,
}

/// Open the core on a new thread and run it there until the handle enters [`Phase::Stopped`]. Requests that come before
/// that are rejected.
pub fn spawn<S: Storage + 'static>(
    open: impl FnOnce() -> Result<GroupCommits<S>, String> + Send + 'static,
    clock: impl Clock + 'static,
    dice: impl FnMut(BatchId) -> [u8; 32] + Send + 'static,
    outbound: impl Outbound + 'static,
) -> io::Result<Running> {
    spawn_following(open, clock, dice, outbound).map(|(running, _)| running)
}

/// The same for a core that follows, with the way of commits to it.
pub fn spawn_following<S: Storage + 'static>(
    open: impl FnOnce() -> Result<GroupCommits<S>, String> + Send + 'static,
    clock: impl Clock + 'static,
    dice: impl FnMut(BatchId) -> [u8; 32] + Send + 'static,
    outbound: impl Outbound + 'static,
) -> io::Result<(Running, Commits<S>)> {
    let sleeper = Arc::new(Sleeper::default());
    let handle = Handle::new(ThreadWaker(sleeper.clone()));
    let own = handle.clone();
    let (commits, orders) = Commits::new(handle.clone());
    let run = move || {
        sleeper.thread.get_or_init(thread::current);
        let _ended = StopsAtEnd(own.clone());
        let opened = catch_unwind(AssertUnwindSafe(open));
        // The panic's message is already on stderr.
        let opened = opened.unwrap_or_else(|_| Err("the core panicked while it loaded its records".to_owned()));
        let rounds = opened.map_err(Stopped::Opening)?;
        let handle = own.clone();
        let mut engine = Engine::new(rounds, own, clock, dice, outbound);
        engine.obey(orders);
        Ok(run(engine, &handle, &sleeper)?)
    };
    let thread = thread::Builder::new().name("engine".into()).spawn(run)?;
    Ok((Running { handle, thread }, commits))
}

/// Notifies callers that wait for the loop when the thread ends, also by a panic.
struct StopsAtEnd(Handle);

impl Drop for StopsAtEnd {
    fn drop(&mut self) {
        self.0.enter(Phase::Stopped);
    }
}

fn run<S: Storage, C: Clock, D: FnMut(BatchId) -> [u8; 32]>(
    mut engine: Engine<S, C, D>,
    handle: &Handle,
    sleeper: &Sleeper,
) -> Result<(), LoopError> {
    loop {
        handle.metrics().turns(Instant::now());
        match engine.turn()? {
            Turn::Again => {}
            Turn::Sleep(_) if engine.leaps() => {}
            Turn::Sleep(longest) => sleeper.sleep(longest),
            Turn::Over => return Ok(engine.rounds().storage().stop()?),
        }
    }
}

impl Running {
    /// The handle for requests.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Wait until requests are accepted. Fails with the error that prevented the start.
    pub async fn ready(self) -> Result<Self, Stopped> {
        match self.handle.wait_for(|phase| *phase != Phase::Starting).await {
            Phase::Starting | Phase::Serving | Phase::Draining => Ok(self),
            // The thread is ending, so this does not block.
            Phase::Stopped => self.stop().and_then(|()| Err(Stopped::Opening("it was stopped at once".into()))),
        }
    }

    /// Wait until the loop has ended.
    pub async fn ended(&self) {
        self.handle.wait_for(|phase| *phase == Phase::Stopped).await;
    }

    /// Reject new requests, finish the accepted ones, and wait for the end.
    pub fn stop(self) -> Result<(), Stopped> {
        self.handle.enter(Phase::Stopped);
        self.thread.join().unwrap_or(Err(Stopped::Panicked))
    }
}

/// The sleep of the loop's thread, and whether it was woken since it last checked.
#[derive(Default)]
struct Sleeper {
    rung: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Sleeper {
    fn sleep(&self, longest: std::time::Duration) {
        if !self.rung.swap(false, Ordering::AcqRel) {
            thread::park_timeout(longest);
        }
        self.rung.store(false, Ordering::Release);
    }
}

struct ThreadWaker(Arc<Sleeper>);

impl Waker for ThreadWaker {
    fn wake(&self) {
        if !self.0.rung.swap(true, Ordering::AcqRel)
            && let Some(thread) = self.0.thread.get()
        {
            thread.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::SystemClock;
    use turnstone_storage::{Memory, MemoryDisk};

    #[test]
    fn a_failed_start_reports_its_reason() {
        let open = || Err::<GroupCommits<Memory<MemoryDisk>>, _>("the books do not balance".to_owned());
        let running = spawn(open, SystemClock, |_| [0; 32], crate::NotConnectedError).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let reported = runtime.block_on(running.ready()).map(drop).unwrap_err();
        assert_eq!(reported.to_string(), "the books do not balance");
    }

    #[test]
    fn a_panic_while_records_load_ends_the_loop() {
        let open = || -> Result<GroupCommits<Memory<MemoryDisk>>, String> { panic!("an unexpected row") };
        let running = spawn(open, SystemClock, |_| [0; 32], crate::NotConnectedError).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let ready = async { tokio::time::timeout(std::time::Duration::from_secs(30), running.ready()).await };
        let said = runtime.block_on(ready).expect("it does not hang").map(drop).unwrap_err();
        assert_eq!(said.to_string(), "the core panicked while it loaded its records");
    }
}
