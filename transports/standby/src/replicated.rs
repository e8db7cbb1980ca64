//! The primary's storage: it hands each group commit to the feed, once it is durable here.

use crate::feed::{Feed, FeedEntry};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use turnstone_storage::{AppendError, Commit, Failure, GroupCommit, State, Storage};

/// Storage with a standby.
pub struct Replicated<S> {
    inner: S,
    feed: Arc<Feed>,
    /// How long an append waits for the standby's disk; `None` if it does not wait.
    waits: Option<Duration>,
}

impl<S: Storage> Replicated<S> {
    /// The same storage with a feed. With `waits`, an append is durable when it is on both disks, and fails after that
    /// time.
    pub const fn new(inner: S, feed: Arc<Feed>, waits: Option<Duration>) -> Self {
        Self { inner, feed, waits }
    }

    fn written(&self, before: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        let encoding = if commit == before { Vec::new() } else { group.encode() };
        let at_ms = unix_ms();
        self.feed.push(FeedEntry { commit, at: Instant::now(), at_ms, encoding, slots: group.slots().to_vec() });
        let Some(waits) = self.waits else { return Ok(()) };
        if self.feed.wait_written(commit.n, Some(Instant::now() + waits)) {
            return Ok(());
        }
        if self.feed.superseded_by().is_some() {
            return Err(AppendError::Fenced);
        }
        let what = format!("wait for the standby: it has not confirmed commit {} within {waits:?}", commit.n);
        tracing::error!("{what}: the server ends");
        Err(AppendError::Unknown(Failure::io(what)(io::Error::from(ErrorKind::TimedOut))))
    }

    fn is_superseded(&self) -> Result<(), AppendError> {
        if self.feed.superseded_by().is_some() { Err(AppendError::Fenced) } else { Ok(()) }
    }
}

impl<S: Storage> Storage for Replicated<S> {
    fn head(&self) -> Commit {
        self.inner.head()
    }

    fn term(&self) -> u64 {
        self.inner.term()
    }

    fn append(&mut self, expected: Commit, group: &GroupCommit) -> Result<Commit, AppendError> {
        self.is_superseded()?;
        let commit = self.inner.append(expected, group)?;
        self.written(expected, commit, group)?;
        Ok(commit)
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        self.is_superseded()?;
        self.inner.apply(expected, commit, group)?;
        self.written(expected, commit, group)
    }

    fn state(&self) -> Arc<dyn State> {
        self.inner.state()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), Failure> {
        self.inner.keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), Failure> {
        self.inner.stop()
    }
}

/// The machine's clock, in Unix milliseconds.
pub(crate) fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
