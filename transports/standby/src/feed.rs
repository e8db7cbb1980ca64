//! The primary's commits for its standby: a window of the newest ones in memory, and what the standby has confirmed. The
//! loop adds to it and does not wait for a network, unless every response must wait for the standby.

use crate::message::FollowRejection;
use crate::metrics::StandbyMetrics;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, watch};
use turnstone_link::generation;
use turnstone_service::effects::SlotChange;
use turnstone_storage::Commit;

/// Bounds of the window in bytes, and how long the larger one applies.
#[derive(Clone, Copy, Debug)]
pub struct WindowBounds {
    /// Kept for a standby that connects again.
    pub kept: usize,
    /// Kept while a standby receives and installs a snapshot.
    pub during_snapshot: usize,
    /// How long a snapshot may take before the smaller bound applies again.
    pub snapshot: Duration,
}

impl Default for WindowBounds {
    fn default() -> Self {
        Self { kept: 32 << 20, during_snapshot: 256 << 20, snapshot: Duration::from_secs(3600) }
    }
}

/// The commits of a primary for its standby.
pub struct Feed {
    state: Mutex<FeedState>,
    /// Is notified when entries are added and when another session begins.
    changes: Notify,
    /// The term of a promoted standby, once this server knows it.
    superseded: watch::Sender<Option<u64>>,
    confirmed: Condvar,
    /// Wakes the loop, if it waits for the standby.
    wake: OnceLock<Box<dyn Fn() + Send + Sync>>,
    bounds: WindowBounds,
    metrics: StandbyMetrics,
}

struct FeedState {
    term: u64,
    /// The commit before the window.
    base: Commit,
    head: Commit,
    window: VecDeque<Arc<FeedEntry>>,
    /// The number of the window's first entry; entries are numbered from 0.
    first: u64,
    bytes: usize,
    /// The session of the standby, counted from 1.
    session: u64,
    /// The id of the standby that is connected.
    connected: Option<[u8; 16]>,
    /// The last commit that the standby has on its disk; `None` if that is unknown.
    written: Option<u64>,
    snapshot_since: Option<Instant>,
}

/// A group commit.
pub(crate) struct FeedEntry {
    /// Its commit; that of an entry with changes to the personal keys only is the one before.
    pub(crate) commit: Commit,
    pub(crate) at: Instant,
    pub(crate) at_ms: u64,
    /// Empty if it makes no commit.
    pub(crate) encoding: Vec<u8>,
    pub(crate) slots: Vec<SlotChange>,
}

/// How a standby continues.
#[derive(Debug)]
pub(crate) enum Start {
    /// From this entry.
    At(u64),
    /// Its commit is not in the window.
    NotInWindow,
}

/// The newest state, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedFigures {
    /// Whether a standby is connected.
    pub is_connected: bool,
    /// The last commit of this server.
    pub head: u64,
    /// The last commit on the standby's disk, if it is known.
    pub written: Option<u64>,
}

impl Feed {
    /// A feed that continues after `head` with this term.
    pub fn new(head: Commit, term: u64, bounds: WindowBounds, metrics: StandbyMetrics) -> Arc<Self> {
        let state = FeedState {
            term,
            base: head,
            head,
            window: VecDeque::new(),
            first: 0,
            bytes: 0,
            session: 0,
            connected: None,
            written: None,
            snapshot_since: None,
        };
        let (changes, superseded) = (Notify::new(), watch::Sender::new(None));
        let (state, confirmed, wake) = (Mutex::new(state), Condvar::new(), OnceLock::new());
        Arc::new(Self { state, changes, superseded, confirmed, wake, bounds, metrics })
    }

    fn lock(&self) -> MutexGuard<'_, FeedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Call this each time that the standby has confirmed commits, and when this server is superseded. The first one stays.
    pub(crate) fn when_confirmed(&self, wake: Box<dyn Fn() + Send + Sync>) {
        let _ = self.wake.set(wake);
    }

    /// Wake the loop and the threads that wait for the standby.
    fn notify(&self) {
        self.confirmed.notify_all();
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }

    /// Add a group commit, which is durable here.
    pub(crate) fn push(&self, entry: FeedEntry) {
        let mut state = self.lock();
        state.head = entry.commit;
        state.bytes += entry.size();
        state.window.push_back(Arc::new(entry));
        let in_snapshot = state.snapshot_since.is_some_and(|since| since.elapsed() < self.bounds.snapshot);
        let most = if in_snapshot { self.bounds.during_snapshot } else { self.bounds.kept };
        while state.bytes > most {
            let Some(dropped) = state.window.pop_front() else { break };
            state.bytes -= dropped.size();
            state.base = dropped.commit;
            state.first += 1;
        }
        drop(state);
        self.changes.notify_waiters();
    }

    /// Begin a session with the standby of this id. `head` is its last commit, `None` before its first snapshot. A
    /// standby that connects again replaces its earlier session.
    pub(crate) fn begin(&self, id: [u8; 16], head: Option<Commit>) -> Result<(u64, Start), FollowRejection> {
        let mut state = self.lock();
        if state.connected.is_some_and(|connected| connected != id) {
            return Err(FollowRejection::Busy);
        }
        let start = match head {
            Some(head) => state.after(head)?,
            None => Start::NotInWindow,
        };
        state.session += 1;
        state.connected = Some(id);
        match start {
            Start::At(_) => {
                state.written = head.map(|head| head.n);
                state.snapshot_since = None;
            }
            Start::NotInWindow => {
                state.written = None;
                state.snapshot_since = Some(Instant::now());
            }
        }
        let session = state.session;
        drop(state);
        self.metrics.connected.set(1);
        self.notify();
        // The former session ends when it looks next.
        self.changes.notify_waiters();
        Ok((session, start))
    }

