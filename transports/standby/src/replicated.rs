//! The primary's storage: it hands each group commit to the feed, once it is durable here. If responses wait for the standby,
//! the loop goes on meanwhile.

use crate::feed::{Feed, FeedEntry};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use turnstone_storage::{AppendError, Appending, Commit, GroupCommit, State, Storage, StorageError};

/// Storage with a standby.
pub struct Replicated<S> {
    inner: S,
    feed: Arc<Feed>,
    /// How long an append waits for the standby's disk; `None` if it does not wait.
    waits: Option<Duration>,
    /// The commit that is not known to be on the standby's disk, and until when that is waited for.
    under_way: Option<(Commit, Instant)>,
}

impl<S: Storage> Replicated<S> {
    /// The same storage with a feed. With `waits`, an append is durable when it is on both disks, and fails after that
    /// time.
    pub const fn new(inner: S, feed: Arc<Feed>, waits: Option<Duration>) -> Self {
        Self { inner, feed, waits, under_way: None }
    }

    /// A group commit is durable here.
    fn written(&mut self, before: Commit, commit: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        let encoding = if commit == before { Vec::new() } else { group.encode() };
        let (at, at_ms) = (Instant::now(), unix_ms());
        self.feed.push(FeedEntry { commit, at, at_ms, encoding, slots: group.slots().to_vec() });
        self.under_way = self.waits.map(|waits| (commit, at + waits));
        self.outcome()
    }

    /// Wait for the outcome.
    fn wait(&mut self) -> Result<(), AppendError> {
        while let (Some((commit, until)), Appending::UnderWay) = (self.under_way, self.outcome()?) {
            self.feed.wait_written(commit.n, Some(until));
        }
        Ok(())
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
        self.begin(expected, group)?;
        self.wait()?;
        Ok(self.head())
    }

    fn begin(&mut self, expected: Commit, group: &GroupCommit) -> Result<Appending, AppendError> {
        self.is_superseded()?;
        let commit = self.inner.append(expected, group)?;
        self.written(expected, commit, group)
    }

    fn outcome(&mut self) -> Result<Appending, AppendError> {
        let Some((commit, until)) = self.under_way else { return Ok(Appending::Durable(self.head())) };
        if self.feed.is_written(commit.n) {
            self.under_way = None;
            return Ok(Appending::Durable(commit));
        }
        self.is_superseded()?;
        if Instant::now() < until {
            return Ok(Appending::UnderWay);
        }
        let waits = self.waits.unwrap_or_default();
        let what = format!("wait for the standby: it has not confirmed commit {} within {waits:?}", commit.n);
        tracing::error!("{what}: the server ends");
        Err(AppendError::Unknown(StorageError::io(what)(io::Error::from(ErrorKind::TimedOut))))
    }

    fn when_known(&mut self, wake: Box<dyn Fn() + Send + Sync>) {
        if self.waits.is_some() {
            self.feed.when_confirmed(wake);
        }
    }

    fn apply(&mut self, expected: Commit, commit: Commit, group: &GroupCommit) -> Result<(), AppendError> {
        self.is_superseded()?;
        self.inner.apply(expected, commit, group)?;
        self.written(expected, commit, group)?;
        self.wait()
    }

    fn may_answer(&self) -> bool {
        self.inner.may_answer()
    }

    fn state(&self) -> Arc<dyn State> {
        self.inner.state()
    }

    fn keep_personal_keys(&mut self, used: &BTreeSet<u32>) -> Result<(), StorageError> {
        self.inner.keep_personal_keys(used)
    }

    fn stop(&mut self) -> Result<(), StorageError> {
        self.inner.stop()
    }
}

/// The machine's clock, in Unix milliseconds.
fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
