//! What can go wrong with storage, in words that the operator can act on.

use std::io;
use std::path::PathBuf;

/// What the operator can do about a store that lost something.
pub(crate) const RESTORE: &str = "Nothing is served from it. Move the data directory away and bring back a backup with \
                                  `turnstone restore FILE`, or what reads of it with `turnstone salvage DIR NEW`";

/// What the operator can do about a store of which some does not read.
pub(crate) const SALVAGE: &str = "Bring back a backup with `turnstone restore FILE`, or what reads with \
                                  `turnstone salvage DIR NEW`";

/// Storage that cannot be read, opened or kept.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The disk or the operating system refused.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// What was answered.
        source: io::Error,
    },
    /// The store's engine refused.
    #[error("the store refused to {what}: {why}")]
    Engine {
        /// What was tried.
        what: &'static str,
        /// What was answered.
        why: String,
    },
    /// Bytes that this program did not write, or no longer as it wrote them.
    #[error("the stored data is damaged: {0}")]
    Damaged(String),
    /// A file that is no backup, or no longer as it was written.
    #[error("the backup cannot be used: {0}")]
    Backup(String),
    /// The store ends before what is known to have been acknowledged.
    #[error(
        "the store ends at commit {found}, but commit {known} is known to have been written: something was lost. \
         {RESTORE}"
    )]
    Shortened {
        /// The last commit of the store.
        found: u64,
        /// The commit of the high-water mark.
        known: u64,
    },
    /// The store went another way than the one that was acknowledged.
    #[error(
        "commit {n} of the store is not the commit {n} that was acknowledged (the last one is {found}): this is another \
         history. {RESTORE}"
    )]
    OtherHistory {
        /// The commit of the high-water mark.
        n: u64,
        /// The last commit of the store.
        found: u64,
    },
    /// Another process has the data directory.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// A place that must be empty is not.
    #[error("{} exists already and is not empty", .0.display())]
    NotEmpty(PathBuf),
}

impl Failure {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

/// Why a round was not written. After any of these but [`AppendError::Full`] the handle takes no more.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another writer has taken over with a higher term: nothing was written, and nothing of this one will be.
    #[error("another writer has taken over")]
    Fenced,
    /// The round may have been written or not; only opening again can tell.
    #[error("it is unknown whether the round was written: {0}")]
    Unknown(Failure),
    /// The round is larger than a commit may be. Nothing was written.
    #[error(transparent)]
    Full(#[from] crate::round::Full),
    /// Nothing was written: the handle failed, now or before.
    #[error("storage is broken: {0}")]
    Broken(String),
}