    /// The session is over.
    pub(crate) fn end(&self, session: u64) {
        let mut state = self.lock();
        if state.session == session {
            state.connected = None;
            self.metrics.connected.set(0);
        }
    }

    /// The entries from a number on; `None` if they are not in the window any more, or the session is not the current
    /// one.
    pub(crate) fn from(&self, session: u64, number: u64) -> Option<Vec<Arc<FeedEntry>>> {
        let state = self.lock();
        if state.session != session {
            return None;
        }
        let skipped = usize::try_from(number.checked_sub(state.first)?).ok()?;
        Some(state.window.iter().skip(skipped).cloned().collect())
    }

    /// The next time that entries are added, or that another session begins.
    pub(crate) fn changes(&self) -> Notified<'_> {
        self.changes.notified()
    }

    /// The standby has all commits up to this number on its disk.
    pub(crate) fn confirm(&self, session: u64, n: u64) {
        let mut state = self.lock();
        if state.session != session || n > state.head.n {
            return;
        }
        let now = Instant::now();
        let before = state.written.unwrap_or(0);
        let newly = state.window.iter().rev().take_while(|entry| entry.commit.n > before);
        for entry in newly.filter(|entry| entry.commit.n <= n) {
            self.metrics.write_seconds.observe(now.saturating_duration_since(entry.at).as_secs_f64());
        }
        state.written = Some(n.max(before));
        drop(state);
        self.notify();
    }

    /// Whether the standby has commit `n` on its disk.
    pub(crate) fn is_written(&self, n: u64) -> bool {
        self.lock().written.is_some_and(|written| written >= n)
    }

    /// Wait until the standby has commit `n` on its disk, at most until `deadline`. False if it has not, or this server
    /// is superseded.
    pub fn wait_written(&self, n: u64, deadline: Option<Instant>) -> bool {
        let mut state = self.lock();
        loop {
            if state.written.is_some_and(|written| written >= n) {
                return true;
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if self.superseded_by().is_some() || left.is_some_and(|left| left.is_zero()) {
                return false;
            }
            let patience = left.unwrap_or(Duration::from_secs(1));
            state = self.confirmed.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The state.
    pub fn figures(&self) -> FeedFigures {
        let state = self.lock();
        FeedFigures { is_connected: state.connected.is_some(), head: state.head.n, written: state.written }
    }

    /// The term of this server.
    pub fn term(&self) -> u64 {
        self.lock().term
    }

    /// The last commit and the term of this server.
    pub(crate) fn position(&self) -> (Commit, u64) {
        let state = self.lock();
        (state.head, state.term)
    }

    /// Whether a term is one of a later generation than this server's.
    pub(crate) fn is_later(&self, term: u64) -> bool {
        generation(term) > generation(self.lock().term)
    }

    /// A standby was promoted with this term, which is on disk here: nothing is appended any more.
    pub(crate) fn supersede(&self, term: u64) {
        self.superseded.send_replace(Some(term));
        self.notify();
    }

    /// The term of the promoted standby, if there is one.
    pub fn superseded_by(&self) -> Option<u64> {
        *self.superseded.borrow()
    }

    /// Wait until this server is superseded; returns the term.
    pub async fn superseded(&self) -> u64 {
        let mut superseded = self.superseded.subscribe();
        loop {
            if let Some(term) = *superseded.borrow_and_update() {
                return term;
            }
            if superseded.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    pub const fn metrics(&self) -> &StandbyMetrics {
        &self.metrics
    }

    /// Set the metrics that are read for a request.
    pub fn measure(&self) {
        let state = self.lock();
        let written = state.written.unwrap_or(0);
        let missing = state.window.iter().rev().take_while(|entry| entry.commit.n > written);
        let (mut bytes, mut oldest) = (0, None);
        missing.for_each(|entry| {
            bytes += entry.size();
            oldest = Some(entry.at);
        });
        let set = |gauge: &prometheus_client::metrics::gauge::Gauge, value: u64| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        set(&self.metrics.written, written);
        set(&self.metrics.behind_commits, state.head.n.saturating_sub(written));
        set(&self.metrics.behind_bytes, bytes as u64);
        self.metrics.behind_seconds.set(oldest.map_or(0.0, |at| at.elapsed().as_secs_f64()));
    }
}

impl FeedState {
    /// The number of the entry after the commit of a standby.
    fn after(&self, head: Commit) -> Result<Start, FollowRejection> {
        let differ = FollowRejection::OtherHistory { standby: head.n, primary: self.head.n };
        if head.n > self.head.n {
            return Err(differ);
        }
        if head == self.base {
            return Ok(Start::At(self.first));
        }
        let at = self.window.partition_point(|entry| entry.commit.n < head.n);
        match self.window.get(at) {
            Some(entry) if entry.commit == head => Ok(Start::At(self.first + at as u64 + 1)),
            Some(entry) if entry.commit.n == head.n => Err(differ),
            Some(_) | None => Ok(Start::NotInWindow),
        }
    }
}

impl FeedEntry {
    /// Bytes that it holds, about.
    fn size(&self) -> usize {
        self.encoding.len() + 64 * (self.slots.len() + 4)
    }
}
