//! Sends appends to the log in a task, one at a time. The loop goes on meanwhile. The task has the thread on which the node
//! follows, which has nothing else to do while it leads.

use crate::standing::NodeStanding;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use turnstone_engine::SeldomReasons;
use turnstone_engine::env::Env;
use turnstone_etcd::{Append, Appended, EtcdConnection};
use turnstone_storage::{AppendError, StorageError};

/// The pause before an append is sent again.
const PAUSE: Duration = Duration::from_millis(20);
/// How long an append is tried. The lease may last longer, for example if etcd takes no more writes.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a wait for an outcome checks that the task still runs.
const CHECK: Duration = Duration::from_secs(1);

/// The task. It ends when this is dropped, after the request that is under way. That one does no harm: it compares the head.
pub(crate) struct Appender {
    appends: UnboundedSender<Append>,
    outcome: Arc<AppendOutcome>,
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
    /// Start the task, for a node that leads.
    pub(crate) fn start(env: &impl Env, standing: Arc<NodeStanding>, client: impl EtcdConnection) -> Self {
        let (appends, arrived) = unbounded_channel();
        let outcome = Arc::<AppendOutcome>::default();
        let reported = SeldomReasons::default();
        env.spawn(Sending { env: env.clone(), standing, client, outcome: outcome.clone(), reported }.run(arrived));
        Self { appends, outcome }
    }

    /// Send an append. Its outcome must be taken before the next one is sent.
    pub(crate) fn send(&self, append: Append) -> Result<(), AppendError> {
        self.appends.send(append).map_err(|_| ended())
    }

    /// Take the outcome, if it is known.
    pub(crate) fn outcome(&self) -> Option<Result<(), AppendError>> {
        let known = self.outcome.lock().take();
        known.or_else(|| self.appends.is_closed().then(|| Err(ended())))
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
    }
}

fn ended() -> AppendError {
    AppendError::Broken("the task of the log has ended".to_owned())
}

/// What the task has.
struct Sending<E, C> {
    env: E,
    standing: Arc<NodeStanding>,
    client: C,
    outcome: Arc<AppendOutcome>,
    reported: SeldomReasons,
}

impl<E: Env, C: EtcdConnection> Sending<E, C> {
    async fn run(mut self, mut arrived: UnboundedReceiver<Append>) {
        while let Some(append) = arrived.recv().await {
            let outcome = self.send(&append).await;
            self.outcome.set(outcome);
        }
    }

    /// The node does not lead any more, unless it has begun to follow already.
    fn fence(&self) {
        if !self.outcome.is_over.load(Ordering::Relaxed) {
            self.standing.fence();
        }
    }

    /// Send an append until its outcome is known or the lease ends.
    async fn send(&mut self, append: &Append) -> Result<(), AppendError> {
        let (began, mut is_sent) = (self.env.instant(), false);
        loop {
            if self.env.instant() > began + PATIENCE {
                self.fence();
            }
            if self.standing.leads().is_none() || self.outcome.is_over.load(Ordering::Relaxed) {
                let lost = || StorageError::io("append to the log")(io::Error::from(ErrorKind::TimedOut));
                return Err(if is_sent { AppendError::Unknown(lost()) } else { AppendError::Fenced });
            }
            if is_sent {
                self.standing.metrics.retries.inc();
                self.env.sleep(PAUSE).await;
            }
            is_sent = true;
            match self.client.txn(append.request()).await {
                Ok(answer) => match append.answered(&answer) {
                    Appended::Written => return Ok(()),
                    Appended::Again => {}
                    Appended::Fenced => {
                        self.fence();
                        return Err(AppendError::Fenced);
                    }
                },
                Err(error) if self.reported.is_due(&error.to_string(), self.env.instant()) => {
                    tracing::warn!(%error, commit = append.commit().n, "an append is sent again");
                }
                Err(error) => tracing::debug!(%error, commit = append.commit().n, "an append is sent again"),
            }
        }
    }
}
