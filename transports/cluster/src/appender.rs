//! Sends appends to the log on a thread of its own, one at a time. The loop goes on meanwhile.

use crate::standing::NodeStanding;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use turnstone_etcd::{Append, Appended, EtcdClient};
use turnstone_storage::{AppendError, Failure};

/// The pause before an append is sent again.
const PAUSE: Duration = Duration::from_millis(20);
/// How long an append is tried. The lease may last longer, for example if etcd takes no more writes.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a wait for an outcome checks that the thread still runs.
const CHECK: Duration = Duration::from_secs(1);

/// The thread. It ends when this is dropped.
pub(crate) struct Appender {
    /// `None` once this is being dropped.
    appends: Option<Sender<Append>>,
    outcome: Arc<AppendOutcome>,
    thread: Option<JoinHandle<()>>,
}

/// The outcome of the append that was sent last.
#[derive(Default)]
struct AppendOutcome {
    known: Mutex<Option<Result<(), AppendError>>>,
    changed: Condvar,
    wake: OnceLock<Box<dyn Fn() + Send + Sync>>,
    /// Whether the storage that would take it was dropped.
    is_over: AtomicBool,
}

impl AppendOutcome {
    fn lock(&self) -> MutexGuard<'_, Option<Result<(), AppendError>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, outcome: Result<(), AppendError>) {
        *self.lock() = Some(outcome);
        self.changed.notify_all();
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }
}

impl Appender {
    /// Start the thread, for a node that leads.
    pub(crate) fn start(standing: Arc<NodeStanding>, client: EtcdClient) -> Result<Self, Failure> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Failure::io("start a runtime"))?;
        let (appends, arrived) = mpsc::channel();
        let outcome = Arc::<AppendOutcome>::default();
        let sending = Sending { standing, client, runtime, outcome: outcome.clone() };
        let thread = thread::Builder::new().name("log".into()).spawn(move || sending.run(&arrived));
        let thread = Some(thread.map_err(Failure::io("start the thread of the log"))?);
        Ok(Self { appends: Some(appends), outcome, thread })
    }

    /// Send an append. Its outcome must be taken before the next one is sent.
    pub(crate) fn send(&self, append: Append) -> Result<(), AppendError> {
        let sent = self.appends.as_ref().is_some_and(|appends| appends.send(append).is_ok());
        if sent { Ok(()) } else { Err(ended()) }
    }

    /// Take the outcome, if it is known.
    pub(crate) fn outcome(&self) -> Option<Result<(), AppendError>> {
        let known = self.outcome.lock().take();
        let has_ended = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        known.or_else(|| has_ended.then(|| Err(ended())))
    }

    /// Wait for the outcome, and take it.
    pub(crate) fn wait(&self) -> Result<(), AppendError> {
        loop {
            if let Some(outcome) = self.outcome() {
                return outcome;
            }
            let known = self.outcome.lock();
            if known.is_none() {
                let waited = self.outcome.changed.wait_timeout(known, CHECK);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// Call this each time that an outcome becomes known. The first one stays.
    pub(crate) fn when_known(&self, wake: Box<dyn Fn() + Send + Sync>) {
        let _ = self.outcome.wake.set(wake);
    }
}

impl Drop for Appender {
    fn drop(&mut self) {
        self.outcome.is_over.store(true, Ordering::Relaxed);
        self.appends = None;
        if let Some(thread) = self.thread.take() {
            // A panic of it is on stderr.
            let _ = thread.join();
        }
    }
}

fn ended() -> AppendError {
    AppendError::Broken("the thread of the log has ended".to_owned())
}

/// What the thread has.
struct Sending {
    standing: Arc<NodeStanding>,
    client: EtcdClient,
    runtime: Runtime,
    outcome: Arc<AppendOutcome>,
}

impl Sending {
    fn run(mut self, arrived: &Receiver<Append>) {
        while let Ok(append) = arrived.recv() {
            let outcome = self.send(&append);
            self.outcome.set(outcome);
        }
    }

    /// Send an append until its outcome is known or the lease ends.
    fn send(&mut self, append: &Append) -> Result<(), AppendError> {
        let (began, mut is_sent) = (Instant::now(), false);
        loop {
            if began.elapsed() > PATIENCE {
                self.standing.fence();
            }
            if self.standing.leads().is_none() || self.outcome.is_over.load(Ordering::Relaxed) {
                let lost = || Failure::io("append to the log")(io::Error::from(ErrorKind::TimedOut));
                return Err(if is_sent { AppendError::Unknown(lost()) } else { AppendError::Fenced });
            }
            if is_sent {
                self.standing.metrics.retries.inc();
                thread::sleep(PAUSE);
            }
            is_sent = true;
            match self.runtime.block_on(self.client.txn(append.request())) {
                Ok(answer) => match append.answered(&answer) {
                    Appended::Written => return Ok(()),
                    Appended::Again => {}
                    Appended::Fenced => {
                        self.standing.fence();
                        return Err(AppendError::Fenced);
                    }
                },
                Err(error) => tracing::warn!(%error, commit = append.commit().n, "an append is sent again"),
            }
        }
    }
}
